//! Rare values that heaps of known values reach: splits into two common parts that show it.
//!
//! For a span of heaps, parts of each common value are tried with the partners of eight values at once, as
//! rare parts are ([spans](super::spans)). After some of them, few heaps are left for each rare value, and
//! these are decided one by one.
#![allow(unsafe_code)]

use std::ops::Range;

use super::{
    Level, level,
    spans::{NONE, Parts, Rows, SPAN, Spans},
};

/// The number of heaps for eight values for which further parts cost more than to decide them one by one.
const FEW: u32 = 48;

/// Splits that are tried, and the heaps of a span that they show.
#[derive(Clone, Debug)]
pub(crate) struct Trials {
    /// Common parts.
    parts: Parts,
    /// The groups of indices of their partners.
    partners: Vec<usize>,
    /// For each group of eight rare indices, the heaps that need not be shown to reach the rare value, or
    /// that are.
    shown: Vec<Rows>,
}

impl Trials {
    /// Creates the trials of some common parts, each with the index of its value, with partners whose values
    /// are in some groups of eight, in this order. All indices are below `indices`, a power of two.
    pub(crate) fn new(parts: &[(usize, usize)], partners: Vec<usize>, indices: usize) -> Self {
        Self { parts: Parts::new(parts), partners, shown: vec![NONE; indices.div_ceil(8)] }
    }

    /// The most bytes of trials.
    pub(crate) fn bytes(indices: usize, parts: usize) -> u64 {
        (indices / 8 * size_of::<Rows>() + 8 * indices * (parts + 8)) as u64
    }

    /// Calls `each` with the pairs of a heap and a rare index for which no split was found, in any
    /// order.
    ///
    /// The heaps are of one span, which `spans` has [prepared](Spans::prepare) with all positions that heaps
    /// before its end set. `below` is the number of rare values that are to be shown for a heap.
    ///
    /// # Panics
    ///
    /// If the heaps are of more than one span, or a number is too large.
    pub(crate) fn unshown(
        &mut self,
        spans: &Spans,
        heaps: Range<usize>,
        below: impl Fn(usize) -> usize,
        each: impl FnMut(usize, usize),
    ) {
        self.unshown_at(level(), spans, heaps, below, each);
    }

    fn unshown_at(
        &mut self,
        level: Level,
        spans: &Spans,
        heaps: Range<usize>,
        below: impl Fn(usize) -> usize,
        mut each: impl FnMut(usize, usize),
    ) {
        let start = heaps.start / SPAN * SPAN;
        assert!(heaps.end <= start + SPAN, "heaps of one span");
        // The heaps that need a value.
        self.shown.fill(NONE);
        for heap in heaps {
            if let Some(last) = below(heap).checked_sub(1) {
                self.shown[last / 8][(heap - start) / 64].0[last % 8] |= 1 << (heap % 64);
            }
        }
        // A heap that needs a value needs all lesser ones.
        let mut above = [0; SPAN / 64];
        for rows in self.shown.iter_mut().rev() {
            for (row, above) in rows.iter_mut().zip(&mut above) {
                for word in row.0.iter_mut().rev() {
                    *above |= *word;
                    *word = !*above;
                }
            }
        }
        let mut left: Vec<u32> = self.shown.iter().map(|rows| zeros(level, rows)).collect();
        for &partner in &self.partners {
            for (group, left) in left.iter_mut().enumerate().filter(|(_, left)| **left > FEW) {
                let classes = self.parts.group(group ^ partner);
                self.parts.reach(level, classes, spans.planes(), (start / 64, partner), &mut self.shown);
                *left = zeros(level, &self.shown[group]);
            }
        }
        for (group, rows) in self.shown.iter().enumerate().filter(|&(group, _)| left[group] > 0) {
            for (place, row) in rows.iter().enumerate() {
                for (lane, word) in row.0.iter().enumerate() {
                    let mut left = !word;
                    while left != 0 {
                        each(start + 64 * place + left.trailing_zeros() as usize, 8 * group + lane);
                        left &= left - 1;
                    }
                }
            }
        }
    }
}

for_each_level! {
    /// Returns the number of bits that are not set.
    fn zeros(rows: &Rows) -> u32, zeros_by
}

#[inline(always)]
fn zeros_by(rows: &Rows) -> u32 {
    rows.iter().flat_map(|row| &row.0).map(|word| word.count_zeros()).sum()
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
        let indices = 32;
        let parts: Vec<_> = (0..150).map(|seed| (1 + noise(seed) % 900, noise(seed + 999) % 29)).collect();
        let partners = vec![2, 0, 1];
        // Some heaps are rare.
        let index = |heap: usize| Some(noise(heap) % 33).filter(|index| *index < indices);
        let below = |heap: usize| noise(heap + 99) % (indices + 1);
        for level in levels() {
            let mut trials = Trials::new(&parts, partners.clone(), indices);
            let mut spans = Spans::new(indices, 900, 1, SPAN);
            let mut set = spans.first();
            let mut unshown = 0;
            for heaps in [1024..2048, 2048..2112, 2112..3072, 5120..5820, 6016..6144, 9216..10_240] {
                spans.prepare(heaps.start);
                for heap in set.max(spans.first())..heaps.end {
                    if let Some(index) = index(heap) {
                        spans.set(index, heap);
                    }
                }
                set = heaps.end;
                let mut found = vec![vec![false; heaps.end]; indices];
                trials.unshown_at(level, &spans, heaps.clone(), below, |heap, rare| found[rare][heap] = true);
                for (group, found) in found.chunks_exact(8).enumerate() {
                    let mut more = 0;
                    for (lane, heap) in (0..8).flat_map(|lane| heaps.clone().map(move |heap| (lane, heap))) {
                        let rare = 8 * group + lane;
                        let shown = parts.iter().any(|&(part, value)| {
                            index(heap - part)
                                .is_some_and(|other| other ^ value == rare && partners.contains(&(other / 8)))
                        });
                        let needed = rare < below(heap);
                        assert!(needed || !found[lane][heap], "no more than needed");
                        assert!(!needed || shown || found[lane][heap], "no value is taken as shown");
                        more += u32::from(found[lane][heap] && shown);
                        unshown += usize::from(found[lane][heap] && !shown);
                    }
                    assert!(more <= FEW);
                }
            }
            assert!(unshown > 100);
        }
    }
}
