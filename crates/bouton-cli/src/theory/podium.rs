//! `bouton podium …`: three-player Nim with podium rule.

use std::str::FromStr;

use bouton::{
    ask::joined,
    document::{
        PodiumCanonical, PodiumClasses, PodiumCoalitions, PodiumEqual, PodiumForm, PodiumLinked, PodiumMoore,
        PodiumOutcome, PodiumReduce, PodiumValue,
    },
    theory::podium::{self, Evaluator, ImpartialForm, PileForm, Play, RepresentationBounds},
    words::podium as render,
};

use crate::{
    arguments::podium::{Arguments, PlayName, Question},
    failure::{Answer, Failure},
    session::Session,
};

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::Value { form, players } => {
            let form = piles(&joined(form)?)?;
            session.say(&render::value(&form, *players), &PodiumValue::new(&form, *players))?;
        }
        Question::Outcome { form } => {
            let form = piles(&joined(form)?)?;
            session.say(&render::outcome(&form), &PodiumOutcome::new(&form))?;
        }
        Question::Linked { form } => {
            let found = PodiumLinked::new(&piles(&joined(form)?)?);
            session.say(&render::linked(&found), &found)?;
        }
        Question::Equal { left, right } => {
            let found = podium::equality(&piles(left)?, &piles(right)?);
            session.say(&render::equality(&found), &PodiumEqual::from(&found))?;
        }
        Question::Canonical { form } => {
            let form = piles(&joined(form)?)?;
            let canonical = podium::canonical_form_within(&form, &session.watch()).map_err(limit)?;
            session.say(&format!("{form} = {canonical}\n"), &PodiumCanonical::new(&form, &canonical))?;
        }
        Question::Reduce { form } => {
            let form = piles(&joined(form)?)?;
            let found = podium::reduce_within(&form, &session.watch()).map_err(limit)?;
            session.say(&render::reduction(&form, &found), &PodiumReduce::new(&form, &found))?;
        }
        Question::Classes { piles, largest, limit: most } => {
            let found = podium::equivalence_classes_within(*piles, *largest, *most, &session.watch());
            let found = found.map_err(limit)?;
            session.say(&render::classes(&found), &PodiumClasses::from(&found[..]))?;
        }
        Question::Form { form, play, piles, largest, limit } => {
            let bounds = RepresentationBounds { piles: *piles, largest: *largest, positions: *limit };
            general(form, *play, bounds, session)?;
        }
        Question::Coalitions { limit: most } => {
            let found = podium::coalition_sums_within(*most, &session.watch()).map_err(limit)?;
            session.say(&render::coalitions(&found), &PodiumCoalitions::from(&found))?;
        }
        Question::Moore { form, players, piles: from } => {
            let Some(found) = PodiumMoore::new(&piles(&joined(form)?)?, *players, *from) else {
                return Err(Failure::limit("these players and piles need a modulus beyond 2^32"));
            };
            session.say(&render::moore(&found), &found)?;
        }
    }
    Ok(Answer::Done)
}

fn limit(error: impl std::error::Error + 'static) -> Failure {
    Failure::of_limit(&error)
}

/// The most piles of a form on the command line.
const MAX_PILES: usize = 10_000;

fn wrong_form(text: &str, reason: &dyn std::fmt::Display) -> Failure {
    Failure::input("form", format!("form `{text}`: {reason}"))
}

fn piles(text: &str) -> Result<PileForm, Failure> {
    let form = PileForm::from_str(text).map_err(|error| wrong_form(text, &error))?;
    if form.piles().len() > MAX_PILES {
        let count = form.piles().len();
        return Err(Failure::input("form", format!("a form has at most {MAX_PILES} piles, not {count}")));
    }
    Ok(form)
}

/// A form that is not a sum of piles.
fn general(
    text: &str,
    play: PlayName,
    bounds: RepresentationBounds,
    session: &Session,
) -> Result<(), Failure> {
    let form = ImpartialForm::from_str(text).map_err(|error| wrong_form(text, &error))?;
    let rule = match play {
        PlayName::Podium => Play::Podium { players: 3 },
        PlayName::Coalition => Play::Coalition,
    };
    let watch = session.watch();
    let outcome = Evaluator::watched(rule, bounds.positions, &watch).outcome(&form).map_err(limit)?;
    let piles = match play {
        PlayName::Podium => Some(podium::represent_within(&form, bounds, &watch).map_err(limit)?),
        PlayName::Coalition => None,
    };
    let mut said = format!("{form}: {outcome}\n");
    said.extend(piles.iter().map(|piles| format!("{piles}\n")));
    let document =
        PodiumForm { form: form.to_string(), outcome, equal_to_piles: piles.as_ref().map(Into::into) };
    session.say(&said, &document)
}
