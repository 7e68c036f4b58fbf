//! The bits of tiles, from the rows of a table and to them.
//!
//! In a table the row of a bit is later by as many rows as the bit is higher, and the words of a row belong to other
//! columns; in a tile a row has the bits of all values of the last coordinate.

use crate::{
    bits::{Bits, bits_from, ones, set_bits},
    geometry::{Columns, Geometry, LANES, Words},
    keeping::Keeping,
    kernel::{Arena, skew, upright},
    view::BoxPlan,
};

/// The number of rows that are turned at a time.
const ROWS: usize = 384;
/// The rows after these that their bits are in.
const LATER: usize = 63;
/// The number of words that are needed to turn rows.
pub(super) const SCRATCH_WORDS: u128 = ((ROWS + LATER) * LANES) as u128;
/// The length up to which bits are set one by one.
const FEW: usize = 8;

/// A part of the window of a plan: from `low` on, `sides` points along each coordinate.
pub(super) struct Part<'a> {
    pub(super) low: &'a [usize],
    pub(super) sides: &'a [usize],
}

impl Part<'_> {
    /// The first and the number of the values of a coordinate; one value without a coordinate.
    fn along(&self, coordinate: Option<usize>) -> (usize, usize) {
        coordinate.map_or((0, 1), |at| (self.low[at], self.sides[at]))
    }
}

/// The rows of a sheet from which some words of a part are read.
struct Lane {
    /// The word in each vector.
    lane: usize,
    /// The number of rows by which the column begins later.
    offset: usize,
    /// The column's number in the part, or its block.
    column: usize,
}

impl BoxPlan {
    /// Sets bits of a plane before the table is filled: the bits of a part of the box that begins
    /// at `start`. The bits of words are those of the last coordinate, and time is the one before.
    pub(super) fn give(
        &self,
        arena: &mut Arena,
        keeping: &Keeping,
        plane: usize,
        start: &[usize],
        bits: &Bits,
    ) {
        let (stride, last) = (self.program.geometry.stride(), start.len() - 1);
        let (first, end) = (start[last], start[last] + bits.sides()[last]);
        let mut at = vec![0i64; start.len()];
        let mut blocks = Vec::new();
        let times = bits.sides()[last - 1];
        let mut column = vec![0u64; times + LATER];
        bits.for_each_plane(|others, rows| {
            for (at, (other, start)) in at.iter_mut().zip(others.iter().zip(start)) {
                *at = i64::try_from(other + start).unwrap_or(0);
            }
            // Blocks of 64 positions, with the words of their rows.
            blocks.clear();
            for block in first / 64..end.div_ceil(64) {
                at[last] = i64::try_from(64 * block).unwrap_or(0);
                let (low, high) = (first.max(64 * block), end.min(64 * block + 64));
                blocks.push((self.word_of(keeping, plane, &at) + start[last - 1] * stride, low, high - low));
            }
            for &(word, low, count) in &blocks {
                // The row of a bit is later by as many rows as the bit is higher.
                let rows = rows.clone().map(|row| bits_from(row, low - first) & ones(count));
                let word = word + (low % 64) * stride;
                if times.min(count) <= FEW {
                    for (time, row) in rows.enumerate() {
                        for bit in set_bits(row) {
                            arena.set(word + (time + bit as usize) * stride, 1 << (low % 64) << bit);
                        }
                    }
                    continue;
                }
                column.iter_mut().zip(rows).for_each(|(to, row)| *to = row);
                let column = &mut column[..times + count - 1];
                column[times..].fill(0);
                skew(column, count);
                for (time, &bits) in column.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                    arena.set(word + time * stride, bits << (low % 64));
                }
            }
        });
    }

    /// Returns the word of a position in a plane that is kept, in the row of its time and bit.
    fn word_of(&self, keeping: &Keeping, plane: usize, at: &[i64]) -> usize {
        let geometry = &self.program.geometry;
        let place = geometry.place(at);
        self.row_of(keeping, plane, at, place.panel, place.row) + place.word
    }

    /// Returns the first word of a row of the sheet of a position, before the margin.
    fn row_of(&self, keeping: &Keeping, plane: usize, at: &[i64], panel: usize, row: i64) -> usize {
        let geometry = &self.program.geometry;
        let tuple: Vec<i64> = geometry.roles.outer.iter().map(|&outer| at[outer]).collect();
        let slab = self.outer.slab(&tuple);
        let within = self.outer.number(&tuple) - self.outer.first_of_slab(slab);
        keeping.word(0, panel, Some((slab, within)), plane, row) - geometry.margin * LANES
    }

    /// Copies the bits of a part of a plane of a filled table. `vectors` is memory that is used again.
    pub(super) fn copy(
        &self,
        arena: &Arena,
        keeping: &Keeping,
        plane: usize,
        part: &Part<'_>,
        vectors: &mut Vec<Words>,
        to: &mut [u64],
    ) {
        let Geometry { roles, width, panels, .. } = &self.program.geometry;
        let (low, bits) = part.along(Some(roles.bit));
        if low % 64 != 0 {
            // Then a word gets the bits of two.
            to.fill(0);
        }
        let (blocks, sheet) = (low / 64..(low + bits).div_ceil(64), {
            let beyond: usize = roles.outer.iter().map(|&outer| part.sides[outer]).product();
            to.len() / beyond.max(1)
        });
        let columns = match roles.columns {
            Columns::Coordinate(column) => part.low[column]..part.low[column] + part.sides[column],
            Columns::Blocks => blocks.clone(),
        };
        let mut at = vec![0i64; part.low.len()];
        let outer: Vec<usize> = roles.outer.iter().map(|&outer| part.sides[outer]).collect();
        let mut sheets = to.chunks_mut(sheet.max(1));
        crate::bits::each_point(&outer, &mut |point| {
            let Some(to) = sheets.next() else { return };
            for (&outer, &point) in roles.outer.iter().zip(point) {
                at[outer] = i64::try_from(part.low[outer] + point).unwrap_or(0);
            }
            for (panel, vector) in
                (0..*panels).flat_map(|panel| (0..*width).map(move |vector| (panel, vector)))
            {
                let lanes = (0..LANES).filter_map(|lane| {
                    let column = lane * width + vector;
                    let number = (panel * width * LANES + column).checked_sub(columns.start)?;
                    let offset = usize::try_from(self.program.geometry.skew).unwrap_or(1) * column;
                    (number < columns.len()).then_some(Lane { lane, offset, column: number })
                });
                let lanes: Vec<Lane> = lanes.collect();
                if !lanes.is_empty() {
                    let row = self.row_of(keeping, plane, &at, panel, 0);
                    let first = row + (self.program.geometry.margin + vector) * LANES;
                    self.copy_lanes(arena, first, part, &lanes, vectors, to);
                }
            }
        });
    }

    /// Copies the words of some columns of a sheet, which are in one vector of each row, from the word `first` of row 0 on.
    fn copy_lanes(
        &self,
        arena: &Arena,
        first: usize,
        part: &Part<'_>,
        lanes: &[Lane],
        vectors: &mut Vec<Words>,
        to: &mut [u64],
    ) {
        let geometry = &self.program.geometry;
        let roles = &geometry.roles;
        let index = |number: i64| usize::try_from(number).unwrap_or(0);
        let (low, bits) = part.along(Some(roles.bit));
        let ((slab, slabs), (time, times)) = (part.along(roles.slab), part.along(Some(roles.time)));
        let blocks = match roles.columns {
            Columns::Coordinate(_) => low / 64..(low + bits).div_ceil(64),
            Columns::Blocks => 0..1,
        };
        // Turns of several slabs are read at once if they follow each other.
        let (all, period) = (index(geometry.blocks), index(geometry.period));
        let runs: Vec<_> = if blocks.len() == all {
            std::iter::once(slab * all..(slab + slabs) * all).collect()
        } else {
            (slab..slab + slabs).map(|slab| slab * all + blocks.start..slab * all + blocks.end).collect()
        };
        let offsets = || lanes.iter().map(|lane| lane.offset);
        let (least, most) = (offsets().min().unwrap_or(0), offsets().max().unwrap_or(0));
        let rows_there = geometry.rows - index(geometry.lead);
        let turned = Turned { part, period, all, slab, blocks: &blocks, low, bits };
        for run in runs {
            let end = (run.end - 1) * period + time + times + most;
            for begin in (run.start * period + time + least..end).step_by(ROWS) {
                let rows = ROWS.min(end - begin);
                vectors.clear();
                vectors.resize(rows + LATER, Words([0; LANES]));
                let there = (rows + LATER).min(rows_there.saturating_sub(begin));
                arena.vectors(first + begin * geometry.stride(), geometry.stride(), &mut vectors[..there]);
                upright(vectors, self.instructions());
                for lane in lanes {
                    turned.copy(&self.program.geometry, &vectors[..rows], begin, &run, lane, to);
                }
            }
        }
    }
}

