//! The misère quotient of a take-and-break game, as a theorem with its certificate.

use std::time::Instant;

use bouton_cert::{Certificate, Claim, QuotientClaim};
use bouton_core::{Quotient, TakeAndBreakCode, Watch};
use bouton_misere::{NoQuotient, OptionTable, period, quotient};

use super::{Ending, Helps, ProveError, ProvedTheorem};
use crate::{Arena, Playable, Theorem, limits::checking};

/// The largest heap of the first quotient, by default.
const FIRST: u32 = 24;

/// Searches for the misère quotient of a take-and-break game, with heaps of at most `upto` objects,
/// or with all heaps as soon as a theorem proves that the quotient does not grow further.
///
/// # Errors
///
/// [`ProveError::NoHeaps`] if the game is of another kind. A limit is not an error, but an
/// [`Ending::NoLaw`].
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, Watch, prove_quotient};
///
/// let playable = Game::named("octal 0.123")?.playable()?;
/// let Ending::Proved(proved) = prove_quotient(&playable, None, &Watch::unlimited())? else { panic!() };
/// assert_eq!(
///     proved.theorem.sentence(),
///     "the misère quotient of all heaps (Φ(n + 5) = Φ(n) for all n ≥ 5) has 20 elements, 5 of them P; it is wild."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_quotient(playable: &Playable, upto: Option<u32>, watch: &Watch) -> Result<Ending, ProveError> {
    let Arena::Code(code) = playable.arena() else { return Err(ProveError::NoHeaps) };
    let started = Instant::now();
    let mut largest = upto.unwrap_or(FIRST);
    loop {
        let found = match of_heaps(code, largest, watch) {
            Ok(found) => found,
            Err(reason @ NoQuotient::Elements(_)) => {
                return Ok(Ending::no_law(reason.to_string(), Helps::Nothing));
            }
            Err(NoQuotient::Limit { proved, order, limit }) => {
                let helps = Helps::from(&limit);
                let reason = NoQuotient::Limit { proved, order, limit };
                return Ok(Ending::no_law(format!("no quotient found within the limits: {reason}"), helps));
            }
        };
        let period = period(&found, code);
        if upto.is_some() || period.is_some() {
            return certified(playable, found, period, started, watch);
        }
        largest = largest.saturating_mul(2);
    }
}

fn of_heaps(code: &TakeAndBreakCode, largest: u32, watch: &Watch) -> Result<Quotient, NoQuotient> {
    let options = OptionTable::new(code, largest, watch).map_err(|limit| NoQuotient::Limit {
        proved: 0,
        order: 1,
        limit,
    })?;
    quotient(&options, watch)
}

/// Returns the theorem about a quotient, once the checker has accepted its certificate.
fn certified(
    playable: &Playable,
    quotient: Quotient,
    period: Option<(u64, u64)>,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let quotient = match period {
        // The values are listed up to the end of the first period.
        Some((length, from)) => quotient.first(usize::try_from(from + length).unwrap_or(usize::MAX)),
        None => quotient,
    };
    let claim = Claim::Quotient(QuotientClaim { quotient, period });
    let certificate = Certificate { game: playable.game().text(), order: None, claim }.encode();
    let searched = started.elapsed();
    let theorem = match Theorem::check(&certificate, &checking(watch)) {
        Ok(theorem) => theorem,
        Err(crate::LawError::Refused(refused)) if refused.step == bouton_check::Step::Limit => {
            let reason = format!("a quotient was found, but its certificate could not be checked: {refused}");
            return Ok(Ending::no_law(reason, super::checking_ended(watch)));
        }
        Err(error) => {
            let defect = format!("the checker refuses the certificate of the quotient: {error}");
            return Err(ProveError::Defect(defect));
        }
    };
    let remark = format!("proved in {:.2} s, certificate accepted by the checker", searched.as_secs_f64());
    Ok(Ending::Proved(Box::new(ProvedTheorem { theorem, remark, states: None, statistics: None })))
}
