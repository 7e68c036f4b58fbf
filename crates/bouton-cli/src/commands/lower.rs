//! `bouton lower CERTIFICATE`: the claim of a certificate as a theorem for Coq.

use bouton::ask::Lower;
use clap::Args;

use crate::{
    asker::{Files, ask},
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `lower`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Lower,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    ask(&arguments.question, Files { output: arguments.output.as_deref(), ..Files::default() }, session)
}
