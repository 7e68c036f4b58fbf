//! Refusals of a certificate.

use std::fmt;

use bouton_core::{LimitReached, Position};

/// The step of the check that failed. The names are stable.
///
/// ```
/// use bouton_check::{Step, check};
///
/// assert_eq!(check("not a certificate").unwrap_err().step, Step::Decode);
/// assert_eq!(Step::Decode.to_string(), "decode");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The text is not a certificate.
    Decode,
    /// The rules are faulty, not canonical, or not of the kind that the claim is about.
    Rules,
    /// The rules' convention has no laws for the valuation.
    Valuation,
    /// The automaton does not fit the rules: tracks, starts, outputs.
    Automaton,
    /// The numeration of the law is invalid or unsupported.
    Numeration,
    /// A move leads to a position that does not exist.
    Closure,
    /// A move does not lower the rank, so play might not end.
    Descent,
    /// Some move leads to a value that no option may have.
    Universal,
    /// The strategies are not those that the law requires.
    Strategies,
    /// A strategy does not prove what it should.
    Existential,
    /// A window does not prove what it should, or the game has no windows.
    Window,
    /// The window of recomputed values does not prove the period.
    Period,
    /// The table is not a quotient, or not that of the game.
    Quotient,
    /// The cases of a law with letters, or the pieces of one, are not as they should be.
    Cases,
    /// The check reached its limits; nothing is known.
    Limit,
    /// The file that the certificate names is missing.
    File,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// A certificate that was not accepted.
///
/// ```
/// use bouton_check::{Step, check};
///
/// let refused = check("bouton certificate 1\n").unwrap_err();
/// assert_eq!(refused.step, Step::Decode);
/// assert!(refused.to_string().contains("`decode`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step `{step}` fails: {reason}")]
pub struct Refusal {
    /// The step that failed.
    pub step: Step,
    /// The reason: the found and the expected data.
    pub reason: String,
    /// A position and a forbidden option of it, if that is the failure and their coordinates are
    /// below 2^64.
    pub witness: Option<Box<(Position, Position)>>,
    /// A position at which the law is not what the law's values of its options require, if that is the failure and
    /// its coordinates are below 2^64.
    pub position: Option<Box<Position>>,
    /// The limit that was reached, if one ended the check.
    pub limit: Option<Box<LimitReached>>,
}

/// The result of a step.
pub(crate) type Verdict<T> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(step: Step, reason: impl Into<String>) -> Self {
        Self { step, reason: reason.into(), witness: None, position: None, limit: None }
    }
}
