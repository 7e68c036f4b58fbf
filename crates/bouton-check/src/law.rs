//! The check of a law: every position meets the condition of its value.

use bouton_cert::{Law, Strategy};
use bouton_core::{Condition, ControlState, Ruleset, StandardValuation, Valuation, Value};

use crate::{
    Limits, Refused, Step, game, graph,
    limits::Budget,
    strategy::{Reserve, Task},
    universal, witness,
};

/// More Grundy values than this are proved with a Nim heap.
const MAX_GRUNDY_VALUES: u32 = 1 << 10;

/// Checks that a law holds for a ruleset, whatever text the ruleset comes from.
///
/// # Errors
///
/// The first step that fails.
pub fn check_law(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(*limits);
    game::fits(ruleset, law)?;
    let automaton = &law.automaton;
    let mut reached = Vec::new();
    for &start in automaton.starts() {
        reached.push(graph::reachable(automaton.transitions(), automaton.letters(), start, budget)?);
    }
    let conditions = conditions(law, &reached)?;
    let families = game::families(ruleset, law.nim_heap, budget)?;
    for family in &families {
        universal::check(ruleset, automaton, family, &conditions, budget)?;
    }
    let mut reserve = Reserve::new(automaton, &families, budget)?;
    let mut given = law.strategies.iter().peekable();
    for (control, reached) in (0..).map(ControlState).zip(&reached) {
        for (value, condition) in (0..).zip(&conditions) {
            let occurs = |(&reached, &output): (&bool, &Value)| reached && output == value;
            if condition.required.is_empty() || !reached.iter().zip(automaton.outputs()).any(occurs) {
                continue;
            }
            let outputs = automaton.outputs().iter().map(|&output| output == value).collect();
            let goal = graph::can_reach(automaton.transitions(), automaton.letters(), outputs, budget)?;
            for (requirement, required) in condition.required.iter().enumerate() {
                let wanted = (control, value, requirement);
                let Some(strategy) = given.next_if(|strategy| key(strategy) <= wanted) else {
                    let reason = format!("there is none for {}", name(wanted));
                    let position = witness::of_value(ruleset, automaton, control, value);
                    return Err(Refused { witness: position, ..Refused::new(Step::Strategies, reason) });
                };
                if key(strategy) != wanted {
                    return Err(superfluous(strategy));
                }
                let task = Task { control, value, required, goal: &goal };
                reserve.check(&task, &strategy.elements, budget).map_err(|refused| Refused {
                    reason: format!("the strategy for {}: {}", name(wanted), refused.reason),
                    ..refused
                })?;
            }
        }
    }
    given.next().map_or(Ok(()), |strategy| Err(superfluous(strategy)))
}

fn key(strategy: &Strategy) -> (ControlState, Value, usize) {
    (strategy.control, strategy.value, strategy.requirement)
}

fn name((control, value, requirement): (ControlState, Value, usize)) -> String {
    format!("control state {}, value {value}, required set {requirement}", control.0)
}

fn superfluous(strategy: &Strategy) -> Refused {
    let reason = format!("the one for {} is superfluous or out of order", name(key(strategy)));
    Refused::new(Step::Strategies, reason)
}

/// The condition of each value that is an output.
fn conditions(law: &Law, reached: &[Vec<bool>]) -> Result<Vec<Condition>, Refused> {
    let outputs = law.automaton.outputs();
    let refuse = |reason: String| Err(Refused::new(Step::Automaton, reason));
    let count = match law.valuation.value_count() {
        Some(count) => count,
        None => {
            let reachable = |state: &usize| reached.iter().any(|reached| reached[*state]);
            let states = 0..outputs.len();
            states.filter(reachable).map(|state| outputs[state]).max().unwrap_or(0).saturating_add(1)
        }
    };
    if law.valuation == StandardValuation::Grundy && count > MAX_GRUNDY_VALUES {
        let reason = format!("{count} Grundy values are claimed, more than {MAX_GRUNDY_VALUES}");
        return Err(Refused::new(Step::Limit, reason));
    }
    if let Some(state) = (0..outputs.len()).find(|&state| outputs[state] >= count) {
        let output = outputs[state];
        return refuse(format!(
            "state {state} has the output {output}, which is not among the {count} values"
        ));
    }
    match law.valuation.conditions(count) {
        Some(conditions) if conditions.len() == count as usize => Ok(conditions),
        _ => refuse(format!("the valuation {:?} has no conditions", law.valuation)),
    }
}
