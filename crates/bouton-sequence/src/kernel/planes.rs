//! Computations for sixty-four heaps at once: the common values that each heap reaches by a split
//! with a rare part.
#![allow(unsafe_code)]

use super::{Level, level};
use crate::cell::Cell;

/// Eight words, one for each of eight consecutive value indices, with a bit for each position.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) [u64; 8]);

pub(crate) const EMPTY: Row = Row([0; 8]);

/// For each index of a common value, the positions that a common part of this value reaches, as
/// bits: those of the last `window` words of sixty-four positions, and of a few words ahead.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// Row (group, word) at `group * stride + word - base`.
    rows: Vec<Row>,
    stride: usize,
    window: usize,
    slack: usize,
    /// The word of the first row, counted so that word 0 of the positions is `window`.
    base: usize,
}

/// A rare part: the distance of its partners, in words back and in bits of shift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    shift: u32,
    back: u32,
}

impl Part {
    /// Creates the part of `size` ≥ 1 objects.
    pub(crate) fn new(size: usize) -> Self {
        let back = size.div_ceil(64);
        Self {
            shift: u32::try_from(back * 64 - size).unwrap_or_default(),
            back: u32::try_from(back).unwrap_or(u32::MAX),
        }
    }

    /// The number of words back in which the first partner lies.
    pub(super) fn back(self) -> usize {
        self.back as usize
    }

    /// The bit of that word, less than 64.
    pub(super) fn shift(self) -> u32 {
        self.shift
    }
}

/// Rare parts of the same value.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The index of the value.
    pub(crate) index: usize,
    pub(crate) parts: Vec<Part>,
}

impl Planes {
    /// Creates empty planes for `groups` × 8 indices around `word`. Positions up to `ahead` beyond
    /// the sixty-four of a word may be set.
    pub(crate) fn new(groups: usize, window: usize, ahead: usize, word: usize) -> Self {
        let slack = ahead / 64 + 3;
        let stride = 2 * window + 2 * slack + 64;
        Self { rows: vec![EMPTY; groups * stride], stride, window, slack, base: word }
    }

    /// The bytes of planes of this size.
    pub(crate) fn bytes(groups: usize, window: usize, ahead: usize) -> u64 {
        (groups * (2 * window + 2 * (ahead / 64 + 3) + 64) * size_of::<Row>()) as u64
    }

    /// The number of words back that may be read.
    pub(crate) fn window(&self) -> usize {
        self.window
    }

    fn groups(&self) -> usize {
        self.rows.len() / self.stride
    }

    /// The first position that may be set.
    pub(crate) fn first(&self) -> usize {
        self.base.saturating_sub(self.window) * 64
    }

    /// Sets the bit of a position that is not before [`first`](Self::first).
    ///
    /// # Panics
    ///
    /// If the position is too far ahead.
    pub(crate) fn set(&mut self, index: usize, position: usize) {
        let place = position / 64 + self.window - self.base;
        assert!(place < self.stride, "a position near those before it");
        self.rows[(index / 8) * self.stride + place].0[index % 8] |= 1 << (position % 64);
    }

    /// Returns the rows of a group of eight indices, from `before` words before `word` on, and `count` from
    /// `word` on.
    ///
    /// # Panics
    ///
    /// If they are not kept.
    pub(super) fn rows(&self, word: usize, group: usize, before: usize, count: usize) -> &[Row] {
        let place = word + self.window - self.base;
        let rows = &self.rows[group * self.stride..(group + 1) * self.stride];
        &rows[place - before..place + count]
    }

    /// Makes space for positions in `word` and ahead of it.
    pub(crate) fn reach(&mut self, word: usize) {
        let place = word + self.window - self.base;
        if place + self.slack < self.stride {
            return;
        }
        let kept = self.window + self.slack;
        for group in self.rows.chunks_exact_mut(self.stride) {
            let from = place - self.window;
            let end = (from + kept).min(group.len());
            group.copy_within(from..end, 0);
            group[end - from..].fill(EMPTY);
        }
        self.base += place - self.window;
    }

