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
/// The number of common parts that are tried before it is tested whether all heaps are reached.
const BATCH: usize = 8;
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
            let mut sum = Run([0; BYTES]);
            for &place in &class.places {
                sum.add(copies.run(place));
            }
            reached[index ^ class.index].add(&sum.0);
        }
    }

    /// Does the same for the first parts of some classes, until all heaps are reached. Of the
    /// values a worker has its share.
    #[inline(always)]
    fn reach_some(&self, tries: &Tries, copies: &Copies, share: Share, reached: &mut [Run]) {
        for &(class, parts) in &tries.classes {
            let class = &self.0[class];
            let index = tries.partner ^ class.index;
            if !share.has(index) {
                continue;
            }
            let mut sum = reached[index];
            for places in class.places[..parts].chunks(BATCH) {
                if sum.is_full() {
                    break;
                }
                for &place in places {
                    sum.add(copies.run(place));
                }
            }
            reached[index] = sum;
        }
    }
}

/// The share of a worker: every `workers`-th place from `first` on.
#[derive(Clone, Copy, Debug)]
struct Share {
    first: usize,
    workers: usize,
}

impl Share {
    fn has(self, place: usize) -> bool {
        place % self.workers == self.first
    }
}

/// The numbers of common parts that are tried with partners of a value.
#[derive(Clone, Debug)]
struct Tries {
    /// The index of the value.
    partner: usize,
    /// The place of a class, and how many of its parts are tried.
    classes: Vec<(usize, usize)>,
}

