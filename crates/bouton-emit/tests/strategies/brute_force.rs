//! The definitions, taken literally: options by trying all parameters, values by recursion.

use std::collections::HashMap;

use bouton_core::{ControlState, MoveSchema, Ruleset, Target, Valuation, Value, ValueSet};
use num_bigint::BigInt;

/// A small position.
pub(crate) type Place = (u8, Vec<u64>);

/// All options of a small position, by trying every value up to twice the
/// largest coordinate for each parameter.
pub(crate) fn options(ruleset: &Ruleset, place: &Place) -> Vec<Place> {
    let mut found = Vec::new();
    let position: Vec<i128> = place.1.iter().map(|&x| i128::from(x)).collect();
    if ruleset.stop().holds(&position) {
        return found;
    }
    let most = position.iter().max().map_or(1, |x| 2 * x + 2);
    for schema in ruleset.moves().iter().filter(|schema| schema.from == ControlState(place.0)) {
        let mut values = position.clone();
        try_parameters(schema, position.len(), most, &mut values, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn try_parameters(
    schema: &MoveSchema,
    dimension: usize,
    most: i128,
    values: &mut Vec<i128>,
    found: &mut Vec<Place>,
) {
    if values.len() < dimension + usize::from(schema.parameters) {
        for value in 0..=most {
            values.push(value);
            try_parameters(schema, dimension, most, values, found);
            values.pop();
        }
        return;
    }
    if !schema.guard.holds(values) {
        return;
    }
    let target: Option<Vec<u64>> = schema
        .targets
        .iter()
        .zip(&*values)
        .map(|(target, &same)| match target {
            Target::Same => u64::try_from(same).ok(),
            Target::Becomes(expression) => u64::try_from(expression.evaluate(values)).ok(),
        })
        .collect();
    found.extend(target.map(|target| (schema.to.0, target)));
}

/// Values by the definition, with a memo.
pub(crate) struct Solver<'a> {
    ruleset: &'a Ruleset,
    valuation: Valuation,
    known: HashMap<Place, Value>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(ruleset: &'a Ruleset, valuation: Valuation) -> Self {
        Self { ruleset, valuation, known: HashMap::new() }
    }

    pub(crate) fn value(&mut self, place: &Place) -> Value {
        if let Some(&value) = self.known.get(place) {
            return value;
        }
        let set: ValueSet = options(self.ruleset, place).iter().map(|option| self.value(option)).collect();
        let value = self.valuation.value(&set);
        self.known.insert(place.clone(), value);
        value
    }
}

/// Whether a move of any size is allowed. Each parameter has to be determined by the numbers moved
/// to or by an equation of the guard.
pub(crate) fn is_move(ruleset: &Ruleset, from: (u8, &[BigInt]), to: (u8, &[BigInt])) -> bool {
    !holds(ruleset.stop(), from.1)
        && ruleset
            .moves()
            .iter()
            .filter(|schema| (schema.from.0, schema.to.0) == (from.0, to.0))
            .any(|schema| fits(schema, from.1, to.1))
}

fn fits(schema: &MoveSchema, from: &[BigInt], to: &[BigInt]) -> bool {
    let mut values = from.to_vec();
    for parameter in 0..schema.parameters {
        let variable = bouton_core::Variable(u16::try_from(from.len()).unwrap() + parameter);
        let mut equations: Vec<(bouton_core::LinearExpression, BigInt)> = Vec::new();
        for (target, y) in schema.targets.iter().zip(to) {
            if let Target::Becomes(expression) = target {
                equations.push((expression.clone(), y.clone()));
            }
        }
        equations.extend(zeros(&schema.guard).into_iter().map(|expression| (expression, BigInt::ZERO)));
        let (expression, result) = equations
            .into_iter()
            .find(|(expression, _)| expression.coefficient(variable) != 0)
            .expect("every parameter of the test games is determined");
        let coefficient = BigInt::from(expression.coefficient(variable));
        values.push(BigInt::ZERO);
        let rest = result - evaluate(&expression, &values);
        if &rest % &coefficient != BigInt::ZERO || rest < BigInt::ZERO && coefficient > BigInt::ZERO {
            return false;
        }
        *values.last_mut().unwrap() = rest / coefficient;
    }
    holds(&schema.guard, &values)
        && values.iter().all(|value| *value >= BigInt::ZERO)
        && schema.targets.iter().zip(from.iter().zip(to)).all(|(target, (x, y))| match target {
            Target::Same => x == y,
            Target::Becomes(expression) => evaluate(expression, &values) == *y,
        })
}

fn zeros(formula: &bouton_core::Formula) -> Vec<bouton_core::LinearExpression> {
    match formula {
        bouton_core::Formula::Zero(expression) => vec![expression.clone()],
        bouton_core::Formula::And(parts) => parts.iter().flat_map(zeros).collect(),
        _ => Vec::new(),
    }
}

fn evaluate(expression: &bouton_core::LinearExpression, values: &[BigInt]) -> BigInt {
    expression.terms().iter().fold(
        BigInt::from(expression.constant_term()),
        |sum, &(variable, coefficient)| {
            sum + BigInt::from(coefficient) * values.get(variable.index()).cloned().unwrap_or_default()
        },
    )
}

fn holds(formula: &bouton_core::Formula, values: &[BigInt]) -> bool {
    use bouton_core::Formula;
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::NotPositive(expression) => evaluate(expression, values) <= BigInt::ZERO,
        Formula::Zero(expression) => evaluate(expression, values) == BigInt::ZERO,
        Formula::Congruent { expression, modulus, residue } => {
            let modulus = BigInt::from(*modulus);
            ((evaluate(expression, values) % &modulus) + &modulus) % &modulus == BigInt::from(*residue)
        }
        Formula::Not(inner) => !holds(inner, values),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
    }
}
