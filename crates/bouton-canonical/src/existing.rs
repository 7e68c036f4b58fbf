//! The decision whether moves lead from existing positions to existing positions, for all
//! positions.

use bouton_core::{Allowance, Formula, LinearExpression, MoveSchema, RulesetParts, Target};

use crate::reading::Reading;

/// The most digits that are appended to linear forms before the closure is reported as undecided.
const MAX_STEPS: u64 = 30_000_000;

/// A move from an existing position to one that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaving {
    /// The number of its schema.
    pub(crate) schema: usize,
    /// The positions before and after the move, if that could be decided.
    pub(crate) example: Option<(Vec<i128>, Vec<i128>)>,
}

/// Returns a move from an existing position to one that does not exist, or a move for which this
/// could not be decided.
pub(crate) fn leaving(parts: &RulesetParts, work: &mut dyn Allowance, reading: &Reading) -> Option<Leaving> {
    if parts.exists == Formula::True {
        return None;
    }
    let mut steps = reading.allow(MAX_STEPS);
    let mut known = rustc_hash::FxHashSet::default();
    for (number, schema) in parts.moves.iter().enumerate() {
        // Control states do not matter here.
        if !known.insert((&schema.guard, &schema.targets)) {
            continue;
        }
        let Some(leaves) = leaves(parts, schema) else {
            return Some(Leaving { schema: number, example: None });
        };
        if leaves.is_refuted(work) {
            continue;
        }
        let variables = parts.coordinates.len() + usize::from(schema.parameters);
        match leaves.satisfied_by(variables, &mut steps) {
            Ok(None) => {}
            Ok(Some(values)) => {
                let from = values[..parts.coordinates.len()].to_vec();
                let to = (0..from.len()).map(|i| target(schema, i).evaluate(&values)).collect();
                return Some(Leaving { schema: number, example: Some((from, to)) });
            }
            Err(_) => return Some(Leaving { schema: number, example: None }),
        }
    }
    None
}

/// Returns the new value of a coordinate.
fn target(schema: &MoveSchema, coordinate: usize) -> LinearExpression {
    match &schema.targets[coordinate] {
        Target::Same => LinearExpression::variable(bouton_core::Variable::new(coordinate)),
        Target::Becomes(expression) => expression.clone(),
    }
}

/// Returns the condition that a move of the schema leads to a position that does not exist, over
/// coordinates and parameters; `None` if a number becomes too large.
fn leaves(parts: &RulesetParts, schema: &MoveSchema) -> Option<Formula> {
    let mut all = parts.exists.clone().and(parts.stop.clone().negated()).and(schema.guard.clone());
    for expression in schema.targets.iter().filter_map(|target| match target {
        Target::Same => None,
        Target::Becomes(expression) => Some(expression),
    }) {
        all = all.and(Formula::NotPositive(expression.scaled(-1).ok()?));
    }
    let after = parts.exists.with(&|variable| target(schema, variable.index()))?;
    Some(all.and(after.negated()))
}
