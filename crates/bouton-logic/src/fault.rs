//! Faults of a claim or a sentence, with their places.

use std::ops::Range;

/// A fault of a text: its place, the message, and the text to write instead.
///
/// ```
/// use bouton_logic::Claim;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let fault = Claim::read("P iff h1 = h3", &game).unwrap_err();
/// assert_eq!(fault.span, 11..13);
/// assert_eq!(fault.to_string(), "`h3` is not a number of a position here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// The fault, in lower case, without a full stop.
    pub message: String,
    /// The text to write instead.
    pub help: Option<String>,
}

impl Fault {
    pub(crate) fn new(span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { span: span.clone(), message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
