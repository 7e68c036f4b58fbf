//! The command line.

use bouton::{Playable, Position, PositionError, rules::Game};
use clap::{Args, Parser, Subcommand};

use crate::{commands, failure::Failure, output::Output};

/// State the rules of a heap game. Get its winning strategy, with a proof.
#[derive(Debug, Parser)]
#[command(
    name = "bouton",
    version,
    max_term_width = 100,
    after_help = "GAME is the path of a rules file, the name of a built-in game (see `bouton games`), a code \
(`0.137`, 'subtraction {1,3,4}'), or rules text, lines parted by `;`.\n\
POSITION is `3,4,5`; a control state follows after a colon: `3,4,5:used`.\n\
Exit status: 0 done; 1 the answer is \"no\"; 2 the input is wrong; 3 a limit was reached."
)]
pub(crate) struct Arguments {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Outcome, Grundy value, remoteness and every winning move of a position
    Solve(commands::solve::Arguments),
    /// The values of all positions in a box
    Table(commands::table::Arguments),
    /// List positions by outcome and other properties
    List(commands::list::Arguments),
    /// How many positions of a box have each outcome
    Count(commands::count::Arguments),
    /// Grundy values of one heap, and their period
    Sequence(commands::sequence::Arguments),
    /// Find the law of a game and prove it
    Prove(commands::prove::Arguments),
    /// Check a certificate, independently of how it was found
    Check(commands::check::Arguments),
    /// A proved law in words and as a table
    Explain(commands::explain::Arguments),
    /// A proved strategy as a function in Rust, Python, C or JavaScript
    Emit(commands::emit::Arguments),
    /// Play against the perfect opponent
    Play(commands::play::Arguments),
    /// Outcome and Grundy value of a sum of positions of several games
    Sum(commands::sum::Arguments),
    /// Three-player Nim with podium rule: values, equality, canonical forms
    Podium(commands::podium::Arguments),
    /// The theory of Nim: sums, moves, lost positions, starting positions
    Nim(commands::nim::Arguments),
    /// Nim with a pass on heaps of size at most four
    Pass(commands::pass::Arguments),
    /// Heaps with a bound on the objects taken in total: base cases, lemmas, the family
    InTotal(commands::in_total::Arguments),
    /// Good starting positions for Nim
    Suggest(commands::nim::SuggestArguments),
    /// The built-in games
    Games(commands::games::Arguments),
    /// A completion script for a shell
    Completions(commands::completions::Arguments),
    /// The manual page
    Man(commands::man::Arguments),
}

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
        Ok(bouton::load(&self.game)?)
    }

    /// The game with a fixed number of heaps: three if it is open, which is told.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the number of heaps contradicts the rules.
    pub(crate) fn playable(&self, output: &Output) -> Result<Playable, Failure> {
        let game = self.load()?;
        if game.code().is_some() {
            return Ok(Playable::new(&game, None)?);
        }
        let open = game.heaps() == bouton::rules::HeapCount::Any;
        if open && self.heaps.is_none() {
            if !output.is_json() {
                eprintln!(
                    "note: the game has any number of heaps; this is about {DEFAULT_HEAPS}, say --heaps K for another number"
                );
            }
            return Ok(Playable::new(&game, Some(DEFAULT_HEAPS))?);
        }
        Ok(Playable::new(&game, self.heaps())?)
    }

    /// The game with as many heaps as the position has.
    ///
    /// # Errors
    ///
    /// As [`playable`](Self::playable).
    pub(crate) fn playable_at(&self, position: &Position) -> Result<Playable, Failure> {
        let game = self.load()?;
        if game.code().is_none()
            && game.heaps() == bouton::rules::HeapCount::Any
            && position.coordinates.is_empty()
        {
            return Err(Failure::input("position", "the position has no heaps; write it as `3,4,5`"));
        }
        let heaps = if game.code().is_some() { None } else { self.heaps() };
        Ok(Playable::for_position(&game, heaps, position)?)
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
