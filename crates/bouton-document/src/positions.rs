//! Many positions: tables, lists, counts.

use bouton_core::Weigh;
use indexmap::IndexMap;

use super::{Number, Plan};

documents! {
    /// The values of all positions of a box.
    pub struct Table {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// The kind of value: `outcome`, `grundy` or `remoteness`.
        pub value: String,
        /// The names of the columns: the coordinates, `control` if there are control states, the value.
        pub columns: Vec<String>,
        /// The plan by which the values were found, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed them again, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
        /// The rows, each in the order of the columns. (The last field: rows are written as they come.)
        pub rows: Vec<Vec<Cell>>,
    }

    /// A cell of a table.
    #[serde(untagged)]
    pub enum Cell {
        /// An outcome, or a control state.
        Text(String),
        /// A coordinate, a Grundy value, a remoteness.
        Number(Number),
    }

    /// A table with the smaller heaps in rows and the largest heap in columns.
    pub struct TableByLargest {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// The kind of value.
        pub value: String,
        /// The plan by which the values were found, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed them again, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
        /// The rows.
        pub rows_by_largest: Vec<LargestRow>,
    }

    /// The values of positions that differ in the largest heap.
    pub struct LargestRow {
        /// The smaller heaps.
        pub smaller: Vec<Number>,
        /// The value for each largest heap from 0 on, null where that would not be the largest.
        pub values: Vec<Option<String>>,
    }

    /// Positions by outcome and other properties.
    pub struct List {
        /// The game.
        pub game: String,
        /// The number of listed positions.
        pub count: usize,
        /// Whether there are no more.
        pub complete: bool,
        /// The positions.
        pub positions: Vec<ListEntry>,
        /// The plan by which the values were found, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed them again, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
    }

    /// A listed position.
    pub struct ListEntry {
        /// The position.
        pub position: String,
        /// Its outcome.
        pub outcome: String,
    }

    /// The number of positions of each outcome in the box up to one bound.
    pub struct BoundCount {
        /// The largest coordinate.
        pub upto: Number,
        /// The number of positions of each outcome, by its letter.
        #[serde(flatten)]
        pub counts: IndexMap<String, Number>,
    }

    /// The tiles of a table in a folder.
    pub struct Tiles {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// The side of a tile; the last ones along a coordinate may be shorter.
        pub side: Number,
        /// The tiles, each after those that it needs.
        pub tiles: Vec<TileTask>,
        /// The plan by which they are computed, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
    }

    /// A tile that is computed by itself.
    pub struct TileTask {
        /// Its place along each coordinate: `2-0-1`.
        pub id: String,
        /// The tiles whose faces it is computed from.
        pub needs: Vec<String>,
        /// Whether its file exists.
        pub done: bool,
    }

    /// A tile that was computed.
    pub struct Tile {
        /// The game.
        pub game: String,
        /// Its place along each coordinate.
        pub id: String,
        /// The number of its positions with each outcome or number.
        pub counts: IndexMap<String, Number>,
        /// The plan by which it was computed, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
    }

    /// The number of positions of a box with each outcome or number.
    pub struct Count {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// The number that is counted, `grundy` or `remoteness`, if outcomes are not counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// The number of positions with each outcome, or with each number up to the greatest.
        pub counts: IndexMap<String, Number>,
        /// The same by control state, if the game has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub controls: Option<IndexMap<String, IndexMap<String, Number>>>,
        /// The counts of all boxes 0..n up to the bound, if they were requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub each: Option<Vec<BoundCount>>,
        /// The digits that the law reads, if the positions were counted by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub numeration: Option<String>,
        /// The numbers c(0), c(1), … of lost positions whose coordinates have at most 0, 1, … digits, if they alone were
        /// counted: as many as the recurrence has terms.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub first: Option<Vec<Number>>,
        /// The factors of c(j) = a₁ c(j − 1) + a₂ c(j − 2) + …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub recurrence: Option<Vec<i64>>,
        /// The plan by which the values were found, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that computed them again, if it was requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
    }
}

impl Count {
    /// The counts of each box that was requested; of the whole box if none was.
    #[must_use]
    pub fn bounds(&self) -> Vec<BoundCount> {
        let whole = || vec![BoundCount { upto: self.upto.clone(), counts: self.counts.clone() }];
        self.each.clone().unwrap_or_else(whole)
    }
}

impl Weigh for ListEntry {
    fn weight(&self) -> u64 {
        self.position.weight() + self.outcome.weight()
    }
}

impl Weigh for BoundCount {
    fn weight(&self) -> u64 {
        // A name, a count, an entry of the index.
        128 * self.counts.len() as u64
    }
}

impl Weigh for LargestRow {
    fn weight(&self) -> u64 {
        32 * self.smaller.len() as u64 + self.values.weight()
    }
}
