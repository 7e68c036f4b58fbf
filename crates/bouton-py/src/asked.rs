//! Questions of the library's register.

use std::{
    fmt::Display,
    io::{self, Write},
};

use bouton::ask::AnyDocument;
use bouton::{
    Ending, Error, LetterEnding, LetterTheorem as KnownLetters, Theorem as Known, Watch, WriteRowsError,
    ask::{Asker, Buffer, BufferError, Command, Format, Work, commands},
    check::{self, Refusal},
    rules,
};
use pyo3::prelude::*;

use crate::{
    failure::{Counterexample, Failure},
    found::Found,
    game::Game,
    json,
    letters::LetterTheorem,
    limits::Limits,
    theorem::Theorem,
    watched::run,
};

/// An object that a question names: `#0`, `#1`.
#[derive(FromPyObject)]
pub(crate) enum Named {
    /// A game.
    Game(Py<Game>),
    /// A theorem, in the place of its certificate.
    Theorem(Py<Theorem>),
    /// A theorem with letters, in the place of its certificate.
    Letters(Py<LetterTheorem>),
}

/// The same, independent of the interpreter.
enum Object {
    Game(Box<rules::Game>),
    Theorem(Box<Known>),
    Letters(Box<KnownLetters>),
}

impl From<&Named> for Object {
    fn from(named: &Named) -> Self {
        match named {
            Named::Game(game) => Self::Game(Box::new(game.get().rules().clone())),
            Named::Theorem(theorem) => Self::Theorem(Box::new(theorem.get().inner().clone())),
            Named::Letters(theorem) => Self::Letters(Box::new(theorem.get().inner().clone())),
        }
    }
}

/// A package that asks about objects that it has.
struct Package {
    buffer: Buffer,
    form: Format,
    objects: Vec<Object>,
    limits: Limits,
    /// Whether the theorem itself is the subject of the question, and the theorem.
    theorem: Option<Option<Found>>,
}

impl Package {
    fn object(&self, text: &str) -> Option<&Object> {
        let place = text.strip_prefix('#')?.parse::<usize>().ok()?;
        self.objects.get(place)
    }
}

/// The reason why a question was not answered.
enum Ended {
    Failure(Failure),
    Buffer(BufferError),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Failure(error.into())
    }
}

impl From<WriteRowsError> for Ended {
    fn from(error: WriteRowsError) -> Self {
        Self::Buffer(error.into())
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Buffer(error.into())
    }
}

impl From<BufferError> for Ended {
    fn from(error: BufferError) -> Self {
        Self::Buffer(error)
    }
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Failure(failure) => failure,
            Ended::Buffer(BufferError::Error(error)) => error.into(),
            Ended::Buffer(BufferError::Rows(WriteRowsError::Positions(error))) => Error::from(error).into(),
            Ended::Buffer(error) => Self::defect(&error),
        }
    }
}

impl Asker for Package {
    type Failure = Ended;

    fn format(&self) -> Format {
        self.buffer.format()
    }

    fn form(&self) -> Format {
        self.form
    }

    fn watch(&self) -> Watch {
        self.buffer.watch()
    }

