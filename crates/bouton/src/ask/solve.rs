//! The value of a position, and its winning moves.

use serde::Deserialize;

use super::{
    Asker, Engines, Format, Question, Subject, Verdict,
    asker::admit,
    position::{joined, words},
};
use crate::{Answer, AnswerError, Asked, Error, Oracle, Query, document, words::solve as render};

/// Solve a position: outcome, Grundy value, remoteness and every winning move
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Solve {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The position, for example 3,4,5 or 3,4,5:used; `-` reads positions from standard input, one a
    /// line, and answers each with a JSON document in a line
    #[cfg_attr(feature = "clap", arg(index = 2, required = true, allow_negative_numbers = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    /// The most moves to list [default: 1000 if they cannot all be tried]; with 0 and `-` answers contain
    /// only the outcome and --value, which is fastest
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub moves: Option<usize>,
    /// A value to compute beside the outcome, at any cost
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: Asked,
    /// The engine.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub engines: Engines,
}

/// Bytes of a move in the document, beside its position.
const MOVE: usize = 50;

impl Question for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLE: &'static str = r#"{"game": "nim", "position": "3,4,5"}"#;
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let written = joined(&self.position)?;
        let position = asker.position(&written)?;
        let mut oracles = self.subject.oracles(asker)?;
        asker.begin("solving");
        let oracle = oracles.at(&position)?;
        if asker.most_seconds().is_some() {
            let placed = oracle.playable().place(&position).map_err(Error::from)?;
            let plan = oracle.plan(&placed, Asked::Outcome, self.engines.engine).map_err(Error::from)?;
            admit(asker, &plan, |needed| {
                AnswerError::TooLarge { position: position.to_string(), needed }.into()
            })?;
        }
        // One move more than fits makes the answer too long.
        let room = asker.room().map(|bytes| bytes / (MOVE + written.len()) + 1);
        let moves = self.moves.map(|moves| room.map_or(moves, |room| moves.min(room)));
        let query = Query { moves, ..self.query() };
        let (answer, report, document) = self.answer(oracle, &position, &query)?;
        asker.say(&format_args!("{}{report}", render::solve(oracle.playable(), &answer)), &document)?;
        Ok(Verdict::Done)
    }
}

impl Solve {
    /// The query about each position.
    #[must_use]
    pub fn query(&self) -> Query {
        Query { value: self.value, engine: self.engines.engine, moves: self.moves, streamed: false }
    }

    /// The answer to a query about a position, the report on its engines in words, and its document.
    ///
    /// # Errors
    ///
    /// If there is no answer, or a second engine computes another value.
    pub fn answer(
        &self,
        oracle: &mut Oracle,
        position: &bouton_core::Position,
        query: &Query,
    ) -> Result<(Answer, String, document::Solve), Error> {
        let answer = oracle.answer(position, query)?;
        let report = self.engines.report(answer.plan.clone(), || oracle.verify(&answer))?;
        let mut document = document::Solve::new(oracle.playable(), &answer);
        document.plan = report.plan.as_ref().map(Into::into);
        document.verified = report.verified.as_ref().map(Into::into);
        Ok((answer, report.words, document))
    }
}
