//! The reductions of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles,
};
use crate::{Error, document::PodiumReduce, theory::podium, words::podium as render};

/// The reductions R1 and R2 (Definition 3.9), step by step
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Reduce {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
}

impl Question for Reduce {
    const NAME: &'static str = "podium reduce";
    const EXAMPLE: &'static str = r#"{"form": "7,7,6,2"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "11,11,8,6,5,5,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumReduce>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = self.form.read()?;
        let found = podium::reduce_within(&form, &asker.watch());
        let found = found.map_err(|error| Error::of_search(&error))?;
        asker.say(&render::reduction(&form, &found), &PodiumReduce::new(&form, &found))?;
        Ok(Verdict::Done)
    }
}
