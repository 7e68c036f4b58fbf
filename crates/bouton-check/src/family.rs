//! One move schema as a finite automaton over the digits of x and y.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Target};

use crate::{
    Refused, Step,
    atom::{Atom, Kind, Running},
    graph::{NOWHERE, can_reach},
    limits::Budget,
};

/// How many digits a schema may read at once.
const MAX_SLOTS: usize = 20;

/// What a digit belongs to, in the order of the slots of a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    /// A coordinate moved from.
    From(usize),
    /// A coordinate moved to.
    To(usize),
    /// A parameter that is no coordinate of the target; its digits are guessed.
    Hidden(usize),
}

/// A formula over atoms.
enum Test {
    Constant(bool),
    Atom(usize),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

/// The moves of one schema. A state stands for the running values of all
/// conditions; only states from which the move can be completed are there, and
/// state 0 is that of the prefixes 0 (unless there are no states at all).
pub(crate) struct Family {
    pub(crate) from: ControlState,
    pub(crate) to: ControlState,
    /// The coordinates moved from whose digits matter.
    read: Vec<usize>,
    /// The coordinates that may change.
    changed: Vec<usize>,
    /// The bits of `changed` in a letter.
    mask: usize,
    /// How many parameters are guessed.
    hidden: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// Gathers atoms; their terms have places only when all slots are known.
struct Builder<'a> {
    schema: &'a MoveSchema,
    /// The first variable that is a parameter.
    first_parameter: usize,
    atoms: Vec<(Kind, BTreeMap<Slot, i64>, i64)>,
}

impl Family {
    /// The automaton of a schema whose variables from `first_parameter` on are
    /// parameters. With `weights`, only of those moves that do not descend:
    /// neither does the weighted sum fall, nor does the control state rise while
    /// all coordinates stay.
    pub(crate) fn new(
        schema: &MoveSchema,
        first_parameter: usize,
        weights: Option<&[i64]>,
        budget: &mut Budget,
    ) -> Result<Self, Refused> {
        let mut builder = Builder { schema, first_parameter, atoms: Vec::new() };
        let mut all = vec![builder.test(&schema.guard)];
        let changed: Vec<usize> =
            (0..schema.targets.len()).filter(|&index| schema.targets[index] != Target::Same).collect();
        for (index, target) in schema.targets.iter().enumerate() {
            if let Target::Becomes(expression) = target
                && !builder.is_parameter(index)
            {
                all.push(builder.difference(index, expression));
            }
        }
        if let Some(weights) = weights {
            all.push(builder.does_not_fall(&changed, weights));
            if schema.to > schema.from {
                all.push(Test::Any(changed.iter().map(|&index| builder.moved(index)).collect()));
            }
        }
        let test = Test::All(all);
        let mut slots: BTreeSet<Slot> = changed.iter().map(|&index| Slot::To(index)).collect();
        slots.extend(builder.atoms.iter().flat_map(|atom| atom.1.keys()));
        let slots: Vec<Slot> = slots.into_iter().collect();
        if slots.len() > MAX_SLOTS {
            let reason =
                format!("a move reads {} digits at once, at most {MAX_SLOTS} are possible", slots.len());
            return Err(Refused::new(Step::Limit, reason));
        }
        let place = |slot: &Slot| slots.binary_search(slot).unwrap_or_default();
        let atoms: Vec<Atom> = builder
            .atoms
            .iter()
            .map(|(kind, terms, constant)| {
                Atom::new(*kind, terms.iter().map(|(slot, &c)| (place(slot), c)).collect(), *constant)
            })
            .collect();
        let mut read: Vec<usize> = Vec::new();
        read.extend(slots.iter().filter_map(|&slot| if let Slot::From(i) = slot { Some(i) } else { None }));
        let (next, accepting) = explore(&atoms, &test, slots.len(), budget)?;
        Ok(Self {
            from: schema.from,
            to: schema.to,
            hidden: slots.len() - read.len() - changed.len(),
            read,
            mask: changed.iter().fold(0, |mask, index| mask | 1 << index),
            changed,
            next,
            accepting,
        })
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether the move is complete in this state.
    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// How many pairs [`successors`](Self::successors) looks at.
    pub(crate) fn width(&self) -> usize {
        1 << (self.changed.len() + self.hidden)
    }

    /// Calls `visit` with every letter of y and every state after the letter `x`.
    pub(crate) fn successors(&self, state: u32, x: usize, mut visit: impl FnMut(usize, u32)) {
        let (read, changed) = (self.read.len(), self.changed.len());
        let digits = self.read.iter().enumerate().fold(0, |all, (slot, &i)| all | (x >> i & 1) << slot);
        let row = (state as usize) << (read + changed + self.hidden) | digits;
        for y in 0..1usize << changed {
            let spread = self.changed.iter().enumerate();
            let letter = spread.fold(x & !self.mask, |all, (slot, &i)| all | (y >> slot & 1) << i);
            for hidden in 0..1usize << self.hidden {
                let next = self.next[row | (y | hidden << changed) << read];
                if next != NOWHERE {
                    visit(letter, next);
                }
            }
        }
    }
}

impl Builder<'_> {
    /// The parameter, if the expression is nothing but one.
    fn variable_of(&self, expression: &LinearExpression) -> Option<usize> {
        match (expression.terms(), expression.constant_term()) {
            ([(variable, 1)], 0) => variable.index().checked_sub(self.first_parameter),
            _ => None,
        }
    }

