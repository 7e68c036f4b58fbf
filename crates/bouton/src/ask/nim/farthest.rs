//! The lost positions that are farthest from being obviously lost.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    million,
};
use crate::{Error, document::NimFarthest, theory::nim, words::nim as render};

/// The lost positions that are farthest from being obviously lost
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Farthest {
    /// The most heaps
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", default_value_t = three()))]
    #[serde(default = "three")]
    pub heaps: usize,
    /// The largest heap
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = seven()))]
    #[serde(default = "seven")]
    pub largest: u64,
    /// The most positions to examine
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = million()))]
    #[serde(default = "million")]
    pub limit: usize,
}

fn three() -> usize {
    3
}

fn seven() -> u64 {
    7
}

impl Question for Farthest {
    const NAME: &'static str = "nim farthest";
    const EXAMPLE: &'static str = r#"{"heaps": 3, "largest": 7}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"heaps": 6, "largest": 63, "limit": 100000000}"#];
    const LARGE: &'static [&'static str] = &[r#"{"heaps": 4, "largest": 15}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimFarthest>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = nim::farthest_positions_within(self.heaps, self.largest, self.limit, &asker.watch());
        let found = NimFarthest::from(&found.map_err(|error| Error::of_search(&error))?);
        asker.say(&render::farthest(&found), &found)?;
        Ok(Verdict::Done)
    }
}
