//! `bouton podium …`: three-player Nim with podium rule.

use std::{fmt::Write, str::FromStr};

use bouton::theory::podium::{
    self, Equality, Evaluator, ImpartialForm, PileForm, Play, Representation, RepresentationBounds,
    digit_sum, linked_options,
};
use clap::{Args, Subcommand, ValueEnum};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::{
    failure::{Answer, Failure},
    output::Output,
    words,
};

/// The arguments of `podium`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Question,
}

/// What is asked about forms: sums of Nim piles, written 15,14,23,5.
#[derive(Debug, Subcommand)]
enum Question {
    /// The digit sum (Definition 2.5), the outcome and the linked options
    Value {
        /// The form
        form: String,
        /// How many players
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=255))]
        players: u32,
    },
    /// The outcome (Theorem 2.14), for piles of any size
    Outcome {
        /// The form
        form: String,
    },
    /// The linked options (Definition 2.10) and the winning moves they give
    Linked {
        /// The form
        form: String,
    },
    /// Whether two forms are equal (Theorem 3.4), and what tells them apart
    Equal {
        /// One form
        left: String,
        /// The other form
        right: String,
    },
    /// The canonical form (Definition 3.5)
    Canonical {
        /// The form
        form: String,
    },
    /// The reductions R1 and R2 (Definition 3.9), step by step
    Reduce {
        /// The form
        form: String,
    },
    /// The classes of equal forms, each with its canonical form
    Classes {
        /// The most piles of a form
        #[arg(long, value_name = "N", default_value_t = 3)]
        piles: usize,
        /// The largest pile
        #[arg(long, value_name = "N", default_value_t = 4)]
        largest: u64,
        /// The most forms that are looked at
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        limit: usize,
    },
    /// Other impartial forms, such as {2} or {0,*2}: outcome, and a sum of piles that equals it
    Form {
        /// The form
        form: String,
        /// How the third player fares
        #[arg(long, value_enum, default_value = "podium")]
        play: PlayName,
        /// The most piles of a sum that is tried, as an equal and added to both
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().piles)]
        piles: usize,
        /// The largest pile of such a sum
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().largest)]
        largest: u64,
        /// The most positions that are looked at
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().positions)]
        limit: usize,
    },
    /// Which of Propp's classes the sum of two forms can have, with examples
    Coalitions {
        /// The most positions that are looked at
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        limit: usize,
    },
    /// Whether a form is a P-position for n players, each taking from up to k piles (Li; Moore)
    Moore {
        /// The form
        form: String,
        /// How many players
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=255))]
        players: u32,
        /// From how many piles one may take
        #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        piles: u32,
    },
}

/// How a game of three players is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayName {
    /// Who cannot be last tries to be last but one
    Podium,
    /// The others may conspire (Propp)
    Coalition,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let (text, document) = match &arguments.question {
        Question::Value { form, players } => value(&piles(form)?, *players),
        Question::Outcome { form } => {
            let form = piles(form)?;
            let outcome = podium::outcome(&form);
            (
                format!("{outcome}: {}\n", meaning(outcome)),
                json!({ "form": form_json(&form), "outcome": outcome.to_string() }),
            )
        }
        Question::Linked { form } => linked(&piles(form)?),
        Question::Equal { left, right } => {
            let found = podium::equality(&piles(left)?, &piles(right)?);
            (equality_text(&found), equality_json(&found))
        }
        Question::Canonical { form } => {
            let form = piles(form)?;
            let canonical =
                podium::canonical_form(&form).map_err(|error| Failure::limit(error.to_string()))?;
            (
                format!("{form} = {canonical}\n"),
                json!({ "form": form_json(&form), "canonical": form_json(&canonical) }),
            )
        }
        Question::Reduce { form } => reduce(&piles(form)?)?,
        Question::Classes { piles, largest, limit } => classes(*piles, *largest, *limit)?,
        Question::Form { form, play, piles, largest, limit } => general(
            form,
            *play,
            RepresentationBounds { piles: *piles, largest: *largest, positions: *limit },
        )?,
        Question::Coalitions { limit } => coalitions(*limit)?,
        Question::Moore { form, players, piles: most } => moore(&piles(form)?, *players, *most)?,
    };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// The most piles of a form on the command line.
const MAX_PILES: usize = 10_000;

fn piles(text: &str) -> Result<PileForm, Failure> {
    let form = PileForm::from_str(text)
        .map_err(|error| Failure::input("form", format!("form `{text}`: {error}")))?;
    if form.piles().len() > MAX_PILES {
        return Err(Failure::input(
            "form",
            format!("a form has at most {MAX_PILES} piles, not {}", form.piles().len()),
        ));
    }
    Ok(form)
}

