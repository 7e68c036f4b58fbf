//! The value of a position, and its winning moves.

use bouton_core::Position;
use serde::Deserialize;

use super::{
    Asker, Document, Engines, Format, Question, Subject, Verdict,
    asker::{admit_position, within_room},
    letters, passes,
    position::{joined, words},
};
use crate::{Answer, Error, Oracle, Query, ValueKind, document, words::solve as render};

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
    pub value: ValueKind,
    /// Answer from the law of this certificate, for positions of any size
    #[cfg_attr(feature = "clap", arg(long, value_name = "CERTIFICATE"))]
    #[serde(default)]
    pub using: Option<String>,
    /// The engine.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub engines: Engines,
}

impl Question for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLE: &'static str = r#"{"game": "nim", "position": "3,4,5"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap", "position": "9", "set": ["a=3", "b=5"]}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "wythoff", "position": "9^9999,9^9999"}"#,
        r#"{"game": "wythoff", "position": "9^30000,9^29999", "moves": 1000000}"#,
        r#"{"game": "wythoff", "position": "9^99999,9^99998"}"#,
        r#"{"game": "nim", "position": "10^30,10^30", "moves": 1000000}"#,
        r#"{"game": "kayles", "position": "10^30,10^29", "moves": 1000000}"#,
        r#"{"game": "heaps 2; move take any from 1 heap; play misere", "position": "10^30,10^29", "moves": 1000000}"#,
    ];
    const LARGE: &'static [&'static str] =
        &[r#"{"game": "nim", "position": "10^30,10^30", "moves": 100000}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Solve>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let written = joined(&self.position)?;
        let (using, wanted) = (self.using.as_deref(), (self.value, self.moves));
        let about = (&*self.subject.game, &self.subject.set[..]);
        if let Some(position) = passes::counted(about, &written, using.is_some(), asker)? {
            let subject = Subject { set: Vec::new(), ..self.subject.clone() };
            return Self { subject, position: vec![position], ..self.clone() }.ask(asker);
        }
        if let Some(document) = letters::solve((&self.subject, &written), using, wanted, asker)? {
            asker.say(&render::by_letters(&document), &document)?;
            return Ok(Verdict::Done);
        }
        let position = asker.position(&written)?;
        let mut oracles = self.subject.oracles(using, asker)?;
        asker.begin("solving");
        let oracle = oracles.at(&position)?;
        admit_position(oracle, &position, self.engines.engine, asker)?;
        let moves = self.moves.map(|moves| within_room(moves, &written, asker));
        let query = Query { moves, ..self.query() };
        let (answer, report, document) = self.answer(oracle, &position, &query)?;
        asker.say(&format_args!("{}{report}", render::solve(oracle.playable(), &answer)), &document)?;
        Ok(Verdict::Done)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
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
    /// If the position has no answer, or a second engine computes another value.
    pub fn answer(
        &self,
        oracle: &mut Oracle,
        position: &Position,
        query: &Query,
    ) -> Result<(Answer, String, document::Solve), Error> {
        let answer = oracle.answer(position, query)?;
        let report = self.engines.report(answer.plan.clone(), || oracle.verify(&answer))?;
        let mut document = answer.document(oracle.playable());
        document.plan = report.plan.as_ref().map(Into::into);
        document.verified = report.verified.as_ref().map(Into::into);
        Ok((answer, report.words, document))
    }
}
