//! Failures of commands, and their reports.

use std::{io, path::Path, process::ExitCode};

use bouton::{Error, ErrorKind, Helps, LimitReached, ask::Verdict, document, rules::Diagnostics, words};

use crate::{color, examples, net, screen};

/// The result of a command that could answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// The command has finished: status 0.
    Done,
    /// The answer is "no": status 1.
    No,
    /// Some of the input was wrong, and was reported in its place: status 2.
    Wrong,
    /// A limit prevented an answer: status 3.
    Limit,
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Done => Self::Done,
            Verdict::No => Self::No,
            Verdict::Wrong => Self::Wrong,
            Verdict::Limit => Self::Limit,
        }
    }
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
    /// The output is no longer read: no message, status 0.
    Unread,
}

/// A failure with a message for people and a stable code for programs.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    code: &'static str,
    message: String,
    /// The rules text and its faults, if they are the reason.
    faults: Option<Box<(String, Diagnostics)>>,
    /// The place of the fault of a claim or a question.
    place: Option<Box<document::Fault>>,
    /// The message as displayed, if it is already complete (from the argument parser).
    whole: Option<String>,
}

impl Failure {
    /// Wrong input; `code` is stable and documented in `docs/json.md`.
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: Kind::Input, code, message: message.into(), faults: None, place: None, whole: None }
    }

    /// Puts the subject at the beginning of the message.
    pub(crate) fn about(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// A limit was reached.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Limit,
            code: "limit",
            message: message.into(),
            faults: None,
            place: None,
            whole: None,
        }
    }

    /// Faults of a rules text.
    pub(crate) fn rules(text: &str, faults: &Diagnostics) -> Self {
        let count = faults.len();
        Self {
            kind: Kind::Input,
            code: "rules",
            message: format!("the rules have {count} {}", if count == 1 { "fault" } else { "faults" }),
            faults: Some(Box::new((text.to_owned(), faults.clone()))),
            place: None,
            whole: None,
        }
    }

    /// Options that contradict each other.
    pub(crate) fn misused(why: &str) -> Self {
        Self::input("usage", why)
    }

    /// A command line that could not be parsed.
    pub(crate) fn usage(error: &clap::Error) -> Self {
        let number = "expected a whole number, for example 20";
        // Words that are not UTF-8 are ignored here.
        let words: Vec<String> =
            std::env::args_os().skip(1).filter_map(|word| word.into_string().ok()).collect();
        let unknown = error.kind() == clap::error::ErrorKind::UnknownArgument;
        let short = |word: &&String| {
            word.strip_prefix('-').is_some_and(|name| name.len() > 1 && name.starts_with(char::is_alphabetic))
        };
        let tip = words
            .iter()
            .find(|word| unknown && short(word))
            .map(|word| format!("\n  tip: options of several letters have two dashes: write `-{word}`\n"));
        let example = match error.kind() {
            clap::error::ErrorKind::MissingRequiredArgument => examples::like(&words),
            _ => None,
        };
        let example = example.map(|example| format!("\nFor example: {example}\n"));
        let mended = |message: String| {
            let message = message
                .replace("invalid digit found in string", number)
                .replace("cannot parse integer from empty string", number)
                .replace("number too large to fit in target type", "this number is too large");
            [Some(message), tip.clone(), example.clone()].into_iter().flatten().collect::<String>()
        };
        let (rendered, coloured) = (error.render(), color::on_stderr());
        let message = mended(rendered.to_string());
        let whole = if coloured {
            mended(rendered.ansi().to_string())
        } else {
            words::visible(&message).into_owned()
        };
        Self { whole: Some(whole), ..Self::input("usage", message) }
    }

    /// Adds `more` at the end of the message.
    pub(crate) fn with(mut self, more: &str) -> Self {
        self.message.push_str(more);
        self
    }

    /// Whether nobody reads the answer any more, which is not reported.
    pub(crate) fn is_unread(&self) -> bool {
        self.kind == Kind::Unread
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self.kind {
            Kind::Unread => 0,
            Kind::Limit => 3,
            Kind::Input => 2,
        }
    }

    /// The report for people.
    pub(crate) fn text(&self) -> String {
        match &self.faults {
            _ if self.whole.is_some() => self.whole.clone().unwrap_or_default(),
            Some(faults) => {
                let mut text = words::faults::faults(&faults.0, &faults.1, color::on_stderr());
                // Only for a person at a terminal; a reader of a file has the manual, too.
                if screen::err_is_terminal()
                    && let Some(fault) = faults.1.iter().next()
                {
                    text.push_str(&format!("`bouton explain {}` says more\n", fault.code));
                }
                text
            }
            None => format!("{} {}\n", color::error_label(), words::visible(&self.message)),
        }
    }

    /// The result after this failure and an earlier result: wrong input takes precedence over a
    /// limit.
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
        document.error.faults = match (&self.faults, &self.place) {
            (Some(faults), _) => Some(words::faults::documents(&faults.0, &faults.1)),
            (None, place) => place.as_ref().map(|place| vec![(**place).clone()]),
        };
        document
    }
}

