//! The straightforward method, fast: a few marks give a candidate, and vectors look for it.
//!
//! For a heap, some splits are tried one by one; the least value that they miss is the candidate.
//! Whether another split has it is one comparison for each split, of sixteen to sixty-four at
//! once: g(a) ⊕ g(m - a) = c, the second operand read backwards. If one has, the next value
//! missed is the candidate. The cost stays quadratic, with a constant some fifty times smaller
//! than that of marking one split after the other; it does not depend on any structure of the
//! values, only on how many are tried before the least one excluded is found.

use bouton_core::{LimitReached, Watch};

use super::Cell;
use crate::{kernel::split, moves::Moves};

/// Why the values stop.
pub(crate) enum Stop {
    /// There are as many as were asked for.
    Done,
    /// The next value does not fit its cell.
    Overflow,
}

/// Which values a heap's options have.
#[derive(Default)]
struct Marks {
    /// For each value the heap for which it was marked last, plus one.
    seen: Vec<u64>,
}

impl Marks {
    fn mark(&mut self, value: u32, stamp: u64) {
        let value = value as usize;
        if value >= self.seen.len() {
            self.seen.resize((value + 1).next_power_of_two().max(64), 0);
        }
        self.seen[value] = stamp;
    }

    /// The least value from `from` on that is not marked.
    fn open(&self, from: u32, stamp: u64) -> u32 {
        let mut value = from;
        while self.seen.get(value as usize) == Some(&stamp) {
            value += 1;
        }
        value
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
    let mut largest = cells.iter().copied().max().map_or(0, Into::into);
    while cells.len() < count {
        let heap = cells.len();
        let stamp = heap as u64 + 1;
        for &taken in moves.whole.iter().filter(|&&taken| taken == heap && heap > 0) {
            debug_assert!(taken <= heap);
            marks.mark(0, stamp);
        }
        for &taken in moves.single.iter().take_while(|&&taken| taken < heap) {
            marks.mark(cells[heap - taken].into(), stamp);
        }
        // As many marks as are worth it before comparing: several for each value there is.
        let sample = (4 * largest as usize + 16).min(1024);
        for &taken in &moves.splits {
            let Some(left) = heap.checked_sub(taken) else { break };
            for small in 1..=moves.most_small(left).min(sample) {
                marks.mark((cells[small] ^ cells[left - small]).into(), stamp);
            }
        }
        let mut work = 1;
        let mut value = marks.open(0, stamp);
        while let Ok(candidate) = T::try_from(value) {
            let found = moves.splits.iter().take_while(|&&taken| taken <= heap).any(|&taken| {
                let (left, most) = (heap - taken, moves.most_small(heap - taken));
                work += most as u64 / 1024;
                most > sample && split::attains(cells, left, sample + 1, most, candidate)
            });
            if !found {
                break;
            }
            marks.mark(value, stamp);
            value = marks.open(value + 1, stamp);
        }
        let Ok(cell) = T::try_from(value) else { return Ok(Stop::Overflow) };
        largest = largest.max(value);
        cells.push(cell);
        watch.spend(work)?;
    }
    Ok(Stop::Done)
}
