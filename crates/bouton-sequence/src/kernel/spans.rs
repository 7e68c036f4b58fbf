//! Computations for many heaps at once: the values that each heap reaches by a split with a large
//! part of a known value.
//!
//! For a *span* of heaps, all partners of a part of at least that many objects are known when the
//! span begins. The bits of a plane that belong to a part are then one run of bits, which may begin
//! anywhere. For one plane after the other, eight copies are made, each shifted by one more bit, so
//! that in one of them the run begins at a byte. The copies stay in the nearest cache until all
//! parts were tried with them.
#![allow(unsafe_code)]

use std::ops::RangeInclusive;

use super::{Level, level, runs::Copies};

/// The number of heaps in a span.
pub(crate) const SPAN: usize = 1024;
/// The number of bytes of a span, with one bit for each heap.
const BYTES: usize = SPAN / 8;
/// The most bytes of the copies of a plane.
const MOST_BYTES: usize = 1 << 15;
/// The number of indices beyond the reached ones that are examined.
const MORE: usize = 8;
/// The least number of parts for which runs are worthwhile.
const LEAST_PARTS: usize = 64;

type Run = super::runs::Run<BYTES>;

/// Parts of the same value.
#[derive(Clone, Debug)]
struct Class {
    /// The index of their value.
    index: usize,
    /// The number of objects of each part.
    sizes: Vec<usize>,
    /// For each part, the byte of the copies at which its run begins.
    places: Vec<u32>,
}

/// Parts by the index of their value.
#[derive(Clone, Debug, Default)]
struct Parts(Vec<Class>);

impl Parts {
    /// Collects the parts whose sizes are in `sizes`, each with the index of its value, an index
    /// below `indices`.
    fn sorted(parts: &[(usize, usize)], indices: usize, sizes: &RangeInclusive<usize>) -> Self {
        let mut classes: Vec<Class> =
            (0..indices).map(|index| Class { index, sizes: Vec::new(), places: Vec::new() }).collect();
        for &(part, index) in parts {
            assert!(sizes.contains(&part), "a part for which there are runs");
            classes[index].sizes.push(part);
        }
        classes.retain(|class| !class.sizes.is_empty());
        Self(classes)
    }

    /// Computes the starts of the runs, if a span begins at bit `origin` of the copies.
    fn place(&mut self, origin: usize, copies: &Copies) {
        for class in &mut self.0 {
            class.places.clear();
            class.places.extend(class.sizes.iter().map(|size| copies.place(origin - size)));
        }
    }

    /// Adds to `reached`, by index, the heaps that these parts reach with the common parts of a
    /// plane, whose value has this index.
    #[inline(always)]
    fn reach(&self, index: usize, copies: &Copies, limit: usize, reached: &mut [Run]) {
        for class in self.0.iter().filter(|class| index ^ class.index < limit) {
            let mut sum = Run::NONE;
            for &place in &class.places {
                sum.add(copies.run(place));
            }
            reached[index ^ class.index].add(&sum.0);
        }
    }
}

/// The heaps of one span that large rare parts reach.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// The first heap.
    start: usize,
    /// For each index, the heaps that reach the common value of this index.
    runs: Vec<Run>,
    /// The index from which on reached heaps were not computed.
    limit: usize,
    extent: Extent,
}

for_each_level! {
    fn find['a](
        reached: &mut Reached,
        planes: impl Iterator<Item = (usize, &'a [u64])>,
        unread: usize,
        parts: &Parts,
        copies: &mut Copies
    ), Reached::find_by
}

impl Reached {
    /// Creates the result of no span.
    pub(crate) fn new(indices: usize) -> Self {
        Self { start: usize::MAX, runs: vec![Run::NONE; indices], limit: 0, extent: Extent::Known }
    }

    /// The first heap of the span.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The rare parts that were tried.
    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    /// The index below which reached heaps were computed.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the heaps of one word of the span, from `start` on, that reach the common value of
    /// an index below [`limit`](Self::limit).
    pub(crate) fn word(&self, index: usize, start: usize) -> u64 {
        let from = start % SPAN / 8;
        u64::from_le_bytes(self.runs[index].0[from..from + 8].try_into().unwrap_or_default())
    }

    /// Adds the heaps that parts reach with the partners of planes, each with the index of its value.
    /// The first `unread` words of a plane are not needed.
    #[inline(always)]
    fn find_by<'a>(
        &mut self,
        planes: impl Iterator<Item = (usize, &'a [u64])>,
        unread: usize,
        parts: &Parts,
        copies: &mut Copies,
    ) {
        for (index, words) in planes {
            copies.fill(words, unread);
            parts.reach(index, copies, self.limit, &mut self.runs);
        }
    }
}

/// The planes of all indices, and large rare parts.
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    /// Plane `index` begins at `index * stride`; bit k of it is position 64 `base` + k.
    words: Vec<u64>,
    stride: usize,
    indices: usize,
    /// The number of words of positions before a span that may be read.
    window: usize,
    base: usize,
    rare: Parts,
    sample: Parts,
    /// The largest part of the sample.
    sampled: usize,
    copies: Copies,
    /// The least index from which on no position is set.
    used: usize,
}

