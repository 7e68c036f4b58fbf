//! Decides whether a condition can be satisfied, and finds the smallest numbers that satisfy it.
//!
//! All variables are read digit by digit, the most significant first. At a prefix, a linear form is
//! known by its value, until the following digits cannot change the truth of its condition. So
//! there are finitely many states. A search through all of them either meets a state in which the
//! condition holds or shows that there is none (Büchi, *Weak second-order arithmetic and finite
//! automata*, 1960; Boudet and Comon, *Diophantine equations, Presburger arithmetic and finite
//! automata*, 1996). The cost is exponential in the number of variables.

use std::{collections::BTreeSet, sync::Arc};

use rustc_hash::FxHashMap;

use crate::{Allowance, DigitAutomaton, Formula, LinearExpression, MAX_TRACKS, Variable};

/// The approximate bytes of a state besides its running values.
const STATE: u64 = 120;

/// The error that the allowed work was used up before a condition was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("whether the condition holds anywhere could not be decided with the work allowed")]
pub struct Undecided;

/// The most variables that are tried: each doubles the number of letters.
const MOST_VARIABLES: usize = 20;

/// One linear condition.
struct Atom {
    terms: Vec<(usize, i64)>,
    constant: i64,
    /// The largest decrease, and increase, of the form by one digit of each variable.
    loss: i64,
    gain: i64,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    NotPositive,
    Zero,
    Congruent(i64, i64),
}

/// A truth value that later digits cannot change, or the value of the form so far. Such a value is
/// below 2^42: a value beyond the constant and the coefficients' sum is settled, coefficients are
/// below 2^20, and constants are below 2^40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Running(i64);

impl Running {
    /// Truth values are far from all values of forms, and differ from these in low bits: a hash by multiplication would not
    /// tell numbers apart of which only the highest bit differs.
    const TRUE: Self = Self(i64::MAX);
    const FALSE: Self = Self(i64::MAX - 1);

    fn truth(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            Self(_) => None,
        }
    }
}

impl Atom {
    fn settle(&self, value: i64) -> Running {
        let sum = value + self.constant;
        let (rises, falls) = (value >= self.loss, value <= -self.gain);
        match self.kind {
            Kind::Congruent(modulus, _) => Running(value.rem_euclid(modulus)),
            Kind::NotPositive if rises && sum > 0 => Running::FALSE,
            Kind::NotPositive if falls && sum <= 0 => Running::TRUE,
            Kind::Zero if rises && sum > 0 || falls && sum < 0 => Running::FALSE,
            _ => Running(value),
        }
    }

    /// Writes the state of all atoms after one more letter.
    fn append_all(atoms: &[Self], state: &[Running], letter: usize, next: &mut Vec<Running>) {
        let append = |(atom, &running): (&Self, &Running)| {
            if running.truth().is_some() {
                return running;
            }
            let digits = atom.terms.iter().filter(|(digit, _)| letter >> digit & 1 == 1);
            atom.settle(digits.fold(2 * running.0, |sum, term| sum + term.1))
        };
        next.clear();
        next.extend(atoms.iter().zip(state).map(append));
    }

    fn holds(&self, running: Running) -> bool {
        running.truth().unwrap_or_else(|| match (self.kind, running.0 + self.constant) {
            (Kind::NotPositive, sum) => sum <= 0,
            (Kind::Zero, sum) => sum == 0,
            (Kind::Congruent(modulus, residue), sum) => sum.rem_euclid(modulus) == residue,
        })
    }
}

