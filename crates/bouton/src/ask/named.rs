//! Values of parameters by their names.

use bouton_core::Convention;
use serde::Deserialize;

use crate::{DigitOrder, Goal, rules::Game};

/// The value that a theorem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ProvedValue {
    /// The outcome: who wins
    Outcome,
    /// The Grundy value (two players)
    Grundy,
    /// The misère quotient of a take-and-break game
    Quotient,
}

impl ProvedValue {
    /// The value that suits a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        match (game.code().is_some(), game.convention()) {
            (true, Convention::Misere) => Self::Quotient,
            (true, _) => Self::Grundy,
            (false, _) => Self::Outcome,
        }
    }

    /// The goal of the search for a law; `None` for a quotient, which is not a law.
    #[must_use]
    pub fn goal(self) -> Option<Goal> {
        match self {
            Self::Outcome => Some(Goal::Outcome),
            Self::Grundy => Some(Goal::Grundy),
            Self::Quotient => None,
        }
    }
}

/// The order in which an automaton reads digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Digits {
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