    /// Returns, for each of the sixteen indices from 16 × `pair` on, the positions among the
    /// sixty-four of `word` that are reached by a part of `classes` and a common part, or that are
    /// in `known`.
    ///
    /// The search may stop early, when all are reached.
    pub(crate) fn reached(&self, word: usize, classes: &[Class], pair: usize, known: [Row; 2]) -> [Row; 2] {
        self.reached_at(level(), word, classes, pair, known)
    }

    fn reached_at(
        &self,
        level: Level,
        word: usize,
        classes: &[Class],
        pair: usize,
        known: [Row; 2],
    ) -> [Row; 2] {
        let place = word + self.window - self.base;
        // The loops below rely on this: all rows that are read exist.
        assert!(place >= self.window && place + 1 < self.stride && 2 * pair + 1 < self.groups());
        debug_assert!(classes.iter().all(|class| class.index / 8 < self.groups().next_power_of_two()));
        match level {
            Level::Portable => self.portable(place, classes, pair, known),
            // SAFETY: `level` found the instructions, and the rows exist by the assertion and by
            // `check`.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { self.avx2(place, classes, pair, known) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { self.avx512(place, classes, pair, known) },
        }
    }

    /// Whether all parts lie in the window and all indices have a plane.
    pub(crate) fn holds(&self, classes: &[Class]) -> bool {
        self.groups().is_power_of_two()
            && classes.iter().all(|class| {
                class.index / 8 < self.groups()
                    && class.parts.iter().all(|part| part.back as usize <= self.window)
            })
    }

