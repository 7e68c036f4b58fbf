//! The estimated cost of an answer.

use std::{iter, ops};

/// The estimated cost of an answer.
///
/// ```
/// use bouton_solve::Cost;
///
/// let table = Cost { positions: 100.0, bytes: 100.0, ..Cost::NOTHING };
/// let both: Cost = [table, table].into_iter().sum();
/// assert_eq!(both.positions, 200.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// The number of solved positions.
    pub positions: f64,
    /// The number of options that are looked at, or of other steps.
    pub steps: f64,
    /// The number of bytes held at once.
    pub bytes: f64,
    /// Seconds on one core of a present machine: computed from the steps, never from the clock.
    pub seconds: f64,
}

impl Cost {
    /// The cost of an answer that is known already.
    pub const NOTHING: Self = Self { positions: 0.0, steps: 0.0, bytes: 0.0, seconds: 0.0 };
}

impl ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            steps: self.steps + other.steps,
            bytes: self.bytes + other.bytes,
            seconds: self.seconds + other.seconds,
        }
    }
}

impl iter::Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::NOTHING, ops::Add::add)
    }
}
