//! The law at the positions that exist; its values at other positions are ignored.

use bouton_automata::{Words, Worklist};
use bouton_core::{DigitAutomaton, MemoryShare, State, Value};

use super::{VerifyLimit, VerifyLimits};
use crate::relation::{MoveRelation, RelationState};

/// The output for positions that do not exist; it is not a value.
pub(super) const UNCLAIMED: Value = Value::MAX;

/// Combines a law with the condition of the positions that exist, if there is one; returns the
/// result with its memory.
///
/// Prefixes that no existing position has lead to one state, as do digits that are not a word.
pub(super) fn at_existing(
    words: Words,
    condition: Option<&MoveRelation>,
    limits: &VerifyLimits<'_>,
) -> Result<(Words, MemoryShare), VerifyLimit> {
    let mut held = limits.watch.hold_none();
    let Some(condition) = condition else { return Ok((words, held)) };
    let Words { law, none } = words;
    let too_many = |_| VerifyLimit::Product(limits.product);
    let mut work: Worklist<Option<(State, RelationState)>> = Worklist::new(limits.product);
    let place = condition.starts().first().copied();
    let starts = law.starts().iter().map(|&start| work.meet(place.map(|place| (start, place))));
    let starts = starts.collect::<Result<_, _>>().map_err(too_many)?;
    let (mut transitions, mut nowhere) = (Vec::new(), None);
    while let Some((number, at)) = work.take() {
        if at.is_none() {
            nowhere = Some(number);
        }
        // Vectors and the map double.
        held.grow(8 * law.letters() as u64 + 64)?;
        limits.watch.spend(law.letters() as u64)?;
        for letter in 0..law.letters() {
            let after = at.and_then(|(state, place)| {
                let state = Some(law.next(state, letter)).filter(|&next| Some(next) != none)?;
                // A letter has one successor at most, so nothing changes.
                let &(_, place) = condition.next(place, letter).first()?;
                Some((state, place))
            });
            transitions.push(work.meet(after).map_err(too_many)?);
        }
    }
    let output = |at: &Option<(State, RelationState)>| match at {
        Some((state, place)) if condition.accepts(*place) => law.output(*state),
        _ => UNCLAIMED,
    };
    let outputs = work.into_met().iter().map(output).collect();
    let law = DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, transitions);
    Ok((Words { law: law.expect("zeros lead from a start to itself"), none: nowhere }, held))
}
