//! `bouton in-total …`: heaps from which a move takes a bounded number of objects in total.

mod base_cases;
mod family;
mod lemmas;
mod member;
mod summary;

use bouton::theory::two_in_total::Values;
use clap::{Args, Subcommand};

use crate::{
    commands::prove::ProvedValue,
    failure::{Answer, Failure},
    output::Output,
};

/// The arguments of `in-total`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Question,
}

/// What is asked about games with a bound in total.
#[derive(Debug, Subcommand)]
enum Question {
    /// The 220 base cases of the four-heap game in the layout of the forum answer, or the 270 of its Grundy values
    BaseCases(Wanted),
    /// The forum answer's proof line by line: each lemma with its hypotheses checked
    Lemmas(lemmas::Arguments),
    /// The outcomes, or Grundy values, that the proof gives, by row and remainder
    Summary(Wanted),
    /// Games with k heaps, at most t objects in total from at most j heaps: is it a Nim?
    Family(family::Arguments),
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::BaseCases(wanted) => base_cases::run(wanted.values(), output),
        Question::Lemmas(arguments) => lemmas::run(arguments, output),
        Question::Summary(wanted) => summary::run(wanted.values(), output),
        Question::Family(arguments) => family::run(arguments, output),
    }
}

/// Which values a question is about.
#[derive(Args, Clone, Copy, Debug)]
struct Wanted {
    /// Which value
    #[arg(long, value_enum, default_value = "outcome")]
    value: ProvedValue,
}

impl Wanted {
    fn values(self) -> Values {
        match self.value {
            ProvedValue::Outcome => Values::Outcomes,
            ProvedValue::Grundy => Values::Grundy,
        }
    }
}

/// `P` or `N`, or a Grundy value.
fn named(about: Values, value: u32) -> String {
    match (about, value) {
        (Values::Grundy, value) => value.to_string(),
        (Values::Outcomes, 0) => "P".to_owned(),
        (Values::Outcomes, _) => "N".to_owned(),
    }
}

/// The values for the remainders 0, 1, 2.
fn three(about: Values, values: [u32; 3]) -> [String; 3] {
    values.map(|value| named(about, value))
}

/// The field of a document that holds such values.
fn field(about: Values) -> &'static str {
    match about {
        Values::Outcomes => "outcomes",
        Values::Grundy => "values",
    }
}

/// A row of the four-heap game, the largest heap written z: `⟨0,1,b,z⟩`.
fn row_name(label: &[String; 3]) -> String {
    format!("⟨{},z⟩", label.join(","))
}
