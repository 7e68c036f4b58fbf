//! The interface that asks.

use std::{
    fmt::Display,
    io::{self, Write},
};

use bouton_core::{Position, Watch};
use serde::Serialize;

use crate::{Error, Plan, PositionBox, PositionError, RowForm, Sheet, Theorem, WriteRowsError, rules::Game};

/// Output format of an answer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON document, as with --json
    Json,
    /// A JSON document a row
    Jsonl,
    /// Comma-separated values, with a header
    Csv,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A line `n a(n)` a number, as the OEIS keeps them: of `list` and `count`
    Bfile,
}

impl Format {
    /// All formats of an answer without numbers of its own.
    pub const ROWS: &'static [Self] =
        &[Self::Text, Self::Json, Self::Jsonl, Self::Csv, Self::Latex, Self::Parquet];
    /// The formats of an answer with numbers.
    pub const NUMBERS: &'static [Self] =
        &[Self::Text, Self::Json, Self::Jsonl, Self::Csv, Self::Latex, Self::Parquet, Self::Bfile];

    /// The name.
    ///
    /// ```
    /// assert_eq!(bouton::ask::Format::Jsonl.name(), "jsonl");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Latex => "latex",
            Self::Parquet => "parquet",
            Self::Bfile => "bfile",
        }
    }

    /// The media type of an answer in this format.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Jsonl => "application/x-ndjson",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Text | Self::Latex | Self::Bfile => "text/plain; charset=utf-8",
        }
    }

    /// The form of rows that are written one by one.
    #[must_use]
    pub fn of_rows(self) -> Option<RowForm> {
        match self {
            Self::Jsonl => Some(RowForm::JsonLines),
            Self::Csv => Some(RowForm::Csv),
            Self::Latex => Some(RowForm::Latex),
            Self::Text | Self::Json | Self::Parquet | Self::Bfile => None,
        }
    }
}

/// The verdict of an answer that says yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The question is answered.
    Done,
    /// The answer is no.
    No,
    /// A limit was reached before the answer was known.
    Limit,
}

/// An interface that asks: the program, a server, a package of another language.
///
/// Every method but the first five has a default, which serves an interface without files and terminals.
pub trait Asker {
    /// The error of the interface.
    type Failure: From<Error> + From<WriteRowsError> + From<io::Error>;

    /// The format of the answer.
    fn format(&self) -> Format;

    /// The watch over what is computed.
    fn watch(&self) -> Watch;

    /// Writes one JSON document.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn document(&mut self, document: &impl Serialize) -> Result<(), Self::Failure>;

    /// Writes a text for people.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn text(&mut self, text: &dyn Display) -> Result<(), Self::Failure>;

    /// Gives a writer to `write`, for an answer that is not kept in memory.
    ///
    /// # Errors
    ///
    /// As `write`, or if the answer cannot be written.
    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Self::Failure>;

    /// The watch over a search for a proof.
    fn watch_for_proof(&self) -> Watch {
        self.watch()
    }

