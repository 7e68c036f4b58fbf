//! The `bouton` program, which parses arguments and prints the library's documents as text or
//! JSON.

mod arguments;
mod asker;
mod color;
mod command_line;
mod commands;
mod coq;
mod examples;
mod extends;
mod failure;
mod file;
mod net;
mod output;
mod picture;
mod screen;
mod session;
mod stored;

use std::{
    process::{self, ExitCode},
    sync::LazyLock,
};

use bouton::ask::Format;
use clap::FromArgMatches;
use clap_complete::CompleteEnv;

use crate::{
    arguments::format::{by_file, contradiction},
    command_line::Arguments,
    commands::completions,
    failure::Failure,
    output::Output,
    session::Session,
};

fn main() -> ExitCode {
    LazyLock::force(&arguments::limits::STARTED);
    // A shell that requests completions is answered, and nothing else is done.
    CompleteEnv::with_factory(command_line::command).var(completions::ASKED).complete();
    let asked_for_json = std::env::args_os().any(|word| word == "--json");
    let (output, result) = match arguments() {
        Ok(arguments) => {
            let format = arguments.command.format();
            let output = Output::new(arguments.common.json || format == Format::Json);
            let path = arguments.common.output.filter(|_| !arguments.command.writes_a_file());
            match path.map_or(Ok(output), |path| output.to(&path)) {
                Ok(output) => {
                    if arguments.command.ends() {
                        let limits = &arguments.common.limits;
                        net::stretch(limits.watch_over_run(), limits.time, move |reached| {
                            let failure = Failure::from(reached).with(net::CAUGHT);
                            process::exit(output.abandon().report_at_end(&failure).into());
                        });
                    }
                    let session = Session { output, limits: arguments.common.limits, format };
                    (output, arguments.command.run(&session))
                }
                Err(failure) => (output, Err(failure)),
            }
        }
        // Requesting help is not an error.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => (Output::new(asked_for_json), Err(Failure::usage(&error))),
    };
    match result.and_then(|answer| output.finish().map(|()| answer)) {
        Ok(answer) => answer.code(),
        Err(failure) => output.abandon().report(&failure),
    }
}

/// Parses the command line.
fn arguments() -> Result<Arguments, clap::Error> {
    let mut words = std::env::args_os().collect::<Vec<_>>();
    let command = command_line::for_words(&words).color(color::of_help(&words));
    let mut matches = command.clone().try_get_matches_from(&words)?;
    if let Some(error) = contradiction(&matches, &command) {
        return Err(error);
    }
    if let Some(format) = by_file(&matches, &command)? {
        words.insert(words.iter().position(|word| word == "--").unwrap_or(words.len()), format);
        matches = command.try_get_matches_from(words)?;
    }
    Arguments::from_arg_matches(&matches)
}
