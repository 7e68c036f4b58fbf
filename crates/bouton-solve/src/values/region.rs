//! Estimates of the number of positions below a position, and of the cost of each, without a
//! search.

use bouton_core::{ControlState, LimitReached, Ruleset, Watch};
use num_bigint::BigUint;

use crate::Moves;

/// The data for the estimates of all engines of a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    moves: Moves,
    weights: Vec<f64>,
    /// Whether no move raises a coordinate.
    falls: bool,
    interchangeable: bool,
    controls: f64,
}

/// The most choices that are counted at one position.
const MOST_CHOICES: u64 = 1 << 16;

impl Region {
    /// The data of a ruleset and its moves.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub(crate) fn new(ruleset: &Ruleset, moves: &Moves, watch: &Watch) -> Result<Self, LimitReached> {
        Ok(Self {
            moves: moves.clone(),
            weights: ruleset.weights().iter().map(|&weight| real(weight)).collect(),
            falls: moves.never_raise(ruleset, watch)?,
            interchangeable: ruleset.interchangeable(),
            controls: real(ruleset.controls().len() as u64),
        })
    }

    /// An approximate upper bound of the number of positions that a search below `coordinates`
    /// meets.
    pub(crate) fn below(&self, coordinates: &[u64]) -> f64 {
        if !self.falls {
            return self.ranked(coordinates);
        }
        let boxed: f64 = coordinates.iter().map(|&coordinate| real(coordinate) + 1.0).product();
        if !self.interchangeable {
            return boxed * self.controls;
        }
        // Only sorted positions: no more than either count.
        boxed.min(multisets(coordinates)) * self.controls
    }

    /// The number of positions in a table that contains `coordinates`.
    pub(crate) fn tabulated(&self, coordinates: &[u64]) -> f64 {
        if self.falls && self.interchangeable {
            multisets(coordinates) * self.controls
        } else {
            self.ranked(coordinates)
        }
    }

    /// An upper bound of the length of a play from a position of that table. Each move lowers the
    /// rank, or is a pass, of which there are fewer than control states. Neither Grundy values nor
    /// remoteness are greater.
    pub(crate) fn longest_play(&self, coordinates: &[u64]) -> f64 {
        let rank = if self.falls && self.interchangeable {
            let largest = real(coordinates.iter().copied().max().unwrap_or(0));
            self.weights.iter().map(|weight| weight * largest).sum()
        } else {
            self.rank(coordinates)
        };
        rank + self.controls
    }

    /// The bytes of the counting tables with which that table numbers its positions.
    pub(crate) fn counting_tables(&self, coordinates: &[u64]) -> f64 {
        let dimension = real(self.weights.len() as u64);
        let (lists, length) = if self.falls && self.interchangeable {
            (dimension - 1.0, real(coordinates.iter().copied().max().unwrap_or(0)))
        } else {
            (dimension + 1.0, self.rank(coordinates))
        };
        // The lists grow by doubling.
        2.0 * 8.0 * lists * (length + dimension + 1.0)
    }

    fn rank(&self, coordinates: &[u64]) -> f64 {
        coordinates.iter().zip(&self.weights).map(|(&c, weight)| real(c) * weight).sum()
    }

    /// The approximate number of choices that are tried at a position in the middle of those below
    /// `coordinates`.
    pub(crate) fn choices(&self, coordinates: &[u64]) -> f64 {
        let at = |divisor: u64| {
            let position: Vec<u64> = coordinates.iter().map(|&coordinate| coordinate / divisor).collect();
            let controls = (0u8..64).take_while(|&control| f64::from(control) < self.controls);
            let most =
                controls.map(|control| self.moves.work_at(&position, ControlState(control), MOST_CHOICES));
            real(most.max().unwrap_or(0))
        };
        // Simpson's rule for the mean over a ray: exact for cubic growth.
        ((at(1) + 4.0 * at(2)) / 6.0).max(1.0)
    }

    /// The number of positions whose rank is not greater.
    fn ranked(&self, coordinates: &[u64]) -> f64 {
        let rank = self.rank(coordinates);
        let count = (1u32..).zip(&self.weights).fold(1.0, |count, (place, weight)| {
            count * (rank / weight + f64::from(place)) / f64::from(place)
        });
        count * self.controls
    }
}

/// C(largest + d, d).
fn multisets(coordinates: &[u64]) -> f64 {
    let largest = real(coordinates.iter().copied().max().unwrap_or(0));
    (1u32..)
        .zip(coordinates)
        .fold(1.0, |count, (place, _)| count * (largest + f64::from(place)) / f64::from(place))
}

/// The coordinates as machine words small enough to be enumerated.
pub(crate) fn small(coordinates: &[BigUint]) -> Option<Vec<u64>> {
    coordinates.iter().map(|c| u64::try_from(c).ok().filter(|&c| c < 1 << 62)).collect()
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
pub(crate) fn real(number: u64) -> f64 {
    number as f64
}
