//! Examples of every command, for its help and its manual page.

use bouton::ask::groups;
use clap::{Command, CommandFactory, builder::StyledStr};
use clap_complete::ArgValueCompleter;

use crate::{commands::completions::games, examples::lines};

/// The command line of the program, with examples for each command.
pub(crate) fn command() -> Command {
    let mut command = super::Arguments::command();
    // Games are completed by their names.
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    for name in names {
        let examples = of(&name);
        command = command.mut_subcommand(&name, |known| {
            let is_game = |known: &Command| known.get_arguments().any(|known| known.get_id() == "game");
            if !is_game(&known) {
                return known;
            }
            known.mut_arg("game", |game| game.add(ArgValueCompleter::new(games)))
        });
        if !examples.is_empty() {
            command = command.mut_subcommand(name, |known| known.after_help(StyledStr::from(examples)));
        }
    }
    command
}

/// The command line as a terminal shows its help: the commands about the literature are a group of their own.
pub(crate) fn for_terminals() -> Command {
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
