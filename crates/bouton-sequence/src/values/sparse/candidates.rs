//! The least common values that the heaps of a block miss.
//!
//! The common values that the large rare parts reach are known for the whole span, or a sample of these
//! parts has shown some of them. With a sample, most values that seem to be missed are those that the heap
//! really misses, and a few in each heap are tested with all parts.

use super::{Fault, Sparse};
use crate::{
    cell::Cell,
    kernel::{
        partners::{CHOICES, Candidates},
        planes::{EMPTY, Marks, Row, add_marks, transposed},
        spans::Extent,
    },
    moves::Moves,
};

/// The most heaps of a block that are tested one by one.
const FEW: u32 = 2;

/// The candidates of a block that were tested, and for each the heaps that do not reach it.
struct Tested {
    candidates: Candidates,
    missed: [u64; CHOICES],
}

impl Tested {
    /// Whether a heap is known not to reach an index.
    fn misses(&self, lane: usize, index: usize) -> bool {
        let mut tests = self.candidates.iter().zip(self.missed);
        tests.any(|(candidates, missed)| usize::from(candidates[lane]) == index && missed >> lane & 1 == 1)
    }
}

/// Marks that a heap of a block reaches an index.
#[inline(always)]
fn mark(marks: &mut [Marks], lane: usize, index: usize) {
    marks[index / 64][lane / 8].0[lane % 8] |= 1 << (index % 64);
}

impl Sparse {
    /// Whether the common values that the parts of a sample miss can be tested: all partners are
    /// common.
    pub(super) fn can_test(&self, start: usize) -> bool {
        self.partners
            .as_ref()
            .is_some_and(|partners| partners.know(start) && start > self.last_rare + partners.furthest())
    }

