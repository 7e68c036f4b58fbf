//! Laws of a fixed number of coordinates.

use bouton_canonical::Rules;
use bouton_cert::Certificate;
use bouton_core::{Law, Ruleset};

use crate::LowerError;

/// The rules that a law is about, with the order of play of its certificate.
pub(crate) fn ruleset(certificate: &Certificate, law: &Law) -> Result<Ruleset, LowerError> {
    let rules = |reason: String| LowerError::Rules(reason);
    let game = Rules::read(&certificate.game).map_err(|error| rules(error.to_string()))?;
    let ruleset = game.ruleset().map_err(|error| rules(error.to_string()))?;
    let ruleset = match &certificate.order {
        Some(order) => ruleset.ended_by(order).map_err(|fault| rules(fault.to_string()))?,
        None => ruleset,
    };
    law.fits(&ruleset).map_err(|fault| rules(fault.to_string()))?;
    Ok(ruleset)
}
