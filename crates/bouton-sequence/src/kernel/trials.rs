//! Rare values that heaps of known values reach: splits into two common parts that show it.
//!
//! For a run of heaps, each part of a list makes one run of bits with the partners of each frequent
//! value ([runs](super::runs)). After some of them, few heaps are left for each rare value, and these
//! are decided one by one.
#![allow(unsafe_code)]

use std::ops::Range;

use super::{
    Level, level,
    runs::{Copies, Run},
};

/// The number of heaps in a run.
pub(crate) const RUN: usize = 1024;
const BYTES: usize = RUN / 8;
/// The number of heaps for which further parts cost more than to decide them one by one.
const FEW: u32 = 6;
/// The index of heaps that are not the partner of any part.
pub(crate) const NONE: u16 = u16::MAX;

/// The parts that are tried with the partners of one value.
#[derive(Clone, Debug)]
struct Partner {
    /// The index of the value.
    index: usize,
    /// The indices of rare values, and for each the places of the runs that show it.
    shown: Vec<(usize, Vec<u32>)>,
}

/// Splits that are tried, and the heaps of a run that they are to show.
#[derive(Clone, Debug)]
pub(crate) struct Trials {
    partners: Vec<Partner>,
    copies: Copies,
    /// For each partner, those of the known heaps that have its value.
    planes: Vec<Vec<u64>>,
    known: Range<usize>,
    /// The place of the partner with each index.
    places: Vec<Option<usize>>,
    /// The number of heaps before a run that are read.
    before: usize,
    /// For each rare index, the heaps that are not yet shown to reach it.
    needed: Vec<Run<BYTES>>,
    left: Vec<u32>,
}

/// Splits that show that heaps reach a rare value: the index of the rare value, the index of the
/// partner, and the distances of the heap and the partner.
pub(crate) type Splits = (usize, usize, Vec<usize>);

for_each_level! {
    fn show(trials: &mut Trials), Trials::show
}

impl Trials {
    /// Creates the trials of some splits, in this order, with `indices` indices of rare values.
    pub(crate) fn new(splits: &[Splits], indices: usize) -> Self {
        let furthest = splits.iter().flat_map(|(_, _, offsets)| offsets).copied().max().unwrap_or(0);
        let before = furthest.next_multiple_of(64);
        let copies = Copies::new((before + RUN) / 64);
        let mut partners: Vec<Partner> = Vec::new();
        for (rare, partner, offsets) in splits {
            let runs = offsets.iter().map(|offset| copies.place(before - offset)).collect();
            match partners.last_mut().filter(|last| last.index == *partner) {
                Some(last) => last.shown.push((*rare, runs)),
                None => partners.push(Partner { index: *partner, shown: vec![(*rare, runs)] }),
            }
        }
        let mut places = vec![None; indices];
        partners.iter().enumerate().for_each(|(place, partner)| places[partner.index] = Some(place));
        let planes = vec![vec![0; (before + RUN) / 64 + 1]; partners.len()];
        let (needed, left) = (vec![Run::NONE; indices], vec![0; indices]);
        Self { partners, copies, planes, known: 0..0, places, before, needed, left }
    }

    /// The most bytes of trials.
    pub(crate) fn bytes(partners: usize, indices: usize, splits: usize, furthest: usize) -> u64 {
        let plane = (furthest.next_multiple_of(64) + RUN) / 8 + 8;
        (partners * (plane + indices * (4 * splits + size_of::<(usize, Vec<u32>)>()))
            + 8 * plane
            + indices * (size_of::<Run<BYTES>>() + 24)) as u64
    }

    /// The number of heaps before a run that are read.
    pub(crate) fn before(&self) -> usize {
        self.before
    }

    /// The number of heaps before a run that is to begin with `start` whose indices are requested.
    pub(crate) fn unknown(&self, start: usize) -> usize {
        if self.known.end == start { 0 } else { self.before }
    }

    /// Calls `each` with the pairs of a heap and a rare index for which no split was found, in any
    /// order.
    ///
    /// `index` returns the index of a heap, or [`NONE`], from [`before`](Self::before) heaps before the
    /// run on up to its end; `below` the number of rare values that are to be shown for a heap of the
    /// run. If a run follows the last one, only the indices of its own heaps are requested.
    ///
    /// # Panics
    ///
    /// If the run has more than [`RUN`] heaps, does not begin at a multiple of 64 after
    /// [`before`](Self::before) heaps, or a number is too large.
    pub(crate) fn unshown(
        &mut self,
        heaps: Range<usize>,
        index: impl Fn(usize) -> u16,
        below: impl Fn(usize) -> usize,
        each: impl FnMut(usize, usize),
    ) {
        self.unshown_at(level(), heaps, index, below, each);
    }

