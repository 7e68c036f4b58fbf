//! Suffixes, and the tree of all suffixes of a form.

use bouton_core::{LimitReached, Watch};
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{DigitSum, PileForm, digit_sum};

/// Whether `part` is a suffix of `whole` in the sense of Section 2: its binary representation,
/// including the leading 1, ends that of `whole`. 0 is not a suffix.
///
/// ```
/// use bouton_theory::podium::is_suffix;
///
/// assert!(is_suffix(&3u32.into(), &23u32.into()));
/// assert!(!is_suffix(&2u32.into(), &15u32.into()));
/// ```
#[must_use]
pub fn is_suffix(part: &BigUint, whole: &BigUint) -> bool {
    !part.is_zero() && low_digits(whole, part.bits()) == *part
}

/// The last `count` binary digits.
pub(crate) fn low_digits(number: &BigUint, count: u64) -> BigUint {
    if count >= number.bits() { number.clone() } else { number & ((BigUint::one() << count) - 1u32) }
}

/// The common part of all forms equal to a given one: the piles that are not suffixes of other ones, once
/// each. The other piles of such a form are *fillers*, suffixes of these piles, with a given sum (Theorem
/// 3.4).
pub(crate) struct Frame {
    /// The different piles that are not suffixes of others, largest first.
    pub(crate) maximal: Vec<BigUint>,
    /// The 𝒢₃-value that the fillers must have.
    pub(crate) target: DigitSum,
    /// The number of fillers that the form itself has.
    pub(crate) fillers: usize,
}

impl Frame {
    /// The frame of a form without three piles of size 1.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]: the piles are compared in pairs.
    pub(crate) fn of(form: &PileForm, watch: &Watch) -> Result<Self, LimitReached> {
        let mut different: Vec<BigUint> = form.piles().to_vec();
        different.dedup();
        let mut maximal: Vec<BigUint> = Vec::new();
        for (index, pile) in different.iter().enumerate() {
            let before = &different[..index];
            let compared = before.iter().map(|larger| 1 + larger.bits() / 512).sum::<u64>();
            watch.spend(1 + compared)?;
            if !before.iter().any(|larger| is_suffix(pile, larger)) {
                maximal.push(pile.clone());
            }
        }
        let fixed = digit_sum(&PileForm::new(maximal.iter().cloned()), 3);
        let target = digit_sum(form, 3).plus(&fixed.negated());
        let fillers = form.piles().len() - maximal.len();
        Ok(Self { maximal, target, fillers })
    }

    /// The different suffixes of the maximal piles, largest first.
    pub(crate) fn suffixes(&self) -> Vec<BigUint> {
        let mut all: Vec<BigUint> = self
            .maximal
            .iter()
            .flat_map(|pile| {
                (0..pile.bits()).filter(|&bit| pile.bit(bit)).map(|bit| low_digits(pile, bit + 1))
            })
            .collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }
}
