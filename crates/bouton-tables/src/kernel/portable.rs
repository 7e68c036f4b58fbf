//! Eight words in an array, which the compiler turns into vectors of the target.

use std::{array::from_fn, ops::Range};

use super::{Base, Job, Lanes, rows_by_rule};
use crate::geometry::LANES;

/// Eight words, available on every machine.
#[derive(Clone, Copy)]
struct Words([u64; LANES]);

impl Words {
    #[inline(always)]
    fn each(self, of: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(of))
    }

    #[inline(always)]
    fn with(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self(from_fn(|place| of(self.0[place], other.0[place])))
    }
}

impl Lanes for Words {
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller's guarantee.
        Self(unsafe { from.cast::<[u64; LANES]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller's guarantee.
        unsafe { to.cast::<[u64; LANES]>().write(self.0) }
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([0; LANES])
    }

    #[inline(always)]
    fn ones() -> Self {
        Self([u64::MAX; LANES])
    }

    #[inline(always)]
    fn words(self) -> [u64; LANES] {
        self.0
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.with(other, |one, other| one & !other)
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self.each(|word| word << by)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self.each(|word| word >> by)
    }

    #[inline(always)]
    fn next_lane(self, first: u64) -> Self {
        Self(from_fn(|place| if place == 0 { first } else { self.0[place - 1] }))
    }
}

/// # Safety
///
/// As for [`super::rows`].
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>) {
    // SAFETY: the caller's guarantee.
    unsafe { rows_by_rule::<Words, 2, 1>(base, job, rows) }
}

/// Counts the set bits in some vectors of each of some rows.
///
/// # Safety
///
/// As for [`super::count`].
pub(super) unsafe fn count(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    // SAFETY: the caller's guarantee.
    unsafe { super::count::<Words>(first, rows, stride, vectors) }
}
