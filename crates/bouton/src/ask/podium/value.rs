//! The value of a sum of piles.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, position::words},
    piles_of, three,
};
use crate::{document::PodiumValue, words::podium as render};

/// The digit sum (Definition 2.5), the outcome and the linked options
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Value {
    /// The form
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub form: Vec<String>,
    /// The number of players
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = three(), value_parser = clap::value_parser!(u32).range(2..=255))
    )]
    #[serde(default = "three")]
    #[schemars(range(min = 2, max = 255))]
    pub players: u32,
}

impl Question for Value {
    const NAME: &'static str = "podium value";
    const EXAMPLE: &'static str = r#"{"form": "15,14,23,5"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "1023,1022,1021,512,511,256,255,7,7,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumValue>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = piles_of(&self.form)?;
        asker.say(&render::value(&form, self.players), &PodiumValue::new(&form, self.players))?;
        Ok(Verdict::Done)
    }
}
