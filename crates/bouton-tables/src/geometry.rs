//! The layout of the bits of a sheet.
//!
//! A **sheet** holds the positions that agree in all outer coordinates. Three of its coordinates
//! are the bits of a word, the columns of a row, and time. The blocks of 64 bits and one more
//! coordinate, the slab, follow each other in time as well: with the turn q = slab · blocks +
//! block,
//!
//! (`bit` counts within the word). No move raises a coordinate and every move lowers one, so an
//! option lies in an earlier row, or in an earlier sheet. All words of a row are independent of
//! each other, and a move's option is always at the same distance in rows and columns. The period
//! leaves a gap without positions after the greatest time, so that reads at negative coordinates
//! find zeros.
//!
//! Columns come in **panels** of eight lanes: lane l of vector v is column l · width + v. A column
//! further left is then the same lane of another vector. Words that come from the preceding lane
//! are stored in separate vectors before the row (Farrar, "Striped Smith–Waterman", 2007, for the
//! layout).

use std::ops::Range;

/// The roles of the coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// The coordinate whose values follow each other in time.
    pub(crate) time: usize,
    /// The coordinate whose values are the bits of a word.
    pub(crate) bit: usize,
    /// The columns.
    pub(crate) columns: Columns,
    /// The coordinate whose values follow each other in time, too, with one turn through all blocks
    /// for each value.
    pub(crate) slab: Option<usize>,
    /// All other coordinates, the outermost first.
    pub(crate) outer: Vec<usize>,
}

impl Roles {
    /// Assigns the longest sides to the roles within a sheet.
    pub(crate) fn new(last: &[i64]) -> Self {
        let mut order: Vec<usize> = (0..last.len()).collect();
        order.sort_by_key(|&coordinate| last[coordinate]);
        Self::of(order)
    }

    /// Assigns the bits of words to the last coordinate, and time, columns and slab to those
    /// before.
    pub(crate) fn in_order(dimension: usize) -> Self {
        let mut order: Vec<usize> = (0..dimension).collect();
        let last = dimension.saturating_sub(1);
        order.swap(last.saturating_sub(1), last);
        Self::of(order)
    }

    /// Assigns time to the last of these coordinates, and so on.
    fn of(mut order: Vec<usize>) -> Self {
        let mut next = || order.pop();
        let (time, bit) = (next().unwrap_or(0), next().unwrap_or(0));
        let columns = next().map_or(Columns::Blocks, Columns::Coordinate);
        let slab = next();
        Self { time, bit, columns, slab, outer: order }
    }
}

/// The columns of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// The values of a coordinate.
    Coordinate(usize),
    /// The blocks of the bit coordinate.
    Blocks,
}

/// The location of a read, relative to the row written; the same in every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reach {
    /// The number of rows later than the row written; never positive.
    pub(crate) rows: i64,
    /// The number of columns further; never positive.
    pub(crate) columns: i64,
}

/// The layout of the rows of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) roles: Roles,
    /// The greatest value of each coordinate.
    pub(crate) last: Vec<i64>,
    /// The number of rows by which the next column begins later.
    pub(crate) skew: i64,
    /// The last column.
    pub(crate) last_column: i64,
    /// The number of blocks that follow each other in time.
    pub(crate) blocks: i64,
    /// The number of turns.
    pub(crate) turns: i64,
    /// The number of rows from one turn to the next.
    pub(crate) period: i64,
    /// The number of vectors in a row of a panel.
    pub(crate) width: usize,
    /// The number of vectors before each row, for words from the lane before.
    pub(crate) margin: usize,
    pub(crate) panels: usize,
    /// The number of rows of a panel; each panel counts its own.
    pub(crate) rows: usize,
    /// The number of rows before row 0: they have no positions, but words from the panel before are
    /// read there.
    pub(crate) lead: i64,
}

/// The number of words in a vector.
pub(crate) const LANES: usize = 8;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Words(pub(crate) [u64; LANES]);

const LANES_SIGNED: i64 = 8;

/// The number of vectors of a panel, if there are enough columns: data written one slab earlier are
/// then still in the cache.
pub(crate) const WIDTH: usize = 8;

/// The location of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) panel: usize,
    pub(crate) row: i64,
    /// The word within the row.
    pub(crate) word: usize,
    pub(crate) bit: u32,
}

impl Geometry {
    /// Lays out the rows, for moves that lower the time by at most `gap` and the column by at most
    /// `margin`, in panels of about `panel` vectors.
    pub(crate) fn new(last: &[i64], roles: Roles, gap: i64, margin: usize, panel: usize) -> Self {
        let last_bit = last[roles.bit];
        let all_blocks = last_bit / 64 + 1;
        let (skew, last_column, blocks) = match roles.columns {
            Columns::Coordinate(coordinate) => (1, last[coordinate], all_blocks),
            Columns::Blocks => (64, all_blocks - 1, 1),
        };
        let turns = blocks * roles.slab.map_or(1, |slab| last[slab] + 1);
        let times = last[roles.time] + 1;
        let period = match (turns, blocks) {
            (1, _) => times,
            (_, 1) => times + gap,
            // A bit's lower neighbour in the block before lies in an earlier row.
            _ => (times + gap).max(64),
        };
        let vectors = usize::try_from(last_column / LANES_SIGNED + 1).unwrap_or(usize::MAX);
        let panel = panel.max(margin).max(1);
        // The nearest number of panels, so that threads can share the work.
        let panels = (vectors.saturating_add(panel / 2) / panel).max(1);
        let width = vectors.div_ceil(panels).max(margin);
        let panels = vectors.div_ceil(width);
        let columns = i64::try_from(width).unwrap_or(i64::MAX).saturating_mul(LANES_SIGNED);
        let lead = if panels > 1 { skew * i64::try_from(margin).unwrap_or(i64::MAX) } else { 0 };
        let rows = lead + turns * period + last_bit.min(63) + skew * (columns - 1);
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        Self {
            roles,
            last: last.to_vec(),
            skew,
            last_column,
            blocks,
            turns,
            period,
            width,
            margin,
            panels,
            rows,
            lead,
        }
    }