impl Run {
    #[inline(always)]
    fn add(&mut self, other: &[u8; BYTES]) {
        for (byte, other) in self.0.iter_mut().zip(other) {
            *byte |= other;
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.0.iter().fold(u8::MAX, |all, byte| all & byte) == u8::MAX
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
    /// Returns the run that begins at a byte.
    #[inline(always)]
    fn run(&self, place: u32) -> &[u8; BYTES] {
        let run = self.bytes[place as usize..].first_chunk();
        run.expect("a run within the copies")
    }

    /// Makes the copies of a plane, without its first words.
    #[inline(always)]
    fn fill(&mut self, words: &[u64], without: usize) {
        let words = &words[without..];
        let bytes = self.bytes.chunks_exact_mut(self.stride);
        for (by, copy) in (0..).zip(bytes) {
            let (bytes, _) = copy[8 * without..].as_chunks_mut::<8>();
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

/// The parts that are tried, and the values for which they are.
#[derive(Clone, Copy)]
struct Search<'a> {
    rare: &'a Parts,
    common: &'a Parts,
    /// The index from which on nothing is searched by rare parts.
    limit: usize,
    share: Share,
}

/// A plane to read.
#[derive(Clone, Copy)]
struct Plane<'a> {
    /// The index of its value.
    index: usize,
    /// Whether rare parts are tried with it.
    rare: bool,
    /// The common parts that are tried with it.
    tries: Option<&'a Tries>,
    words: &'a [u64],
    /// The number of its first words that no part needs.
    unread: usize,
}

impl Worker {
    /// Finds the heaps reached by parts of planes, each with the index of its value.
    fn reach<'a>(&mut self, level: Level, planes: impl Iterator<Item = Plane<'a>>, search: Search<'_>) {
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
    fn reach_avx2<'a>(&mut self, planes: impl Iterator<Item = Plane<'a>>, search: Search<'_>) {
        self.reach_by(planes, search);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    fn reach_avx512<'a>(&mut self, planes: impl Iterator<Item = Plane<'a>>, search: Search<'_>) {
        self.reach_by(planes, search);
    }

    #[inline(always)]
    fn reach_by<'a>(&mut self, planes: impl Iterator<Item = Plane<'a>>, search: Search<'_>) {
        for Plane { index, rare, tries, words, unread } in planes {
            self.copies.fill(words, unread);
            if rare {
                search.rare.reach(index, &self.copies, search.limit, &mut self.by_rare);
            }
            if let Some(tries) = tries {
                search.common.reach_some(tries, &self.copies, search.share, &mut self.by_common);
            }
        }
    }

    /// Adds the results of another worker.
    fn join(&mut self, other: &Self) {
        for (found, more) in [(&mut self.by_rare, &other.by_rare), (&mut self.by_common, &other.by_common)] {
            found.iter_mut().zip(more).for_each(|(run, more)| run.add(&more.0));
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
    sample: Parts,
    common: Parts,
    /// The common parts that are tried, at most one entry for each plane.
    tries: Vec<Tries>,
    /// The largest part of the sample.
    sampled: usize,
    /// One worker for each thread; the first one collects the results of all.
    workers: Vec<Worker>,
    /// The least index from which on no position is set.
    used: usize,
    /// The index from which on reached heaps were not computed.
    limit: usize,
    extent: Extent,
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

/// The parts of spans, each with the index of its value.
pub(crate) struct Large<'a> {
    /// All large rare parts.
    pub(crate) rare: &'a [(usize, usize)],
    /// Some of them.
    pub(crate) sample: &'a [(usize, usize)],
    /// Some common parts.
    pub(crate) common: &'a [(usize, usize)],
    /// The number of common parts of a value that are tried with partners of another: the index of the
    /// partner, the index of the part, and the number. Those for the same partner are together.
    pub(crate) tries: &'a [(usize, usize, usize)],
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
            sample: Parts::default(),
            common: Parts::default(),
            tries: Vec::new(),
            sampled: 0,
            workers: vec![worker; threads.max(1)],
            used: 0,
            limit: 0,
            extent: Extent::Known,
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

    /// Sets the parts. Their sizes are among the [sizes](Self::sizes) for `start`.
    ///
    /// # Panics
    ///
    /// If a part is of another size.
    pub(crate) fn sort(&mut self, parts: &Large<'_>, start: usize) {
        let sizes = self.sizes(start);
        self.rare = Parts::sorted(parts.rare, self.indices, &sizes);
        self.sample = Parts::sorted(parts.sample, self.indices, &sizes);
        self.common = Parts::sorted(parts.common, self.indices, &sizes);
        self.sampled = parts.sample.iter().map(|&(size, _)| size).max().unwrap_or(0);
        self.tries.clear();
        for &(partner, index, parts) in parts.tries {
            let class = self.common.0.iter().position(|class| class.index == index);
            let class = class.filter(|&class| parts <= self.common.0[class].sizes.len());
            let class = (class.expect("common parts of this value"), parts);
            match self.tries.last_mut().filter(|tries| tries.partner == partner) {
                Some(tries) => tries.classes.push(class),
                None => self.tries.push(Tries { partner, classes: vec![class] }),
            }
        }
        self.begin(start, Extent::Known);
    }

    /// Computes the reached heaps in the span of heap `start`, where all heaps before the span are
    /// known. The span itself begins at a multiple of [`SPAN`].
    pub(crate) fn begin(&mut self, start: usize, extent: Extent) {
        let start = start / SPAN * SPAN;
        self.slide(start / 64);
        self.extent = extent;
        self.limit = match extent {
            Extent::Sample | Extent::Known => self.indices.min(self.used + MORE),
            Extent::All => self.indices,
        };
        self.reach_at(level(), start / 64);
    }

    /// The rare parts that were tried in the present span.
    pub(crate) fn extent(&self) -> Extent {
        self.extent
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
        let (rare, unread) = match self.extent {
            Extent::Sample => (&mut self.sample, before.saturating_sub(self.sampled.div_ceil(64) + 1)),
            Extent::Known | Extent::All => (&mut self.rare, 0),
        };
        let copied = self.workers[0].copies.stride;
        rare.place(64 * before, copied);
        self.common.place(64 * before, copied);
        let (common, limit) = (&self.common, self.limit);
        let (words, stride, tries) = (&self.words, self.stride, &self.tries);
        let rare = &*rare;
        let untried = |index: &usize| tries.iter().all(|tries| tries.partner != *index);
        let others: Vec<usize> = (0..self.used).filter(untried).collect();
        let workers = self.workers.len();
        let work = |first: usize, worker: &mut Worker| {
            let share = Share { first, workers };
            let plane = |index: usize| &words[index * stride..][from..stride];
            let tried = tries.iter().enumerate().map(|(place, tries)| Plane {
                index: tries.partner,
                rare: share.has(place),
                tries: Some(tries),
                words: plane(tries.partner),
                unread: 0,
            });
            let others = others.iter().skip(first).step_by(workers);
            let others =
                others.map(|&index| Plane { index, rare: true, tries: None, words: plane(index), unread });
            worker.reach(level, tried.chain(others), Search { rare, common, limit, share });
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
        // Some parts of each value are tried with partners of some values.
        let mut tries = Vec::new();
        for partner in [3, 7, 0] {
            for index in 0..indices {
                let all = common.iter().filter(|part| part.1 == index).count();
                if all > 0 && index % 4 != partner % 4 {
                    tries.push((partner, index, all - (index & 1)));
                }
            }
        }
        let parts = Large { rare: &rare, sample: &rare[20..50], common: &common, tries: &tries };
        spans.sort(&parts, start);
        for round in 0..20 {
            for level in levels() {
                let extent = [Extent::Sample, Extent::Known, Extent::All][round % 3];
                spans.begin(start, extent);
                spans.reach_at(level, start / SPAN * SPAN / 64);
                assert_eq!(spans.limit(), indices);
                let tried = if extent == Extent::Sample { parts.sample } else { parts.rare };
                for heap in start / SPAN * SPAN..start / SPAN * SPAN + SPAN {
                    for index in 0..spans.limit() {
                        let hit = |&(size, value): &(usize, usize)| values[heap - size] == value ^ index;
                        let bit = |word: u64| word >> (heap % 64) & 1 == 1;
                        let by_rare = bit(spans.common_reached(index, heap / 64 * 64));
                        assert_eq!(by_rare, tried.iter().any(hit));
                        let by_common = bit(spans.rare_reached(index, heap / 64 * 64));
                        let shown = tries.iter().any(|&(partner, value, number)| {
                            let parts = common.iter().filter(|part| part.1 == value).take(number);
                            partner ^ value == index && parts.clone().any(hit)
                        });
                        assert_eq!(by_common, shown);
                    }
                }
            }
            let next = start / SPAN * SPAN + SPAN;
            fill(&mut spans, &mut values, next - SPAN..next);
            start = next;
        }
    }
}
