//! Claims for every number of heaps.

mod columns;
mod instances;
mod local;
mod sum;

use bouton_canonical::Rules;
use bouton_cert::OpenClaim;

use crate::{Limits, refused::Verdict};

/// Checks a claim for every number of heaps, and returns it as a sentence.
pub(crate) fn check(game: &Rules, claim: &OpenClaim, limits: &Limits) -> Verdict<String> {
    let claim = match claim {
        OpenClaim::Sum(one) => sum::check(game, one, limits)?,
        OpenClaim::Columns(claim) => columns::check(game, claim, limits)?,
        OpenClaim::Local(claim) => {
            let told = local::check(game, claim, limits)?;
            return Ok(format!("for {} the {told}", claim.numbers));
        }
    };
    Ok(format!("for every number of heaps the {claim}"))
}
