//! Nim with at most k objects a move.

use num_bigint::BigUint;
use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, parameter, position::words},
    heaps,
};
use crate::{
    Error, ErrorKind,
    document::{NimBoundedPosition, NimClosing},
    theory::nim::{ClosingSentence, closing_sentence_counterexample},
    words::nim as render,
};

/// Nim with at most k objects a move
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct BoundedNim {
    /// The heaps; without them, whether "compute nim sum mod (k+1)" holds for this k
    #[serde(default, deserialize_with = "words")]
    #[schemars(with = "String")]
    pub heaps: Vec<String>,
    /// The most objects a move
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[serde(deserialize_with = "parameter::number_or_text")]
    #[schemars(with = "String")]
    pub most: BigUint,
}

impl Question for BoundedNim {
    const NAME: &'static str = "nim bounded";
    const EXAMPLE: &'static str = r#"{"heaps": "5,9", "most": "3"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "9^999,10^999,3,4", "most": "1000"}"#];
    const DOCUMENTS: &'static [Document] =
        &[Document::of::<NimBoundedPosition>(), Document::of::<NimClosing>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let wrong = |why: &str, kind| Error::parameter("most", why).of_kind(kind);
        if self.heaps.is_empty() {
            let most = u64::try_from(&self.most)
                .map_err(|_| wrong("is examined up to 2^64 - 2", ErrorKind::Limit))?;
            let found = closing_sentence_counterexample(most);
            if found == ClosingSentence::NotExamined {
                let why = format!("{most} is not examined, expected 1 to 2^64 - 2");
                return Err(wrong(&why, ErrorKind::Most).into());
            }
            asker.say(&render::closing_sentence(most, &found), &NimClosing::new(most, &found))?;
            return Ok(Verdict::Done);
        }
        let heaps = heaps(&self.heaps, asker)?;
        if self.most == BigUint::ZERO {
            return Err(wrong("0 allows no move, expected at least 1", ErrorKind::Most).into());
        }
        let found = NimBoundedPosition::new(&heaps, &self.most);
        asker.say(&render::bounded(&found), &found)?;
        Ok(Verdict::Done)
    }
}
