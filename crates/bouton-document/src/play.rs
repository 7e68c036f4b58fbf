//! A game that was played.

use super::Number;

documents! {
    /// A game that was played, or can be continued.
    pub struct Play {
        /// The game.
        pub game: String,
        /// Its rules, the number of heaps fixed.
        pub rules: String,
        /// The position at the beginning.
        pub position: String,
        /// The number of players.
        pub players: usize,
        /// The number of the human player in the order of turns, from 1.
        pub human: usize,
        /// The percentage of turns at which the computer errs.
        pub level: u8,
        /// The seed of its errors.
        pub seed: Number,
        /// The moves.
        pub moves: Vec<PlayedMove>,
        /// Whether the game came to its end.
        pub finished: bool,
        /// The winner; under the podium rule the first place.
        pub winner: Option<String>,
    }

    /// A move that was made.
    pub struct PlayedMove {
        /// The player who made the move.
        pub by: String,
        /// The position moved to.
        pub to: String,
    }
}
