//! Theorem 1.

use num_bigint::BigUint;
use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict, joined, position::words};
use crate::{Error, ErrorKind, document::PassTheorem, theory::nim_with_a_pass::outcome};

/// The case of Theorem 1 that decides a position (m1,m2,m3,m4), of any size
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Theorem {
    /// The number of heaps of size 1, 2, 3 and 4
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
}

impl Question for Theorem {
    const NAME: &'static str = "pass theorem";
    const EXAMPLE: &'static str = r#"{"position": "1,2,3,4"}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"position": "9^9999,9^9998,9^9997,9^9996"}"#];
    const LARGE: &'static [&'static str] = &[r#"{"position": "9^999,1,2,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PassTheorem>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let text = joined(&self.position)?;
        let heaps: [BigUint; 4] =
            asker.position(&text)?.coordinates.try_into().map_err(|found: Vec<BigUint>| {
                let count = found.len();
                let why = format!("position `{text}` has {count} numbers, expected 4 (m1,m2,m3,m4)");
                Error::question(why).of_kind(ErrorKind::Position)
            })?;
        let found = PassTheorem::new(&heaps, outcome(&heaps));
        let text = format!("{}, by the case `{}` of Theorem 1\n", found.outcome, found.case);
        asker.say(&text, &found)?;
        Ok(Verdict::Done)
    }
}
