//! Exact values, whoever computes them.

use std::fmt;

use bouton_core::{ControlState, LimitReached, Valuation, Value};
use num_bigint::BigUint;

use crate::Cost;

mod law;
mod lines;
mod reference;
mod region;
mod tabulated;

pub use law::LawValues;
pub(crate) use law::{SECONDS_A_QUESTION, boxed};

pub use lines::Lines;
pub use reference::{Reach, Reference};
pub use tabulated::Tabulated;

/// What computes exact values: the one trait for everything that does.
///
/// An engine is made for one game and one [valuation](Self::valuation). It keeps what it has
/// found, so a second question costs only what is new; [`estimate`](Self::estimate) says what,
/// without computing anything. It goes from thread to thread with what it knows.
pub trait Values: fmt::Debug + Send {
    /// Which engine it is.
    fn engine(&self) -> Engine;

    /// Which values it knows.
    fn valuation(&self) -> Valuation;

    /// What the answer to a question would cost now; `None` if this engine has no answer to it.
    ///
    /// It follows from the rules, the question and what is known already, never from the clock.
    fn estimate(&self, question: &Question<'_>) -> Option<Cost>;

    /// What else is to be known of how it answers, each a sentence without its full stop: whether interchangeable
    /// coordinates are used, for instance.
    fn notes(&self, _question: &Question<'_>) -> Vec<String> {
        Vec::new()
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was found stays.
    ///
    /// # Panics
    ///
    /// If the game has no such position.
    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached>;

    /// The value of a position in machine words, if it fits one.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and if the value is 2^32 or more.
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    fn small_value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        let coordinates: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
        let value = self.value(&coordinates, control)?;
        Value::try_from(value).map_err(|_| LimitReached::Coordinate(u64::MAX))
    }

    /// Prepares the values of all positions of a box, so that [`value`](Self::value) looks them up.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was found stays.
    fn fill(&mut self, upto: u64) -> Result<(), LimitReached>;
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// The value of a position and of its options.
    Position(&'a [BigUint], ControlState),
    /// The values of all positions with no coordinate above a bound.
    Box {
        /// The bound.
        upto: u64,
        /// How many coordinates a position has.
        dimension: usize,
    },
}

/// The engines, by what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// A law that is proved: nothing is searched.
    Law,
    /// A table of a whole region.
    Tables,
    /// The definition, with a memo of what lies below a position.
    Reference,
}

impl Engine {
    /// Its name: `law`, `tables` or `reference`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::Tables => "tables",
            Self::Reference => "reference",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
