//! `bouton games`: the built-in games.

use std::fmt::Write;

use bouton::{
    document::{GameEntry, Games},
    rules::built_in_games,
};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    output::Output,
};

/// The arguments of `games`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Show the rules of this game
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    if let Some(name) = &arguments.name {
        let Some(game) = bouton::rules::built_in(name) else {
            // The same message, with its suggestion, as for any other command.
            let message = match bouton::rules::resolve(name) {
                Err(error @ bouton::rules::ResolveError::Unknown { .. }) => error.to_string(),
                _ => format!("`{name}` is no built-in game; `bouton games` lists them"),
            };
            return Err(Failure::input("game", message));
        };
        let text = format!("# {}\n# {}\n{}\n", game.summary, game.source, game.text.trim_end());
        output.say(&text, &GameEntry::from(game))?;
        return Ok(Answer::Done);
    }
    let width = built_in_games().iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for game in built_in_games() {
        let _ = writeln!(text, "{:width$}  {} ({})", game.name, game.summary, game.source);
    }
    output.say(&text, &Games { games: built_in_games().iter().map(GameEntry::from).collect() })?;
    Ok(Answer::Done)
}
