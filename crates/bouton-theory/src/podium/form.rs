//! Nim forms: sums of piles.

use std::{fmt, str::FromStr};

use num_bigint::BigUint;
use num_traits::Zero;

/// A disjunctive sum of Nim piles (Definition 2.2): the positive sizes, largest
/// first. Serialised as the list of its sizes.
///
/// ```
/// use bouton_theory::podium::PileForm;
///
/// let form: PileForm = "15,14,23,5".parse().unwrap();
/// assert_eq!(form.to_string(), "23+15+14+5");
/// assert_eq!(form, "5+14+0+15+23".parse().unwrap());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileForm {
    piles: Vec<BigUint>,
}

/// A text that is not a sum of piles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pile {index} is `{found}`, expected a natural number (write a form as `15,14,23,5`)")]
pub struct ParseFormError {
    /// The index of the pile, counted from 1.
    pub index: usize,
    /// The text found there.
    pub found: String,
}

impl PileForm {
    /// The sum of piles of these sizes; empty piles are dropped.
    #[must_use]
    pub fn new(piles: impl IntoIterator<Item = BigUint>) -> Self {
        let mut piles: Vec<BigUint> = piles.into_iter().filter(|pile| !pile.is_zero()).collect();
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Self { piles }
    }

    /// The sum of piles of small sizes.
    #[must_use]
    pub fn from_small(piles: &[u64]) -> Self {
        Self::new(piles.iter().copied().map(BigUint::from))
    }

    /// The sizes of the piles, largest first, all positive.
    #[must_use]
    pub fn piles(&self) -> &[BigUint] {
        &self.piles
    }

    /// The sum of this form and another.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self::new(self.piles.iter().chain(&other.piles).cloned())
    }

    /// m(G) of Definition 2.2: the number of matches.
    #[must_use]
    pub fn matches(&self) -> BigUint {
        self.piles.iter().sum()
    }

    /// The number of binary digits of the largest pile.
    #[must_use]
    pub fn digits(&self) -> u64 {
        self.piles.first().map_or(0, BigUint::bits)
    }

    /// G ∩ H, G \ H and H \ G of Definition 3.2, as multisets.
    #[must_use]
    pub fn compare_piles(&self, other: &Self) -> (Self, Self, Self) {
        let (mut common, mut extra, mut other_extra) = (Vec::new(), Vec::new(), Vec::new());
        let (mut left, mut right) = (self.piles.iter().peekable(), other.piles.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a == b => {
                    common.extend(left.next().cloned());
                    right.next();
                }
                (Some(a), Some(b)) if a < b => other_extra.extend(right.next().cloned()),
                (Some(_), _) => extra.extend(left.next().cloned()),
                (None, Some(_)) => other_extra.extend(right.next().cloned()),
                (None, None) => break,
            }
        }
        (Self { piles: common }, Self { piles: extra }, Self { piles: other_extra })
    }
}

impl FromStr for PileForm {
    type Err = ParseFormError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        text.split([',', '+'])
            .enumerate()
            .map(|(index, word)| {
                let word = word.trim();
                let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
                digits
                    .then(|| word.parse::<BigUint>().ok())
                    .flatten()
                    .ok_or_else(|| ParseFormError { index: index + 1, found: word.to_owned() })
            })
            .collect::<Result<Vec<_>, _>>()
            .map(Self::new)
    }
}

impl fmt::Display for PileForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.piles.is_empty() {
            return f.write_str("0");
        }
        for (index, pile) in self.piles.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            write!(f, "{pile}")?;
        }
        Ok(())
    }
}
