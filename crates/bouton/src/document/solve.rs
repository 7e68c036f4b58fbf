//! The values of positions, alone and in sums.

use super::Number;

documents! {
    /// What a position is worth, and what to do there.
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
        /// Which engine answers, and why, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed the answer again, where that was asked.
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

    /// Which engine answers, and why.
    pub struct Plan {
        /// The engine: `law`, `tables`, `reference`, …
        pub engine: String,
        /// Why.
        pub reason: String,
        /// About how many positions it looks at.
        pub positions: Option<f64>,
        /// About how many bytes it holds.
        pub bytes: Option<f64>,
        /// About how long it takes.
        pub seconds: Option<f64>,
        /// What else is to be known, each a sentence without its full stop.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
        /// The tiles, if the table is kept in a folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tiles: Option<PlannedTiles>,
    }

    /// The tiles of a table in a folder, before any work is done.
    pub struct PlannedTiles {
        /// The folder.
        pub folder: String,
        /// What fills them.
        pub filled_by: String,
        /// The side of a tile.
        pub side: Number,
        /// How many there are.
        pub tiles: Number,
        /// How many of them are there.
        pub done: Number,
        /// How many files are there that are damaged.
        pub damaged: Number,
        /// How many bytes of memory the largest takes while it is computed.
        pub bytes_of_tile: Number,
        /// About how many bytes all files take.
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
        /// two go on by turns.
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
        /// Whether they are all: false if some term is too large for its moves to be looked through.
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
        /// Which term, counted from 1.
        pub term: usize,
        /// The position moved to.
        pub to: String,
    }
}
