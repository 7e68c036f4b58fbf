//! Theorems that prove a period of the Grundy values of one heap, for rules with a single
//! coordinate.

use bouton_core::{Period, Ruleset, Value};

use crate::Moves;

mod regular;

pub(crate) use regular::Regular;

const ANY: &str =
    "any amount may be taken: a heap of n objects has options of all lesser values, and no others";
const SUBTRACTION: &str = "finite subtraction sets: as many values in a row as the largest amount recur, and each value depends on those alone";
const REGULAR: &str = "as many values in a row as the largest amount recur, for heaps that fulfil the same conditions, and each value depends on those alone";

/// A period, with the theorem that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    pub(crate) period: Period,
    pub(crate) theorem: String,
}

/// The theorem about one heap of a ruleset with a single coordinate, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneHeap {
    /// Any amount may be taken, whatever else is allowed: g(n) = n.
    Any,
    /// The values repeat where a state recurs.
    Regular(Regular),
    /// No theorem is known.
    Unknown,
}

impl OneHeap {
    /// Determines the kind of the rules; `moves` are their moves.
    pub(crate) fn of(ruleset: &Ruleset, moves: &Moves) -> Self {
        if ruleset.controls().len() == 1 && moves.falls_anywhere() {
            return Self::Any;
        }
        Regular::of(ruleset).map_or(Self::Unknown, Self::Regular)
    }

    /// Returns the period that the theorem shows of values from g(0) on, if there are enough of
    /// them.
    pub(crate) fn proved(&self, values: &[Value]) -> Option<Proved> {
        match self {
            Self::Any => {
                let period = Period { length: 1, preperiod: 0, saltus: 1, values: vec![0] };
                Some(Proved { period, theorem: ANY.to_owned() })
            }
            Self::Regular(regular) => {
                let theorem = if regular.is_subtraction() { SUBTRACTION } else { REGULAR };
                let period = regular.period(values)?;
                Some(Proved { period, theorem: theorem.to_owned() })
            }
            Self::Unknown => None,
        }
    }

    /// The number of values that the theorem needs to show a period `length` from `preperiod` on;
    /// `None` if there is no theorem, or if it does not show a period with this saltus.
    pub(crate) fn applies_from(&self, length: u64, preperiod: u64, saltus: Value) -> Option<u64> {
        match self {
            Self::Any => Some(0),
            Self::Regular(regular) if saltus == 0 => regular.applies_from(length, preperiod),
            Self::Regular(_) | Self::Unknown => None,
        }
    }
}
