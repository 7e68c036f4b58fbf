//! `bouton fmt RULES`: rules with one rule on each line in the words of the grammar, comments
//! preserved.

use bouton::ask::Fmt;
use clap::Args;

use crate::{
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    file,
    session::Session,
};

/// The arguments of `fmt`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Fmt,
    /// Write the rules to this file
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["in_place", "check"])]
    output: Option<String>,
    /// Write the rules to their own file
    #[arg(short, long, conflicts_with = "check")]
    in_place: bool,
}

impl Extends for Arguments {
    type Question = Fmt;
    const WRITES_A_FILE: bool = true;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let Arguments { question, output, in_place } = self;
        if *in_place && !file::is_file(&question.rules) {
            return Err(file::no_file(&question.rules));
        }
        let output = output.as_deref().or(in_place.then_some(&question.rules));
        ask(question, Files { output, ..Files::default() }, session)
    }
}
