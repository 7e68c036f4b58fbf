//! Theorems of rules with letters, `for all a, b`.

use super::{Asker, ProvedValue, Subject, asker::within_room};
use crate::{
    Asked, Error, ErrorKind, Goal, LetterTheorem, LettersError, PlayableError,
    cert::has_letters,
    document, letter_settings, prove_letters,
    rules::{Game, RulesetError},
};

/// Numbers above this are not those of a game that is played.
const LARGEST: u64 = 1 << 40;
/// Heaps from this size on are answered by the theorem, if there is one.
const LARGE: u64 = 1 << 32;
/// The default number of moves that are listed.
const MOVES: usize = 1_000;

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

/// The game, if its rules have letters.
fn with_letters<A: Asker>(given: &str, asker: &mut A) -> Result<Option<Game>, A::Failure> {
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

/// The answer of a theorem with letters to a question about a position; `None` if the game is to be solved as it is with
/// its numbers.
pub(super) fn solve<A: Asker>(
    (subject, position): (&Subject, &str),
    using: Option<&str>,
    (value, moves): (Asked, Option<usize>),
    asker: &mut A,
) -> Result<Option<document::Solve>, A::Failure> {
    let given = match using.filter(|given| asker.is_certificate(given)) {
        Some(given) => of_certificate(given, asker)?,
        None => None,
    };
    if asker.is_certificate(&subject.game) {
        return Ok(None);
    }
    let wrong = |why: String| Error::question(why).of_kind(ErrorKind::Certificate);
    let Some(game) = with_letters(&subject.game, asker)? else {
        let Some(_) = given else { return Ok(None) };
        return Err(
            wrong("the theorem in the certificate has letters, and the game has none".to_owned()).into()
        );
    };
    if subject.set.iter().any(|text| text.contains("..")) {
        // A range, of which others tell.
        return Ok(None);
    }
    let settings = letter_settings(&subject.set).map_err(Error::from)?;
    let is_set = |name: &String| settings.iter().any(|(known, _)| known == name);
    if !game.letters().iter().all(is_set) {
        let error = RulesetError::Letters { names: game.letters().to_vec() };
        return Err(Error::from(PlayableError::from(error)).into());
    }
    let place = asker.position(position)?;
    let large = settings.iter().any(|(_, value)| *value > LARGEST.into());
    let heaps = place.coordinates.iter().any(|heap| *heap >= LARGE.into());
    let known = match given {
        Some(theorem) if theorem.game().text() != game.text() => {
            return Err(wrong(format!("the theorem is about other rules:\n{}", theorem.game().text())).into());
        }
        Some(theorem) => Some(theorem),
        None if large || heaps && using.is_none() => {
            let goal = if value == Asked::Grundy { Goal::Grundy } else { Goal::Outcome };
            match proved(&game, goal, asker) {
                Ok(theorem) => Some(theorem),
                Err(failure) if large => return Err(failure),
                // The game with its numbers may be solved otherwise.
                Err(_) => None,
            }
        }
        None => None,
    };
    let Some(theorem) = known else { return Ok(None) };
    if value == Asked::Remoteness {
        let why = "a theorem with letters does not tell the remoteness";
        return Err(Error::question(why).of_kind(ErrorKind::Value).into());
    }
    let moves = within_room(moves.unwrap_or(MOVES), position, asker);
    Ok(Some(theorem.answer(&settings, &place, moves).map_err(Error::from)?))
}
