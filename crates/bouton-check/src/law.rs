//! The check of a law: every position meets the condition of its value.

use bouton_cert::{LawClaim, Strategy};
use bouton_core::{Condition, ControlState, Convention, Law, Ruleset, Valuation, Value};

use crate::{
    Limits, Refused, Step, family, game, limits::Budget, numeration, refused::Verdict, strategy, universal,
    window,
};

/// More Grundy values than this are proved with a Nim heap.
const MAX_GRUNDY_VALUES: u32 = 1 << 10;

/// Checks that the strategies show that a law holds for a ruleset, whatever text the
/// ruleset comes from.
///
/// # Errors
///
/// The first step that fails.
pub fn check_law(ruleset: &Ruleset, claim: &LawClaim, limits: &Limits) -> Result<(), Refused> {
    let LawClaim { law, strategies } = claim;
    let budget = &mut Budget::new(limits.clone());
    fits(ruleset, law)?;
    numeration::check(law.numeration())?;
    let words = &numeration::Words::new(&law.automaton, budget)?;
    let conditions = conditions(law)?;
    let mut goals = Vec::new();
    for value in (0..).take(conditions.len()) {
        let outputs: Vec<bool> = words.outputs.iter().map(|&output| output == value).collect();
        goals.push(family::can_reach(&words.table, words.letters, &outputs, budget)?);
    }
    game::closed(ruleset, budget)?;
    let families = game::families(ruleset, law, budget)?;
    for family in &families {
        universal::check(ruleset, law.numeration(), words, family, &conditions, budget)?;
    }
    let mut reserve = strategy::Reserve::new(law.numeration(), words, &families, budget)?;
    let mut given = strategies.iter();
    for (control, &start) in (0..).map(ControlState).zip(&words.starts) {
        for (value, (condition, goal)) in (0..).zip(conditions.iter().zip(&goals)) {
            let required = if goal[start as usize] { &condition.required[..] } else { &[] };
            for (requirement, required) in required.iter().enumerate() {
                let wanted = (control, value, requirement);
                let task = strategy::Task { control, value, required, goal };
                match given.next() {
                    Some(Strategy { control, value, requirement, elements })
                        if (*control, *value, *requirement) == wanted =>
                    {
                        reserve.check(&task, elements)?
                    }
                    found => return Err(unexpected(found, Some(wanted))),
                }
            }
        }
    }
    given.next().map_or(Ok(()), |found| Err(unexpected(Some(found), None)))
}

/// Checks that a law holds for a ruleset, by its windows: no strategies are needed.
///
/// # Errors
///
/// The first step that fails; [`Step::Window`] if the rules are not of the kind that has windows.
pub fn check_windows(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(limits.clone());
    fits(ruleset, law)?;
    conditions(law)?;
    game::closed(ruleset, budget)?;
    window::check(ruleset, law, budget)
}

/// The refusal of a strategy that is not the wanted one, or of its absence.
fn unexpected(found: Option<&Strategy>, wanted: Option<(ControlState, Value, usize)>) -> Refused {
    let found = found.map(|strategy| (strategy.control, strategy.value, strategy.requirement));
    let reason = format!("control state, value and required set are {found:?}, expected {wanted:?}");
    Refused::new(Step::Strategies, reason)
}

/// Checks that the law is of a kind that fits the rules: valuation, tracks, starts.
fn fits(ruleset: &Ruleset, law: &Law) -> Verdict<()> {
    let fits = match (ruleset.convention(), law.valuation) {
        (Convention::Normal, Valuation::NormalOutcome) => true,
        (Convention::Normal, Valuation::Grundy)
        | (Convention::Misere, Valuation::MisereOutcomeAndEnd)
        | (Convention::Coalition, Valuation::Coalition) => !law.nim_heap,
        (Convention::Podium { players: n @ 2.. }, Valuation::Podium { players }) => {
            n == players && !law.nim_heap
        }
        _ => false,
    };
    if !fits {
        let found = (law.valuation, law.nim_heap);
        let reason = format!("{:?} has no laws of (valuation, Nim heap) {found:?}", ruleset.convention());
        return Err(Refused::new(Step::Valuation, reason));
    }
    // By Sprague and Grundy, what is shown of the sum with a Nim heap is the Grundy value; and
    // the mex of the options is worth calling that only where the theorem applies.
    if law.nim_heap || law.valuation == Valuation::Grundy {
        ruleset.sprague_grundy().map_err(|why| Refused::new(Step::Valuation, why.to_string()))?;
    }
    let found = (law.automaton.tracks(), law.automaton.starts().len());
    let expected = (ruleset.dimension() + usize::from(law.nim_heap), ruleset.controls().len());
    if found != expected {
        let reason = format!("it has {found:?} tracks and start states, expected {expected:?}");
        return Err(Refused::new(Step::Automaton, reason));
    }
    Ok(())
}

/// The condition of each value that may be an output; Grundy values go up to the largest output.
fn conditions(law: &Law) -> Verdict<Vec<Condition>> {
    let largest = law.automaton.outputs().iter().max().copied().unwrap_or(0);
    let count = law.valuation.value_count().unwrap_or(largest.saturating_add(1));
    if law.valuation == Valuation::Grundy && count > MAX_GRUNDY_VALUES {
        return Err(Refused::new(Step::Limit, format!("{count} > {MAX_GRUNDY_VALUES} Grundy values")));
    }
    match law.valuation.conditions(count) {
        Some(conditions) if largest < count => Ok(conditions),
        _ => Err(Refused::new(Step::Automaton, format!("the output {largest} is not below {count}"))),
    }
}
