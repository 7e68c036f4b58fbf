//! The check of a law: every position meets the condition of its value.

use bouton_cert::{Law, Strategy};
use bouton_core::{Condition, ControlState, Convention, Ruleset, StandardValuation, Valuation, Value};

use crate::{Limits, Refused, Step, game, graph, limits::Budget, strategy, universal};

/// More Grundy values than this are proved with a Nim heap.
const MAX_GRUNDY_VALUES: u32 = 1 << 10;

/// Checks that a law holds for a ruleset, whatever text the ruleset comes from.
///
/// # Errors
///
/// The first step that fails.
pub fn check_law(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(*limits);
    fits(ruleset, law)?;
    let automaton = &law.automaton;
    let reach = |&start| graph::reachable(automaton.transitions(), automaton.letters(), start);
    let reached: Vec<Vec<bool>> = automaton.starts().iter().map(reach).collect();
    let conditions = conditions(law, &reached)?;
    let families = game::families(ruleset, law.nim_heap, budget)?;
    for family in &families {
        universal::check(ruleset, automaton, family, &conditions, budget)?;
    }
    let mut reserve = strategy::Reserve::new(automaton, &families, budget)?;
    let mut given = law.strategies.iter().peekable();
    for (control, reached) in (0..).map(ControlState).zip(&reached) {
        for (value, condition) in (0..).zip(&conditions) {
            let mut outputs = reached.iter().zip(automaton.outputs());
            if condition.required.is_empty() || !outputs.any(|(&reached, &output)| reached && output == value)
            {
                continue;
            }
            for (requirement, required) in condition.required.iter().enumerate() {
                let wanted = (control, value, requirement);
                let Some(strategy) = given.next_if(|strategy| key(strategy) == wanted) else {
                    let found = given.next().map_or("none".to_owned(), |strategy| name(key(strategy)));
                    let reason = format!("expected one for {}, found {found}", name(wanted));
                    return Err(Refused::new(Step::Strategies, reason));
                };
                let task = strategy::Task { control, value, required };
                reserve.check(&task, &strategy.elements).map_err(|refused| Refused {
                    reason: format!("the strategy for {}: {}", name(wanted), refused.reason),
                    ..refused
                })?;
            }
        }
    }
    given.next().map_or(Ok(()), |strategy| {
        Err(Refused::new(Step::Strategies, format!("the one for {} is superfluous", name(key(strategy)))))
    })
}

fn key(strategy: &Strategy) -> (ControlState, Value, usize) {
    (strategy.control, strategy.value, strategy.requirement)
}

fn name((control, value, requirement): (ControlState, Value, usize)) -> String {
    format!("control state {}, value {value}, required set {requirement}", control.0)
}

/// Checks that the law is of a kind that fits the rules: valuation, tracks, starts.
fn fits(ruleset: &Ruleset, law: &Law) -> Result<(), Refused> {
    let fits = match (ruleset.convention(), law.valuation) {
        (Convention::Normal, StandardValuation::NormalOutcome) => true,
        (Convention::Normal, StandardValuation::Grundy)
        | (Convention::Misere, StandardValuation::MisereOutcomeAndEnd)
        | (Convention::Coalition, StandardValuation::Coalition) => !law.nim_heap,
        (Convention::Podium { players: 2.. }, podium @ StandardValuation::Podium { .. }) => {
            !law.nim_heap && podium == StandardValuation::outcome(ruleset.convention())
        }
        _ => false,
    };
    if !fits {
        let (convention, valuation, heap) = (ruleset.convention(), law.valuation, law.nim_heap);
        let reason = format!("{convention:?} play has no laws of {valuation:?} with a Nim heap: {heap}");
        return Err(Refused::new(Step::Valuation, reason));
    }
    let found = (law.automaton.tracks(), law.automaton.starts().len());
    let expected = (ruleset.dimension() + usize::from(law.nim_heap), ruleset.controls().len());
    if found != expected {
        let reason = format!("{found:?} tracks and start states were found, {expected:?} expected");
        return Err(Refused::new(Step::Automaton, reason));
    }
    Ok(())
}

/// The condition of each value that may be an output; Grundy values go up to
/// the largest reachable output.
fn conditions(law: &Law, reached: &[Vec<bool>]) -> Result<Vec<Condition>, Refused> {
    let outputs = law.automaton.outputs();
    let reachable = |state: &usize| reached.iter().any(|reached| reached[*state]);
    let largest = (0..outputs.len()).filter(reachable).map(|state| outputs[state]).max().unwrap_or(0);
    let count = law.valuation.value_count().unwrap_or(largest.saturating_add(1));
    if law.valuation == StandardValuation::Grundy && count > MAX_GRUNDY_VALUES {
        let reason = format!("{count} Grundy values are claimed, more than {MAX_GRUNDY_VALUES}");
        return Err(Refused::new(Step::Limit, reason));
    }
    let bad = outputs.iter().find(|&&output| output >= count);
    match law.valuation.conditions(count) {
        Some(conditions) if bad.is_none() => Ok(conditions),
        _ => {
            Err(Refused::new(Step::Automaton, format!("{bad:?} is an output, but not among {count} values")))
        }
    }
}
