//! The nim-sum of some heaps.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, position::words},
    heaps,
};
use crate::{document::NimSum, words::nim as render};

/// The nim-sum, whether the position is lost, and whether obviously
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Sum {
    /// The heaps
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub heaps: Vec<String>,
}

impl Question for Sum {
    const NAME: &'static str = "nim sum";
    const EXAMPLE: &'static str = r#"{"heaps": "3,4,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "9^9999,10^9999,3,4"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimSum>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = NimSum::new(&heaps(&self.heaps, asker)?);
        asker.say(&render::sum(&found), &found)?;
        Ok(Verdict::Done)
    }
}
