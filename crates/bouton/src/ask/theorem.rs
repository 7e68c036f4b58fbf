//! The theorem that a question is about: from a certificate, or of a game.

use super::{Asker, OpenSubject, ProvedValue};
use crate::{
    Ending, Error, ErrorKind, NotFound, ProveOptions, Theorem, Watch, known_or_proved, prove_every_number,
    prove_quotient, rules::Game,
};

/// The theorem of a certificate, if it agrees with the other parameters.
pub(super) fn of_certificate<A: Asker>(
    subject: &OpenSubject,
    value: Option<ProvedValue>,
    asker: &mut A,
) -> Result<Theorem, A::Failure> {
    let given = &subject.game;
    if !subject.set.is_empty() {
        return Err(Error::usage("the rules in the certificate are as they are; leave out {set}").into());
    }
    let theorem = asker.given_theorem(given)?;
    let Some(law) = theorem.law() else { return Ok(theorem) };
    let (of_grundy, dimension) = (law.is_grundy(), law.ruleset().dimension());
    if value.is_some_and(|value| (value == ProvedValue::Grundy) != of_grundy) {
        let about = if of_grundy { "Grundy values" } else { "outcomes" };
        let message = format!("the law in {} is one of {about}", asker.named(given));
        return Err(Error::question(message).of_kind(ErrorKind::Value).into());
    }
    if subject.heaps().is_some_and(|heaps| heaps != dimension) {
        let message = format!("the law in {} is about positions of {dimension} numbers", asker.named(given));
        return Err(Error::question(message).of_kind(ErrorKind::Heaps).into());
    }
    Ok(theorem)
}

/// The theorem of a game: one that comes with the library, or one that is proved now; for every number of
/// heaps where that is requested and possible.
pub(super) fn of_game<A: Asker>(
    game: &Game,
    subject: &OpenSubject,
    value: Option<ProvedValue>,
    every_number: bool,
    asker: &mut A,
) -> Result<Theorem, A::Failure> {
    let found = search(game, subject, value, every_number, asker)?;
    found.map_err(|NotFound { reason, helps, .. }| Error::NoLaw { reason, helps }.into())
}

/// As [`of_game`]; the reason if no theorem is found.
pub(super) fn search<A: Asker>(
    game: &Game,
    subject: &OpenSubject,
    value: Option<ProvedValue>,
    every_number: bool,
    asker: &mut A,
) -> Result<Result<Theorem, NotFound>, A::Failure> {
    if !every_number {
        refuse_all_heaps(subject)?;
    }
    if let Some(theorem) = of_every_number(game, subject, value, every_number, asker)? {
        return Ok(Ok(theorem));
    }
    search_within(game, subject, value, &asker.watch_for_proof(), asker)
}

/// Refuses the theorem for every number of heaps where a question needs one about some heaps.
///
/// # Errors
///
/// If it is requested.
pub(super) fn refuse_all_heaps(subject: &OpenSubject) -> Result<(), Error> {
    if subject.all_heaps() {
        let why = "{heaps all} goes with `prove`, `explain` and `emit` alone; say {heaps K} here";
        return Err(Error::usage(why));
    }
    Ok(())
}

/// The theorem of a game with its number of heaps, which is sought under this watch; the reason if none is found.
pub(super) fn search_within<A: Asker>(
    game: &Game,
    subject: &OpenSubject,
    value: Option<ProvedValue>,
    watch: &Watch,
    asker: &mut A,
) -> Result<Result<Theorem, NotFound>, A::Failure> {
    let playable = subject.playable_of(game, asker)?;
    let ending = match value.unwrap_or(ProvedValue::of(game)).goal() {
        Some(goal) => known_or_proved(&playable, goal, asker.states(), watch),
        None => prove_quotient(&playable, None, watch),
    };
    match ending.map_err(Error::from)? {
        Ending::Proved(proved) => Ok(Ok(proved.theorem)),
        Ending::NoLaw(none) => Ok(Err(none)),
        Ending::Refuted(_) => {
            let reason = "no law was found".to_owned();
            Ok(Err(NotFound { reason, helps: None, tried: Vec::new(), agrees_upto: None }))
        }
    }
}

/// The theorem for every number of heaps, if one is sought and found.
pub(super) fn of_every_number<A: Asker>(
    game: &Game,
    subject: &OpenSubject,
    value: Option<ProvedValue>,
    every_number: bool,
    asker: &mut A,
) -> Result<Option<Theorem>, A::Failure> {
    let watch = asker.watch_for_proof();
    watch.check().map_err(Error::from)?;
    if !every_number || !subject.any_heaps(game) {
        return Ok(None);
    }
    let mut options = ProveOptions::default();
    options.states = asker.states().unwrap_or(options.states);
    let goal = value.unwrap_or(ProvedValue::Outcome).goal();
    match prove_every_number(game, goal, &options, &watch).map_err(Error::from)? {
        Ending::Proved(proved) => Ok(Some(proved.theorem)),
        Ending::NoLaw(NotFound { reason, .. }) if subject.all_heaps() => {
            Err(Error::NoLaw { reason, helps: None }.into())
        }
        _ => Ok(None),
    }
}
