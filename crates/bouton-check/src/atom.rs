//! One linear condition, decided digit by digit.

use std::collections::BTreeMap;

use bouton_core::{Formula, MAX_RECURRENCE, Variable};

use crate::digits::Digits;

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
    /// What L can lose at most with one letter of digits 0 and 1.
    loss: i64,
    /// What L can gain at most with one letter of digits 0 and 1.
    gain: i64,
}

/// What is known of an atom at some prefix, as often as the numeration has terms: whether it holds whatever digits
/// follow, or else the running values of L at the prefixes (reduced, for a congruence).
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

    /// Puts down what is known after one more letter; before the first, the values are settled from 0.
    pub(crate) fn append(&self, digits: &Digits, known: &[Running], letter: usize, after: &mut Vec<Running>) {
        let mut values = [0; MAX_RECURRENCE];
        for (value, running) in values.iter_mut().zip(known) {
            let Err(running) = running else { return after.extend_from_slice(known) };
            *value = *running;
        }
        let added = self.terms.iter().map(|&(place, c)| match digits.digit(letter, place) {
            0 => 0,
            1 => c,
            digit => c * i64::try_from(digit).unwrap_or_default(),
        });
        let longer = digits.append(&values[..known.len()], added.sum());
        self.settle(digits, &longer[..known.len()], after);
    }

    /// Whether the condition holds if no digit follows.
    pub(crate) fn holds(&self, known: &[Running]) -> bool {
        known[0].unwrap_or_else(|value| match (self.kind, value + self.constant) {
            (Kind::NotPositive, sum) => sum <= 0,
            (Kind::Zero, sum) => sum == 0,
            (Kind::Congruent { modulus, residue }, sum) => sum.rem_euclid(modulus) == residue,
        })
    }

    /// Decides where later digits cannot change the truth, and puts down the values or the mark, as often as
    /// there are values. From the bounds of a cone on, the first value does not fall any more, or does not rise.
    pub(crate) fn settle(&self, digits: &Digits, values: &[i64], after: &mut Vec<Running>) {
        let first = if values.len() > 1 { 2 } else { 1 };
        let [loss, gain] = [self.loss, self.gain].map(|bound| bound * digits.largest);
        let sum = values[0] + self.constant;
        let above = sum > 0 && values[0] >= first * loss && values[1..].iter().all(|&value| value >= loss);
        let below = values[0] <= -first * gain && values[1..].iter().all(|&value| value <= -gain);
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

/// The atoms of a formula, left to right.
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

/// The truth of a formula by that of its atoms, all of which are taken from `truths`.
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
