//! The moves of rules with letters, as systems of linear conditions.

use bouton_canonical::RulesWithLetters;
use bouton_core::{Formula, LinearExpression, Target};

use super::systems::{Sum, System};
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The most cases that the conditions of one move may have.
const MOST_CASES: usize = 1 << 10;

/// A linear condition on the heap, the letters and the numbers that a player chooses.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    /// The expression, times the sign, plus the constant is not negative.
    AtLeast(LinearExpression, i128, i128),
    /// The expression is 0.
    Zero(LinearExpression),
    /// The expression leaves this residue.
    Congruent(LinearExpression, u32, u32),
}

/// A kind of move in one case of its conditions.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) from: usize,
    pub(super) to: usize,
    atoms: Vec<Atom>,
    target: Target,
    /// Numbers that a player chooses.
    parameters: usize,
}

/// The cases of a condition, each a conjunction; they may overlap.
pub(super) fn cases(formula: &Formula, sign: bool, budget: &mut Budget) -> Verdict<Vec<Vec<Atom>>> {
    budget.spend(1)?;
    Ok(match (formula, sign) {
        (Formula::True, true) | (Formula::False, false) => vec![vec![]],
        (Formula::True, false) | (Formula::False, true) => vec![],
        (Formula::NotPositive(e), true) => vec![vec![Atom::AtLeast(e.clone(), -1, 0)]],
        (Formula::NotPositive(e), false) => vec![vec![Atom::AtLeast(e.clone(), 1, -1)]],
        (Formula::Zero(e), true) => vec![vec![Atom::Zero(e.clone())]],
        (Formula::Zero(e), false) => {
            vec![vec![Atom::AtLeast(e.clone(), 1, -1)], vec![Atom::AtLeast(e.clone(), -1, -1)]]
        }
        (Formula::Congruent { expression, modulus, residue }, sign) => (0..*modulus)
            .filter(|other| (other == residue) == sign)
            .map(|other| vec![Atom::Congruent(expression.clone(), *modulus, other)])
            .collect(),
        (Formula::Not(inner), sign) => cases(inner, !sign, budget)?,
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            let mut all: Vec<Vec<Atom>> = vec![vec![]];
            for part in parts {
                let split = cases(part, sign, budget)?;
                if all.len().saturating_mul(split.len()) > MOST_CASES {
                    return Err(Refusal::new(Step::Limit, "the conditions of a move have too many cases"));
                }
                let joined = |case: &Vec<Atom>| {
                    let case = case.clone();
                    split
                        .iter()
                        .map(move |more| case.iter().chain(more).cloned().collect())
                        .collect::<Vec<_>>()
                };
                all = all.iter().flat_map(joined).collect();
            }
            all
        }
        (Formula::And(parts), false) | (Formula::Or(parts), true) => {
            let mut any = Vec::new();
            for part in parts {
                any.extend(cases(part, sign, budget)?);
            }
            any
        }
    })
}

/// The expression with sums for its variables.
pub(super) fn substituted(expression: &LinearExpression, values: &[Sum]) -> Verdict<Sum> {
    let mut sum = Sum { terms: Vec::new(), constant: expression.constant_term().into() };
    for (variable, coefficient) in expression.terms() {
        let Some(value) = values.get(variable.index()) else {
            return Err(Refusal::new(Step::Rules, "a condition of a move mentions an unknown number"));
        };
        sum = sum.plus(value, i128::from(*coefficient))?;
    }
    Ok(sum)
}

/// The conditions of a case; quotients become variables from `next` on.
pub(super) fn system(case: &[Atom], values: &[Sum], next: &mut usize) -> Verdict<System> {
    let mut system = System::default();
    for atom in case {
        match atom {
            Atom::AtLeast(e, sign, constant) => {
                let sum = Sum::zero(0).plus(&substituted(e, values)?, *sign)?.plus_constant(*constant)?;
                system.rows.push(sum);
            }
            Atom::Zero(e) => system.zeros.push(substituted(e, values)?),
            Atom::Congruent(e, modulus, residue) => {
                let quotient = Sum::variable(*next);
                *next += 1;
                let rest = substituted(e, values)?.plus(&quotient, -i128::from(*modulus))?;
                system.zeros.push(rest.plus_constant(-i128::from(*residue))?);
            }
        }
    }
    Ok(system)
}

/// All choices that the rules leave.
pub(super) fn choices(rules: &RulesWithLetters, budget: &mut Budget) -> Verdict<Vec<Choice>> {
    let mut choices = Vec::new();
    for schema in &rules.parts.moves {
        let [target] = &schema.targets[..] else {
            return Err(Refusal::new(Step::Rules, "there is more than one heap"));
        };
        let guard = schema.guard.clone().and(rules.parts.stop.clone().negated());
        let parameters = usize::from(schema.parameters).saturating_sub(rules.letters.len());
        for atoms in cases(&guard, true, budget)? {
            let (from, to) = (schema.from.index(), schema.to.index());
            choices.push(Choice { from, to, atoms, target: target.clone(), parameters });
        }
    }
    Ok(choices)
}

impl Choice {
    /// The conditions, and the size of the heap after the move; chosen numbers become variables from `next`
    /// on.
    fn at(&self, heap: &Sum, letters: usize, next: &mut usize) -> Verdict<(System, Sum)> {
        let mut values = vec![heap.clone()];
        values.extend((1..=letters).map(Sum::variable));
        let chosen = *next..*next + self.parameters;
        *next = chosen.end;
        values.extend(chosen.map(Sum::variable));
        let mut system = system(&self.atoms, &values, next)?;
        // A choice is a natural number.
        system.rows.extend(values.into_iter().skip(1 + letters));
        let mut all = vec![heap.clone()];
        all.extend((1..=letters).map(Sum::variable));
        all.extend(system.rows[system.rows.len() - self.parameters..].iter().cloned());
        let target = match &self.target {
            Target::Same => heap.clone(),
            Target::Becomes(expression) => substituted(expression, &all)?,
        };
        Ok((system, target))
    }

    /// The heap after the move and the conditions that are not negative, where equations say which numbers a
    /// player chooses; the heap is the variable 0.
    pub(super) fn fixed(&self, letters: usize, first: usize) -> Verdict<Option<(Sum, Vec<Sum>)>> {
        let mut next = first;
        let (mut system, target) = self.at(&Sum::variable(0), letters, &mut next)?;
        system = system.with_equations()?;
        system.rows.push(target);
        let Some(mut rows) = system.without(&(first..next).collect::<Vec<usize>>())? else { return Ok(None) };
        Ok(rows.pop().map(|target| (target, rows)))
    }

    /// The conditions under which the heap can become `target`.
    pub(super) fn to_target(
        &self,
        heap: &Sum,
        target: &Sum,
        letters: usize,
        next: &mut usize,
    ) -> Verdict<System> {
        let (mut system, becomes) = self.at(heap, letters, next)?;
        system.zeros.push(becomes.plus(target, -1)?);
        Ok(system)
    }

    /// The amounts by which the heap can be lowered, each with its conditions.
    pub(super) fn taken(&self, heap: &Sum, letters: usize, first: usize) -> Verdict<(Sum, System)> {
        let (mut system, becomes) = self.at(heap, letters, &mut first.clone())?;
        system.rows.push(heap.clone());
        system.rows.push(becomes.clone());
        Ok((heap.plus(&becomes, -1)?, system))
    }
}
