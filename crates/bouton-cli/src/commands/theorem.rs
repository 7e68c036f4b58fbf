//! The theorem that a command is about: from a certificate, or of a game.

use bouton::{Ending, NotFound, Playable, Theorem, ask::Subject};

use crate::{
    arguments::values::ProvedValue,
    asker::Terminal,
    failure::{Failure, longer},
    file,
    session::Session,
};

/// The theorem of a certificate file, the bundled one of a game, or one that is proved now.
pub(super) fn theorem_of(
    game: &Subject,
    value: Option<ProvedValue>,
    session: &Session,
) -> Result<Theorem, Failure> {
    if file::is_certificate(&game.game) {
        return of_certificate(game, value, session);
    }
    let watch = session.limits.watch_for_proof();
    let rules = game.load(&mut Terminal::new(session))?;
    watch.check()?;
    let (playable, default) = match rules.code() {
        Some(_) => (Playable::new(&rules, game.heaps())?, ProvedValue::Grundy),
        None => (game.playable_of(&rules, &mut Terminal::new(session))?, ProvedValue::Outcome),
    };
    let ending = match value.unwrap_or(default).goal() {
        Some(goal) => bouton::known_or_proved(&playable, goal, session.limits.states(), &watch)?,
        None => bouton::prove_quotient(&playable, None, &watch)?,
    };
    match ending {
        Ending::Proved(proved) => Ok(proved.theorem),
        Ending::NoLaw(NotFound { reason, helps, .. }) => {
            let advice = helps.map(|helps| format!("; {}", longer(helps)));
            Err(Failure::limit(reason + &advice.unwrap_or_default()))
        }
        _ => Err(Failure::limit("no law was found")),
    }
}

/// The theorem of a certificate file, if it agrees with the other arguments.
fn of_certificate(game: &Subject, value: Option<ProvedValue>, session: &Session) -> Result<Theorem, Failure> {
    if !game.set.is_empty() {
        let fixed = format!("the rules in the certificate {} are as they are; leave out --set", game.game);
        return Err(Failure::misused(&fixed));
    }
    let theorem = file::theorem(&game.game, session)?;
    let Some(law) = theorem.law() else { return Ok(theorem) };
    let (of_grundy, dimension) = (law.is_grundy(), law.ruleset().dimension());
    if value.is_some_and(|value| (value == ProvedValue::Grundy) != of_grundy) {
        let about = if of_grundy { "Grundy values" } else { "outcomes" };
        return Err(Failure::input("value", format!("the law in {} is one of {about}", game.game)));
    }
    if game.heaps().is_some_and(|heaps| heaps != dimension) {
        let coordinates = format!("the law in {} is about positions of {dimension} numbers", game.game);
        return Err(Failure::input("heaps", coordinates));
    }
    Ok(theorem)
}
