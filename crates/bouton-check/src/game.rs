//! The game that a law is about: families of moves over the tracks of the automaton.

use bouton_core::{
    ControlState, Formula, Law, LinearExpression, LinearOverflow, MAX_COEFFICIENT, MoveSchema, Numeration,
    Ruleset, Target, Variable,
};

use crate::{
    Refusal, Step,
    family::{Family, Only},
    limits::Budget,
    refused::Verdict,
};

/// The non-empty families of moves in the order of the schemas. Checks that every move descends.
///
/// The stopping rule is added to the guards. With a Nim heap, these moves leave the heap alone, and
/// one more family lowers it in every control state, even where play of the original game has
/// stopped; but only beside a position that exists.
pub(crate) fn families(ruleset: &Ruleset, law: &Law, budget: &mut Budget) -> Verdict<Vec<Family>> {
    let nim_heap = law.nim_heap;
    let refuse = |reason: String| Refusal::new(Step::Descent, reason);
    let dimension = ruleset.dimension();
    let weight = |&weight: &u64| i64::try_from(weight).ok().filter(|weight| *weight <= MAX_COEFFICIENT);
    let order = ruleset.order().with_one_more();
    let sums = order.sums().iter().map(|weights| weights.iter().map(weight).collect());
    let order: Option<Vec<Vec<i64>>> = sums.collect();
    let order = order.ok_or_else(|| refuse("a weight is above 2^20".to_owned()))?;
    let go_on = ruleset.stop().clone().negated();
    // One after the other: the stopping rule may be long, and there may be many moves.
    let moves = ruleset.moves().iter().map(|schema| {
        let mut schema = MoveSchema { guard: schema.guard.clone().and(go_on.clone()), ..schema.clone() };
        schema.targets.extend(nim_heap.then_some(Target::Same));
        Ok((schema, dimension))
    });
    let controls = (0..).map(ControlState).take(if nim_heap { ruleset.controls().len() } else { 0 });
    let lowered =
        controls.map(|control| Ok((nim_moves(dimension, control, ruleset.exists())?, dimension + 1)));
    let mut families = Vec::new();
    for (index, schema) in moves.chain(lowered).enumerate() {
        let (schema, first) = schema.map_err(|error: LinearOverflow| refuse(error.to_string()))?;
        if Family::new(&schema, first, Only::Rising(&order), &Numeration::binary(), budget)?.is_some() {
            return Err(refuse(format!("move schema {index} has a move that does not lower the rank")));
        }
        families.extend(Family::new(&schema, first, Only::All, law.numeration(), budget)?);
    }
    Ok(families)
}

/// The moves that lower coordinate `heap`, the last of `heap + 1`, to any smaller number, where the
/// other coordinates are a position that exists.
fn nim_moves(heap: usize, control: ControlState, exists: &Formula) -> Result<MoveSchema, LinearOverflow> {
    let variable = |index: usize| u16::try_from(index).map(Variable).map_err(|_| LinearOverflow);
    let before = LinearExpression::variable(variable(heap)?);
    let after = LinearExpression::variable(variable(heap + 1)?);
    let guard = Formula::NotPositive(after.minus(&before)?.with_constant(1)?).and(exists.clone());
    let mut targets = vec![Target::Same; heap];
    targets.push(Target::Becomes(after));
    Ok(MoveSchema { from: control, to: control, parameters: 1, guard, targets })
}
