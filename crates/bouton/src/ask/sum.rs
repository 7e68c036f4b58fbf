//! Sums of positions of several games.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, parameter};
use crate::{
    Error, Playable, PlayableError, Settings, document,
    rules::{Game, RulesetError},
    settings, sum,
    words::solve as render,
};

/// Solve a sum of positions of several games
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Sum {
    /// Games, each followed by its position: nim 3,4 kayles 7 …
    #[cfg_attr(feature = "clap", arg(required = true, value_names = ["GAME", "POSITION"]))]
    #[serde(deserialize_with = "parameter::list")]
    pub terms: Vec<String>,
    /// A number for a name that the rules of some of the games define by `let` or `for all`: k=4, or a=3,b=5
    #[cfg_attr(feature = "clap", arg(long = "set", value_name = "NAME=NUMBER"))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub set: Vec<String>,
}

impl Question for Sum {
    const NAME: &'static str = "sum";
    const EXAMPLE: &'static str = r#"{"terms": ["nim", "3,4", "kayles", "7"]}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"terms": ["heaps any; let k = 3; move take 1..k from 1 heap", "7", "nim", "4"], "set": ["k=5"]}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"terms": ["wythoff", "9^9999,9^9999", "nim", "9^9999", "kayles", "9^9999"]}"#,
        r#"{"terms": ["heaps any; let k = 3; move take 1..k from 1 heap", "9^9999", "nim", "9^9999"], "set": ["k=9999"]}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"terms": ["nim", "10^30,10^29", "kayles", "10^30"]}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Sum>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let (pairs, rest) = self.terms.as_chunks::<2>();
        if let [alone] = rest {
            let message = format!("`{alone}` has no position: write each game with its position after it");
            return Err(Error::question(message).into());
        }
        let settings = match &settings(&self.set).map_err(Error::from)?[..] {
            [settings] => settings.clone(),
            _ => return Err(Error::usage("{set} takes one number here").into()),
        };
        let mut terms = Vec::new();
        let mut unused = settings.clone();
        for [game, position] in pairs {
            let position = asker.position(position)?;
            let game = with_settings(game, &settings, &mut unused, asker)?;
            terms.push((
                position.clone(),
                Playable::for_position(&game, None, &position, &asker.watch()).map_err(Error::from)?,
            ));
        }
        if let Some((name, _)) = unused.first() {
            let message = format!("`{name}` is set, but none of the games has this name");
            return Err(Error::question(message).into());
        }
        asker.begin("solving");
        let (found, unsearched) = sum(&terms, &asker.watch()).map_err(Error::from)?;
        asker.say(&render::sum(&found, &unsearched), &found)?;
        Ok(Verdict::Done)
    }
}

/// Applies to a game the settings of its names, and removes them from `unused`.
fn with_settings<A: Asker>(
    text: &str,
    settings: &Settings,
    unused: &mut Settings,
    asker: &mut A,
) -> Result<Game, A::Failure> {
    if asker.reads_once(text) {
        unused.clear();
        return asker.game(text, settings);
    }
    let game = asker.game(text, &[])?;
    let names: Vec<&String> = game.constants().keys().chain(game.letters()).collect();
    let own: Settings = settings.iter().filter(|(name, _)| names.contains(&name)).cloned().collect();
    unused.retain(|(name, _)| !names.contains(&name));
    let game = if own.is_empty() { game } else { asker.game(text, &own)? };
    if !game.letters().is_empty() {
        // Only a theorem is about all numbers that the letters may be.
        let error = RulesetError::Letters { names: game.letters().to_vec() };
        return Err(Error::from(PlayableError::from(error)).into());
    }
    Ok(game)
}
