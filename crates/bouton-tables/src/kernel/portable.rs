//! Eight words as they are, for the compiler to make vectors of.

use std::ops::Range;

use super::{Base, Job, Lanes, rows_of_classes};
use crate::geometry::{LANES, Words};

impl Lanes for Words {
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller's promise.
        Self(unsafe { from.cast::<[u64; LANES]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller's promise.
        unsafe { to.cast::<[u64; LANES]>().write(self.0) }
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([0; LANES])
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    #[inline(always)]
    fn without(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    #[inline(always)]
    fn up(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word <<= by & 63;
        }
        self
    }

    #[inline(always)]
    fn down(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word >>= by & 63;
        }
        self
    }

    #[inline(always)]
    fn next_lane(mut self, first: u64) -> Self {
        self.0.rotate_right(1);
        self.0[0] = first;
        self
    }
}

/// # Safety
///
/// As for [`super::rows`].
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>, classes: usize) {
    // SAFETY: the caller's promise.
    unsafe { rows_of_classes::<Words, 2, 1>(base, job, rows, classes) }
}

/// How many bits are set.
pub(super) fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}
