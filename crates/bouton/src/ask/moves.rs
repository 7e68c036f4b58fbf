//! The options of a position with their values.

use serde::Deserialize;

use super::{
    Asker, Document, Format, Question, Subject, Verdict,
    asker::{admit_position, within_room},
    position::{joined, words},
};
use crate::{Choice, Error, Query, ValueKind, document::Number};

/// List the options of a position, each with its value
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Moves {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The position, for example 3,4,5 or 3,4,5:used
    #[cfg_attr(feature = "clap", arg(index = 2, required = true, allow_negative_numbers = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    /// The value of each option, beside its outcome
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: ValueKind,
    /// The most options to list
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = limit()))]
    #[serde(default = "limit")]
    pub limit: usize,
    /// Answer from the law of this certificate, for positions of any size
    #[cfg_attr(feature = "clap", arg(long, value_name = "CERTIFICATE"))]
    #[serde(default)]
    pub using: Option<String>,
}

fn limit() -> usize {
    1_000
}

/// The options of a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
pub struct Options {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its outcome.
    pub outcome: String,
    /// Whether all options are listed.
    pub complete: bool,
    /// The options.
    pub options: Vec<OptionValue>,
}

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
pub struct OptionValue {
    /// The position moved to.
    pub to: String,
    /// Its outcome.
    pub outcome: String,
    /// Whether the move wins.
    pub winning: bool,
    /// Its Grundy value, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grundy: Option<Number>,
    /// Its remoteness, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
}

impl Question for Moves {
    const NAME: &'static str = "moves";
    const EXAMPLE: &'static str = r#"{"game": "kayles", "position": "5", "value": "grundy"}"#;
    const HOSTILE: &'static [&'static str] =
        &[r#"{"game": "wythoff", "position": "5000,4999", "value": "remoteness", "limit": 1000000}"#];
    const LARGE: &'static [&'static str] =
        &[r#"{"game": "nim", "position": "10^30,10^30", "limit": 100000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<Options>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let written = joined(&self.position)?;
        let position = asker.position(&written)?;
        let mut oracles = self.subject.oracles(self.using.as_deref(), asker)?;
        asker.begin("solving");
        let oracle = oracles.at(&position)?;
        admit_position(oracle, &position, Choice::default(), asker)?;
        let query = Query { moves: Some(within_room(self.limit, &written, asker)), ..Query::default() };
        let answer = oracle.answer(&position, &query).map_err(Error::from)?;
        let wanted = Query { value: self.value, moves: Some(0), streamed: true, ..Query::default() };
        let (watch, mut text, mut options) = (asker.watch(), String::new(), Vec::new());
        for option in &answer.moves {
            watch.check().map_err(Error::from)?;
            let (mut grundy, mut remoteness, mut shown) = (None, None, String::new());
            if self.value != ValueKind::Outcome {
                let found = oracle.answer(&option.to, &wanted).map_err(Error::from)?;
                grundy = found.grundy.as_ref().filter(|_| self.value == ValueKind::Grundy).map(Number::from);
                remoteness = found.remoteness.filter(|_| self.value == ValueKind::Remoteness).map(u64::from);
                shown = grundy.as_ref().map(|value| format!(" {value}")).unwrap_or_default();
                shown.extend(remoteness.map(|value| format!(" {value}")));
            }
            let winning = if option.winning { " wins" } else { "" };
            text.push_str(&format!("{} {}{shown}{winning}\n", option.to, option.outcome));
            let (to, outcome) = (option.to.to_string(), option.outcome.clone());
            options.push(OptionValue { to, outcome, winning: option.winning, grundy, remoteness });
        }
        if options.is_empty() && answer.all_moves {
            text.push_str("there is no move\n");
        } else if !answer.all_moves {
            text.push_str("there are more\n");
        }
        let document = Options {
            game: oracle.playable().title(),
            position: answer.position.to_string(),
            outcome: answer.outcome.clone(),
            complete: answer.all_moves,
            options,
        };
        asker.say(&text, &document)?;
        Ok(Verdict::Done)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
    }
}
