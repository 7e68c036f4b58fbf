//! The classes of equal sums of piles.

use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict};
use crate::{Error, document::PodiumClasses, theory::podium, words::podium as render};

/// The classes of equal forms, each with its canonical form
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Classes {
    /// The most piles of a form
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = piles()))]
    #[serde(default = "piles")]
    pub piles: usize,
    /// The largest pile
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = largest()))]
    #[serde(default = "largest")]
    pub largest: u64,
    /// The most forms to examine
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = limit()))]
    #[serde(default = "limit")]
    pub limit: usize,
}

fn piles() -> usize {
    3
}

fn largest() -> u64 {
    4
}

fn limit() -> usize {
    100_000
}

impl Question for Classes {
    const NAME: &'static str = "podium classes";
    const EXAMPLE: &'static str = r#"{"piles": 2, "largest": 2}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"piles": 6, "largest": 40, "limit": 100000000}"#];
    const LARGE: &'static [&'static str] = &[r#"{"piles": 5, "largest": 12, "limit": 10000000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumClasses>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = podium::equivalence_classes_within(self.piles, self.largest, self.limit, &asker.watch());
        let found = found.map_err(|error| Error::of_search(&error))?;
        asker.say(&render::classes(&found), &PodiumClasses::from(&found[..]))?;
        Ok(Verdict::Done)
    }
}
