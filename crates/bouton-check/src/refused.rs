//! Why a certificate is not accepted.

use std::fmt;

use bouton_core::Position;

/// The step of the check that failed. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The text is no certificate.
    Decode,
    /// The rules are faulty, not canonical, or not of the kind that the claim is about.
    Rules,
    /// The valuation is not one that the rules' convention has laws for.
    Valuation,
    /// The automaton does not fit the rules: tracks, starts, outputs.
    Automaton,
    /// The numeration of the law is none, or not of the kind that is supported.
    Numeration,
    /// A move leads to a position that does not exist.
    Closure,
    /// A move does not lower the rank, so play might not end.
    Descent,
    /// Some move leads to a value that must not be among the options'.
    Universal,
    /// The list of strategies is not the one that the law calls for.
    Strategies,
    /// A strategy does not show what it should.
    Existential,
    /// A window does not show what it should, or the game has none.
    Window,
    /// The period is not shown by the window of recomputed values.
    Period,
    /// The table is no quotient, or not that of the game.
    Quotient,
    /// The cases of a law with letters, or the pieces of one, are not as they should be.
    Cases,
    /// The limits of the check were reached; nothing is known.
    Limit,
    /// The file that the certificate names is not at hand.
    File,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// A certificate that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step `{step}` fails: {reason}")]
pub struct Refused {
    /// Which step failed.
    pub step: Step,
    /// What was found, and what was expected.
    pub reason: String,
    /// A position and the option of it that it should not have, if that is the
    /// failure, and their coordinates are below 2^64.
    pub witness: Option<Box<(Position, Position)>>,
}

/// What a step comes to.
pub(crate) type Verdict<T> = Result<T, Refused>;

impl Refused {
    pub(crate) fn new(step: Step, reason: impl Into<String>) -> Self {
        Self { step, reason: reason.into(), witness: None }
    }
}
