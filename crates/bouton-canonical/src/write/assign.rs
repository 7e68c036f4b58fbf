//! Moves that are written as assignments: `move a, b -> b, a - 1 when a > b`.

use bouton_core::{
    ControlState, Formula, LinearExpression, MoveSchema, Space, Target, Variable, descends_within,
};

use super::{Writer, no_such_heap, wrong_kind};
use crate::{
    fault::{Fault, FaultCode as Code},
    place::Place,
    scope::{Elaborated, Scope, number, overflow},
    simplified::simplified,
    syntax::{Assignment, Condition, ExpressionKind, looks_like_heap},
};

/// The largest range of a parameter that is written out, with one schema for each value.
const WRITTEN_OUT: i64 = 64;
/// The most inequalities that are combined to show that a move lowers a number.
const WORK_TO_SEE_IT_FALL: u64 = 10_000;

impl Writer<'_> {
    pub(super) fn assign(&mut self, assignment: &Assignment) -> Elaborated<()> {
        if *self.scope.space == Space::HeapSizes {
            return Err(wrong_kind(assignment.place, "under `heap sizes` write `move take …`"));
        }
        if assignment.targets.len() != assignment.values.len() {
            return Err(Box::new(
                Fault::new(
                    Code::AssignmentSides,
                    assignment.place,
                    "the two sides of `->` do not fit together",
                )
                .expected(format!(
                    "{} values on the right, not {}",
                    assignment.targets.len(),
                    assignment.values.len()
                )),
            ));
        }
        let mut changed = Vec::new();
        for (name, place) in &assignment.targets {
            let Some(index) = self.scope.coordinates.iter().position(|known| known == name) else {
                return Err(no_such_heap(name, *place));
            };
            if changed.contains(&index) {
                return Err(Box::new(
                    Fault::new(Code::AssignmentSides, *place, "this is changed twice by one move")
                        .expected("each name once"),
                ));
            }
            changed.push(index);
        }
        let outer = self.scope.clone();
        let result = self.assign_in_scope(assignment, &changed);
        self.scope = outer;
        result
    }

    fn assign_in_scope(&mut self, assignment: &Assignment, changed: &[usize]) -> Elaborated<()> {
        let place = assignment.place;
        self.scope.chooses = true;
        for (name, at) in parameter_names(&self.scope, &assignment.conditions) {
            // A heap that does not exist is not a number that a player may choose.
            if *self.scope.space == Space::Heaps && looks_like_heap(&name) {
                let fault = Fault::new(Code::NoSuchHeap, at, format!("there is no heap `{name}`"));
                return Err(Box::new(fault.expected("another name for a number that the player chooses")));
            }
            let variable = self.scope.fresh_within(place)?;
            self.scope.parameters.insert(name, variable);
        }
        let named = self.scope.parameter_count;
        let mut guard = self.scope.all(&assignment.conditions)?;
        guard = guard.and(self.scope.all(&assignment.when)?);
        let mut targets = vec![Target::Same; self.dimension()];
        for (&index, value) in changed.iter().zip(&assignment.values) {
            let value = self.scope.linear(value)?;
            if value != self.scope.coordinate(index) {
                targets[index] = Target::Becomes(value);
            }
        }
        let definitions = std::mem::take(&mut self.scope.definitions);
        let guard = definitions.into_iter().fold(guard, Formula::and);
        let total = self.scope.parameter_count;
        let mut cases = vec![(guard, targets, (0..total).map(Some).collect::<Vec<Option<u16>>>())];
        // Parameters of a small fixed range are written out.
        for parameter in self.letters()..named {
            let variable = self.variable(parameter);
            let mut next = Vec::new();
            for (guard, targets, left) in cases {
                match fixed_range(&guard, variable) {
                    Some((low, high)) if high - low < WRITTEN_OUT => {
                        for value in low..=high {
                            self.scope.step_through(&guard, place)?;
                            let value = number(value, place)?;
                            let guard = simplified(substitute(&guard, variable, &value, place)?);
                            let targets = substitute_targets(&targets, variable, &value, place)?;
                            let mut left = left.clone();
                            left[usize::from(parameter)] = None;
                            next.push((guard, targets, left));
                        }
                    }
                    _ => next.push((guard, targets, left)),
                }
                if next.len() > self.limit {
                    return Err(self.too_many(place));
                }
            }
            cases = next;
        }
        for (guard, targets, left) in cases {
            self.scope.step_through(&guard, place)?;
            let (guard, targets) = self.solve(guard, targets, &left, place)?;
            let (guard, targets, parameters) = self.renumber(guard, targets, &left, place)?;
            let guard = self.that_changes(guard, &targets, parameters, place)?;
            self.push(guard, targets, parameters, place)?;
        }
        Ok(())
    }

    /// Returns the guard with the condition that the move changes something, since a move that
    /// changes nothing is not a move. The condition is added only if the move changes a single
    /// number, and that number might stay the same.
    fn that_changes(
        &self,
        guard: Formula,
        targets: &[Target],
        parameters: u16,
        place: Place,
    ) -> Elaborated<Formula> {
        let mut changed = targets.iter().enumerate().filter_map(|(index, target)| match target {
            Target::Becomes(value) => Some((index, value)),
            Target::Same => None,
        });
        let (Some((index, value)), None) = (changed.next(), changed.next()) else { return Ok(guard) };
        let difference = value.minus(&self.scope.coordinate(index)).map_err(overflow(place))?;
        let (from, to, weights) = (ControlState(0), ControlState(0), vec![1; targets.len()]);
        let schema = MoveSchema { from, to, parameters, guard, targets: targets.to_vec() };
        if difference.terms().is_empty()
            || descends_within(&schema, &weights, &mut self.scope.reading.allow(WORK_TO_SEE_IT_FALL))
        {
            return Ok(schema.guard);
        }
        Ok(schema.guard.and(Formula::Zero(difference).negated()))
    }

    /// The number of letters before the parameters that a player chooses.
    fn letters(&self) -> u16 {
        u16::try_from(self.scope.letters.len()).unwrap_or(u16::MAX)
    }

    fn variable(&self, parameter: u16) -> Variable {
        Variable::new(self.dimension() + usize::from(parameter))
    }

    /// Eliminates each parameter that some target has with coefficient ±1, in favour of that
    /// target.
    fn solve(
        &self,
        mut guard: Formula,
        mut targets: Vec<Target>,
        left: &[Option<u16>],
        place: Place,
    ) -> Elaborated<(Formula, Vec<Target>)> {
        let mut solved = vec![false; targets.len()];
        for parameter in left.iter().flatten().filter(|&&parameter| parameter >= self.letters()) {
            let variable = self.variable(*parameter);
            let already = targets
                .iter()
                .any(|t| matches!(t, Target::Becomes(e) if *e == LinearExpression::variable(variable)));
            let found = targets.iter().enumerate().position(|(index, target)| {
                !solved[index] && matches!(target, Target::Becomes(e) if e.coefficient(variable).abs() == 1)
            });
            let (false, Some(index)) = (already, found) else { continue };
            self.scope.step_through(&guard, place)?;
            let Target::Becomes(expression) = targets[index].clone() else { continue };
            // target = c·t + rest, so t = c·(target − rest); the target takes the variable's name.
            let sign = expression.coefficient(variable);
            let rest =
                expression.substitute(variable, &LinearExpression::default()).map_err(overflow(place))?;
            let value = LinearExpression::variable(variable)
                .minus(&rest)
                .and_then(|difference| difference.scaled(sign))
                .map_err(overflow(place))?;
            guard = substitute(&guard, variable, &value, place)?;
            guard = guard.and(Formula::NotPositive(value.scaled(-1).map_err(overflow(place))?));
            targets = substitute_targets(&targets, variable, &value, place)?;
            targets[index] = Target::Becomes(LinearExpression::variable(variable));
            solved[index] = true;
        }
        Ok((guard, targets))
    }

    /// Renumbers parameters to close the gaps left by parameters that were written out.
    fn renumber(
        &self,
        mut guard: Formula,
        mut targets: Vec<Target>,
        left: &[Option<u16>],
        place: Place,
    ) -> Elaborated<(Formula, Vec<Target>, u16)> {
        let mut count = 0;
        for parameter in left.iter().flatten() {
            if *parameter != count {
                self.scope.step_through(&guard, place)?;
                let to = LinearExpression::variable(self.variable(count));
                guard = substitute(&guard, self.variable(*parameter), &to, place)?;
                targets = substitute_targets(&targets, self.variable(*parameter), &to, place)?;
            }
            count += 1;
        }
        Ok((guard, targets, count))
    }
}

