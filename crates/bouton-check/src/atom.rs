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

/// The running values of some conditions after one more letter, for one letter after the other.
///
/// From a letter to the next one few digits change, and the digits that stay are not added again.
pub(crate) struct Letters<'a> {
    digits: &'a Digits,
    /// The coefficients of the conditions, by place.
    coefficients: Vec<Vec<i64>>,
    /// The digits of the letter, by place.
    letter: Vec<usize>,
    /// The values of all conditions, with the digits at this place and at all higher ones.
    sums: Vec<Vec<i64>>,
    /// The least that the digits at lower places add to these.
    least: Vec<Vec<i64>>,
    /// Whether the truth of a condition was known at the prefixes.
    known: Vec<bool>,
}

impl<'a> Letters<'a> {
    pub(crate) fn new(digits: &'a Digits, atoms: &[Atom], places: usize) -> Self {
        let coefficient = |atom: &Atom, place: usize| {
            atom.terms.iter().find(|term| term.0 == place).map_or(0, |term| term.1)
        };
        let at = |place: usize| atoms.iter().map(|atom| coefficient(atom, place)).collect();
        let coefficients: Vec<Vec<i64>> = (0..places).map(at).collect();
        let terms = digits.matrix.len();
        let largest = |term: usize| digits.vectors.iter().map(|vector| vector[term]).max().unwrap_or(0);
        let mut least = vec![vec![0; atoms.len() * terms]];
        for factors in &coefficients {
            let lower = &least[least.len() - 1];
            let add = |(number, lower): (usize, &i64)| {
                lower + (factors[number / terms] * largest(number % terms)).min(0)
            };
            let next = lower.iter().enumerate().map(add).collect();
            least.push(next);
        }
        let sums = vec![vec![0; atoms.len() * terms]; places + 1];
        Self { digits, coefficients, letter: vec![0; places], sums, least, known: vec![false; atoms.len()] }
    }

    /// Whether a condition is false, whatever digits follow, with any digits at the places below this one: as by
    /// [`settle`](Atom::settle), from the least values that there are.
    pub(crate) fn fails(&self, place: usize, number: usize, atom: &Atom) -> bool {
        let terms = self.digits.matrix.len();
        if self.known[number] || matches!(atom.kind, Kind::Congruent { .. }) {
            return false;
        }
        let own = number * terms..(number + 1) * terms;
        let mut values = [0; MAX_RECURRENCE];
        let sums = self.sums[place][own.clone()].iter().zip(&self.least[place][own]);
        values.iter_mut().zip(sums).for_each(|(value, (sum, least))| *value = sum + least);
        let mut bounds = values.iter().zip(&self.digits.cone);
        values[0] + atom.constant > 0 && bounds.all(|(value, bound)| *value >= atom.loss * bound)
    }

    /// Begins with the letter 0 after prefixes of which this is known.
    pub(crate) fn begin(&mut self, known: &[Running]) {
        let terms = self.digits.matrix.len();
        let places = self.letter.len();
        let (last, mut values) = (&mut self.sums[places], [0; MAX_RECURRENCE]);
        for ((known, longer), truth) in known.chunks(terms).zip(last.chunks_mut(terms)).zip(&mut self.known) {
            // Nothing is added up where the truth is known.
            *truth = known.iter().any(Result::is_ok);
            let both = values.iter_mut().zip(known);
            both.for_each(|(value, running)| *value = running.err().unwrap_or(0));
            longer.copy_from_slice(&self.digits.lengthen(&values[..terms])[..terms]);
        }
        self.letter.fill(0);
        self.add(places);
    }

    /// Goes on to the next letter, or to the next one with another digit at one of the places from `from` on, if there is
    /// one.
    pub(crate) fn advance(&mut self, from: usize) {
        let digits = self.digits.count;
        let next = (from..self.letter.len()).find(|&place| self.letter[place] + 1 < digits);
        let Some(place) = next else { return };
        self.letter[..place].fill(0);
        self.letter[place] += 1;
        self.add(place + 1);
    }

    /// Adds the digits at all places below one.
    fn add(&mut self, below: usize) {
        let terms = self.digits.matrix.len();
        for place in (0..below).rev() {
            let (lower, higher) = self.sums.split_at_mut(place + 1);
            let (sums, before) = (&mut lower[place], &higher[0]);
            let vector = &self.digits.vectors[self.letter[place]];
            let all = sums.chunks_mut(terms).zip(before.chunks(terms));
            for ((sums, before), factor) in all.zip(&self.coefficients[place]) {
                let both = sums.iter_mut().zip(before).zip(vector);
                both.for_each(|((sum, before), entry)| *sum = before + factor * entry);
            }
        }
    }

    /// Appends the knowledge of a condition after the letter.
    pub(crate) fn append(&self, number: usize, atom: &Atom, known: &[Running], after: &mut Vec<Running>) {
        let terms = known.len();
        match known.first() {
            Some(Ok(_)) => after.extend_from_slice(known),
            _ => atom.settle(self.digits, &self.sums[0][number * terms..][..terms], after),
        }
    }
}

/// The numbers of the atoms without which a formula does not hold, for atoms counted from `number` on, left to right.
pub(crate) fn needed(formula: &Formula, number: &mut usize, found: &mut Vec<usize>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| needed(part, number, found)),
        Formula::NotPositive(_) | Formula::Zero(_) | Formula::Congruent { .. } => {
            found.push(*number);
            *number += 1;
        }
        Formula::True | Formula::False => {}
        Formula::Not(_) | Formula::Or(_) => formula.for_each_expression(&mut |_| *number += 1),
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
