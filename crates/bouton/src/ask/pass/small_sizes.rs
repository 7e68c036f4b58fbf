//! Tables 1 and 2: sizes up to three.

use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict};
use crate::{document::PassSmallSizes, words::pass as render};

/// Table 1 of Wong Oi Lin (2015): sizes up to three, with the least numbers of objects
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct SmallSizes {}

impl Question for SmallSizes {
    const NAME: &'static str = "pass table1";
    const EXAMPLE: &'static str = "{}";
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PassSmallSizes>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = PassSmallSizes::new();
        asker.say(&render::small_sizes(&found, false), &found)?;
        Ok(Verdict::Done)
    }
}

/// Table 2: the same with nim-sums
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct SmallSizesWithNimSums {}

impl Question for SmallSizesWithNimSums {
    const NAME: &'static str = "pass table2";
    const EXAMPLE: &'static str = "{}";
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PassSmallSizes>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let found = PassSmallSizes::new();
        asker.say(&render::small_sizes(&found, true), &found)?;
        Ok(Verdict::Done)
    }
}
