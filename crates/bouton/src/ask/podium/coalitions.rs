//! The classes of Propp of sums of two forms.

use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict};
use crate::{Error, document::PodiumCoalitions, theory::podium, words::podium as render};

/// The classes of Propp that the sum of two forms can have, with examples
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Coalitions {
    /// The most positions to examine
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = limit()))]
    #[serde(default = "limit")]
    pub limit: usize,
}

fn limit() -> usize {
    1_000_000
}

impl Question for Coalitions {
    const NAME: &'static str = "podium coalitions";
    const EXAMPLE: &'static str = "{\"limit\": 1000000}";
    const HOSTILE: &'static [&'static str] = &["{\"limit\": 100000000}"];
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumCoalitions>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = podium::coalition_sums_within(self.limit, &asker.watch());
        let found = found.map_err(|error| Error::of_search(&error))?;
        asker.say(&render::coalitions(&found), &PodiumCoalitions::from(&found))?;
        Ok(Verdict::Done)
    }
}
