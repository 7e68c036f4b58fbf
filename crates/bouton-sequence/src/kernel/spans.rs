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

use super::{Level, level};

/// The number of heaps in a span.
pub(crate) const SPAN: usize = 1024;
/// The number of bytes of a span, with one bit for each heap.
const BYTES: usize = SPAN / 8;
/// The number of bits in a byte.
const COPIES: usize = 8;
/// The most bytes of the copies of a plane.
const MOST_BYTES: usize = 1 << 15;
/// The number of indices beyond the reached ones that are examined.
const MORE: usize = 8;
/// The least number of parts for which runs are worthwhile.
const LEAST_PARTS: usize = 64;

/// A bit for each heap of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Run([u8; BYTES]);

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

    /// Computes the starts of the runs, if a span begins at bit `origin` of copies of `stride`
    /// bytes.
    fn place(&mut self, origin: usize, stride: usize) {
        for class in &mut self.0 {
            let place = |&size: &usize| {
                let bit = origin - size;
                u32::try_from(bit % COPIES * stride + bit / 8).unwrap_or(u32::MAX)
            };
            class.places.clear();
            class.places.extend(class.sizes.iter().map(place));
        }
    }

    /// Adds to `reached`, by index, the heaps that these parts reach with the common parts of a
    /// plane, whose value has this index.
    #[inline(always)]
    fn reach(&self, index: usize, copies: &Copies, limit: usize, reached: &mut [Run]) {
        for class in self.0.iter().filter(|class| index ^ class.index < limit) {
            let mut sum = [0u8; BYTES];
            for &place in &class.places {
                let run = &copies.bytes[place as usize..][..BYTES];
                for (sum, byte) in sum.iter_mut().zip(run) {
                    *sum |= byte;
                }
            }
            reached[index ^ class.index].add(&Run(sum));
        }
    }
}

impl Run {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (byte, other) in self.0.iter_mut().zip(other.0) {
            *byte |= other;
        }
    }

    /// Returns the heaps of one word of the span, from `start` on.
    fn word(&self, start: usize) -> u64 {
        let from = start % SPAN / 8;
        u64::from_le_bytes(self.0[from..from + 8].try_into().unwrap_or_default())
    }
}

/// Eight copies of the part of a plane that a span may read; bit k of copy c is bit k + c of the
/// plane.
#[derive(Clone, Debug)]
struct Copies {
    bytes: Vec<u8>,
    stride: usize,
}

impl Copies {
    /// Makes the copies of a plane.
    #[inline(always)]
    fn fill(&mut self, words: &[u64]) {
        let bytes = self.bytes.chunks_exact_mut(self.stride);
        for (by, copy) in (0..).zip(bytes) {
            let (bytes, _) = copy.as_chunks_mut::<8>();
            for ((bytes, low), high) in bytes.iter_mut().zip(words).zip(&words[1..]) {
                // There are two shifts, because a shift by 64 would not shift.
                *bytes = (low >> by | high << 1 << (63 - by)).to_le_bytes();
            }
        }
    }
}

/// The buffers and results of a thread for some planes: for each index, the heaps of the span that
/// the rare parts reach, and those that the common parts reach.
#[derive(Clone, Debug)]
struct Worker {
    copies: Copies,
    by_rare: Vec<Run>,
    by_common: Vec<Run>,
}

/// The parts that are tried, and the index from which on nothing is searched.
#[derive(Clone, Copy)]
struct Search<'a> {
    rare: &'a Parts,
    common: &'a Parts,
    limit: usize,
}

