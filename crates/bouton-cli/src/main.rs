//! Owns the `bouton` program: arguments in, the library's documents out as text or JSON.

mod arguments;
mod commands;
mod failure;
mod file;
mod output;
mod progress;
mod render;
mod session;
mod theory;

use std::{process::ExitCode, sync::LazyLock};

use clap::Parser;

use crate::{arguments::Arguments, failure::Failure, output::Output, session::Session};

fn main() -> ExitCode {
    LazyLock::force(&arguments::limits::STARTED);
    let asked_for_json = std::env::args_os().any(|word| word == "--json");
    let (output, result) = match Arguments::try_parse() {
        Ok(arguments) => {
            let output = Output::new(arguments.json);
            let session = Session { output, limits: arguments.limits };
            (output, commands::run(arguments.command, &session))
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
