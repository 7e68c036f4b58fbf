//! `bouton in-total family`: k heaps, at most t objects in total from at most j heaps.

use std::{fmt::Write, time::Duration};

use bouton::theory::two_in_total::{Bound, Claim, Comparison, Ending, Family, MAX_HEAPS, MAX_TOTAL, Values};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    member::{Member, Nim, Proved},
    named,
};
use crate::{
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    words,
};

/// The arguments of `in-total family`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// How many heaps, as 4 or 2..4 [default: 2..3]
    #[arg(long, value_name = "K", value_parser = parse_range)]
    heaps: Option<Range>,
    /// At most so many objects a move, in total [default: 1..3]
    #[arg(long, value_name = "T", value_parser = parse_range)]
    total: Option<Range>,
    /// From at most so many heaps [default: all that differ: 1 to the smaller of K and T]
    #[arg(long, value_name = "J", value_parser = parse_range)]
    from: Option<Range>,
    /// When play ends [default: both]
    #[arg(long, value_enum)]
    ending: Option<EndingArgument>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// When play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EndingArgument {
    /// At most one heap is nonempty
    Stop,
    /// Nothing is left
    Empty,
}

impl EndingArgument {
    fn ending(self) -> Ending {
        match self {
            Self::Stop => Ending::Stop,
            Self::Empty => Ending::Empty,
        }
    }
}

/// Numbers from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: u64,
}

impl Range {
    fn numbers(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }

    fn single(self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }
}

/// `4` or `2..4`.
fn parse_range(text: &str) -> Result<Range, String> {
    let expected = "expected a number such as 4, or a range such as 2..4";
    let number = |part: &str| part.parse::<u64>().map_err(|_| format!("`{part}`: {expected}"));
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    if first == 0 || first > last || last > MAX_TOTAL {
        return Err(format!("{expected}, from 1 to {MAX_TOTAL}"));
    }
    Ok(Range { first, last })
}

/// The time that each game of a table gets.
const TIME_IN_A_TABLE: Duration = Duration::from_secs(2);

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let single = |range: Option<Range>| range.and_then(Range::single);
    if let (Some(heaps), Some(total), Some(from), Some(ending)) =
        (single(arguments.heaps), single(arguments.total), single(arguments.from), arguments.ending)
    {
        return one(member_of(heaps, total, from, ending.ending())?, &arguments.limits, output);
    }
    table(arguments, output)
}

fn member_of(heaps: u64, total: u64, from: u64, ending: Ending) -> Result<Family, Failure> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Family::new(size(heaps), total, size(from), ending)
        .map_err(|fault| Failure::input("game", fault.to_string()))
}

/// The games of the table, the endings side by side.
fn members(arguments: &Arguments) -> Result<Vec<Family>, Failure> {
    let endings = match arguments.ending {
        Some(ending) => vec![ending.ending()],
        None => vec![Ending::Stop, Ending::Empty],
    };
    let heaps = arguments.heaps.unwrap_or(Range { first: 2, last: 3 });
    let totals = arguments.total.unwrap_or(Range { first: 1, last: 3 });
    if usize::try_from(heaps.last).map_or(true, |last| last > MAX_HEAPS) {
        return Err(Failure::input("game", format!("there are 1 to {MAX_HEAPS} heaps, not {}", heaps.last)));
    }
    let mut members = Vec::new();
    for heaps in heaps.numbers() {
        for total in totals.numbers() {
            let from = arguments.from.unwrap_or(Range { first: 1, last: heaps.min(total) });
            for from in from.numbers().take_while(|&from| from <= heaps) {
                for &ending in &endings {
                    // With one heap play would stop before it begins.
                    if heaps > 1 || ending == Ending::Empty {
                        members.push(member_of(heaps, total, from, ending)?);
                    }
                }
            }
        }
    }
    if members.is_empty() {
        return Err(Failure::input("game", "no game has these numbers: a move takes from at most all heaps"));
    }
    Ok(members)
}

