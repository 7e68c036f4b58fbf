//! The values of the four-heap game by row and remainder.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    RowValue, verified,
};
use crate::{document::InTotalSummary, theory::two_in_total::derivation, words::in_total as render};

/// The outcomes, or Grundy values, that the proof gives, by row and remainder
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Summary {
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: RowValue,
}

impl Question for Summary {
    const NAME: &'static str = "in-total summary";
    const EXAMPLE: &'static str = r#"{"value": "outcome"}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"value": "grundy"}"#];
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<InTotalSummary>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let values = self.value.into();
        let proof = derivation(values);
        let document = InTotalSummary::new(values, &proof);
        asker.say(&render::summary(&document, &proof), &document)?;
        Ok(verified(document.verified))
    }
}
