//! Nim with at most k objects taken in a move.
//!
//! One heap of n objects has the Grundy value n mod (k + 1) (the mex of the k numbers before it in
//! the cycle), so by Sprague and Grundy's theorem several heaps have the nim-sum of their
//! remainders. "Nim", blog post of 9 April 2021, closes with "compute nim sum mod (k+1)"; taken
//! literally (first the nim-sum, then the remainder) this is right exactly when k + 1 is a power of 2.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::nim_sum;

/// The Grundy value with at most `most` objects a move: each heap's remainder
/// mod `most + 1`, then the nim-sum.
///
/// ```
/// use bouton_theory::nim::bounded_grundy;
///
/// assert_eq!(bounded_grundy(&[5u32, 6].map(Into::into), &2u32.into()), 2u32.into());
/// ```
#[must_use]
pub fn bounded_grundy(heaps: &[BigUint], most: &BigUint) -> BigUint {
    let modulus = most + BigUint::one();
    heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ (heap % &modulus))
}

/// Whether the player to move loses when at most `most` objects may be taken.
#[must_use]
pub fn bounded_is_lost(heaps: &[BigUint], most: &BigUint) -> bool {
    bounded_grundy(heaps, most).is_zero()
}

/// One winning move when a move takes a limited number of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedMove {
    /// The index of the heap, counted from 0 in the given order.
    pub heap: usize,
    /// The number of objects taken.
    pub take: BigUint,
    /// The size of the heap after the move.
    pub to: BigUint,
}

/// All winning moves when at most `most` objects may be taken: a heap may leave
/// the remainder that makes the nim-sum of remainders 0, going down in the cycle
/// of `most + 1` as far as its size allows.
///
/// ```
/// use bouton_theory::nim::bounded_winning_moves;
///
/// let moves = bounded_winning_moves(&[2147483647u32.into()], &3u32.into());
/// assert_eq!((moves.len(), moves[0].take.clone()), (1, 3u32.into()));
/// ```
#[must_use]
pub fn bounded_winning_moves(heaps: &[BigUint], most: &BigUint) -> Vec<BoundedMove> {
    let modulus = most + BigUint::one();
    let sum = bounded_grundy(heaps, most);
    if sum.is_zero() {
        return Vec::new();
    }
    heaps
        .iter()
        .enumerate()
        .filter_map(|(heap, size)| {
            let remainder = size % &modulus;
            let wanted = &remainder ^ &sum;
            if wanted >= modulus {
                return None;
            }
            // 0 < take ≤ most, because the remainders differ.
            let take = (&remainder + &modulus - &wanted) % &modulus;
            (take <= *size).then(|| BoundedMove { heap, to: size - &take, take })
        })
        .collect()
}

/// Whether the sentence "compute nim sum mod (k+1)", taken literally, calls the position lost:
/// whether the nim-sum of the heaps is a multiple of `most + 1`.
#[must_use]
pub fn closing_sentence_says_lost(heaps: &[BigUint], most: &BigUint) -> bool {
    (nim_sum(heaps) % (most + BigUint::one())).is_zero()
}

/// The result for the closing sentence, taken literally, with a given limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClosingSentence {
    /// `most + 1` is a power of 2: remainders are the last binary digits, and
    /// nim-sums are formed digit by digit.
    Holds,
    /// It fails in this position of two heaps.
    Fails {
        /// The heaps, the smaller one first.
        heaps: [u64; 2],
        /// Whether the position is really lost.
        lost: bool,
    },
    /// `most` is 0 (then no move exists) or 2⁶⁴ - 1.
    NotExamined,
}

/// Returns a position in which the closing sentence, taken literally, is false: the one with the
/// fewest objects, and among these with the least smaller heap.
///
/// For every k ≥ 1 such that m = k + 1 is not a power of 2 there is one with two heaps: 2ᵇ, the
/// lowest binary digit of m, and m - 2ᵇ have the nim-sum m, so that the sentence calls them lost;
/// but their remainders, which are the heaps themselves, differ. (One heap is never a
/// counterexample.)
///
/// ```
/// use bouton_theory::nim::{ClosingSentence, closing_sentence_counterexample};
///
/// assert_eq!(closing_sentence_counterexample(3), ClosingSentence::Holds);
/// let found = ClosingSentence::Fails { heaps: [1, 2], lost: false };
/// assert_eq!(closing_sentence_counterexample(2), found);
/// ```
#[must_use]
pub fn closing_sentence_counterexample(most: u64) -> ClosingSentence {
    let Some(modulus) = most.checked_add(1).filter(|_| most > 0) else {
        return ClosingSentence::NotExamined;
    };
    if modulus.is_power_of_two() {
        return ClosingSentence::Holds;
    }
    // With fewer than m objects all remainders are the sizes, and the nim-sum, which is at most the
    // number of objects, is a multiple of m only if it is 0: there is no counterexample. With
    // exactly m objects it must be m, formed without carry.
    let lowest = 1u64 << modulus.trailing_zeros();
    ClosingSentence::Fails { heaps: [lowest, modulus - lowest], lost: false }
}
