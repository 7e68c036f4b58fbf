//! The period of a take-and-break game, as a theorem with its certificate.

use std::time::Instant;

use bouton_cert::{Certificate, Claim};
use bouton_core::{Period, Value, Watch};
use bouton_prove::Goal;
use bouton_solve::Periodicity;

use super::{Ending, Helps, ProveError, Proved};
use crate::{Playable, Theorem, limits::checking, sequence::sequence};

/// The window after a window: about three times as large. Each, 100, 300, 1000, 3000, …, is
/// large enough for periods of half its size; they end where a limit is met.
fn after(window: u64) -> u64 {
    let power = 10u64.pow(window.ilog10());
    if window == power { power.saturating_mul(3) } else { power.saturating_mul(10) }
}

/// Looks for a period in longer and longer windows, until a theorem applies.
pub(super) fn prove(playable: &Playable, goal: Goal, watch: &Watch) -> Result<Ending, ProveError> {
    if goal == Goal::Outcome {
        return Err(ProveError::OutcomesOfCode);
    }
    let hypothesis = playable.game().sprague_grundy();
    hypothesis.map_err(|reason| ProveError::NoGrundyValues(reason.to_string()))?;
    let started = Instant::now();
    let (mut seen, mut upto) = (0, 100);
    loop {
        let found = match sequence(playable, upto, watch) {
            Ok(found) => found,
            Err(limit) => {
                let reason = format!(
                    "no period found within the limits: heaps up to {seen} show none that a theorem covers, and for those up to {upto}: {limit}"
                );
                return Ok(Ending::no_law(reason, Helps::from(&limit)));
            }
        };
        seen = upto;
        if let Some(period) = found.period.filter(|period| period.proved) {
            return certified(playable, &found.values, &period, started, watch);
        }
        upto = after(upto);
    }
}

fn certified(
    playable: &Playable,
    values: &[Value],
    period: &Periodicity,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let Periodicity { length, preperiod, saltus, ref theorem, .. } = *period;
    let listed = usize::try_from(preperiod + length).unwrap_or(usize::MAX).min(values.len());
    let claim = Claim::Period(Period { length, preperiod, saltus, values: values[..listed].to_vec() });
    let certificate = Certificate { game: playable.game().text(), claim }.encode();
    let searched = started.elapsed();
    // Without a certificate that is accepted nothing is claimed.
    let theorem_of =
        |error| ProveError::Defect(format!("the checker refuses the certificate of the period: {error}"));
    let proved = Theorem::check(&certificate, &checking(watch)).map_err(theorem_of)?;
    let remark = format!(
        "by {theorem}; proved in {:.2} s, certificate accepted by the checker",
        searched.as_secs_f64()
    );
    Ok(Ending::Proved(Box::new(Proved { theorem: proved, remark, states: None, statistics: None })))
}
