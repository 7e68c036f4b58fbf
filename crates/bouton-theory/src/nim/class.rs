//! Classes of positions that are easily recognised as lost.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::{consecutive_heaps_are_lost, is_paired_up};

/// A reason why a position is lost that is visible without computing a nim-sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LostClass {
    /// Equal heaps in pairs.
    PairedUp,
    /// [1, 2n, 2n + 1].
    OneAndTwins {
        /// The number n.
        n: BigUint,
    },
    /// After the removal of pairs of equal heaps an even number of twins [2n, 2n + 1] is left,
    /// where a 1 alone is the twin of 0.
    Twins {
        /// The number of twins.
        twins: usize,
    },
    /// The largest heap is the sum of the others, and adding them in binary
    /// never carries: [1, 2, 3], [1, 2, 4, 7], [2, 4n, 4n + 2].
    SumWithoutCarry,
    /// Consecutive sizes: 1, …, 4k - 1, or 4k sizes from an even one on.
    Consecutive {
        /// The smallest size.
        smallest: BigUint,
        /// The largest size.
        largest: BigUint,
    },
    /// A power of 2 times a position of one of the other classes.
    Multiple {
        /// The power of 2, greater than 1.
        factor: BigUint,
        /// The classes of the position divided by it.
        of: Vec<LostClass>,
    },
}

impl fmt::Display for LostClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PairedUp => f.write_str("the heaps fall into pairs of equal ones"),
            Self::OneAndTwins { n } => write!(f, "[1, 2n, 2n + 1] with n = {n}"),
            Self::Twins { twins } => {
                write!(f, "{twins} twins [2n, 2n + 1], an even number, pairs of equal heaps apart")
            }
            Self::SumWithoutCarry => {
                f.write_str("the largest heap is the sum of the others, added without a carry")
            }
            Self::Consecutive { smallest, largest } => {
                write!(f, "consecutive sizes from {smallest} to {largest}")
            }
            Self::Multiple { factor, of } => {
                let of: Vec<String> = of.iter().map(ToString::to_string).collect();
                write!(f, "{factor} times a position that is lost: {}", of.join("; "))
            }
        }
    }
}

/// The classes of positions easily recognised as lost to which this one belongs. Empty for a won
/// position, and for a lost one that needs its nim-sum.
///
/// Each class is lost by Bouton's theorem: twins have nim-sum 1, a sum without carry is a nim-sum,
/// consecutive sizes are consecutive twins, and nim-sums may be doubled.
///
/// ```
/// use bouton_theory::nim::{LostClass, lost_classes};
///
/// let classes = lost_classes(&[1u32, 18, 19].map(Into::into));
/// assert_eq!(classes[0], LostClass::OneAndTwins { n: 9u32.into() });
/// assert_eq!(classes[0].to_string(), "[1, 2n, 2n + 1] with n = 9");
/// assert!(lost_classes(&[3u32, 5, 7].map(Into::into)).is_empty());
/// ```
#[must_use]
pub fn lost_classes(heaps: &[BigUint]) -> Vec<LostClass> {
    let mut sorted: Vec<BigUint> = heaps.iter().filter(|heap| !heap.is_zero()).cloned().collect();
    sorted.sort_unstable();
    let mut classes = direct_classes(&sorted);
    let twos = sorted.iter().filter_map(BigUint::trailing_zeros).min().unwrap_or(0);
    if twos > 0 {
        let divided: Vec<BigUint> = sorted.iter().map(|heap| heap >> twos).collect();
        let of = direct_classes(&divided);
        if !of.is_empty() {
            classes.push(LostClass::Multiple { factor: BigUint::one() << twos, of });
        }
    }
    classes
}

fn direct_classes(sorted: &[BigUint]) -> Vec<LostClass> {
    let one = BigUint::one();
    let mut classes = Vec::new();
    if is_paired_up(sorted) {
        classes.push(LostClass::PairedUp);
    }
    if let [first, second, third] = sorted
        && first.is_one()
        && second.is_even()
        && *third == second + &one
    {
        classes.push(LostClass::OneAndTwins { n: second >> 1u32 });
    }
    if let Some(twins) = twins(sorted).filter(|&twins| twins > 0 && twins % 2 == 0) {
        classes.push(LostClass::Twins { twins });
    }
    if let Some((largest, others)) = sorted.split_last()
        && others.len() >= 2
    {
        let mut digits = BigUint::zero();
        let without_carry = others.iter().all(|heap| {
            let fits = (&digits & heap).is_zero();
            digits |= heap;
            fits
        });
        if without_carry && digits == *largest {
            classes.push(LostClass::SumWithoutCarry);
        }
    }
    if let (Some(smallest), Some(largest)) = (sorted.first(), sorted.last())
        && sorted.windows(2).all(|pair| pair.first().map(|heap| heap + &one).as_ref() == pair.last())
        && consecutive(smallest, sorted.len())
    {
        classes.push(LostClass::Consecutive { smallest: smallest.clone(), largest: largest.clone() });
    }
    classes
}

fn consecutive(smallest: &BigUint, heaps: usize) -> bool {
    // Only the smallest size's parity and whether it is 1 matter.
    let representative = if smallest.is_one() { 1 } else { 2 + u64::from(smallest.is_odd()) };
    u64::try_from(heaps)
        .ok()
        .and_then(|heaps| (representative - 1).checked_add(heaps))
        .is_some_and(|largest| heaps > 0 && consecutive_heaps_are_lost(representative, largest))
}

/// The number of twins that the heaps consist of after pairs of equal ones are removed.
fn twins(sorted: &[BigUint]) -> Option<usize> {
    let mut single: Vec<&BigUint> = Vec::new();
    for heap in sorted {
        if single.last() == Some(&heap) {
            single.pop();
        } else {
            single.push(heap);
        }
    }
    let (mut count, mut rest) = (0, single.as_slice());
    while let Some((first, after)) = rest.split_first() {
        if first.is_one() {
            rest = after;
        } else {
            let (second, after) = after.split_first()?;
            if first.is_odd() || **second != *first + 1u32 {
                return None;
            }
            rest = after;
        }
        count += 1;
    }
    Some(count)
}
