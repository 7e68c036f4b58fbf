//! The period of a take-and-break game, as a theorem with its certificate.

use std::time::Instant;

use bouton::{
    Playable,
    cert::{Certificate, Claim, Period},
    check::check_with,
    solve::Periodicity,
};

use super::{Ending, ProvedValue, no_law};
use crate::{
    commands::sequence,
    failure::{Answer, Failure},
    limits::LimitOptions,
    theorem::of_period,
};

/// The windows that are tried, each about three times the one before, and large enough for
/// periods of half its size: 100, 300, 1000, 3000, … They end where a limit is met.
fn windows() -> impl Iterator<Item = u64> {
    (2..).flat_map(|exponent| {
        let power = 10u64.saturating_pow(exponent);
        [power, power.saturating_mul(3)]
    })
}

/// Looks for a period in longer and longer windows, until a theorem applies.
pub(super) fn prove(
    playable: &Playable,
    value: ProvedValue,
    limits: &LimitOptions,
) -> Result<Ending, Failure> {
    if value == ProvedValue::Outcome {
        return Err(Failure::input(
            "value",
            "the positions of a take-and-break game are sums of any number of heaps; what is proved of it is --value grundy, the period of single heaps",
        ));
    }
    playable.game().sprague_grundy()?;
    let started = Instant::now();
    let (_, watch) = limits.prove();
    let mut seen = 0;
    for upto in windows() {
        let sequence = match sequence::compute(playable, upto, &watch) {
            Ok(sequence) => sequence,
            Err(limit) => {
                return Ok(no_law(format!(
                    "no period found within the limits: heaps up to {seen} show none that a theorem covers, and for those up to {upto}: {limit}"
                )));
            }
        };
        seen = upto;
        if let Some(period) = sequence.period.filter(|period| period.proved) {
            return certified(playable, &sequence.values, &period, started, limits);
        }
    }
    unreachable!("the windows have no end")
}

fn certified(
    playable: &Playable,
    values: &[bouton::Value],
    period: &Periodicity,
    started: Instant,
    limits: &LimitOptions,
) -> Result<Ending, Failure> {
    let Periodicity { length, preperiod, saltus, theorem, .. } = *period;
    let listed = usize::try_from(preperiod + length).unwrap_or(usize::MAX).min(values.len());
    let claim = Claim::Period(Period { length, preperiod, saltus, values: values[..listed].to_vec() });
    let certificate = Certificate { game: playable.game().text(), claim }.encode();
    let searched = started.elapsed();
    check_with(&certificate, &limits.check_own()).map_err(|refused| {
        // Without a certificate that is accepted nothing is claimed.
        Failure::input("defect", format!("the checker refuses the certificate of the period: {refused}"))
    })?;
    Ok(Ending {
        status: "proved",
        answer: Answer::Done,
        theorem: Some(format!("Theorem. {}: {}", playable.title(), of_period(length, preperiod))),
        remark: format!(
            "by {theorem}; proved in {:.2} s, certificate accepted by the checker",
            searched.as_secs_f64()
        ),
        states: None,
        counterexample: None,
        certificate: Some(certificate),
        statistics: None,
    })
}
