//! The reasons for the value of a position, by the law of the game.

use bouton_core::Position;
use serde::Deserialize;

use super::{
    Asker, Document, Format, OpenSubject, ProvedValue, Question, Verdict, Work,
    asker::admit_position,
    letters, passes,
    position::{joined, words},
    theorem,
};
use crate::{
    AnswerError, Error, Oracles, PositionError, Query, Reasons, Theorem, ValueKind, Wording, document,
    rules::{Game, HeapCount},
};

/// Explain the value of a position by the law of the game: what the law reads there, and a best move
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Why {
    /// A game (its law is proved first, unless it is known), or a certificate
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: OpenSubject,
    /// The position, for example 3,4,5 or 3,4,5:used
    #[cfg_attr(feature = "clap", arg(index = 2, required = true, allow_negative_numbers = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    /// The value, if a law is to be proved [default: outcome]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default)]
    pub value: Option<ProvedValue>,
    /// Explain by the law of this certificate
    #[cfg_attr(feature = "clap", arg(long, value_name = "CERTIFICATE"))]
    #[serde(default)]
    pub using: Option<String>,
}

/// The maximum number of moves that are examined for a best one.
const MOVES: usize = 100;

impl Question for Why {
    const NAME: &'static str = "why";
    const EXAMPLE: &'static str = r#"{"game": "nim", "position": "3,4,5"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap", "position": "9", "set": ["a=2", "b=5"]}"#,
        r#"{"game": "take-three", "position": "9"}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "heaps 4; move take any from 1 heap; move take the same any from 3 heaps", "position": "3,4,5,6"}"#,
        r#"{"game": "wythoff", "position": "9^9999,9^9998"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "position": "10^3000,10^2999"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Why>()];
    const FORMATS: &'static [Format] = Format::WORDS;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let written = joined(&self.position)?;
        asker.begin("proving");
        let Reasons { prose, document } = self.reasons(&written, asker)?;
        match asker.format() {
            Format::Json => asker.document(&document)?,
            format => asker.text(&format.wording().unwrap_or(Wording::Text).write(&prose))?,
        }
        Ok(Verdict::Done)
    }
}

impl Why {
    fn reasons<A: Asker>(&self, written: &str, asker: &mut A) -> Result<Reasons, A::Failure> {
        let about = (&*self.subject.game, &self.subject.set[..]);
        if let Some(position) = passes::counted(about, written, self.using.is_some(), asker)? {
            let subject = OpenSubject { set: Vec::new(), ..self.subject.clone() };
            return Self { subject, ..self.clone() }.reasons(&position, asker);
        }
        let subject = self.subject.subject();
        if let Some(found) = letters::why((&subject, written), self.using.as_deref(), self.value, asker)? {
            return Ok(found);
        }
        let position = asker.position(written)?;
        let (game, theorem) = self.theorem(&position, asker)?;
        theorem.find_words(&asker.watch_for_proof()).map_err(Error::from)?;
        let watch = asker.watch();
        let mut oracles = Oracles::new(&game, self.subject.heaps(), Some(theorem.clone()), &watch);
        let query = Query {
            value: if theorem.traces_grundy_values() { ValueKind::Grundy } else { ValueKind::Outcome },
            moves: Some(MOVES),
            ..Query::default()
        };
        // A theorem about a sum may not be a source of values; its theorem of single heaps is.
        let mut own;
        let oracle = match oracles.at(&position) {
            Err(Error::Answer(AnswerError::OtherGame { .. })) if self.using.is_none() => {
                own = Oracles::new(&game, self.subject.heaps(), None, &watch);
                own.at(&position)?
            }
            oracle => oracle?,
        };
        admit_position(oracle, &position, crate::Choice::Auto, asker)?;
        let answer = oracle.answer(&position, &query).map_err(Error::from)?;
        Ok(crate::why(oracle.playable(), &answer, &theorem).map_err(Error::from)?)
    }

    /// The game and the theorem about it.
    fn theorem<A: Asker>(&self, position: &Position, asker: &mut A) -> Result<(Game, Theorem), A::Failure> {
        if asker.is_certificate(&self.subject.game) {
            if self.using.is_some() {
                let why = "the law is that of the certificate; leave out {using}, or name a game";
                return Err(Error::usage(why).into());
            }
            let theorem = theorem::of_certificate(&self.subject, self.value, asker)?;
            return Ok((theorem.game().clone(), theorem));
        }
        let game = self.subject.subject().load(asker)?;
        if let Some(given) = &self.using {
            return Ok((game, asker.given_theorem(given)?));
        }
        let mut subject = self.subject.clone();
        let open = game.code().is_none() && game.heaps() == HeapCount::Any;
        if open && position.coordinates.is_empty() {
            return Err(Error::from(PositionError::NoHeaps).into());
        }
        let every = subject.any_heaps(&game);
        let of_all = theorem::of_every_number(&game, &subject, self.value, every, asker)?;
        let is_about = |theorem: &Theorem| {
            theorem.numbers_of_heaps().is_none_or(|numbers| numbers.has(position.coordinates.len()))
        };
        if let Some(theorem) = of_all.filter(is_about) {
            return Ok((game, theorem));
        }
        if open && subject.heaps().is_none() {
            subject = subject.with_heaps(position.coordinates.len())?;
        }
        let theorem = theorem::of_game(&game, &subject, self.value, false, asker)?;
        Ok((game, theorem))
    }
}