    /// The number of words from one row to the next.
    pub(crate) fn stride(&self) -> usize {
        (self.width + self.margin) * LANES
    }

    /// The number of columns of a panel.
    pub(crate) fn panel_columns(&self) -> i64 {
        i64::try_from(self.width * LANES).unwrap_or(i64::MAX)
    }

    /// The rows of a panel: the first may be negative.
    pub(crate) fn all_rows(&self) -> Range<i64> {
        -self.lead..i64::try_from(self.rows).unwrap_or(i64::MAX) - self.lead
    }

    /// The number of rows by which a panel is behind the one before it.
    pub(crate) fn lag(&self) -> usize {
        usize::try_from(self.skew * self.panel_columns()).unwrap_or(usize::MAX)
    }

    /// Whether a panel has all columns and all their bits.
    pub(crate) fn is_whole(&self, panel: usize) -> bool {
        let end = i64::try_from(panel + 1).unwrap_or(i64::MAX).saturating_mul(self.panel_columns());
        // The last of the blocks may have fewer bits.
        end < self.last_column + 1 || end == self.last_column + 1 && self.roles.columns != Columns::Blocks
    }

    /// The location of the bit of a position.
    pub(crate) fn place(&self, coordinates: &[i64]) -> Place {
        let roles = &self.roles;
        let bit = coordinates[roles.bit];
        let (column, block) = match roles.columns {
            Columns::Coordinate(column) => (coordinates[column], bit / 64),
            Columns::Blocks => (bit / 64, 0),
        };
        let turn = roles.slab.map_or(0, |slab| coordinates[slab]) * self.blocks + block;
        let columns = self.panel_columns();
        let (panel, column) = (column / columns, column % columns);
        let row = turn * self.period + coordinates[roles.time] + bit % 64 + self.skew * column;
        let index = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let column = index(column);
        let word = (self.margin + column % self.width) * LANES + column / self.width;
        Place { panel: index(panel), row, word, bit: u32::try_from(bit % 64).unwrap_or(0) }
    }

    /// The slab and the block of a turn; `None` if the turn does not exist.
    pub(crate) fn turn(&self, number: i64) -> Option<(i64, i64)> {
        (0..self.turns).contains(&number).then(|| (number / self.blocks, number % self.blocks))
    }

    /// The number of turns before one that are met in its rows.
    pub(crate) fn turns_met(&self) -> i64 {
        (63 + self.skew * (self.panel_columns() - 1)) / self.period + 1
    }

    /// The bits of a word with time + bit = `sum` that are positions, in a block that is not the
    /// last.
    pub(crate) fn valid(&self, sum: i64) -> u64 {
        // bit ≤ sum and bit ≥ sum − last time
        let low = (sum - self.last[self.roles.time]).max(0);
        let high = sum.min(63);
        if low > high { 0 } else { ones(high) & !ones(low - 1) }
    }

    /// The bits of the last block that are values of the bit coordinate.
    pub(crate) fn last_block(&self) -> u64 {
        ones(self.last[self.roles.bit] % 64)
    }

    /// The bits that a word of a column may have in any row.
    pub(crate) fn of_column(&self, column: i64) -> u64 {
        match self.roles.columns {
            _ if column > self.last_column => 0,
            Columns::Blocks if column == self.last_column => self.last_block(),
            _ => u64::MAX,
        }
    }

    /// The bits that a word of a turn may have in any row.
    pub(crate) fn of_turn(&self, turn: i64) -> u64 {
        match self.turn(turn) {
            None => 0,
            Some((_, block)) if self.roles.columns != Columns::Blocks && block + 1 == self.blocks => {
                self.last_block()
            }
            Some(_) => u64::MAX,
        }
    }
}

/// The bits up to and including `high`.
pub(crate) fn ones(high: i64) -> u64 {
    match high {
        i64::MIN..=-1 => 0,
        0..=62 => (1 << (high + 1)) - 1,
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_has_a_place_of_its_own() {
        for (last, gap, margin) in [
            (vec![70, 5], 3, 1),
            (vec![3, 140, 75], 2, 2),
            (vec![9, 9, 9, 70], 1, 1),
            (vec![2, 2, 2, 2, 130], 2, 2),
            (vec![0, 0], 0, 0),
        ] {
            let geometry = Geometry::new(&last, Roles::new(&last), gap, margin, 1);
            let mut seen = std::collections::BTreeSet::new();
            let mut position = vec![0; last.len()];
            loop {
                let outer: Vec<i64> = geometry.roles.outer.iter().map(|&c| position[c]).collect();
                let place = geometry.place(&position);
                assert!(place.panel < geometry.panels && geometry.all_rows().contains(&place.row));
                assert!(place.word < geometry.stride());
                assert!(seen.insert((outer, place.panel, place.row, place.word, place.bit)), "{position:?}");
                let Some(next) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else {
                    break;
                };
                position[next] += 1;
                position[next + 1..].fill(0);
            }
        }
    }
}
