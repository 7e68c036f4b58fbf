//! Nim: take any number of objects from one heap; the player who takes the last one wins.
//!
//! Bouton, *Nim, a game with a complete mathematical theory*, Annals of
//! Mathematics 3 (1902): a position is lost for the player to move exactly if
//! its nim-sum is 0. The words *obviously lost* and the listings are those of
//! "Nim", blog post of 9 April 2021.

mod bounded;
mod class;
mod distance;
mod listing;
mod progression;
mod suggest;

pub use bounded::{
    BoundedMove, ClosingSentence, bounded_grundy, bounded_is_lost, bounded_winning_moves,
    closing_sentence_counterexample, closing_sentence_says_lost,
};
pub use bouton_core::is_paired_up;
pub use class::{LostClass, lost_classes};
pub use distance::{
    Distance, DistanceError, FarthestPositions, distance, distance_within, farthest_positions,
    farthest_positions_within,
};
pub use listing::{
    LostFilter, LostListing, Order, for_each_lost_position, lost_positions, lost_positions_within,
};
pub use progression::{consecutive_heaps_are_lost, nim_sum_up_to, trapezoids, triangles};
pub use suggest::{MAX_SUGGESTED_HEAPS, SuggestError, Suggestion, suggest, suggest_within};

use num_bigint::BigUint;
use num_traits::Zero;

/// The nim-sum of the heaps: their sizes added in binary without carrying.
///
/// Cost: linear in the digits.
///
/// ```
/// use bouton_theory::nim::nim_sum;
///
/// let heaps = [3u32, 4, 5].map(Into::into);
/// assert_eq!(nim_sum(&heaps), 2u32.into());
/// ```
#[must_use]
pub fn nim_sum(heaps: &[BigUint]) -> BigUint {
    heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ heap)
}

/// The standing of a position of Nim, at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The player to move wins: the nim-sum is not 0.
    Won,
    /// Lost, and every size occurs an even number of times: the other player
    /// answers each move by the same move in a heap of the same size.
    ObviouslyLost,
    /// Lost, but the heaps cannot be paired up.
    NonObviouslyLost,
}

/// The standing of a position for the player to move (Bouton 1902).
///
/// ```
/// use bouton_theory::nim::{Standing, standing};
///
/// assert_eq!(standing(&[1u32, 2, 3].map(Into::into)), Standing::NonObviouslyLost);
/// assert_eq!(standing(&[2u32, 7, 2, 7].map(Into::into)), Standing::ObviouslyLost);
/// assert_eq!(standing(&[1u32, 3, 3].map(Into::into)), Standing::Won);
/// ```
#[must_use]
pub fn standing(heaps: &[BigUint]) -> Standing {
    if !nim_sum(heaps).is_zero() {
        Standing::Won
    } else if is_paired_up(heaps) {
        Standing::ObviouslyLost
    } else {
        Standing::NonObviouslyLost
    }
}

/// One winning move of Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimMove {
    /// The index of the heap, counted from 0 in the given order.
    pub heap: usize,
    /// The size of the heap before the move.
    pub from: BigUint,
    /// The size of the heap after the move.
    pub to: BigUint,
}

/// All winning moves: each heap that the nim-sum makes smaller is reduced to
/// its sum with it. Equal heaps give one move each.
///
/// The heaps in question are those that have the nim-sum's highest digit, and
/// that digit occurs in an odd number of heaps; so *the number of winning moves
/// is odd in every won position*, and 0 in a lost one. Cost: linear.
///
/// ```
/// use bouton_theory::nim::winning_moves;
///
/// let moves = winning_moves(&[1u32, 3, 3].map(Into::into));
/// assert_eq!(moves.len(), 3);
/// assert_eq!((moves[1].heap, moves[1].to.clone()), (1, 2u32.into()));
/// ```
#[must_use]
pub fn winning_moves(heaps: &[BigUint]) -> Vec<NimMove> {
    let sum = nim_sum(heaps);
    heaps
        .iter()
        .enumerate()
        .map(|(heap, from)| NimMove { heap, from: from.clone(), to: from ^ &sum })
        .filter(|candidate| candidate.to < candidate.from)
        .collect()
}

/// The number of different positions that the winning moves lead to, regardless of order.
///
/// ```
/// use bouton_theory::nim::distinct_winning_results;
///
/// assert_eq!(distinct_winning_results(&[1u32, 1, 1].map(Into::into)), 1);
/// assert_eq!(distinct_winning_results(&[1u32, 3, 3].map(Into::into)), 2);
/// ```
#[must_use]
pub fn distinct_winning_results(heaps: &[BigUint]) -> usize {
    // Taking from two equal heaps gives the same position. Taking from two different heaps never
    // does, because the changed sizes differ.
    let mut sizes: Vec<BigUint> = winning_moves(heaps).into_iter().map(|step| step.from).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.len()
}

/// The greatest number of winning moves that a position of `heaps` nonempty heaps can have: the
/// greatest odd number that is at most `heaps`.
///
/// A position has it exactly if all its heaps (all but one, for an even number of heaps) have the
/// highest digit of the nim-sum. For an odd number of heaps, equal heaps are an example; for an
/// even number, equal heaps and one of half the size.
///
/// ```
/// use bouton_theory::nim::{most_winning_moves, winning_moves};
///
/// assert_eq!(most_winning_moves(5), 5);
/// assert_eq!(most_winning_moves(4), 3);
/// assert_eq!(winning_moves(&[1u32, 2, 2, 2].map(Into::into)).len(), 3);
/// ```
#[must_use]
pub fn most_winning_moves(heaps: usize) -> usize {
    if heaps % 2 == 1 { heaps } else { heaps.saturating_sub(1) }
}

/// Whether no position with the same number of nonempty heaps has more winning moves.
#[must_use]
pub fn has_most_winning_moves(heaps: &[BigUint]) -> bool {
    let nonempty = heaps.iter().filter(|heap| !heap.is_zero()).count();
    winning_moves(heaps).len() == most_winning_moves(nonempty)
}
