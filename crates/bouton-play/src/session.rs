//! A game as a dialogue: lines in, text out.

use bouton_answer::{Answer, AnswerError, Oracle, Source, TooMuch};
use bouton_core::{Position, Ruleset, Space};
use bouton_document::Play;
use bouton_game::{BigPosition, terms};

use crate::{
    Entry, Fairness, Level, Match, Opponent, Partner, Start, best_move, drawing,
    entry::{Unclear, from_that_heap, of_heaps, read},
    fair_start, first_start, talk,
};

/// A game with its dialogue. It does not depend on a terminal or on files: its caller passes the
/// lines to it, and displays and stores its answers.
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Opponent, Partner, Session, Turn}};
///
/// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
/// let start = playable.place(&"1,2".parse()?)?;
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// let mut session = Session::new(partner, Some(start), 0, Opponent::default())?;
/// assert!(session.open()?.ends_with("1,2  your move"));
/// let Turn::Said(said) = session.enter("take 1 from 2")? else { unreachable!() };
/// assert!(said.starts_with("1,1  the computer moves to 0,1"), "{said}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    game: Match,
    /// The start for `new`; `None` for a random position.
    start: Option<BigPosition>,
    /// The fairness of the random position at which the game has begun.
    fairness: Fairness,
    /// The last question to the player.
    asked: Option<PlayerQuestion>,
    /// Whether the moves of the current position were listed.
    listed: bool,
}

/// A question to the player, which the next line may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PlayerQuestion {
    /// The heap from which this amount is taken.
    FromWhich(String),
    /// The file in which to save the game.
    InWhichFile,
}

/// The result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A text for the player.
    Said(String),
    /// The game is to be saved in this file, or in the known one: [`Session::saved`].
    Save(Option<String>),
    /// The player leaves.
    Left,
}

/// The error of a game that cannot be resumed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// A number of the document is invalid.
    #[error("`{field}` is {found}, expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value.
        found: String,
        /// The expected values.
        expected: String,
    },
    /// A position does not belong to the game.
    #[error("{0}")]
    Position(String),
    /// A move is not possible by the rules.
    #[error("move {number}, to {to}, is not a move of the rules")]
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// The position moved to.
        to: String,
    },
    /// The positions of the game cannot be answered.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// The message about moves after the end.
const OVER: &str =
    "the game is over; `new` begins once more, `undo` takes back your last move, `quit` leaves";

impl Session {
    /// A game from a position on, or from a fair one; `human` is the number of the human player in
    /// the order of turns.
    ///
    /// # Errors
    ///
    /// If the computer cannot play there.
    pub fn new(
        partner: Partner,
        start: Option<BigPosition>,
        human: usize,
        opponent: Opponent,
    ) -> Result<Self, AnswerError> {
        let first = match &start {
            Some(start) => Start { position: start.clone(), fairness: Fairness::Fair },
            None => fair(&partner, human, opponent.seed)?,
        };
        partner.answer(&first.position)?;
        let game = Match::new(partner, first.position, human).against(opponent);
        Ok(Self { game, start, fairness: first.fairness, asked: None, listed: false })
    }

