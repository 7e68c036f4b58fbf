//! The linked options of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles,
};
use crate::{document::PodiumLinkedPiles, words::podium as render};

/// The linked options (Definition 2.10) and the winning moves they give
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct LinkedPiles {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
}

impl Question for LinkedPiles {
    const NAME: &'static str = "podium linked";
    const EXAMPLE: &'static str = r#"{"form": "15,14,23,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "1023,1022,1021,512,511,256,255,7,7,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumLinkedPiles>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = PodiumLinkedPiles::new(&self.form.read()?);
        asker.say(&render::linked(&found), &found)?;
        Ok(Verdict::Done)
    }
}
