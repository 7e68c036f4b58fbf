//! Why a command could not answer, and how that is told.

use std::{io, process::ExitCode};

use bouton::{
    document::{self, Fault},
    rules::Diagnostics,
    solve::LimitReached,
};

use crate::{diagnostics, output::Output};

/// How a command ended when it could answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is done: status 0.
    Done,
    /// The answer is "no": status 1.
    No,
    /// A limit kept it from being found: status 3.
    Limit,
}

impl Answer {
    pub(crate) fn code(self) -> ExitCode {
        match self {
            Self::Done => ExitCode::SUCCESS,
            Self::No => ExitCode::from(1),
            Self::Limit => ExitCode::from(3),
        }
    }
}

/// The kind of a failure, which decides the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The input is wrong: status 2.
    Input,
    /// A stated limit was reached: status 3.
    Limit,
    /// Nobody reads the output any more: quiet, status 0.
    Unread,
}

/// A failure with a message for people and a stable code for programs.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    code: &'static str,
    message: String,
    /// The rules text and its faults, where they are the reason.
    faults: Option<Box<(String, Diagnostics)>>,
    /// The message is already a whole text (of the argument parser).
    whole: bool,
}

impl Failure {
    /// Wrong input; `code` is stable and documented in `docs/json.md`.
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: Kind::Input, code, message: message.into(), faults: None, whole: false }
    }

    /// The same failure, the message beginning with what it is about.
    pub(crate) fn about(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// A limit was reached.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self { kind: Kind::Limit, code: "limit", message: message.into(), faults: None, whole: false }
    }

    /// Faults of a rules text.
    pub(crate) fn rules(text: &str, faults: &Diagnostics) -> Self {
        let count = faults.len();
        Self {
            kind: Kind::Input,
            code: "rules",
            message: format!("the rules have {count} {}", if count == 1 { "fault" } else { "faults" }),
            faults: Some(Box::new((text.to_owned(), faults.clone()))),
            whole: false,
        }
    }

    /// A command line that was not understood.
    pub(crate) fn usage(error: &clap::Error) -> Self {
        let message = error.render().to_string();
        Self { kind: Kind::Input, code: "usage", message, faults: None, whole: true }
    }

    /// Tells the failure: for people on standard error, and under `--json` as
    /// the one document on standard output.
    pub(crate) fn report(&self, output: &Output) -> ExitCode {
        if self.kind == Kind::Unread {
            return ExitCode::SUCCESS;
        }
        if output.is_json() {
            // The status tells what happened even if nobody reads this.
            let _ = output.document(&self.document());
        }
        eprint!("{}", self.text());
        ExitCode::from(if self.kind == Kind::Limit { 3 } else { 2 })
    }

    fn text(&self) -> String {
        match &self.faults {
            _ if self.whole => self.message.clone(),
            Some(faults) => diagnostics::render(&faults.0, &faults.1),
            None => format!("error: {}\n", self.message),
        }
    }

    fn document(&self) -> document::Error {
        let message = self.message.trim_end();
        let mut document =
            document::Error::new(self.code, message.strip_prefix("error: ").unwrap_or(message));
        document.error.faults = self.faults.as_ref().map(|faults| Fault::all(&faults.0, &faults.1));
        document
    }
}

impl From<io::Error> for Failure {
    /// Of standard output: files are reported with their names, see `file`.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { kind: Kind::Unread, ..Self::input("output", "") };
        }
        Self::input("output", format!("standard output cannot be written: {error}"))
    }
}

impl From<bouton::LawError> for Failure {
    fn from(error: bouton::LawError) -> Self {
        match &error {
            bouton::LawError::Refused(refused) if refused.step == bouton::check::Step::Limit => {
                Self::limit(error.to_string())
            }
            _ => Self::input("certificate", error.to_string()),
        }
    }
}

impl From<bouton::NoGrundyValues> for Failure {
    fn from(why: bouton::NoGrundyValues) -> Self {
        Self::input("hypothesis", why.to_string())
    }
}

impl From<LimitReached> for Failure {
    fn from(limit: LimitReached) -> Self {
        match limit {
            LimitReached::Memory { needed, limit } => Self::limit(format!(
                "this needs {} of memory, the limit is {}; raise it with --memory, ask for less, or use a proved law",
                bytes(needed),
                bytes(limit as u128)
            )),
            other => Self::limit(other.to_string()),
        }
    }
}

/// A number of bytes, rounded up, in a unit that people read.
fn bytes(count: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut amount = count;
    for unit in units {
        if amount < 10_000 {
            return format!("{amount} {unit}");
        }
        amount = amount.div_ceil(1024);
    }
    "more than 10000 TiB".to_owned()
}

impl From<bouton::LoadError> for Failure {
    fn from(error: bouton::LoadError) -> Self {
        match &error {
            bouton::LoadError::Rules { text, faults } => Self::rules(text, faults),
            bouton::LoadError::Unreadable { .. } | bouton::LoadError::NotText { .. } => {
                Self::input("file", error.to_string())
            }
            _ => Self::input("game", error.to_string()),
        }
    }
}

impl From<bouton::PlayableError> for Failure {
    fn from(error: bouton::PlayableError) -> Self {
        Self::input("game", error.to_string())
    }
}

impl From<bouton::PositionError> for Failure {
    fn from(error: bouton::PositionError) -> Self {
        Self::input("position", error.to_string())
    }
}

impl From<bouton::AnswerError> for Failure {
    fn from(error: bouton::AnswerError) -> Self {
        if error.is_limit() {
            return Self::limit(error.to_string());
        }
        Self::input("position", error.to_string())
    }
}