    /// Resumes a saved game: makes its moves again and checks each.
    ///
    /// # Errors
    ///
    /// [`ResumeError`], if the document is not a game of these rules.
    pub fn resume(document: &Play, oracle: Oracle) -> Result<Self, ResumeError> {
        let partner = Partner::new(oracle);
        let players = partner.players();
        let wrong = |field, found: String, expected: String| ResumeError::Field { field, found, expected };
        let human = document.human.checked_sub(1).filter(|&human| human < players);
        let human = human.ok_or_else(|| {
            wrong("human", document.human.to_string(), format!("a number from 1 to {players}"))
        })?;
        let level: Level = document
            .level
            .to_string()
            .parse()
            .map_err(|_| wrong("level", document.level.to_string(), "at most 100".to_owned()))?;
        let seed = document.seed.to_u64();
        let seed =
            seed.ok_or_else(|| wrong("seed", document.seed.to_string(), "a number below 2^64".to_owned()))?;
        let place = |text: &str| -> Result<BigPosition, ResumeError> {
            let position: Position =
                text.parse().map_err(|error| ResumeError::Position(format!("position `{text}`: {error}")))?;
            let placed = partner.playable().place(&position);
            placed.map_err(|error| ResumeError::Position(of_heaps(&error, partner.playable())))
        };
        let start = place(&document.position)?;
        let moves: Vec<BigPosition> =
            document.moves.iter().map(|made| place(&made.to)).collect::<Result<_, _>>()?;
        let mut game = Match::new(partner, start.clone(), human).against(Opponent { level, seed });
        for (index, (to, made)) in moves.iter().zip(&document.moves).enumerate() {
            let known = game.known()?;
            if game.offer(std::slice::from_ref(to), &known) != Some(true) {
                return Err(ResumeError::Move { number: index + 1, to: made.to.clone() });
            }
        }
        if game.known().is_ok_and(|known| known.is_over()) {
            game.finish();
        }
        Ok(Self { game, start: Some(start), fairness: Fairness::Fair, asked: None, listed: false })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// The game as a document, which [`Session::resume`] reads.
    #[must_use]
    pub fn saved(&self) -> Play {
        self.game.document()
    }

    /// The text at the beginning, up to the player's turn.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn open(&mut self) -> Result<String, AnswerError> {
        let partner = self.game.partner();
        let convention = terms::convention_name(partner.convention());
        let mut lines = vec![format!("{}, {convention}", partner.playable().title())];
        let Opponent { level, seed } = self.game.opponent();
        if level != Level::default() {
            lines.push(format!("the computer errs at {}% of its turns", level.percent()));
        }
        if level != Level::default() || self.start.is_none() {
            lines.push(format!("seed {seed} plays this once more"));
        }
        lines.push("type `help` for help".to_owned());
        lines.extend(self.unfair());
        lines.push(self.advance()?);
        Ok(lines.join("\n"))
    }

