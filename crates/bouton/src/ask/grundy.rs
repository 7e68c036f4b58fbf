//! Grundy values of many positions of one game.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Subject, Verdict, parameter};
use crate::{
    Error, Query, ValueKind,
    document::{self, GrundyValue, GrundyValues},
};

/// Compute the Grundy values of many positions of one game
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Grundy {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The positions: 3,4,5 7,7 1,2,3
    #[cfg_attr(
        feature = "clap",
        arg(index = 2, required = true, value_name = "POSITION", allow_negative_numbers = true)
    )]
    #[serde(deserialize_with = "parameter::list")]
    #[schemars(extend("x-separator" = ";"))]
    pub positions: Vec<String>,
    /// Answer from the law of this certificate, for positions of any size
    #[cfg_attr(feature = "clap", arg(long, value_name = "CERTIFICATE"))]
    #[serde(default)]
    pub using: Option<String>,
}

impl Question for Grundy {
    const NAME: &'static str = "grundy";
    const EXAMPLE: &'static str = r#"{"game": "nim", "positions": ["3,4,5", "7,7"]}"#;
    const HOSTILE: &'static [&'static str] =
        &[r#"{"game": "wythoff", "positions": ["9^9999,9^9999", "5000,4999"]}"#];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "positions": ["10^30,10^29", "3,4"]}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::GrundyValues>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let mut oracles = self.subject.oracles(self.using.as_deref(), asker)?;
        asker.begin("solving");
        let query = Query { value: ValueKind::Grundy, moves: Some(0), streamed: true, ..Query::default() };
        let (mut game, mut values, mut text) = (String::new(), Vec::new(), String::new());
        let positions = self.positions.iter().map(|written| asker.position(written));
        let positions = positions.collect::<Result<Vec<_>, _>>()?;
        let largest = positions.iter().max_by_key(|position| position.coordinates.iter().max());
        if let Some(largest) = largest.filter(|_| positions.len() > 1)
            && let Ok(oracle) = oracles.at(largest)
        {
            // A table that is filled for the largest position has the others. An error is reported in turn.
            oracle.answer(largest, &query).ok();
        }
        for position in positions {
            let oracle = oracles.at(&position)?;
            let answer = oracle.answer(&position, &query).map_err(Error::from)?;
            game = oracle.playable().title();
            let shown = answer.grundy.as_ref().map_or("?".to_owned(), ToString::to_string);
            text.push_str(&format!("{} {shown}\n", answer.position));
            values.push(GrundyValue {
                position: answer.position.to_string(),
                grundy: answer.grundy.as_ref().map(Into::into),
            });
        }
        asker.say(&text, &GrundyValues { game, values })?;
        Ok(Verdict::Done)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
    }
}
