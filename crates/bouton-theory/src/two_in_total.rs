//! Four heaps, one or two objects a move in total, from one heap or two; a player who faces a
//! single nonempty heap (or none) has lost.
//!
//! Source: "Index-k Nim variant: is it still a Nim?", a question with its answer from a mathematics
//! forum. Its outcome law is proved there except for 220 base cases ([`base_cases`] computes them);
//! its table of Grundy values is announced there as an observation. A position is written with its
//! heaps sorted; the three smallest are its *row*.

mod base_cases;
mod derivation;
mod family;
mod lemmas;
mod values;

pub use base_cases::{BaseCase, BaseRow, base_cases};
pub use derivation::{Ground, Hypothesis, Step, derivation};
pub use family::{
    Bound, Claim, Comparison, Difference, Ending, Family, FamilyFault, MAX_HEAPS, MAX_TOTAL, compare,
    nim_sum_of_remainders, nim_sum_of_remainders_beside_a_heap, sum_of_single_heaps,
};
pub use lemmas::{Repetition, Stability, repetition, stability};
pub use values::Values;

use values::Known;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// A row: the sizes of the three smallest heaps, smallest first.
pub type Row = [u64; 3];

/// The eighteen rows whose positions with a multiple of 3 objects are won.
pub const WON_WITH_REMAINDER_ZERO: [Row; 18] = [
    [0, 0, 1],
    [0, 0, 2],
    [0, 1, 1],
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 2],
    [0, 2, 3],
    [1, 1, 1],
    [1, 1, 2],
    [1, 1, 3],
    [1, 2, 2],
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 3],
    [2, 2, 2],
    [2, 2, 3],
    [2, 2, 4],
    [2, 3, 3],
];

/// The one row whose positions with remainder 1 mod 3 are lost.
pub const LOST_WITH_REMAINDER_ONE: Row = [1, 1, 1];

/// The six rows whose positions with remainder 2 mod 3 are lost.
pub const LOST_WITH_REMAINDER_TWO: [Row; 6] =
    [[0, 1, 2], [0, 2, 2], [1, 2, 2], [1, 2, 3], [2, 2, 2], [2, 2, 3]];

/// The Grundy values of the rows that are not typical, for the remainders 0, 1, 2
/// of the number of objects mod 3; a typical row has 0, 2, 1.
const GRUNDY_ROWS: [(Row, [u32; 3]); 28] = [
    ([0, 0, 1], [2, 3, 1]),
    ([0, 0, 2], [2, 3, 1]),
    ([0, 0, 3], [0, 3, 1]),
    ([0, 1, 1], [2, 3, 1]),
    ([0, 1, 2], [2, 3, 0]),
    ([0, 1, 3], [2, 3, 1]),
    ([0, 1, 4], [0, 3, 1]),
    ([0, 2, 2], [1, 3, 0]),
    ([0, 2, 3], [2, 3, 4]),
    ([0, 2, 4], [0, 3, 4]),
    ([0, 3, 3], [0, 3, 4]),
    ([1, 1, 1], [2, 0, 1]),
    ([1, 1, 2], [2, 3, 1]),
    ([1, 1, 3], [2, 3, 1]),
    ([1, 1, 4], [0, 3, 1]),
    ([1, 2, 2], [2, 3, 0]),
    ([1, 2, 3], [2, 3, 0]),
    ([1, 2, 4], [2, 3, 1]),
    ([1, 2, 5], [0, 3, 1]),
    ([1, 3, 3], [2, 3, 1]),
    ([1, 3, 4], [0, 3, 1]),
    ([2, 2, 2], [1, 3, 0]),
    ([2, 2, 3], [1, 3, 0]),
    ([2, 2, 4], [2, 3, 4]),
    ([2, 2, 5], [0, 3, 4]),
    ([2, 3, 3], [2, 3, 4]),
    ([2, 3, 4], [0, 3, 4]),
    ([3, 3, 3], [0, 3, 4]),
];

/// The reason why a position is lost or won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// At most one heap is nonempty: play has ended.
    Ended,
    /// The row is typical for this remainder of the number of objects mod 3: lost
    /// for 0, won for 1 and 2.
    Typical {
        /// The remainder.
        remainder: u32,
    },
    /// The row is exceptional for this remainder.
    ExceptionalRow {
        /// The remainder.
        remainder: u32,
        /// The three smallest heaps.
        row: Row,
    },
}

