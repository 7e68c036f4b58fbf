//! Games and positions on the command line.

use bouton::{Oracles, Playable, Position, PositionError, Settings, rules::Game};
use clap::Args;
use clap_complete::ArgValueCompleter;

use crate::{commands::completions::games, failure::Failure, file, output::Output, screen, session::Session};

/// A game on the command line.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameArgument {
    /// A rules file, a built-in game, a code, or rules text
    #[arg(add = ArgValueCompleter::new(games))]
    pub(crate) game: String,
    /// The number of heaps of a game with any number of them
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    heaps: Option<u8>,
    /// A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; `prove` takes k=3..6, too
    #[arg(long = "set", value_name = "NAME=NUMBER")]
    set: Vec<String>,
}

/// How many heaps a game with any number of them gets if nobody says.
const DEFAULT_HEAPS: usize = 3;

impl GameArgument {
    /// The number of heaps, if it was given.
    pub(crate) fn heaps(&self) -> Option<usize> {
        self.heaps.map(usize::from)
    }

    /// Whether a number of the rules was set.
    pub(crate) fn sets(&self) -> bool {
        !self.set.is_empty()
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its rules have faults.
    pub(crate) fn load(&self) -> Result<Game, Failure> {
        match &self.settings()?[..] {
            [settings] => {
                let game = self.load_with(settings)?;
                match game.letters() {
                    [] => Ok(game),
                    names => Err(Failure::without_numbers(names)),
                }
            }
            _ => Err(Failure::input("usage", "--set takes one number here; `prove` takes a range")),
        }
    }

    /// The game with its letters, whatever is set.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub(crate) fn load_letters(&self) -> Result<Game, Failure> {
        file::game(&self.game, &[])
    }

    /// What is set, as it is written.
    pub(crate) fn written_settings(&self) -> &[String] {
        &self.set
    }

    /// All values that are set for names in the rules.
    ///
    /// # Errors
    ///
    /// If they are not written as such.
    pub(crate) fn settings(&self) -> Result<Vec<Settings>, Failure> {
        bouton::settings(&self.set).map_err(|error| Failure::input("usage", format!("--set: {error}")))
    }

    /// The game with these values.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the rules have no such name.
    pub(crate) fn load_with(&self, settings: &[(String, i64)]) -> Result<Game, Failure> {
        file::game(&self.game, settings)
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
                screen::note(&format!(
                    "note: the game has any number of heaps; this is about {DEFAULT_HEAPS}, say --heaps K for another number\n"
                ));
            }
            return Ok(Playable::new(game, Some(DEFAULT_HEAPS))?);
        }
        Ok(Playable::new(game, self.heaps())?)
    }

    /// Who answers questions about the game, by the theorem of a certificate file if one is given.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the checker does not accept the certificate.
    pub(crate) fn oracles(&self, using: Option<&str>, session: &Session) -> Result<Oracles, Failure> {
        let game = self.load()?;
        if game.code().is_some() {
            // A position of it has as many heaps as are written: it has no number of them to fix, and says so.
            Playable::new(&game, self.heaps())?;
        }
        let theorem = using.map(|path| file::theorem(path, session)).transpose()?;
        Ok(Oracles::new(&game, self.heaps(), theorem, &session.watch()))
    }
}

/// A position of which each number may be a word of its own: `3,4,5`, `3 4 5` and `3, 4, 5` are the same.
///
/// # Errors
///
/// If these are several positions.
pub(crate) fn joined(words: &[String]) -> Result<String, Failure> {
    let [first, second, ..] = words else { return Ok(words.concat()) };
    let number = |word: &String| word.strip_suffix(',').unwrap_or(word).to_owned();
    let numbers: Vec<String> = words.iter().map(number).collect();
    if numbers.iter().any(|number| number.contains(',')) {
        let several =
            format!("`{first}` and `{second}` are two positions, and one is expected, such as `3,4,5`");
        return Err(Failure::input("usage", several));
    }
    Ok(numbers.join(","))
}

/// A position on the command line.
///
/// # Errors
///
/// If it is not written as one.
pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error }.into())
}
