//! Errors, and all faults of a rules text.

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