/// The rare parts that are tried in a span, and the values for which they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The sample of rare parts, for the values that heaps had so far and a few more.
    Sample,
    /// All rare parts, for the same values.
    Known,
    /// All rare parts, for all values.
    All,
}

impl Spans {
    /// The least part of a sample. All partners of a span are known a span before.
    pub(crate) const LEAST_SAMPLED: usize = 2 * SPAN;
    /// The largest part that may have a run.
    pub(crate) const MOST: usize = MOST_BYTES / 64 * 64 - 2 * SPAN;

    /// Whether runs are worthwhile for this many parts.
    pub(crate) fn worthwhile(parts: usize) -> bool {
        parts >= LEAST_PARTS
    }

    /// The bytes of spans of this size.
    pub(crate) fn bytes(indices: usize, largest: usize) -> u64 {
        let copies = largest + 2 * SPAN;
        (indices * (Self::stride_for(largest) * 8 + 2 * size_of::<Run>()) + copies) as u64
    }

    /// The number of words of a plane, large enough that it seldom has to be moved.
    fn stride_for(largest: usize) -> usize {
        2 * (largest.div_ceil(64) + 1) + 4 * SPAN / 64 + 2
    }

    /// Creates spans without any position or part, for parts from [`SPAN`] to `largest`, around the
    /// span that contains heap `start`.
    pub(crate) fn new(indices: usize, largest: usize, start: usize) -> Self {
        let (window, stride) = (largest.div_ceil(64) + 1, Self::stride_for(largest));
        let first = start / SPAN * SPAN / 64;
        let copies = Copies::new(window + SPAN / 64);
        Self {
            words: vec![0; indices * stride],
            stride,
            indices,
            window,
            base: first.saturating_sub(window),
            rare: Parts::default(),
            sample: Parts::default(),
            sampled: 0,
            copies,
            used: 0,
        }
    }

    /// The first position that may be set.
    pub(crate) fn first(&self) -> usize {
        64 * self.base
    }

    /// The sizes of parts that are allowed before the span of heap `start`.
    pub(crate) fn sizes(&self, start: usize) -> RangeInclusive<usize> {
        SPAN..=((self.window - 1) * 64).min(start / SPAN * SPAN)
    }

    /// Sets the bit of a position.
    ///
    /// # Panics
    ///
    /// If the position is before [`first`](Self::first), or more than a span beyond the present
    /// one.
    pub(crate) fn set(&mut self, index: usize, position: usize) {
        let bit = position - 64 * self.base;
        assert!(bit / 64 < self.stride, "a position near the span");
        self.words[index * self.stride + bit / 64] |= 1 << (bit % 64);
        self.used = self.used.max(index + 1);
    }

    /// Sets the rare parts, each with the index of its value, and some of them as a sample. Their
    /// sizes are among the [sizes](Self::sizes) for `start`, and those of the sample at least
    /// [`LEAST_SAMPLED`](Self::LEAST_SAMPLED).
    ///
    /// # Panics
    ///
    /// If a part is of another size.
    pub(crate) fn sort(&mut self, rare: &[(usize, usize)], sample: &[(usize, usize)], start: usize) {
        let sizes = self.sizes(start);
        self.rare = Parts::sorted(rare, self.indices, &sizes);
        self.sample = Parts::sorted(sample, self.indices, &(Self::LEAST_SAMPLED..=*sizes.end()));
        self.sampled = sample.iter().map(|&(size, _)| size).max().unwrap_or(0);
    }

