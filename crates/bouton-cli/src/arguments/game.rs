//! Games and positions on the command line.

use bouton::{Playable, Position, PositionError, rules::Game};
use clap::Args;

use crate::{failure::Failure, file, output::Output};

/// A game on the command line.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameArgument {
    /// A rules file, a built-in game, a code, or rules text
    pub(crate) game: String,
    /// The number of heaps of a game with any number of them
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    heaps: Option<u8>,
}

/// How many heaps a game with any number of them gets if nobody says.
const DEFAULT_HEAPS: usize = 3;

impl GameArgument {
    /// The number of heaps, if it was given.
    pub(crate) fn heaps(&self) -> Option<usize> {
        self.heaps.map(usize::from)
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its rules have faults.
    pub(crate) fn load(&self) -> Result<Game, Failure> {
        file::game(&self.game)
    }

    /// The game with a fixed number of heaps: three if it is open, which is told.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the number of heaps contradicts the rules.
    pub(crate) fn playable(&self, output: &Output) -> Result<Playable, Failure> {
        self.playable_from(&self.load()?, output)
    }

    /// As [`playable`](Self::playable), of the game that was loaded.
    ///
    /// # Errors
    ///
    /// If the number of heaps contradicts the rules.
    pub(crate) fn playable_from(&self, game: &Game, output: &Output) -> Result<Playable, Failure> {
        if game.code().is_some() {
            return Ok(Playable::new(game, None)?);
        }
        let open = game.heaps() == bouton::rules::HeapCount::Any;
        if open && self.heaps.is_none() {
            if !output.is_json() {
                eprintln!(
                    "note: the game has any number of heaps; this is about {DEFAULT_HEAPS}, say --heaps K for another number"
                );
            }
            return Ok(Playable::new(game, Some(DEFAULT_HEAPS))?);
        }
        Ok(Playable::new(game, self.heaps())?)
    }

    /// The game with as many heaps as the position has.
    ///
    /// # Errors
    ///
    /// As [`playable`](Self::playable).
    pub(crate) fn playable_at(&self, position: &Position) -> Result<Playable, Failure> {
        self.playable_of(&self.load()?, position)
    }

    /// The game, read before, with as many heaps as the position has.
    ///
    /// # Errors
    ///
    /// As [`playable`](Self::playable).
    pub(crate) fn playable_of(&self, game: &Game, position: &Position) -> Result<Playable, Failure> {
        let open = game.code().is_none() && game.heaps() == bouton::rules::HeapCount::Any;
        if open && position.coordinates.is_empty() {
            return Err(Failure::input("position", "the position has no heaps; write it as `3,4,5`"));
        }
        let heaps = if game.code().is_some() { None } else { self.heaps() };
        Ok(Playable::for_position(game, heaps, position)?)
    }
}

/// A position on the command line.
///
/// # Errors
///
/// If it is not written as one.
pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error }.into())
}
