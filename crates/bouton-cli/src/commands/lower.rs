//! `bouton lower CERTIFICATE`: the claim of a certificate as a theorem for Coq.

use bouton::ask::Lower;
use clap::Args;

use crate::{
    asker::{Files, ask},
    extends::Extends,
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

impl Extends for Arguments {
    type Question = Lower;
    const WRITES_A_FILE: bool = true;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        ask(&self.question, Files { output: self.output.as_deref(), ..Files::default() }, session)
    }
}
