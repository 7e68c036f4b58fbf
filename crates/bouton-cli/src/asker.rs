//! The program as the interface that asks: games from files, answers on standard output.

use std::{
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
};

use bouton::{
    Plan, PositionBox, Theorem, Watch, WriteRowsError,
    ask::{Asker, Format, Question},
    rules::Game,
    words,
};
use serde::Serialize;

use crate::{
    arguments::store::StoreOptions,
    failure::{Answer, Failure},
    file,
    screen::{self, Progress},
    session::Session,
    stored,
};

/// The program as the interface that asks.
#[derive(Debug)]
pub(crate) struct Terminal<'a> {
    session: &'a Session,
    files: Files<'a>,
    progress: Option<Progress>,
}

/// The files that a question uses, by their names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Files<'a> {
    /// The certificate by which positions are answered.
    pub(crate) using: Option<&'a str>,
    /// The folder of the table by which positions are answered.
    pub(crate) table: Option<&'a str>,
    /// The folder in which a table is kept.
    pub(crate) store: Option<&'a StoreOptions>,
    /// The folder in which the values of a sequence are kept.
    pub(crate) checkpoint: Option<&'a PathBuf>,
}

/// Answers a question.
///
/// # Errors
///
/// If the question is wrong, a limit is reached, or the answer cannot be written.
pub(crate) fn ask(question: &impl Question, files: Files<'_>, session: &Session) -> Result<Answer, Failure> {
    question.ask(&mut Terminal::with(files, session)).map(Answer::from)
}

impl<'a> Terminal<'a> {
    /// The program without files.
    pub(crate) fn new(session: &'a Session) -> Self {
        Self::with(Files::default(), session)
    }

    /// The program with files.
    pub(crate) fn with(files: Files<'a>, session: &'a Session) -> Self {
        Self { session, files, progress: None }
    }
}

impl Asker for Terminal<'_> {
    type Failure = Failure;

    fn format(&self) -> Format {
        if self.session.output.is_json() { Format::Json } else { self.session.format }
    }

    fn watch(&self) -> Watch {
        self.session.watch()
    }

    fn watch_for_proof(&self) -> Watch {
        self.session.limits.watch_for_proof()
    }

    fn document(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        self.session.output.document(document)
    }

    fn text(&mut self, text: &dyn Display) -> Result<(), Failure> {
        self.session.output.text(text)
    }

    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Failure> {
        let mut out = self.session.output.writer();
        write(&mut out)?;
        Ok(out.flush()?)
    }

    fn game(&mut self, text: &str, settings: &[(String, i64)]) -> Result<Game, Failure> {
        file::game(text, settings)
    }

    fn open_heaps(&mut self, heaps: usize) {
        if !self.session.output.is_json() {
            screen::note(&format!(
                "note: the game has any number of heaps; this is about {heaps}, say --heaps K for another number\n"
            ));
        }
    }

    fn begin(&mut self, what: &'static str) {
        self.progress = Some(Progress::start(what));
    }

    fn beside(&mut self, text: &str) {
        if !self.session.output.is_json() {
            screen::note(&words::visible(text));
        }
    }

    fn theorem(&mut self) -> Result<Option<Theorem>, Failure> {
        self.files.using.map(|path| file::theorem(path, self.session)).transpose()
    }

    fn table(&self) -> Option<&Path> {
        self.files.table.map(Path::new)
    }

    fn stored<'b>(
        &mut self,
        rows: PositionBox<'b>,
        explained: bool,
    ) -> Result<Option<(PositionBox<'b>, Option<Plan>)>, Failure> {
        let Some(store) = self.files.store else { return Ok(Some((rows, None))) };
        stored::rows(store, rows, explained, &self.watch(), self.session)
    }

    fn checkpoint(&self) -> Option<&Path> {
        self.files.checkpoint.map(PathBuf::as_path)
    }
}
