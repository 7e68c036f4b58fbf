//! Laws as engines: proved values need no search.

use bouton_core::{ControlState, Law, LimitReached, Valuation};
use num_bigint::BigUint;

use super::{Engine, Question, Values, region::real};
use crate::Cost;

/// A law over positions.
///
/// ```
/// use bouton_core::{ControlState, DigitAutomaton, Law, Valuation};
/// use bouton_solve::{LawValues, Values};
///
/// // lost exactly if 3 divides the heap
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let mut engine = LawValues::new(Law::new(Valuation::NormalOutcome, law));
/// assert_eq!(engine.value(&["1000000000000000000000".parse()?], ControlState(0))?, 1u32.into());
/// assert_eq!(engine.value(&["1000000000000000000002".parse()?], ControlState(0))?, 0u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LawValues {
    law: Law,
}

impl LawValues {
    /// Creates the engine of a law, which is assumed to be true.
    #[must_use]
    pub fn new(law: Law) -> Self {
        Self { law }
    }

    /// The cost of an answer by a law: a few steps for each digit.
    #[must_use]
    pub fn cost(law: &Law, question: &Question<'_>) -> Cost {
        // With a Nim heap all its digits are tried at once.
        let width = if law.nim_heap { 8.0 } else { 1.0 };
        Self::cost_of_width(question, width)
    }

    /// The cost for a law that has not been read yet.
    #[must_use]
    pub fn cost_unseen(question: &Question<'_>) -> Cost {
        Self::cost_of_width(question, 1.0)
    }

    fn cost_of_width(question: &Question<'_>, width: f64) -> Cost {
        let (positions, digits) = match question {
            Question::Position(coordinates, _) => {
                (1.0, coordinates.iter().map(BigUint::bits).max().unwrap_or(0))
            }
            Question::Box { upto, dimension } => {
                (boxed(*upto, *dimension), u64::from(upto.max(&1).ilog2()) + 1)
            }
        };
        let steps = positions * real(digits + 1) * width;
        let seconds = positions * SECONDS_A_QUESTION + steps * SECONDS_A_DIGIT;
        Cost { positions, steps, bytes: 0.0, seconds }
    }
}

/// Seconds for each digit of each coordinate, and for each question.
const SECONDS_A_DIGIT: f64 = 2e-8;
pub(crate) const SECONDS_A_QUESTION: f64 = 1e-7;

impl Values for LawValues {
    fn engine(&self) -> Engine {
        Engine::Law
    }

    fn valuation(&self) -> Valuation {
        if self.law.is_grundy() { Valuation::Grundy } else { self.law.valuation }
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        Some(Self::cost(&self.law, question))
    }

    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached> {
        // A law that is true of a game has a value at every position.
        self.law.value(control, coordinates).ok_or(LimitReached::Coordinate(u64::MAX))
    }

    fn fill(&mut self, _: u64) -> Result<(), LimitReached> {
        Ok(())
    }
}

/// A lower bound of the number of sorted positions of a box: questions about them are asked one by
/// one.
pub(crate) fn boxed(upto: u64, dimension: usize) -> f64 {
    (1u32..)
        .take(dimension)
        .fold(1.0, |count, place| count * (real(upto) + f64::from(place)) / f64::from(place))
}
