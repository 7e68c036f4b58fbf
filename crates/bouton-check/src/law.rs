//! The check of a law: every position meets the condition of its value.

use bouton_cert::LawClaim;
use bouton_core::{Condition, Convention, Law, Ruleset, Valuation};

use crate::{
    Limits, Refusal, Step, by_strategies, closed, limits::Budget, numeration, refused::Verdict, window,
};

/// The largest number of Grundy values; laws with more are proved with a Nim heap.
const MAX_GRUNDY_VALUES: u32 = 1 << 10;

/// Checks that the strategies prove a law for a ruleset, whatever text the ruleset comes from.
///
/// # Errors
///
/// The first step that fails.
///
/// # Examples
///
/// ```
/// use bouton_cert::LawClaim;
/// use bouton_check::{Limits, Step, check_law};
/// use bouton_core::{DigitAutomaton, Law, Valuation};
///
/// // a true law, without the strategies that show it
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let claim = LawClaim { law: Law::new(Valuation::NormalOutcome, law), strategies: vec![] };
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// assert_eq!(check_law(&rules, &claim, &Limits::default()).unwrap_err().step, Step::Strategies);
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
pub fn check_law(ruleset: &Ruleset, claim: &LawClaim, limits: &Limits) -> Result<(), Refusal> {
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
///
/// # Examples
///
/// ```
/// use bouton_check::{Limits, check_windows};
/// use bouton_core::{DigitAutomaton, Law, Valuation};
///
/// // lost exactly if 3 divides the heap
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let rules = |text| bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
/// let take_two = rules("heaps 1; move take 1..2 from 1 heap");
/// check_windows(&take_two, &law, &Limits::default())?;
/// let take_three = rules("heaps 1; move take 1..3 from 1 heap");
/// assert!(check_windows(&take_three, &law, &Limits::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_windows(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Result<(), Refusal> {
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
        return Err(Refusal::new(Step::Valuation, reason));
    }
    // By the Sprague–Grundy theorem, the outcomes of the sum with a Nim heap determine the Grundy
    // value; and the mex of the options is a Grundy value only where the theorem applies.
    if law.nim_heap || law.valuation == Valuation::Grundy {
        ruleset.sprague_grundy().map_err(|why| Refusal::new(Step::Valuation, why.to_string()))?;
    }
    let found = (law.automaton.tracks(), law.automaton.starts().len());
    let expected = (ruleset.dimension() + usize::from(law.nim_heap), ruleset.controls().len());
    if found != expected {
        let reason = format!("it has {found:?} tracks and start states, expected {expected:?}");
        return Err(Refusal::new(Step::Automaton, reason));
    }
    Ok(())
}

/// The condition of each possible output; Grundy values range up to the largest output.
fn conditions(law: &Law) -> Verdict<Vec<Condition>> {
    let largest = law.automaton.outputs().iter().max().copied().unwrap_or(0);
    let count = law.valuation.value_count().unwrap_or(largest.saturating_add(1));
    if law.valuation == Valuation::Grundy && count > MAX_GRUNDY_VALUES {
        return Err(Refusal::new(Step::Limit, format!("{count} > {MAX_GRUNDY_VALUES} Grundy values")));
    }
    match law.valuation.conditions(count) {
        Some(conditions) if largest < count => Ok(conditions),
        _ => Err(Refusal::new(Step::Automaton, format!("the output {largest} is not below {count}"))),
    }
}
