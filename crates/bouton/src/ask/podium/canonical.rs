//! The canonical form of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles,
};
use crate::{Error, document::PodiumCanonical, theory::podium};

/// The canonical form (Definition 3.5)
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Canonical {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
}

impl Question for Canonical {
    const NAME: &'static str = "podium canonical";
    const EXAMPLE: &'static str = r#"{"form": "7,7,6,2"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "7,6,5,4,3,2,1"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumCanonical>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = self.form.read()?;
        let canonical = podium::canonical_form_within(&form, &asker.watch());
        let canonical = canonical.map_err(|error| Error::of_search(&error))?;
        asker.say(&format!("{form} = {canonical}\n"), &PodiumCanonical::new(&form, &canonical))?;
        Ok(Verdict::Done)
    }
}
