//! The check of a law: every position meets the condition of its value.

use bouton_cert::LawClaim;
use bouton_core::{Condition, Convention, Law, Ruleset, Valuation};

use crate::{
    Limits, Refused, Step, by_strategies, closed, limits::Budget, numeration, refused::Verdict, window,
};

/// The largest number of Grundy values; laws with more are proved with a Nim heap.
const MAX_GRUNDY_VALUES: u32 = 1 << 10;

/// Checks that the strategies prove a law for a ruleset, whatever text the ruleset comes from.
///
/// # Errors
///
/// The first step that fails.
pub fn check_law(ruleset: &Ruleset, claim: &LawClaim, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(limits.clone());
    fits(ruleset, &claim.law)?;
    numeration::check(claim.law.numeration())?;
    let conditions = conditions(&claim.law)?;
    closed::check(ruleset, budget)?;
    let words = numeration::words(&claim.law.automaton, budget)?;
    by_strategies::check(ruleset, claim, &words, &conditions, budget)
}

/// Checks that a law holds for a ruleset by its windows, without strategies.
///
/// # Errors
///
/// The first step that fails; [`Step::Window`] if the rules are not of the kind that has windows.
pub fn check_windows(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(limits.clone());
    fits(ruleset, law)?;
    conditions(law)?;
    closed::check(ruleset, budget)?;
    window::check(ruleset, law, budget)
}

/// Checks that the valuation, the tracks and the starts of the law fit the rules.
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
    // By the Sprague–Grundy theorem, the outcomes of the sum with a Nim heap determine the Grundy
    // value; and the mex of the options is a Grundy value only where the theorem applies.
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

/// The condition of each possible output; Grundy values range up to the largest output.
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
