//! Descriptions of routes that are not commands of the register, each beside its handler.

use serde_json::{Map, Value, json};

use crate::{failure::Failure, query::Query};

/// A method of a path.
pub(crate) struct Described {
    /// `get`, `post` or `delete`.
    pub(crate) method: &'static str,
    /// The path.
    pub(crate) path: &'static str,
    /// A name of its own, for programs.
    pub(crate) id: &'static str,
    /// The summary, a sentence.
    pub(crate) summary: &'static str,
    /// The parameters.
    pub(crate) parameters: &'static [Named],
    /// The body of the request.
    pub(crate) body: Option<Content>,
    /// The answer with its status.
    pub(crate) answer: (u16, Content),
    /// Statuses of errors.
    pub(crate) errors: &'static [u16],
}

/// A parameter: its place, its type in JSON, its name and its description.
#[derive(Clone, Copy)]
pub(crate) struct Named(
    pub(crate) Place,
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

/// The place of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the path.
    Path,
    /// In the query.
    Needed,
    /// In the query, and may be left out.
    Optional,
}

/// A body of a request or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A JSON document with this schema.
    Document(&'static str),
    /// Documents with this schema, one after the other.
    Events(&'static str),
    /// A text of this media type.
    Text(&'static str),
    /// Bytes of this media type.
    Bytes(&'static str),
}

impl Content {
    fn described(self) -> Value {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let (media, schema) = match self {
            Self::Document(name) => ("application/json", reference(name)),
            Self::Events(name) => ("text/event-stream", reference(name)),
            Self::Text(media) => (media, json!({ "type": "string" })),
            Self::Bytes(media) => (media, json!({ "type": "string", "format": "binary" })),
        };
        json!({ media: { "schema": schema } })
    }
}

/// The answer with an error.
pub(crate) fn error() -> Value {
    json!({ "description": "", "content": Content::Document("Error").described() })
}

impl Described {
    /// Refuses a query with a parameter that is not described.
    ///
    /// # Errors
    ///
    /// If there is one.
    pub(crate) fn read(&self, query: &Query) -> Result<(), Failure> {
        let names: Vec<&str> = self.parameters.iter().map(|Named(.., name, _)| *name).collect();
        query.only(&names)
    }

    /// The operation in the description of the API.
    pub(crate) fn operation(&self) -> Value {
        let (status, content) = self.answer;
        let mut answers = Map::new();
        answers.insert(status.to_string(), json!({ "description": "", "content": content.described() }));
        answers.extend(self.errors.iter().map(|status| (status.to_string(), error())));
        let parameters: Vec<Value> = self.parameters.iter().map(Named::described).collect();
        let mut operation = json!({
            "operationId": self.id,
            "summary": self.summary,
            "parameters": parameters,
            "responses": answers,
        });
        if let Some(content) = self.body {
            operation["requestBody"] = json!({ "content": content.described(), "required": true });
        }
        operation
    }
}

impl Named {
    fn described(&self) -> Value {
        let Self(place, kind, name, description) = self;
        json!({
            "name": name,
            "in": if *place == Place::Path { "path" } else { "query" },
            "description": description,
            "required": *place != Place::Optional,
            "schema": { "type": kind },
        })
    }
}