/// Vectors whose bits are those of the same time.
struct Turned<'a> {
    part: &'a Part<'a>,
    period: usize,
    /// The number of blocks that follow each other in time.
    all: usize,
    /// The first slab.
    slab: usize,
    blocks: &'a std::ops::Range<usize>,
    low: usize,
    bits: usize,
}

impl Turned<'_> {
    /// Copies the words of a lane of the vectors of the rows from `begin` on that belong to some turns.
    fn copy(
        &self,
        geometry: &Geometry,
        vectors: &[Words],
        begin: usize,
        turns: &std::ops::Range<usize>,
        lane: &Lane,
        to: &mut [u64],
    ) {
        let roles = &geometry.roles;
        let (time, times) = self.part.along(Some(roles.time));
        let width = self.bits.div_ceil(64);
        let mut row = lane.offset.saturating_sub(begin);
        while row < vectors.len() {
            // The word of this row is that of this time of this turn.
            let place = begin + row - lane.offset;
            let (turn, now) = (place / self.period, place % self.period);
            let next = row + self.period - now;
            let (skipped, end) = (time.max(now) - now, (time + times).saturating_sub(now));
            let rows = (row + skipped).min(vectors.len())..(row + end).min(vectors.len()).min(next);
            let block = turn % self.all;
            if turns.contains(&turn) && self.blocks.contains(&block) && !rows.is_empty() {
                let (column, columns, block) = match roles.columns {
                    Columns::Coordinate(column) => (lane.column, self.part.sides[column], block),
                    Columns::Blocks => (0, 1, self.low / 64 + lane.column),
                };
                let line = ((turn / self.all - self.slab) * columns + column) * times + now + skipped - time;
                // The number of the word in which the last bits of the block are.
                let word = block - self.low / 64;
                let words = vectors[rows.clone()].iter().map(|vector| vector.0[lane.lane]);
                let lines = to[line * width..(line + rows.len()) * width].chunks_exact_mut(width);
                match self.low % 64 {
                    0 => lines.zip(words).for_each(|(line, bits)| line[word] = bits),
                    shift => lines.zip(words).for_each(|(line, bits)| {
                        if let Some(to) = line.get_mut(word) {
                            *to |= bits >> shift;
                        }
                        if let Some(to) = word.checked_sub(1).and_then(|word| line.get_mut(word)) {
                            *to |= bits << (64 - shift);
                        }
                    }),
                }
            }
            row = next;
        }
    }
}
