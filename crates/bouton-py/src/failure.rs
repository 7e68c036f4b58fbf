//! Failures, and the exceptions that report them.

use bouton::{
    AnswerError, Error, ErrorKind, Helps, LimitReached, PlayableError, PositionsError, StoreError,
    TilingError, TooMuch, Watch, check::Refusal, document::Fault, rules::ResolveError, words,
};
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{IntoPyDict, PyDict},
};

/// A failed question, until it is raised as an exception of the package.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Faults of a rules text, or an unknown game.
    Rules { message: String, code: &'static str, text: String, faults: Vec<Fault> },
    /// Wrong input, by its stable code.
    Input { message: String, code: &'static str },
    /// A limit was reached.
    Limit { message: String, met: Met },
    /// No law was found, or a claim is wrong at a position.
    NoLaw { message: String, at: Option<Counterexample> },
    /// A defect of this library.
    Defect { message: String },
}

/// A position at which a claim is wrong, and numbers for the letters.
#[derive(Debug)]
pub(crate) struct Counterexample {
    pub(crate) position: String,
    pub(crate) set: Vec<(String, i64)>,
}

/// The limit that was reached, with the amount needed and the amount allowed, in its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    limit: &'static str,
    needed: Option<f64>,
    allowed: Option<f64>,
}

impl Met {
    fn only(limit: &'static str) -> Self {
        Self { limit, needed: None, allowed: None }
    }
}

#[allow(clippy::cast_precision_loss, reason = "for people, who do not need the last byte")]
fn real(number: u128) -> f64 {
    number as f64
}

impl From<&LimitReached> for Met {
    fn from(limit: &LimitReached) -> Self {
        match limit {
            LimitReached::Time { limit } | LimitReached::Share { limit } => {
                Self { allowed: Some(limit.as_secs_f64()), ..Self::only("time") }
            }
            LimitReached::Memory { needed, limit } => {
                let allowed = Some(real(u128::from(*limit)));
                Self { limit: "memory", needed: Some(real(*needed)), allowed }
            }
            LimitReached::Work { done } => {
                Self { needed: Some(real(u128::from(*done))), ..Self::only("work") }
            }
            LimitReached::Cancelled => Self::only("cancelled"),
            _ => Self::only("size"),
        }
    }
}

impl From<&TooMuch> for Met {
    fn from(needed: &TooMuch) -> Self {
        match needed {
            TooMuch::Memory { cost, limit } => {
                let allowed = Some(real(u128::from(*limit)));
                Self { limit: "memory", needed: Some(cost.bytes), allowed }
            }
            TooMuch::Work { cost } => Self { needed: Some(cost.seconds), ..Self::only("time") },
            TooMuch::Numbers => Self::only("size"),
            TooMuch::NoSuch(_) => Self::only("engine"),
        }
    }
}

/// The limit that an error of the library `bouton` names.
fn met(error: &Error) -> Option<Met> {
    match error {
        Error::Store(StoreError::Untiled(TilingError::Memory { needed, limit })) => {
            let allowed = Some(real(u128::from(*limit)));
            Some(Met { limit: "memory", needed: Some(real(*needed)), allowed })
        }
        Error::Bound(_) => Some(Met::only("positions")),
        error => error.limit().map(Met::from).or_else(|| error.too_much().map(Met::from)),
    }
}

const FILL: &str = "`fill()` computes all missing tiles";

/// Whether a tile of a table in a folder has not been computed.
fn is_missing(error: &AnswerError) -> bool {
    matches!(error, AnswerError::Store(StoreError::Missing { .. }))
}

/// Advice in terms of this package.
fn advice(error: &Error) -> Option<&'static str> {
    let of_limit = |met: Met| match (met.limit, met.needed) {
        ("memory", _) => Some("raise it with memory=…, or ask for less"),
        ("time", Some(_)) => Some("with a limit such as time=600 it is tried all the same"),
        ("time", None) => Some("raise it with time=…"),
        ("work", _) => Some("raise it with work=…"),
        ("engine", _) => Some("leave it to engine=\"auto\""),
        _ => None,
    };
    match error {
        Error::Answer(AnswerError::TooLarge { needed, .. }) if needed.is_hopeless() => Some(
            "a proved law answers at any size: using=game.prove(), or game.prove(value=\"grundy\") for Grundy values",
        ),
        error if error.too_much().is_some_and(TooMuch::is_hopeless) => None,
        Error::Playable(PlayableError::HeapsOpen) => Some("say how many: Game(…, heaps=3)"),
        Error::Store(StoreError::Missing { .. }) => Some(FILL),
        Error::Answer(answer) if is_missing(answer) => Some(FILL),
        Error::Positions(PositionsError::Answer(answer)) if is_missing(answer) => Some(FILL),
        error => met(error).and_then(of_limit),
    }
}

