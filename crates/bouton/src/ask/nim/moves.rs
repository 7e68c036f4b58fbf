//! The winning moves of Nim.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, position::words},
    heaps,
};
use crate::{document::NimMoves, words::nim as render};

/// All winning moves, and the most there can be
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Moves {
    /// The heaps
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub heaps: Vec<String>,
}

impl Question for Moves {
    const NAME: &'static str = "nim moves";
    const EXAMPLE: &'static str = r#"{"heaps": "3,4,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "9^9999,10^9999,3,4"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimMoves>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = NimMoves::new(&heaps(&self.heaps, asker)?);
        asker.say(&render::moves(&found), &found)?;
        Ok(Verdict::Done)
    }
}
