//! One linear condition, decided digit by digit.

use std::collections::BTreeMap;

/// What is asked of L + c, where L is a linear form and c a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    NotPositive,
    Zero,
    Congruent { modulus: i64, residue: i64 },
}

/// A condition on numbers whose digits are read most significant first.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    kind: Kind,
    /// The homogeneous part L: digits of a letter, and coefficients.
    pub(crate) terms: Vec<(usize, i64)>,
    constant: i64,
    /// A: what L can lose with one letter at most.
    loss: i64,
    /// B: what L can gain with one letter at most.
    gain: i64,
}

/// What is known of an atom at some prefix: whether it holds whatever digits
/// follow, or else L at the prefixes (reduced, for a congruence).
pub(crate) type Running = Result<bool, i64>;

impl Atom {
    pub(crate) fn new(kind: Kind, terms: impl IntoIterator<Item = (usize, i64)>, constant: i64) -> Self {
        let mut sums = BTreeMap::new();
        for (digit, coefficient) in terms {
            *sums.entry(digit).or_insert(0) += coefficient;
        }
        let terms: Vec<_> = sums.into_iter().filter(|term| term.1 != 0).collect();
        let gain = terms.iter().map(|term| term.1.max(0)).sum();
        let loss = terms.iter().map(|term| (-term.1).max(0)).sum();
        Self { kind, terms, constant, loss, gain }
    }

    /// After one more letter; before the first, the value is settled from 0.
    pub(crate) fn append(&self, running: Running, letter: usize) -> Running {
        let digits = self.terms.iter().filter(|(digit, _)| letter >> digit & 1 == 1);
        running.or_else(|value| self.settle(digits.fold(2 * value, |sum, term| sum + term.1)))
    }

    /// Whether the condition holds if no digit follows.
    pub(crate) fn holds(&self, running: Running) -> bool {
        running.unwrap_or_else(|value| match (self.kind, value + self.constant) {
            (Kind::NotPositive, sum) => sum <= 0,
            (Kind::Zero, sum) => sum == 0,
            (Kind::Congruent { modulus, residue }, sum) => sum.rem_euclid(modulus) == residue,
        })
    }

    /// Decides where later digits cannot change the truth: from `loss` on a
    /// value does not fall, from `-gain` down it does not rise. So undecided
    /// values stay between the extremes of `loss`, `-gain` and `-constant`.
    pub(crate) fn settle(&self, value: i64) -> Running {
        let sum = value + self.constant;
        let above = value >= self.loss && sum > 0;
        match self.kind {
            Kind::Congruent { modulus, .. } => Err(value.rem_euclid(modulus)),
            Kind::NotPositive if above => Ok(false),
            Kind::NotPositive if value <= -self.gain && sum <= 0 => Ok(true),
            Kind::Zero if above || (value <= -self.gain && sum < 0) => Ok(false),
            _ => Err(value),
        }
    }
}
