//! Games and positions on the command line.

use bouton::{
    Position, PositionError, Settings,
    ask::Subject,
    rules::{Game, HeapCount},
};
use clap::Args;

use crate::failure::Failure;

/// A game of which a theorem for every number of heaps may be requested.
#[derive(Args, Clone, Debug)]
pub(crate) struct OpenGame {
    /// A rules file, a built-in game, a code, or rules text
    #[arg(index = 1)]
    pub(crate) game: String,
    /// The number of heaps of a game with any number of them, or `all` for a theorem about every number
    #[arg(long, value_name = "K", value_parser = number_of_heaps)]
    heaps: Option<NumberOfHeaps>,
    /// Another value for a number that the rules name by `let`; `prove` takes k=3..6, too
    #[arg(long = "set", value_name = "NAME=NUMBER")]
    pub(crate) set: Vec<String>,
}

/// The value of `--heaps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberOfHeaps {
    /// Every number, in one theorem.
    All,
    /// This number.
    Fixed(u8),
}

fn number_of_heaps(text: &str) -> Result<NumberOfHeaps, String> {
    if text == "all" {
        return Ok(NumberOfHeaps::All);
    }
    let number = text.parse().ok().filter(|number| (1..=64).contains(number));
    number.map(NumberOfHeaps::Fixed).ok_or_else(|| "expected a number from 1 to 64, or `all`".to_owned())
}

impl OpenGame {
    /// The number of heaps, if it was given.
    pub(crate) fn heaps(&self) -> Option<usize> {
        self.subject().heaps()
    }

    /// Whether a theorem for every number of heaps is requested.
    pub(crate) fn all_heaps(&self) -> bool {
        self.heaps == Some(NumberOfHeaps::All)
    }

    /// Whether a theorem for every number of heaps of this game is to be sought.
    pub(crate) fn any_heaps(&self, game: &Game) -> bool {
        let open = game.code().is_none() && game.heaps() == HeapCount::Any;
        open && self.heaps().is_none()
    }

    /// The game of a question about a fixed number of heaps.
    pub(crate) fn subject(&self) -> Subject {
        let heaps = match self.heaps {
            Some(NumberOfHeaps::Fixed(heaps)) => Some(heaps),
            Some(NumberOfHeaps::All) | None => None,
        };
        Subject { game: self.game.clone(), heaps, set: self.set.clone() }
    }
}

/// All values that are set for names in the rules.
///
/// # Errors
///
/// If they are not written as such.
pub(crate) fn settings(set: &[String]) -> Result<Vec<Settings>, Failure> {
    bouton::settings(set).map_err(|error| bouton::Error::from(error).into())
}

/// A position on the command line.
///
/// # Errors
///
/// If it is not written as one.
pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error }.into())
}