impl Failure {
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self::Input { message: message.into(), code }
    }

    pub(crate) fn defect(error: &dyn std::fmt::Display) -> Self {
        Self::Defect { message: error.to_string() }
    }

    /// Creates a failure for faults of a rules text, drawn as on a terminal.
    pub(crate) fn rules(text: &str, faults: &bouton::rules::Diagnostics) -> Self {
        Self::Rules {
            message: words::faults::faults(text, faults, false).trim_end().to_owned(),
            code: ErrorKind::Rules.code(),
            text: text.to_owned(),
            faults: words::faults::documents(text, faults),
        }
    }

    /// Creates a failure for a check that ended before its verdict.
    pub(crate) fn of_check(refused: &Refusal, watch: &Watch) -> Self {
        let known = refused.limit.as_deref().map(Met::from);
        let ended = || watch.check().err().as_ref().map(Met::from);
        let met = known.or_else(ended).unwrap_or(Met::only("states"));
        Self::Limit { message: refused.reason.clone(), met }
    }

    /// Creates a failure for a search that found no law.
    pub(crate) fn no_law(reason: &str, helps: Option<Helps>, states: Option<usize>, watch: &Watch) -> Self {
        // An exceeded watch has the amounts.
        let ended = watch.check().err().as_ref().map(Met::from);
        match Self::no_law_within(reason, helps, ended) {
            Self::Limit { message, met: met @ Met { allowed: None, .. } } => {
                let allowed = match met.limit {
                    "memory" => Some(real(u128::from(watch.memory_limit()))),
                    "states" => states.map(|states| real(states as u128)),
                    _ => None,
                };
                Self::Limit { message, met: Met { allowed, ..met } }
            }
            failure => failure,
        }
    }

    /// The same, if the limit that ended the search is known, or no limit did.
    fn no_law_within(reason: &str, helps: Option<Helps>, ended: Option<Met>) -> Self {
        let (limit, more) = match helps {
            Some(Helps::Time) => ("time", "time=… allows a longer search"),
            Some(Helps::Memory) => ("memory", "memory=… allows a longer search"),
            Some(Helps::States) => ("states", "states=… allows a longer search"),
            _ if ended.is_some_and(|met| met.limit == "work") => ("work", "work=… allows a longer search"),
            _ => return Self::NoLaw { message: reason.to_owned(), at: None },
        };
        let met = ended.unwrap_or(Met::only(limit));
        Self::Limit { message: format!("{reason}; {more}"), met }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let code = error.kind().code();
        let mut message = error.to_string();
        match &error {
            Error::Rules { text, faults } => return Self::rules(text, faults),
            Error::Unknown(unknown) => {
                if let ResolveError::Unknown { name, similar } = unknown {
                    let near = similar.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    message = format!(
                        "there is no game called `{name}`; `bouton.games()` lists the built-in ones{near}"
                    );
                }
                return Self::Rules { message, code, text: String::new(), faults: Vec::new() };
            }
            Error::Words { text, fault } => {
                message = words::faults::of_words(text, fault, false).trim_end().to_owned();
            }
            Error::NoLaw { reason, helps } => return Self::no_law_within(reason, *helps, None),
            _ => {}
        }
        let letters = error.missing_letters();
        if !letters.is_empty() {
            let example = letters.iter().zip([3, 5, 7, 9].into_iter().cycle());
            let example: Vec<String> =
                example.map(|(name, number)| format!("\"{name}\": {number}")).collect();
            let (letters, example) = (letters.join(", "), example.join(", "));
            message = format!(
                "the rules are about all {letters}; say numbers for them: Game(…, set={{{example}}})"
            );
        }
        if let Some(advice) = advice(&error) {
            message = format!("{message}; {advice}");
        }
        match error.kind() {
            ErrorKind::Limit => Self::Limit { message, met: met(&error).unwrap_or(Met::only("size")) },
            ErrorKind::Defect => Self::Defect { message },
            _ => Self::Input { message, code },
        }
    }
}

static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

impl Failure {
    /// Names the limit of the watch if it ended the computation, with its amounts, where the error does not.
    pub(crate) fn under(self, watch: &Watch) -> Self {
        let ended = watch.check().err();
        match (self, ended) {
            (Self::Limit { message, met: Met { limit, needed: None, allowed: None } }, Some(ended))
                if limit == Met::from(&ended).limit =>
            {
                Self::Limit { message, met: Met::from(&ended) }
            }
            (Self::NoLaw { message, at: None }, Some(ended @ LimitReached::Work { .. })) => {
                Self::no_law_within(&message, None, Some(Met::from(&ended)))
            }
            (failure, _) => failure,
        }
    }

    /// Creates the exception, one of `bouton.errors`.
    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let errors = ERRORS.get_or_try_init(py, || py.import("bouton.errors").map(Bound::unbind))?.bind(py);
        let data = PyDict::new(py);
        let (class, message) = match self {
            Self::Rules { message, code, text, faults } => {
                data.set_item("code", code)?;
                data.set_item("text", text)?;
                let faults = serde_json::to_string(&faults).unwrap_or_else(|_| "[]".to_owned());
                data.set_item("faults", errors.getattr("_faults")?.call1((faults,))?)?;
                ("RulesError", message)
            }
            Self::Input { message, code } => {
                data.set_item("code", code)?;
                ("InputError", message)
            }
            Self::Limit { message, met } => {
                data.set_item("met", met.limit)?;
                data.set_item("needed", met.needed)?;
                data.set_item("allowed", met.allowed)?;
                ("LimitReached", message)
            }
            Self::NoLaw { message, at } => {
                if let Some(Counterexample { position, set }) = at {
                    data.set_item("position", position)?;
                    data.set_item("set", set.into_py_dict(py)?)?;
                }
                ("NoLaw", message)
            }
            Self::Defect { message } => ("Defect", message),
        };
        Ok(PyErr::from_value(errors.getattr(class)?.call((message,), Some(&data))?))
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| failure.exception(py).unwrap_or_else(|error| error))
    }
}
