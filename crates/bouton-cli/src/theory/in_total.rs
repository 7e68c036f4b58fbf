//! `bouton in-total …`: heaps from which a move takes a bounded number of objects in total.

mod family;

use std::time::Duration;

use bouton::{
    ask::joined,
    document::{InTotalBaseCases, InTotalFamily, InTotalLemmas, InTotalSummary},
    in_total::Member,
    theory::two_in_total::{Row, Step, Values, base_cases, derivation},
    words::in_total as render,
};

use crate::{
    arguments::{
        game::parse_position,
        in_total::{Arguments, FamilyArguments, LemmasArguments, Question, Range},
    },
    failure::{Answer, Failure},
    screen::Progress,
    session::Session,
};

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::BaseCases(wanted) => {
            let found = InTotalBaseCases::from(&base_cases(wanted.values())[..]);
            session.say(&render::base_cases(&found, wanted.values()), &found)?;
            Ok(Answer::Done)
        }
        Question::Lemmas(arguments) => lemmas(arguments, session),
        Question::Summary(wanted) => summary(wanted.values(), session),
        Question::Family(arguments) => members(arguments, session),
    }
}

fn verified(holds: bool) -> Answer {
    if holds { Answer::Done } else { Answer::No }
}

/// The proof of the law, line by line.
fn lemmas(arguments: &LemmasArguments, session: &Session) -> Result<Answer, Failure> {
    let proof = derivation(arguments.wanted.values());
    let one = !arguments.row.is_empty();
    let chosen: Vec<&Step> = if one {
        let row = parse_row(&joined(&arguments.row)?)?;
        proof.iter().filter(|step| step.covers(row)).collect()
    } else {
        proof.iter().collect()
    };
    let text = match chosen.as_slice() {
        [step] if one => render::line(step),
        _ => render::lines(&proof),
    };
    let document = InTotalLemmas::new(&proof, &chosen);
    session.say(&text, &document)?;
    Ok(verified(document.verified))
}

fn parse_row(text: &str) -> Result<Row, Failure> {
    let position = parse_position(text)?;
    // Sizes beyond 64 bits belong to the same line as all large ones.
    let sizes: Vec<u64> =
        position.coordinates.iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect();
    match Row::try_from(sizes) {
        Ok(row) if row.is_sorted() && position.control.is_none() => Ok(row),
        _ => Err(Failure::input(
            "position",
            format!("row `{text}`: expected the three smallest heaps, smallest first, as `1,2,6`"),
        )),
    }
}

/// The values by row and remainder, as the proof gives them.
fn summary(values: Values, session: &Session) -> Result<Answer, Failure> {
    let proof = derivation(values);
    let document = InTotalSummary::new(values, &proof);
    session.say(&render::summary(&document, &proof), &document)?;
    Ok(verified(document.verified))
}

/// The time of each game of a table.
const TIME_IN_A_TABLE: Duration = Duration::from_secs(2);

/// k heaps, at most t objects in total from at most j heaps.
fn members(arguments: &FamilyArguments, session: &Session) -> Result<Answer, Failure> {
    let single = |range: Option<Range>| range.and_then(Range::single);
    if let (Some(heaps), Some(total), Some(from), Some(ending)) =
        (single(arguments.heaps), single(arguments.total), single(arguments.from), arguments.ending)
    {
        let family = family::member_of(heaps, total, from, ending.ending())?;
        let progress = Progress::start("proving");
        let member = Member::examine(family, session.limits.states(), &session.limits.watch_for_proof())?;
        drop(progress);
        session.say(&render::member(&member), &member.document_with_law())?;
        return Ok(if member.is_decided() { Answer::Done } else { Answer::Limit });
    }
    let progress = Progress::start("proving");
    let families = family::members(arguments)?;
    let (whole, mut members) = (session.watch(), Vec::new());
    for (done, &family) in families.iter().enumerate() {
        let watch = session.limits.watch_for_each(TIME_IN_A_TABLE, families.len() - done);
        members.push(match whole.check() {
            Ok(()) => Member::examine(family, session.limits.states(), &watch)?,
            Err(limit) => Member::unexamined(family, &limit),
        });
    }
    drop(progress);
    let document = InTotalFamily { members: members.iter().map(Member::document).collect() };
    session.say(&render::members(&members), &document)?;
    Ok(Answer::Done)
}
