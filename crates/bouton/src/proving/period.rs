//! The period of a take-and-break game, as a theorem with its certificate.

use std::time::Instant;

use bouton_cert::{Certificate, Claim};
use bouton_core::{TakeAndBreakCode, Watch};
use bouton_prove::Goal;
use bouton_sequence::{NoPeriod, Proof};

use super::{Ending, Helps, ProveError, Proved};
use crate::{Playable, Theorem, limits::checking};

/// Computes Grundy values of single heaps until a theorem applies to their period.
pub(super) fn prove(
    playable: &Playable,
    code: &TakeAndBreakCode,
    goal: Goal,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    if goal == Goal::Outcome {
        return Err(ProveError::OutcomesOfCode);
    }
    let hypothesis = playable.game().sprague_grundy();
    hypothesis.map_err(|reason| ProveError::NoGrundyValues(reason.to_string()))?;
    let started = Instant::now();
    match bouton_sequence::prove(code, watch) {
        Ok(proof) => certified(playable, &proof, started, watch),
        Err(NoPeriod::NoTheorem) => Ok(Ending::no_law(NoPeriod::NoTheorem.to_string(), Helps::Nothing)),
        Err(NoPeriod::Limit { computed, seen, limit }) => {
            let helps = Helps::from(&limit);
            let reason = NoPeriod::Limit { computed, seen, limit };
            Ok(Ending::no_law(format!("no period found within the limits: {reason}"), helps))
        }
    }
}

/// The theorem about a period, once the checker has accepted its certificate.
fn certified(
    playable: &Playable,
    proof: &Proof,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let claim = Claim::Period(proof.period());
    let certificate = Certificate { game: playable.game().text(), order: None, claim }.encode();
    let searched = started.elapsed();
    // Without a certificate that is accepted nothing is claimed.
    let theorem_of =
        |error| ProveError::Defect(format!("the checker refuses the certificate of the period: {error}"));
    let proved = Theorem::check(&certificate, &checking(watch)).map_err(theorem_of)?;
    let remark = format!(
        "by {}; proved in {:.2} s, certificate accepted by the checker",
        proof.theorem,
        searched.as_secs_f64()
    );
    Ok(Ending::Proved(Box::new(Proved { theorem: proved, remark, states: None, statistics: None })))
}
