//! Move schemas as finite automata over the digits of x and y.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Numeration, Target, Variable};

use crate::atom::{Atom, Kind, Running, collect, holds};
use crate::{Refused, Step, digits::Digits, limits::Budget, refused::Verdict, rows::Rows, words::can_reach};

/// The mark of a missing successor.
const NOWHERE: u32 = u32::MAX;

/// The moves of a schema that an automaton accepts.
#[derive(Clone, Copy)]
pub(crate) enum Only<'a> {
    All,
    /// Moves that do not descend: the first of the weighted sums that changes does not fall, and
    /// the control state does not rise while all coordinates stay.
    Rising(&'a [Vec<i64>]),
    /// Moves to positions at which this formula does not hold.
    Leaving(&'a Formula),
}

/// The moves of one schema. A state represents the running values of all conditions. Only states
/// from which the move can be completed have incoming transitions; state 0, that of the prefixes 0,
/// is one of them.
pub(crate) struct Family {
    pub(crate) from: ControlState,
    pub(crate) to: ControlState,
    /// The coordinates of the initial position whose digits matter.
    read: Vec<usize>,
    /// The coordinates that may change.
    changed: Vec<usize>,
    /// The amount that each choice of digits of these adds to a letter.
    spread: Vec<usize>,
    /// The number of tuples of digits of the coordinates in `read`, and of the parameters that are
    /// not coordinates of the target; the digits of these parameters are guessed.
    reads: usize,
    hidden: usize,
    digits: Digits,
    next: Vec<u32>,
    /// Whether the move is complete, for each state.
    pub(crate) accepting: Vec<bool>,
}

impl Family {
    /// The automaton of a schema whose variables from `first_parameter` on are parameters, if it
    /// accepts any move.
    pub(crate) fn new(
        schema: &MoveSchema,
        first_parameter: usize,
        only: Only<'_>,
        numeration: &Numeration,
        budget: &mut Budget,
    ) -> Verdict<Option<Self>> {
        let tracks = schema.targets.len();
        // The digits of x, of y, and those that are guessed, in this order.
        let digit = |variable: Variable| match variable.index().checked_sub(first_parameter) {
            None => variable.index(),
            Some(parameter) => {
                let bare = Target::Becomes(LinearExpression::variable(variable));
                let coordinate = schema.targets.iter().position(|target| *target == bare);
                coordinate.map_or(2 * tracks + parameter, |index| tracks + index)
            }
        };
        let changed: Vec<usize> = (0..tracks).filter(|&i| schema.targets[i] != Target::Same).collect();
        let mut atoms = Vec::new();
        for &index in &changed {
            if let Target::Becomes(expression) = &schema.targets[index] {
                let terms = expression.terms().iter().map(|&(variable, c)| (digit(variable), -c));
                let terms = terms.chain([(tracks + index, 1)]);
                atoms.push(Atom::new(Kind::Zero, terms, -expression.constant_term()));
            }
        }
        collect(&schema.guard, &digit, &mut atoms);
        if let Only::Leaving(exists) = only {
            let after = |variable: Variable| match schema.targets.get(variable.index()) {
                Some(Target::Becomes(_)) => tracks + variable.index(),
                _ => variable.index(),
            };
            collect(exists, &after, &mut atoms);
        }
        if let Only::Rising(order) = only {
            for (place, weights) in order.iter().enumerate() {
                let fall = || changed.iter().flat_map(|&i| [(i, weights[i]), (tracks + i, -weights[i])]);
                atoms.push(Atom::new(Kind::NotPositive, fall(), 0));
                atoms.extend((place + 1 < order.len()).then(|| Atom::new(Kind::Zero, fall(), 0)));
            }
            let same = |&i: &usize| Atom::new(Kind::Zero, [(i, 1), (tracks + i, -1)], 0);
            atoms.extend(changed.iter().map(same));
        }
        let mut digits: BTreeSet<usize> = changed.iter().map(|index| tracks + index).collect();
        digits.extend(atoms.iter().flat_map(|atom| &atom.terms).map(|term| term.0));
        let digits: Vec<usize> = digits.into_iter().collect();
        let read: Vec<usize> = digits.iter().copied().take_while(|&digit| digit < tracks).collect();
        let system = Digits::of(numeration);
        let too_many = || Refused::new(Step::Limit, "a move reads too many digits at once");
        let tuples = |count: usize| system.tuples(count).ok_or_else(too_many);
        let (width, reads) = (tuples(digits.len())?, tuples(read.len())?);
        let hidden = tuples(digits.len() - read.len() - changed.len())?;
        for term in atoms.iter_mut().flat_map(|atom| &mut atom.terms) {
            term.0 = digits.binary_search(&term.0).unwrap_or_default();
        }
        let terms = system.matrix.len();
        let complete = |vector: &[Running]| {
            let mut truths = atoms.iter().zip(vector.chunks(terms)).map(|(atom, known)| atom.holds(known));
            truths.by_ref().take(changed.len()).all(|fits| fits)
                && holds(&schema.guard, &mut truths)
                && match only {
                    Only::All => true,
                    Only::Leaving(exists) => !holds(exists, &mut truths),
                    Only::Rising(order) => {
                        rises_or_stays(order.len(), &mut truths)
                            && (schema.to <= schema.from || truths.any(|same| !same))
                    }
                }
        };
        // Explores all vectors from the prefixes 0 on, except those in which the equation of a
        // target is decided false.
        let mut start: Vec<Running> = Vec::new();
        atoms.iter().for_each(|atom| atom.settle(&system, &vec![0; terms], &mut start));
        let (before, mut vectors, mut next, mut done) = (budget.taken(), Rows::new(), Vec::new(), 0);
        vectors.number(&start, budget)?;
        let (mut known, mut vector) = (Vec::new(), Vec::with_capacity(start.len()));
        while done < vectors.len() {
            budget.hold(width)?;
            budget.spend(atoms.len() * terms * width)?;
            budget.room(&mut next, width)?;
            known.clear();
            known.extend_from_slice(vectors.row(done));
            for letter in 0..width {
                vector.clear();
                let both = atoms.iter().zip(known.chunks(terms));
                both.for_each(|(atom, known)| atom.append(&system, known, letter, &mut vector));
                if vector[..changed.len() * terms].contains(&Ok(false)) {
                    next.push(NOWHERE);
                    continue;
                }
                let (number, fresh) = vectors.number(&vector, budget)?;
                next.push(number);
                // Counted as soon as they are met: one state may lead to as many as there are
                // letters.
                if fresh {
                    budget.hold(2 * atoms.len() * terms)?;
                }
            }
            done += 1;
        }
        let accepting: Vec<bool> = (0..vectors.len()).map(|number| complete(vectors.row(number))).collect();
        let live = can_reach(&next, width, &accepting, budget)?;
        drop(vectors);
        budget.leave(before);
        if !live[0] {
            return Ok(None);
        }
        budget.take(4 * next.capacity() as u64 + accepting.len() as u64)?;
        for to in next.iter_mut().filter(|to| live.get(**to as usize) != Some(&true)) {
            *to = NOWHERE;
        }
        let weight = |(slot, &track): (usize, &usize), tuple: usize| {
            system.digit(tuple, slot) * system.count.pow(u32::try_from(track).unwrap_or_default())
        };
        let spread = |tuple: usize| changed.iter().enumerate().map(|both| weight(both, tuple)).sum();
        let spread = (0..width / reads / hidden).map(spread).collect();
        let MoveSchema { from, to, .. } = *schema;
        let digits = system;
        let family = Self { from, to, read, changed, spread, reads, hidden, digits, next, accepting };
        Ok(Some(family))
    }

    /// Whether a coordinate matters to the moves, or changes.
    pub(crate) fn mentions(&self, coordinate: usize) -> bool {
        self.read.contains(&coordinate) || self.changed.contains(&coordinate)
    }

    /// The number of pairs that [`successors`](Self::successors) visits.
    pub(crate) fn width(&self) -> usize {
        self.spread.len() * self.hidden
    }

    /// Calls `visit` with every letter of y and every state after the letter `x`.
    pub(crate) fn successors(&self, state: u32, x: usize, mut visit: impl FnMut(usize, u32)) {
        let Self { digits, spread, reads, .. } = self;
        let read = self.read.iter().rev().fold(0, |all, &i| all * digits.count + digits.digit(x, i));
        let row = state as usize * reads * self.width() + read;
        // The letter of x without the digits of the coordinates that change: these digits come from
        // a tuple of y.
        let own = self.changed.iter().rev().fold(0, |all, &i| all * digits.count + digits.digit(x, i));
        let kept = x - spread[own];
        for (y, written) in spread.iter().enumerate() {
            for hidden in 0..self.hidden {
                let next = self.next[row + reads * (y + spread.len() * hidden)];
                if next != NOWHERE {
                    visit(kept + written, next);
                }
            }
        }
    }
}

/// Whether the first sum that changes does not fall. For each sum but the last, `truths` has two
/// items: the sum does not fall, and the sum stays. For the last sum it has the first item only.
/// All items are consumed.
fn rises_or_stays(sums: usize, truths: &mut dyn Iterator<Item = bool>) -> bool {
    let mut answer = None;
    for _ in 1..sums {
        let (not_falls, stays) = (truths.next() == Some(true), truths.next() == Some(true));
        if !stays {
            answer = answer.or(Some(not_falls));
        }
    }
    let last = truths.next() == Some(true);
    answer.unwrap_or(last)
}

#[cfg(test)]
#[path = "../tests/internal/family.rs"]
mod tests;
