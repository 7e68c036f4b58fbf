//! Options of a proof: the goal, the most states, the digits, the folder of the checkpoint.

use std::{fmt, path::PathBuf, str::FromStr};

use bouton_core::{Numeration, ParseNumerationError};

/// Which valuation is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The outcome.
    Outcome,
    /// The Grundy value: by an automaton that puts it out while the values seen
    /// are few, else as the outcome of the game with a Nim heap added.
    Grundy,
}

/// How a proof is searched, beside what it may cost: that the [`Watch`] knows.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The most states of the law.
    pub states: usize,
    /// In which digits the law may read numbers.
    pub numeration: NumerationChoice,
    /// The folder in which the search keeps how far it has come, to go on from there when it
    /// is started again; see [`checkpoint`](crate::checkpoint).
    pub checkpoint: Option<PathBuf>,
}

impl Default for ProveOptions {
    fn default() -> Self {
        Self { states: 4_000, numeration: NumerationChoice::Auto, checkpoint: None }
    }
}

/// In which digits a law is sought.
///
/// ```
/// use bouton_prove::NumerationChoice;
///
/// assert_eq!("auto".parse(), Ok(NumerationChoice::Auto));
/// let fibonacci: NumerationChoice = "fibonacci".parse().unwrap();
/// assert_eq!(fibonacci.to_string(), "fibonacci");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NumerationChoice {
    /// In base 2, and where that does not lead to a law soon, in others that the values speak for.
    #[default]
    Auto,
    /// In this one.
    Only(Numeration),
}

impl fmt::Display for NumerationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Only(numeration) => numeration.fmt(f),
        }
    }
}

impl FromStr for NumerationChoice {
    type Err = ParseNumerationError;

    fn from_str(text: &str) -> Result<Self, ParseNumerationError> {
        if text.trim() == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Only) }
    }
}
