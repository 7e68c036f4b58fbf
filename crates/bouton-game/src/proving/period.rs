//! The period of a take-and-break game, as a theorem with its certificate.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use bouton_cert::{Certificate, Claim, Identity, StoredPeriod};
use bouton_core::{TakeAndBreakCode, Watch};
use bouton_prove::Goal;
use bouton_sequence::{ApparentPeriod, NoPeriod, Proof};

use super::{Ending, Helps, ProveError, ProvedTheorem, checking_ended};
use crate::{
    LawError, Playable, Theorem,
    limits::checking,
    sequence::{KeptError, KeptSequence},
    theorem::STORED_FROM,
};

/// Computes Grundy values of single heaps until a theorem applies to their period.
pub(super) fn prove(
    playable: &Playable,
    code: &TakeAndBreakCode,
    goal: Goal,
    checkpoint: Option<&Path>,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    if goal == Goal::Outcome {
        return Err(ProveError::OutcomesOfCode);
    }
    let hypothesis = playable.game().sprague_grundy();
    hypothesis.map_err(|reason| ProveError::NoGrundyValues(reason.to_string()))?;
    let started = Instant::now();
    let searched = match checkpoint {
        None => bouton_sequence::prove(code, watch),
        Some(folder) => {
            let (mut kept, begun) = match KeptSequence::open(folder, code, watch) {
                Ok(found) => found,
                Err(KeptError::Checkpoint(error)) => return Err(ProveError::Checkpoint(error)),
                Err(KeptError::Limit(limit)) => {
                    return Ok(Ending::no_law(
                        format!("the stored values were not read: {limit}"),
                        Helps::from(&limit),
                    ));
                }
            };
            let found = Proof::resume(begun, watch, &mut |sequence| kept.step(sequence));
            if let Some(error) = kept.failure() {
                return Err(ProveError::Checkpoint(error));
            }
            found
        }
    };
    match searched {
        Ok(proof) => certified(playable, proof, started, watch),
        Err(NoPeriod::NoTheorem) => Ok(Ending::no_law(NoPeriod::NoTheorem.to_string(), Helps::Nothing)),
        Err(NoPeriod::Limit { computed, seen, limit }) => {
            let helps = Helps::from(&limit);
            let reason = NoPeriod::Limit { computed, seen, limit };
            Ok(Ending::no_law(format!("no period found within the limits: {reason}"), helps))
        }
    }
}

/// Returns the theorem about a period, once the checker has accepted its certificate.
fn certified(
    playable: &Playable,
    proof: Proof,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let ApparentPeriod { length, preperiod, saltus, .. } = proof.seen;
    let theorem = proof.theorem;
    let (claim, stored) = match usize::try_from(length + preperiod) {
        Ok(listed) if listed > STORED_FROM && saltus == 0 && proof.values.bytes_each() <= 2 => {
            let width = if proof.values.bytes_each() == 1 { 1 } else { 2 };
            let bytes = proof.values.into_bytes(listed);
            let values = Identity::of_bytes(&bytes);
            (Claim::StoredPeriod(StoredPeriod { length, preperiod, width, values }), Some(bytes))
        }
        _ => (Claim::Period(proof.period()), None),
    };
    let certificate = Certificate { game: playable.game().text(), order: None, claim }.encode();
    let searched = started.elapsed();
    let mut limits = checking(watch);
    if let (Some(bytes), None) = (&stored, watch.remaining()) {
        // Checking a large number of values takes longer than other checks.
        let time = Some(Duration::from_secs(60 + bytes.len() as u64 / 500_000));
        let (memory, threads) = (watch.memory_left(), watch.threads());
        limits.watch = Watch::new(&bouton_core::Limits { time, memory, threads });
    }
    // The result is a theorem only with an accepted certificate.
    let proved = match Theorem::check_beside(&certificate, stored, &limits) {
        Ok(theorem) => theorem,
        Err(LawError::Refused(refused)) if refused.step == bouton_check::Step::Limit => {
            let reason = format!("a period was found, but its certificate could not be checked: {refused}");
            return Ok(Ending::no_law(reason, checking_ended(watch)));
        }
        Err(error) => {
            let defect = format!("the checker refuses the certificate of the period: {error}");
            return Err(ProveError::Defect(defect));
        }
    };
    let remark = format!(
        "by {}; proved in {:.2} s, certificate accepted by the checker",
        theorem,
        searched.as_secs_f64()
    );
    Ok(Ending::Proved(Box::new(ProvedTheorem { theorem: proved, remark, states: None, statistics: None })))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bouton_core::Limits;

    use super::*;
    use crate::Arena;

    #[test]
    fn a_limit_that_ends_the_check_is_no_defect() {
        let playable = Playable::new(&bouton_rules::resolve("octal 0.77").unwrap(), None).unwrap();
        let Arena::Code(code) = playable.arena() else { panic!() };
        let proof = bouton_sequence::prove(code, &Watch::unlimited()).unwrap();
        let over = Watch::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        match certified(&playable, proof.clone(), Instant::now(), &over) {
            Ok(Ending::NoLaw(none)) => {
                assert!(none.reason.contains("could not be checked"), "{}", none.reason);
                assert_eq!(none.helps, Some(Helps::Time));
            }
            other => panic!("{other:?}"),
        }
        let ending = certified(&playable, proof, Instant::now(), &Watch::unlimited());
        assert!(matches!(ending, Ok(Ending::Proved(_))));
    }
}
