//! The built-in games.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, Work};
use crate::{
    Error, ErrorKind,
    document::{self, GameEntry},
    rules::{BuiltIn, ResolveError, built_in, built_in_games, resolve},
};

/// List the built-in games
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Games {
    /// Show the rules of this game
    #[cfg_attr(feature = "clap", arg(index = 1))]
    #[serde(default)]
    pub name: Option<String>,
}

impl Question for Games {
    const NAME: &'static str = "games";
    const EXAMPLE: &'static str = r#"{"name": "nim"}"#;
    const LARGE: &'static [&'static str] = &[r#"{}"#];
    const DOCUMENTS: &'static [Document] =
        &[Document::of::<document::Games>(), Document::of::<document::GameEntry>()];
    const FORMATS: &'static [Format] = Format::ROWS;
    const WORK: Work = Work::Nothing;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        if let Some(name) = &self.name {
            let Some(game) = built_in(name) else {
                // The same message, with its suggestion, as for any other command.
                let message = match resolve(name) {
                    Err(error @ ResolveError::Unknown { .. }) => error.to_string(),
                    _ => format!("`{name}` is not a built-in game; `games` lists them"),
                };
                return Err(Error::question(message).of_kind(ErrorKind::Game).into());
            };
            let text = format!("# {}\n# {}\n{}\n", game.summary, game.source, game.text.trim_end());
            asker.say(&text, &entry(game))?;
            return Ok(Verdict::Done);
        }
        let width = built_in_games().iter().map(|game| game.name.len()).max().unwrap_or(0);
        let line = |game: &BuiltIn| format!("{:width$}  {} ({})\n", game.name, game.summary, game.source);
        let text: String = built_in_games().iter().map(line).collect();
        asker.say(&text, &document::Games { games: built_in_games().iter().map(entry).collect() })?;
        Ok(Verdict::Done)
    }
}

/// The document of a built-in game.
fn entry(game: &BuiltIn) -> GameEntry {
    GameEntry {
        name: game.name.to_owned(),
        text: game.text.to_owned(),
        summary: game.summary.to_owned(),
        source: game.source.to_owned(),
    }
}