fn form_json(form: &PileForm) -> Value {
    form.piles().iter().map(words::number).collect()
}

fn meaning(outcome: podium::Outcome) -> String {
    let number = match outcome {
        podium::Outcome::P => 0,
        podium::Outcome::N => 1,
        podium::Outcome::O => 2,
    };
    words::meaning(bouton::Convention::Podium { players: 3 }, number)
}

/// The binary digits of the piles in columns, and their sum below, as in Example 2.6.
fn columns(form: &PileForm, digits: &[u32]) -> String {
    let labels: Vec<String> = form.piles().iter().map(ToString::to_string).collect();
    let width = labels.iter().map(String::len).max().unwrap_or(0).max(1);
    let mut text = String::new();
    let places = digits.len().max(usize::try_from(form.digits()).unwrap_or(usize::MAX));
    for (pile, label) in form.piles().iter().zip(&labels) {
        let row: Vec<String> =
            (0..places).rev().map(|place| u8::from(pile.bit(place as u64)).to_string()).collect();
        let _ = writeln!(text, "{label:>width$}  {}", row.join(" "));
    }
    let mut sum = vec!["0".to_owned(); places - digits.len()];
    sum.extend(digits.iter().map(ToString::to_string));
    let _ = writeln!(text, "{:>width$}  {}", "=", sum.join(" "));
    text
}

fn value(form: &PileForm, players: u32) -> (String, Value) {
    let sum = digit_sum(form, players);
    let digits = sum.digits();
    let mut text = columns(form, &digits);
    let mut document = json!({ "form": form_json(form), "players": players, "digits": digits });
    if players == 3 {
        let outcome = podium::outcome(form);
        let options = linked_options(form);
        let _ = writeln!(text, "{outcome}: {}", meaning(outcome));
        for option in &options {
            let _ = writeln!(text, "linked: {} -> {}", option.pile, option.to);
        }
        document["outcome"] = outcome.to_string().into();
        document["linked"] = json!(options);
    } else {
        // Li's theorem says when the value is 0, nothing more.
        let lost = podium::is_p_position(form, players);
        let _ = writeln!(text, "{}", if lost { "P" } else { "not P" });
        document["outcome"] = if lost { "P".into() } else { Value::Null };
        document["linked"] = Value::Null;
    }
    (text, document)
}

fn linked(form: &PileForm) -> (String, Value) {
    let options = linked_options(form);
    let mut text = String::new();
    for option in &options {
        let _ = writeln!(text, "{} -> {} wins", option.pile, option.to);
    }
    if options.is_empty() {
        text.push_str("no option is linked: no move wins\n");
    }
    let second = podium::second_place_move(form);
    if let Some(found) = &second {
        let _ = writeln!(text, "{} -> {} brings the second place", found.from, found.to);
    }
    let document = json!({
        "form": form_json(form), "linked": options, "second_place": second,
        "outcome": podium::outcome(form).to_string(),
    });
    (text, document)
}

fn equality_text(found: &Equality) -> String {
    let mut text = format!("{}: {}\n", if found.equal { "equal" } else { "different" }, found.reason);
    if let (Some(form), Some([left, right])) = (&found.distinguisher, &found.outcomes) {
        let _ = writeln!(text, "adding {form} gives {left} and {right}");
    }
    text
}

fn equality_json(found: &Equality) -> Value {
    json!({
        "equal": found.equal,
        "reason": found.reason.to_string(),
        "distinguisher": found.distinguisher.as_ref().map(form_json),
        "outcomes": found.outcomes,
    })
}

fn reduce(form: &PileForm) -> Result<(String, Value), Failure> {
    let found = podium::reduce(form).map_err(|error| Failure::limit(error.to_string()))?;
    let mut text = String::new();
    for step in &found.steps {
        let _ = writeln!(text, "{:?}: {} -> {}", step.rule, step.from, step.to);
    }
    let _ = match (found.steps.is_empty(), found.reaches_canonical) {
        (true, true) => writeln!(text, "{form} is canonical"),
        (_, true) => writeln!(text, "{} is canonical", found.last),
        (_, false) => {
            writeln!(
                text,
                "no further reduction leads from {} to the canonical form {}",
                found.last, found.canonical
            )
        }
    };
    let steps: Vec<Value> = found
        .steps
        .iter()
        .map(|step| json!({ "rule": format!("{:?}", step.rule), "from": form_json(&step.from), "to": form_json(&step.to) }))
        .collect();
    let document = json!({
        "form": form_json(form),
        "steps": steps,
        "last": form_json(&found.last),
        "canonical": form_json(&found.canonical),
        "reaches_canonical": found.reaches_canonical,
    });
    Ok((text, document))
}

