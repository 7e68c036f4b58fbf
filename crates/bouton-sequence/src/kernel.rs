//! The innermost loops, in versions for the processor's vector instructions. All `unsafe` code of
//! this crate is in this module: calls of functions whose instructions were detected, and loads
//! through pointers.

use std::sync::atomic::{AtomicBool, Ordering};

/// Defines a function that calls another with the same arguments, compiled for the instructions of a level that
/// [`level`] found. The other one has to be `#[inline(always)]`.
macro_rules! for_each_level {
    ($(#[$about:meta])* fn $name:ident $([$($generic:tt)*])? ($($argument:ident: $of:ty),*) $(-> $result:ty)?, $body:path) => {
        $(#[$about])*
        fn $name $(<$($generic)*>)? (level: $crate::kernel::Level, $($argument: $of),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt")]
            fn avx2 $(<$($generic)*>)? ($($argument: $of),*) $(-> $result)? {
                $body($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt")]
            fn avx512 $(<$($generic)*>)? ($($argument: $of),*) $(-> $result)? {
                $body($($argument),*)
            }
            match level {
                $crate::kernel::Level::Portable => $body($($argument),*),
                // SAFETY: `level` found the instructions.
                #[cfg(target_arch = "x86_64")]
                $crate::kernel::Level::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::kernel::Level::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    };
}

pub(crate) mod partners;
pub(crate) mod planes;
pub(crate) mod spans;
pub(crate) mod split;
pub(crate) mod trials;

/// The vector instructions of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// No vector instructions beyond those of the target.
    Portable,
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Vectors of 512 bits, with comparisons of bytes, permutations of bytes and funnel shifts.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Whether only the portable level is used.
static PORTABLE_ALONE: AtomicBool = AtomicBool::new(false);

/// Sets whether the whole program uses only portable instructions from now on, without the vector
/// instructions that only some processors of this kind have. This is for measurements; the values
/// are the same.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_sequence::{Sequence, portable_instructions_alone};
///
/// let values = || {
///     let mut kayles = Sequence::new(&TakeAndBreakCode::new(vec![0, 7, 7]).unwrap());
///     kayles.extend_to(3000, &Watch::unlimited()).map(|()| kayles.into_values())
/// };
/// let usual = values()?;
/// portable_instructions_alone(true);
/// assert_eq!(values()?, usual);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn portable_instructions_alone(alone: bool) {
    PORTABLE_ALONE.store(alone, Ordering::Relaxed);
}

/// Returns the best level that the processor has and that is allowed.
pub(crate) fn level() -> Level {
    if PORTABLE_ALONE.load(Ordering::Relaxed) {
        return Level::Portable;
    }
    #[cfg(target_arch = "x86_64")]
    {
        if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("popcnt") {
            return Level::Portable;
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
        {
            return Level::Avx512;
        }
        Level::Avx2
    }
    #[cfg(not(target_arch = "x86_64"))]
    Level::Portable
}

/// Returns all levels up to the best one, for tests that compare them.
#[cfg(test)]
pub(crate) fn levels() -> Vec<Level> {
    #[cfg(target_arch = "x86_64")]
    let all = vec![Level::Portable, Level::Avx2, Level::Avx512];
    #[cfg(not(target_arch = "x86_64"))]
    let all = vec![Level::Portable];
    all.into_iter().filter(|&known| known <= level()).collect()
}
