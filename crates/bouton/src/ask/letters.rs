//! Theorems of rules with letters, `for all a, b`.

use bouton_core::Position;
use num_bigint::BigUint;

use super::{
    Asker, OpenSubject, ProvedValue, Subject,
    asker::within_room,
    instance::{goal, of_certificate, proved, with_letters},
};
use crate::{
    Error, ErrorKind, Goal, LetterTheorem, PlayableError, Reasons, ValueKind, document, letter_settings,
    rules::{Game, RulesetError},
    settings, why_letters,
};

/// Numbers above this do not occur in games that people play.
const LARGEST: u64 = 1 << 40;
/// With numbers above this one, a game may have too many amounts to be written out.
const MANY: u64 = 10_000;
/// Heaps from this size on are answered by the theorem, if there is one.
const LARGE: u64 = 1 << 32;
/// The default number of moves that are listed.
const MOVES: usize = 1_000;

/// The subject of a question about a theorem.
pub(super) enum About {
    /// A theorem with letters.
    Letters(Box<LetterTheorem>),
    /// A game without letters.
    Game(Box<Game>),
    /// The certificate of a theorem without letters.
    Certificate,
}

/// Determines the subject of a question about a theorem; a theorem with letters is proved. If the answer is
/// `pictured`, some letters may be set.
pub(super) fn about<A: Asker>(
    subject: &OpenSubject,
    (value, pictured): (Option<ProvedValue>, bool),
    asker: &mut A,
) -> Result<About, A::Failure> {
    if asker.is_certificate(&subject.game) {
        let found = of_certificate(&subject.game, asker)?;
        if found.is_some() && !pictured && !subject.set.is_empty() {
            return Err(Error::usage("the rules in the certificate are as they are; leave out {set}").into());
        }
        return Ok(found.map_or(About::Certificate, |theorem| About::Letters(Box::new(theorem))));
    }
    let set = settings(&subject.set).map_err(Error::from)?;
    let partly = pictured && !asker.reads_once(&subject.game);
    let with_letters = if partly { with_letters(&subject.game, asker)? } else { None };
    let game = match (&set[..], with_letters) {
        (_, Some(game)) if game.letters().iter().any(|name| !is_set(&subject.set, name)) => game,
        ([settings], _) if settings.is_empty() => asker.game(&subject.game, settings)?,
        _ => subject.subject().load(asker)?,
    };
    if game.letters().is_empty() {
        return Ok(About::Game(Box::new(game)));
    }
    Ok(About::Letters(Box::new(proved(&game, goal(value)?, asker)?)))
}

/// Whether some `NAME=NUMBER` sets a name.
fn is_set(set: &[String], name: &str) -> bool {
    let mut all = set.iter().flat_map(|text| text.split(','));
    all.any(|text| text.split_once('=').is_some_and(|(known, _)| known.trim() == name))
}

/// A theorem with letters, and numbers for them.
struct Known {
    theorem: LetterTheorem,
    settings: Vec<(String, BigUint)>,
    position: Position,
}

/// The theorem about the game with letters of a question, with the numbers that the question sets. `None` if
/// the game has no letters, or is to be solved with its numbers.
fn known<A: Asker>(
    (subject, position): (&Subject, &str),
    using: Option<&str>,
    (goal, always): (Goal, bool),
    asker: &mut A,
) -> Result<Option<Known>, A::Failure> {
    let is_certificate = asker.is_certificate(&subject.game);
    let named = if is_certificate && always { Some(&*subject.game) } else { using };
    let given = match named.filter(|given| asker.is_certificate(given)) {
        Some(given) => of_certificate(given, asker)?,
        None => None,
    };
    if is_certificate && (!always || given.is_none()) {
        return Ok(None);
    }
    let wrong = |why: String| Error::question(why).of_kind(ErrorKind::Certificate);
    let of_certificate = given.as_ref().map(|theorem| theorem.game().clone()).filter(|_| is_certificate);
    let game = match of_certificate {
        Some(game) => game,
        None => match with_letters(&subject.game, asker)? {
            Some(game) => game,
            None if given.is_none() => return Ok(None),
            None => {
                let why = "the theorem in the certificate has letters, and the game has none";
                return Err(wrong(why.to_owned()).into());
            }
        },
    };
    if subject.set.iter().any(|text| text.contains("..")) {
        // The caller handles a range.
        return Ok(None);
    }
    let settings = letter_settings(&subject.set).map_err(Error::from)?;
    let is_set = |name: &String| settings.iter().any(|(known, _)| known == name);
    if !game.letters().iter().all(is_set) {
        let error = RulesetError::Letters { names: game.letters().to_vec() };
        return Err(Error::from(PlayableError::from(error)).into());
    }
    let position = asker.position(position)?;
    let large = settings.iter().any(|(_, value)| *value > LARGEST.into());
    let by_theorem = always
        || settings.iter().any(|(_, value)| *value > MANY.into())
        || position.coordinates.iter().any(|heap| *heap >= LARGE.into());
    let theorem = match given {
        Some(theorem) if theorem.game().text() != game.text() => {
            return Err(wrong(format!("the theorem is about other rules:\n{}", theorem.game().text())).into());
        }
        Some(theorem) => Some(theorem),
        None if large || by_theorem && using.is_none() => match proved(&game, goal, asker) {
            Ok(theorem) => Some(theorem),
            Err(failure) if large => return Err(failure),
            // The game with its numbers may be solved in another way.
            Err(_) => None,
        },
        None => None,
    };
    Ok(theorem.map(|theorem| Known { theorem, settings, position }))
}

/// Answers a question about a position by a theorem with letters; `None` if the game is to be solved with its
/// numbers.
pub(super) fn solve<A: Asker>(
    (subject, position): (&Subject, &str),
    using: Option<&str>,
    (value, moves): (ValueKind, Option<usize>),
    asker: &mut A,
) -> Result<Option<document::Solve>, A::Failure> {
    let goal = if value == ValueKind::Grundy { Goal::Grundy } else { Goal::Outcome };
    let Some(known) = known((subject, position), using, (goal, false), asker)? else { return Ok(None) };
    if value == ValueKind::Remoteness {
        let why = "a theorem with letters does not give the remoteness";
        return Err(Error::question(why).of_kind(ErrorKind::Value).into());
    }
    let moves = within_room(moves.unwrap_or(MOVES), position, asker);
    Ok(Some(known.theorem.answer(&known.settings, &known.position, moves).map_err(Error::from)?))
}

/// The reasons for the value of a position by a theorem with letters; `None` if the game has no letters.
pub(super) fn why<A: Asker>(
    asked: (&Subject, &str),
    using: Option<&str>,
    value: Option<ProvedValue>,
    asker: &mut A,
) -> Result<Option<Reasons>, A::Failure> {
    let wanted = goal(value);
    let sought = *wanted.as_ref().unwrap_or(&Goal::Outcome);
    let Some(known) = known(asked, using, (sought, true), asker)? else { return Ok(None) };
    wanted?;
    let Known { theorem, settings, position } = known;
    let solved = theorem.answer(&settings, &position, MOVES).map_err(Error::from)?;
    Ok(Some(why_letters(&theorem, &settings, &solved).map_err(Error::from)?))
}
