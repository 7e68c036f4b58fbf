//! Linear conditions, decided digit by digit.

use std::collections::BTreeMap;

use bouton_core::{Formula, MAX_RECURRENCE, Variable};

use crate::digits::Digits;

/// The condition on L + c, where L is a linear form and c a constant.
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
    /// The largest loss of L in one letter, as a multiple of the largest vector of a digit.
    loss: i64,
    /// The largest gain of L in one letter, in the same unit.
    gain: i64,
}

/// The knowledge of an atom at some prefix, one entry for each term of the numeration: `Ok` if the
/// atom has the same truth value whatever digits follow, or the running values of L at the prefixes
/// (reduced, for a congruence).
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

    /// The same condition on other digits of a letter.
    pub(crate) fn with_digits(&self, renamed: impl Fn(usize) -> usize) -> Self {
        let terms = self.terms.iter().map(|&(digit, coefficient)| (renamed(digit), coefficient));
        Self::new(self.kind, terms, self.constant)
    }

    /// Appends the knowledge after one more letter to `after`; before the first letter, the values
    /// are settled from 0.
    pub(crate) fn append(&self, digits: &Digits, known: &[Running], letter: usize, after: &mut Vec<Running>) {
        let mut values = [0; MAX_RECURRENCE];
        for (value, running) in values.iter_mut().zip(known) {
            let Err(running) = running else { return after.extend_from_slice(known) };
            *value = *running;
        }
        let mut longer = digits.lengthen(&values[..known.len()]);
        for &(place, c) in &self.terms {
            let added = &digits.vectors[digits.digit(letter, place)];
            longer.iter_mut().zip(added).for_each(|(value, entry)| *value += c * entry);
        }
        self.settle(digits, &longer[..known.len()], after);
    }

    /// Whether the condition holds if no further digit follows.
    pub(crate) fn holds(&self, known: &[Running]) -> bool {
        known[0].unwrap_or_else(|value| match (self.kind, value + self.constant) {
            (Kind::NotPositive, sum) => sum <= 0,
            (Kind::Zero, sum) => sum == 0,
            (Kind::Congruent { modulus, residue }, sum) => sum.rem_euclid(modulus) == residue,
        })
    }

    /// Decides the condition where later digits cannot change its truth, and appends the truth
    /// value or the running values to `after`, one entry for each value. Beyond the bounds of the
    /// cone, the first value no longer falls, or no longer rises.
    pub(crate) fn settle(&self, digits: &Digits, values: &[i64], after: &mut Vec<Running>) {
        let sum = values[0] + self.constant;
        let both = || values.iter().zip(&digits.cone);
        let above = sum > 0 && both().all(|(&value, bound)| value >= self.loss * bound);
        let below = both().all(|(&value, bound)| value <= -self.gain * bound);
        let mark = match self.kind {
            Kind::Congruent { modulus, .. } => {
                return after.extend(values.iter().map(|value| Err(value.rem_euclid(modulus))));
            }
            Kind::NotPositive if above => Some(false),
            Kind::NotPositive if below && sum <= 0 => Some(true),
            Kind::Zero if above || (below && sum < 0) => Some(false),
            _ => None,
        };
        after.extend(values.iter().map(|&value| mark.ok_or(value)));
    }
}

/// Collects the atoms of a formula, left to right.
pub(crate) fn collect(formula: &Formula, digit: &dyn Fn(Variable) -> usize, atoms: &mut Vec<Atom>) {
    let (kind, expression) = match formula {
        Formula::True | Formula::False => return,
        Formula::NotPositive(expression) => (Kind::NotPositive, expression),
        Formula::Zero(expression) => (Kind::Zero, expression),
        Formula::Congruent { expression, modulus, residue } => {
            let (modulus, residue) = (i64::from(*modulus).max(1), i64::from(*residue));
            (Kind::Congruent { modulus, residue }, expression)
        }
        Formula::Not(inner) => return collect(inner, digit, atoms),
        Formula::And(parts) | Formula::Or(parts) => {
            return parts.iter().for_each(|part| collect(part, digit, atoms));
        }
    };
    let terms = expression.terms().iter().map(|&(variable, coefficient)| (digit(variable), coefficient));
    atoms.push(Atom::new(kind, terms, expression.constant_term()));
}

/// The truth of a formula, from the truths of its atoms; consumes one item of `truths` for each
/// atom.
pub(crate) fn holds(formula: &Formula, truths: &mut dyn Iterator<Item = bool>) -> bool {
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::NotPositive(_) | Formula::Zero(_) | Formula::Congruent { .. } => truths.next() == Some(true),
        Formula::Not(inner) => !holds(inner, truths),
        Formula::And(parts) => parts.iter().fold(true, |all, part| holds(part, truths) & all),
        Formula::Or(parts) => parts.iter().fold(false, |any, part| holds(part, truths) | any),
    }
}

/// The truth of a formula where some atoms are undecided, if it does not depend on these. Consumes
/// one item of `truths` for each atom.
pub(crate) fn decided(formula: &Formula, truths: &mut dyn Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut parts = |parts: &[Formula], deciding: bool| {
        let known =
            parts.iter().map(|part| decided(part, truths)).fold((false, true), |(found, all), part| {
                (found || part == Some(deciding), all && part.is_some())
            });
        match known {
            (true, _) => Some(deciding),
            (false, true) => Some(!deciding),
            (false, false) => None,
        }
    };
    match formula {
        Formula::True => Some(true),
        Formula::False => Some(false),
        Formula::And(all) => parts(all, false),
        Formula::Or(any) => parts(any, true),
        Formula::NotPositive(_) | Formula::Zero(_) | Formula::Congruent { .. } => truths.next().flatten(),
        Formula::Not(inner) => decided(inner, truths).map(|truth| !truth),
    }
}
