//! Examples of every command, for its help and its manual page.

use std::ffi::OsString;

use bouton::ask::groups;
use clap::{Command, CommandFactory, builder::StyledStr};
use clap_complete::ArgValueCompleter;

use super::{CommonOptions, registered::alone};
use crate::{commands::completions::games, examples::lines};

/// The command line of the program, with examples for each command.
pub(crate) fn command() -> Command {
    let mut command = super::Arguments::command();
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, with_examples);
    }
    command
}

/// A command with its examples. Games are completed by their names.
fn with_examples(mut command: Command) -> Command {
    if command.get_arguments().any(|known| known.get_id() == "game") {
        command = command.mut_arg("game", |game| game.add(ArgValueCompleter::new(games)));
    }
    match of(command.get_name()) {
        examples if examples.is_empty() => command,
        examples => command.after_help(StyledStr::from(examples)),
    }
}

/// The command line that reads these words. If they begin with the name of a command of the register, it has no other
/// command: the arguments and the help of all of them take longer than many an answer.
pub(crate) fn for_words(words: &[OsString]) -> Command {
    let first = words.get(1).and_then(|word| word.to_str());
    match first.and_then(alone) {
        Some(only) => CommonOptions::command()
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(with_examples(only)),
        None => for_terminals(),
    }
}

/// The command line as a terminal shows its help: the commands about the literature are a group of their own.
fn for_terminals() -> Command {
    let mut command = command();
    let (header, literal) = (*command.get_styles().get_header(), *command.get_styles().get_literal());
    let mut lines: Vec<(String, String)> = Vec::new();
    for (group, _) in groups() {
        command = command.mut_subcommand(group, |known| known.hide(true));
        let within = command.find_subcommand(group).into_iter().flat_map(Command::get_subcommands);
        let summary = |known: &Command| known.get_about().map(ToString::to_string).unwrap_or_default();
        lines.extend(within.map(|known| (format!("{group} {}", known.get_name()), summary(known))));
    }
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{header}From the literature:{header:#}\n");
    for (name, summary) in lines {
        text.push_str(&format!("  {literal}{name:<width$}{literal:#}  {summary}\n"));
    }
    let after = command.get_after_help().map(|after| after.ansi().to_string()).unwrap_or_default();
    command.after_help(StyledStr::from(format!("{text}\n{after}")))
}

/// The examples of a command, each with a description.
fn of(name: &str) -> String {
    let Some(found) = lines(name) else { return String::new() };
    let mut text = "Examples:".to_owned();
    for pair in found.trim_end().lines().collect::<Vec<_>>().chunks(2) {
        text.push_str(&format!("\n  {}", pair[0]));
        text.extend(pair.get(1).map(|said| format!("\n      {said}")));
    }
    text
}
