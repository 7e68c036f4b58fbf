//! Eight words in one vector of 512 bits.

use std::ops::Range;

use super::{Base, Job};

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m512i, _mm512_alignr_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_load_si512,
        _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sllv_epi64, _mm512_srlv_epi64,
        _mm512_store_si512, _mm512_storeu_si512, _mm512_xor_si512,
    };

    use crate::{geometry::LANES, kernel::Lanes};

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(super) struct Whole(__m512i);

    #[inline(always)]
    fn all(word: u64) -> __m512i {
        // SAFETY: the machine has these vectors.
        unsafe { _mm512_set1_epi64(word.cast_signed()) }
    }

    /// Used only if the machine was found to have these vectors.
    impl Lanes for Whole {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller's guarantee.
            unsafe { Self(_mm512_load_si512(from.cast())) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller's guarantee.
            unsafe { _mm512_store_si512(to.cast(), self.0) }
        }

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_setzero_si512()) }
        }

        #[inline(always)]
        fn ones() -> Self {
            Self(all(u64::MAX))
        }

        #[inline(always)]
        fn words(self) -> [u64; LANES] {
            let mut words = [0; LANES];
            // SAFETY: the machine has these vectors, and there is space for eight words.
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
            words
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_xor_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_or_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_and_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_andnot_si512(other.0, self.0)) }
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_sllv_epi64(self.0, all(by.into()))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_srlv_epi64(self.0, all(by.into()))) }
        }

        #[inline(always)]
        fn next_lane(self, first: u64) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_alignr_epi64::<7>(self.0, all(first))) }
        }
    }
}

/// Whether this machine has the vectors.
#[cfg(target_arch = "x86_64")]
pub(super) fn is_available() -> bool {
    super::avx2::is_available()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("popcnt")
}

/// Whether this machine has the vectors.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn is_available() -> bool {
    false
}

/// # Safety
///
/// As for [`super::rows`]; the vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>) {
    // SAFETY: the caller's guarantee.
    unsafe { super::rows_by_rule::<vectors::Whole, 8, 4>(base, job, rows) }
}

/// Counts the set bits in some vectors of each of some rows.
///
/// # Safety
///
/// As for [`super::count`]; the vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn count(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    // SAFETY: the caller's guarantee.
    unsafe { super::count::<vectors::Whole>(first, rows, stride, vectors) }
}

/// # Safety
///
/// As for [`super::rows`].
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>) {
    // SAFETY: the caller's guarantee.
    unsafe { super::portable::rows(base, job, rows) }
}

/// # Safety
///
/// As for [`super::count`].
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn count(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    // SAFETY: the caller's guarantee.
    unsafe { super::portable::count(first, rows, stride, vectors) }
}

/// Turns vectors, as [`super::upright`] does.
///
/// # Safety
///
/// The vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn upright(vectors: &mut [crate::geometry::Words]) {
    super::upright_vectors(vectors);
}

/// Turns vectors, as [`super::upright`] does.
///
/// # Safety
///
/// None is needed.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn upright(vectors: &mut [crate::geometry::Words]) {
    super::upright_vectors(vectors);
}