    /// Answers a line that the player has typed.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn enter(&mut self, line: &str) -> Result<Turn, AnswerError> {
        if line.trim().is_empty() {
            return Ok(Turn::Said(String::new()));
        }
        let known = self.game.known()?;
        let playable = &self.game.partner().playable().clone();
        let (asked, listed) = (self.asked.take(), std::mem::take(&mut self.listed));
        let answered = match &asked {
            Some(PlayerQuestion::FromWhich(amount)) => from_that_heap(amount, line),
            _ => None,
        };
        let entry = match read(answered.as_deref().unwrap_or(line), playable, self.game.position()) {
            // A line that is neither a move nor a word of the game is the name of a file, if that
            // was the question.
            Err(_) if asked == Some(PlayerQuestion::InWhichFile) => {
                Ok(Entry::Save(Some(line.trim().to_owned())))
            }
            Err(Unclear::Alone { number, .. }) if listed => Ok(Entry::Numbered(number)),
            Err(Unclear::Alone { number, message }) => {
                self.asked = asked.filter(|_| answered.is_some());
                Err(format!("{message}, or `#{number}` for a move by its number in `moves`"))
            }
            Err(Unclear::FromWhich { amount, question }) => {
                self.asked = Some(PlayerQuestion::FromWhich(amount));
                Err(question)
            }
            // The question remains until it is answered.
            Err(unclear) => {
                self.asked = asked.filter(|_| answered.is_some());
                Err(unclear.spoken())
            }
            Ok(entry) => Ok(entry),
        };
        // The computer's reply may have been the last move.
        let is_over = known.is_over();
        let said = match entry {
            Ok(Entry::Move(_) | Entry::Numbered(_) | Entry::Hint) | Err(_) if is_over => {
                self.asked = None;
                OVER.to_owned()
            }
            Err(message) => message,
            Ok(Entry::Quit) => return Ok(Turn::Left),
            Ok(Entry::Save(file)) => return Ok(Turn::Save(file)),
            Ok(Entry::Help) => talk::help(playable),
            Ok(Entry::Hint) => talk::hint(&known, best_move(&known)),
            Ok(Entry::Why) => {
                let partner = self.game.partner();
                let why = talk::why(partner.convention(), &known);
                match partner.reasons(&known) {
                    Some(reasons) => {
                        let details = reasons.details().text();
                        format!("{why}\n\n{details}\nknown {}", partner.source_alone(&known))
                    }
                    None => format!("{why}\nknown {}", partner.source(&known)),
                }
            }
            Ok(Entry::Moves { marked }) => {
                self.listed = true;
                talk::moves(&known, marked)
            }
            Ok(Entry::Rules) => playable.rules().trim_end().to_owned(),
            Ok(Entry::Law) => match self.game.partner().law() {
                Some(sentence) => sentence + &talk::sum(self.game.partner().playable(), &known),
                None if matches!(known.source, Source::Heaps { .. }) => {
                    let source = self.game.partner().source(&known);
                    format!("known {source}{}", talk::sum(self.game.partner().playable(), &known))
                }
                None => "no law is known here; `bouton prove GAME -o FILE` looks for one, `bouton play GAME --using FILE` plays by it".to_owned(),
            },
            Ok(Entry::Log) => talk::log(&self.game),
            Ok(Entry::Undo) if self.game.take_back() => self.advance()?,
            Ok(Entry::Undo) => "there is nothing to take back".to_owned(),
            Ok(Entry::New) => self.again(self.start.clone())?,
            Ok(Entry::NewRandom) => {
                self.start = None;
                self.again(None)?
            }
            Ok(Entry::NewAt(position)) => match playable.place(&position) {
                Ok(start) if self.game.partner().answer(&start).is_ok() => {
                    self.start = Some(start.clone());
                    self.again(Some(start))?
                }
                Ok(_) => format!("{position} is too large for the computer to play"),
                Err(error) => of_heaps(&error, playable),
            },
            Ok(Entry::Swap) => {
                self.game.swap();
                self.advance()?
            }
            Ok(Entry::Level(level)) => {
                self.game.set_opponent(Opponent { level, ..self.game.opponent() });
                format!("the computer errs at {}% of its turns", level.percent())
            }
            Ok(Entry::Numbered(number)) => {
                match number.checked_sub(1).and_then(|place| known.moves.get(place)) {
                    Some(option) => match playable.place(&option.to) {
                        Ok(to) => self.moved(&[to], &known)?,
                        Err(error) => of_heaps(&error, playable),
                    },
                    None => format!("there is no move {number}; `moves` lists {}", known.moves.len()),
                }
            }
            Ok(Entry::Move(targets)) => self.moved(&targets, &known)?,
        };
        Ok(Turn::Said(said))
    }

    /// Makes the player's move, and the computer's moves after it.
    fn moved(&mut self, targets: &[BigPosition], known: &Answer) -> Result<String, AnswerError> {
        Ok(match self.game.offer(targets, known) {
            Some(true) => self.advance()?,
            Some(false) => {
                let (partner, from) = (self.game.partner(), self.game.written());
                let to = targets.first().map_or_else(String::new, |to| partner.write(to).to_string());
                let instead = self.taking(targets, known).unwrap_or_default();
                format!(
                    "no move of the rules leads from {from} to {to}; {instead}`moves` lists where they lead, `rules` says why"
                )
            }
            None => "whether this is allowed is not known at this size; try another move".to_owned(),
        })
    }

    /// The note for a player who may have meant an amount: where there is one heap, a number alone
    /// is the size that is left.
    fn taking(&self, targets: &[BigPosition], known: &Answer) -> Option<String> {
        let (partner, [heap]) = (self.game.partner(), &self.game.position().0[..]) else { return None };
        let ruleset = partner.playable().ruleset().filter(|ruleset| *ruleset.space() == Space::Heaps)?;
        let [amount] = &targets.first()?.0[..] else { return None };
        if ruleset.dimension() != 1 || amount > heap {
            return None;
        }
        let to = (vec![heap - amount], self.game.position().1);
        let allowed = partner.allows(self.game.position(), &to, known) == Some(true);
        allowed.then(|| format!("to take {amount}, write `take {amount}`; "))
    }

    /// Asks for the file in which to save the game; the next line may be its name.
    pub fn ask_for_a_file(&mut self) -> &'static str {
        self.asked = Some(PlayerQuestion::InWhichFile);
        "in which file? write its name, for example my.game.json"
    }

    /// The note about a random start that is not fair.
    fn unfair(&self) -> Option<String> {
        if self.start.is_some() {
            return None;
        }
        if self.game.known().is_ok_and(|known| known.is_over()) {
            return Some("no position with a move was found; `new POSITION` begins elsewhere".to_owned());
        }
        let why = match self.fairness {
            Fairness::Fair | Fairness::Loose => return None,
            Fairness::Won => "here every move wins",
            Fairness::Lost if self.game.partner().players() == 2 => "here you lose unless the computer errs",
            Fairness::Lost => "here you do not win unless others err",
        };
        Some(format!("no fair start was found: {why}; `new POSITION` begins elsewhere"))
    }

    /// Restarts the game with another seed.
    fn again(&mut self, start: Option<BigPosition>) -> Result<String, AnswerError> {
        let opponent = self.game.opponent();
        let opponent = Opponent { seed: opponent.seed.wrapping_add(1), ..opponent };
        let start = match start {
            Some(position) => Start { position, fairness: Fairness::Fair },
            None => fair(self.game.partner(), self.game.human(), opponent.seed)?,
        };
        self.game.set_opponent(opponent);
        self.game.restart(start.position);
        self.fairness = start.fairness;
        let unfair = self.unfair();
        let said = self.advance()?;
        Ok(unfair.into_iter().chain([said]).collect::<Vec<_>>().join("\n"))
    }

    /// Lets the computer move until it is the player's turn, or the game ends.
    fn advance(&mut self) -> Result<String, AnswerError> {
        let mut lines = Vec::new();
        loop {
            let (position, known) = (self.game.written(), self.game.known()?);
            if known.is_over() {
                self.game.finish();
                lines.push(format!("{position}  there is no move left"));
                lines.push(self.game.result());
                return Ok(lines.join("\n"));
            }
            if self.game.is_humans_turn() {
                let drawn = drawing(self.game.partner().playable(), self.game.position());
                lines.push(format!("{drawn}{position}  your move"));
                return Ok(lines.join("\n"));
            }
            let name = self.game.name(self.game.mover());
            let Some(to) = self.game.reply(&known)? else { return Err(too_large(&position)) };
            lines.push(format!("{position}  {name} moves to {to}"));
        }
    }
}

/// Chooses a fair start.
fn fair(partner: &Partner, human: usize, seed: u64) -> Result<Start, AnswerError> {
    if let Some(start) = fair_start(partner, human, seed)? {
        return Ok(start);
    }
    // There is no move, or every position with one costs too much.
    let playable = partner.playable();
    let usual = vec![2; playable.ruleset().map_or(1, Ruleset::dimension)];
    let first = first_start(playable, &usual).unwrap_or_else(|| Position::from_small(&usual));
    let position = playable.place(&first).map_err(|_| too_large(&first))?;
    partner.answer(&position)?;
    Ok(Start { position, fairness: Fairness::Lost })
}

/// The error of a position at which the computer does not know a move.
fn too_large(position: &Position) -> AnswerError {
    AnswerError::TooLarge { position: position.to_string(), needed: TooMuch::Numbers }
}
