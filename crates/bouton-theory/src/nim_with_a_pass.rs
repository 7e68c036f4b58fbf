//! Nim with a pass on heaps of sizes at most four.
//!
//! Each player may take any number of objects from one heap; once in the game, and not when all
//! heaps are empty, a player may pass instead. Source: Wong Oi Lin, *The Game Positions of Nim with
//! a Pass (heaps of sizes at most four)*, 2015. A position is (m₁, m₂, m₃, m₄), with mᵢ heaps of
//! size i; the pass is still available unless noted otherwise.

mod printed;
mod three;

pub use printed::{
    PrintedRow, TableComparison, TableError, compare_table, positions_with_objects, printed_table,
};
pub use three::{
    COMPARED_UP_TO, Parity, SmallSizesRule, holds_from, low_chan_rules, sizes_up_to_three_is_lost,
};

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// The case of Theorem 1 that decides a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TheoremCase {
    /// m₁ + m₃ ≥ 2 or m₂ - m₄ ≥ 4: lost exactly if (m₁, m₂, m₃, m₄) is (odd, even,
    /// even, even) or (even, odd, odd, even).
    Parities,
    /// (i): (0, 0, 0, Y) with Y = 0 or Y = 6p + 1, p positive; lost.
    First,
    /// (ii): (0, X, 0, Y) with X odd and Y = X - 3; lost.
    Second,
    /// (iii): (1, X, 0, Y) with Y = X + 3p - 1; lost.
    Third,
    /// (iv): (0, X, 1, Y) with Y = X + 3p - 2, except X = 0 and Y = 6p + 1 with p
    /// positive, and except X even and Y = X - 2; lost.
    Fourth,
    /// m₁ + m₃ < 2 and m₂ - m₄ < 4, but none of (i) to (iv): won.
    None,
}

impl fmt::Display for TheoremCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parities => "m1+m3 >= 2 or m2-m4 >= 4, where the parities decide",
            Self::First => "(i)",
            Self::Second => "(ii)",
            Self::Third => "(iii)",
            Self::Fourth => "(iv)",
            Self::None => "m1+m3 < 2 and m2-m4 < 4, but none of (i) to (iv)",
        })
    }
}

/// The outcome of a position by Theorem 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassVerdict {
    /// Whether the player to move loses.
    pub lost: bool,
    /// The case of the theorem.
    pub case: TheoremCase,
}

/// The outcome of (m₁, m₂, m₃, m₄) with the pass still available (Theorem 1). Cost: linear in the
/// digits.
///
/// The theorem's p ranges over all integers in (iii) and (iv), but over the
/// positive ones in (i) and in the first exception of (iv): (0, 0, 0, 1) is won
/// and (0, 0, 1, 1) is lost.
///
/// ```
/// use bouton_theory::nim_with_a_pass::{TheoremCase, outcome};
///
/// let verdict = outcome(&[5u32, 0, 0, 0].map(Into::into));
/// assert!(verdict.lost); // the printed Table 3 has N here
/// assert_eq!(outcome(&[0u32, 5, 0, 2].map(Into::into)).case, TheoremCase::Second);
/// ```
#[must_use]
pub fn outcome(heaps: &[BigUint; 4]) -> PassVerdict {
    let [ones, twos, threes, fours] = heaps;
    if ones + threes >= BigUint::from(2u32) || *twos >= fours + 4u32 {
        let lost = fours.is_even() && twos.is_odd() == threes.is_odd() && ones.is_odd() != threes.is_odd();
        return PassVerdict { lost, case: TheoremCase::Parities };
    }
    let case = match (ones.is_one(), threes.is_one()) {
        (false, false) => {
            if twos.is_zero() && (fours.is_zero() || remainder(fours, 6) == 1 && !fours.is_one()) {
                TheoremCase::First
            } else if twos.is_odd() && fours + 3u32 == *twos {
                TheoremCase::Second
            } else {
                TheoremCase::None
            }
        }
        // Y ≡ X - 1 (mod 3)
        (true, _) if remainder(&(fours + 1u32), 3) == remainder(twos, 3) => TheoremCase::Third,
        (true, _) => TheoremCase::None,
        (false, true) => {
            let first_exception = twos.is_zero() && remainder(fours, 6) == 1 && !fours.is_one();
            let second_exception = twos.is_even() && fours + 2u32 == *twos;
            // Y ≡ X - 2 (mod 3)
            let family = remainder(&(fours + 2u32), 3) == remainder(twos, 3);
            if family && !first_exception && !second_exception {
                TheoremCase::Fourth
            } else {
                TheoremCase::None
            }
        }
    };
    PassVerdict { lost: case != TheoremCase::None, case }
}

fn remainder(number: &BigUint, modulus: u32) -> u32 {
    (number % modulus).to_u32().unwrap_or(0)
}

/// Whether (m₁, m₂, m₃, m₄) is lost when the pass has been used. This is ordinary Nim, so it is
/// lost exactly if m₁ + m₃, m₂ + m₃ and m₄ are even (Bouton 1902).
#[must_use]
pub fn is_lost_without_pass(heaps: &[BigUint; 4]) -> bool {
    let [ones, twos, threes, fours] = heaps;
    fours.is_even() && ones.is_odd() == threes.is_odd() && twos.is_odd() == threes.is_odd()
}
