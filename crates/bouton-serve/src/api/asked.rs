//! Questions: each command of the library's register has a route.

use std::{
    fmt::Display,
    io::{self, Write},
    sync::LazyLock,
};

use axum::{
    body::Body,
    extract::State,
    http::StatusCode,
    routing::{MethodRouter, get},
};
use bouton::ask::{AnyDocument, write_json};
use bouton::{
    Error, Position, Watch, WriteRowsError,
    ask::{Asker, Command, Format, Verdict, Work, commands},
};
use serde_json::{Map, Value};

use crate::{
    App,
    api::{computed, rules::text},
    failure::Failure,
    query::{Query, numbers_within, position},
    route::{Cost, Route},
    written::{Writer, Written},
};

/// Work that needs more than this multiple of the remaining time is refused before it begins.
const HOPELESS: f64 = 4.0;

/// The commands that have a route.
pub(crate) static COMMANDS: LazyLock<Vec<Command<Caller>>> = LazyLock::new(commands);

/// The routes of all commands.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let path = |command: &Command<Caller>| -> &'static str {
        Box::leak(format!("/api/v1/{}", command.path()).into_boxed_str())
    };
    let cost = |command: &Command<Caller>| match command.work {
        Work::Nothing => Cost::Free,
        Work::Values | Work::Proof | Work::Check => Cost::Computed,
    };
    COMMANDS.iter().map(|command| Route::asked(path(command), cost(command), || methods(command))).collect()
});

fn methods(command: &'static Command<Caller>) -> MethodRouter<App> {
    get(move |State(app): State<App>, query: Query| async move {
        let (fields, format) = read(command, &query)?;
        answer(&app, command, fields, format).await
    })
    .post(move |State(app): State<App>, query: Query, body: Body| async move {
        let bounds = app.bounds();
        let is_certificate = command.work == Work::Check && command.body.is_some();
        let most = if is_certificate { bounds.certificate.max(bounds.body) } else { bounds.body };
        let body = text(&app, body, most).await?;
        let (fields, format) = match command.body {
            Some(parameter) if !body.trim_start().starts_with('{') => {
                if !is_certificate {
                    numbers_within(&body, bounds.digits)?;
                }
                let (mut fields, format) = read(command, &query)?;
                fields.insert(parameter.to_owned(), body.into());
                (fields, format)
            }
            _ if body.len() > bounds.body => {
                return Err(Failure::too_large("a JSON object", bounds.body, "bytes"));
            }
            _ => {
                query.only(&[])?;
                read_body(command, &body, bounds.digits)?
            }
        };
        answer(&app, command, fields, format).await
    })
}

/// The fields of a question and the format of its answer, from a query.
fn read(command: &Command<Caller>, query: &Query) -> Result<(Map<String, Value>, Format), Failure> {
    let mut names: Vec<&str> = command.parameters().iter().map(|known| known.name.as_str()).collect();
    names.push("format");
    query.only(&names)?;
    let format = format(command, query.get("format"))?;
    Ok((command.read(query.pairs().filter(|(name, _)| *name != "format"))?, format))
}

/// The fields of a question and the format of its answer, from a JSON object.
fn read_body(
    command: &Command<Caller>,
    body: &str,
    digits: usize,
) -> Result<(Map<String, Value>, Format), Failure> {
    let mut fields = object(body, digits)?;
    let format = match fields.remove("format") {
        None | Some(Value::Null) => Format::Json,
        Some(named) => format(command, Some(named.as_str().unwrap_or("?")))?,
    };
    Ok((fields, format))
}

/// The fields of a JSON object whose numbers have at most `digits` digits, also where these are escaped.
pub(crate) fn object(body: &str, digits: usize) -> Result<Map<String, Value>, Failure> {
    numbers_within(body, digits)?;
    let fields: Map<String, Value> = serde_json::from_str(body)
        .map_err(|error| Failure::input("usage", &format!("the body is not a JSON object: {error}")))?;
    for value in fields.values() {
        let parts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        parts.iter().filter_map(Value::as_str).try_for_each(|text| numbers_within(text, digits))?;
    }
    Ok(fields)
}

/// The format of that name.
fn format(command: &Command<Caller>, name: Option<&str>) -> Result<Format, Failure> {
    let Some(name) = name else { return Ok(Format::Json) };
    let found = command.formats.iter().copied().find(|known| known.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = command.formats.iter().map(|known| known.name()).collect();
        let (last, rest) = names.split_last().map_or(("", &[][..]), |(last, rest)| (*last, rest));
        let message = format!("`{}` has the formats {} and {last}", command.name, rest.join(", "));
        Failure::input("format", &message)
    })
}

async fn answer(
    app: &App,
    command: &'static Command<Caller>,
    fields: Map<String, Value>,
    format: Format,
) -> Result<Written, Failure> {
    let digits = app.bounds().digits;
    let question = move |watch: &Watch, out: Writer| {
        let mut caller = Caller { watch: watch.clone(), out, format, digits };
        match command.answer(fields.clone(), &mut caller) {
            Ok(verdict) => {
                let written = caller.out.finish(format.media_type())?;
                // The document names the limit.
                let limit = verdict == Verdict::Limit;
                Ok(if limit { written.with_status(StatusCode::UNPROCESSABLE_ENTITY) } else { written })
            }
            Err(Ended::Failure(failure)) => Err(failure),
            Err(Ended::Unwritten) => Err(caller.out.failure()),
        }
    };
    match command.work {
        Work::Nothing => question(&Watch::unlimited(), app.room().writer()),
        Work::Values | Work::Proof | Work::Check => computed(app, question).await,
    }
}

/// The asker of a request.
pub(crate) struct Caller {
    watch: Watch,
    out: Writer,
    format: Format,
    digits: usize,
}

/// The reason why a request has no answer.
pub(crate) enum Ended {
    /// The question has no answer.
    Failure(Failure),
    /// The answer could not be written.
    Unwritten,
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Failure(error.into())
    }
}

impl From<io::Error> for Ended {
    fn from(_: io::Error) -> Self {
        Self::Unwritten
    }
}

impl From<WriteRowsError> for Ended {
    fn from(error: WriteRowsError) -> Self {
        match error {
            WriteRowsError::Positions(error) => Self::Failure(error.into()),
            WriteRowsError::Io(_) => Self::Unwritten,
            error => Self::Failure(Failure::input("format", &error.to_string())),
        }
    }
}

impl Asker for Caller {
    type Failure = Ended;

    fn format(&self) -> Format {
        self.format
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), Ended> {
        write_json(&mut self.out, document).map_err(|_| Ended::Unwritten)
    }

    fn text(&mut self, text: &dyn Display) -> Result<(), Ended> {
        Ok(write!(self.out, "{text}")?)
    }

    fn stream(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Ended> {
        Ok(write(&mut self.out)?)
    }

    fn position(&mut self, text: &str) -> Result<Position, Ended> {
        position(text, self.digits).map_err(Ended::Failure)
    }

    fn room(&self) -> Option<usize> {
        Some(self.out.most())
    }

    fn most_seconds(&self) -> Option<f64> {
        self.watch.remaining().map(|left| HOPELESS * left.as_secs_f64())
    }
}