    fn watch_within(&self, work: u64) -> Watch {
        let watch = self.watch_for_proof();
        if self.limits.is_for_search() { watch } else { watch.within(work) }
    }

    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), Ended> {
        Ok(self.buffer.document(document)?)
    }

    fn text(&mut self, text: &dyn Display) -> Result<(), Ended> {
        Ok(self.buffer.text(text)?)
    }

    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Ended> {
        Ok(self.buffer.stream(write)?)
    }

    fn game(&mut self, text: &str, settings: &[(String, i64)]) -> Result<rules::Game, Ended> {
        match self.object(text) {
            Some(Object::Game(game)) if settings.is_empty() => Ok((**game).clone()),
            Some(Object::Game(game)) => {
                Ok(bouton::Game::named_within(&game.text(), settings, &self.watch())?.rules().clone())
            }
            _ => Ok(bouton::Game::named_within(text, settings, &self.watch())?.rules().clone()),
        }
    }

    fn rules(&mut self, given: &str) -> Result<String, Ended> {
        match self.object(given) {
            Some(Object::Game(game)) => Ok(game.text()),
            _ => rules::text_of(given)
                .map(std::borrow::Cow::into_owned)
                .map_err(|error| Ended::Failure(Failure::input("game", error.to_string()))),
        }
    }

    fn is_certificate(&self, given: &str) -> bool {
        matches!(self.object(given), Some(Object::Theorem(_) | Object::Letters(_)))
            || given.starts_with("bouton certificate ")
    }

    fn certificate(&mut self, given: &str) -> Result<Vec<u8>, Ended> {
        Ok(match self.object(given) {
            Some(Object::Theorem(theorem)) => theorem.certificate().into(),
            Some(Object::Letters(theorem)) => theorem.certificate().into(),
            _ => given.into(),
        })
    }

    fn given_theorem(&mut self, given: &str) -> Result<Known, Ended> {
        match self.object(given) {
            Some(Object::Theorem(theorem)) => Ok((**theorem).clone()),
            _ => Ok(Known::check(given, &self.limits_of_check()).map_err(Error::from)?),
        }
    }

    fn states(&self) -> Option<usize> {
        self.limits.states_of_law()
    }

    fn limits_of_check(&self) -> check::Limits {
        self.limits.of_checker(&self.watch())
    }

    fn unchecked(&mut self, refused: &Refusal) -> Result<(), Ended> {
        Err(Ended::Failure(Failure::of_check(refused, &self.watch())))
    }

    fn takes_known(&self) -> bool {
        self.theorem.is_some()
    }

    fn ended(&mut self, ending: &Ending) -> Result<bool, Ended> {
        let Some(theorem) = &mut self.theorem else { return Ok(false) };
        match ending {
            Ending::Proved(proved) => {
                *theorem = Some(Found::Theorem(Theorem::new((**proved).clone())));
                Ok(true)
            }
            Ending::Refuted(refuted) => {
                let at = Counterexample { position: refuted.position.clone(), set: Vec::new() };
                Err(Ended::Failure(Failure::NoLaw { message: refuted.sentence(), at: Some(at) }))
            }
            Ending::NoLaw(none) => {
                let states = self.limits.states_of_law();
                Err(Ended::Failure(Failure::no_law(&none.reason, none.helps, states, &self.watch())))
            }
        }
    }

    fn ended_with_letters(&mut self, ending: &LetterEnding, game: &rules::Game) -> Result<bool, Ended> {
        let Some(theorem) = &mut self.theorem else { return Ok(false) };
        let Some(found) = &ending.theorem else {
            let message = ending.refutation(game).or_else(|| ending.reason.clone()).unwrap_or_default();
            let message = message.replace("with --cones", "with cones=True");
            let at = ending.refuted.as_ref().map(|(numbers, refuted)| Counterexample {
                position: refuted.position.clone(),
                set: game.letters().iter().cloned().zip(numbers.iter().copied()).collect(),
            });
            return Err(Ended::Failure(Failure::NoLaw { message, at }));
        };
        *theorem = Some(Found::Letters(LetterTheorem::new(found.clone())));
        Ok(true)
    }

    fn known_letters(&self, given: &str) -> Option<KnownLetters> {
        match self.object(given) {
            Some(Object::Letters(theorem)) => Some((**theorem).clone()),
            _ => None,
        }
    }
}

/// The watch over a question. A question about a known theorem has no search.
fn watch_for(work: Work, objects: &[Named], limits: &Limits) -> Watch {
    match work {
        Work::Proof if objects.iter().all(|object| matches!(object, Named::Game(_))) => {
            limits.watch_for_a_proof()
        }
        Work::Check => limits.watch_for_a_check(),
        Work::Proof | Work::Values | Work::Nothing => limits.watch(),
    }
}

