//! Best play from a position to the end.

use serde::Deserialize;

use super::{
    Asker, Document, Format, Question, Subject, Verdict,
    asker::admit_position,
    position::{joined, words},
};
use crate::{Choice, Error, Query, play::best_move};

/// Play a position to its end, with a best move of each player
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Line {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The position, for example 3,4,5 or 3,4,5:used
    #[cfg_attr(feature = "clap", arg(index = 2, required = true, allow_negative_numbers = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    /// The most moves to make
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = limit()))]
    #[serde(default = "limit")]
    pub limit: usize,
    /// Answer from the law of this certificate, for positions of any size
    #[cfg_attr(feature = "clap", arg(long, value_name = "CERTIFICATE"))]
    #[serde(default)]
    pub using: Option<String>,
}

fn limit() -> usize {
    100
}

/// A game with a best move of each player.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
pub struct PlayedLine {
    /// The game.
    pub game: String,
    /// The first position.
    pub position: String,
    /// Its outcome.
    pub outcome: String,
    /// Whether play ends after the last of the moves.
    pub complete: bool,
    /// The moves.
    pub moves: Vec<LineMove>,
}

/// A move of a played line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
pub struct LineMove {
    /// The player who makes it: 1 for the first one to move.
    pub player: usize,
    /// The position moved to.
    pub to: String,
    /// Its outcome.
    pub outcome: String,
}

impl Question for Line {
    const NAME: &'static str = "line";
    const EXAMPLE: &'static str = r#"{"game": "nim", "position": "3,4,5", "limit": 3}"#;
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "wythoff", "position": "9^9999,9^9998", "limit": 1000000}"#,
        r#"{"game": "wythoff", "position": "5000,4999", "limit": 1000000}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "position": "10^30,10^30", "limit": 1000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PlayedLine>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let mut position = asker.position(&joined(&self.position)?)?;
        let mut oracles = self.subject.oracles(self.using.as_deref(), asker)?;
        asker.begin("solving");
        let (watch, query) = (asker.watch(), Query::default());
        let oracle = oracles.at(&position)?;
        admit_position(oracle, &position, Choice::default(), asker)?;
        let players = usize::from(oracle.playable().game().convention().players());
        let mut answer = oracle.answer(&position, &query).map_err(Error::from)?;
        let mut document = PlayedLine {
            game: oracle.playable().title(),
            position: answer.position.to_string(),
            outcome: answer.outcome.clone(),
            complete: false,
            moves: Vec::new(),
        };
        let (mut text, mut held) =
            (format!("{} {}\n", document.position, document.outcome), watch.hold_none());
        for turn in 0.. {
            watch.check().map_err(Error::from)?;
            document.complete = answer.is_over();
            let Some(to) = best_move(&answer).filter(|_| turn < self.limit) else { break };
            position = to.clone();
            answer = oracles.at(&position)?.answer(&position, &query).map_err(Error::from)?;
            let made = LineMove {
                player: turn % players + 1,
                to: answer.position.to_string(),
                outcome: answer.outcome.clone(),
            };
            held.grow(2 * made.to.len() as u64 + 128).map_err(Error::from)?;
            text.push_str(&format!("{}. {} {}\n", made.player, made.to, made.outcome));
            document.moves.push(made);
        }
        text.push_str(if document.complete { "there is no move\n" } else { "play goes on\n" });
        asker.say(&text, &document)?;
        Ok(Verdict::Done)
    }
}
