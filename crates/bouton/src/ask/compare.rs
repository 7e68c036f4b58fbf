//! Two games at all positions.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, Work, parameter};
use crate::{
    Comparison, Error, NumerationChoice, Playable, Ruleset, ValueKind, compare_in, document, rules::HeapCount,
};

/// Compare the values of two games at all positions, or find where they first differ
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Compare {
    /// A game: a rules file, a built-in game, or rules text
    #[cfg_attr(feature = "clap", arg(index = 1))]
    pub game: String,
    /// Another game with the same positions
    #[cfg_attr(feature = "clap", arg(index = 2))]
    pub other: String,
    /// The number of heaps of games with any number of them [default: 3]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64)))]
    #[serde(default)]
    #[schemars(range(min = 1, max = 64))]
    pub heaps: Option<u8>,
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: ValueKind,
    /// The digits that the laws read: auto, 2, 3, ..., fibonacci, tribonacci, ostrowski(a,b,...), fraenkel(s,t)
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "auto"))]
    #[serde(default, deserialize_with = "parameter::parsed")]
    #[schemars(with = "String", extend("default" = "auto"))]
    pub numeration: NumerationChoice,
}

impl Question for Compare {
    const NAME: &'static str = "compare";
    const EXAMPLE: &'static str = r#"{"game": "nim", "other": "nim", "heaps": 2}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "wythoff", "other": "heaps 2; move take any from 1 heap; move take the same any from 2 heaps", "numeration": "fraenkel(2,1)"}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "heaps 4; move take any from 1 heap; move take the same any from 3 heaps", "other": "heaps 4; move take any from 2 heaps"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "take-three", "other": "take-three"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Compare>()];
    const FORMATS: &'static [Format] = Format::ROWS;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let games = [asker.game(&self.game, &[])?, asker.game(&self.other, &[])?];
        let heaps = self.heaps.map(usize::from);
        let [one, other] =
            Playable::both([&games[0], &games[1]], heaps, &asker.watch()).map_err(Error::from)?;
        asker.begin("comparing");
        let watch = asker.watch_for_proof();
        let found = compare_in(&one, &other, self.value, &self.numeration, &watch).map_err(Error::from)?;
        let are_open = games.iter().all(|game| game.code().is_none() && game.heaps() == HeapCount::Any);
        let is_for_all = found == Comparison::SameRules;
        let mut document = found.document([&one, &other], self.value);
        document.heaps = one.ruleset().map(Ruleset::dimension).filter(|_| are_open && !is_for_all);
        let of_heaps = document.heaps.map_or_else(String::new, |heaps| {
            let heaps = if heaps == 1 { "1 heap".to_owned() } else { format!("{heaps} heaps") };
            format!(" (with {heaps}; both games have any number of them)")
        });
        asker.say(&format!("{}{of_heaps}\n", found.text(self.value)), &document)?;
        Ok(match found.is_equal() {
            Some(true) => Verdict::Done,
            Some(false) => Verdict::No,
            None => Verdict::Limit,
        })
    }
}