impl Worker {
    /// Finds the heaps reached by parts of planes, each with the index of its value.
    fn reach<'a>(
        &mut self,
        level: Level,
        planes: impl Iterator<Item = (usize, &'a [u64])>,
        search: Search<'_>,
    ) {
        self.by_rare.fill(Run([0; BYTES]));
        self.by_common.fill(Run([0; BYTES]));
        match level {
            Level::Portable => self.reach_by(planes, search),
            // SAFETY: `level` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { self.reach_avx2(planes, search) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { self.reach_avx512(planes, search) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn reach_avx2<'a>(&mut self, planes: impl Iterator<Item = (usize, &'a [u64])>, search: Search<'_>) {
        self.reach_by(planes, search);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    fn reach_avx512<'a>(&mut self, planes: impl Iterator<Item = (usize, &'a [u64])>, search: Search<'_>) {
        self.reach_by(planes, search);
    }

    #[inline(always)]
    fn reach_by<'a>(&mut self, planes: impl Iterator<Item = (usize, &'a [u64])>, search: Search<'_>) {
        for (index, plane) in planes {
            self.copies.fill(plane);
            search.rare.reach(index, &self.copies, search.limit, &mut self.by_rare);
            search.common.reach(index, &self.copies, search.limit, &mut self.by_common);
        }
    }

    /// Adds the results of another worker.
    fn join(&mut self, other: &Self) {
        for (found, more) in [(&mut self.by_rare, &other.by_rare), (&mut self.by_common, &other.by_common)] {
            found.iter_mut().zip(more).for_each(|(run, more)| run.add(more));
        }
    }
}

/// The planes of all indices, and the heaps that large parts reach in one span.
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
    common: Parts,
    /// One worker for each thread; the first one collects the results of all.
    workers: Vec<Worker>,
    /// The least index from which on no position is set.
    used: usize,
    /// The index from which on reached heaps were not computed.
    limit: usize,
}

impl Spans {
    /// The largest part that may have a run.
    pub(crate) const MOST: usize = MOST_BYTES / 64 * 64 - 2 * SPAN;

    /// Whether runs are worthwhile for this many parts.
    pub(crate) fn worthwhile(parts: usize) -> bool {
        parts >= LEAST_PARTS
    }

    /// The bytes of spans of this size.
    pub(crate) fn bytes(indices: usize, largest: usize, threads: usize) -> u64 {
        let worker = indices * 2 * size_of::<Run>() + COPIES * (largest + 2 * SPAN) / 8;
        (indices * Self::stride_for(largest) * 8 + threads.max(1) * worker) as u64
    }

    /// The number of words of a plane, large enough that it seldom has to be moved.
    fn stride_for(largest: usize) -> usize {
        2 * (largest.div_ceil(64) + 1) + 4 * SPAN / 64 + 2
    }