    fn portable(&self, place: usize, classes: &[Class], pair: usize, known: [Row; 2]) -> [Row; 2] {
        let mut reached = known;
        for class in classes {
            for (half, reached) in reached.iter_mut().enumerate() {
                let group = (2 * pair + half) ^ (class.index / 8);
                let rows = &self.rows[group * self.stride..(group + 1) * self.stride];
                let mut sum = [0u64; 8];
                for part in &class.parts {
                    let (low, high) =
                        (&rows[place - part.back as usize].0, &rows[place - part.back as usize + 1].0);
                    for lane in 0..8 {
                        sum[lane] |= low[lane] >> part.shift | high[lane] << 1 << (63 - part.shift);
                    }
                }
                permuted_into(&mut reached.0, &sum, class.index % 8);
            }
            if reached == [Row([u64::MAX; 8]); 2] {
                break;
            }
        }
        reached
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn avx2(&self, place: usize, classes: &[Class], pair: usize, known: [Row; 2]) -> [Row; 2] {
        use std::arch::x86_64::{
            __m256i, _mm_cvtsi64_si128, _mm256_load_si256, _mm256_or_si256, _mm256_setzero_si256,
            _mm256_sll_epi64, _mm256_srl_epi64, _mm256_store_si256,
        };
        let mut reached = known;
        for class in classes {
            for (half, reached) in reached.iter_mut().enumerate() {
                let group = (2 * pair + half) ^ (class.index / 8);
                let mut sum = [_mm256_setzero_si256(); 2];
                // SAFETY: `holds` was asserted when the classes were made: group < groups and
                // back ≤ window ≤ place, place + 1 < stride; rows are aligned to 64 bytes.
                unsafe {
                    let here = self.rows.as_ptr().add(group * self.stride + place);
                    for part in &class.parts {
                        let low = here.sub(part.back as usize).cast::<__m256i>();
                        let right = _mm_cvtsi64_si128(i64::from(part.shift));
                        // A shift by 64 gives zero, as required.
                        let left = _mm_cvtsi64_si128(i64::from(64 - part.shift));
                        for (lane, sum) in sum.iter_mut().enumerate() {
                            let one = _mm256_srl_epi64(_mm256_load_si256(low.add(lane)), right);
                            let other = _mm256_sll_epi64(_mm256_load_si256(low.add(2 + lane)), left);
                            *sum = _mm256_or_si256(*sum, _mm256_or_si256(one, other));
                        }
                    }
                }
                let mut row = EMPTY;
                // SAFETY: a row is eight words, aligned to 64 bytes.
                unsafe {
                    _mm256_store_si256((&raw mut row).cast(), sum[0]);
                    _mm256_store_si256((&raw mut row).cast::<__m256i>().add(1), sum[1]);
                }
                permuted_into(&mut reached.0, &row.0, class.index % 8);
            }
            if reached == [Row([u64::MAX; 8]); 2] {
                break;
            }
        }
        reached
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    unsafe fn avx512(&self, place: usize, classes: &[Class], pair: usize, known: [Row; 2]) -> [Row; 2] {
        use std::arch::x86_64::{
            __m512i, _mm512_and_si512, _mm512_cmpeq_epi64_mask, _mm512_load_si512, _mm512_or_si512,
            _mm512_permutexvar_epi64, _mm512_set_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
            _mm512_shrdv_epi64, _mm512_store_si512, _mm512_xor_si512,
        };
        // SAFETY: a row is eight words, aligned to 64 bytes.
        let (mut first, mut second) = unsafe {
            (_mm512_load_si512((&raw const known[0]).cast()), _mm512_load_si512((&raw const known[1]).cast()))
        };
        let lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        let ones = _mm512_set1_epi64(-1);
        for class in classes {
            let group = (2 * pair) ^ (class.index / 8);
            let (mut one, mut other) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            // SAFETY: `holds` was asserted when the classes were made: group, group ^ 1 < groups and
            // back ≤ window ≤ place, place + 1 < stride; rows are aligned to 64 bytes.
            unsafe {
                let here = self.rows.as_ptr().add(group * self.stride + place);
                let there = self.rows.as_ptr().add((group ^ 1) * self.stride + place);
                for part in &class.parts {
                    let shift = _mm512_set1_epi64(i64::from(part.shift));
                    let low = here.sub(part.back as usize).cast::<__m512i>();
                    let span =
                        _mm512_shrdv_epi64(_mm512_load_si512(low), _mm512_load_si512(low.add(1)), shift);
                    one = _mm512_or_si512(one, span);
                    let low = there.sub(part.back as usize).cast::<__m512i>();
                    let span =
                        _mm512_shrdv_epi64(_mm512_load_si512(low), _mm512_load_si512(low.add(1)), shift);
                    other = _mm512_or_si512(other, span);
                }
            }
            let order = _mm512_xor_si512(lanes, _mm512_set1_epi64((class.index % 8).cast_signed() as i64));
            first = _mm512_or_si512(first, _mm512_permutexvar_epi64(order, one));
            second = _mm512_or_si512(second, _mm512_permutexvar_epi64(order, other));
            if _mm512_cmpeq_epi64_mask(_mm512_and_si512(first, second), ones) == 0xff {
                break;
            }
        }
        let mut reached = [EMPTY; 2];
        // SAFETY: a row is eight words, aligned to 64 bytes.
        unsafe {
            _mm512_store_si512((&raw mut reached[0]).cast(), first);
            _mm512_store_si512((&raw mut reached[1]).cast(), second);
        }
        reached
    }
}

/// For sixty-four indices, the marks of each heap of a block.
pub(crate) type Marks = [Row; 8];

/// Marks on heaps that are larger by 0 to 63 objects, after eight empty words.
pub(crate) type Pushes = [u64; 64 + 8];

/// Adds, for each chunk of sixty-four indices, marks to those of the heaps from `lane` on.
pub(crate) fn add_marks(marks: &mut [Marks], pushes: &[Pushes], lane: usize) {
    add_marks_at(level(), marks, pushes, lane);
}

for_each_level! {
    fn add_marks_at(marks: &mut [Marks], pushes: &[Pushes], lane: usize), add_marks_by
}

/// Whole rows are read and written, so that the next heap reads what was written at once.
#[inline(always)]
fn add_marks_by(marks: &mut [Marks], pushes: &[Pushes], lane: usize) {
    for (marks, pushes) in marks.iter_mut().zip(pushes) {
        let (added, _) = pushes[8 - lane % 8..].as_chunks::<8>();
        for (row, added) in marks[lane / 8..].iter_mut().zip(added) {
            for (word, added) in row.0.iter_mut().zip(added) {
                *word |= added;
            }
        }
    }
}

/// Adds word i ⊕ `index` of `row` to word i.
#[inline(always)]
pub(super) fn permuted_into(reached: &mut [u64; 8], row: &[u64; 8], index: usize) {
    for (lane, reached) in reached.iter_mut().enumerate() {
        *reached |= row[lane ^ index];
    }
}

/// Transposes rows to columns: bit j of word i becomes bit i of word j (Warren, *Hacker's Delight*,
/// 7-3).
pub(crate) fn transposed(mut words: [u64; 64]) -> [u64; 64] {
    let (mut step, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while step > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (words[row] >> step ^ words[row + step]) & mask;
            words[row] ^= swapped << step;
            words[row + step] ^= swapped;
            row = (row + step + 1) & !step;
        }
        step /= 2;
        mask ^= mask << step;
    }
    words
}

/// A test of sixty-four heaps: whether the value at `offset` objects fewer is this one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    pub(crate) offset: u32,
    pub(crate) value: u32,
}

