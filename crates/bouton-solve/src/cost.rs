//! The estimated cost of an answer.

use std::{iter, ops};

/// The estimated cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Positions that are solved.
    pub positions: f64,
    /// Options that are looked at, or other steps.
    pub steps: f64,
    /// Bytes that are held at once.
    pub bytes: f64,
    /// Seconds on one core of a machine of today: what the steps take, never what the clock says.
    pub seconds: f64,
}

impl Cost {
    /// What is known already.
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
