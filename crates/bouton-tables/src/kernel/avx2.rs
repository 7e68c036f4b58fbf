//! Eight words in two vectors of 256 bits.

use super::{Base, Job};

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256,
        _mm256_or_si256, _mm256_setzero_si256, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_store_si256,
    };

    use crate::kernel::Lanes;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(super) struct Pair(__m256i, __m256i);

    #[inline(always)]
    fn amount(by: u32) -> __m128i {
        // SAFETY: part of every x86-64.
        unsafe { _mm_cvtsi32_si128(by.cast_signed()) }
    }

    /// Only used where the machine has been found to have these vectors.
    impl Lanes for Pair {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            let from = from.cast::<__m256i>();
            // SAFETY: the caller's promise.
            unsafe { Self(_mm256_loadu_si256(from), _mm256_loadu_si256(from.wrapping_add(1))) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            let to = to.cast::<__m256i>();
            // SAFETY: the caller's promise.
            unsafe {
                _mm256_store_si256(to, self.0);
                _mm256_store_si256(to.wrapping_add(1), self.1);
            }
        }

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_setzero_si256(), _mm256_setzero_si256()) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1)) }
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_sll_epi64(self.0, amount(by)), _mm256_sll_epi64(self.1, amount(by))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_srl_epi64(self.0, amount(by)), _mm256_srl_epi64(self.1, amount(by))) }
        }
    }
}

/// Whether this machine has the vectors.
#[cfg(target_arch = "x86_64")]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
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
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn row(base: Base, job: &Job<'_>, classes: usize) {
    // SAFETY: the caller's promise.
    unsafe { super::row_of_classes::<vectors::Pair>(base, job, classes) }
}

/// How many bits are set.
///
/// # Safety
///
/// The vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
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
