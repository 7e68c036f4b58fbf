//! Eight words in four vectors of 128 bits, or in their replacement on the target.

use std::ops::Range;

use wide::u64x2;

use super::{Base, Job, Lanes, rows_of_classes};
use crate::geometry::LANES;

/// Eight words in four vectors, available on every machine.
#[derive(Clone, Copy)]
struct Pairs([u64x2; LANES / 2]);

impl Pairs {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(u64x2, u64x2) -> u64x2) -> Self {
        Self(std::array::from_fn(|place| of(self.0[place], other.0[place])))
    }
}

impl Lanes for Pairs {
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller's guarantee; a pair consists of the bits of its words.
        Self(unsafe { from.cast::<[u64x2; LANES / 2]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller's guarantee.
        unsafe { to.cast::<[u64x2; LANES / 2]>().write(self.0) }
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([u64x2::ZERO; LANES / 2])
    }

    #[inline(always)]
    fn ones() -> Self {
        Self([u64x2::MAX; LANES / 2])
    }

    #[inline(always)]
    fn words(self) -> [u64; LANES] {
        let [a, b, c, d] = self.0.map(u64x2::to_array);
        [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |one, other| one ^ other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |one, other| one | other)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |one, other| one & other)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.each(other, |one, other| one & !other)
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Self(self.0.map(|pair| pair << by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Self(self.0.map(|pair| pair >> by))
    }

    #[inline(always)]
    fn next_lane(self, first: u64) -> Self {
        let mut before = first;
        Self(self.0.map(|pair| {
            let [low, high] = pair.to_array();
            u64x2::new([std::mem::replace(&mut before, high), low])
        }))
    }
}

/// # Safety
///
/// As for [`super::rows`].
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>, classes: usize) {
    // SAFETY: the caller's guarantee.
    unsafe { rows_of_classes::<Pairs, 2, 1>(base, job, rows, classes) }
}

/// Counts the set bits in some vectors of each of some rows.
///
/// # Safety
///
/// As for [`super::count`].
pub(super) unsafe fn count(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    // SAFETY: the caller's guarantee.
    unsafe { super::count::<Pairs>(first, rows, stride, vectors) }
}
