//! Theorems with letters.

use super::Counterexample;

documents! {
    /// The result of a search for a theorem with letters.
    pub struct ProveLetters {
        /// The game.
        pub game: String,
        /// `proved`, `refuted` or `no-law`.
        pub status: String,
        /// The names of the letters.
        pub letters: Vec<String>,
        /// The conditions of the letters, as they are written; empty if there are none.
        #[serde(rename = "where")]
        pub conditions: String,
        /// The theorem.
        pub theorem: Option<String>,
        /// The reason why there is no theorem.
        pub reason: Option<String>,
        /// Null: a law with letters is not an automaton.
        pub states: Option<usize>,
        /// Numbers for the letters and a position at which a claim is wrong: numbers of the least sum, then the first in
        /// lexicographic order, among those for which it is wrong at a small position, and the least such position.
        pub counterexample: Option<Counterexample>,
        /// The file of the certificate, or its text.
        pub certificate: Option<String>,
        /// The parts of the letters' range, with `--cones`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cones: Option<Vec<Cone>>,
    }

    /// A part of the numbers that the letters may be.
    pub struct Cone {
        /// Its conditions, besides those of the rules.
        #[serde(rename = "where")]
        pub conditions: String,
        /// `proved` or `open`.
        pub status: String,
        /// The theorem of the part.
        pub theorem: Option<String>,
        /// Null: a law with letters is not an automaton.
        pub states: Option<usize>,
    }

    /// A theorem with letters in words.
    pub struct ExplainLetters {
        /// The game.
        pub game: String,
        /// The names of the letters.
        pub letters: Vec<String>,
        /// The conditions of the letters, as they are written.
        #[serde(rename = "where")]
        pub conditions: String,
        /// The theorem in a sentence.
        pub theorem: String,
        /// The theorem with its rules.
        pub text: String,
        /// The identity of the certificate.
        pub certificate: String,
    }
}
