//! Whether two sums of piles are equal.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    piles,
};
use crate::{document::PodiumEqual, theory::podium, words::podium as render};

/// Whether two forms are equal (Theorem 3.4), and a form that distinguishes them
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Equal {
    /// One form
    pub left: String,
    /// The other form
    pub right: String,
}

impl Question for Equal {
    const NAME: &'static str = "podium equal";
    const EXAMPLE: &'static str = r#"{"left": "3", "right": "2,1"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"left": "1023,512,7", "right": "1,2,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumEqual>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = podium::equality(&piles(&self.left)?, &piles(&self.right)?);
        asker.say(&render::equality(&found), &PodiumEqual::from(&found))?;
        Ok(Verdict::Done)
    }
}