impl Formula {
    /// Returns natural numbers for the variables below `variables` that satisfy the formula, with
    /// as few binary digits as possible; `None` if there are none. Work is counted in digits
    /// appended to forms.
    ///
    /// ```
    /// use bouton_core::{Formula, LinearExpression, Variable};
    ///
    /// // 3x = 2y + 1, x > 2: (3, 4).
    /// let (x, y) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
    /// let equal = x.scaled(3).unwrap().plus_scaled(&y, -2).unwrap().with_constant(-1).unwrap();
    /// let large = Formula::NotPositive(x.scaled(-1).unwrap().with_constant(3).unwrap());
    /// let both = Formula::Zero(equal).and(large);
    /// assert_eq!(both.satisfied_by(2, &mut 100_000u64), Ok(Some(vec![3, 4])));
    /// // 2x = 2y + 1
    /// let odd = x.scaled(2).unwrap().plus_scaled(&y, -2).unwrap().with_constant(-1).unwrap();
    /// assert_eq!(Formula::Zero(odd).satisfied_by(2, &mut 100_000u64), Ok(None));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the allowed work is used up, more than 20 variables occur, or the numbers
    /// have more than 100 digits.
    pub fn satisfied_by(
        &self,
        variables: usize,
        work: &mut dyn Allowance,
    ) -> Result<Option<Vec<i128>>, Undecided> {
        let mut occurring = BTreeSet::new();
        self.for_each_expression(&mut |e| occurring.extend(e.terms().iter().map(|term| term.0.index())));
        let occurring: Vec<usize> = occurring.into_iter().collect();
        if occurring.len() > MOST_VARIABLES || occurring.last().is_some_and(|&last| last >= variables) {
            return Err(Undecided);
        }
        let mut atoms = Vec::new();
        self.atoms(&occurring, &mut atoms);
        let start: Arc<[Running]> = atoms.iter().map(|atom| atom.settle(0)).collect();
        // For each state its predecessor, and the letter that leads from there to it.
        let mut known = FxHashMap::default();
        known.insert(start.clone(), ());
        let mut states = vec![(start, 0usize, 0usize)];
        let (mut next, mut done) = (Vec::new(), 0);
        while let Some((state, ..)) = states.get(done).cloned() {
            if self.decided(&mut atoms.iter().zip(&*state).map(|(atom, &running)| Some(atom.holds(running))))
                == Some(true)
            {
                return Self::numbers(&states, done, &occurring, variables).map(Some);
            }
            for letter in 0..1usize << occurring.len() {
                work.take(1 + atoms.len() as u64);
                if work.is_used_up() {
                    return Err(Undecided);
                }
                Atom::append_all(&atoms, &state, letter, &mut next);
                let fails = self.decided(&mut next.iter().map(|running| running.truth())) == Some(false);
                if !fails && !known.contains_key(&next[..]) {
                    let next: Arc<[Running]> = next[..].into();
                    known.insert(next.clone(), ());
                    // A state that is kept costs memory, too.
                    work.take(3 * atoms.len() as u64);
                    work.keep(STATE + (atoms.len() * size_of::<Running>()) as u64);
                    states.push((next, done, letter));
                }
            }
            done += 1;
        }
        Ok(None)
    }

    /// Returns the automaton with the output 1 for the positions with `tracks` coordinates that
    /// satisfy the formula, and 0 for others. `None` if it would have more than `most` states or
    /// too many letters, or if the formula has other variables.
    ///
    /// ```
    /// use bouton_core::{Formula, LinearExpression, Variable};
    ///
    /// // v0 ≤ v1
    /// let (x, y) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
    /// let automaton = Formula::NotPositive(x.minus(&y).unwrap()).automaton(2, 100).unwrap();
    /// assert_eq!(automaton.evaluate_small(0, &[3, 7]), 1);
    /// assert_eq!(automaton.evaluate_small(0, &[7, 3]), 0);
    /// ```
    #[must_use]
    pub fn automaton(&self, tracks: usize, most: usize) -> Option<DigitAutomaton> {
        let mut fits = tracks <= MAX_TRACKS;
        self.for_each_expression(&mut |e| fits &= e.terms().iter().all(|term| term.0.index() < tracks));
        if !fits {
            return None;
        }
        let mut atoms = Vec::new();
        self.atoms(&(0..tracks).collect::<Vec<_>>(), &mut atoms);
        let start: Arc<[Running]> = atoms.iter().map(|atom| atom.settle(0)).collect();
        let mut known = FxHashMap::default();
        known.insert(start.clone(), 0u32);
        let (mut states, mut transitions, mut outputs) = (vec![start], Vec::new(), Vec::new());
        let (mut next, mut done) = (Vec::new(), 0);
        while let Some(state) = states.get(done).cloned() {
            let mut truths = atoms.iter().zip(&*state).map(|(atom, &running)| Some(atom.holds(running)));
            outputs.push(u32::from(self.decided(&mut truths) == Some(true)));
            for letter in 0..1usize << tracks {
                Atom::append_all(&atoms, &state, letter, &mut next);
                if let Some(&known) = known.get(&next[..]) {
                    transitions.push(known);
                    continue;
                }
                let (fresh, next): (_, Arc<[Running]>) = (u32::try_from(states.len()).ok()?, next[..].into());
                states.push(next.clone());
                known.insert(next, fresh);
                transitions.push(fresh);
            }
            if states.len() > most {
                return None;
            }
            done += 1;
        }
        DigitAutomaton::new(tracks, vec![0], outputs, transitions).ok()
    }

