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
        /// Which value: `outcome`, `grundy`, `remoteness`.
        pub value: String,
        /// The names of the columns: the coordinates, `control` if there are control states, the value.
        pub columns: Vec<String>,
        /// How the values were found, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that found them again, where that was asked.
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
        /// Which value.
        pub value: String,
        /// How the values were found, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that found them again, where that was asked.
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
        /// How many are listed.
        pub count: usize,
        /// Whether there are no more.
        pub complete: bool,
        /// The positions.
        pub positions: Vec<Listed>,
        /// How the values were found, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that found them again, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verified: Option<Plan>,
    }

    /// A listed position.
    pub struct Listed {
        /// The position.
        pub position: String,
        /// Its outcome.
        pub outcome: String,
    }

    /// How many positions of the box up to one bound have each outcome.
    pub struct BoundCount {
        /// The largest coordinate.
        pub upto: Number,
        /// How many positions have each outcome, by its letter.
        #[serde(flatten)]
        pub counts: IndexMap<String, Number>,
    }

    /// The tiles of a table that is kept in a folder.
    pub struct Tiles {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// The side of a tile; the last ones along a coordinate may be shorter.
        pub side: Number,
        /// The tiles, each after those that it needs.
        pub tiles: Vec<TileTask>,
        /// How they are computed, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
    }

    /// A tile that is computed by itself.
    pub struct TileTask {
        /// Its place along each coordinate: `2-0-1`.
        pub id: String,
        /// The tiles whose faces it is computed from.
        pub needs: Vec<String>,
        /// Whether it is there.
        pub done: bool,
    }

    /// A tile that was computed.
    pub struct Tile {
        /// The game.
        pub game: String,
        /// Its place along each coordinate.
        pub id: String,
        /// How many of its positions have each outcome, or number.
        pub counts: IndexMap<String, Number>,
        /// How it was computed, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
    }

    /// How many positions of a box have each outcome, or each number.
    pub struct Count {
        /// The game.
        pub game: String,
        /// The largest coordinate.
        pub upto: Number,
        /// Which number, `grundy` or `remoteness`, where outcomes are not what is counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// How many positions have each outcome, or each number up to the greatest.
        pub counts: IndexMap<String, Number>,
        /// The same by control state, if the game has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub controls: Option<IndexMap<String, IndexMap<String, Number>>>,
        /// The counts of all boxes 0..n up to the bound, where they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub each: Option<Vec<BoundCount>>,
        /// How the values were found, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan: Option<Plan>,
        /// The engine that found them again, where that was asked.
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

impl Weigh for Listed {
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
