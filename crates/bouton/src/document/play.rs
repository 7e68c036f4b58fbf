//! A game that was played.

documents! {
    /// A game that was played.
    pub struct Play {
        /// The game.
        pub game: String,
        /// The position at the beginning.
        pub position: String,
        /// How many players there are.
        pub players: usize,
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
