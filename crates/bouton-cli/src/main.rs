//! The `bouton` program: state the rules of a heap game, get its winning strategy, with a proof.

mod arguments;
mod commands;
mod diagnostics;
mod failure;
mod file;
mod limits;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;
mod rows;
mod theorem;
mod words;

use std::{process::ExitCode, sync::LazyLock};

use clap::Parser;

use crate::{arguments::Arguments, failure::Failure, output::Output};

fn main() -> ExitCode {
    LazyLock::force(&limits::STARTED);
    let asked_for_json = std::env::args_os().any(|word| word == "--json");
    let (output, result) = match Arguments::try_parse() {
        Ok(arguments) => {
            let output = Output::new(arguments.json);
            let result = commands::run(arguments.command, &output);
            (output, result)
        }
        // Asking for help is no error.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => (Output::new(asked_for_json), Err(Failure::usage(&error))),
    };
    match result {
        Ok(answer) => answer.code(),
        Err(failure) => failure.report(&output),
    }
}
