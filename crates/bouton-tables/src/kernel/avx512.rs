//! Eight words in one vector of 512 bits.

use super::{Base, Job};

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m128i, __m512i, _mm_cvtsi32_si128, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
        _mm512_or_si512, _mm512_setzero_si512, _mm512_sll_epi64, _mm512_srl_epi64, _mm512_store_si512,
    };

    use crate::kernel::Lanes;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(super) struct Whole(__m512i);

    #[inline(always)]
    fn amount(by: u32) -> __m128i {
        // SAFETY: part of every x86-64.
        unsafe { _mm_cvtsi32_si128(by.cast_signed()) }
    }

    /// Only used where the machine has been found to have these vectors.
    impl Lanes for Whole {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller's promise.
            unsafe { Self(_mm512_loadu_si512(from.cast())) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller's promise.
            unsafe { _mm512_store_si512(to.cast(), self.0) }
        }

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_setzero_si512()) }
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
            unsafe { Self(_mm512_sll_epi64(self.0, amount(by))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm512_srl_epi64(self.0, amount(by))) }
        }
    }
}

/// Whether this machine has the vectors.
#[cfg(target_arch = "x86_64")]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
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
/// As for [`super::row`]; the vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn row(base: Base, job: &Job<'_>, classes: usize) {
    // SAFETY: the caller's promise.
    unsafe { super::row_of_classes::<vectors::Whole>(base, job, classes) }
}

/// How many bits are set.
///
/// # Safety
///
/// The vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// # Safety
///
/// As for [`super::row`].
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn row(base: Base, job: &Job<'_>, classes: usize) {
    // SAFETY: the caller's promise.
    unsafe { super::portable::row(base, job, classes) }
}

/// # Safety
///
/// None is needed here.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn count(words: &[u64]) -> u64 {
    super::portable::count(words)
}
