//! The failure of a request: a status and a document.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use bouton::{Error, ErrorKind, document, rules::ResolveError, words};

use crate::texts::t;

/// A status with a document of `docs/json.md` that states the reason.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) document: document::Error,
    /// The letters of the rules that need numbers first.
    pub(crate) letters: Box<[String]>,
    /// The word that is not a game.
    pub(crate) unknown: Option<Box<UnknownGame>>,
    /// The rules that have faults.
    pub(crate) rules: Option<Box<str>>,
    /// Whether a limit ended the computation, which larger limits may help.
    pub(crate) ended: bool,
}

/// A word that is not a game, and a game with a similar name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnknownGame {
    pub(crate) name: String,
    pub(crate) similar: Option<&'static str>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, message: &str) -> Self {
        let document = document::Error::new(code, message);
        Self { status, document, letters: Box::default(), unknown: None, rules: None, ended: false }
    }

    /// Wrong input.
    pub(crate) fn input(code: &str, message: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The requested item does not exist.
    pub(crate) fn unknown(message: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown", message)
    }

    /// The request exceeds a limit on its size.
    pub(crate) fn too_large(what: &str, limit: usize, unit: &str) -> Self {
        let message = format!("{what} may have {limit} {unit} at most");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", &message)
    }

    /// A limit was reached.
    pub(crate) fn limit(message: &str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", message)
    }

    /// All workers are busy.
    pub(crate) fn busy(message: &str) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// The question made its thread panic.
    pub(crate) fn defect() -> Self {
        let message = "this question ran into a defect of the program; nothing is claimed about the game";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "defect", message)
    }

    /// The page of the documentation about failures like this one, from the folder of the documentation.
    pub(crate) fn page(&self) -> Option<&'static str> {
        match (self.document.error.code.as_str(), self.status) {
            ("rules" | "words", _) => Some("rules.html"),
            ("position", _) => Some("cli.html#games-and-positions"),
            ("limit", _) => Some("cli/limits.html"),
            ("forbidden", _) => Some("serve.html#safety"),
            ("too-large" | "busy", _) => Some("serve.html#limits"),
            (_, StatusCode::BAD_REQUEST) => Some("cli/errors.html"),
            _ => None,
        }
    }

    /// The advice of a page after a limit.
    pub(crate) fn remedy(&self) -> Option<&'static str> {
        self.ended.then(|| t("failed.remedy"))
    }

    /// The message.
    pub(crate) fn message(&self) -> &str {
        &self.document.error.message
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.document).unwrap_or_default();
        (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::Rules { text, faults } = &error {
            let count = faults.len();
            let message = format!("the rules have {count} {}", if count == 1 { "fault" } else { "faults" });
            let mut failure = Self::input("rules", &message);
            failure.document.error.faults = Some(bouton::words::faults::documents(text, faults));
            failure.rules = Some(text.as_str().into());
            return failure;
        }
        let message = error.to_string();
        if let Error::Words { text, fault } = &error {
            let mut failure = Self::input(error.kind().code(), &message);
            failure.document.error.faults = Some(vec![words::faults::document_of_words(text, fault)]);
            return failure;
        }
        match error.kind() {
            ErrorKind::Limit => Self { ended: true, ..Self::limit(&message) },
            ErrorKind::Defect => {
                Self { document: document::Error::new("defect", &message), ..Self::defect() }
            }
            kind => {
                let letters = error.missing_letters().into();
                let unknown = match &error {
                    &Error::Unknown(ResolveError::Unknown { ref name, similar }) => {
                        Some(Box::new(UnknownGame { name: name.clone(), similar }))
                    }
                    _ => None,
                };
                Self { letters, unknown, ..Self::input(kind.code(), &message) }
            }
        }
    }
}

bouton::take_errors!(Failure);
