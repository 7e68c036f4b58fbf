//! Examples of every command, for its help and its manual page.

use clap::{Command, CommandFactory, builder::StyledStr};

/// The examples, by command.
const TEXT: &str = include_str!("../examples.txt");

/// The command line of the program, each command with its examples.
pub(crate) fn command() -> Command {
    let mut command = super::Arguments::command();
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    for name in names {
        let examples = of(&name);
        if !examples.is_empty() {
            command = command.mut_subcommand(name, |known| known.after_help(StyledStr::from(examples)));
        }
    }
    command
}

/// The lines of a command: an example and what it does, one after the other.
fn lines(name: &str) -> Option<&'static str> {
    let sections = TEXT.split("\n\n").skip(1);
    let mut lines = sections.filter_map(|section| section.trim_start().split_once('\n'));
    lines.find(|(title, _)| *title == name).map(|(_, found)| found)
}

/// An example of the command that these words begin with, if they do: one with the word after it, or the first.
pub(crate) fn like(words: &[String]) -> Option<&'static str> {
    let place = words.iter().position(|word| lines(word).is_some())?;
    let examples: Vec<&str> = lines(&words[place])?.lines().step_by(2).collect();
    let next = words.get(place + 1);
    let close =
        examples.iter().find(|example| next.is_some_and(|next| example.split(' ').any(|word| word == next)));
    close.or(examples.first()).copied()
}

/// The examples of a command, each with what it does.
fn of(name: &str) -> String {
    let Some(found) = lines(name) else { return String::new() };
    let mut text = "Examples:".to_owned();
    for pair in found.trim_end().lines().collect::<Vec<_>>().chunks(2) {
        text.push_str(&format!("\n  {}", pair[0]));
        text.extend(pair.get(1).map(|said| format!("\n      {said}")));
    }
    text
}
