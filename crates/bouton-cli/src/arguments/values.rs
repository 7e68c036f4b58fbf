//! Values and digits by their names on the command line.

use bouton::{DigitOrder, Goal};
use clap::ValueEnum;

/// The value that a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProvedValue {
    /// Who wins
    Outcome,
    /// The Grundy value (two players)
    Grundy,
    /// What heaps are worth in misère play: the misère quotient of a take-and-break game
    Quotient,
}

impl ProvedValue {
    /// The goal of the search for a law; `None` for a quotient, which is not a law.
    pub(crate) fn goal(self) -> Option<Goal> {
        match self {
            ProvedValue::Outcome => Some(Goal::Outcome),
            ProvedValue::Grundy => Some(Goal::Grundy),
            ProvedValue::Quotient => None,
        }
    }
}

/// The order in which an automaton reads binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Digits {
    /// Most significant digits first, as certificates do
    Most,
    /// Least significant digits first
    Least,
}

impl From<Digits> for DigitOrder {
    fn from(digits: Digits) -> Self {
        match digits {
            Digits::Most => Self::Most,
            Digits::Least => Self::Least,
        }
    }
}
