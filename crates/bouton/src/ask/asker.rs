//! The interface that asks.

use std::{
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use bouton_answer::{AnyDocument, write_json};
use bouton_check::{Limits, Refusal};
use bouton_core::{Position, Watch};

use crate::{
    AnswerError, Choice, Ending, Error, ErrorKind, Helps, LetterEnding, LetterTheorem, Oracle, Plan,
    PositionBox, PositionError, RowForm, Sheet, Theorem, ValueKind, WriteRowsError,
    picture::Picture,
    rules::{Game, text_of},
};

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
    /// One JSON document for each row
    Jsonl,
    /// Comma-separated values, with a header
    Csv,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A line `n a(n)` for each number, the format of the OEIS
    Bfile,
    /// Markdown
    #[cfg_attr(feature = "clap", value(skip))]
    Markdown,
    /// HTML, with formulas in MathML
    #[cfg_attr(feature = "clap", value(skip))]
    Html,
    /// Typst
    #[cfg_attr(feature = "clap", value(skip))]
    Typst,
    /// An automaton for Graphviz
    #[cfg_attr(feature = "clap", value(skip))]
    Dot,
    /// A picture
    #[cfg_attr(feature = "clap", value(skip))]
    Svg,
    /// A picture as an image
    #[cfg_attr(feature = "clap", value(skip))]
    Png,
    /// An automaton on infinite words, in the Hanoi format
    #[cfg_attr(feature = "clap", value(skip))]
    Hoa,
    /// A word automaton for Walnut
    #[cfg_attr(feature = "clap", value(skip))]
    Walnut,
    /// A claim that `prove --claim` reads
    #[cfg_attr(feature = "clap", value(skip))]
    Claim,
    /// A theorem as a formula for MONA
    #[cfg_attr(feature = "clap", value(skip))]
    Mona,
}

impl Format {
    /// All formats of an answer without numbers of its own.
    pub const ROWS: &'static [Self] =
        &[Self::Text, Self::Json, Self::Jsonl, Self::Csv, Self::Latex, Self::Parquet];
    /// The formats of an answer with numbers.
    pub const NUMBERS: &'static [Self] =
        &[Self::Text, Self::Json, Self::Jsonl, Self::Csv, Self::Latex, Self::Parquet, Self::Bfile];
    /// The formats of a sequence: numbers, or a picture of them.
    pub const SEQUENCE: &'static [Self] = &[
        Self::Text,
        Self::Json,
        Self::Jsonl,
        Self::Csv,
        Self::Latex,
        Self::Parquet,
        Self::Bfile,
        Self::Svg,
        Self::Png,
    ];
    /// The formats of an answer that is one text and one document.
    pub const TEXT: &'static [Self] = &[Self::Text, Self::Json];
    /// The formats of an explanation in words.
    pub const WORDS: &'static [Self] =
        &[Self::Text, Self::Markdown, Self::Latex, Self::Html, Self::Typst, Self::Json];
    /// The formats of a law.
    pub const LAW: &'static [Self] = &[
        Self::Text,
        Self::Markdown,
        Self::Latex,
        Self::Html,
        Self::Typst,
        Self::Json,
        Self::Dot,
        Self::Svg,
        Self::Png,
        Self::Hoa,
        Self::Walnut,
        Self::Mona,
        Self::Claim,
    ];

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
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Typst => "typst",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Hoa => "hoa",
            Self::Walnut => "walnut",
            Self::Mona => "mona",
            Self::Claim => "claim",
        }
    }

    /// The format of the words of an explanation; those beside a document are plain text.
    #[must_use]
    pub fn wording(self) -> Option<crate::Wording> {
        match self {
            Self::Text | Self::Json => Some(crate::Wording::Text),
            Self::Markdown => Some(crate::Wording::Markdown),
            Self::Latex => Some(crate::Wording::Latex),
            Self::Html => Some(crate::Wording::Html),
            Self::Typst => Some(crate::Wording::Typst),
            _ => None,
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
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            _ => "text/plain; charset=utf-8",
        }
    }

    /// The form of rows that are written one by one.
    #[must_use]
    pub fn of_rows(self) -> Option<RowForm> {
        match self {
            Self::Jsonl => Some(RowForm::JsonLines),
            Self::Csv => Some(RowForm::Csv),
            Self::Latex => Some(RowForm::Latex),
            _ => None,
        }
    }
}

/// The verdict of an answer. The verdict of several answers is the greatest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The question is answered.
    Done,
    /// The answer is "no".
    No,
    /// Some of the input was wrong, and was reported in its place.
    Wrong,
    /// A limit was reached before the answer was known.
    Limit,
}

