//! The outcome of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles,
};
use crate::{document::PodiumOutcome, words::podium as render};

/// The outcome (Theorem 2.14), for piles of any size
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Outcome {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
}

impl Question for Outcome {
    const NAME: &'static str = "podium outcome";
    const EXAMPLE: &'static str = r#"{"form": "15,14,23,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "1023,1022,1021,512,511,256,255,7,7,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumOutcome>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = self.form.read()?;
        asker.say(&render::outcome(&form), &PodiumOutcome::new(&form))?;
        Ok(Verdict::Done)
    }
}
