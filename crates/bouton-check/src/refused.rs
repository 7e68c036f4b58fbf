//! Why a certificate is not accepted.

use std::fmt;

use bouton_core::Position;

/// The step of the check that failed. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The text is no certificate.
    Decode,
    /// The rules are faulty, not canonical, or leave the number of heaps open.
    Rules,
    /// The valuation is not one that the rules' convention has laws for.
    Valuation,
    /// The automaton does not fit the rules: tracks, starts, outputs.
    Automaton,
    /// A move does not lower the rank, so play might not end.
    Descent,
    /// Some move leads to a value that must not be among the options'.
    Universal,
    /// The list of strategies is not the one that the law calls for.
    Strategies,
    /// A strategy does not show what it should.
    Existential,
    /// The period is not shown by the window of recomputed values.
    Period,
    /// The limits of the check were reached; nothing is known.
    Limit,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Decode => "decode",
            Self::Rules => "rules",
            Self::Valuation => "valuation",
            Self::Automaton => "automaton",
            Self::Descent => "descent",
            Self::Universal => "universal",
            Self::Strategies => "strategies",
            Self::Existential => "existential",
            Self::Period => "period",
            Self::Limit => "limit",
        })
    }
}

/// Positions at which the failure can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// A position moved from.
    pub from: Position,
    /// The option of it that should not be, if that is the failure.
    pub to: Option<Position>,
}

/// A certificate that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step `{step}` fails: {reason}")]
pub struct Refused {
    /// Which step failed.
    pub step: Step,
    /// What was found, and what was expected.
    pub reason: String,
    /// Where it can be seen, if at positions of fewer than 64 binary digits.
    pub witness: Option<Box<Witness>>,
}

impl Refused {
    pub(crate) fn new(step: Step, reason: impl Into<String>) -> Self {
        Self { step, reason: reason.into(), witness: None }
    }
}
