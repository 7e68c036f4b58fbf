//! The reasons for the value of a position, by a theorem or by the moves.

use super::Number;

documents! {
    /// A theorem traced on a position, or its moves if no law is known.
    pub struct Why {
        /// The name of the game, or its rules in one line.
        pub game: String,
        /// The position, with its control state if the game has several.
        pub position: String,
        /// The outcome: `P`, `N`, `O`, `Q`, or a number from the fourth player on.
        pub outcome: String,
        /// The Grundy value, for two players, where it was computed.
        pub grundy: Option<Number>,
        /// The theorem in a sentence; null if no law is known.
        pub theorem: Option<String>,
        /// The identity of its certificate.
        pub certificate: Option<String>,
        /// The reason why no law is known: then the values of the moves are the reasons.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub no_law: Option<String>,
        /// The reason in a clause.
        pub reason: String,
        /// The data that the theorem reads: columns of digits, a row of the law, the values of the heaps.
        pub tables: Vec<WhyTable>,
        /// A best move, and what it changes; null if there is none, or none was found.
        #[serde(rename = "move")]
        pub best: Option<WhyMove>,
        /// The whole explanation.
        pub text: String,
    }

    /// A table with a row of headings.
    pub struct WhyTable {
        /// The headings.
        pub head: Vec<String>,
        /// The other rows.
        pub rows: Vec<Vec<String>>,
    }

    /// A move, and the reason for the value of the position that it leads to.
    pub struct WhyMove {
        /// The position moved to.
        pub to: String,
        /// Its outcome.
        pub outcome: String,
        /// Whether the move wins.
        pub winning: bool,
        /// The reason in a clause.
        pub reason: String,
    }
}
