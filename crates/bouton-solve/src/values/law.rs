//! The cost of laws: proved values need no search.

use bouton_core::Law;
use num_bigint::BigUint;

use super::{Question, region::real};
use crate::Cost;

impl Cost {
    /// The cost of an answer by a law: a few steps for each digit.
    ///
    /// ```
    /// use bouton_core::{ControlState, DigitAutomaton, Law, Valuation};
    /// use bouton_solve::{Cost, Question};
    ///
    /// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2]).unwrap();
    /// let law = Law::new(Valuation::NormalOutcome, law);
    /// let heap = ["1000000000000000000000000".parse().unwrap()];
    /// assert!(Cost::of_law(&law, &Question::Position(&heap, ControlState(0))).seconds < 1e-3);
    /// ```
    #[must_use]
    pub fn of_law(law: &Law, question: &Question<'_>) -> Self {
        // With a Nim heap, all values of a digit are tried at once.
        let width = if law.nim_heap { 8.0 } else { 1.0 };
        Self::of_width(question, width)
    }

    /// The cost for a law that has not been read yet.
    #[must_use]
    pub fn of_unread_law(question: &Question<'_>) -> Self {
        Self::of_width(question, 1.0)
    }

    fn of_width(question: &Question<'_>, width: f64) -> Self {
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
        Self { positions, steps, bytes: 0.0, seconds }
    }
}

/// Seconds for each digit of each coordinate, and for each question.
const SECONDS_A_DIGIT: f64 = 2e-8;
pub(crate) const SECONDS_A_QUESTION: f64 = 1e-7;

/// A lower bound of the number of sorted positions of a box: questions about them are asked one by
/// one.
pub(crate) fn boxed(upto: u64, dimension: usize) -> f64 {
    (1u32..)
        .take(dimension)
        .fold(1.0, |count, place| count * (real(upto) + f64::from(place)) / f64::from(place))
}
