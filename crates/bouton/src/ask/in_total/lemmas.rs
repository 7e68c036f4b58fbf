//! The proof of the law of the four-heap game, line by line.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, joined, position::words},
    RowValue, verified,
};
use crate::{
    Error, ErrorKind,
    document::InTotalLemmas,
    theory::two_in_total::{Row, Step, derivation},
    words::in_total as render,
};

/// The forum answer's proof line by line: each lemma with its hypotheses checked
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Lemmas {
    /// Only the line about this row, for example 1,2,6, its hypotheses written out
    #[serde(default, deserialize_with = "words")]
    #[schemars(with = "String")]
    pub row: Vec<String>,
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: RowValue,
}

impl Question for Lemmas {
    const NAME: &'static str = "in-total lemmas";
    const EXAMPLE: &'static str = r#"{"row": "0,1,2"}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"value": "grundy"}"#];
    const LARGE: &'static [&'static str] = &["{}"];
    const DOCUMENTS: &'static [Document] = &[Document::of::<InTotalLemmas>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let proof = derivation(self.value.into());
        let one = !self.row.is_empty();
        let chosen: Vec<&Step> = if one {
            let row = row(&joined(&self.row)?, asker)?;
            proof.iter().filter(|step| step.covers(row)).collect()
        } else {
            proof.iter().collect()
        };
        let text = match chosen.as_slice() {
            [step] if one => render::line(step),
            _ => render::lines(&proof),
        };
        let document = InTotalLemmas::new(&proof, &chosen);
        asker.say(&text, &document)?;
        Ok(verified(document.verified))
    }
}

/// The three smallest heaps of a row.
fn row<A: Asker>(text: &str, asker: &mut A) -> Result<Row, A::Failure> {
    let position = asker.position(text)?;
    // Sizes beyond 64 bits belong to the same line as all large ones.
    let sizes: Vec<u64> =
        position.coordinates.iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect();
    match Row::try_from(sizes) {
        Ok(row) if row.is_sorted() && position.control.is_none() => Ok(row),
        _ => {
            let why = format!("row `{text}`: expected the three smallest heaps, smallest first, as `1,2,6`");
            Err(Error::question(why).of_kind(ErrorKind::Position).into())
        }
    }
}