    /// The coordinate of the target that a parameter is: the first one, if any.
    fn coordinate_of(&self, parameter: usize) -> Option<usize> {
        self.schema.targets.iter().position(|target| match target {
            Target::Becomes(expression) => self.variable_of(expression) == Some(parameter),
            Target::Same => false,
        })
    }

    /// Whether coordinate `index` of the target is what some parameter is taken for.
    fn is_parameter(&self, index: usize) -> bool {
        let Target::Becomes(expression) = &self.schema.targets[index] else { return false };
        self.variable_of(expression).is_some_and(|parameter| self.coordinate_of(parameter) == Some(index))
    }

    fn atom(&mut self, kind: Kind, terms: impl IntoIterator<Item = (Slot, i64)>, constant: i64) -> Test {
        let mut sums = BTreeMap::new();
        for (slot, coefficient) in terms {
            *sums.entry(slot).or_insert(0) += coefficient;
        }
        sums.retain(|_, coefficient| *coefficient != 0);
        self.atoms.push((kind, sums, constant));
        Test::Atom(self.atoms.len() - 1)
    }

    fn terms(&self, expression: &LinearExpression, sign: i64) -> Vec<(Slot, i64)> {
        let slot = |variable: usize| match variable.checked_sub(self.first_parameter) {
            None => Slot::From(variable),
            Some(parameter) => self.coordinate_of(parameter).map_or(Slot::Hidden(parameter), Slot::To),
        };
        expression.terms().iter().map(|&(variable, c)| (slot(variable.index()), sign * c)).collect()
    }

    fn test(&mut self, formula: &Formula) -> Test {
        match formula {
            Formula::True => Test::Constant(true),
            Formula::False => Test::Constant(false),
            Formula::NotPositive(e) => self.atom(Kind::NotPositive, self.terms(e, 1), e.constant_term()),
            Formula::Zero(e) => self.atom(Kind::Zero, self.terms(e, 1), e.constant_term()),
            Formula::Congruent { expression, modulus, residue } => {
                let kind =
                    Kind::Congruent { modulus: i64::from(*modulus).max(1), residue: i64::from(*residue) };
                self.atom(kind, self.terms(expression, 1), expression.constant_term())
            }
            Formula::Not(inner) => Test::Not(Box::new(self.test(inner))),
            Formula::And(parts) => Test::All(parts.iter().map(|part| self.test(part)).collect()),
            Formula::Or(parts) => Test::Any(parts.iter().map(|part| self.test(part)).collect()),
        }
    }

