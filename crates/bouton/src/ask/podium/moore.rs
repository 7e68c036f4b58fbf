//! The game of Moore and Li, for several players.

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    Piles, Players,
};
use crate::{Error, ErrorKind, document::PodiumMoore, words::podium as render};

/// Whether a form is a P-position for n players, each taking from up to k piles (Li; Moore)
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Moore {
    /// The form.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub form: Piles,
    /// The players.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub players: Players,
    /// The number of piles that a move may take from
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "K", default_value_t = one(), value_parser = clap::value_parser!(u32).range(1..=1_000_000))
    )]
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub piles: u32,
}

impl Question for Moore {
    const NAME: &'static str = "podium moore";
    const EXAMPLE: &'static str = r#"{"form": "1,2,3"}"#;
    const LARGE: &'static [&'static str] = &[r#"{"form": "1023,1022,1021,512,511,256,255,7,7,3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumMoore>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let Some(found) = PodiumMoore::new(&self.form.read()?, self.players.players, self.piles) else {
            let why = "these players and piles need a modulus beyond 2^32";
            return Err(Error::question(why).of_kind(ErrorKind::Limit).into());
        };
        asker.say(&render::moore(&found), &found)?;
        Ok(Verdict::Done)
    }
}

fn one() -> u32 {
    1
}
