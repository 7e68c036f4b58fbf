//! The base cases of the four-heap game.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    RowValue,
};
use crate::{document::InTotalBaseCases, theory::two_in_total::base_cases, words::in_total as render};

/// The 220 base cases of the four-heap game in the layout of the forum answer, or the 270 of its Grundy values
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct BaseCases {
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: RowValue,
}

impl Question for BaseCases {
    const NAME: &'static str = "in-total base-cases";
    const EXAMPLE: &'static str = r#"{"value": "outcome"}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"value": "grundy"}"#];
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<InTotalBaseCases>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let values = self.value.into();
        let found = InTotalBaseCases::from(&base_cases(values)[..]);
        asker.say(&render::base_cases(&found, values), &found)?;
        Ok(Verdict::Done)
    }
}
