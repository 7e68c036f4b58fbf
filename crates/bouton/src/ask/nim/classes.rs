//! The classes of positions that are recognised as lost.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, position::words},
    heaps,
};
use crate::{document::NimClasses, theory::nim, words::nim as render};

/// The classes of positions recognised as lost at once that a position is in
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Classes {
    /// The heaps
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub heaps: Vec<String>,
}

impl Question for Classes {
    const NAME: &'static str = "nim classes";
    const EXAMPLE: &'static str = r#"{"heaps": "2,4,6"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "1,2,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimClasses>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let heaps = heaps(&self.heaps, asker)?;
        let found = nim::lost_classes(&heaps);
        asker.say(&render::classes(&found), &NimClasses::new(&heaps, &found))?;
        Ok(Verdict::Done)
    }
}
