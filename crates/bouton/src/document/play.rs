//! A game that was played.

use super::Number;

documents! {
    /// A game that was played, or is to be gone on with.
    pub struct Play {
        /// The game.
        pub game: String,
        /// Its rules, the number of heaps fixed.
        pub rules: String,
        /// The position at the beginning.
        pub position: String,
        /// How many players there are.
        pub players: usize,
        /// Which of them is the human, counted from 1 in the order of turns.
        pub human: usize,
        /// At how many of a hundred turns the computer errs.
        pub level: u8,
        /// What its errors follow from.
        pub seed: Number,
        /// The moves.
        pub moves: Vec<PlayedMove>,
        /// Whether the game came to its end.
        pub finished: bool,
        /// Who won; under the podium rule the first place.
        pub winner: Option<String>,
    }

    /// A move that was made.
    pub struct PlayedMove {
        /// By whom.
        pub by: String,
        /// The position moved to.
        pub to: String,
    }
}
