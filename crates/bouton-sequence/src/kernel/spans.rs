//! Computations for many heaps at once: the values that each heap reaches by a split with a part of a
//! known value.
//!
//! For a *span* of heaps, all partners of a part of at least that many objects are known when the
//! span begins. The positions of the partners with eight values are the words of [rows](Row). As many
//! consecutive rows as a span has, all shifted by the same part of a word, are the heaps that a part
//! reaches. Their sums for the parts of one value stay in registers, and the rows of eight values in the
//! nearest cache until all parts were tried with them.
#![allow(unsafe_code)]

use std::ops::RangeInclusive;

use super::{
    Level, level,
    planes::{Class, EMPTY, Part, Planes, Row, permuted_into},
};

/// The number of heaps in a span.
pub(crate) const SPAN: usize = 1024;
/// The number of words of a span.
pub(super) const WORDS: usize = SPAN / 64;
/// The number of indices beyond the reached ones that are examined.
const MORE: usize = 8;
/// The least number of parts for which spans are worthwhile.
const LEAST_PARTS: usize = 64;

/// For eight consecutive indices, the heaps of a span.
pub(super) type Rows = [Row; WORDS];

/// No heaps.
pub(super) const NONE: Rows = [EMPTY; WORDS];

/// Parts by the index of their value.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The classes, by index.
    classes: Vec<Class>,
    /// The number of words before a span from which partners are read.
    before: usize,
}

impl Parts {
    /// Collects parts, each with the index of its value.
    pub(super) fn new(parts: &[(usize, usize)]) -> Self {
        let indices = parts.iter().map(|&(_, index)| index + 1).max().unwrap_or(0);
        let mut classes: Vec<Class> = (0..indices).map(|index| Class { index, parts: Vec::new() }).collect();
        for &(part, index) in parts {
            classes[index].parts.push(Part::new(part));
        }
        classes.retain(|class| !class.parts.is_empty());
        let before = parts.iter().map(|(part, _)| part.div_ceil(64)).max().unwrap_or(0);
        Self { classes, before }
    }

    /// All classes.
    fn all(&self) -> &[Class] {
        &self.classes
    }

    /// The classes whose indices are a group of eight.
    pub(super) fn group(&self, group: usize) -> &[Class] {
        let from = self.classes.partition_point(|class| class.index / 8 < group);
        let to = self.classes.partition_point(|class| class.index / 8 <= group);
        &self.classes[from..to]
    }

    /// Adds to `reached`, by groups of eight indices, the heaps of the span that begins with `word` that
    /// some `classes` of these parts reach with partners whose indices are `group`.
    pub(super) fn reach(
        &self,
        level: Level,
        classes: &[Class],
        planes: &Planes,
        (word, group): (usize, usize),
        reached: &mut [Rows],
    ) {
        let rows = planes.rows(word, group, self.before, WORDS + 1);
        let before = self.before;
        match level {
            Level::Portable => portable(rows, before, classes, group, reached),
            // SAFETY: `level` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2(rows, before, classes, group, reached) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512(rows, before, classes, group, reached) },
        }
    }
}

/// The number of words whose sums are in registers at once, with vectors of 256 bits.
const FEW: usize = 4;

