//! Questions of first order about proved laws.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, Work, parameter};
use crate::{
    Error, PlayableError,
    asking::{AskAnswer, Known, asked},
    document,
    rules::RulesetError,
    settings, words,
};

/// Decide a question about proved laws, or find all its solutions
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Ask {
    /// A rules file, a built-in game, rules text, or a certificate: P(...), N(...) and g(...) are its law
    #[cfg_attr(feature = "clap", arg(index = 1))]
    pub game: String,
    /// The question, as in 'exists a, b: a < b and P(a, b, a + b)'; free names are solved for
    #[cfg_attr(feature = "clap", arg(index = 2))]
    pub sentence: String,
    /// Another game of the question, which writes NAME.P(...)
    #[cfg_attr(feature = "clap", arg(long, value_name = "GAME"))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub with: Vec<String>,
    /// A number for a name that the rules of the first game define by `let` or `for all`: k=4
    #[cfg_attr(feature = "clap", arg(long = "set", value_name = "NAME=NUMBER"))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub set: Vec<String>,
    /// Count the solutions all of whose numbers are at most N, of any size: 10^30
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub upto: Option<String>,
    /// The most solutions to list, the least ones first [default: 12]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub limit: Option<usize>,
}

/// The number of solutions that are listed by default.
const LIMIT: usize = 12;

impl Question for Ask {
    const NAME: &'static str = "ask";
    const EXAMPLE: &'static str =
        r#"{"game": "take-three", "sentence": "exists a, b: a < b and P(a) and P(b) and N(a + b + 1)"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "take-three", "sentence": "P(n) and not nim.P(n, n + 1)", "with": ["nim"]}"#,
        r#"{"game": "take-three", "sentence": "P(n)", "upto": "10^30"}"#,
        r#"{"game": "take-three", "sentence": "P(n)", "limit": 20}"#,
        r#"{"game": "let k = 2; heaps 1; move take 1..k from 1 heap", "sentence": "P(n)", "set": ["k=4"]}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "nim", "sentence": "a mod 65521 = 7"}"#,
        r#"{"game": "nim", "sentence": "bits(a) mod 4000 = 3 and bits(b) mod 4001 = 5"}"#,
        r#"{"game": "nim", "sentence": "a0 < b0 and a1 < b1 and a2 < b2 and a3 < b3 and a4 < b4 and a5 < b5 and a6 < b6 and a7 < b7"}"#,
        r#"{"game": "nim", "sentence": "exists a, b: a mod 65521 + 3 * (b mod 65519) = 7"}"#,
        r#"{"game": "nim", "sentence": "max(a, b, c, d, e, f, h, i) = min(a, b, c) + 65000"}"#,
        r#"{"game": "nim", "sentence": "a + 1000000007 * b - 999999937 * c + 777777777 * d = 4000000001"}"#,
        r#"{"game": "nim", "sentence": "P(a, b, c, d, e, f, h, i, j, k, l, m, n, o, p, q)"}"#,
        r#"{"game": "nim", "sentence": "P(a, b, c)", "limit": 1000000000000}"#,
    ];
    const LARGE: &'static [&'static str] =
        &[r#"{"game": "take-three", "sentence": "for all a, b: P(a) and P(b) -> P(a + b)"}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Ask>()];
    const FORMATS: &'static [Format] = Format::ROWS;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let document = self.found(asker)?.document;
        asker.say(&words::sentence::ask(&document), &document)?;
        Ok(if document.answer == Some(false) { Verdict::No } else { Verdict::Done })
    }
}

impl Ask {
    /// Finds the answer, with the automaton of the solutions.
    ///
    /// # Errors
    ///
    /// If a game or the question cannot be read, a law is not found, or a limit is reached.
    pub fn found<A: Asker>(&self, asker: &mut A) -> Result<AskAnswer, A::Failure> {
        asker.begin("proving");
        let mut known = vec![self.known(&self.game, None, &self.set, asker)?];
        for game in &self.with {
            known.push(self.known(game, Some(game), &[], asker)?);
        }
        let upto = self.upto.as_deref().map(|written| parameter::natural("upto", written)).transpose()?;
        let watch = asker.watch_for_proof();
        watch.check().map_err(Error::from)?;
        let found = asked(
            &known,
            &self.sentence,
            (upto.as_ref(), self.limit.unwrap_or(LIMIT)),
            asker.states(),
            &watch,
        )?;
        if self.limit.is_some() && found.document.solutions.is_none() {
            return Err(Error::usage("{limit} lists solutions, and this question has no free names").into());
        }
        Ok(found)
    }

    /// A game of the question, or a theorem.
    fn known<A: Asker>(
        &self,
        given: &str,
        name: Option<&str>,
        set: &[String],
        asker: &mut A,
    ) -> Result<Known, A::Failure> {
        let settings = match &settings(set).map_err(Error::from)?[..] {
            [one] => one.clone(),
            _ => return Err(Error::usage("{set} takes one number here").into()),
        };
        if asker.is_certificate(given) {
            if !settings.is_empty() {
                return Err(
                    Error::usage("the rules in the certificate are as they are; leave out {set}").into()
                );
            }
            let theorem = asker.given_theorem(given)?;
            return Known::of_theorem(name, &theorem).map_err(|error| asker.about(given, error));
        }
        let game = asker.game(given, &settings)?;
        if !game.letters().is_empty() {
            let error = RulesetError::Letters { names: game.letters().to_vec() };
            return Err(Error::from(PlayableError::from(error)).into());
        }
        Ok(Known::of_game(name, &game))
    }
}
