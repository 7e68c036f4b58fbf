//! Coordinates that may be exchanged: symmetries of rules that name their heaps.

use std::collections::BTreeSet;

use bouton_core::{
    ControlState, Formula, LinearExpression, MoveSchema, Ruleset, RulesetParts, Target, Variable,
};

/// The most move schemas that are compared.
const MOST_SCHEMAS: usize = 1 << 12;

/// A move schema in a form that depends neither on the order of conditions nor on that of parameters.
type Sorted = (ControlState, ControlState, u16, Vec<Option<LinearExpression>>, Formula);

/// For each coordinate but the last one: whether exchanging it with the next one maps moves to moves,
/// existing positions to existing ones and ended positions to ended ones. Then it maps each position to one
/// of the same value.
///
/// Rules are compared as they are written out, so a symmetry may be missed.
pub(crate) fn exchanges(ruleset: &Ruleset) -> Vec<bool> {
    let pairs = ruleset.dimension().saturating_sub(1);
    if ruleset.interchangeable() {
        return vec![true; pairs];
    }
    if ruleset.moves().len() > MOST_SCHEMAS {
        return vec![false; pairs];
    }
    let all = |at: Option<usize>| {
        let schemas = ruleset.moves().iter().map(|schema| sorted_schema(schema, at));
        let image =
            |variable: Variable| LinearExpression::variable(Variable::new(exchanged(variable.index(), at)));
        let [exists, stop] =
            [ruleset.exists(), ruleset.stop()].map(|condition| in_order(&condition.with(&image)?));
        Some((schemas.collect::<Option<BTreeSet<Sorted>>>()?, exists?, stop?))
    };
    let Some(own) = all(None) else { return vec![false; pairs] };
    (0..pairs).map(|at| all(Some(at)).is_some_and(|exchanged| exchanged == own)).collect()
}

/// The same rules, known to be [interchangeable](Ruleset::interchangeable) if all coordinates may be
/// exchanged.
pub(crate) fn with_exchanges(ruleset: &Ruleset) -> Ruleset {
    let alike = ruleset.rank().is_some_and(|weights| weights.windows(2).all(|both| both[0] == both[1]));
    if ruleset.dimension() < 2
        || ruleset.interchangeable()
        || !alike
        || !exchanges(ruleset).iter().all(|&may| may)
    {
        return ruleset.clone();
    }
    let parts = RulesetParts { interchangeable: true, ..ruleset.clone().into_parts() };
    Ruleset::new(parts).unwrap_or_else(|_| ruleset.clone())
}

/// The coordinate that another one becomes when coordinate `at` and the next one are exchanged.
fn exchanged(coordinate: usize, at: Option<usize>) -> usize {
    match at {
        Some(at) if coordinate == at => at + 1,
        Some(at) if coordinate == at + 1 => at,
        _ => coordinate,
    }
}

/// A schema after an exchange, its parameters in the order of the coordinates that they become.
fn sorted_schema(schema: &MoveSchema, at: Option<usize>) -> Option<Sorted> {
    let dimension = schema.targets.len();
    let before = (0..dimension).map(|index| &schema.targets[exchanged(index, at)]);
    // A parameter that is a target comes at the place of that target, others stay behind these.
    let mut order: Vec<usize> = Vec::new();
    for target in before.clone() {
        if let Target::Becomes(expression) = target
            && let [(variable, 1)] = expression.terms()
            && variable.index() >= dimension
            && !order.contains(&variable.index())
        {
            order.push(variable.index());
        }
    }
    let others =
        (dimension..dimension + usize::from(schema.parameters)).filter(|index| !order.contains(index));
    let others: Vec<usize> = others.collect();
    order.extend(others);
    let image = |variable: Variable| {
        let place = order.iter().position(|&known| known == variable.index());
        let index = place.map_or(exchanged(variable.index(), at), |place| dimension + place);
        LinearExpression::variable(Variable::new(index))
    };
    let targets = before.map(|target| match target {
        Target::Same => Some(None),
        Target::Becomes(expression) => {
            let constant = LinearExpression::constant(expression.constant_term()).ok()?;
            let mut terms = expression.terms().iter();
            let sum =
                terms.try_fold(constant, |sum, &(variable, a)| sum.plus_scaled(&image(variable), a).ok());
            sum.map(Some)
        }
    });
    let targets = targets.collect::<Option<_>>()?;
    Some((schema.from, schema.to, schema.parameters, targets, in_order(&schema.guard.with(&image)?)?))
}

/// The conditions of a formula in order, each once.
fn in_order(formula: &Formula) -> Option<Formula> {
    let parts = |parts: &[Formula]| {
        let mut parts = parts.iter().map(in_order).collect::<Option<Vec<_>>>()?;
        parts.sort();
        parts.dedup();
        Some(parts)
    };
    Some(match formula {
        Formula::True | Formula::False | Formula::NotPositive(_) | Formula::Congruent { .. } => {
            formula.clone()
        }
        // An equation and its negative are the same.
        Formula::Zero(expression) => Formula::Zero(expression.clone().min(expression.scaled(-1).ok()?)),
        Formula::Not(inner) => Formula::Not(Box::new(in_order(inner)?)),
        Formula::And(all) => Formula::And(parts(all)?),
        Formula::Or(any) => Formula::Or(parts(any)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rules: &str) -> (Vec<bool>, bool) {
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        (exchanges(&ruleset), with_exchanges(&ruleset).interchangeable())
    }

    #[test]
    fn named_heaps_that_are_alike_may_be_exchanged() {
        let all = "heaps 3; move take any from h1 and h2; move take any from h2 and h3; move take any from h1 and h3";
        assert_eq!(found(all), (vec![true, true], true));
        let path = "heaps 3; move take any from h1 and h2; move take any from h2 and h3";
        assert_eq!(found(path), (vec![false, false], false));
        let one = "heaps 3; move take any from 1 heap; move take 1 from h1; move take any from h2 and h3";
        assert_eq!(found(one), (vec![false, true], false));
    }

    #[test]
    fn conditions_and_weights_matter() {
        let slice = "heaps 3; positions where h1 <= 2; move take any from 1 heap; pass 1 unless empty";
        assert_eq!(found(slice), (vec![false, true], false));
        let stop = "heaps 2; move take any from h1; move take any from h2; stop when h1 = 0";
        assert_eq!(found(stop), (vec![false], false));
        let both = "counters a, b; move a -> t where t < a, b >= 1; move b -> t where t < b, a >= 1";
        assert_eq!(found(both), (vec![true], true));
        let moves = "counters a, b; move a, b -> s, t where s < a, t < b, s < t; move a -> t where t < a";
        assert_eq!(found(moves), (vec![false], false));
    }
}
