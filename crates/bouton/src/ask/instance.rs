//! Theorems of rules with letters, and games that are instances of such rules.

use super::{Asker, ProvedValue};
use crate::{
    Error, ErrorKind, Goal, Instance, LetterTheorem, LettersError, cert::has_letters, letter_settings,
    prove_letters, rules::Game,
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
    if let Some(known) = asker.known_letters(given) {
        return Ok(Some(known));
    }
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

/// The game, if its rules have letters.
pub(super) fn with_letters<A: Asker>(given: &str, asker: &mut A) -> Result<Option<Game>, A::Failure> {
    if asker.reads_once(given) {
        return Ok(None);
    }
    // Faults are reported where the game is read.
    let Ok(text) = asker.rules(given) else { return Ok(None) };
    if !text.split(|c: char| c.is_whitespace() || c == ';').any(|word| word == "for") {
        return Ok(None);
    }
    Ok(Some(asker.game(given, &[])?).filter(|game| !game.letters().is_empty()))
}

/// The theorem with letters of a certificate with the numbers that a question sets; `None` if it has no letters.
pub(super) fn instance<A: Asker>(
    set: &[String],
    using: Option<&str>,
    asker: &mut A,
) -> Result<Option<Instance>, A::Failure> {
    let Some(given) = using.filter(|given| asker.is_certificate(given)) else { return Ok(None) };
    let Some(theorem) = of_certificate(given, asker)? else { return Ok(None) };
    let settings = letter_settings(set).map_err(Error::from)?;
    Ok(Some(Instance { theorem, settings }))
}

/// The theorem with letters of a game with the numbers that a question sets; `None` if the game has no letters, or none is
/// proved.
pub(super) fn proved_instance<A: Asker>(
    (game, set): (&str, &[String]),
    asker: &mut A,
) -> Result<Option<Instance>, A::Failure> {
    if asker.is_certificate(game) {
        return Ok(None);
    }
    let Some(game) = with_letters(game, asker)? else { return Ok(None) };
    let settings = letter_settings(set).map_err(Error::from)?;
    let Ok(theorem) = proved(&game, Goal::Outcome, asker) else { return Ok(None) };
    Ok(Some(Instance { theorem, settings }))
}
