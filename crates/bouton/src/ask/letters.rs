//! Theorems of rules with letters, `for all a, b`.

use super::{Asker, ProvedValue};
use crate::{
    Error, ErrorKind, Goal, LetterTheorem, LettersError, cert::has_letters, prove_letters, rules::Game,
};

/// The subject of a law of rules with letters.
pub(super) fn goal(value: Option<ProvedValue>) -> Result<Goal, Error> {
    let goal = value.map_or(Some(Goal::Outcome), ProvedValue::goal);
    goal.ok_or_else(|| {
        Error::question("rules with letters have no misère quotient").of_kind(ErrorKind::Value)
    })
}

/// The theorem of a certificate; `None` if it has no letters.
pub(super) fn of_certificate<A: Asker>(
    given: &str,
    asker: &mut A,
) -> Result<Option<LetterTheorem>, A::Failure> {
    let text = asker.certificate_text(given)?;
    if !has_letters(&text) {
        return Ok(None);
    }
    let checked = LetterTheorem::check(&text, &asker.limits_of_check());
    checked.map(Some).map_err(|refused| asker.about(given, LettersError::from(refused).into()))
}

/// The theorem of rules with letters. If there is none for all numbers that the letters may be, their range
/// is divided.
pub(super) fn proved<A: Asker>(game: &Game, goal: Goal, asker: &A) -> Result<LetterTheorem, A::Failure> {
    let watch = asker.watch_for_proof();
    let prove = |cones| prove_letters(game, goal, cones, &watch).map_err(Error::from);
    let one = prove(false)?;
    let ending = if one.theorem.is_some() { one } else { prove(true)? };
    let reason = ending.reason.unwrap_or_default();
    Ok(ending.theorem.ok_or(Error::NoLaw { reason, helps: None })?)
}
