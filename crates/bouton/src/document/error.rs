//! Errors, and all faults of a rules text.

use bouton_rules::Diagnostics;

documents! {
    /// The error of a question without an answer.
    pub struct Error {
        /// The error.
        pub error: ErrorBody,
    }

    /// An error by its code and in words.
    pub struct ErrorBody {
        /// The stable code: `usage`, `game`, `rules`, `position`, `limit`, …
        pub code: String,
        /// The message: what was found, what was expected, and a remedy.
        pub message: String,
        /// All faults of a rules text, if they are the cause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub faults: Option<Vec<Fault>>,
    }

    /// A fault of a rules text with its place.
    pub struct Fault {
        /// The stable code of the fault, see `docs/rules.md`.
        pub code: String,
        /// The fault in words.
        pub message: String,
        /// The line, from 1.
        pub line: usize,
        /// The column in characters, from 1.
        pub column: usize,
        /// The beginning of the fault, in bytes.
        pub start: usize,
        /// The end of the fault, in bytes.
        pub end: usize,
        /// The text that was expected.
        pub expected: String,
        /// The text that was found.
        pub found: String,
        /// A suggestion.
        pub suggestion: Option<String>,
    }
}

impl Error {
    /// An error without faults of a text.
    #[must_use]
    pub fn new(code: &str, message: &str) -> Self {
        Self { error: ErrorBody { code: code.to_owned(), message: message.to_owned(), faults: None } }
    }
}

impl Fault {
    /// All faults of a text, in the order of their places.
    #[must_use]
    pub fn all(text: &str, faults: &Diagnostics) -> Vec<Self> {
        let of = |fault: &bouton_rules::Diagnostic| {
            let (line, column) = line_and_column(text, fault.span.start);
            Self {
                code: fault.code.to_string(),
                message: fault.message.clone(),
                line,
                column,
                start: fault.span.start,
                end: fault.span.end,
                expected: fault.expected.clone(),
                found: fault.found.clone(),
                suggestion: fault.suggestion.clone(),
            }
        };
        faults.iter().map(of).collect()
    }
}

/// The line and column, from 1, of a byte of a text.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
