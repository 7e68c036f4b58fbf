//! The straightforward method, made fast: a few marks give a candidate, and vector instructions
//! search for it.
//!
//! For a heap, some splits are tried one by one; the least value that they miss is the candidate.
//! Whether another split has this value is one comparison for each split, of sixteen to sixty-four
//! at once: g(a) ⊕ g(m - a) = c, with the second operand read backwards. If a split has the value,
//! the next missed value is the candidate. The cost stays quadratic, with a constant about fifty
//! times smaller than that of marking one split after the other. It does not depend on any
//! structure of the values, only on the number of candidates tried before the least excluded value
//! is found. Where few values are rare (see the sparse method), yet too many for that method, their
//! splits are tried first: they decide about the common values, which few other splits have.

use bouton_core::{LimitReached, Watch};

use super::{counts, sparse::Space};
use crate::cell::Cell;
use crate::{kernel::split, moves::Moves};

/// The reason why the extension stopped.
pub(crate) enum Stop {
    /// All requested values are computed.
    Done,
    /// The next value does not fit its cell.
    Overflow,
}

/// The values of a heap's options: a byte for each value.
#[derive(Default)]
struct Marks {
    seen: Vec<u8>,
}

impl Marks {
    /// Clears all marks, with space for nim-sums of values up to `largest`.
    fn clear(&mut self, largest: u32) {
        let size = (largest as usize + 1).next_power_of_two();
        self.seen.resize(size.max(self.seen.len()), 0);
        self.seen[..size].fill(0);
    }

    #[inline(always)]
    fn mark(&mut self, value: u32) {
        self.seen[value as usize] = 1;
    }

    /// Marks the nim-sums of pairs of values.
    #[inline(always)]
    fn mark_sums<T: Cell>(&mut self, pairs: impl Iterator<Item = (T, T)>) {
        // The slice is not read again after each mark, as the list would be.
        let seen = self.seen.as_mut_slice();
        for (one, other) in pairs {
            let value: u32 = (one ^ other).into();
            seen[value as usize] = 1;
        }
    }

    /// Returns the least value from `from` on that is not marked.
    fn open(&self, from: u32) -> u32 {
        let open = self.seen.iter().skip(from as usize).position(|&seen| seen == 0);
        open.map_or(u32::try_from(self.seen.len()).unwrap_or(u32::MAX).max(from), |steps| {
            from + u32::try_from(steps).unwrap_or(u32::MAX)
        })
    }
}

/// The rare heaps, without the empty one.
struct Rare<T> {
    space: Space,
    /// The heaps with their values.
    parts: Vec<(usize, T)>,
}

/// The least number of values for which rare ones are determined.
const LEAST: usize = 1 << 12;

/// Whether the splits with `rare` rare heaps among the first `count` are marked one by one.
pub(crate) fn marks_rare(rare: u64, count: usize) -> bool {
    count >= LEAST && rare <= count as u64 / 4
}

impl<T: Cell> Rare<T> {
    /// Returns the rare heaps of the sparsest space, if they are few enough for their splits to be
    /// tried one by one.
    fn of(cells: &[T]) -> Option<Self> {
        if cells.len() < LEAST {
            return None;
        }
        let (space, rare) = Space::sparsest(&counts(cells));
        if !marks_rare(rare, cells.len()) {
            return None;
        }
        Some(Self { space, parts: space.rare_heaps(cells).collect() })
    }
}

/// Extends values to `count` of them.
pub(crate) fn extend<T: Cell>(
    cells: &mut Vec<T>,
    moves: &Moves,
    count: usize,
    watch: &Watch,
) -> Result<Stop, LimitReached> {
    let mut marks = Marks::default();
    let mut rare = Rare::of(cells);
    let mut largest = cells.iter().copied().max().map_or(0, Into::into);
    while cells.len() < count {
        let heap = cells.len();
        marks.clear(largest);
        for &taken in moves.whole.iter().filter(|&&taken| taken == heap && heap > 0) {
            debug_assert!(taken <= heap);
            marks.mark(0);
        }
        for &taken in moves.single.iter().take_while(|&&taken| taken < heap) {
            marks.mark(cells[heap - taken].into());
        }
        let mut work = 1;
        for left in moves.splits.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let Some(Rare { parts, .. }) = &rare else { break };
            let parts = &parts[..parts.partition_point(|&(part, _)| part < left)];
            work += parts.len() as u64 / 256;
            let partners = &cells[..left];
            let pairs = parts.iter().filter(|(part, _)| !moves.unequal || 2 * part != left);
            marks.mark_sums(pairs.map(|&(part, value)| (value, partners[left - part])));
        }
        // The number of marks that is worthwhile before comparing: several for each value, unless the
        // common values are decided.
        let for_each = if rare.is_some() { 2 } else { 5 };
        let sample = (for_each * largest as usize + 16).min(1 << 14);
        for &taken in &moves.splits {
            let Some(left) = heap.checked_sub(taken) else { break };
            let most = moves.most_small(left).min(sample);
            if most == 0 {
                continue;
            }
            let (parts, partners) = (&cells[1..=most], &cells[left - most..left]);
            marks.mark_sums(parts.iter().copied().zip(partners.iter().copied().rev()));
        }
        let mut value = marks.open(0);
        while let Ok(candidate) = T::try_from(value) {
            if rare.as_ref().is_some_and(|rare| !rare.space.is_rare(value)) {
                // A common value is reached only by splits with a rare part.
                break;
            }
            let found = moves.splits.iter().take_while(|&&taken| taken <= heap).any(|&taken| {
                let (left, most) = (heap - taken, moves.most_small(heap - taken));
                work += most as u64 / 1024;
                most > sample && split::attains(cells, left, sample + 1, most, candidate)
            });
            if !found {
                break;
            }
            marks.mark(value);
            value = marks.open(value + 1);
        }
        let Ok(cell) = T::try_from(value) else { return Ok(Stop::Overflow) };
        largest = largest.max(value);
        cells.push(cell);
        if let Some(rare) = rare.as_mut().filter(|rare| rare.space.is_rare(value)) {
            rare.parts.push((heap, cell));
        }
        watch.spend(work)?;
    }
    Ok(Stop::Done)
}
