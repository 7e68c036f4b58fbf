//! Nim: the arithmetic of Bouton, Sprague and Grundy.

use std::ops::BitXor;

use crate::{Value, ValueSet};

/// The minimal excludant of some values: the least natural number that is not among them.
///
/// ```
/// assert_eq!(bouton_core::mex([0, 1, 3]), 2);
/// assert_eq!(bouton_core::mex([]), 0);
/// ```
#[must_use]
pub fn mex(values: impl IntoIterator<Item = Value>) -> Value {
    values.into_iter().collect::<ValueSet>().mex()
}

/// The nim-sum of some numbers: their sum without carry in base 2. It decides Nim (Bouton, 1901)
/// and every sum of impartial games of two players under normal play (Sprague, 1935; Grundy, 1939).
///
/// ```
/// use num_bigint::BigUint;
///
/// assert_eq!(bouton_core::nim_sum([3u64, 4, 5]), 2);
/// assert_eq!(bouton_core::nim_sum([BigUint::from(7u32), BigUint::from(7u32)]), BigUint::ZERO);
/// ```
#[must_use]
pub fn nim_sum<N: Default + BitXor<Output = N>>(numbers: impl IntoIterator<Item = N>) -> N {
    numbers.into_iter().fold(N::default(), BitXor::bitxor)
}

/// Whether the nonempty heaps can be divided into pairs of equal heaps. Then Nim is obviously lost
/// for the player to move: the opponent answers each move by the same move in the other heap of the
/// pair. (Zero heaps, and empty heaps, are paired up.)
///
/// ```
/// assert!(bouton_core::is_paired_up(&[4u64, 1, 0, 4, 1]));
/// assert!(!bouton_core::is_paired_up(&[1u64, 2, 3])); // lost, but not obviously
/// ```
#[must_use]
pub fn is_paired_up<N: Ord + Default>(heaps: &[N]) -> bool {
    let nothing = N::default();
    let mut heaps: Vec<&N> = heaps.iter().filter(|heap| **heap != nothing).collect();
    heaps.sort_unstable();
    heaps.chunks(2).all(|pair| matches!(pair, [left, right] if left == right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_up_heaps_have_nim_sum_zero() {
        for code in 0u64..1 << 12 {
            let heaps: Vec<u64> = (0..4).map(|heap| code >> (3 * heap) & 7).collect();
            let paired = is_paired_up(&heaps);
            assert!(!paired || nim_sum(heaps.iter().copied()) == 0, "{heaps:?}");
            let mut counts = [0; 8];
            heaps.iter().for_each(|&heap| counts[usize::try_from(heap).unwrap()] += 1);
            assert_eq!(paired, counts[1..].iter().all(|count| count % 2 == 0), "{heaps:?}");
        }
    }
}
