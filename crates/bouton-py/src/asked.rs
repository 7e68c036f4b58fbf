//! Questions of the library's register.

use std::{
    fmt::Display,
    io::{self, Write},
};

use bouton::{
    Error, Watch, WriteRowsError,
    ask::{Asker, Buffer, BufferError, Format, commands},
    rules,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::{failure::Failure, game::Game, json, limits::Limits, watched::run};

/// A package that asks about games that it has: the question names them `#0`, `#1`.
struct Package {
    buffer: Buffer,
    games: Vec<rules::Game>,
}

impl Asker for Package {
    type Failure = BufferError;

    fn format(&self) -> Format {
        self.buffer.format()
    }

    fn watch(&self) -> Watch {
        self.buffer.watch()
    }

    fn document(&mut self, document: &impl Serialize) -> Result<(), BufferError> {
        self.buffer.document(document)
    }

    fn text(&mut self, text: &dyn Display) -> Result<(), BufferError> {
        self.buffer.text(text)
    }

    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), BufferError> {
        self.buffer.stream(write)
    }

    fn game(&mut self, text: &str, _settings: &[(String, i64)]) -> Result<rules::Game, BufferError> {
        let place = text.strip_prefix('#').and_then(|place| place.parse::<usize>().ok());
        let missing = || BufferError::Io(io::Error::other(format!("there is no game {text}")));
        place.and_then(|place| self.games.get(place)).cloned().ok_or_else(missing)
    }
}

/// Answers a question about some games: a document as JSON, or rows as CSV, JSON lines or LaTeX.
#[pyfunction]
#[pyo3(signature = (command, question, games, *, format, limits, progress))]
pub(crate) fn ask(
    py: Python<'_>,
    command: &str,
    question: &str,
    games: Vec<Py<Game>>,
    format: &str,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let known = commands::<Package>();
    let unknown = |what: &str, name: &str| Failure::input("usage", format!("there is no {what} `{name}`"));
    let command =
        known.iter().find(|known| known.name == command).ok_or_else(|| unknown("command", command))?;
    let named = command.formats.iter().copied().find(|known| known.name() == format);
    let format =
        named.filter(|&format| format != Format::Parquet).ok_or_else(|| unknown("format", format))?;
    let fields = serde_json::from_str(question)
        .map_err(|error| Failure::input("usage", format!("a question is a JSON object: {error}")))?;
    let games: Vec<rules::Game> = games.iter().map(|game| game.get().rules().clone()).collect();
    let watch = if command.name == "compare" { limits.watch_for_a_proof() } else { limits.watch() };
    run(py, &watch, progress, |watch| {
        let mut package = Package { buffer: Buffer::new(watch).of(format), games };
        command.answer(fields, &mut package).map_err(|error| match error {
            BufferError::Error(error) => error.into(),
            BufferError::Rows(WriteRowsError::Positions(error)) => Error::from(error).into(),
            error => Failure::defect(&error),
        })?;
        String::from_utf8(package.buffer.answer()).map_err(|error| Failure::defect(&error))
    })
}

/// The commands of the register, with the names of their parameters and formats: `{"count": {"parameters": […], "formats": […]}}`.
#[pyfunction]
pub(crate) fn commands_of_register() -> PyResult<String> {
    let all: serde_json::Map<_, _> = commands::<Package>()
        .into_iter()
        .map(|command| {
            let parameters: Vec<&str> = command.parameters.iter().map(|known| known.name.as_str()).collect();
            let formats: Vec<&str> = command.formats.iter().map(|known| known.name()).collect();
            (command.name.to_owned(), serde_json::json!({ "parameters": parameters, "formats": formats }))
        })
        .collect();
    Ok(json(&all)?)
}
