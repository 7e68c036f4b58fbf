//! `bouton in-total …`: heaps from which a move takes a bounded number of objects in total.

mod base_cases;
mod family;
mod lemmas;
mod member;
mod summary;

use clap::{Args, Subcommand};

use crate::{
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
    /// The 220 base cases of the four-heap game, in the layout of the forum answer
    BaseCases,
    /// The forum answer's proof line by line: each lemma with its hypotheses checked
    Lemmas(lemmas::Arguments),
    /// The outcomes that the proof gives, by row and remainder
    Summary,
    /// Games with k heaps, at most t objects in total from at most j heaps: is it a Nim?
    Family(family::Arguments),
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::BaseCases => base_cases::run(output),
        Question::Lemmas(arguments) => lemmas::run(arguments, output),
        Question::Summary => summary::run(output),
        Question::Family(arguments) => family::run(arguments, output),
    }
}

/// `P` or `N`.
fn letter(lost: bool) -> &'static str {
    if lost { "P" } else { "N" }
}

/// A row of the four-heap game, the largest heap written z: `⟨0,1,b,z⟩`.
fn row_name(label: &[String; 3]) -> String {
    format!("⟨{},z⟩", label.join(","))
}
