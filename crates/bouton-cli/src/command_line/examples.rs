//! Examples of every command, for its help and its manual page.

use std::ffi::OsString;

use bouton::ask::groups;
use clap::{ArgMatches, Command, CommandFactory, builder::StyledStr, error::ErrorKind};
use clap_complete::ArgValueCompleter;

use super::{CommonOptions, OwnCommand, registered::alone};
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

/// The command line that reads these words. If they call a command, it has no other command: the arguments and the help
/// of all of them take longer than many an answer.
pub(crate) fn for_words(words: &[OsString]) -> Command {
    let words: Vec<&str> = words.iter().map_while(|word| word.to_str()).collect();
    let options = || CommonOptions::command().subcommand_required(true).arg_required_else_help(true);
    match called(&words) {
        Called::Command(place) => match alone(&words[place..]).or_else(|| OwnCommand::alone(words[place])) {
            Some(only) => options().subcommand(with_examples(only)),
            None => for_terminals(),
        },
        Called::Version => options(),
        Called::Unknown => for_terminals(),
    }
}

/// What the words of a command line call.
enum Called {
    /// The command whose name has this place.
    Command(usize),
    /// The version of the program.
    Version,
    /// A mistake, or help about all commands.
    Unknown,
}

/// Finds what words call.
fn called(words: &[&str]) -> Called {
    if words.get(1).is_some_and(|word| !word.starts_with('-')) {
        return Called::Command(1);
    }
    // Options of every command are before the name.
    let options = CommonOptions::command().allow_external_subcommands(true).disable_help_flag(true);
    match options.try_get_matches_from(words) {
        Ok(matches) => {
            let after = |line: &ArgMatches| line.get_many::<OsString>("").map_or(0, Iterator::count);
            let place = matches.subcommand().map(|(_, line)| words.len() - 1 - after(line));
            match place.filter(|&place| !words[..place].contains(&"--")) {
                Some(place) => Called::Command(place),
                None => Called::Unknown,
            }
        }
        Err(error) if error.kind() == ErrorKind::DisplayVersion => Called::Version,
        Err(_) => Called::Unknown,
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
