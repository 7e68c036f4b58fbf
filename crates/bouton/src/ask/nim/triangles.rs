//! Lost triangles.

use serde::Deserialize;

use super::super::{Asker, Document, Format, Question, Verdict, found::Found};
use crate::{document::NimTriangles, theory::nim, words::lazily};

/// The numbers n for which 1, 2, …, n is lost
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Triangles {
    /// The largest n
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = upto(), value_parser = clap::value_parser!(u64).range(..=10_000_000))
    )]
    #[serde(default = "upto")]
    #[schemars(range(max = 10_000_000))]
    pub upto: u64,
}

fn upto() -> u64 {
    99
}

/// A `NimTriangles` whose list is found while it is written.
#[derive(serde::Serialize)]
struct TriangleList<'a> {
    upto: u64,
    triangles: &'a Found<'a, u64>,
}

impl Question for Triangles {
    const NAME: &'static str = "nim triangles";
    const EXAMPLE: &'static str = r#"{"upto": 15}"#;
    const LARGE: &'static [&'static str] = &[r#"{"upto": 10000000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimTriangles>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let watch = asker.watch();
        let triangles = Found::each(&watch, || nim::triangles(self.upto));
        // The first one is 0.
        let line = triangles.text(|n, f| if *n == 0 { write!(f, "0") } else { write!(f, " {n}") });
        let said = asker.say(
            &lazily(|f| writeln!(f, "{line}")),
            &TriangleList { upto: self.upto, triangles: &triangles },
        );
        triangles.ended(said)?;
        Ok(Verdict::Done)
    }
}
