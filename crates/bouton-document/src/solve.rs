//! The values of positions, alone and in sums.

use super::Number;

documents! {
    /// The value of a position, and its moves.
    pub struct Solve {
        /// The name of the game, or its rules in one line.
        pub game: String,
        /// The canonical rules.
        pub rules: String,
        /// The position, with its control state if the game has several.
        pub position: String,
        /// The outcome: `P`, `N`, `O`, `Q`, or a number from the fourth player on.
        pub outcome: String,
        /// The outcome as a number, 0 for P.
        pub value: u32,
        /// The Grundy value, for two players, where it was computed.
        pub grundy: Option<Number>,
        /// The remoteness, for normal play, where it was computed.
        pub remoteness: Option<Number>,
        /// The moves.
        pub moves: Vec<Move>,
        /// Whether all moves are listed.
        pub moves_complete: bool,
        /// Whether all winning moves are listed.
        pub winning_moves_complete: bool,
        /// The identity of the law that answered.
        pub certificate: Option<String>,
        /// The folder of the stored table that answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub table: Option<String>,
        /// The engine that answers, and the reason, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed the answer again, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
    }

    /// A move.
    pub struct Move {
        /// The position moved to.
        pub to: String,
        /// Its outcome.
        pub outcome: String,
        /// Whether it wins: it leads to a P-position.
        pub winning: bool,
        /// Whether no other move is better.
        pub best: bool,
    }

    /// The engine that answers, and the reason.
    pub struct Plan {
        /// The engine: `law`, `tables`, `reference`, …
        pub engine: String,
        /// The reason.
        pub reason: String,
        /// The approximate number of positions that are computed.
        pub positions: Option<f64>,
        /// The approximate number of bytes that are held.
        pub bytes: Option<f64>,
        /// The approximate time in seconds.
        pub seconds: Option<f64>,
        /// Further notes, each a sentence without its full stop.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
        /// The tiles, if the table is stored in a folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tiles: Option<PlannedTiles>,
    }

    /// The tiles of a table in a folder, before any work is done.
    pub struct PlannedTiles {
        /// The folder.
        pub folder: String,
        /// The method that fills them.
        pub filled_by: String,
        /// The side of a tile.
        pub side: Number,
        /// The number of tiles.
        pub tiles: Number,
        /// The number of finished tiles.
        pub done: Number,
        /// The number of damaged files.
        pub damaged: Number,
        /// The number of bytes of memory that the largest tile takes while it is computed.
        pub bytes_of_tile: Number,
        /// The approximate number of bytes of all files.
        pub bytes_on_disk: Number,
    }

    /// The Grundy values of some positions.
    pub struct GrundyValues {
        /// The game.
        pub game: String,
        /// The positions with their values, in the order of the question.
        pub values: Vec<GrundyValue>,
    }

    /// The Grundy value of a position.
    pub struct GrundyValue {
        /// The position.
        pub position: String,
        /// Its Grundy value; null if only its outcome is known at this size.
        pub grundy: Option<Number>,
    }

    /// The genus of a position.
    pub struct Genus {
        /// The game.
        pub game: String,
        /// The position.
        pub position: String,
        /// The outcome in misère play.
        pub outcome: String,
        /// The genus as it is written: `7^{57}`.
        pub genus: String,
        /// The Grundy value in normal play.
        pub grundy: u32,
        /// The misère Grundy values of the sums with 0, 1, 2, … heaps of two objects of Nim; the last
        /// two alternate without end.
        pub misere: Vec<u32>,
        /// Whether a position of Nim has this genus.
        pub tame: bool,
    }

    /// A sum of positions of several games.
    pub struct Sum {
        /// The positions.
        pub terms: Vec<Term>,
        /// The outcome of the sum.
        pub outcome: String,
        /// Its Grundy value.
        pub grundy: Number,
        /// The moves that win in the sum.
        pub winning_moves: Vec<SumMove>,
        /// Whether the list is complete: false if some term is too large for all its moves to be examined.
        pub winning_moves_complete: bool,
    }

    /// A term of a sum.
    pub struct Term {
        /// The game.
        pub game: String,
        /// The position.
        pub position: String,
        /// Its Grundy value.
        pub grundy: Number,
    }

    /// A move in one term of a sum.
    pub struct SumMove {
        /// The number of the term, from 1.
        pub term: usize,
        /// The position moved to.
        pub to: String,
    }
}