    /// Returns the numbers whose digits lead to a state.
    fn numbers(
        states: &[(Arc<[Running]>, usize, usize)],
        mut at: usize,
        occurring: &[usize],
        variables: usize,
    ) -> Result<Vec<i128>, Undecided> {
        let mut numbers = vec![0i128; variables];
        let mut place = 0u32;
        while at > 0 {
            let (_, before, letter) = &states[at];
            if place > 100 {
                return Err(Undecided);
            }
            for (digit, &variable) in occurring.iter().enumerate() {
                numbers[variable] |= i128::from(letter >> digit & 1 == 1) << place;
            }
            (at, place) = (*before, place + 1);
        }
        Ok(numbers)
    }

    fn atoms(&self, occurring: &[usize], atoms: &mut Vec<Atom>) {
        let (kind, e) = match self {
            Self::True | Self::False => return,
            Self::NotPositive(e) => (Kind::NotPositive, e),
            Self::Zero(e) => (Kind::Zero, e),
            Self::Congruent { expression, modulus, residue } => {
                (Kind::Congruent(i64::from(*modulus).max(1), i64::from(*residue)), expression)
            }
            Self::Not(inner) => return inner.atoms(occurring, atoms),
            Self::And(parts) | Self::Or(parts) => {
                return parts.iter().for_each(|part| part.atoms(occurring, atoms));
            }
        };
        let place = |variable: Variable| occurring.binary_search(&variable.index()).unwrap_or_default();
        let terms: Vec<(usize, i64)> = e.terms().iter().map(|&(v, a)| (place(v), a)).collect();
        let gain = terms.iter().map(|term| term.1.max(0)).sum();
        let loss = terms.iter().map(|term| (-term.1).max(0)).sum();
        atoms.push(Atom { terms, constant: e.constant_term(), loss, gain, kind });
    }

    /// Decides the formula from the truth values of its atoms, left to right; consumes all of them.
    fn decided(&self, truths: &mut dyn Iterator<Item = Option<bool>>) -> Option<bool> {
        let mut joined = |parts: &[Self], decisive: bool| {
            let (mut found, mut known) = (false, true);
            for part in parts {
                // Each part consumes its truth values, even if the result is already known.
                let truth = part.decided(truths);
                found |= truth == Some(decisive);
                known &= truth.is_some();
            }
            if found { Some(decisive) } else { known.then_some(!decisive) }
        };
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            Self::NotPositive(_) | Self::Zero(_) | Self::Congruent { .. } => truths.next().flatten(),
            Self::Not(inner) => inner.decided(truths).map(|truth| !truth),
            Self::And(parts) => joined(parts, false),
            Self::Or(parts) => joined(parts, true),
        }
    }

    /// Replaces each variable by an expression; `None` if a number becomes too large.
    #[must_use]
    pub fn with(&self, of: &dyn Fn(Variable) -> LinearExpression) -> Option<Self> {
        self.try_map(&|e| {
            let constant = LinearExpression::constant(e.constant_term());
            e.terms().iter().fold(constant, |sum, &(v, a)| sum?.plus_scaled(&of(v), a))
        })
        .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the decisions on many small formulas with all numbers below 24.
    #[test]
    fn decisions_agree_with_all_small_numbers() {
        let form = |a: i64, b: i64, c: i64| {
            let (x, y) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
            x.scaled(a).unwrap().plus_scaled(&y, b).unwrap().with_constant(c).unwrap()
        };
        let mut atoms = Vec::new();
        for (a, b, c) in
            [(1, -1, 0), (2, 3, -7), (-1, 0, 2), (3, -2, -1), (2, -2, 1), (-1, -1, 5), (0, 1, -9)]
        {
            atoms.push(Formula::NotPositive(form(a, b, c)));
            atoms.push(Formula::Zero(form(a, b, c)));
            atoms.push(Formula::Congruent { expression: form(a, b, c), modulus: 3, residue: 1 });
            atoms.push(Formula::Congruent { expression: form(a, b, c), modulus: 2, residue: 0 }.negated());
        }
        let (mut yes, mut no) = (0, 0);
        for (i, first) in atoms.iter().enumerate() {
            for (j, second) in atoms.iter().enumerate() {
                for third in atoms.iter().skip((i + j) % 5).step_by(5) {
                    let either = Formula::Or(vec![second.clone().negated(), third.clone()]);
                    let formula = first.clone().and(second.clone()).and(either);
                    let exists = (0..24i128).any(|x| (0..24i128).any(|y| formula.holds(&[x, y])));
                    match formula.satisfied_by(2, &mut 10_000_000u64).unwrap() {
                        Some(numbers) => {
                            assert!(formula.holds(&numbers) && exists, "{formula:?} {numbers:?}");
                            yes += 1;
                        }
                        None => {
                            assert!(!exists, "{formula:?}");
                            no += 1;
                        }
                    }
                }
            }
        }
        assert!(yes > 100 && no > 100, "{yes} {no}");
    }
}
