//! `bouton nim …`: the theory of Nim, and `bouton suggest`.

use bouton::{
    ask::joined,
    document::{
        NimBounded, NimClasses, NimClosing, NimDistances, NimFarthest, NimLost, NimMoves, NimSum,
        NimTrapezoids, NimTriangles, Suggest,
    },
    theory::nim::{self, ClosingSentence, SuggestError},
    words::nim as render,
};
use num_bigint::BigUint;

use crate::{
    arguments::{
        game::parse_position,
        nim::{Arguments, Question, SuggestArguments},
    },
    failure::{Answer, Failure},
    session::Session,
};

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::Sum { heaps } => {
            let found = NimSum::new(&big(heaps)?);
            session.say(&render::sum(&found), &found)?;
        }
        Question::Moves { heaps } => {
            let found = NimMoves::new(&big(heaps)?);
            session.say(&render::moves(&found), &found)?;
        }
        Question::Lost(arguments) => {
            let found = NimLost::from(&nim::lost_positions_within(&arguments.into(), &session.watch())?);
            session.say(&render::listing(&found.positions, found.complete), &found)?;
        }
        Question::Suggest(arguments) => return suggest(arguments, session),
        Question::Distance { heaps, limit: most } => {
            let heaps = small(heaps)?;
            let found = nim::distance_within(&heaps, *most, &session.watch()).map_err(limit)?;
            session.say(&render::distance(&found), &NimDistances::new(&heaps, &found))?;
        }
        Question::Farthest { heaps, largest, limit: most } => {
            let found = nim::farthest_positions_within(*heaps, *largest, *most, &session.watch());
            let found = NimFarthest::from(&found.map_err(limit)?);
            session.say(&render::farthest(&found), &found)?;
        }
        Question::Classes { heaps } => {
            let heaps = big(heaps)?;
            let found = nim::lost_classes(&heaps);
            session.say(&render::classes(&found), &NimClasses::new(&heaps, &found))?;
        }
        Question::Triangles { upto } => {
            let found =
                NimTriangles { upto: *upto, triangles: session.watch().collect(1, nim::triangles(*upto))? };
            session.say(&render::triangles(&found), &found)?;
        }
        Question::Trapezoids { upto } => {
            let positions = nim::trapezoids(*upto).map(|(first, last)| (first..=last).collect::<Vec<_>>());
            let found = NimTrapezoids { upto: *upto, positions: session.watch().collect(1, positions)? };
            session.say(&render::listing(&found.positions, true), &found)?;
        }
        Question::Bounded { heaps, most } if heaps.is_empty() => closing_sentence(most, session)?,
        Question::Bounded { heaps, most } => bounded(&big(heaps)?, most, session)?,
    }
    Ok(Answer::Done)
}

/// Good starting positions.
pub(crate) fn suggest(arguments: &SuggestArguments, session: &Session) -> Result<Answer, Failure> {
    let found = nim::suggest_within(arguments.heaps, arguments.limit, &session.watch());
    let found = found.map_err(|error| match error {
        SuggestError::Limit(limit) => limit.into(),
        SuggestError::TooMany { .. } => Failure::limit(error.to_string()),
        SuggestError::TooFew { .. } => Failure::input("heaps", error.to_string()),
    })?;
    session.say(&render::suggestion(&found), &Suggest::from(&found))?;
    Ok(Answer::Done)
}

fn limit(error: impl std::error::Error + 'static) -> Failure {
    Failure::of_limit(&error)
}

fn big(words: &[String]) -> Result<Vec<BigUint>, Failure> {
    let position = parse_position(&joined(words)?)?;
    if let Some(control) = position.control {
        return Err(Failure::input("position", format!("Nim has no control states, leave out `:{control}`")));
    }
    Ok(position.coordinates)
}

fn small(words: &[String]) -> Result<Vec<u64>, Failure> {
    let too_large = |heap| Failure::limit(format!("a heap of {heap} is too large to be searched"));
    big(words)?.iter().map(|heap| u64::try_from(heap).map_err(|_| too_large(heap))).collect()
}

fn bounded(heaps: &[BigUint], most: &BigUint, session: &Session) -> Result<(), Failure> {
    if *most == BigUint::ZERO {
        return Err(Failure::input("most", "--most 0 allows no move, expected at least 1"));
    }
    let found = NimBounded::new(heaps, most);
    session.say(&render::bounded(&found), &found)
}

fn closing_sentence(most: &BigUint, session: &Session) -> Result<(), Failure> {
    let most = u64::try_from(most).map_err(|_| Failure::limit("--most is examined up to 2^64 - 2"))?;
    let found = nim::closing_sentence_counterexample(most);
    if found == ClosingSentence::NotExamined {
        let expected = format!("--most {most} is not examined, expected 1 to 2^64 - 2");
        return Err(Failure::input("most", expected));
    }
    session.say(&render::closing_sentence(most, &found), &NimClosing::new(most, &found))
}