/// A position's outcome by the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the player to move loses.
    pub lost: bool,
    /// The reason.
    pub reason: Reason,
}

/// The outcome of a position by the law of 18 + 1 + 6 exceptional rows, for heaps of any size in
/// any order. Cost: linear in the digits.
///
/// ```
/// use bouton_theory::two_in_total::outcome;
///
/// assert!(outcome(&[5u32, 6, 7, 9].map(Into::into)).lost);
/// assert!(outcome(&[1u32, 1, 4, 1].map(Into::into)).lost); // (1, 1, 1, 3n + 1)
/// assert!(!outcome(&[0u32, 0, 1, 5].map(Into::into)).lost);
/// ```
#[must_use]
pub fn outcome(heaps: &[BigUint; 4]) -> Verdict {
    let (row, remainder, ended) = row_and_remainder(heaps);
    if ended {
        return Verdict { lost: true, reason: Reason::Ended };
    }
    match row {
        Some(row) if is_exceptional_at(row, remainder) => {
            Verdict { lost: remainder != 0, reason: Reason::ExceptionalRow { remainder, row } }
        }
        _ => Verdict { lost: remainder == 0, reason: Reason::Typical { remainder } },
    }
}

/// The Grundy value of a position by the forum answer's table, for heaps of any size in any order.
/// Cost: linear in the digits.
///
/// ```
/// use bouton_theory::two_in_total::grundy;
///
/// assert_eq!(grundy(&[0u32, 2, 3, 6].map(Into::into)), 4);
/// assert_eq!(grundy(&[8u32, 8, 8, 8].map(Into::into)), 1);
/// ```
#[must_use]
pub fn grundy(heaps: &[BigUint; 4]) -> u32 {
    let (row, remainder, ended) = row_and_remainder(heaps);
    if ended {
        return 0;
    }
    row.map_or(TYPICAL_GRUNDY, grundy_row).get(remainder as usize).copied().unwrap_or(0)
}

const TYPICAL_GRUNDY: [u32; 3] = [0, 2, 1];

/// The Grundy values of a row, not (0, 0, 0), for the remainders 0, 1, 2 of the
/// number of objects mod 3.
#[must_use]
pub fn grundy_row(row: Row) -> [u32; 3] {
    GRUNDY_ROWS
        .iter()
        .find(|(exceptional, _)| *exceptional == row)
        .map_or(TYPICAL_GRUNDY, |(_, values)| *values)
}

/// The rows of the table of Grundy values that are not typical, in its order;
/// (0, 0, 0), where play has ended, is left out.
pub fn grundy_rows() -> impl Iterator<Item = (Row, [u32; 3])> {
    GRUNDY_ROWS.iter().copied()
}

/// Whether a row follows the typical rule for outcomes: lost exactly with a
/// multiple of 3 objects.
#[must_use]
pub fn is_typical_row(row: Row) -> bool {
    row != [0, 0, 0] && (0..3).all(|remainder| !is_exceptional_at(row, remainder))
}

fn is_exceptional_at(row: Row, remainder: u32) -> bool {
    match remainder {
        0 => WON_WITH_REMAINDER_ZERO.contains(&row),
        1 => row == LOST_WITH_REMAINDER_ONE,
        _ => LOST_WITH_REMAINDER_TWO.contains(&row),
    }
}

/// The row if it is small, the remainder, and whether at most one heap is nonempty.
fn row_and_remainder(heaps: &[BigUint; 4]) -> (Option<Row>, u32, bool) {
    let mut sorted: Vec<&BigUint> = heaps.iter().collect();
    sorted.sort_unstable();
    let objects: BigUint = heaps.iter().sum();
    let remainder = (objects % 3u32).to_u32().unwrap_or(0);
    let ended = sorted.iter().take(3).all(|heap| heap.is_zero());
    let small: Option<Vec<u64>> = sorted.iter().take(3).map(|heap| heap.to_u64()).collect();
    (small.and_then(|small| Row::try_from(small).ok()), remainder, ended)
}
