//! Where the bits of a sheet lie.
//!
//! A **sheet** holds the positions that agree in all outer coordinates, and in
//! the block of 64 values of the bit coordinate. Its bits are skewed: the word
//! of column `b` and row `τ` holds the positions with
//!
//! > time + bit + skew · column = τ
//!
//! (`bit` counts within the word). No move raises a coordinate and every move
//! lowers one, so an option lies in an earlier row or in an earlier sheet: all
//! words of a row are independent of each other. Only the columns that hold
//! positions are kept in each row, with zeros between the rows, so that reading
//! beside a row finds no position.

/// Which coordinate does what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// Its values follow each other in time.
    pub(crate) time: usize,
    /// Its values are the bits of a word.
    pub(crate) bit: Option<usize>,
    /// What the columns are.
    pub(crate) columns: Columns,
    /// All others, the first outermost.
    pub(crate) outer: Vec<usize>,
}

/// What the columns of a sheet are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// The values of a coordinate; blocks of the bit coordinate are sheets.
    Coordinate(usize),
    /// The blocks of the bit coordinate.
    Blocks,
}

/// What lies where within a row: read from here, in every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reach {
    /// How many rows later than the row written; mostly negative.
    pub(crate) rows: i64,
    /// How many columns further; never positive.
    pub(crate) columns: i64,
}

/// The rows of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) roles: Roles,
    /// The greatest value of each coordinate.
    pub(crate) last: Vec<i64>,
    /// How many rows later the next column begins.
    pub(crate) skew: i64,
    /// The last column.
    pub(crate) last_column: i64,
    /// How many blocks are sheets of their own.
    pub(crate) blocks: usize,
    /// The greatest time + bit of a word.
    pub(crate) top: i64,
    pub(crate) rows: Vec<RowPlace>,
    /// Words of one plane of a sheet.
    pub(crate) words: usize,
}

/// Where a row lies in its plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPlace {
    /// The word of column 0, perhaps outside.
    pub(crate) base: i64,
    /// The first column that is written, a multiple of 8.
    pub(crate) first: i64,
    /// How many vectors of 8 words are written.
    pub(crate) vectors: usize,
    /// Whether the last vector holds the last column of all.
    pub(crate) tail: bool,
}

/// Words in a vector.
pub(crate) const LANES: usize = 8;
const LANES_SIGNED: i64 = 8;

impl Geometry {
    /// Lays out the rows, with room for every reach.
    pub(crate) fn new(last: &[i64], roles: Roles, reaches: &[(i64, i64)]) -> Self {
        let of = |coordinate: Option<usize>| coordinate.map_or(0, |coordinate| last[coordinate]);
        let last_bit = of(roles.bit);
        let all_blocks = last_bit / 64;
        let (skew, last_column, blocks) = match roles.columns {
            Columns::Coordinate(coordinate) => {
                (1, last[coordinate], usize::try_from(all_blocks + 1).unwrap_or(1))
            }
            Columns::Blocks => (64, all_blocks, 1),
        };
        let top = last[roles.time] + last_bit.min(63);
        let count = top + skew * last_column + 1;
        // How far beside the columns of a row must be zeros.
        let right = reaches.iter().map(|reach| (-reach.0).max(0)).max().unwrap_or(0);
        let right = ((right + skew - 1) / skew + 1).min(last_column + 2);
        let left = reaches.iter().map(|reach| -reach.1).max().unwrap_or(0);
        let mut rows = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        let mut end = 0;
        for time in 0..count {
            let low = ((time - top + skew - 1).div_euclid(skew)).max(0);
            let high = last_column.min(time / skew);
            let first = low / LANES_SIGNED * LANES_SIGNED;
            let gap = if low == 0 { right.max(left) } else { right };
            let start = (end + gap + LANES_SIGNED - 1) / LANES_SIGNED * LANES_SIGNED;
            let base = start - first;
            let vectors = usize::try_from(high / LANES_SIGNED - low / LANES_SIGNED + 1).unwrap_or(0);
            let tail = high / LANES_SIGNED == last_column / LANES_SIGNED;
            rows.push(RowPlace { base, first, vectors, tail });
            end = base + high + 1;
        }
        let mut geometry =
            Self { roles, last: last.to_vec(), skew, last_column, blocks, top, rows, words: 0 };
        let mut least = 0;
        let mut greatest = end + right + LANES_SIGNED;
        for &(by, columns) in reaches {
            for row in 0..count {
                if let Some((from, to)) = geometry.span(row, Reach { rows: by + skew * columns, columns }) {
                    least = least.min(from);
                    greatest = greatest.max(to);
                }
            }
        }
        let front = (-least + LANES_SIGNED - 1) / LANES_SIGNED * LANES_SIGNED;
        for row in &mut geometry.rows {
            row.base += front;
        }
        let words = (front + greatest + LANES_SIGNED - 1) / LANES_SIGNED * LANES_SIGNED;
        geometry.words = usize::try_from(words).unwrap_or(usize::MAX);
        geometry
    }

    /// The words read for a row through a reach; `None` if there is no such row.
    fn span(&self, row: i64, reach: Reach) -> Option<(i64, i64)> {
        let source = self.row(row + reach.rows)?;
        let own = self.row(row)?;
        let from = source.base + own.first + reach.columns;
        Some((from, from + i64::try_from(own.vectors).ok()? * LANES_SIGNED))
    }

    fn row(&self, row: i64) -> Option<&RowPlace> {
        usize::try_from(row).ok().and_then(|row| self.rows.get(row))
    }

    /// How many rows of the sheet read must be complete beyond the row written.
    pub(crate) fn rows_needed(&self, reach: Reach) -> i64 {
        let mut most = i64::MIN;
        let mut next = 0;
        for row in (0..).take(self.rows.len()) {
            let Some((_, to)) = self.span(row, reach) else { continue };
            // Zeros are written down to the vector before a row's first column, never further.
            while self.row(next).is_some_and(|place| place.base + place.first < to) {
                next += 1;
            }
            most = most.max(next - row);
        }
        most.max(0)
    }

    /// The word and the bit of time, bit and column within a plane.
    pub(crate) fn place(&self, time: i64, bit: i64, column: i64) -> (usize, u32) {
        let (column, bit) = match self.roles.columns {
            Columns::Coordinate(_) => (column, bit % 64),
            Columns::Blocks => (bit / 64, bit % 64),
        };
        let row = usize::try_from(time + bit + self.skew * column).unwrap_or(usize::MAX);
        let word = usize::try_from(self.rows[row].base + column).unwrap_or(usize::MAX);
        (word, u32::try_from(bit).unwrap_or(0))
    }

    /// Which bits of a word with time + bit = `sum` are positions, in a block that is not the last.
    pub(crate) fn valid(&self, sum: i64) -> u64 {
        // bit ≤ sum and bit ≥ sum − last time
        let low = (sum - self.last[self.roles.time]).max(0);
        let high = sum.min(63);
        if low > high { 0 } else { ones(high) & !ones(low - 1) }
    }

    /// The bits of the last block that are values of the bit coordinate.
    pub(crate) fn last_block(&self) -> u64 {
        self.roles.bit.map_or(1, |bit| ones(self.last[bit] % 64))
    }
}

/// The bits up to and with `high`.
pub(crate) fn ones(high: i64) -> u64 {
    match high {
        i64::MIN..=-1 => 0,
        0..=62 => (1 << (high + 1)) - 1,
        _ => u64::MAX,
    }
}
