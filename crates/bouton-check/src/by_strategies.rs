//! The local rule at every position that exists: no option has a forbidden value, and strategies
//! find the required options.

use bouton_cert::{LawClaim, Strategy};
use bouton_core::{Condition, ControlState, Ruleset, Value};

use crate::{
    Refusal, Step, conflicts::Conflicts, existing::Existing, game, limits::Budget, refused::Verdict,
    strategy, universal, words::Words,
};

/// Checks both halves for each value.
pub(crate) fn check(
    ruleset: &Ruleset,
    claim: &LawClaim,
    words: &Words,
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    let LawClaim { law, strategies } = claim;
    let existing = &Existing::new(ruleset, words, budget)?;
    let mut goals = Vec::new();
    for value in (0..).take(conditions.len()) {
        goals.push(existing.reaching(value, budget)?);
    }
    let families = game::families(ruleset, law, budget)?;
    let conflicts = Conflicts::new(words, conditions, budget)?;
    for family in &families {
        let game = (ruleset, law.numeration());
        universal::check(game, words, family, (conditions, &conflicts), &words.exchanges, budget)?;
    }
    let mut reserve = strategy::Reserve::new((law.numeration(), words, existing), &families, budget)?;
    let mut given = strategies.iter();
    for control in (0..).map(ControlState).take(words.starts.len()) {
        for (value, (condition, goal)) in (0..).zip(conditions.iter().zip(&goals)) {
            let occurs = existing.start(control.index()).is_some_and(|start| goal[start as usize]);
            let required = if occurs { &condition.required[..] } else { &[] };
            for (requirement, required) in required.iter().enumerate() {
                let wanted = (control, value, requirement);
                let hopeful = &may_come_to(required, existing, &goals, words);
                let task = strategy::Task { control, value, required, goal, hopeful };
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

/// The states of the law from which a required value can still be reached. Leaving out the threads in other
/// states may make an element fit at places where it did not; so nothing is left out where elements are held at
/// places of other prefixes, that is where some positions do not exist.
fn may_come_to(required: &[Value], existing: &Existing<'_>, goals: &[Vec<bool>], words: &Words) -> Vec<bool> {
    let reached =
        |state| required.iter().any(|&value| goals.get(value as usize).is_some_and(|goal| goal[state]));
    (0..words.outputs.len()).map(|state| !existing.is_all() || reached(state)).collect()
}

/// The refusal of a strategy that is not the expected one, or of a missing strategy.
fn unexpected(found: Option<&Strategy>, wanted: Option<(ControlState, Value, usize)>) -> Refusal {
    let found = found.map(|strategy| (strategy.control, strategy.value, strategy.requirement));
    let reason = format!("control state, value and required set are {found:?}, expected {wanted:?}");
    Refusal::new(Step::Strategies, reason)
}