/// An interface that asks questions: the program, a server, a package of another language.
///
/// All methods but the first five have defaults, for an interface without files and terminals.
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
    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), Self::Failure>;

    /// Writes a text for people.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn text(&mut self, text: &dyn Display) -> Result<(), Self::Failure>;

    /// Passes a writer to `write`, for an answer that is not kept in memory.
    ///
    /// # Errors
    ///
    /// If `write` fails, or the answer cannot be written.
    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Self::Failure>;

    /// The watch over a search for a proof.
    fn watch_for_proof(&self) -> Watch {
        self.watch()
    }

    /// The watch over a search that may do `work` steps if the user has set no limit of time or work: a question
    /// that can be answered without it should not wait for it.
    fn watch_within(&self, work: u64) -> Watch {
        self.watch_for_proof().within(work)
    }

    /// The watch over one of several searches, of which `left` remain: each may take this time, or its share
    /// of the time that a limit leaves.
    fn watch_for_each(&self, _time: Duration, _left: usize) -> Watch {
        self.watch_for_proof()
    }

    /// Reads a game: its name, its code, or its rules.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its rules have faults.
    fn game(&mut self, text: &str, settings: &[(String, i64)]) -> Result<Game, Self::Failure> {
        Ok(crate::Game::named_within(text, settings, &self.watch())?.rules().clone())
    }

    /// Reads the text of rules: the text itself, or that of a game by its name or its code.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    fn rules(&mut self, given: &str) -> Result<String, Self::Failure> {
        let text =
            text_of(given).map_err(|error| Error::question(error.to_string()).of_kind(ErrorKind::Game))?;
        Ok(text.into_owned())
    }

    /// Whether a text stands for rules that can be read only once, as from a pipe.
    fn reads_once(&self, _given: &str) -> bool {
        false
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is not a position.
    fn position(&mut self, text: &str) -> Result<Position, Self::Failure> {
        let position = text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error });
        Ok(position.map_err(Error::from)?)
    }

    /// Reports the number of heaps of a game with any number of them, if the question does not specify it.
    fn open_heaps(&mut self, _heaps: usize) {}

    /// Reports the computation that begins, as in `counting`.
    fn begin(&mut self, _what: &'static str) {}

    /// Reports on the engines, separately from an answer that programs read.
    fn beside(&mut self, _text: &str) {}

    /// The folder of the table from which positions are answered.
    fn table(&self) -> Option<&std::path::Path> {
        None
    }

    /// The maximum size of an answer, in bytes.
    fn room(&self) -> Option<usize> {
        None
    }

    /// The greatest estimated time of a plan, in seconds.
    fn most_seconds(&self) -> Option<f64> {
        None
    }

    /// The box of positions with its values read from a folder, and its plan, if the interface stores tables.
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

    /// The folder in which the values of a sequence are stored as they are found.
    fn checkpoint(&self) -> Option<&std::path::Path> {
        None
    }

    /// The format of a text within a document, where an interface returns both, such as a picture within
    /// JSON.
    fn form(&self) -> Format {
        self.format()
    }

    /// Gives a picture as SVG, or as PNG.
    ///
    /// # Errors
    ///
    /// If it cannot be painted or written.
    fn picture(&mut self, picture: &Picture, png: bool) -> Result<(), Self::Failure> {
        let watch = self.watch();
        // Current screens have two pixels for each pixel of a page.
        let bytes = if png {
            picture.png(2, &watch).map_err(Error::from)?
        } else {
            picture.svg(&watch).map_err(Error::from)?.into_bytes()
        };
        self.stream(|out| Ok(out.write_all(&bytes)?))
    }

    /// The most states of a law, if they are limited.
    fn states(&self) -> Option<usize> {
        None
    }

    /// The limits of the checker.
    fn limits_of_check(&self) -> Limits {
        Limits { watch: self.watch(), ..Limits::default() }
    }

    /// Whether a text in place of a game names a certificate.
    fn is_certificate(&self, given: &str) -> bool {
        given.starts_with("bouton certificate ")
    }

    /// Whether there is a file of this name.
    fn is_file(&self, _given: &str) -> bool {
        false
    }

    /// Reads a certificate: the text itself, where an interface has no files.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn certificate(&mut self, given: &str) -> Result<Vec<u8>, Self::Failure> {
        Ok(given.as_bytes().to_vec())
    }

    /// Reads a certificate as a text.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not text.
    fn certificate_text(&mut self, given: &str) -> Result<String, Self::Failure> {
        let text = String::from_utf8(self.certificate(given)?);
        text.map_err(|_| {
            let message = format!("{} is not a certificate: it is not UTF-8", self.named(given));
            Error::question(message).of_kind(ErrorKind::Certificate).into()
        })
    }

    /// The theorem of a certificate, by the checker.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the checker does not accept it.
    fn given_theorem(&mut self, given: &str) -> Result<Theorem, Self::Failure> {
        let (text, limits) = (self.certificate_text(given)?, self.limits_of_check());
        let theorem = match self.folder(given) {
            Some(folder) => Theorem::check_in(&text, &folder, &limits),
            None => Theorem::check(&text, &limits),
        };
        theorem.map_err(|error| self.about(given, error.into()))
    }

    /// The folder in which files that a certificate names are found.
    fn folder(&self, _given: &str) -> Option<std::path::PathBuf> {
        None
    }

    /// The file that a text names.
    fn file(&self, _given: &str) -> Option<String> {
        None
    }

    /// The name of a certificate in messages.
    fn named(&self, given: &str) -> String {
        self.file(given).unwrap_or_else(|| "the certificate".to_owned())
    }

    /// An error about a certificate.
    fn about(&self, _given: &str, error: Error) -> Self::Failure {
        error.into()
    }

    /// Whether a text names a folder of certificates.
    fn is_folder(&self, _given: &str) -> bool {
        false
    }

    /// The certificates that a text names: those of a folder, or itself.
    fn certificates(&mut self, given: &str) -> Vec<String> {
        vec![given.to_owned()]
    }

    /// Converts a failure about one of several certificates to a message and a verdict, where the others are
    /// still checked.
    ///
    /// # Errors
    ///
    /// The failure itself, where they are not.
    fn reported(&mut self, failure: Self::Failure) -> Result<(String, Verdict), Self::Failure> {
        Err(failure)
    }

    /// Called when a limit has ended a check.
    ///
    /// # Errors
    ///
    /// The limit, where an interface reports limits as errors.
    fn unchecked(&mut self, _refused: &Refusal) -> Result<(), Self::Failure> {
        Ok(())
    }

    /// Called with the warnings about the rules of a game.
    fn warn(&mut self, _game: &Game, _text: &str) {}

    /// The verdict of a second checker on an accepted certificate; the reason, if the second checker refuses
    /// it.
    ///
    /// # Errors
    ///
    /// If the second checker cannot be run.
    fn second_verdict(
        &mut self,
        _certificate: &str,
    ) -> Result<Option<Result<String, String>>, Self::Failure> {
        Ok(None)
    }

    /// The name of the file for the answer, where an interface has files; `-` stands for the answer itself.
    fn output(&self) -> Option<&str> {
        None
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn write_file(&mut self, _name: &str, _bytes: &[u8]) -> Result<(), Self::Failure> {
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }

    /// Whether an answer may be several documents, one after the other.
    fn takes_documents(&self) -> bool {
        false
    }

    /// Called before the answer about the game with these numbers, one of several.
    ///
    /// # Errors
    ///
    /// If that cannot be written.
    fn under(&mut self, _settings: &[(String, i64)]) -> Result<(), Self::Failure> {
        Ok(())
    }

    /// Called with the ending of a search for a proof. Returns whether the interface has handled it; then no
    /// document is made.
    ///
    /// # Errors
    ///
    /// The reason why there is no theorem, where an interface reports it as an error.
    fn ended(&mut self, _ending: &Ending) -> Result<bool, Self::Failure> {
        Ok(false)
    }

    /// Handles the result of a search for a theorem with letters; returns whether it did. The default does
    /// not.
    ///
    /// # Errors
    ///
    /// The reason why there is no theorem, where an interface reports it as an error.
    fn ended_with_letters(&mut self, _ending: &LetterEnding, _game: &Game) -> Result<bool, Self::Failure> {
        Ok(false)
    }

    /// The theorem with letters that a text names, if the interface has it already.
    fn known_letters(&self, _given: &str) -> Option<LetterTheorem> {
        None
    }

    /// Whether a law that comes with the library is used instead of a new proof.
    fn takes_known(&self) -> bool {
        false
    }

    /// Advice where no law was found, for a game with this number of heaps.
    fn advice(&self, _helps: Helps, _heaps: Option<usize>) -> Option<String> {
        None
    }

    /// Gives the answer: the text, the document, or its rows.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or not in this format.
    fn say(&mut self, text: &dyn Display, document: &dyn AnyDocument) -> Result<(), Self::Failure> {
        match self.format() {
            Format::Text => self.text(text),
            Format::Json => self.document(document),
            _ => self.rows(document),
        }
    }

    /// Writes the rows of a document.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or not in this format.
    fn rows(&mut self, document: &dyn AnyDocument) -> Result<(), Self::Failure> {
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

    /// Returns the buffer with another format of its answer.
    #[must_use]
    pub fn with_format(self, format: Format) -> Self {
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
    /// The question has no answer.
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

    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), BufferError> {
        Ok(write_json(&mut self.answer, document)?)
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

/// Refuses a plan whose estimated time is far beyond the interface's limit.
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

/// Bytes of a move in the document, beside its position.
const MOVE: usize = 50;

/// Refuses a position whose estimated time is far beyond the interface's limit.
pub(super) fn admit_position<A: Asker>(
    oracle: &mut Oracle,
    position: &Position,
    engine: Choice,
    asker: &A,
) -> Result<(), A::Failure> {
    if asker.most_seconds().is_none() {
        return Ok(());
    }
    let placed = oracle.playable().place(position).map_err(Error::from)?;
    let plan = oracle.plan(&placed, ValueKind::Outcome, engine).map_err(Error::from)?;
    admit(asker, &plan, |needed| AnswerError::TooLarge { position: position.to_string(), needed }.into())
}

/// The number of moves to list: at most `moves`, and at most one more than fit into an answer, which makes it
/// too long.
pub(super) fn within_room<A: Asker>(moves: usize, position: &str, asker: &A) -> usize {
    let room = asker.room().map(|bytes| bytes / (MOVE + position.len()) + 1);
    room.map_or(moves, |room| moves.min(room))
}
