//! Questions: one type for each command, with its parameters, and the way to its answer.
//!
//! A question is data: the program reads it from its arguments (feature `clap`), the server from a query or a
//! JSON body, the Python package writes it as JSON. [`commands`] lists them all. An [`Asker`] is the
//! interface that asks: it reads games, bounds the work, and takes the answer.
//!
//! ```
//! use bouton::ask::{Buffer, Question, Count};
//! use bouton::Watch;
//!
//! let question: Count = serde_json::from_str(r#"{"game": "nim", "heaps": 2, "upto": 9}"#)?;
//! let mut asker = Buffer::new(&Watch::unlimited());
//! question.ask(&mut asker)?;
//! let count: bouton::document::Count = serde_json::from_slice(&asker.answer())?;
//! assert_eq!(count.counts["P"], 10u64.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asker;
mod boxes;
mod check;
mod command;
mod compare;
mod emit;
mod engines;
mod explain;
mod fmt;
mod found;
mod games;
mod genus;
mod grundy;
pub mod in_total;
mod instance;
mod letters;
pub mod line;
mod lower;
pub mod moves;
mod named;
pub mod nim;
mod open;
mod parameter;
pub mod pass;
mod passes;
pub mod podium;
mod position;
mod prove;
mod schema;
mod sentence;
mod sequence;
mod slices;
mod solve;
mod subject;
mod suggest;
mod sum;
mod theorem;
mod why;

use crate::{Error, settings};

pub use crate::asking::AskAnswer;

pub use bouton_answer::{AnyDocument, write_json, write_pretty_json};

pub use asker::{Asker, Buffer, BufferError, Format, Verdict};
pub use command::{Command, groups};
pub use engines::Engines;
pub use explain::SIDE_OF_LETTERS;
pub use named::{Digits, ProvedValue};
pub use open::{NumberOfHeaps, OpenSubject};
pub use parameter::{Kind, Parameter, question};
pub use position::joined;
pub use schema::{Document, schema};
pub use subject::{DEFAULT_HEAPS, Subject};

/// Makes the register of the questions: those with names of one word, and those of groups.
macro_rules! register {
    ($($module:ident::$Question:ident),+ $(,)?; $($group:ident::$Of:ident $(as $name:literal)?),+ $(,)?) => {
        $(pub use self::$module::$Question;)+

        /// All commands that answer a question, in the order in which they are listed.
        ///
        /// ```
        /// use bouton::ask::{Buffer, commands};
        /// use bouton::Watch;
        ///
        /// let all = commands::<Buffer>();
        /// let sum = all.iter().find(|command| command.name == "sum").unwrap();
        /// let question = sum.read([("terms", "[\"nim\", \"3,4\", \"kayles\", \"7\"]")])?;
        /// let mut asker = Buffer::new(&Watch::unlimited());
        /// sum.answer(question, &mut asker)?;
        /// assert!(String::from_utf8(asker.answer())?.contains("\"grundy\":5"));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[must_use]
        pub fn commands<A: Asker>() -> Vec<Command<A>> {
            vec![$(Command::of::<$Question>(),)+ $(Command::of::<$group::$Of>()$(.named($name))?,)+]
        }
    };
}

register! {
    solve::Solve,
    boxes::Table,
    boxes::List,
    boxes::Count,
    sequence::Sequence,
    moves::Moves,
    line::Line,
    genus::Genus,
    grundy::Grundy,
    sum::Sum,
    compare::Compare,
    prove::Prove,
    sentence::Ask,
    check::Check,
    explain::Explain,
    emit::Emit,
    why::Why,
    lower::Lower,
    fmt::Fmt,
    games::Games,
    suggest::Suggest;
    nim::Sum,
    nim::Moves,
    nim::Lost,
    suggest::Suggest as "nim suggest",
    nim::Distance,
    nim::Farthest,
    nim::Classes,
    nim::Triangles,
    nim::Trapezoids,
    nim::BoundedNim,
    podium::Value,
    podium::Outcome,
    podium::LinkedPiles,
    podium::Equal,
    podium::Canonical,
    podium::Reduce,
    podium::Classes,
    podium::Form,
    podium::Coalitions,
    podium::Moore,
    pass::SmallSizes,
    pass::SmallSizesWithNimSums,
    pass::Table,
    pass::Theorem,
    in_total::BaseCases,
    in_total::Lemmas,
    in_total::Summary,
    in_total::Family,
}

/// The arguments of a command line, with the feature `clap`.
#[cfg(feature = "clap")]
pub trait Arguments: clap::Args {}
#[cfg(feature = "clap")]
impl<T: clap::Args> Arguments for T {}

/// The arguments of a command line, with the feature `clap`.
#[cfg(not(feature = "clap"))]
pub trait Arguments {}
#[cfg(not(feature = "clap"))]
impl<T> Arguments for T {}

/// The work of an answer, which decides its default limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Values of positions.
    Values,
    /// A search for a proof.
    Proof,
    /// The check of a certificate.
    Check,
    /// Almost none: a server answers at once.
    Nothing,
}

/// A question that has an answer.
pub trait Question: Clone + serde::de::DeserializeOwned + schemars::JsonSchema + Arguments {
    /// The name of the command.
    const NAME: &'static str;
    /// A question with a short answer, as a JSON object: documentation, and a case of the tests of every
    /// interface.
    const EXAMPLE: &'static str;
    /// More questions with short answers. Each parameter that is a text changes the answer of at least one of
    /// them. (Tests try the effects of numbers, names and flags on the example.)
    const VARIANTS: &'static [&'static str] = &[];
    /// Questions that take very long without limits: cases of the tests of limits.
    const HOSTILE: &'static [&'static str] = &[];
    /// Questions with long answers, which the tests of limits ask in every format.
    const LARGE: &'static [&'static str] = &[];
    /// The documents that may be the answer.
    const DOCUMENTS: &'static [Document];
    /// The formats of the answer.
    const FORMATS: &'static [Format];
    /// The work of an answer.
    const WORK: Work = Work::Values;
    /// The parameter that may be the whole body of a request, as text.
    const BODY: Option<&'static str> = None;

    /// Finds the answer and passes it to the asker.
    ///
    /// # Errors
    ///
    /// If the question is wrong, a limit is reached, or the answer cannot be written.
    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure>;

    /// The settings of names in the rules, if a range of numbers there asks about each of several games.
    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        None
    }

    /// Asks about each of the games that a range of numbers in the settings defines, if the interface takes
    /// several documents.
    ///
    /// # Errors
    ///
    /// As `ask`.
    fn ask_each<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let mut one = self.clone();
        // The question reports a wrong number.
        let all = one.ranges().map(|set| settings(set).unwrap_or_default()).unwrap_or_default();
        if all.len() < 2 || !asker.takes_documents() {
            return self.ask(asker);
        }
        if !matches!(asker.format(), Format::Text | Format::Json) {
            let why = "{set} with a range is answered as text or json; leave out {format}, or set one number";
            return Err(Error::usage(why).into());
        }
        let mut worst = Verdict::Done;
        for settings in &all {
            if let Some(set) = one.ranges() {
                *set = settings.iter().map(|(name, number)| format!("{name}={number}")).collect();
            }
            asker.under(settings)?;
            worst = worst.max(one.ask(asker)?);
        }
        Ok(worst)
    }
}