    /// Computes the reached heaps in the span of heap `start`, where all heaps before the span are
    /// known; for a sample, all heaps before the last span. The span itself begins at a multiple of
    /// [`SPAN`].
    pub(crate) fn begin(&mut self, start: usize, extent: Extent, reached: &mut Reached) {
        self.begin_at(level(), start, extent, reached);
    }

    fn begin_at(&mut self, level: Level, start: usize, extent: Extent, reached: &mut Reached) {
        let start = start / SPAN * SPAN;
        let word = start / 64;
        self.slide(word);
        (reached.start, reached.extent) = (start, extent);
        reached.limit = match extent {
            Extent::Sample | Extent::Known => self.indices.min(self.used + MORE),
            Extent::All => self.indices,
        };
        reached.runs.fill(Run::NONE);
        let before = self.window.min(word - self.base);
        let from = word - self.base - before;
        let (rare, unread) = match extent {
            Extent::Sample => (&mut self.sample, before.saturating_sub(self.sampled.div_ceil(64) + 1)),
            Extent::Known | Extent::All => (&mut self.rare, 0),
        };
        rare.place(64 * before, &self.copies);
        let (words, stride) = (&self.words, self.stride);
        let planes = (0..self.used).map(|index| (index, &words[index * stride..][from..stride]));
        find(level, reached, planes, unread, rare, &mut self.copies);
    }

    /// Makes space for a span that begins with `word`.
    fn slide(&mut self, word: usize) {
        // A position may be set in this span and the next.
        if word - self.base + 2 * SPAN / 64 < self.stride {
            return;
        }
        let gone = word - self.window - self.base;
        for plane in self.words.chunks_exact_mut(self.stride) {
            plane.copy_within(gone.., 0);
            let kept = plane.len() - gone;
            plane[kept..].fill(0);
        }
        self.base += gone;
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::kernel::levels;

    fn noise(seed: usize) -> usize {
        let x = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize
    }

    /// Sets the value of each heap of a range at the position that is its number.
    fn fill(spans: &mut Spans, values: &mut [usize], heaps: Range<usize>) {
        for (heap, value) in heaps.clone().zip(&mut values[heaps]) {
            *value = noise(heap) % 13;
            spans.set(*value, heap);
        }
    }

    #[test]
    fn every_level_reaches_what_the_bits_say() {
        let (indices, largest, mut start) = (16, 5000, 9 * SPAN + 192);
        let mut spans = Spans::new(indices, largest, start);
        let mut values = vec![usize::MAX; 40 * SPAN];
        let first = spans.first();
        fill(&mut spans, &mut values, first..start / SPAN * SPAN);
        let part = |seed: usize, sizes: &RangeInclusive<usize>| {
            let sizes = (sizes.end() - sizes.start() + 1, sizes.start());
            (sizes.1 + noise(seed) % sizes.0, noise(seed + 7) % indices)
        };
        let sizes = spans.sizes(start);
        let rare: Vec<_> = (0..90).map(|seed| part(seed, &sizes)).collect();
        let sample: Vec<_> =
            rare.iter().copied().filter(|&(size, _)| size >= Spans::LEAST_SAMPLED).take(30).collect();
        spans.sort(&rare, &sample, start);
        let mut reached = Reached::new(indices);
        for round in 0..20 {
            for level in levels() {
                let extent = [Extent::Sample, Extent::Known, Extent::All][round % 3];
                spans.begin_at(level, start, extent, &mut reached);
                assert_eq!((reached.start(), reached.limit()), (start / SPAN * SPAN, indices));
                let tried = if extent == Extent::Sample { &sample } else { &rare };
                for heap in start / SPAN * SPAN..start / SPAN * SPAN + SPAN {
                    for index in 0..reached.limit() {
                        let hit = |&(size, value): &(usize, usize)| values[heap - size] == value ^ index;
                        let bit = |word: u64| word >> (heap % 64) & 1 == 1;
                        let by_rare = bit(reached.word(index, heap / 64 * 64));
                        assert_eq!(by_rare, tried.iter().any(hit));
                    }
                }
            }
            let next = start / SPAN * SPAN + SPAN;
            fill(&mut spans, &mut values, next - SPAN..next);
            start = next;
        }
    }
}