/// The command of this name, and the fields of the question.
fn read(
    name: &str,
    question: &str,
) -> Result<(Command<Package>, serde_json::Map<String, serde_json::Value>), Failure> {
    let unknown = || Failure::input("usage", format!("there is no command `{name}`"));
    let command = commands::<Package>().into_iter().find(|known| known.name == name).ok_or_else(unknown)?;
    let fields = serde_json::from_str(question)
        .map_err(|error| Failure::input("usage", format!("a question is a JSON object: {error}")))?;
    Ok((command, fields))
}

/// The format of this name, in which a text is written.
fn format_of(command: &Command<Package>, name: &str) -> Result<Format, Failure> {
    let found = command.formats.iter().copied().find(|known| known.name() == name);
    found
        .filter(|format| !matches!(format, Format::Parquet | Format::Png))
        .ok_or_else(|| Failure::input("format", format!("there is no format `{name}`")))
}

/// Answers a question about some games and theorems: a document as JSON, rows as CSV, JSON lines or LaTeX, or
/// another text; `form` is the format of the texts within a document.
#[pyfunction]
#[pyo3(signature = (command, question, objects, *, format, limits, progress, form=None))]
pub(crate) fn ask(
    py: Python<'_>,
    command: &str,
    question: &str,
    objects: Vec<Named>,
    format: &str,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
    form: Option<&str>,
) -> PyResult<String> {
    let (command, fields) = read(command, question)?;
    let format = format_of(&command, format)?;
    let form = form.map(|form| format_of(&command, form)).transpose()?.unwrap_or(format);
    let watch = watch_for(command.work, &objects, limits);
    let objects: Vec<Object> = objects.iter().map(Object::from).collect();
    run(py, &watch, progress, |watch| {
        let buffer = Buffer::new(watch).with_format(format);
        let mut package = Package { buffer, form, objects, limits: *limits, theorem: None };
        command.answer(fields, &mut package)?;
        String::from_utf8(package.buffer.answer()).map_err(|error| Failure::defect(&error))
    })
}

/// Proves the theorem that a question requests.
#[pyfunction]
#[pyo3(signature = (question, objects, *, limits, progress))]
pub(crate) fn prove(
    py: Python<'_>,
    question: &str,
    objects: Vec<Named>,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    let (command, fields) = read("prove", question)?;
    let watch = limits.watch_for_a_proof();
    for object in &objects {
        if let Named::Game(game) = object
            && !game.get().is_open()
            && game.get().rules().letters().is_empty()
        {
            game.get().playable(&watch)?;
        }
    }
    let objects: Vec<Object> = objects.iter().map(Object::from).collect();
    run(py, &watch, progress, |watch| {
        let buffer = Buffer::new(watch);
        let mut package =
            Package { buffer, form: Format::Json, objects, limits: *limits, theorem: Some(None) };
        command.answer(fields, &mut package)?;
        package.theorem.flatten().ok_or_else(|| {
            let message = "a proof is returned as a document: ask(\"prove\", game=…)";
            Failure::input("game", message)
        })
    })
}

/// The commands of the register, with the names of their parameters, their defaults, formats and documents,
/// and an example: `{"count": {"parameters": […], "required": […], "defaults": {…}, "formats": […],
/// "documents": […], "example": {…}}}`.
#[pyfunction]
pub(crate) fn commands_of_register() -> PyResult<String> {
    let all: serde_json::Map<_, _> = commands::<Package>()
        .into_iter()
        .map(|command| {
            let parameters: Vec<&str> =
                command.parameters().iter().map(|known| known.name.as_str()).collect();
            let all = command.parameters().iter();
            let required: Vec<&str> =
                all.clone().filter(|known| known.required).map(|known| known.name.as_str()).collect();
            let defaults: serde_json::Map<_, _> =
                all.map(|known| (known.name.clone(), known.default.clone())).collect();
            let formats: Vec<&str> = command.formats.iter().map(|known| known.name()).collect();
            let documents: Vec<String> = command.documents.iter().map(|document| document.name()).collect();
            let described = serde_json::json!({
                "parameters": parameters, "required": required, "defaults": defaults, "formats": formats, "documents": documents, "example": command.example(),
            });
            (command.name.to_owned(), described)
        })
        .collect();
    Ok(json(&all)?)
}