    fn unshown_at(
        &mut self,
        level: Level,
        heaps: Range<usize>,
        index: impl Fn(usize) -> u16,
        below: impl Fn(usize) -> usize,
        mut each: impl FnMut(usize, usize),
    ) {
        assert!(heaps.start.is_multiple_of(64), "a run of whole words");
        let first = heaps.start - self.before;
        let mut next = first;
        if self.unknown(heaps.start) == 0 {
            let gone = (first - self.known.start) / 64;
            for plane in &mut self.planes {
                let kept = plane.len() - gone;
                plane.copy_within(gone.., 0);
                plane[kept..].fill(0);
            }
            next = heaps.start;
        } else {
            self.planes.iter_mut().for_each(|plane| plane.fill(0));
        }
        for heap in next..heaps.end {
            if let Some(place) = self.places.get(usize::from(index(heap))).copied().flatten() {
                self.planes[place][(heap - first) / 64] |= 1 << (heap % 64);
            }
        }
        self.known = first..heaps.end;
        self.needed.fill(Run::NONE);
        for (heap, below) in heaps.clone().map(below).enumerate() {
            if let Some(last) = below.checked_sub(1) {
                self.needed[last].0[heap / 8] |= 1 << (heap % 8);
            }
        }
        show(level, self);
        let start = heaps.start;
        for (rare, needed) in self.needed.iter().enumerate().filter(|&(rare, _)| self.left[rare] > 0) {
            for (place, mut left) in needed.words().enumerate() {
                while left != 0 {
                    each(start + 64 * place + left.trailing_zeros() as usize, rare);
                    left &= left - 1;
                }
            }
        }
    }

    /// Removes heaps that are shown to reach a value.
    #[inline(always)]
    fn show(&mut self) {
        // A heap that needs a value needs all lesser ones.
        for rare in (0..self.needed.len()).rev() {
            let (needed, above) = self.needed[rare..].split_at_mut(1);
            if let Some(above) = above.first() {
                needed[0].add(&above.0);
            }
            self.left[rare] = needed[0].count();
        }
        for (partner, plane) in self.partners.iter().zip(&self.planes) {
            let mut filled = false;
            for (rare, places) in &partner.shown {
                if self.left[*rare] <= FEW {
                    continue;
                }
                if !filled {
                    self.copies.fill(plane, 0);
                    filled = true;
                }
                let mut shown = Run([0; BYTES]);
                for &place in places {
                    shown.add(self.copies.run(place));
                }
                self.needed[*rare].remove(&shown);
                self.left[*rare] = self.needed[*rare].count();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::levels;

    fn noise(seed: usize) -> usize {
        let x = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize
    }

    #[test]
    fn what_no_split_shows_is_left_and_nothing_else_beyond_a_few() {
        let indices = 16;
        let mut splits: Vec<Splits> = Vec::new();
        for partner in [3, 7, 0, 12] {
            for rare in (0..indices).filter(|rare| rare % 5 != partner % 5) {
                splits.push((rare, partner, (0..7).map(|seed| 1 + noise(100 * rare + seed) % 900).collect()));
            }
        }
        let trials = Trials::new(&splits, indices);
        assert_eq!(trials.before() % 64, 0);
        let index = |heap: usize| match noise(heap) % 17 {
            16 => NONE,
            index => u16::try_from(index).unwrap(),
        };
        let below = |heap: usize| noise(heap + 99) % (indices + 1);
        for level in levels() {
            let mut trials = trials.clone();
            let mut unshown = 0;
            // Two runs follow others.
            for heaps in [1024..2048, 2048..2112, 2112..3136, 5120..5820, 6016..7040] {
                let mut found = vec![vec![false; heaps.end]; indices];
                trials.unshown_at(level, heaps.clone(), index, below, |heap, rare| found[rare][heap] = true);
                for (rare, found) in found.iter().enumerate() {
                    let mut more = 0;
                    for heap in heaps.clone() {
                        let shown =
                            splits.iter().filter(|split| split.0 == rare).any(|(_, partner, offsets)| {
                                offsets.iter().any(|offset| usize::from(index(heap - offset)) == *partner)
                            });
                        let needed = rare < below(heap);
                        assert!(needed || !found[heap], "no more than needed");
                        assert!(!needed || shown || found[heap], "no value is taken as shown");
                        more += usize::from(found[heap] && shown);
                        unshown += usize::from(found[heap] && !shown);
                    }
                    assert!(more <= FEW as usize);
                }
            }
            assert!(unshown > 100);
        }
    }
}
