//! Good starting positions of Nim.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict};
use crate::{
    Error, ErrorKind, document,
    theory::nim::{self, SuggestError},
    words::nim as render,
};

/// Suggest good starting positions for Nim
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Suggest {
    /// The number of heaps
    pub heaps: usize,
    /// The most positions to list
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = hundred()))]
    #[serde(default = "hundred")]
    pub limit: usize,
}

fn hundred() -> usize {
    100
}

impl Question for Suggest {
    const NAME: &'static str = "suggest";
    const EXAMPLE: &'static str = r#"{"heaps": 9}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"heaps": 256}"#];
    const LARGE: &'static [&'static str] = &[r#"{"heaps": 20, "limit": 100000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Suggest>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = nim::suggest_within(self.heaps, self.limit, &asker.watch());
        let found = found.map_err(|error| match error {
            SuggestError::TooFew { .. } => Error::question(error.to_string()).of_kind(ErrorKind::Heaps),
            error => Error::of_search(&error),
        })?;
        asker.say(&render::suggestion(&found), &document::Suggest::from(&found))?;
        Ok(Verdict::Done)
    }
}
