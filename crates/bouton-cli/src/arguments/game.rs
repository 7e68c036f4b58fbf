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
    /// The number of heaps of a game with any number of them; `prove` and `explain` take `all`, too
    #[arg(long, value_name = "K", value_parser = number_of_heaps)]
    heaps: Option<NumberOfHeaps>,
    /// Another value for a number that the rules name by `let`; `prove` takes k=3..6, too
    #[arg(long = "set", value_name = "NAME=NUMBER")]
    set: Vec<String>,
}

/// What `--heaps` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberOfHeaps {
    /// Every number, in one theorem.
    All,
    Fixed(u8),
}

fn number_of_heaps(text: &str) -> Result<NumberOfHeaps, String> {
    if text == "all" {
        return Ok(NumberOfHeaps::All);
    }
    let number = text.parse().ok().filter(|number| (1..=64).contains(number));
    number.map(NumberOfHeaps::Fixed).ok_or_else(|| "expected a number from 1 to 64, or `all`".to_owned())
}

/// How many heaps a game with any number of them gets if nobody says.
const DEFAULT_HEAPS: usize = 3;

impl GameArgument {
    /// The number of heaps, if it was given.
    pub(crate) fn heaps(&self) -> Option<usize> {
        match self.heaps {
            Some(NumberOfHeaps::Fixed(heaps)) => Some(usize::from(heaps)),
            Some(NumberOfHeaps::All) | None => None,
        }
    }

    /// Whether a theorem for every number of heaps is asked for.
    pub(crate) fn all_heaps(&self) -> bool {
        self.heaps == Some(NumberOfHeaps::All)
    }

    /// Whether a theorem for every number of heaps of this game is to be sought.
    pub(crate) fn any_heaps(&self, game: &Game) -> bool {
        let open = game.code().is_none() && game.heaps() == bouton::rules::HeapCount::Any;
        open && self.heaps().is_none()
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
        if self.all_heaps() {
            return Err(Failure::misused(
                "--heaps all goes with `prove` and `explain` alone; say --heaps K here",
            ));
        }
        self.load_open()
    }

    /// The game, of which a theorem for every number of heaps may be asked for.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its rules have faults.
    pub(crate) fn load_open(&self) -> Result<Game, Failure> {
        match &self.settings()?[..] {
            [settings] => self.load_with(settings),
            _ => Err(Failure::input("usage", "--set takes one number here; `prove` takes a range")),
        }
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
