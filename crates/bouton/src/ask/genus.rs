//! Grundy values in normal and misère play.

use serde::Deserialize;

use super::{
    Asker, Document, Format, Question, Subject, Verdict,
    position::{joined, words},
};
use crate::{Error, GenusError, Playable, PlayableError, document, genus, words::solve as render};

/// Compute the genus and misère outcome of a position of a one-heap game
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Genus {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The heaps: 7,5,3
    #[cfg_attr(feature = "clap", arg(index = 2, required = true, allow_negative_numbers = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
}

impl Question for Genus {
    const NAME: &'static str = "genus";
    const EXAMPLE: &'static str = r#"{"game": "kayles", "position": "5,3"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "heaps any; let k = 2; move take k from 1 heap, then may split the rest in two heaps", "position": "7", "set": "k=1"}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "0.16", "position": "300,200,100,90,80"}"#,
        r#"{"game": "kayles", "position": "9^999,9^998"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "kayles", "position": "40,39"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Genus>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let game = self.subject.load(asker)?;
        let playable =
            Playable::within(&game, self.subject.heaps(), &asker.watch()).map_err(|error| match error {
                // No number of heaps would help.
                PlayableError::HeapsOpen => Error::from(GenusError::NoHeaps),
                error => error.into(),
            })?;
        let position = asker.position(&joined(&self.position)?)?;
        asker.begin("solving");
        let found = genus(&playable, &position, &asker.watch()).map_err(Error::from)?;
        asker.say(&render::genus(&found), &found)?;
        Ok(Verdict::Done)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
    }
}
