//! Is a claimed law the law of a game?

use std::time::Instant;

use bouton::{
    Condition, ControlState, Convention, Playable, Ruleset, Valuation, Value as Outcome,
    cert::{Certificate, Claim, Law, LawClaim},
    document::Counterexample,
    prove::{MOST_PRODUCT, Relations, SmallPosition, Verdict, Violation, verify, with_nim_heap},
    solve::{Moves, Node, Watch, analyse},
};
use num_bigint::BigUint;

use super::{Ending, no_law, proved};
use crate::{
    failure::{Answer, Failure},
    file,
    limits::LimitOptions,
};

/// Verifies the law of a certificate against the rules of a game, whatever rules it was made for.
pub(super) fn judge(playable: &Playable, path: &str, limits: &LimitOptions) -> Result<Ending, Failure> {
    let started = Instant::now();
    let wrong = |reason: String| Failure::input("certificate", format!("{path}: {reason}"));
    let text = String::from_utf8(file::read(path)?).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
    let certificate = Certificate::decode(&text).map_err(|error| wrong(error.to_string()))?;
    let Claim::Law(LawClaim { law, .. }) = certificate.claim else {
        return Err(wrong("it shows a period, not a law of positions".to_owned()));
    };
    let Some(ruleset) = playable.ruleset() else { unreachable!("codes have periods") };
    let conditions = fitting(ruleset, &law).map_err(wrong)?;
    if law.nim_heap || law.valuation == Valuation::Grundy {
        ruleset.sprague_grundy()?;
    }
    let game = if law.nim_heap {
        with_nim_heap(ruleset).map_err(|error| Failure::input("hypothesis", error.to_string()))?
    } else {
        ruleset.clone()
    };
    let (_, watch) = limits.prove();
    let relations = match Relations::new(&game, MOST_PRODUCT * 8, &watch) {
        Ok(relations) => relations,
        Err(error) => return Ok(no_law(error.to_string())),
    };
    match verify(&relations, &law.automaton, &conditions, MOST_PRODUCT, &watch) {
        Ok(Verdict::Verified(strategies)) => {
            let claim = Claim::Law(LawClaim { law, strategies });
            proved(Certificate { game: playable.game().text(), claim }.encode(), None, started, limits)
        }
        Ok(Verdict::Violated(violations)) => refuted(playable, &game, &law, &violations, &watch),
        Err(limit) => Ok(no_law(limit.to_string())),
    }
}

/// What each value of the law means, if the law can be one of this game.
fn fitting(ruleset: &Ruleset, law: &Law) -> Result<Vec<Condition>, String> {
    let tracks = ruleset.dimension() + usize::from(law.nim_heap);
    if law.automaton.tracks() != tracks {
        return Err(format!("its law reads {} numbers, expected {tracks}", law.automaton.tracks()));
    }
    let controls = ruleset.controls().len();
    if law.automaton.starts().len() != controls {
        return Err(format!(
            "its law has {} control states, expected {controls}",
            law.automaton.starts().len()
        ));
    }
    let outcome = Valuation::provable(ruleset.convention());
    let grundy = law.valuation == Valuation::Grundy && ruleset.convention() == Convention::Normal;
    if law.valuation != outcome && !grundy {
        return Err("its law is about another way of winning than the game".to_owned());
    }
    let count = law.automaton.outputs().iter().copied().max().unwrap_or(0).saturating_add(1);
    if law.valuation.value_count().is_some_and(|values| count > values) || count > 64 {
        return Err(format!("its law has the value {}, which is none", count - 1));
    }
    law.valuation.conditions(count).ok_or_else(|| "its law has values that cannot be verified".to_owned())
}

/// The smallest position found on which the law is wrong.
fn refuted(
    playable: &Playable,
    game: &Ruleset,
    law: &Law,
    violations: &[Violation],
    watch: &Watch,
) -> Result<Ending, Failure> {
    let moves = Moves::new(game);
    let mut suspects: Vec<SmallPosition> = Vec::new();
    for violation in violations.iter().take(20) {
        suspects.push(violation.position.clone());
        suspects.extend(violation.option.clone());
        if violation.option.is_none() {
            // The law misses an option, so it may be wrong about any of them.
            let (coordinates, control) = &violation.position;
            moves.for_each_option(coordinates, *control, &mut |to: &[u64], control: ControlState| {
                suspects.push((to.to_vec(), control));
            });
        }
    }
    suspects
        .sort_by_key(|(x, control)| (x.iter().map(|&c| u128::from(c)).sum::<u128>(), x.clone(), *control));
    suspects.dedup();
    for (coordinates, control) in suspects {
        let claimed = law.valuation.coarse(law.automaton.evaluate_small(control.index(), &coordinates));
        let (position, nim_heap) = match coordinates.split_last() {
            Some((&heap, rest)) if law.nim_heap => (rest.to_vec(), Some(heap)),
            _ => (coordinates, None),
        };
        let Some(ruleset) = playable.ruleset() else { unreachable!("codes have periods") };
        let analysis = analyse(ruleset, &Node { coordinates: position.clone(), control }, watch)?;
        let grundy = analysis.grundy.unwrap_or(0);
        let truth: Outcome = match nim_heap {
            Some(heap) => Outcome::from(u64::from(grundy) != heap),
            None if law.valuation == Valuation::Grundy => grundy,
            None => analysis.value,
        };
        if truth != claimed {
            let big: Vec<BigUint> = position.into_iter().map(BigUint::from).collect();
            let at = playable.write(&big, control);
            let (says, is) = match nim_heap {
                Some(heap) if claimed == 0 => {
                    (format!("Grundy value {heap}"), format!("Grundy value {grundy}"))
                }
                Some(heap) => (format!("no Grundy value {heap}"), format!("Grundy value {grundy}")),
                None => (law.valuation.value_name(claimed), law.valuation.value_name(truth)),
            };
            return Ok(Ending {
                status: "refuted",
                answer: Answer::No,
                theorem: None,
                remark: format!("refuted: at {at} the law says {says}, but it is {is}"),
                states: Some(law.automaton.states()),
                counterexample: Some(Counterexample { position: at.to_string(), claimed: says, value: is }),
                certificate: None,
                statistics: None,
            });
        }
    }
    Ok(no_law("the law does not hold, but the position that shows it lies beyond the limits".to_owned()))
}
