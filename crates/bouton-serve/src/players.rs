//! Perfect players that have answered before: results of one move of a game are available for the
//! next.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use bouton::{
    Game, Goal, Instance, Limits, Oracles, Position, Theorem, Watch, letter_settings, play::Partner,
    prove_letters,
};

use crate::{bounds::Bounds, failure::Failure, kept::fitting, query::Query};

/// The game that a player knows. Its answers depend on this only, not on earlier questions: see
/// [`Partner::beginning_at`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    rules: String,
    heaps: Option<usize>,
    start: Position,
    certificate: Option<String>,
    /// Rules with letters, and their numbers, if the game was given so.
    letters: Option<(String, String)>,
}

/// A perfect player with all its results.
#[derive(Debug)]
pub(crate) struct Player {
    known: Known,
    partner: Partner,
    watch: Watch,
}

impl Player {
    pub(crate) fn partner(&self) -> &Partner {
        &self.partner
    }

    /// The bytes of its tables.
    fn bytes(&self) -> u64 {
        self.watch.memory_limit() - self.watch.memory_left()
    }
}

/// A game with letters, and numbers for them.
#[derive(Debug)]
pub(crate) struct WithLetters {
    game: Game,
    set: String,
}

impl WithLetters {
    /// The game of a query with its numbers, if its rules have letters.
    pub(crate) fn of(query: &Query) -> Option<Self> {
        let (game, set) = (Game::named(query.get("game")?).ok()?, query.get("set")?.to_owned());
        (!game.rules().letters().is_empty()).then_some(Self { game, set })
    }

    /// The theorem for all numbers, with these numbers; `None` if no theorem is proved.
    fn instance(&self, watch: &Watch) -> Option<Instance> {
        let prove = |cones| prove_letters(self.game.rules(), Goal::Outcome, cones, watch).ok()?.theorem;
        let theorem = prove(false).or_else(|| prove(true))?;
        Some(Instance { theorem, settings: letter_settings(std::slice::from_ref(&self.set)).ok()? })
    }
}

/// Players that wait for further questions, the last one first.
#[derive(Debug)]
pub(crate) struct Players {
    waiting: Mutex<VecDeque<Player>>,
    /// The memory of each player, and of all that wait.
    memory: u64,
    memory_kept: u64,
}

/// The most players that wait.
const MOST: usize = 64;

impl Players {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self { waiting: Mutex::default(), memory: bounds.memory, memory_kept: bounds.memory_kept }
    }

    /// A player for a game from a position on, under this watch: a waiting player of this game, or
    /// a new one.
    ///
    /// # Errors
    ///
    /// If the game cannot be played there.
    pub(crate) fn for_game(
        &self,
        game: &Game,
        heaps: Option<usize>,
        (theorem, letters): (Option<&Theorem>, Option<&WithLetters>),
        start: &Position,
        watch: &Watch,
    ) -> Result<Player, Failure> {
        let known = Known {
            rules: game.rules().text(),
            heaps,
            start: start.clone(),
            certificate: theorem.map(|theorem| theorem.identity().to_string()),
            letters: letters.map(|letters| (letters.game.rules().text(), letters.set.clone())),
        };
        if let Some(player) = self.take(&known) {
            player.watch.follow(watch);
            return Ok(player);
        }
        let own = Watch::new(&Limits { time: None, memory: self.memory, threads: 1 });
        own.follow(watch);
        let oracles = Oracles::new(game.rules(), heaps, theorem.cloned(), &own);
        let instance = letters.filter(|_| theorem.is_none()).and_then(|letters| letters.instance(watch));
        let oracle = oracles.with_letters(instance).into_oracle(start)?;
        let placed = oracle.playable().place(start)?;
        Ok(Player { known, partner: Partner::new(oracle).beginning_at(&placed), watch: own })
    }

    fn take(&self, known: &Known) -> Option<Player> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let place = waiting.iter().position(|player| player.known == *known)?;
        waiting.remove(place)
    }

    /// Stores a player for the next question; the players that were not used for the longest time are dropped
    /// if there is not enough space.
    pub(crate) fn keep(&self, player: Player) {
        if player.bytes() > self.memory_kept {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_front(player);
        let count = fitting(waiting.iter().map(Player::bytes), MOST, self.memory_kept);
        let gone = waiting.split_off(count);
        // Large tables are freed outside of the lock.
        drop(waiting);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(players: &Players, rules: &str, start: &str) -> Player {
        let start = start.parse().unwrap();
        let watch = Watch::unlimited();
        let player =
            players.for_game(&Game::named(rules).unwrap(), None, (None, None), &start, &watch).unwrap();
        let placed = player.partner().playable().place(&start).unwrap();
        player.partner().answer(&placed).unwrap();
        player
    }

    const OPEN: &str = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";

    #[test]
    fn what_was_solved_is_there_for_the_next_who_asks() {
        let players = Players::new(&Bounds::default());
        let first = ask(&players, OPEN, "20,30,40");
        let bytes = first.bytes();
        assert!(bytes > 0);
        players.keep(first);
        let start = "20,30,40".parse().unwrap();
        let again =
            players.for_game(&Game::named(OPEN).unwrap(), None, (None, None), &start, &Watch::unlimited());
        assert_eq!(again.unwrap().bytes(), bytes);
        // The player is in use, so the next one starts without results.
        let other =
            players.for_game(&Game::named(OPEN).unwrap(), None, (None, None), &start, &Watch::unlimited());
        let fresh = Players::new(&Bounds::default());
        let fresh =
            fresh.for_game(&Game::named(OPEN).unwrap(), None, (None, None), &start, &Watch::unlimited());
        let other = other.unwrap().bytes();
        assert!(other == fresh.unwrap().bytes() && other < bytes, "{other} {bytes}");
    }

    #[test]
    fn who_was_asked_longest_ago_goes_first() {
        let players = Players::new(&Bounds::default());
        let each = ask(&players, OPEN, "20,30,40").bytes();
        let players = Players::new(&Bounds { memory_kept: each + each / 2, ..Bounds::default() });
        players.keep(ask(&players, OPEN, "20,30,40"));
        players.keep(ask(&players, OPEN, "40,30,20"));
        let waiting = players.waiting.lock().unwrap();
        let starts: Vec<String> = waiting.iter().map(|player| player.known.start.to_string()).collect();
        assert_eq!(starts, ["40,30,20"]);
    }

    #[test]
    fn a_player_works_under_the_time_of_who_asks() {
        let players = Players::new(&Bounds::default());
        players.keep(ask(&players, OPEN, "2,3,4"));
        let over = Watch::new(&Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
        let start: Position = "2,3,4".parse().unwrap();
        let player =
            players.for_game(&Game::named(OPEN).unwrap(), None, (None, None), &start, &over).unwrap();
        assert!(player.watch.check().is_err());
    }
}
