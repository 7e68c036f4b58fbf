//! The game that a law is about: families of moves over the tracks of the automaton.

use bouton_cert::Law;
use bouton_core::{
    ControlState, Convention, Formula, LinearExpression, MAX_COEFFICIENT, MoveSchema, Ruleset,
    StandardValuation, Target, Variable,
};

use crate::{Refused, Step, family::Family, limits::Budget};

/// The families that have a move at all, in the order of the schemas.
///
/// The stopping rule goes into the guards. With a Nim heap, the moves leave it
/// alone, and it may be lowered in every control state, even where play of the
/// game proper has stopped.
pub(crate) fn families(
    ruleset: &Ruleset,
    nim_heap: bool,
    budget: &mut Budget,
) -> Result<Vec<Family>, Refused> {
    let dimension = ruleset.dimension();
    let go_on = ruleset.stop().clone().negated();
    let mut moves = Vec::new();
    for schema in ruleset.moves() {
        let mut schema = MoveSchema { guard: schema.guard.clone().and(go_on.clone()), ..schema.clone() };
        if nim_heap {
            schema.targets.push(Target::Same);
        }
        moves.push((schema, dimension));
    }
    let mut weights = Vec::new();
    for &weight in ruleset.weights() {
        let weight = i64::try_from(weight).ok().filter(|weight| *weight <= MAX_COEFFICIENT);
        weights.push(weight.ok_or_else(|| Refused::new(Step::Descent, "a weight is above 2^20"))?);
    }
    if nim_heap {
        weights.push(1);
        for control in (0..).map(ControlState).take(ruleset.controls().len()) {
            moves.push((nim_moves(dimension, control)?, dimension + 1));
        }
    }
    let mut families = Vec::new();
    for (index, (schema, first_parameter)) in moves.iter().enumerate() {
        if Family::new(schema, *first_parameter, Some(&weights), budget)?.states() > 0 {
            let reason = format!("by move schema {index} a position may be left without a lower rank");
            return Err(Refused::new(Step::Descent, reason));
        }
        let family = Family::new(schema, *first_parameter, None, budget)?;
        if family.states() > 0 {
            families.push(family);
        }
    }
    Ok(families)
}

/// The last of `heap + 1` coordinates becomes any smaller number.
fn nim_moves(heap: usize, control: ControlState) -> Result<MoveSchema, Refused> {
    let absurd = |_| Refused::new(Step::Limit, "too many coordinates");
    let variable = |index| u16::try_from(index).map(|index| LinearExpression::variable(Variable(index)));
    let (before, after) = (variable(heap).map_err(absurd)?, variable(heap + 1).map_err(absurd)?);
    let excess = after.minus(&before).and_then(|difference| difference.with_constant(1));
    let excess = excess.map_err(|error| Refused::new(Step::Limit, error.to_string()))?;
    let mut targets = vec![Target::Same; heap];
    targets.push(Target::Becomes(after));
    Ok(MoveSchema { from: control, to: control, parameters: 1, guard: Formula::NotPositive(excess), targets })
}

/// Checks that the law is of a kind that fits the rules: valuation, tracks, starts.
pub(crate) fn fits(ruleset: &Ruleset, law: &Law) -> Result<(), Refused> {
    let fits = match (ruleset.convention(), law.valuation) {
        (Convention::Normal, StandardValuation::NormalOutcome) => true,
        (Convention::Normal, StandardValuation::Grundy) => !law.nim_heap,
        (Convention::Misere, StandardValuation::MisereOutcomeAndEnd)
        | (Convention::Coalition, StandardValuation::Coalition) => !law.nim_heap,
        (Convention::Podium { players }, StandardValuation::Podium { players: claimed }) => {
            players == claimed && players >= 2 && !law.nim_heap
        }
        _ => false,
    };
    if !fits {
        let heap = if law.nim_heap { " with a nim heap" } else { "" };
        let reason = format!(
            "the rules are played by the convention {:?}, which has no laws of {:?}{heap}",
            ruleset.convention(),
            law.valuation
        );
        return Err(Refused::new(Step::Valuation, reason));
    }
    let (tracks, starts) = (law.automaton.tracks(), law.automaton.starts().len());
    let expected = ruleset.dimension() + usize::from(law.nim_heap);
    if tracks != expected {
        let reason = format!("the automaton has {tracks} tracks, expected {expected}");
        return Err(Refused::new(Step::Automaton, reason));
    }
    if starts != ruleset.controls().len() {
        let expected = ruleset.controls().len();
        let reason = format!("the automaton has {starts} start states, expected {expected}");
        return Err(Refused::new(Step::Automaton, reason));
    }
    Ok(())
}
