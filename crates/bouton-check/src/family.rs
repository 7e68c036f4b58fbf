//! Move schemas as finite automata over the digits of x and y.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Numeration, Target, Variable};

use crate::atom::{Atom, Kind, Letters, Running, collect, decided, holds, needed};
use crate::{Refusal, Step, digits::Digits, limits::Budget, refused::Verdict, rows::Rows};

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
    /// The number of tuples of digits of the coordinates in `read`.
    reads: usize,
    digits: Digits,
    /// For each state and each tuple of digits read, the end of its successors.
    ends: Vec<usize>,
    /// Amounts of letters of y, and states: one after the other. Digits of parameters that are not
    /// coordinates of the target are guessed.
    next: Vec<(u32, u32)>,
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
        let too_many = || Refusal::new(Step::Limit, "a move reads too many digits at once");
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
        // target or the guard is decided false.
        let mut start: Vec<Running> = Vec::new();
        atoms.iter().for_each(|atom| atom.settle(&system, &vec![0; terms], &mut start));
        let (before, mut vectors, mut edges, mut ends, mut done) =
            (budget.taken(), Rows::new(), Vec::new(), Vec::new(), 0);
        vectors.number(&start, budget)?;
        let (mut known, mut vector) = (Vec::new(), Vec::with_capacity(start.len()));
        let mut letters = Letters::new(&system, &atoms, digits.len());
        let mut necessary: Vec<usize> = (0..changed.len()).collect();
        needed(&schema.guard, &mut changed.len(), &mut necessary);
        while done < vectors.len() {
            budget.room(&mut ends, 1)?;
            known.clear();
            known.extend_from_slice(vectors.row(done));
            let mut appended = 0;
            letters.begin(&known);
            let mut following = 0;
            while following < width {
                let letter = following;
                // All letters with these digits at the higher places may be passed over at once.
                let fails = |place: usize| {
                    letter % system.count.pow(u32::try_from(place).unwrap_or_default()) == 0
                        && necessary.iter().any(|&number| letters.fails(place, number, &atoms[number]))
                };
                appended += necessary.len();
                if let Some(place) = [2, 1, 0].into_iter().find(|&place| place < digits.len() && fails(place))
                {
                    following += system.count.pow(u32::try_from(place).unwrap_or_default());
                    letters.advance(place);
                    continue;
                }
                vector.clear();
                let mut parts = atoms.iter().zip(known.chunks(terms)).enumerate();
                let leads_elsewhere = parts.any(|(number, (atom, known))| {
                    letters.append(number, atom, known, &mut vector);
                    appended += terms;
                    number < changed.len() && vector.last() == Some(&Ok(false))
                });
                following += 1;
                letters.advance(0);
                if leads_elsewhere {
                    continue;
                }
                // Nor is the move ever complete if the guard is decided false.
                let marks = &mut vector.chunks(terms).skip(changed.len()).map(|known| known[0].ok());
                if decided(&schema.guard, marks) == Some(false) {
                    continue;
                }
                let (number, fresh) = vectors.number(&vector, budget)?;
                budget.room(&mut edges, 1)?;
                edges.push((Budget::number(letter)?, number));
                // Counted as soon as they are met: one state may lead to as many as there are
                // letters.
                budget.hold(if fresh { 1 + 2 * atoms.len() * terms } else { 1 })?;
            }
            budget.spend(appended)?;
            ends.push(edges.len());
            done += 1;
        }
        let accepting: Vec<bool> = (0..vectors.len()).map(|number| complete(vectors.row(number))).collect();
        let live = live(&edges, &ends, &accepting, budget)?;
        drop((vectors, letters));
        if !live[0] {
            budget.leave(before);
            return Ok(None);
        }
        let weight = |(slot, &track): (usize, &usize), tuple: usize| {
            system.digit(tuple, slot) * system.count.pow(u32::try_from(track).unwrap_or_default())
        };
        let spread = |tuple: usize| changed.iter().enumerate().map(|both| weight(both, tuple)).sum();
        let spread: Vec<usize> = (0..width / reads / hidden).map(spread).collect();
        // The live successors of each state by the digits read, in the order of the digits written.
        let (mut next, mut ends_by_read) = (Vec::new(), Vec::new());
        let (mut begin, mut row) = (0, Vec::new());
        for (state, &end) in ends.iter().enumerate() {
            row.clear();
            if live[state] {
                let live = edges[begin..end].iter().filter(|edge| live[edge.1 as usize]);
                row.extend(live.map(|&(letter, to)| {
                    let letter = letter as usize;
                    (letter % reads, letter / reads % spread.len(), to)
                }));
                row.sort_unstable();
                row.dedup();
            }
            begin = end;
            budget.room(&mut ends_by_read, reads)?;
            budget.room(&mut next, row.len())?;
            let mut rest = &row[..];
            for read in 0..reads {
                let own = rest.partition_point(|step| step.0 == read);
                for &(_, written, to) in &rest[..own] {
                    next.push((Budget::number(spread[written])?, to));
                }
                rest = &rest[own..];
                ends_by_read.push(next.len());
            }
        }
        drop((edges, ends));
        budget.leave(before);
        let kept = next.capacity() * size_of::<(u32, u32)>() + ends_by_read.capacity() * size_of::<usize>();
        budget.take((kept + accepting.len()) as u64)?;
        let MoveSchema { from, to, .. } = *schema;
        let (digits, ends) = (system, ends_by_read);
        let family = Self { from, to, read, changed, spread, reads, digits, ends, next, accepting };
        Ok(Some(family))
    }

    /// Whether a coordinate matters to the moves, or changes.
    pub(crate) fn mentions(&self, coordinate: usize) -> bool {
        self.read.contains(&coordinate) || self.changed.contains(&coordinate)
    }

    /// The letters of y and the states after the letter `x`, each pair once; the letters are less by the
    /// second result.
    pub(crate) fn successors(&self, state: u32, x: usize) -> (&[(u32, u32)], usize) {
        let Self { digits, spread, reads, .. } = self;
        let read = self.read.iter().rev().fold(0, |all, &i| all * digits.count + digits.digit(x, i));
        let row = state as usize * reads + read;
        let begin = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        // The letter of x without the digits of the coordinates that change: these digits come from
        // a tuple of y.
        let own = self.changed.iter().rev().fold(0, |all, &i| all * digits.count + digits.digit(x, i));
        (&self.next[begin..self.ends[row]], x - spread[own])
    }

    /// Calls `visit` with every letter of y and every state after the letter `x`.
    pub(crate) fn for_each_successor(&self, state: u32, x: usize, mut visit: impl FnMut(usize, u32)) {
        let (successors, kept) = self.successors(state, x);
        successors.iter().for_each(|&(written, next)| visit(kept + written as usize, next));
    }
}

/// The states with a path, possibly empty, to an accepting one.
fn live(edges: &[(u32, u32)], ends: &[usize], accepting: &[bool], budget: &mut Budget) -> Verdict<Vec<bool>> {
    let (mut live, mut changed) = (accepting.to_vec(), true);
    while changed {
        budget.spend(edges.len() + ends.len())?;
        changed = false;
        for state in (0..ends.len()).rev().filter(|&state| !accepting[state]) {
            let begin = state.checked_sub(1).map_or(0, |before| ends[before]);
            if !live[state] && edges[begin..ends[state]].iter().any(|edge| live[edge.1 as usize]) {
                (live[state], changed) = (true, true);
            }
        }
    }
    Ok(live)
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
