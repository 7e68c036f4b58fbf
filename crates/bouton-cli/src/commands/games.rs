//! `bouton games`: the built-in games.

use bouton::{
    document::{GameEntry, Games},
    rules::{ResolveError, built_in, built_in_games, resolve},
};
use clap::Args;

use crate::{
    arguments::rows::RowsOption,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `games`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Show the rules of this game
    name: Option<String>,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    if let Some(name) = &arguments.name {
        let Some(game) = built_in(name) else {
            // The same message, with its suggestion, as for any other command.
            let message = match resolve(name) {
                Err(error @ ResolveError::Unknown { .. }) => error.to_string(),
                _ => format!("`{name}` is no built-in game; `bouton games` lists them"),
            };
            return Err(Failure::input("game", message));
        };
        let text = format!("# {}\n# {}\n{}\n", game.summary, game.source, game.text.trim_end());
        session.say(&text, &GameEntry::from(game))?;
        return Ok(Answer::Done);
    }
    let width = built_in_games().iter().map(|game| game.name.len()).max().unwrap_or(0);
    let line =
        |game: &bouton::rules::BuiltIn| format!("{:width$}  {} ({})\n", game.name, game.summary, game.source);
    let text: String = built_in_games().iter().map(line).collect();
    session.say(&text, &Games { games: built_in_games().iter().map(GameEntry::from).collect() })?;
    Ok(Answer::Done)
}
