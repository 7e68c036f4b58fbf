//! Sums of positions of several games.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, parameter};
use crate::{Error, Playable, document, sum, words::solve as render};

/// Solve a sum of positions of several games
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Sum {
    /// Games, each followed by its position: nim 3,4 kayles 7 …
    #[cfg_attr(feature = "clap", arg(required = true, value_names = ["GAME", "POSITION"]))]
    #[serde(deserialize_with = "parameter::list")]
    pub terms: Vec<String>,
}

impl Question for Sum {
    const NAME: &'static str = "sum";
    const EXAMPLE: &'static str = r#"{"terms": ["nim", "3,4", "kayles", "7"]}"#;
    const HOSTILE: &'static [&'static str] =
        &[r#"{"terms": ["wythoff", "9^9999,9^9999", "nim", "9^9999", "kayles", "9^9999"]}"#];
    const LARGE: &'static [&'static str] = &[r#"{"terms": ["nim", "10^30,10^29", "kayles", "10^30"]}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Sum>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let (pairs, rest) = self.terms.as_chunks::<2>();
        if let [alone] = rest {
            let message = format!("`{alone}` has no position: write each game with its position after it");
            return Err(Error::question(message).into());
        }
        let mut terms = Vec::new();
        for [game, position] in pairs {
            let position = asker.position(position)?;
            let game = asker.game(game, &[])?;
            terms.push((
                position.clone(),
                Playable::for_position(&game, None, &position, &asker.watch()).map_err(Error::from)?,
            ));
        }
        asker.begin("solving");
        let (found, unsearched) = sum(&terms, &asker.watch()).map_err(Error::from)?;
        asker.say(&render::sum(&found, &unsearched), &found)?;
        Ok(Verdict::Done)
    }
}
