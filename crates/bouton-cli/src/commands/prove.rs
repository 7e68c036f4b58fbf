//! `bouton prove GAME`: find the law of a game, prove it, certify it.

use std::path::PathBuf;

use bouton::ask::Prove;
use clap::Args;

use crate::{
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Prove,
    /// Write the certificate to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Store the progress of the search in this folder, and continue from it
    #[arg(long, value_name = "DIR", conflicts_with = "claim")]
    checkpoint: Option<PathBuf>,
}

impl Extends for Arguments {
    type Question = Prove;
    const WRITES_A_FILE: bool = true;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let Arguments { question, output, checkpoint } = self;
        let (output, checkpoint) = (output.as_deref(), checkpoint.as_ref());
        ask(question, Files { output, checkpoint, ..Files::default() }, session)
    }
}