    /// `y_index = expression`.
    fn difference(&mut self, index: usize, expression: &LinearExpression) -> Test {
        let mut terms = self.terms(expression, -1);
        terms.push((Slot::To(index), 1));
        self.atom(Kind::Zero, terms, -expression.constant_term())
    }

    /// `y_index ≠ x_index`.
    fn moved(&mut self, index: usize) -> Test {
        let equal = self.atom(Kind::Zero, [(Slot::To(index), 1), (Slot::From(index), -1)], 0);
        Test::Not(Box::new(equal))
    }

    /// The weighted sum of x is at most that of y.
    fn does_not_fall(&mut self, changed: &[usize], weights: &[i64]) -> Test {
        let both = |&index: &usize| {
            let weight = weights.get(index).copied().unwrap_or_default();
            [(Slot::From(index), weight), (Slot::To(index), -weight)]
        };
        let terms: Vec<_> = changed.iter().flat_map(both).collect();
        self.atom(Kind::NotPositive, terms, 0)
    }
}

/// All running values that can be met on the way from 0 to a completed move:
/// the successor of each under each letter, and where the move is complete.
fn explore(
    atoms: &[Atom],
    test: &Test,
    slots: usize,
    budget: &mut Budget,
) -> Result<(Vec<u32>, Vec<bool>), Refused> {
    let mut required = Vec::new();
    test.required(&mut required);
    let start: Vec<Running> = atoms.iter().map(Atom::start).collect();
    let mut numbers = HashMap::from([(start.clone(), 0u32)]);
    let (mut vectors, mut next) = (vec![start], Vec::new());
    let mut done = 0;
    while done < vectors.len() {
        budget.hold(1 << slots)?;
        budget.spend(atoms.len() << slots)?;
        for letter in 0..1usize << slots {
            let vector: Vec<Running> = atoms
                .iter()
                .zip(&vectors[done])
                .map(|(atom, &running)| atom.append(running, letter))
                .collect();
            if required.iter().any(|&atom| vector[atom] == Running::False) {
                next.push(NOWHERE);
                continue;
            }
            let fresh = u32::try_from(vectors.len()).unwrap_or(NOWHERE);
            let number = *numbers.entry(vector).or_insert_with_key(|vector| {
                vectors.push(vector.clone());
                fresh
            });
            next.push(number);
        }
        done += 1;
    }
    let accepting: Vec<bool> = vectors.iter().map(|vector| test.holds(atoms, vector)).collect();
    let live = can_reach(&next, 1 << slots, accepting.clone(), budget)?;
    let mut renumbered = Vec::with_capacity(live.len());
    let mut count = 0u32;
    for &live in &live {
        renumbered.push(if live { count } else { NOWHERE });
        count += u32::from(live);
    }
    let rows = next.chunks(1 << slots).zip(&live).filter(|(_, live)| **live).flat_map(|(row, _)| row);
    let target = |&state: &u32| renumbered.get(state as usize).copied().unwrap_or(NOWHERE);
    let accepting = accepting.into_iter().zip(&live).filter(|(_, live)| **live).map(|(accepts, _)| accepts);
    Ok((rows.map(target).collect(), accepting.collect()))
}

impl Test {
    /// Atoms without which the formula cannot hold.
    fn required(&self, atoms: &mut Vec<usize>) {
        match self {
            Self::Atom(index) => atoms.push(*index),
            Self::All(parts) => parts.iter().for_each(|part| part.required(atoms)),
            _ => {}
        }
    }

    fn holds(&self, atoms: &[Atom], running: &[Running]) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::Atom(index) => atoms[*index].holds(running[*index]),
            Self::Not(inner) => !inner.holds(atoms, running),
            Self::All(parts) => parts.iter().all(|part| part.holds(atoms, running)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(atoms, running)),
        }
    }
}

#[cfg(test)]
#[path = "../tests/internal/family.rs"]
mod tests;
