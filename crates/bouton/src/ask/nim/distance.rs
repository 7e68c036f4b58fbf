//! The distance of a position from being obviously lost.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, position::words},
    million, small_heaps,
};
use crate::{Error, document::NimDistances, theory::nim, words::nim as render};

/// The distance of a position from being obviously lost
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Distance {
    /// The heaps
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub heaps: Vec<String>,
    /// The most positions to examine
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = million()))]
    #[serde(default = "million")]
    pub limit: usize,
}

impl Question for Distance {
    const NAME: &'static str = "nim distance";
    const EXAMPLE: &'static str = r#"{"heaps": "1,2,3"}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"heaps": "90,91,92,93,94", "limit": 100000000}"#];
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "7,8,9"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimDistances>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let heaps = small_heaps(&self.heaps, asker)?;
        let found = nim::distance_within(&heaps, self.limit, &asker.watch());
        let found = found.map_err(|error| Error::of_search(&error))?;
        asker.say(&render::distance(&found), &NimDistances::new(&heaps, &found))?;
        Ok(Verdict::Done)
    }
}
