//! Other impartial forms for three players.

use std::str::FromStr;

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict},
    wrong_form,
};
use crate::{
    Error,
    document::PodiumForm,
    theory::podium::{Evaluator, ImpartialForm, Play as Rule, RepresentationBounds, represent_within},
};

/// Other impartial forms, such as {2} or {0,*2}: outcome, and a sum of piles that equals it
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Form {
    /// The form
    pub form: String,
    /// The valuation of three players
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "podium"))]
    #[serde(default)]
    pub play: Play,
    /// The most piles of a sum that is tried, as an equal and added to both
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = piles()))]
    #[serde(default = "piles")]
    pub piles: usize,
    /// The largest pile of such a sum
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = largest()))]
    #[serde(default = "largest")]
    pub largest: u64,
    /// The most positions to examine
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = limit()))]
    #[serde(default = "limit")]
    pub limit: usize,
}

/// The valuations of games of three players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Play {
    /// Podium rule: a player who cannot be last tries to be last but one
    #[default]
    Podium,
    /// Coalitions: the others may conspire (Propp)
    Coalition,
}

fn piles() -> usize {
    RepresentationBounds::default().piles
}

fn largest() -> u64 {
    RepresentationBounds::default().largest
}

fn limit() -> usize {
    RepresentationBounds::default().positions
}

impl Question for Form {
    const NAME: &'static str = "podium form";
    const EXAMPLE: &'static str = r#"{"form": "{0,*2}"}"#;
    const HOSTILE: &'static [&'static str] = &[
        r#"{"form": "{2,{3,{4}}}+{5,{2}}+7+8", "limit": 100000000}"#,
        r#"{"form": "{9,{2}}+12", "piles": 9, "largest": 9, "limit": 100000000}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"form": "{2}+3"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PodiumForm>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = ImpartialForm::from_str(&self.form).map_err(|error| wrong_form(&self.form, &error))?;
        let bounds = RepresentationBounds { piles: self.piles, largest: self.largest, positions: self.limit };
        let rule = match self.play {
            Play::Podium => Rule::Podium { players: 3 },
            Play::Coalition => Rule::Coalition,
        };
        let watch = asker.watch();
        let outcome = Evaluator::watched(rule, bounds.positions, &watch).outcome(&form);
        let outcome = outcome.map_err(|error| Error::of_search(&error))?;
        let piles = match self.play {
            Play::Podium => Some(represent_within(&form, bounds, &watch)),
            Play::Coalition => None,
        };
        let piles = piles.transpose().map_err(|error| Error::of_search(&error))?;
        let mut said = format!("{form}: {outcome}\n");
        said.extend(piles.iter().map(|piles| format!("{piles}\n")));
        let document =
            PodiumForm { form: form.to_string(), outcome, equal_to_piles: piles.as_ref().map(Into::into) };
        asker.say(&said, &document)?;
        Ok(Verdict::Done)
    }
}