/// Returns the unknown names in `where` conditions, with the places of their first occurrences: the
/// parameters of the move.
fn parameter_names(scope: &Scope<'_>, conditions: &[Condition]) -> Vec<(String, Place)> {
    let mut names: Vec<(String, Place)> = Vec::new();
    for condition in conditions {
        condition.visit_expressions(&mut |e| {
            if let ExpressionKind::Name(name) = &e.kind
                && !scope.coordinates.contains(name)
                && !scope.constants.contains_key(name)
                && !scope.letters.contains(name)
                && !names.iter().any(|(known, _)| known == name)
            {
                names.push((name.clone(), e.place));
            }
        });
    }
    names
}

fn substitute(
    formula: &Formula,
    variable: Variable,
    value: &LinearExpression,
    place: Place,
) -> Elaborated<Formula> {
    formula.try_map(&|e| e.substitute(variable, value)).map_err(overflow(place))
}

fn substitute_targets(
    targets: &[Target],
    variable: Variable,
    value: &LinearExpression,
    place: Place,
) -> Elaborated<Vec<Target>> {
    targets
        .iter()
        .map(|target| match target {
            Target::Same => Ok(Target::Same),
            Target::Becomes(e) => {
                Ok(Target::Becomes(e.substitute(variable, value).map_err(overflow(place))?))
            }
        })
        .collect()
}

/// Returns the fixed bounds that the conjuncts of a guard give a variable.
fn fixed_range(guard: &Formula, variable: Variable) -> Option<(i64, i64)> {
    let (mut low, mut high) = (0, None::<i64>);
    let mut see = |e: &LinearExpression| {
        if let &[(only, coefficient)] = e.terms()
            && only == variable
        {
            // coefficient · t + c ≤ 0
            let c = e.constant_term();
            if coefficient > 0 {
                let bound = (-c).div_euclid(coefficient);
                high = Some(high.map_or(bound, |h| h.min(bound)));
            } else {
                low = low.max(-(-c).div_euclid(-coefficient));
            }
        }
    };
    let parts = match guard {
        Formula::And(parts) => &parts[..],
        other => std::slice::from_ref(other),
    };
    for part in parts {
        match part {
            Formula::NotPositive(e) => see(e),
            Formula::Zero(e) => {
                see(e);
                if let Ok(negative) = e.scaled(-1) {
                    see(&negative);
                }
            }
            _ => {}
        }
    }
    high.map(|high| (low, high))
}