    /// Creates spans without any position or part, for parts from [`SPAN`] to `largest`, around the
    /// span that contains heap `start`.
    pub(crate) fn new(indices: usize, largest: usize, start: usize, threads: usize) -> Self {
        let (window, stride) = (largest.div_ceil(64) + 1, Self::stride_for(largest));
        let first = start / SPAN * SPAN / 64;
        let bytes = (window + SPAN / 64) * 8;
        let copies = Copies { bytes: vec![0; COPIES * bytes], stride: bytes };
        let nothing = vec![Run([0; BYTES]); indices];
        let worker = Worker { copies, by_rare: nothing.clone(), by_common: nothing };
        Self {
            words: vec![0; indices * stride],
            stride,
            indices,
            window,
            base: first.saturating_sub(window),
            rare: Parts::default(),
            common: Parts::default(),
            workers: vec![worker; threads.max(1)],
            used: 0,
            limit: 0,
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

    /// Sets the rare parts, and some common ones, each with the index of its value. Their sizes are
    /// among the [sizes](Self::sizes) for `start`.
    ///
    /// # Panics
    ///
    /// If a part is of another size.
    pub(crate) fn sort(&mut self, rare: &[(usize, usize)], common: &[(usize, usize)], start: usize) {
        let sizes = self.sizes(start);
        self.rare = Parts::sorted(rare, self.indices, &sizes);
        self.common = Parts::sorted(common, self.indices, &sizes);
        self.begin(start, false);
    }

    /// Computes the reached heaps in the span of heap `start`, where all heaps before the span are
    /// known, for the indices that have been reached so far and a few more, or for `all`. The span
    /// itself begins at a multiple of [`SPAN`].
    pub(crate) fn begin(&mut self, start: usize, all: bool) {
        let start = start / SPAN * SPAN;
        self.slide(start / 64);
        self.limit = if all { self.indices } else { self.indices.min(self.used + MORE) };
        self.reach_at(level(), start / 64);
    }

    /// The index below which reached heaps were computed.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the heaps of one word of the span, from `start` on, that reach the common value of
    /// an index below [`limit`](Self::limit) by the rare parts.
    pub(crate) fn common_reached(&self, index: usize, start: usize) -> u64 {
        self.workers[0].by_rare[index].word(start)
    }

    /// Returns the heaps of one word of the span, from `start` on, for which the common parts show
    /// that they reach the rare value of an index.
    pub(crate) fn rare_reached(&self, index: usize, start: usize) -> u64 {
        self.workers[0].by_common[index].word(start)
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

    fn reach_at(&mut self, level: Level, word: usize) {
        let before = self.window.min(word - self.base);
        let from = word - self.base - before;
        let copied = self.workers[0].copies.stride;
        self.rare.place(64 * before, copied);
        self.common.place(64 * before, copied);
        let search = Search { rare: &self.rare, common: &self.common, limit: self.limit };
        let (words, stride, used) = (&self.words, self.stride, self.used);
        let count = self.workers.len();
        // Threads take planes in turn, because planes of small values take more work.
        let work = |first: usize, worker: &mut Worker| {
            let planes = words.chunks_exact(stride).map(|plane| &plane[from..]).enumerate();
            worker.reach(level, planes.take(used).skip(first).step_by(count), search);
        };
        if let Some((first, others)) = self.workers.split_first_mut() {
            let work = &work;
            std::thread::scope(|scope| {
                for (place, other) in (1..).zip(&mut *others) {
                    scope.spawn(move || work(place, other));
                }
                work(0, first);
            });
            others.iter().for_each(|other| first.join(other));
        }
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
        let mut spans = Spans::new(indices, largest, start, 3);
        let mut values = vec![usize::MAX; 40 * SPAN];
        let first = spans.first();
        fill(&mut spans, &mut values, first..start / SPAN * SPAN);
        let part = |seed: usize, sizes: &RangeInclusive<usize>| {
            let sizes = (sizes.end() - sizes.start() + 1, sizes.start());
            (sizes.1 + noise(seed) % sizes.0, noise(seed + 7) % indices)
        };
        let sizes = spans.sizes(start);
        let rare: Vec<_> = (0..90).map(|seed| part(seed, &sizes)).collect();
        let common: Vec<_> = (0..50).map(|seed| part(1000 + seed, &sizes)).collect();
        spans.sort(&rare, &common, start);
        for _ in 0..20 {
            for level in levels() {
                spans.begin(start, level == Level::Portable);
                spans.reach_at(level, start / SPAN * SPAN / 64);
                for heap in start / SPAN * SPAN..start / SPAN * SPAN + SPAN {
                    for index in 0..spans.limit() {
                        let reaches = |parts: &[(usize, usize)]| {
                            parts.iter().any(|&(size, value)| values[heap - size] == value ^ index)
                        };
                        let bit = |word: u64| word >> (heap % 64) & 1 == 1;
                        assert_eq!(bit(spans.common_reached(index, heap / 64 * 64)), reaches(&rare));
                        assert_eq!(bit(spans.rare_reached(index, heap / 64 * 64)), reaches(&common));
                    }
                }
            }
            let next = start / SPAN * SPAN + SPAN;
            fill(&mut spans, &mut values, next - SPAN..next);
            start = next;
        }
    }
}