/// Returns the heaps of `needed` (bit j is `heap` + j) for which no witness shows that they reach
/// the value.
///
/// # Panics
///
/// If there are fewer than `heap` + 64 cells, or an offset is above `heap`.
pub(crate) fn unwitnessed<T: Cell>(cells: &[T], heap: usize, witnesses: &[Witness], needed: u64) -> u64 {
    unwitnessed_at(level(), cells, heap, witnesses, needed)
}

fn unwitnessed_at<T: Cell>(
    level: Level,
    cells: &[T],
    heap: usize,
    witnesses: &[Witness],
    needed: u64,
) -> u64 {
    match (level, T::BYTES) {
        // SAFETY: `level` found the instructions; `equal_avx512` is for cells of one or two bytes.
        #[cfg(target_arch = "x86_64")]
        (Level::Avx512, 1 | 2) => unsafe { unwitnessed_avx512(cells, heap, witnesses, needed) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, 1 | 2) => unsafe { unwitnessed_avx2(cells, heap, witnesses, needed) },
        _ => unwitnessed_by(cells, heap, witnesses, needed, |cells, value| {
            cells.iter().rev().fold(0, |bits, &cell| bits << 1 | u64::from(cell.into() == value))
        }),
    }
}

#[inline(always)]
fn unwitnessed_by<T: Cell>(
    cells: &[T],
    heap: usize,
    witnesses: &[Witness],
    needed: u64,
    equal: impl Fn(&[T], u32) -> u64,
) -> u64 {
    let mut missing = needed;
    for witness in witnesses {
        let start = heap - witness.offset as usize;
        missing &= !equal(&cells[start..start + 64], witness.value);
        if missing == 0 {
            break;
        }
    }
    missing
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn unwitnessed_avx512<T: Cell>(cells: &[T], heap: usize, witnesses: &[Witness], needed: u64) -> u64 {
    // SAFETY: the instructions are available; slices of 64 cells of one or two bytes are given.
    unwitnessed_by(cells, heap, witnesses, needed, |cells, value| unsafe { equal_avx512(cells, value) })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn unwitnessed_avx2<T: Cell>(cells: &[T], heap: usize, witnesses: &[Witness], needed: u64) -> u64 {
    // SAFETY: the instructions are available; slices of 64 cells of one or two bytes are given.
    unwitnessed_by(cells, heap, witnesses, needed, |cells, value| unsafe { equal_avx2(cells, value) })
}

/// Compares cells of one or two bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn equal_avx512<T: Cell>(cells: &[T], value: u32) -> u64 {
    use std::arch::x86_64::{
        _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask, _mm512_loadu_si512, _mm512_set1_epi8,
        _mm512_set1_epi16,
    };
    let value = value.cast_signed();
    // SAFETY: 64 cells of one byte are one vector, of two bytes two.
    #[allow(clippy::cast_possible_truncation)]
    unsafe {
        if T::BYTES == 1 {
            return _mm512_cmpeq_epi8_mask(
                _mm512_loadu_si512(cells.as_ptr().cast()),
                _mm512_set1_epi8(value as i8),
            );
        }
        let wanted = _mm512_set1_epi16(value as i16);
        let low = _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(cells.as_ptr().cast()), wanted);
        let high = _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(cells.as_ptr().add(32).cast()), wanted);
        u64::from(high) << 32 | u64::from(low)
    }
}