fn classes(piles: usize, largest: u64, limit: usize) -> Result<(String, Value), Failure> {
    let found = podium::equivalence_classes(piles, largest, limit)
        .map_err(|error| Failure::limit(error.to_string()))?;
    let mut text = String::new();
    for class in &found {
        let members: Vec<String> = class.members.iter().map(ToString::to_string).collect();
        let digits: Vec<String> = class.value.digits().iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "{} ({}, {}): {}",
            class.canonical,
            class.outcome,
            digits.join(""),
            members.join(" = ")
        );
    }
    let _ = writeln!(
        text,
        "{} of equal forms",
        if found.len() == 1 { "1 class".to_owned() } else { format!("{} classes", found.len()) }
    );
    let list: Vec<Value> = found
        .iter()
        .map(|class| {
            json!({
                "canonical": form_json(&class.canonical),
                "digits": class.value.digits(),
                "outcome": class.outcome.to_string(),
                "members": class.members.iter().map(form_json).collect::<Vec<_>>(),
            })
        })
        .collect();
    Ok((text, json!({ "classes": list })))
}

fn general(text: &str, play: PlayName, bounds: RepresentationBounds) -> Result<(String, Value), Failure> {
    let form = ImpartialForm::from_str(text)
        .map_err(|error| Failure::input("form", format!("form `{text}`: {error}")))?;
    let rule = match play {
        PlayName::Podium => Play::Podium { players: 3 },
        PlayName::Coalition => Play::Coalition,
    };
    let outcome = Evaluator::new(rule, bounds.positions)
        .outcome(&form)
        .map_err(|error| Failure::limit(error.to_string()))?;
    let mut said = format!("{form}: {outcome}\n");
    let mut document = json!({ "form": form.to_string(), "outcome": outcome });
    if play == PlayName::Podium {
        let found = podium::represent(&form, bounds).map_err(|error| Failure::limit(error.to_string()))?;
        said.push_str(&representation(&found));
        document["equal_to_piles"] = json!(found);
    }
    Ok((said, document))
}

/// Whether some sum of piles equals the form, in words.
fn representation(found: &Representation) -> String {
    let forms = |forms: &[PileForm]| forms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match found {
        Representation::Equal { form } => format!("equal to the piles {form}\n"),
        Representation::NoneProved { zero_with, value, added, outcome, possible } => {
            let possible: Vec<String> = possible.iter().map(ToString::to_string).collect();
            format!(
                "equal to no sum of piles: with {zero_with} added it is P, so the piles would have the value {value}; \
                 but with {added} added it is {outcome}, and piles of that value give {}\n",
                possible.join(" or ")
            )
        }
        Representation::NoneProvedByLinks { zero_with, value, linked_with, not_linked_with } => {
            let linked = linked_with
                .as_ref()
                .map(|form| format!("; with {form} added it is N, so some pile is linked"));
            format!(
                "equal to no sum of piles: with {zero_with} added it is P, so the piles would have the value {value}{}; \
                 with {} added it is O, so that none is: a contradiction\n",
                linked.unwrap_or_default(),
                forms(not_linked_with)
            )
        }
        Representation::Candidates { forms: found, bounds } => format!(
            "not decided: {} cannot be told from it by adding up to {} piles up to {}\n",
            forms(found),
            bounds.piles,
            bounds.largest
        ),
        Representation::NoneWithin { bounds } => format!(
            "equal to no sum of at most {} piles up to {}; whether to any is not proved\n",
            bounds.piles, bounds.largest
        ),
    }
}

fn coalitions(limit: usize) -> Result<(String, Value), Failure> {
    let found = podium::coalition_sums(limit).map_err(|error| Failure::limit(error.to_string()))?;
    let mut text = String::new();
    for sum in &found.sums {
        let [left, right] = &sum.example;
        let _ = writeln!(text, "{} + {} = {}: {left} + {right}", sum.left, sum.right, sum.sum);
    }
    let _ = writeln!(text, "found among sums of {} forms; what is not listed was not met", found.forms);
    Ok((text, json!(found)))
}

fn moore(form: &PileForm, players: u32, piles: u32) -> Result<(String, Value), Failure> {
    let Some(lost) = podium::moore_is_p_position(form, players, piles) else {
        return Err(Failure::limit("these players and piles need a modulus beyond 2^32"));
    };
    let modulus = BigUint::from(players - 1) * piles + 1u32;
    let text = format!(
        "{}: the digits of the piles, place by place, {} modulo {modulus}\n",
        if lost { "P" } else { "not P" },
        if lost { "add up to 0" } else { "do not all add up to 0" },
    );
    Ok((text, json!({ "form": form_json(form), "players": players, "piles": piles, "p_position": lost })))
}
