//! The reasons for the value of a position, by the law of the game, or by its moves if no law is known.

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
    AnswerError, Choice, Error, NotFound, Oracles, PositionError, Query, Reasons, ReasonsByMoves, Theorem,
    ValueKind, Wording, document,
    rules::{Game, HeapCount},
};

/// Explain the value of a position by the law of the game, with a best move; by the moves if no law is found
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

/// The estimated seconds below which a position is solved before the search for a law, which may use up the
/// time.
const FIRST: f64 = 0.1;
/// The most estimated seconds for which it is solved at all, if no law is found.
const MOST: f64 = 10.0;

/// The steps of the search for a law of positions, if this one is solved and no limit is given: some
/// seconds.
const WORK: u64 = 50_000_000;
/// The steps of the search for the period of a take-and-break game, some of which take ten times as long.
const WORK_OF_PERIODS: u64 = 5_000_000;

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
        let (game, theorem) = match self.theorem(&position, asker)? {
            Found::Theorem(found) => *found,
            Found::Reasons(reasons) => return Ok(*reasons),
        };
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

    /// The game and the theorem about it; the values of the moves if none is found.
    fn theorem<A: Asker>(&self, position: &Position, asker: &mut A) -> Result<Found, A::Failure> {
        if asker.is_certificate(&self.subject.game) {
            if self.using.is_some() {
                let why = "the law is that of the certificate; leave out {using}, or name a game";
                return Err(Error::usage(why).into());
            }
            let theorem = theorem::of_certificate(&self.subject, self.value, asker)?;
            return Ok(Found::Theorem(Box::new((theorem.game().clone(), theorem))));
        }
        let game = self.subject.subject().load(asker)?;
        if let Some(given) = &self.using {
            return Ok(Found::Theorem(Box::new((game, asker.given_theorem(given)?))));
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
            return Ok(Found::Theorem(Box::new((game, theorem))));
        }
        if open && subject.heaps().is_none() {
            subject = subject.with_heaps(position.coordinates.len())?;
        }
        // One oracle serves all that is asked without a law.
        let mut oracles = Oracles::new(&game, subject.heaps(), None, &asker.watch());
        // A position of another game is refused before the search for a law.
        if let Ok(oracle) = oracles.at(position) {
            oracle.playable().place(position).map_err(Error::from)?;
        }
        let value = match self.value {
            Some(ProvedValue::Grundy) => ValueKind::Grundy,
            _ => ValueKind::Outcome,
        };
        let first = Self::played(&mut oracles, position, (value, FIRST), asker);
        // The search has the memory of what was solved.
        let unsolved = first.is_none().then_some(oracles);
        theorem::refuse_all_heaps(&subject)?;
        // Where the moves are reasons already, a long search does not keep the reader waiting.
        let watch = if first.is_some() {
            asker.watch_within(if game.ruleset().is_ok() { WORK } else { WORK_OF_PERIODS })
        } else {
            asker.watch_for_proof()
        };
        let NotFound { reason, helps, .. } =
            match theorem::search_within(&game, &subject, self.value, &watch, asker)? {
                Ok(theorem) => return Ok(Found::Theorem(Box::new((game, theorem)))),
                Err(none) => none,
            };
        let played = first.or_else(|| Self::played(&mut unsolved?, position, (value, MOST), asker));
        let Some(played) = played else { return Err(Error::NoLaw { reason, helps }.into()) };
        Ok(Found::Reasons(Box::new(played.reasons(&reason).map_err(Error::from)?)))
    }

    /// The values of the position and a best move, if they take at most `seconds` by their estimate; `None` if
    /// a limit is reached.
    fn played<A: Asker>(
        oracles: &mut Oracles,
        position: &Position,
        (value, seconds): (ValueKind, f64),
        asker: &A,
    ) -> Option<ReasonsByMoves> {
        let most = asker.most_seconds().map_or(seconds, |most| seconds.min(most));
        let oracle = oracles.at(position).ok()?;
        let placed = oracle.playable().place(position).ok()?;
        let plan = oracle.plan(&placed, value, Choice::Auto).ok()?;
        if plan.cost.seconds > most {
            return None;
        }
        ReasonsByMoves::new(oracle, position, &Query { value, moves: Some(MOVES), ..Query::default() }).ok()
    }
}

/// The theorem about a game, or the reasons without one.
enum Found {
    Theorem(Box<(Game, Theorem)>),
    Reasons(Box<Reasons>),
}
