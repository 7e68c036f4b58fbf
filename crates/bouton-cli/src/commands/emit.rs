//! `bouton emit FILE|GAME --lang L`: a proved strategy as a function.

use bouton::ask::Emit;
use clap::Args;

use crate::{
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `emit`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Emit,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

impl Extends for Arguments {
    type Question = Emit;
    const WRITES_A_FILE: bool = true;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        ask(&self.question, Files { output: self.output.as_deref(), ..Files::default() }, session)
    }
}
