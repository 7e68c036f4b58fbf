//! `bouton emit FILE|GAME --lang L`: a proved strategy as a function.

use bouton::ask::Emit;
use clap::Args;

use crate::{
    asker::{Files, ask},
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

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    ask(&arguments.question, Files { output: arguments.output.as_deref(), ..Files::default() }, session)
}
