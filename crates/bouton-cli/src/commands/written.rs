//! `bouton emit` and `bouton lower`: an answer that may be written to a file.

use std::fmt::Debug;

use bouton::ask::Question;
use clap::Args;

use crate::{
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of such a question.
#[derive(Args, Debug)]
pub(crate) struct Arguments<Q: Args + Debug> {
    #[command(flatten)]
    question: Q,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

impl<Q: Question + Debug> Extends for Arguments<Q> {
    type Question = Q;
    const WRITES_A_FILE: bool = true;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        ask(&self.question, Files { output: self.output.as_deref(), ..Files::default() }, session)
    }
}
