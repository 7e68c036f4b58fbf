//! `bouton lower CERTIFICATE`: the claim of a certificate as a theorem for Coq.

use bouton::{document::Emit, lower::lower};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    file,
    session::Session,
};

/// The arguments of `lower`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A certificate; `-` is standard input
    #[arg(value_name = "CERTIFICATE")]
    file: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let text = file::text(&arguments.file, session)?;
    let code = lower(&text).map_err(|error| Failure::input("lower", error.to_string()))?;
    let identity = text.lines().last().unwrap_or_default().trim_start_matches("id ").to_owned();
    let document =
        Emit { language: "coq".to_owned(), certificate: identity, file: arguments.output.clone(), code };
    file::give_code(&document, session)
}
