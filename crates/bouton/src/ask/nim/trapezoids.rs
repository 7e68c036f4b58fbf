//! Lost trapezoids.

use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict, found::Found};
use crate::{document::NimTrapezoids, theory::nim, words::nim as render};

/// Lost positions of consecutive sizes, from 2 on
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Trapezoids {
    /// The largest heap
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = upto(), value_parser = clap::value_parser!(u64).range(..=2_000))
    )]
    #[serde(default = "upto")]
    #[schemars(range(max = 2_000))]
    pub upto: u64,
}

fn upto() -> u64 {
    20
}

/// A `NimTrapezoids` whose list is found while it is written.
#[derive(serde::Serialize)]
struct TrapezoidList<'a> {
    upto: u64,
    positions: &'a Found<'a, Vec<u64>>,
}

impl Question for Trapezoids {
    const NAME: &'static str = "nim trapezoids";
    const EXAMPLE: &'static str = r#"{"upto": 9}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"upto": 2000}"#];
    const LARGE: &'static [&'static str] = &[r#"{"upto": 500}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimTrapezoids>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let watch = asker.watch();
        let positions = Found::each(&watch, || {
            nim::trapezoids(self.upto).map(|(first, last)| (first..=last).collect::<Vec<_>>())
        });
        let lines = positions.text(|position, f| writeln!(f, "{}", render::position(position)));
        let text = render::counted_after(&lines, || (positions.count(), true));
        let said = asker.say(&text, &TrapezoidList { upto: self.upto, positions: &positions });
        positions.ended(said)?;
        Ok(Verdict::Done)
    }
}
