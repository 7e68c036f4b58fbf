//! Exact values, from any engine.

use std::{borrow::Cow, fmt};

use bouton_core::{ControlState, LimitReached, Valuation, Value};
use num_bigint::BigUint;

use crate::Cost;

mod law;
mod lines;
mod reference;
mod region;
mod tabulated;

pub(crate) use law::{SECONDS_A_QUESTION, boxed};

pub use lines::Lines;
pub use reference::{Reach, Reference};
pub use tabulated::TableEngine;

/// An engine that computes exact values.
///
/// An engine is created for one game and one [valuation](Self::valuation). It keeps its results, so
/// a second question costs only the new part; [`estimate`](Self::estimate) gives this cost without
/// computing anything. An engine can be sent to another thread with its results.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Moves, Reference, TableEngine, Values};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let moves = Moves::within(&wythoff, &watch)?;
/// let mut engines: Vec<Box<dyn Values>> = vec![
///     Box::new(Reference::of_ruleset(&wythoff, &moves, Valuation::Grundy, &watch)?),
///     Box::new(TableEngine::new(&wythoff, &moves, Valuation::Grundy, &watch)?.unwrap()),
/// ];
/// for engine in &mut engines {
///     assert_eq!(engine.small_value(&[3, 4], ControlState(0))?, 2, "{}", engine.engine());
/// }
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub trait Values: fmt::Debug + Send {
    /// The kind of the engine.
    fn engine(&self) -> Engine;

    /// The valuation of its values.
    fn valuation(&self) -> Valuation;

    /// The cost of the answer to a question now; `None` if this engine cannot answer it.
    ///
    /// The cost follows from the rules, the question and the present results, never from the clock.
    fn estimate(&self, question: &Question<'_>) -> Option<Cost>;

    /// Notes on the computation, each a sentence without its full stop: for instance, whether
    /// interchangeable coordinates are used.
    fn notes(&self, _question: &Question<'_>) -> Vec<String> {
        Vec::new()
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; results found so far are kept.
    ///
    /// # Panics
    ///
    /// If the game does not have such a position.
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
    /// [`LimitReached`]; results found so far are kept.
    fn fill(&mut self, upto: u64) -> Result<(), LimitReached>;
}

/// A question to an engine.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Moves, Question, TableEngine, Values};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let moves = Moves::within(&wythoff, &watch)?;
/// let engine = TableEngine::new(&wythoff, &moves, Valuation::NormalOutcome, &watch)?.unwrap();
/// let of_box = |upto| engine.estimate(&Question::Box { upto, dimension: 2 }).unwrap();
/// assert!(of_box(100).positions < of_box(1000).positions);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// The value of a position and of its options.
    Position(&'a [BigUint], ControlState),
    /// The values of all positions with no coordinate above a bound.
    Box {
        /// The bound.
        upto: u64,
        /// The number of coordinates of a position.
        dimension: usize,
    },
}

impl<'a> Question<'a> {
    /// The position, or the greatest position of the box.
    ///
    /// ```
    /// use bouton_solve::Question;
    ///
    /// assert_eq!(*Question::Box { upto: 7, dimension: 2 }.largest(), [7u32.into(), 7u32.into()]);
    /// ```
    #[must_use]
    pub fn largest(&self) -> Cow<'a, [BigUint]> {
        match *self {
            Self::Position(coordinates, _) => Cow::Borrowed(coordinates),
            Self::Box { upto, dimension } => Cow::Owned(vec![BigUint::from(upto); dimension]),
        }
    }
}

/// The kinds of engines.
///
/// ```
/// use bouton_solve::Engine;
///
/// assert_eq!(Engine::Reference.to_string(), "reference");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// A proved law: no search is needed.
    Law,
    /// A table of a whole region.
    Tables,
    /// The definition, with a memo of the positions below a position.
    Reference,
}

impl Engine {
    /// The name: `law`, `tables` or `reference`.
    ///
    /// ```
    /// assert_eq!(bouton_solve::Engine::Tables.name(), "tables");
    /// ```
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