impl From<io::Error> for Failure {
    /// An error of writing the answer, on standard output or in the file of `-o`. Other files are
    /// reported with their names, see `file`.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { kind: Kind::Unread, ..Self::input("output", "") };
        }
        if let Some(limit) = net::ended() {
            return limit.into();
        }
        Self::input("output", format!("the answer cannot be written: {error}"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::Rules { text, faults } = &error {
            return Self::rules(text, faults);
        }
        if let Error::Words { text, fault } = &error {
            let drawn = words::faults::of_words(text, fault, color::on_stderr());
            return Self {
                place: Some(Box::new(words::faults::document_of_words(text, fault))),
                whole: Some(drawn),
                ..Self::input(error.kind().code(), error.to_string())
            };
        }
        let mut message = error.message(|name| format!("--{name}"));
        if let Some(advice) = too_large(&error).or_else(|| advice(&error).map(str::to_owned)) {
            message = format!("{message}; {advice}");
        }
        match error.kind() {
            ErrorKind::Limit => Self::limit(message),
            kind => Self::input(kind.code(), message),
        }
    }
}

/// Advice where an answer was not even tried.
fn too_large(error: &Error) -> Option<String> {
    use bouton::{Engine, TooMuch};
    let needed = error.too_much()?;
    let is_box = matches!(error, Error::Positions(_));
    let law = "prove a law with `bouton prove … -o FILE` and pass it with --using FILE";
    let instead = if is_box { "ask for a smaller box" } else { law };
    Some(match needed {
        TooMuch::Memory { .. } if !needed.is_hopeless() => {
            format!("raise the limit with --memory, or {instead}")
        }
        TooMuch::Work { .. } if !needed.is_hopeless() => {
            format!("with a limit such as --time 10m it is tried all the same; or {instead}")
        }
        TooMuch::NoSuch(Engine::Law) if !is_box => law.to_owned(),
        TooMuch::NoSuch(_) => "leave it to --engine auto".to_owned(),
        TooMuch::Memory { .. } | TooMuch::Work { .. } | TooMuch::Numbers => instead.to_owned(),
    })
}

/// The option that allows a longer search.
pub(crate) fn longer(helps: Helps) -> &'static str {
    match helps {
        Helps::Time => "--time allows a longer search",
        Helps::Memory => "--memory allows a longer search",
        Helps::States => "--states allows a longer search",
        _ => "no option allows a longer search",
    }
}

/// The option or command that helps, which the library does not know.
fn advice(error: &Error) -> Option<&'static str> {
    use bouton::{
        AnswerError, GenusError, PlayableError, PositionsError, ProveError, SequenceError, TheoremError,
        picture::{HeatMapError, PictureError},
    };
    match error {
        Error::Answer(AnswerError::Limit(LimitReached::Memory { .. })) => {
            Some("raise it with --memory, or use a proved law (--using CERTIFICATE)")
        }
        Error::Answer(AnswerError::Limit(LimitReached::Coordinate(_))) => {
            Some("use a proved law (--using CERTIFICATE)")
        }
        Error::Limit(limit)
        | Error::Answer(AnswerError::Limit(limit))
        | Error::HeatMap(HeatMapError::Limit(limit))
        | Error::Genus(GenusError::Limit(limit))
        | Error::Picture(PictureError::Limit(limit))
        | Error::Sequence(SequenceError::Limit(limit))
        | Error::Theorem(TheoremError::Picture(PictureError::Limit(limit)))
        | Error::Positions(PositionsError::Limit(limit)) => match limit {
            LimitReached::Memory { .. } => Some("raise it with --memory, or ask for less"),
            LimitReached::Time { .. } | LimitReached::Share { .. } => {
                Some("raise it with --time, or ask for less")
            }
            LimitReached::Coordinate(_) | LimitReached::Count { .. } => Some("ask for less"),
            _ => None,
        },
        Error::Playable(PlayableError::HeapsOpen) => Some("say how many with --heaps"),
        Error::Playable(PlayableError::HeapsOfCode) => Some("leave out --heaps"),
        Error::Theorem(TheoremError::Picture(PictureError::States(_))) => {
            Some("write them for Graphviz (`--format dot`) instead")
        }
        Error::Theorem(TheoremError::Reverse(_)) => Some("say --states N for another limit"),
        Error::Positions(PositionsError::Coordinate { found: None, .. }) => Some("say which with --column"),
        Error::Sequence(
            SequenceError::Coordinates(_) | SequenceError::Controls | SequenceError::Missing(_),
        ) => Some("see `bouton table --value grundy`"),
        Error::Prove(ProveError::OutcomesOfCode) => Some("say --value grundy"),
        Error::NoLaw { helps, .. } => helps.map(longer),
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

/// The failure to write a file.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    // The failure may be about a temporary file beside it, whose name would not help.
    let cause = error.to_string();
    let cause = cause.split(" at path ").next().unwrap_or(&cause);
    Failure::input("file", format!("{} cannot be written: {cause}", path.display()))
}
