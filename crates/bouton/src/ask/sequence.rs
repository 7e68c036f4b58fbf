//! Grundy values of one heap.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Subject, Verdict, parameter};
use crate::{
    Error, ErrorKind, Playable, SequenceEngine, SequenceOptions, document,
    picture::{Theme, of_sequence},
    sequence_document, sequence_statistics, sequence_with, with_one_heap,
    words::sequence as words,
};

/// Compute the Grundy values of one heap, and their period
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Sequence {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The largest heap [default with --against: the last n of the file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", required_unless_present = "against"))]
    #[schemars(required)]
    pub upto: Option<u64>,
    /// Print the largest value, and the number of rare heaps in the sparse space of the values
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub statistics: bool,
    /// The method: auto (the fastest), or definition (all moves of all heaps)
    #[cfg_attr(feature = "clap", arg(long, value_name = "ENGINE", default_value = "auto"))]
    #[serde(default, deserialize_with = "parameter::parsed")]
    #[schemars(with = "Method", extend("default" = "auto"))]
    pub engine: SequenceEngine,
    /// Use the colours of a dark page (pictures)
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub dark: bool,
}

/// The names of methods, for the schema.
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[allow(dead_code, reason = "read by the schema alone")]
enum Method {
    Auto,
    Definition,
}

impl Question for Sequence {
    const NAME: &'static str = "sequence";
    const EXAMPLE: &'static str = r#"{"game": "kayles", "upto": 9}"#;
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "0.16", "upto": 1000000, "statistics": true}"#,
        r#"{"game": "nim", "upto": 4000000, "statistics": true}"#,
        r#"{"game": "octal 0.07", "upto": 100000, "engine": "definition"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "kayles", "upto": 1000000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Sequence>()];
    const FORMATS: &'static [Format] = Format::SEQUENCE;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let pictured = matches!(asker.format(), Format::Svg | Format::Png);
        if self.dark && !pictured {
            let why = "{dark}, {axes} and {p-positions} are for pictures; say {format svg}, too";
            return Err(Error::usage(why).into());
        }
        let playable = self.playable(asker)?;
        let Some(upto) = self.upto else { return Err(Error::usage("{upto} is missing").into()) };
        if pictured && asker.room().is_some_and(|room| upto > room as u64 / 2) {
            let why = "the picture of {upto} heaps is too long an answer; ask for less";
            return Err(Error::usage(why).of_kind(ErrorKind::Limit).into());
        }
        // Each value takes at least a digit and a comma of the answer.
        let upto = asker.room().map_or(upto, |room| upto.min(room as u64));
        let found = self.find(&playable, upto, asker)?;
        match asker.format() {
            Format::Text => asker.text(&words::sequence(&found, false))?,
            Format::Bfile => asker.text(&words::sequence(&found, true))?,
            Format::Json => asker.document(&found)?,
            format @ (Format::Svg | Format::Png) => {
                let theme = Theme::new(self.dark);
                let picture = of_sequence(&found, &theme, &asker.watch()).map_err(Error::from)?;
                asker.picture(&picture, format == Format::Png)?;
            }
            _ => asker.rows(&found.terms())?,
        }
        Ok(Verdict::Done)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
    }
}

impl Sequence {
    /// The game, which has one heap.
    ///
    /// # Errors
    ///
    /// If it cannot be played with one, or has no Grundy values.
    pub fn playable<A: Asker>(&self, asker: &mut A) -> Result<Playable, A::Failure> {
        if self.subject.heaps.is_some_and(|heaps| heaps != 1) {
            return Err(Error::usage("a sequence is about one heap; leave out {heaps}").into());
        }
        let game = self.subject.load(asker)?;
        Ok(with_one_heap(&game, &asker.watch()).map_err(Error::from)?)
    }

    /// The values of heaps up to `upto`.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the folder of values cannot be used.
    pub fn find<A: Asker>(
        &self,
        playable: &Playable,
        upto: u64,
        asker: &mut A,
    ) -> Result<document::Sequence, A::Failure> {
        asker.begin("computing Grundy values");
        let watch = asker.watch();
        let checkpoint = asker.checkpoint().map(std::path::Path::to_owned);
        let options = SequenceOptions { engine: self.engine, checkpoint };
        let values = sequence_with(playable, upto, &options, &watch).map_err(Error::from)?;
        let mut found = sequence_document(playable, values);
        if self.statistics {
            found.statistics = Some(sequence_statistics(&found.values, &watch).map_err(Error::from)?);
        }
        Ok(found)
    }
}
