//! Questions: one type for each command, with its parameters, and the way to its answer.
//!
//! A question is data: the program reads it from its arguments (feature `clap`), the server from a query or a JSON body,
//! the Python package writes it as JSON. [`commands`] lists them all. An [`Asker`] is the interface that asks:
//! it reads games, bounds the work, and takes the answer.
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
mod games;
mod genus;
mod grundy;
mod letters;
mod lower;
mod named;
mod open;
mod parameter;
mod position;
mod prove;
mod sequence;
mod solve;
mod subject;
mod sum;
mod theorem;

pub use asker::{Asker, Buffer, BufferError, Format, Verdict};
pub use boxes::{Count, List, Table};
pub use check::Check;
pub use command::{Command, commands};
pub use compare::Compare;
pub use emit::Emit;
pub use engines::Engines;
pub use explain::Explain;
pub use fmt::Fmt;
pub use games::Games;
pub use genus::Genus;
pub use grundy::Grundy;
pub use lower::Lower;
pub use named::{Digits, ProvedValue};
pub use open::{NumberOfHeaps, OpenSubject};
pub use parameter::{Kind, Parameter};
pub use position::joined;
pub use prove::Prove;
pub use sequence::Sequence;
pub use solve::Solve;
pub use subject::{DEFAULT_HEAPS, Subject};
pub use sum::Sum;

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
    /// Next to none: a server answers at once.
    Nothing,
}

/// A question that has an answer.
pub trait Question: serde::de::DeserializeOwned + schemars::JsonSchema + Arguments {
    /// The name of the command.
    const NAME: &'static str;
    /// A question with a short answer, as a JSON object: documentation, and a case of the tests of every interface.
    const EXAMPLE: &'static str;
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
}
