//! Decides whether some split of a heap has a value.
#![allow(unsafe_code)]

use super::level;
use crate::cell::Cell;

/// The number of splits that are compared before the result is tested.
const BLOCK: usize = 256;

/// Whether g(a) ⊕ g(left - a) = `value` for some a from `from` to `to`.
///
/// # Panics
///
/// Unless 1 ≤ `from` ≤ `to` < `left` < the number of cells or `to` = `left` - `from`.
pub(crate) fn attains<T: Cell>(cells: &[T], left: usize, from: usize, to: usize, value: T) -> bool {
    pairs_attain(&cells[from..=to], &cells[left - to..=left - from], value)
}

/// Whether the nim-sum of a cell and the one at the same place from the end of the other list is `value`.
///
/// # Panics
///
/// Unless the lists have the same length.
pub(crate) fn pairs_attain<T: Cell>(forward: &[T], backward: &[T], value: T) -> bool {
    assert_eq!(forward.len(), backward.len(), "pairs");
    attains_at(level(), forward, backward, value)
}

for_each_level! {
    fn attains_at[T: Cell](forward: &[T], backward: &[T], value: T) -> bool, body
}

/// Compares a block of splits. The code is written such that the compiler vectorizes it for the
/// instructions of the caller.
#[inline(always)]
fn body<T: Cell>(forward: &[T], backward: &[T], value: T) -> bool {
    let blocks = forward.chunks_exact(BLOCK).zip(backward.rchunks_exact(BLOCK));
    for (one, other) in blocks {
        let mut hit = T::default();
        for place in 0..BLOCK {
            hit = hit.or(T::flag(one[place] ^ other[BLOCK - 1 - place] == value));
        }
        if hit != T::default() {
            return true;
        }
    }
    let rest = forward.len() % BLOCK;
    let one = &forward[forward.len() - rest..];
    one.iter().zip(backward[..rest].iter().rev()).any(|(&one, &other)| one ^ other == value)
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
mod tests {
    use super::*;
    use crate::kernel::levels;

    #[test]
    fn every_level_says_the_same() {
        let cells: Vec<u16> = (0u32..3000).map(|n| (n.wrapping_mul(2_654_435_761) >> 23) as u16).collect();
        for left in [5usize, 600, 1111, 2999] {
            for value in 0..600 {
                let (forward, backward) = (&cells[1..=left / 2], &cells[left - left / 2..left]);
                let expected = (1..=left / 2).any(|a| cells[a] ^ cells[left - a] == value);
                for level in levels() {
                    assert_eq!(attains_at(level, forward, backward, value), expected);
                }
            }
        }
    }
}