fn table(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let mut limits = arguments.limits;
    limits.time = limits.time.or(Some(TIME_IN_A_TABLE));
    let progress = Progress::start("proving");
    let members = members(arguments)?
        .into_iter()
        .map(|family| Member::examine(family, &limits))
        .collect::<Result<Vec<_>, _>>()?;
    drop(progress);
    let mut text = "heaps total from ending states  a Nim?       a position is lost exactly if\n".to_owned();
    for member in &members {
        let (states, law) = match &member.outcome {
            Ok(proved) => (proved.states.to_string(), verdict(&member.family, proved)),
            Err(limit) => ("-".to_owned(), format!("({limit})")),
        };
        let nim = match &member.nim {
            Nim::Yes { .. } => "yes".to_owned(),
            Nim::No { position, .. } => format!("no: {}", list(position)),
            Nim::Undecided(_) => "undecided".to_owned(),
        };
        let _ = writeln!(
            text,
            "{:>5} {:>5} {:>4} {:<6} {states:>6}  {nim:<13}  {law}",
            member.family.heaps(),
            member.family.total(),
            member.family.from(),
            ending_name(member.family.ending()),
        );
    }
    let proved = members.iter().filter(|member| member.outcome.is_ok()).count();
    let _ = writeln!(text, "{proved} of {} laws proved", members.len());
    let document =
        json!({ "members": members.iter().map(|member| member_json(member, false)).collect::<Vec<_>>() });
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

fn one(family: Family, limits: &LimitOptions, output: &Output) -> Result<Answer, Failure> {
    let progress = Progress::start("proving");
    let member = Member::examine(family, limits)?;
    drop(progress);
    let mut text = format!("{}\n\n", family.rules());
    match &member.outcome {
        Err(limit) => {
            let _ = writeln!(text, "Outcomes: not proved, {limit}");
        }
        Ok(proved) => {
            let _ = writeln!(text, "Outcomes: proved, {}", words::counted(proved.states, "state"));
            if let Some(sentence) = proved.sentence() {
                let _ = writeln!(text, "{sentence}");
            }
            text.push('\n');
            text.push_str("Is a position lost exactly if …\n");
            for (claim, comparison) in &proved.claims {
                let _ = writeln!(text, "  … {}? {}", claim.statement(&family), answer(comparison.as_ref()));
            }
        }
    }
    let _ = writeln!(text, "\nIs it a Nim? {}", nim_sentence(&family, &member.nim));
    output.say(&text, &member_json(&member, true))?;
    Ok(if member.is_decided() { Answer::Done } else { Answer::Limit })
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Stop => "stop",
        Ending::Empty => "empty",
    }
}

fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The claim that comes nearest to the law, in one line.
fn verdict(family: &Family, proved: &Proved) -> String {
    let Some((claim, comparison)) = proved.nearest() else { return "(none of the claims)".to_owned() };
    let statement = claim.statement(family);
    match exceptions(comparison) {
        Some(exceptions) => format!("{statement}, {exceptions}"),
        None => statement,
    }
}

/// What is excepted, where it is bounded.
fn exceptions(comparison: &Comparison) -> Option<String> {
    let Bound { heap, largest } = comparison.bound?;
    Some(match (&comparison.exceptions, comparison.rows) {
        (Some(positions), _) if positions.len() <= 4 => {
            format!(
                "but for {}",
                positions.iter().map(|position| list(position)).collect::<Vec<_>>().join(" ")
            )
        }
        (Some(positions), _) => format!("but for {} positions", positions.len()),
        (None, Some(rows)) => format!("but for {}", words::counted(rows, "row")),
        (None, None) => format!("once the {} heap is above {largest}", rank(heap)),
    })
}

/// The name of the heap with so many heaps at least as large, itself included.
fn rank(heap: usize) -> String {
    match heap {
        1 => "largest".to_owned(),
        2 => "second largest".to_owned(),
        3 => "third largest".to_owned(),
        _ => format!("{heap}th largest"),
    }
}