    /// Reads a game: its name, its code, or its rules.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its rules have faults.
    fn game(&mut self, text: &str, settings: &[(String, i64)]) -> Result<Game, Self::Failure> {
        Ok(crate::Game::named_with(text, settings)?.rules().clone())
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If it is not written as one.
    fn position(&mut self, text: &str) -> Result<Position, Self::Failure> {
        let position = text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error });
        Ok(position.map_err(Error::from)?)
    }

    /// Hears how many heaps a game with any number of them gets where the question does not say.
    fn open_heaps(&mut self, _heaps: usize) {}

    /// Hears what is about to be computed, as in `counting`.
    fn begin(&mut self, _what: &'static str) {}

    /// Hears what is known of the engines beside an answer that programs read.
    fn beside(&mut self, _text: &str) {}

    /// The theorem by which positions are answered.
    ///
    /// # Errors
    ///
    /// If the checker does not accept its certificate.
    fn theorem(&mut self) -> Result<Option<Theorem>, Self::Failure> {
        Ok(None)
    }

    /// The folder of the table by which positions are answered.
    fn table(&self) -> Option<&std::path::Path> {
        None
    }

    /// The bytes that an answer may have.
    fn room(&self) -> Option<usize> {
        None
    }

    /// The seconds that a plan may be estimated at.
    fn most_seconds(&self) -> Option<f64> {
        None
    }

    /// The box of positions with its values read from a folder, and the plan of that, where the interface keeps tables.
    /// `None` if the interface has answered by itself.
    ///
    /// # Errors
    ///
    /// If the table cannot be read or made.
    fn stored<'a>(
        &mut self,
        rows: PositionBox<'a>,
        _explained: bool,
    ) -> Result<Option<(PositionBox<'a>, Option<Plan>)>, Self::Failure> {
        Ok(Some((rows, None)))
    }

    /// The folder in which the values of a sequence are kept as they come.
    fn checkpoint(&self) -> Option<&std::path::Path> {
        None
    }

    /// Gives the answer: the text, the document, or what the document lists as rows.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or not in this format.
    fn say(&mut self, text: &dyn Display, document: &impl Serialize) -> Result<(), Self::Failure> {
        match self.format() {
            Format::Text => self.text(text),
            Format::Json => self.document(document),
            _ => self.rows(document),
        }
    }

    /// Writes what a document lists as rows.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or not in this format.
    fn rows(&mut self, document: &(impl Serialize + ?Sized)) -> Result<(), Self::Failure> {
        let (format, watch) = (self.format(), self.watch());
        if format == Format::Bfile {
            let message =
                "a b-file is a sequence of numbers: `bouton sequence`, `list` and `count` write some";
            return Err(Error::Format(message.to_owned()).into());
        }
        let sheet = Sheet::within(document, &watch)?;
        self.stream(|out| match format.of_rows() {
            Some(form) => sheet.write(form, out).map_err(WriteRowsError::from),
            None => sheet.write_parquet(out),
        })
    }
}

/// An interface that keeps the answer in memory.
#[derive(Debug)]
pub struct Buffer {
    watch: Watch,
    format: Format,
    answer: Vec<u8>,
}

impl Buffer {
    /// Creates a buffer for a JSON document.
    #[must_use]
    pub fn new(watch: &Watch) -> Self {
        Self { watch: watch.clone(), format: Format::Json, answer: Vec::new() }
    }

    /// The same, for another format.
    #[must_use]
    pub fn of(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// The answer.
    #[must_use]
    pub fn answer(self) -> Vec<u8> {
        self.answer
    }
}

/// An error of a [`Buffer`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BufferError {
    /// There is no answer.
    #[error(transparent)]
    Error(#[from] Error),
    /// The rows cannot be written.
    #[error(transparent)]
    Rows(#[from] WriteRowsError),
    /// The answer cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Asker for Buffer {
    type Failure = BufferError;

    fn format(&self) -> Format {
        self.format
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn document(&mut self, document: &impl Serialize) -> Result<(), BufferError> {
        Ok(serde_json::to_writer(&mut self.answer, document).map_err(io::Error::from)?)
    }

    fn text(&mut self, text: &dyn Display) -> Result<(), BufferError> {
        Ok(write!(self.answer, "{text}")?)
    }

    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), BufferError> {
        Ok(write(&mut self.answer)?)
    }
}

/// Refuses a plan that is known to take far too long for who asks.
pub(super) fn admit<A: Asker>(
    asker: &A,
    plan: &Plan,
    refuse: impl FnOnce(crate::TooMuch) -> Error,
) -> Result<(), A::Failure> {
    match asker.most_seconds() {
        Some(most) if plan.cost.seconds > most => {
            Err(refuse(crate::TooMuch::Work { cost: plan.cost }).into())
        }
        _ => Ok(()),
    }
}
