//! One linear condition, decided digit by digit.

use std::collections::BTreeMap;

/// What is asked of L + c, where L is a linear form and c a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    NotPositive,
    Zero,
    Congruent { modulus: i64, residue: i64 },
}

/// A condition on numbers whose digits are read most significant first.
#[derive(Debug)]
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

/// What is known of an atom at some prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Running {
    /// L at the prefixes (reduced, for a congruence).
    Number(i64),
    /// Whether the condition holds, whatever digits follow.
    Decided(bool),
}

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
        let Running::Number(value) = running else { return running };
        let digits = self.terms.iter().filter(|(digit, _)| letter >> digit & 1 == 1);
        self.settle(digits.fold(2 * value, |sum, (_, coefficient)| sum + coefficient))
    }

    /// Whether the condition holds if no digit follows.
    pub(crate) fn holds(&self, running: Running) -> bool {
        match (running, self.kind) {
            (Running::Decided(truth), _) => truth,
            (Running::Number(value), Kind::NotPositive) => value + self.constant <= 0,
            (Running::Number(value), Kind::Zero) => value + self.constant == 0,
            (Running::Number(value), Kind::Congruent { modulus, residue }) => {
                (value + self.constant).rem_euclid(modulus) == residue
            }
        }
    }

    /// Decides where later digits cannot change the truth: from `loss` on a
    /// value does not fall, from `-gain` down it does not rise. So undecided
    /// values stay between the extremes of `loss`, `-gain` and `-constant`.
    pub(crate) fn settle(&self, value: i64) -> Running {
        let sum = value + self.constant;
        let above = value >= self.loss && sum > 0;
        match self.kind {
            Kind::Congruent { modulus, .. } => Running::Number(value.rem_euclid(modulus)),
            Kind::NotPositive if above => Running::Decided(false),
            Kind::NotPositive if value <= -self.gain && sum <= 0 => Running::Decided(true),
            Kind::Zero if above || (value <= -self.gain && sum < 0) => Running::Decided(false),
            _ => Running::Number(value),
        }
    }
}
