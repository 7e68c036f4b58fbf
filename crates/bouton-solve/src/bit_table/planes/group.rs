//! The rows of a team that differ in one coordinate, in one block of memory.

use super::super::slices::Rows;

/// The rows of the planes of a team that differ in the last long outer coordinate.
///
/// A row is as long as the rest of the region's weight allows, so its length is not stored.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The words of each row, plane by plane; a set bit is a lost position.
    words: Vec<u64>,
    /// The number of words of one plane before each row, and before the end.
    starts: Vec<u32>,
    /// The rest of the region's weight at the first row.
    rest: Option<u64>,
    /// The same when the rows from `filled` on were completed.
    before: Option<u64>,
    /// The number of rows that are complete as far as they have words.
    filled: usize,
}

impl Group {
    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The number of complete places of a row.
    pub(super) fn length(&self, row: usize, shape: Rows) -> usize {
        let rest = if row < self.filled { self.rest } else { self.before };
        rest.and_then(|rest| shape.length(rest, row)).unwrap_or(0)
    }

    /// The number of words of a row.
    fn size(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// The words of a row of one of `planes` planes.
    pub(super) fn row(&self, row: usize, plane: usize, planes: usize) -> &[u64] {
        let (start, size) = (self.starts[row] as usize * planes + plane * self.size(row), self.size(row));
        &self.words[start..start + size]
    }

    /// The same.
    pub(super) fn row_mut(&mut self, row: usize, plane: usize, planes: usize) -> &mut [u64] {
        let (start, size) = (self.starts[row] as usize * planes + plane * self.size(row), self.size(row));
        &mut self.words[start..start + size]
    }

    /// Whether all rows are complete for this rest of a region's weight.
    pub(super) fn reaches(&self, rest: u64) -> bool {
        self.filled == self.rows() && self.rest.is_some_and(|own| own >= rest)
    }

    /// Makes room for rows of a larger region; returns `false` if there is no memory. The rows have to be
    /// [filled](Self::fill) in their order.
    pub(super) fn extend(&mut self, rest: u64, rows: usize, shape: Rows, planes: usize) -> bool {
        let before = self.rest;
        if !self.lay_out(Some(rest), rows, shape, planes) {
            return false;
        }
        (self.before, self.filled) = (before, 0);
        true
    }

    /// Notes that the next row is complete.
    pub(super) fn fill(&mut self, row: usize) {
        self.filled = row + 1;
    }

    /// Gives up rows that were not filled after an extension.
    pub(super) fn give_up(&mut self, shape: Rows, planes: usize) {
        if self.filled < self.rows() {
            let rows = (0..self.rows())
                .take_while(|&row| self.before.is_some_and(|rest| shape.length(rest, row).is_some()));
            let rows = rows.count();
            self.lay_out(self.before, rows, shape, planes);
            self.filled = self.rows();
        }
    }

    /// Moves the words of all rows to where they belong for this rest of a region's weight.
    fn lay_out(&mut self, rest: Option<u64>, rows: usize, shape: Rows, planes: usize) -> bool {
        let mut starts = Vec::new();
        if starts.try_reserve_exact(rows + 1).is_err() {
            return false;
        }
        let mut end = 0u32;
        starts.push(end);
        for row in 0..rows {
            let words = rest.and_then(|rest| shape.length(rest, row)).unwrap_or(0).div_ceil(64);
            let Some(sum) = u32::try_from(words).ok().and_then(|words| end.checked_add(words)) else {
                return false;
            };
            end = sum;
            starts.push(end);
        }
        let Some(all) = (end as usize).checked_mul(planes) else { return false };
        if self.words.try_reserve_exact(all.saturating_sub(self.words.len())).is_err() {
            return false;
        }
        self.words.resize(all.max(self.words.len()), 0);
        let both = self.rows().min(rows);
        let old = std::mem::replace(&mut self.starts, starts);
        let size = |starts: &[u32], row: usize| (starts[row + 1] - starts[row]) as usize;
        let place = |starts: &[u32], row: usize, plane: usize| {
            starts[row] as usize * planes + plane * size(starts, row)
        };
        let (words, new) = (&mut self.words, &self.starts);
        let mut shift = |row: usize, plane: usize| {
            let from = place(&old, row, plane);
            words.copy_within(from..from + size(&old, row).min(size(new, row)), place(new, row, plane));
        };
        // Each row moves to a place that is free, or was its own.
        if rest >= self.rest {
            (0..both).rev().for_each(|row| (0..planes).rev().for_each(|plane| shift(row, plane)));
        } else {
            (0..both).for_each(|row| (0..planes).for_each(|plane| shift(row, plane)));
        }
        self.words.truncate(all);
        self.rest = rest;
        true
    }

    /// The number of complete positions.
    pub(super) fn positions(&self, shape: Rows, planes: usize) -> usize {
        planes * (0..self.rows()).map(|row| self.length(row, shape)).sum::<usize>()
    }

    /// The rest of the region's weight, the number of rows, and their words.
    pub(super) fn saved(&self) -> (Option<u64>, usize, &[u64]) {
        (self.rest, self.rows(), &self.words)
    }

    /// A group that was saved; `None` if the words do not fit the others.
    pub(super) fn restored(
        (rest, rows, words): (Option<u64>, usize, Vec<u64>),
        shape: Rows,
        planes: usize,
    ) -> Option<Self> {
        let Some(rest) = rest else { return (rows == 0 && words.is_empty()).then(Self::default) };
        let last = rows.checked_sub(1)?;
        shape.length(rest, last)?;
        let mut group = Self::default();
        let fits = group.extend(rest, rows, shape, planes) && group.words.len() == words.len();
        (group.words, group.filled) = (words, rows);
        fits.then_some(group)
    }
}