/// Compares cells of one or two bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn equal_avx2<T: Cell>(cells: &[T], value: u32) -> u64 {
    use std::arch::x86_64::{
        __m256i, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8,
        _mm256_packs_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16,
    };
    let value = value.cast_signed();
    let from = cells.as_ptr().cast::<__m256i>();
    let bits = |low: __m256i, high: __m256i| {
        u64::from(_mm256_movemask_epi8(high).cast_unsigned()) << 32
            | u64::from(_mm256_movemask_epi8(low).cast_unsigned())
    };
    // SAFETY: 64 cells of one byte are two vectors, of two bytes four.
    #[allow(clippy::cast_possible_truncation)]
    unsafe {
        if T::BYTES == 1 {
            let wanted = _mm256_set1_epi8(value as i8);
            let equal = |vector| _mm256_cmpeq_epi8(_mm256_loadu_si256(from.add(vector)), wanted);
            return bits(equal(0), equal(1));
        }
        let wanted = _mm256_set1_epi16(value as i16);
        let equal = |vector| _mm256_cmpeq_epi16(_mm256_loadu_si256(from.add(vector)), wanted);
        // Packing interleaves the halves of both.
        let half = |vector| {
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(equal(vector), equal(vector + 1)))
        };
        bits(half(0), half(2))
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::needless_range_loop)]
mod tests {
    use super::*;
    use crate::kernel::levels;

    fn noise(seed: u64) -> u64 {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
        x ^= x >> 29;
        x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ x >> 32
    }

    #[test]
    fn every_level_reaches_the_same() {
        let mut planes = Planes::new(16, 20, 10, 30);
        for seed in 0..4000 {
            let position = planes.first() + (noise(seed) % (20 * 64)) as usize;
            planes.set((noise(seed + 9999) % 128) as usize, position);
        }
        planes.reach(30);
        let class = |index: usize| Class {
            index,
            parts: (0..9).map(|k| Part::new(1 + (noise(k + 77 * index as u64) % 1200) as usize)).collect(),
        };
        let classes: Vec<Class> = (0..128).map(class).collect();
        assert!(planes.holds(&classes));
        for pair in 0..8 {
            let expected = planes.reached_at(Level::Portable, 30, &classes[..40], pair, [EMPTY; 2]);
            for level in levels() {
                assert_eq!(planes.reached_at(level, 30, &classes[..40], pair, [EMPTY; 2]), expected);
            }
        }
    }

    #[test]
    fn rows_become_columns() {
        let words: [u64; 64] = std::array::from_fn(|row| noise(row as u64));
        let columns = transposed(words);
        for row in 0..64 {
            for column in 0..64 {
                assert_eq!(words[row] >> column & 1, columns[column] >> row & 1);
            }
        }
    }

    #[test]
    fn every_level_finds_the_same_witnesses() {
        let bytes: Vec<u8> = (0..500).map(|n| (noise(n) % 9) as u8).collect();
        let words: Vec<u16> = bytes.iter().map(|&byte| u16::from(byte)).collect();
        for offset in 0..300 {
            let witnesses = [Witness { offset, value: offset % 9 }];
            let heap = 400;
            let expected = (0..64u64).fold(0, |missing, lane| {
                let hit = bytes[heap - offset as usize + lane as usize] == (offset % 9) as u8;
                missing | u64::from(!hit) << lane
            });
            for level in levels() {
                assert_eq!(unwitnessed_at(level, &bytes, heap, &witnesses, u64::MAX), expected);
                assert_eq!(unwitnessed_at(level, &words, heap, &witnesses, u64::MAX), expected);
            }
        }
    }
}
