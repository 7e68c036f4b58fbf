//! Eight words in two vectors of 256 bits.

use std::ops::Range;

use super::{Base, Job, UsesEights};

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_load_si256,
        _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
        _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_store_si256, _mm256_storeu_si256, _mm256_xor_si256,
    };

    use crate::{geometry::LANES, kernel::Lanes};

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(super) struct Pair(__m256i, __m256i);

    #[inline(always)]
    fn all(word: u64) -> __m256i {
        // SAFETY: the machine has these vectors.
        unsafe { _mm256_set1_epi64x(word.cast_signed()) }
    }

    /// Used only if the machine was found to have these vectors.
    impl Lanes for Pair {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            let from = from.cast::<__m256i>();
            // SAFETY: the caller's guarantee.
            unsafe { Self(_mm256_load_si256(from), _mm256_load_si256(from.wrapping_add(1))) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            let to = to.cast::<__m256i>();
            // SAFETY: the caller's guarantee.
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
        fn ones() -> Self {
            Self(all(u64::MAX), all(u64::MAX))
        }

        #[inline(always)]
        fn words(self) -> [u64; LANES] {
            let mut words = [0; LANES];
            let to: *mut __m256i = words.as_mut_ptr().cast();
            // SAFETY: the machine has these vectors, and there is space for eight words.
            unsafe {
                _mm256_storeu_si256(to, self.0);
                _mm256_storeu_si256(to.wrapping_add(1), self.1);
            }
            words
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_xor_si256(self.0, other.0), _mm256_xor_si256(self.1, other.1)) }
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
            unsafe {
                Self(_mm256_sllv_epi64(self.0, all(by.into())), _mm256_sllv_epi64(self.1, all(by.into())))
            }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe {
                Self(_mm256_srlv_epi64(self.0, all(by.into())), _mm256_srlv_epi64(self.1, all(by.into())))
            }
        }

        #[inline(always)]
        fn next_lane(self, first: u64) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe {
                let low = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0);
                let high = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.1);
                Self(_mm256_blend_epi32::<0b11>(low, all(first)), _mm256_blend_epi32::<0b11>(high, low))
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod eights {
    use std::arch::x86_64::{
        __m256i, _mm_cvtsi32_si128, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_loadu_si256,
        _mm256_movemask_ps, _mm256_or_si256, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_sll_epi32,
        _mm256_slli_epi32, _mm256_srl_epi32, _mm256_storeu_si256,
    };

    use crate::kernel::Eight;

    /// Eight words of 32 bits.
    #[derive(Clone, Copy)]
    pub(super) struct Whole(__m256i);

    /// Used only if the machine was found to have these vectors.
    impl Eight for Whole {
        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_setzero_si256()) }
        }

        #[inline(always)]
        fn new(words: &[u32; 8]) -> Self {
            // SAFETY: as above; there are eight words.
            unsafe { Self(_mm256_loadu_si256(words.as_ptr().cast())) }
        }

        #[inline(always)]
        fn words(self) -> [u32; 8] {
            let mut words = [0; 8];
            // SAFETY: as above; there is space for eight words.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
            words
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe { Self(_mm256_or_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn from_bit(low: Self, high: Self, by: u32) -> Self {
            // SAFETY: the machine has these vectors.
            unsafe {
                let down = _mm_cvtsi32_si128(by.cast_signed());
                let up = _mm_cvtsi32_si128(31 - by.cast_signed());
                let high = _mm256_sll_epi32(_mm256_slli_epi32::<1>(high.0), up);
                Self(_mm256_or_si256(_mm256_srl_epi32(low.0, down), high))
            }
        }

        #[inline(always)]
        fn full(self) -> u32 {
            // SAFETY: the machine has these vectors.
            unsafe {
                let full = _mm256_cmpeq_epi32(self.0, _mm256_set1_epi32(-1));
                _mm256_movemask_ps(_mm256_castsi256_ps(full)).cast_unsigned()
            }
        }
    }
}

/// Runs some work with vectors of 256 bits.
///
/// # Safety
///
/// The vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn eights<W: UsesEights>(work: W) -> W::Output {
    work.run::<eights::Whole>()
}

/// # Safety
///
/// There are no requirements here.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn eights<W: UsesEights>(work: W) -> W::Output {
    work.run::<super::eights::Words>()
}

/// Whether this machine has the vectors.
#[cfg(target_arch = "x86_64")]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
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
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn rows(base: Base, job: &Job<'_>, rows: Range<usize>) {
    // SAFETY: the caller's guarantee.
    unsafe { super::rows_by_rule::<vectors::Pair, 4, 2>(base, job, rows) }
}

/// Counts the set bits in some vectors of each of some rows.
///
/// # Safety
///
/// As for [`super::count`]; the vectors [are available](is_available).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn count(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    // SAFETY: the caller's guarantee.
    unsafe { super::count::<vectors::Pair>(first, rows, stride, vectors) }
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
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
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