/// Adds what the classes reach; `rows` begin `before` words before the span.
#[inline(always)]
fn portable(rows: &[Row], before: usize, classes: &[Class], group: usize, reached: &mut [Rows]) {
    for class in classes {
        let Some(reached) = reached.get_mut(group ^ (class.index / 8)) else { continue };
        for (first, reached) in (0..).step_by(FEW).zip(reached.as_chunks_mut::<FEW>().0) {
            let mut sums = [[0u64; 8]; FEW];
            for part in &class.parts {
                let from = rows[before - part.back() + first..].first_chunk::<{ FEW + 1 }>();
                let from = from.expect("rows of a span");
                for (sum, (low, high)) in sums.iter_mut().zip(from.iter().zip(&from[1..])) {
                    for (sum, (low, high)) in sum.iter_mut().zip(low.0.iter().zip(&high.0)) {
                        *sum |= low >> part.shift() | high << 1 << (63 - part.shift());
                    }
                }
            }
            for (reached, sum) in reached.iter_mut().zip(&sums) {
                permuted_into(&mut reached.0, sum, class.index % 8);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(rows: &[Row], before: usize, classes: &[Class], group: usize, reached: &mut [Rows]) {
    portable(rows, before, classes, group, reached);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
fn avx512(rows: &[Row], before: usize, classes: &[Class], group: usize, reached: &mut [Rows]) {
    use std::arch::x86_64::{
        __m512i, _mm512_load_si512, _mm512_or_si512, _mm512_permutexvar_epi64, _mm512_set_epi64,
        _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shrdv_epi64, _mm512_store_si512, _mm512_xor_si512,
    };
    // SAFETY: a row is eight words, aligned to 64 bytes.
    let load = |row: &Row| unsafe { _mm512_load_si512((&raw const *row).cast::<__m512i>()) };
    let lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    for class in classes {
        let Some(reached) = reached.get_mut(group ^ (class.index / 8)) else { continue };
        let mut sums = [_mm512_setzero_si512(); WORDS];
        for part in &class.parts {
            let from = rows[before - part.back()..].first_chunk::<{ WORDS + 1 }>();
            let from = from.expect("rows of a span");
            let shift = _mm512_set1_epi64(i64::from(part.shift()));
            let mut low = load(&from[0]);
            for (sum, high) in sums.iter_mut().zip(&from[1..]) {
                let high = load(high);
                *sum = _mm512_or_si512(*sum, _mm512_shrdv_epi64(low, high, shift));
                low = high;
            }
        }
        let order = _mm512_xor_si512(lanes, _mm512_set1_epi64((class.index % 8).cast_signed() as i64));
        for (row, sum) in reached.iter_mut().zip(sums) {
            let sum = _mm512_or_si512(load(row), _mm512_permutexvar_epi64(order, sum));
            // SAFETY: as above.
            unsafe { _mm512_store_si512((&raw mut *row).cast(), sum) };
        }
    }
}

/// The heaps of one span that large rare parts reach.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// The first heap.
    start: usize,
    /// For each index, the heaps that reach the common value of this index.
    groups: Vec<Rows>,
    /// The index from which on reached heaps were not computed.
    limit: usize,
    extent: Extent,
}

impl Reached {
    /// Creates the result of no span.
    pub(crate) fn none() -> Self {
        Self { start: usize::MAX, groups: Vec::new(), limit: 0, extent: Extent::Known }
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

    /// Returns, for a group of eight indices, the heaps of one word of the span, from `start` on, that reach
    /// the common value of an index. They are all such heaps for an index below [`limit`](Self::limit).
    pub(crate) fn row(&self, group: usize, start: usize) -> &Row {
        self.groups.get(group).map_or(&EMPTY, |rows| &rows[start % SPAN / 64])
    }
}

/// The planes of all indices, and large rare parts.
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    planes: Planes,
    indices: usize,
    /// The largest part.
    largest: usize,
    rare: Parts,
    sample: Parts,
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
    /// The largest rare part that may be tried.
    pub(crate) const MOST: usize = 30 * SPAN;

    /// Whether spans are worthwhile for this many rare parts.
    pub(crate) fn worthwhile(parts: usize) -> bool {
        parts >= LEAST_PARTS
    }

    /// The number of words of planes that are kept. A span is read again while the next two are prepared.
    fn window(largest: usize) -> usize {
        largest.div_ceil(64) + 1 + 3 * WORDS
    }

    /// The number of positions beyond the first word of a span that may be set, if moves take up to `last`.
    fn ahead(last: usize) -> usize {
        2 * SPAN + last
    }

    /// The bytes of spans of this size.
    pub(crate) fn bytes(indices: usize, largest: usize, last: usize) -> u64 {
        let groups = indices.div_ceil(8);
        Planes::bytes(groups, Self::window(largest), Self::ahead(last))
            + (2 * groups * size_of::<Rows>()) as u64
    }

    /// Creates spans without any position or part, for parts up to `largest`, around the span that
    /// contains heap `start`. Moves take up to `last`.
    pub(crate) fn new(indices: usize, largest: usize, last: usize, start: usize) -> Self {
        let word = start / SPAN * WORDS;
        let planes = Planes::new(indices.div_ceil(8), Self::window(largest), Self::ahead(last), word);
        Self { planes, indices, largest, rare: Parts::default(), sample: Parts::default(), used: 0 }
    }

    /// The first position that may be set.
    pub(crate) fn first(&self) -> usize {
        self.planes.first()
    }

    /// The sizes of rare parts that are allowed before the span of heap `start`.
    pub(crate) fn sizes(&self, start: usize) -> RangeInclusive<usize> {
        SPAN..=self.largest.min(Self::MOST).min(start / SPAN * SPAN)
    }

    /// The planes of the positions that were set.
    pub(super) fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Makes space for positions in the span of heap `start` and in the next one.
    pub(crate) fn prepare(&mut self, start: usize) {
        self.planes.reach(start / SPAN * WORDS);
    }

    /// Sets the bit of a position.
    ///
    /// # Panics
    ///
    /// If the position is before [`first`](Self::first), or beyond the span after the last one that was
    /// [prepared](Self::prepare).
    pub(crate) fn set(&mut self, index: usize, position: usize) {
        self.planes.set(index, position);
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
        assert!(rare.iter().all(|(part, _)| sizes.contains(part)), "parts whose partners are known");
        let sizes = Self::LEAST_SAMPLED..=*sizes.end();
        assert!(sample.iter().all(|(part, _)| sizes.contains(part)), "parts whose partners are known before");
        self.rare = Parts::new(rare);
        self.sample = Parts::new(sample);
    }

    /// Computes the reached heaps in the span of heap `start`, where all heaps before the span are
    /// known; for a sample, all heaps before the last span. The span itself begins at a multiple of
    /// [`SPAN`].
    pub(crate) fn begin(&mut self, start: usize, extent: Extent) -> Reached {
        self.begin_at(level(), start, extent)
    }

    fn begin_at(&mut self, level: Level, start: usize, extent: Extent) -> Reached {
        self.prepare(start);
        let word = start / SPAN * WORDS;
        let limit = match extent {
            Extent::Sample | Extent::Known => self.indices.min(self.used + MORE),
            Extent::All => self.indices,
        };
        let parts = if extent == Extent::Sample { &self.sample } else { &self.rare };
        let mut groups = vec![NONE; limit.div_ceil(8)];
        for group in 0..self.used.div_ceil(8) {
            parts.reach(level, parts.all(), &self.planes, (word, group), &mut groups);
        }
        Reached { start: 64 * word, groups, limit, extent }
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
        let mut spans = Spans::new(indices, largest, 1, start);
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
        for round in 0..20 {
            for level in levels() {
                let extent = [Extent::Sample, Extent::Known, Extent::All][round % 3];
                let reached = spans.begin_at(level, start, extent);
                assert_eq!((reached.start(), reached.limit()), (start / SPAN * SPAN, indices));
                let tried = if extent == Extent::Sample { &sample } else { &rare };
                for heap in start / SPAN * SPAN..start / SPAN * SPAN + SPAN {
                    for index in 0..reached.limit() {
                        let hit = |&(size, value): &(usize, usize)| values[heap - size] == value ^ index;
                        let row = reached.row(index / 8, heap / 64 * 64);
                        let by_rare = row.0[index % 8] >> (heap % 64) & 1 == 1;
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