/// The answer to one claim.
fn answer(comparison: Option<&Comparison>) -> String {
    let Some(comparison) = comparison else {
        return "Not decided: this would take too many states".to_owned();
    };
    let Some(first) = &comparison.first else { return "Yes, at all positions".to_owned() };
    let outcome = format!("{} is {}", list(&first.position), named(Values::Outcomes, first.law));
    match (comparison.bound, &comparison.exceptions, comparison.rows) {
        (None, ..) => format!("No: {outcome}; there are exceptions with all heaps as large as one likes"),
        (Some(_), Some(positions), _) if positions.len() <= 4 => {
            let all: Vec<String> = positions.iter().map(|position| list(position)).collect();
            format!("No: {outcome}; the only exceptions are {}", all.join(" "))
        }
        (Some(_), Some(positions), _) => {
            format!("No: {outcome}; the only exceptions are {} positions", positions.len())
        }
        (Some(Bound { heap, largest }), None, rows) => {
            let rows =
                rows.map_or(String::new(), |rows| format!(" are in {}, and", words::counted(rows, "row")));
            format!("No: {outcome}; all exceptions{rows} have a {} heap of at most {largest}", rank(heap))
        }
    }
}

fn nim_sentence(family: &Family, nim: &Nim) -> String {
    match nim {
        Nim::Yes { remainders: true } => format!(
            "Yes: the Grundy value of a position is the nim-sum of those of its heaps, which are their remainders mod {}",
            family.modulus()
        ),
        Nim::Yes { remainders: false } => {
            "Yes: the Grundy value of a position is the nim-sum of those of its heaps".to_owned()
        }
        Nim::No { position, grundy, alone } => format!(
            "No: {} has Grundy value {grundy}, its heaps alone have {}, of nim-sum {}",
            list(position),
            list(alone),
            alone.iter().fold(0, |sum, value| sum ^ value)
        ),
        Nim::Undecided(limit) => format!("Not decided: {limit}"),
    }
}

fn member_json(member: &Member, whole: bool) -> Value {
    let family = &member.family;
    let mut document = json!({
        "heaps": family.heaps(),
        "total": family.total(),
        "from": family.from(),
        "ending": family.ending(),
        "rules": family.rules(),
        "status": if member.outcome.is_ok() { "proved" } else { "no-law" },
        "reason": member.outcome.as_ref().err(),
        "states": member.outcome.as_ref().ok().map(|proved| proved.states),
        "certificate": member.outcome.as_ref().ok().map(|proved| proved.law.identity().to_string()),
        "nearest": member.outcome.as_ref().ok().map(|proved| verdict(family, proved)),
        "claims": member.outcome.as_ref().ok().map(|proved| {
            proved.claims.iter().map(|(claim, comparison)| claim_json(family, *claim, comparison.as_ref())).collect::<Vec<_>>()
        }),
        "nim": nim_json(family, &member.nim),
    });
    if whole {
        document["law"] = member.outcome.as_ref().ok().and_then(Proved::sentence).into();
    }
    document
}

fn claim_json(family: &Family, claim: Claim, comparison: Option<&Comparison>) -> Value {
    let mut document = json!({ "claim": claim, "statement": claim.statement(family) });
    let holds = comparison.map(|comparison| comparison.first.is_none());
    document["holds"] = holds.into();
    document["first"] = comparison.and_then(|comparison| comparison.first.as_ref()).map_or(
        Value::Null,
        |first| json!({ "position": list(&first.position), "outcome": named(Values::Outcomes, first.law) }),
    );
    document["bound"] = json!(comparison.and_then(|comparison| comparison.bound));
    document["exceptions"] = comparison
        .and_then(|comparison| comparison.exceptions.as_ref())
        .map(|positions| positions.iter().map(|position| list(position)).collect::<Vec<_>>())
        .into();
    document["rows"] = comparison.and_then(|comparison| comparison.rows).into();
    document
}

fn nim_json(family: &Family, nim: &Nim) -> Value {
    let (answer, position, grundy, alone) = match nim {
        Nim::Yes { .. } => (Some(true), None, None, None),
        Nim::No { position, grundy, alone } => {
            (Some(false), Some(list(position)), Some(*grundy), Some(alone))
        }
        Nim::Undecided(_) => (None, None, None, None),
    };
    json!({
        "answer": answer,
        "statement": nim_sentence(family, nim),
        "position": position,
        "grundy": grundy,
        "alone": alone,
    })
}
