//! Rules with letters, `for all a, b`: their theorems in `solve`.

use bouton::{
    Asked, Goal, LetterTheorem, LettersError,
    ask::{self, joined},
    cert::has_letters,
    document::Solve,
    letter_settings, prove_letters,
    rules::{Game, text_of},
};

use crate::{arguments::game::parse_position, failure::Failure, file, session::Session};

/// Numbers above this are not those of a game that is played.
const LARGEST: u64 = 1 << 40;
/// Heaps from this size on are answered by the theorem, if there is one.
const LARGE: u64 = 1 << 32;
/// The default number of moves that are listed.
const MOVES: usize = 1_000;

/// The game, if its rules have letters.
fn with_letters(argument: &str) -> Result<Option<Game>, Failure> {
    // A file that is not a regular file can be read only once.
    if std::fs::metadata(argument).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(None);
    }
    let text = match file::rules_of(argument) {
        Ok(Some(text)) => text,
        Ok(None) => text_of(argument).map(Into::into).unwrap_or_default(),
        Err(_) => return Ok(None),
    };
    if !text.split(|c: char| c.is_whitespace() || c == ';').any(|word| word == "for") {
        return Ok(None);
    }
    Ok(Some(file::game(argument, &[])?).filter(|game| !game.letters().is_empty()))
}

/// The theorem of a certificate file; `None` if it has no letters.
fn of_certificate(path: &str, session: &Session) -> Result<Option<LetterTheorem>, Failure> {
    let text = file::text(path, session)?;
    if !has_letters(&text) {
        return Ok(None);
    }
    let checked = LetterTheorem::check(&text, &session.limits.check());
    checked.map(Some).map_err(|refused| Failure::from(LettersError::from(refused)).about(path))
}

fn proved(game: &Game, goal: Goal, session: &Session) -> Result<LetterTheorem, Failure> {
    let watch = session.limits.watch_for_proof();
    let one = prove_letters(game, goal, false, &watch)?;
    let ending = if one.theorem.is_some() { one } else { prove_letters(game, goal, true, &watch)? };
    ending.theorem.ok_or_else(|| Failure::limit(ending.reason.unwrap_or_default()))
}

/// The answer of a theorem with letters; `None` if the game with its numbers is to be solved like any other.
pub(super) fn solve(
    question: &ask::Solve,
    using: Option<&str>,
    session: &Session,
) -> Result<Option<Solve>, Failure> {
    let (argument, value, moves) = (&question.subject, question.value, question.moves);
    let given = match using.filter(|path| file::is_certificate(path)) {
        Some(path) => of_certificate(path, session)?,
        None => None,
    };
    if file::is_certificate(&argument.game) {
        return Ok(None);
    }
    let Some(game) = with_letters(&argument.game)? else {
        let Some(_) = given else { return Ok(None) };
        let error = "the theorem in the certificate has letters, and the game has none";
        return Err(Failure::input("certificate", error));
    };
    let settings = letter_settings(&argument.set);
    if argument.set.iter().any(|text| text.contains("..")) {
        // Other functions report a range.
        return Ok(None);
    }
    let settings = settings?;
    let is_set = |name: &String| settings.iter().any(|(known, _)| known == name);
    if !game.letters().iter().all(is_set) {
        return Err(Failure::without_numbers(game.letters()));
    }
    let position = parse_position(&joined(&question.position)?)?;
    let large = settings.iter().any(|(_, value)| *value > LARGEST.into());
    let heaps = position.coordinates.iter().any(|heap| *heap >= LARGE.into());
    let known = match given {
        Some(theorem) if theorem.game().text() != game.text() => {
            let error = format!("the theorem is about other rules:\n{}", theorem.game().text());
            return Err(Failure::input("certificate", error));
        }
        Some(theorem) => Some(theorem),
        None if large || heaps && using.is_none() => {
            let goal = if value == Asked::Grundy { Goal::Grundy } else { Goal::Outcome };
            match proved(&game, goal, session) {
                Ok(theorem) => Some(theorem),
                Err(failure) if large => return Err(failure),
                // The game with its numbers may be solved in another way.
                Err(_) => None,
            }
        }
        None => None,
    };
    let Some(theorem) = known else { return Ok(None) };
    if value == Asked::Remoteness {
        return Err(Failure::input("value", "a theorem with letters does not tell the remoteness"));
    }
    Ok(Some(theorem.answer(&settings, &position, moves.unwrap_or(MOVES))?))
}

/// The answer of a theorem in words.
pub(super) fn answer_in_words(answer: &Solve) -> String {
    let mut text = format!("{} {}: {}\n", answer.game, answer.position, answer.outcome);
    if let Some(grundy) = &answer.grundy {
        text.push_str(&format!("Grundy value {grundy}\n"));
    }
    let winning: Vec<&str> =
        answer.moves.iter().filter(|option| option.winning).map(|option| &*option.to).collect();
    let more = if answer.winning_moves_complete { "" } else { " or more" };
    if !winning.is_empty() {
        let count = bouton::words::counted(winning.len(), "winning move");
        text.push_str(&format!("{count}{more}: {}\n", winning.join(" ")));
    } else if answer.moves.is_empty() && answer.moves_complete {
        text.push_str("there is no move\n");
    } else if answer.winning_moves_complete {
        text.push_str("no winning move\n");
    } else {
        text.push_str("no winning move was found: not all of them were looked at\n");
    }
    if let Some(certificate) = &answer.certificate {
        text.push_str(&format!("from the theorem with letters {certificate}\n"));
    }
    text
}
