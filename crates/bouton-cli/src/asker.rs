//! The program as the interface that asks: games from files, answers on standard output.

use std::{
    collections::BTreeSet,
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use bouton::ask::AnyDocument;
use bouton::{
    Error, Helps, Plan, PositionBox, Watch, WriteRowsError,
    ask::{Asker, Format, Question, Verdict},
    check::Limits,
    ending::looks_like_a_path,
    picture::Picture,
    rules::{Game, text_of},
    words,
};
use serde_json::{Map, Value};

use crate::{
    arguments::store::StoreOptions,
    coq,
    failure::{Answer, Failure, longer},
    file, picture,
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
    /// Certificates that were found in folders, rather than named.
    found: BTreeSet<String>,
    /// The numbers of the game that an answer is about, if there are several.
    under: Option<Map<String, Value>>,
}

/// The files that a question uses, by their names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Files<'a> {
    /// The folder of the table from which positions are answered.
    pub(crate) table: Option<&'a str>,
    /// The folder in which a table is stored.
    pub(crate) store: Option<&'a StoreOptions>,
    /// The folder in which the values of a sequence are stored.
    pub(crate) checkpoint: Option<&'a PathBuf>,
    /// The file of the answer, where the command writes it.
    pub(crate) output: Option<&'a str>,
    /// Whether Coq also checks the theorem.
    pub(crate) coq: bool,
}

/// Answers a question.
///
/// # Errors
///
/// If the question is wrong, a limit is reached, or the answer cannot be written.
pub(crate) fn ask(question: &impl Question, files: Files<'_>, session: &Session) -> Result<Answer, Failure> {
    question.ask_each(&mut Terminal::with(files, session)).map(Answer::from)
}

impl<'a> Terminal<'a> {
    /// Creates the asker without files.
    pub(crate) fn new(session: &'a Session) -> Self {
        Self::with(Files::default(), session)
    }

    /// Creates the asker with files.
    pub(crate) fn with(files: Files<'a>, session: &'a Session) -> Self {
        Self { session, files, progress: None, found: BTreeSet::new(), under: None }
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

    fn watch_within(&self, work: u64) -> Watch {
        let watch = self.watch_for_proof();
        if self.session.limits.time.is_some() { watch } else { watch.within(work) }
    }

    fn watch_for_each(&self, time: Duration, left: usize) -> Watch {
        self.session.limits.watch_for_each(time, left)
    }

    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), Failure> {
        let Some(under) = &self.under else { return self.session.output.document(document) };
        let mut document = serde_json::to_value(document).map_err(std::io::Error::from)?;
        if let Some(fields) = document.as_object_mut() {
            fields.insert("set".to_owned(), under.clone().into());
        }
        self.session.output.document(&document)
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
        file::game(text, settings, &self.session.watch())
    }

    fn rules(&mut self, given: &str) -> Result<String, Failure> {
        if let Some(text) = file::rules_of(given)? {
            return Ok(text);
        }
        // As in every command, a game is given by its name, its code or its rules.
        match text_of(given) {
            Ok(text) => Ok(text.into_owned()),
            Err(_) if looks_like_a_path(given) => Err(file::no_file(given)),
            Err(error) => Err(Failure::input("game", error.to_string())),
        }
    }

    fn reads_once(&self, given: &str) -> bool {
        std::fs::metadata(given).is_ok_and(|metadata| !metadata.is_file())
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

    fn form(&self) -> Format {
        self.session.format
    }

    fn picture(&mut self, picture: &Picture, png: bool) -> Result<(), Failure> {
        picture::put(picture, png, self.session).map(|_| ())
    }

    fn states(&self) -> Option<usize> {
        self.session.limits.states()
    }

    fn limits_of_check(&self) -> Limits {
        self.session.limits.check()
    }

    fn is_certificate(&self, given: &str) -> bool {
        file::is_certificate(given)
    }

    fn is_file(&self, given: &str) -> bool {
        Path::new(given).exists()
    }

    fn certificate(&mut self, given: &str) -> Result<Vec<u8>, Failure> {
        if self.is_folder(given) {
            return Err(Failure::input("file", format!("{given} has no file that ends in .cert")));
        }
        if self.found.contains(given) && !Path::new(given).is_file() {
            // A pipe in a folder would block the check of all other files.
            return Err(Failure::input("file", format!("{given} is not a regular file")));
        }
        file::read(given, &self.watch())
    }

    fn folder(&self, given: &str) -> Option<PathBuf> {
        Some(file::folder(given).to_owned())
    }

    fn file(&self, given: &str) -> Option<String> {
        Some(given.to_owned())
    }

    fn about(&self, given: &str, error: Error) -> Failure {
        Failure::from(error).about(given)
    }

    fn is_folder(&self, given: &str) -> bool {
        Path::new(given).is_dir()
    }

    fn certificates(&mut self, given: &str) -> Vec<String> {
        let found = file::certificates(given);
        if found.is_empty() {
            // The text is the name itself.
            return vec![given.to_owned()];
        }
        self.found.extend(found.iter().cloned());
        found
    }

    fn reported(&mut self, failure: Failure) -> Result<(String, Verdict), Failure> {
        let verdict = match failure.worse_than(Answer::Done) {
            Answer::Done => Verdict::Done,
            Answer::No => Verdict::No,
            Answer::Wrong => Verdict::Wrong,
            Answer::Limit => Verdict::Limit,
        };
        Ok((failure.document().error.message, verdict))
    }

    fn warn(&mut self, game: &Game, text: &str) {
        file::warn(game, text);
    }

    fn second_verdict(&mut self, certificate: &str) -> Result<Option<Result<String, String>>, Failure> {
        let ask = || coq::verdict(certificate, &coq::default_folder(), &self.watch());
        self.files.coq.then(ask).transpose()
    }

    fn output(&self) -> Option<&str> {
        self.files.output
    }

    fn write_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        file::write(Path::new(name), bytes)
    }

    fn takes_documents(&self) -> bool {
        true
    }

    fn under(&mut self, settings: &[(String, i64)]) -> Result<(), Failure> {
        self.under = Some(settings.iter().map(|(name, number)| (name.clone(), (*number).into())).collect());
        if self.session.output.is_json() {
            return Ok(());
        }
        let set: Vec<String> = settings.iter().map(|(name, number)| format!("{name}={number}")).collect();
        self.session.output.text(&format_args!("{}:\n", set.join(", ")))
    }

    fn advice(&self, helps: Helps, heaps: Option<usize>) -> Option<String> {
        let longer = longer(helps);
        let fewer = heaps.filter(|&heaps| heaps > 2);
        let fewer =
            fewer.map_or(String::new(), |heaps| format!("; --heaps {} asks about fewer heaps", heaps - 1));
        Some(format!(
            "Nothing is claimed about the game. What may help: {longer}{fewer}; `bouton list GAME --lost --largest 20` lists exact values, for which no law is needed."
        ))
    }
}