    /// Appends the least common values that the heaps after the first `fixed` of a block miss.
    pub(super) fn candidates<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        start: usize,
        fixed: usize,
    ) -> Result<(), Fault> {
        let (space, chunks) = (self.space, self.marks.len());
        let limit = if self.spanned { self.reached.limit() } else { usize::MAX };
        self.marks.fill([EMPTY; 8]);
        let mut ready = 0;
        for &(heap, index) in &self.outlying {
            for &taken in &moves.splits {
                for lane in (heap + taken + 1).saturating_sub(start)..64 {
                    // A part whose value is not yet known is in the block: its partner is too small
                    // to be rare and outlying.
                    let value = cells[start + lane - taken - heap].into();
                    if !space.is_rare(value) {
                        let reached = space.index(value) ^ index;
                        mark(&mut self.marks, lane, reached);
                    }
                }
            }
        }
        let tested = if self.sampled() { Some(self.test(start, fixed, &mut ready)?) } else { None };
        for lane in 0..64 {
            let heap = start + lane;
            if lane >= fixed {
                for &taken in moves.single.iter().take_while(|&&taken| taken < heap) {
                    let value = cells[heap - taken].into();
                    if !space.is_rare(value) {
                        let reached = space.index(value);
                        mark(&mut self.marks, lane, reached);
                    }
                }
                let index = loop {
                    let index = self.open(start, (lane, 0), lane, &mut ready).ok_or(Fault::Space)?;
                    if index >= limit {
                        return Err(Fault::Spans);
                    }
                    let certain = tested.as_ref().is_none_or(|tested| tested.misses(lane, index));
                    if certain || !self.reaches(lane, index) {
                        break index;
                    }
                    mark(&mut self.marks, lane, index);
                };
                cells.push(T::try_from(space.common(index)).map_err(|_| Fault::Cell)?);
            }
            let value = cells[heap].into();
            if !space.is_rare(value) {
                let index = space.index(value);
                let pushes = self.pushes.chunks_exact(chunks).nth(index).unwrap_or(&[]);
                // Marks at or above the limit are not read.
                let read = limit.div_ceil(64).min(chunks);
                add_marks(&mut self.marks[..read], pushes, lane);
            }
        }
        Ok(())
    }

    /// Whether only a sample of the large parts was tried in the present span.
    pub(crate) fn sampled(&self) -> bool {
        self.spanned && self.reached.extent() == Extent::Sample
    }

    /// Returns the least index from `from` on that no mark of a heap shows to be reached. Marks for
    /// more indices are made if necessary: `ready` is the number of chunks that have them, and the
    /// first `decided` heaps do not need them.
    #[inline(always)]
    fn open(
        &mut self,
        start: usize,
        (lane, from): (usize, usize),
        decided: usize,
        ready: &mut usize,
    ) -> Option<usize> {
        let mut chunk = from / 64;
        let mut below = (1u64 << (from % 64)) - 1;
        while chunk < self.marks.len() {
            if chunk == *ready {
                self.ready(start / 64, chunk, decided);
                *ready += 1;
            }
            let open = !(self.marks[chunk][lane / 8].0[lane % 8] | below);
            if open != 0 {
                return Some(64 * chunk + open.trailing_zeros() as usize);
            }
            below = 0;
            chunk += 1;
        }
        None
    }

    /// Tests the first candidates of the heaps after the first `fixed` of a block, and marks those
    /// that are reached, until nearly all heaps have one that is not.
    fn test(&mut self, start: usize, fixed: usize, ready: &mut usize) -> Result<Tested, Fault> {
        let mut candidates = [[0; 64]; CHOICES];
        loop {
            for lane in fixed..64 {
                let mut from = 0;
                for choice in &mut candidates {
                    match self.open(start, (lane, from), fixed, ready) {
                        Some(index) => {
                            (choice[lane], from) = (u8::try_from(index).unwrap_or(u8::MAX), index + 1)
                        }
                        None if from == 0 => return Err(Fault::Space),
                        // There are no more candidates, so the last one is repeated.
                        None => choice[lane] = u8::try_from(from - 1).unwrap_or(u8::MAX),
                    }
                }
            }
            let Some(partners) = &self.partners else { return Err(Fault::Space) };
            let reached = partners.reached(start, &candidates);
            for (choice, &reached) in candidates.iter().zip(&reached) {
                let mut left = reached & u64::MAX << fixed;
                while left != 0 {
                    let lane = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let index = usize::from(choice[lane]);
                    mark(&mut self.marks, lane, index);
                }
            }
            let unknown = reached.iter().fold(u64::MAX << fixed, |unknown, reached| unknown & reached);
            if unknown.count_ones() <= FEW {
                return Ok(Tested { candidates, missed: reached.map(|reached| !reached) });
            }
        }
    }

    /// Whether a heap of the present block reaches a common value by a part that is not tried on the
    /// planes.
    fn reaches(&self, lane: usize, index: usize) -> bool {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        self.partners.as_ref().is_some_and(|partners| partners.reaches(lane, index))
    }

    /// Makes the marks of sixty-four indices for a block. The first `decided` heaps do not need
    /// marks.
    fn ready(&mut self, word: usize, chunk: usize, decided: usize) {
        let classes = if self.sampled() { &self.untested } else { &self.classes };
        let mut lanes = [0; 64];
        let decided = (1 << decided) - 1;
        for pair in 0..4 {
            let first = 64 * chunk + 16 * pair;
            let known = [first, first + 8].map(|first| {
                let large = self.reached.row(first / 8, 64 * word);
                Row(large.0.map(|heaps| decided | heaps))
            });
            let reached = self.planes.reached(word, classes, 4 * chunk + pair, known);
            lanes[16 * pair..16 * pair + 8].copy_from_slice(&reached[0].0);
            lanes[16 * pair + 8..16 * pair + 16].copy_from_slice(&reached[1].0);
        }
        let all = self.marks[chunk].iter_mut().flat_map(|row| &mut row.0);
        all.zip(transposed(lanes)).for_each(|(marks, more)| *marks |= more);
    }
}
