//! Judgements of claims about the Grundy values of single heaps of a take-and-break code.

use bouton_core::{ControlState, TakeAndBreakCode, Watch};
use bouton_explain::claim_of_period;
use bouton_logic::{Claim, ClaimError, ClaimKind, NoValue, least_difference};
use bouton_prove::Goal;
use bouton_sequence::Sequence;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{Ending, Helps, JudgeError, NotFound, Refutation, claim::claimed_in_words, period};
use crate::{Playable, ProveError};

/// The heaps whose values are compared with the claim before the period is proved.
const COMPARED: u16 = 1 << 10;
/// The most values of a period that is compared with a claim.
const MOST_VALUES: usize = 2000;

/// Judges a claim about the Grundy values of a single heap, `h1`: it is compared with the first values, and then, at all
/// heaps, with the period of the values, once this is proved.
pub(super) fn judge(
    playable: &Playable,
    code: &TakeAndBreakCode,
    text: &str,
    states: usize,
    watch: &Watch,
) -> Result<Ending, JudgeError> {
    let faulty = |fault| JudgeError::Words { text: text.to_owned(), fault };
    playable.game().sprague_grundy().map_err(|error| ProveError::NoGrundyValues(error.to_string()))?;
    let one_heap = bouton_rules::Game::parse("heaps 1; move take any from 1 heap");
    let one_heap = one_heap.ok().and_then(|game| game.ruleset().ok()).ok_or(JudgeError::Code)?;
    let claim = Claim::read(text, &one_heap).map_err(faulty)?;
    if claim.kind() != ClaimKind::Grundy {
        let why = "a claim about a take-and-break code is about the Grundy values of a single heap, as in `g = h1 mod 3`";
        return Err(JudgeError::Claim(why.to_owned()));
    }
    let refuted = |heap: &BigUint, claimed: Option<i128>, value: &str| {
        Ending::Refuted(Refutation {
            position: heap.to_string(),
            claimed: claimed_in_words(claimed, value),
            value: format!("Grundy value {value}"),
            states: None,
        })
    };
    let no_law = |reason: String, helps: Option<Helps>, agrees_upto: Option<u64>| {
        let compared = agrees_upto.map_or_else(String::new, |upto| {
            format!("; the claim agrees with the values of all heaps up to {upto}")
        });
        let reason = reason + &compared;
        Ok(Ending::NoLaw(NotFound { reason, helps, tried: Vec::new(), agrees_upto }))
    };
    let mut sequence = Sequence::new(code);
    if let Err(limit) = sequence.extend_to(usize::from(COMPARED), watch) {
        return no_law(limit.to_string(), Some((&limit).into()), None);
    }
    for (heap, value) in (0u64..).zip(sequence.values().iter()) {
        match claim.claims(0, &[heap], value) {
            Ok(true) => {}
            Ok(false) => {
                let claimed = claim.value(0, &[heap]).ok();
                return Ok(refuted(&heap.into(), claimed, &value.to_string()));
            }
            Err(NoValue) => {
                return Err(JudgeError::Claim(
                    "a number of the claim is too large at a small heap".to_owned(),
                ));
            }
        }
    }
    let agrees = Some(u64::from(COMPARED) - 1);
    let proved = match period::prove(playable, code, Goal::Grundy, None, watch)? {
        Ending::Proved(proved) => proved,
        Ending::NoLaw(none) => return no_law(none.reason, none.helps, agrees),
        refuted @ Ending::Refuted(_) => return Ok(refuted),
    };
    let period = proved.theorem.period().ok_or(JudgeError::Code)?.clone();
    let digits = match claim.numeration() {
        numeration if numeration.is_binary() => String::new(),
        numeration => format!(" in {numeration}"),
    };
    let known = claim_of_period(&period, MOST_VALUES).ok();
    let known = known.and_then(|known| Claim::read(&(known + &digits), &one_heap).ok());
    let Some(known) = known else {
        let why = format!("the period of {} heaps is too long to be compared with the claim", period.length);
        return no_law(why, Some(Helps::Nothing), agrees);
    };
    let of = |claim: &Claim| claim.law_with_nim_heap(&one_heap, states, watch);
    let both = match of(&claim).and_then(|claimed| Ok((claimed, of(&known)?))) {
        Ok(both) => both,
        Err(ClaimError::Fault(fault)) => return Err(faulty(fault)),
        Err(error) => return no_law(error.to_string(), Some(Helps::States), agrees),
    };
    match least_difference(&both.0, &both.1, &one_heap, states, watch) {
        Ok(None) => Ok(Ending::Proved(proved)),
        Ok(Some((position, _))) => {
            let claimed = both.0.value(ControlState(0), &position).and_then(|value| value.to_i128());
            let value = position.first().and_then(|heap| period.value(heap)).unwrap_or_default();
            Ok(refuted(position.first().unwrap_or(&BigUint::ZERO), claimed, &value.to_string()))
        }
        Err(limit) => no_law(
            format!("while the claim was compared with the period, {limit}"),
            Some(Helps::States),
            agrees,
        ),
    }
}
