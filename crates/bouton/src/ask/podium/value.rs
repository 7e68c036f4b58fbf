//! The value of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles, Players,
};
use crate::{document::PodiumValue, words::podium as render};

/// The digit sum (Definition 2.5), the outcome and the linked options
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Value {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
    /// The players.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub players: Players,
}

impl Question for Value {
    const NAME: &'static str = "podium value";
    const EXAMPLE: &'static str = r#"{"form": "15,14,23,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "1023,1022,1021,512,511,256,255,7,7,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumValue>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = self.form.read()?;
        asker.say(
            &render::value(&form, self.players.players),
            &PodiumValue::new(&form, self.players.players),
        )?;
        Ok(Verdict::Done)
    }
}
