//! A game in progress.

use bouton_answer::{Answer, AnswerError};
use bouton_core::{Convention, Position};
use bouton_document::{Play, PlayedMove};
use bouton_game::{BigPosition, PositionError};

use crate::{Opponent, Partner};

/// A game in progress between one human and the computer, which plays for all the others.
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Match, Partner}};
///
/// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
/// let start = playable.place(&"1,2".parse()?)?;
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// let mut game = Match::new(partner, start, 0);
/// assert!(game.is_humans_turn());
/// let known = game.known()?;
/// let to = game.partner().playable().place(&"1,1".parse()?)?;
/// assert_eq!(game.offer(&[to], &known), Some(true));
/// let known = game.known()?;
/// assert_eq!(game.reply(&known)?.unwrap().to_string(), "0,1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Match {
    partner: Partner,
    opponent: Opponent,
    /// Positions so far; their number determines the player to move.
    history: Vec<BigPosition>,
    human: usize,
    finished: bool,
    moves: Vec<PlayedMove>,
}

impl Match {
    /// A game from a position on; `human` is the number of the human player in the order of turns.
    #[must_use]
    pub fn new(partner: Partner, start: BigPosition, human: usize) -> Self {
        let opponent = Opponent::default();
        Self { partner, opponent, history: vec![start], human, finished: false, moves: Vec::new() }
    }

    /// Sets the opponent.
    #[must_use]
    pub fn against(mut self, opponent: Opponent) -> Self {
        self.opponent = opponent;
        self
    }

    /// The opponent, which chooses the computer's moves.
    #[must_use]
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// Changes the opponent.
    pub fn set_opponent(&mut self, opponent: Opponent) {
        self.opponent = opponent;
    }

    /// Gives the human the place of the next player.
    pub fn swap(&mut self) {
        self.human = (self.human + 1) % self.partner.players();
    }

    /// Restarts the game at this position.
    pub fn restart(&mut self, start: BigPosition) {
        self.history = vec![start];
        self.moves.clear();
        self.finished = false;
    }

    /// The number of the human player in the order of turns.
    #[must_use]
    pub fn human(&self) -> usize {
        self.human
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The perfect player.
    #[must_use]
    pub fn partner(&self) -> &Partner {
        &self.partner
    }

    /// The current position.
    ///
    /// # Panics
    ///
    /// Never: the first position is never taken back.
    #[must_use]
    pub fn position(&self) -> &BigPosition {
        &self.history[self.history.len() - 1]
    }

    /// The current position in written form.
    #[must_use]
    pub fn written(&self) -> Position {
        self.partner.write(self.position())
    }

    /// The answer about the current position.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn known(&self) -> Result<Answer, AnswerError> {
        self.partner.answer(self.position())
    }

    /// The number of the player to move.
    #[must_use]
    pub fn mover(&self) -> usize {
        (self.history.len() - 1) % self.partner.players()
    }

    /// Whether the human is to move.
    #[must_use]
    pub fn is_humans_turn(&self) -> bool {
        self.mover() == self.human
    }

    /// The computer's move; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Never, for answers of this position: a move leads to a position of the game.
    pub fn reply(&mut self, known: &Answer) -> Result<Option<Position>, PositionError> {
        let Some(to) = self.opponent.choose(self.history.len(), known) else {
            return Ok(None);
        };
        let placed = self.partner.playable().place(&to)?;
        self.record(placed);
        Ok(Some(to))
    }

    /// Moves to the first of these positions that is an option. Returns `Some(false)` if none is,
    /// and `None` if that is unknown for one of them.
    pub fn offer(&mut self, targets: &[BigPosition], known: &Answer) -> Option<bool> {
        let allowed: Vec<Option<bool>> =
            targets.iter().map(|to| self.partner.allows(self.position(), to, known)).collect();
        if let Some(place) = allowed.iter().position(|&allowed| allowed == Some(true)) {
            self.record(targets[place].clone());
            return Some(true);
        }
        if allowed.contains(&None) { None } else { Some(false) }
    }

    fn record(&mut self, to: BigPosition) {
        let by = self.name(self.mover());
        self.moves.push(PlayedMove { by, to: self.partner.write(&to).to_string() });
        self.history.push(to);
    }

    /// Takes back the human's last move and the moves after it; returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let players = self.partner.players();
        let earlier = (1..self.history.len()).rev().find(|length| (length - 1) % players == self.human);
        let Some(length) = earlier else { return false };
        self.history.truncate(length);
        self.moves.truncate(length - 1);
        self.finished = false;
        true
    }

    /// Ends the game.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// The number of the player who moved last.
    #[must_use]
    pub fn last_mover(&self) -> Option<usize> {
        (self.history.len() > 1).then(|| (self.history.len() - 2) % self.partner.players())
    }

    /// The name of a player.
    #[must_use]
    pub fn name(&self, player: usize) -> String {
        if player == self.human {
            return "you".to_owned();
        }
        if self.partner.players() == 2 {
            return "the computer".to_owned();
        }
        // The human is not counted.
        let number = if player > self.human { player } else { player + 1 };
        format!("computer {number}")
    }

    /// The result in words: the winner, or under the podium rule every player's place.
    #[must_use]
    pub fn result(&self) -> String {
        let Some(last) = self.last_mover() else { return "nobody has moved".to_owned() };
        let players = self.partner.players();
        match self.partner.convention() {
            Convention::Normal | Convention::Coalition => {
                format!("{} made the last move and won", self.name(last))
            }
            Convention::Misere => {
                let winner = self.name((last + 1) % players);
                format!("{} made the last move: {winner} won", self.name(last))
            }
            // The last mover is first, the mover before is second, and so on.
            Convention::Podium { .. } => {
                let place =
                    |place| format!("{}. {}", place + 1, self.name((last + players - place) % players));
                (0..players).map(place).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The game as a document.
    #[must_use]
    pub fn document(&self) -> Play {
        let winner = match (self.finished, self.last_mover(), self.partner.convention()) {
            (true, Some(last), Convention::Misere) => Some(self.name(1 - last)),
            (true, Some(last), _) => Some(self.name(last)),
            _ => None,
        };
        Play {
            game: self.partner.playable().title(),
            rules: self.partner.playable().game().text().trim_end().to_owned(),
            position: self.partner.write(&self.history[0]).to_string(),
            players: self.partner.players(),
            human: self.human + 1,
            level: self.opponent.level.percent(),
            seed: self.opponent.seed.into(),
            moves: self.moves.clone(),
            finished: self.finished,
            winner,
        }
    }
}
