//! Why a command could not answer, and how that is told.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

use bouton::{
    Error, ErrorKind, Helps, LimitReached,
    document::{self, Fault},
    rules::Diagnostics,
    words,
};

use crate::output::Output;

/// How a command ended when it could answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// It is done: status 0.
    Done,
    /// The answer is "no": status 1.
    No,
    /// Some of the input was wrong, and told in its place: status 2.
    Wrong,
    /// A limit kept it from being found: status 3.
    Limit,
}

impl Answer {
    pub(crate) fn code(self) -> ExitCode {
        match self {
            Self::Done => ExitCode::SUCCESS,
            Self::No => ExitCode::from(1),
            Self::Wrong => ExitCode::from(2),
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

    /// Options that do not go together.
    pub(crate) fn misused(why: &str) -> Self {
        Self::input("usage", why)
    }

    /// A command line that was not understood.
    pub(crate) fn usage(error: &clap::Error) -> Self {
        let number = "expected a whole number, for example 20";
        let mut message = error.render().to_string().replace("invalid digit found in string", number);
        let unknown = error.kind() == clap::error::ErrorKind::UnknownArgument;
        let short = |word: &String| {
            word.strip_prefix('-').is_some_and(|name| name.len() > 1 && name.starts_with(char::is_alphabetic))
        };
        if let Some(word) = std::env::args().find(|word| unknown && short(word)) {
            message += &format!("\n  tip: options of several letters have two dashes: write `-{word}`\n");
        }
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
            _ if self.whole => words::visible(&self.message).into_owned(),
            Some(faults) => words::faults::faults(&faults.0, &faults.1, io::stderr().is_terminal()),
            None => format!("error: {}\n", words::visible(&self.message)),
        }
    }

    /// How bad it is that this was met after `before`: wrong input tells more than a limit.
    pub(crate) fn worse_than(&self, before: Answer) -> Answer {
        match (self.kind, before) {
            (Kind::Input, _) | (_, Answer::Wrong) => Answer::Wrong,
            (Kind::Limit, _) => Answer::Limit,
            (Kind::Unread, before) => before,
        }
    }

    /// The failure as a document.
    pub(crate) fn document(&self) -> document::Error {
        let message = self.message.trim_end();
        let mut document =
            document::Error::new(self.code, message.strip_prefix("error: ").unwrap_or(message));
        document.error.faults = self.faults.as_ref().map(|faults| Fault::all(&faults.0, &faults.1));
        document
    }
}

impl From<io::Error> for Failure {
    /// Of the answer, on standard output or in the file of `-o`: other files are reported with their names, see `file`.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { kind: Kind::Unread, ..Self::input("output", "") };
        }
        Self::input("output", format!("the answer cannot be written: {error}"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::Rules { text, faults } = &error {
            return Self::rules(text, faults);
        }
        let mut message = error.to_string();
        if let Some(advice) = too_large(&error).or_else(|| advice(&error).map(str::to_owned)) {
            message = format!("{message}; {advice}");
        }
        match error.kind() {
            ErrorKind::Limit => Self::limit(message),
            kind => Self::input(kind.code(), message),
        }
    }
}

/// What helps where nothing was even tried.
fn too_large(error: &Error) -> Option<String> {
    use bouton::{AnswerError, Engine, PositionsError, SumError, TooMuch};
    let (error, is_box) = match error {
        Error::Answer(error) | Error::Sum(SumError::Answer(error)) => (error, false),
        Error::Positions(PositionsError::Answer(error)) => (error.as_ref(), true),
        _ => return None,
    };
    let AnswerError::TooLarge { needed, .. } = error else { return None };
    let law = "prove a law with `bouton prove … -o FILE` and pass it with --using FILE";
    let instead = if is_box { "ask for a smaller box" } else { law };
    Some(match needed {
        TooMuch::Memory { .. } => format!("raise the limit with --memory, or {instead}"),
        TooMuch::Work { .. } => {
            format!("with a limit such as --time 10m it is tried all the same; or {instead}")
        }
        TooMuch::NoSuch(Engine::Law) if !is_box => law.to_owned(),
        TooMuch::NoSuch(_) => "leave it to --engine auto".to_owned(),
        TooMuch::Numbers => instead.to_owned(),
    })
}

/// Which option lets a search go on.
pub(crate) fn longer(helps: Helps) -> &'static str {
    match helps {
        Helps::Time => "--time allows a longer search",
        Helps::Memory => "--memory allows a longer search",
        Helps::States => "--states allows a longer search",
        _ => "no option allows a longer search",
    }
}

/// Which option, or which command, helps: the library knows neither.
fn advice(error: &Error) -> Option<&'static str> {
    use bouton::{AnswerError, PlayableError, PositionsError, ProveError, TheoremError};
    match error {
        Error::Answer(AnswerError::Limit(LimitReached::Memory { .. })) => {
            Some("raise it with --memory, or use a proved law (--using CERTIFICATE)")
        }
        Error::Answer(AnswerError::Limit(LimitReached::Coordinate(_))) => {
            Some("use a proved law (--using CERTIFICATE)")
        }
        Error::Limit(limit)
        | Error::Answer(AnswerError::Limit(limit))
        | Error::HeatMap(bouton::picture::HeatMapError::Limit(limit))
        | Error::Positions(PositionsError::Limit(limit)) => match limit {
            LimitReached::Memory { .. } => Some("raise it with --memory, or ask for less"),
            LimitReached::Time { .. } => Some("raise it with --time, or ask for less"),
            LimitReached::Coordinate(_) | LimitReached::Count { .. } => Some("ask for less"),
            _ => None,
        },
        Error::Playable(PlayableError::HeapsOpen) => Some("say how many with --heaps"),
        Error::Playable(PlayableError::HeapsOfCode) => Some("leave out --heaps"),
        Error::Theorem(TheoremError::Picture(_)) => Some("write them for Graphviz (`--format dot`) instead"),
        Error::Theorem(TheoremError::Reverse(_)) => Some("say --states N for another limit"),
        Error::Positions(PositionsError::Coordinate { found: None, .. }) => Some("say which with --column"),
        Error::Prove(ProveError::OutcomesOfCode) => Some("say --value grundy"),
        Error::Prove(ProveError::NoSize) => Some("leave out --upto"),
        _ => None,
    }
}

impl From<bouton::WriteRowsError> for Failure {
    fn from(error: bouton::WriteRowsError) -> Self {
        match error {
            bouton::WriteRowsError::Positions(error) => error.into(),
            bouton::WriteRowsError::Io(error) => error.into(),
            error => Self::input(
                "format",
                format!(
                    "{error}; build it with `cargo build --release --features parquet`, or use --format csv"
                ),
            ),
        }
    }
}

bouton::take_errors!(Failure);
