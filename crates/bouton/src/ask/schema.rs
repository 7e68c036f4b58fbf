//! The JSON schema of the documents, from the register.

use std::collections::BTreeSet;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::{Buffer, commands};
use crate::document::{Completions, Error, Manual, Play};

/// A document that may be the answer to a question.
#[derive(Clone, Copy, Debug)]
pub struct Document {
    /// Adds its definition, and returns the name of the definition.
    define: fn(&mut SchemaGenerator) -> String,
}

impl Document {
    /// The document of this type.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Self {
        Self {
            define: |generator| {
                generator.subschema_for::<T>();
                T::schema_name().into_owned()
            },
        }
    }

    /// The name of its definition in [`schema`].
    ///
    /// ```
    /// use bouton::{ask::Document, document::Solve};
    ///
    /// assert_eq!(Document::of::<Solve>().name(), "Solve");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        (self.define)(&mut SchemaGenerator::default())
    }
}

/// The documents of commands that are not questions, because they end with a dialogue or are about the
/// program itself.
const OTHERS: &[Document] =
    &[Document::of::<Play>(), Document::of::<Completions>(), Document::of::<Manual>()];

/// The JSON schema (draft 2020-12) of all documents: each is a definition, and a document is one of them. A test
/// compares `docs/schema.json` with it.
///
/// ```
/// let schema = bouton::ask::schema();
/// assert!(schema["$defs"]["Solve"]["properties"]["outcome"].is_object());
/// ```
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let all = commands::<Buffer>();
    let errors = [Document::of::<Error>()];
    let documents = errors.iter().chain(all.iter().flat_map(|command| command.documents)).chain(OTHERS);
    let names: BTreeSet<String> = documents.map(|document| (document.define)(&mut generator)).collect();
    let definitions = generator.take_definitions(true);
    let any: Vec<Value> = names.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The documents of Bouton",
        "anyOf": any,
        "$defs": definitions,
    })
}
