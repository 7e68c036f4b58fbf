//! The description of the API, for programs.

use std::sync::LazyLock;

use axum::{
    body::Bytes,
    http::header,
    response::{IntoResponse, Response},
};
use bouton::ask::{Command, Kind, Prove, Question as _, schema};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::{
    asked,
    described::{Described, error},
    picture, plane, proofs, rules, theorem,
};
use crate::server_document::{PlaneHead, ProofState, RulesRead, ServedTheorem};

/// The routes besides the commands.
const OTHERS: &[&Described] = &[
    &rules::RULES,
    &picture::SVG,
    &picture::PNG,
    &plane::PLANE,
    &theorem::THEOREM,
    &proofs::START,
    &proofs::STATE,
    &proofs::CANCEL,
    &proofs::EVENTS,
];

/// The description of `/api/v1`, derived from the register and the types, as `GET /api/v1/openapi.json`
/// answers it.
///
/// ```
/// assert!(bouton_serve::description()["paths"]["/api/v1/solve"].is_object());
/// ```
#[must_use]
pub fn description() -> Value {
    let mut paths = Map::new();
    for described in OTHERS {
        let item = paths.entry(described.path).or_insert_with(|| json!({}));
        item[described.method] = described.operation();
    }
    for command in asked::COMMANDS.iter() {
        let item = item(command);
        if command.name == Prove::NAME {
            // A search reads the same question.
            paths["/api/v1/proofs"]["post"]["requestBody"] = item["post"]["requestBody"].clone();
        }
        paths.insert(format!("/api/v1/{}", command.path()), item);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bouton",
            "description": "State the rules of a heap game. Get its winning strategy, with a proof.",
            "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
            "version": env!("CARGO_PKG_VERSION"),
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

/// The schemas of all documents.
fn schemas() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<PlaneHead>();
    generator.subschema_for::<ProofState>();
    generator.subschema_for::<RulesRead>();
    generator.subschema_for::<ServedTheorem>();
    let mut all = schema()["$defs"].take();
    if let Some(all) = all.as_object_mut() {
        all.extend(generator.take_definitions(true));
    }
    // A schema of the documents is one of OpenAPI 3.1, except for the place of its definitions.
    let text = all.to_string().replace("#/$defs/", "#/components/schemas/");
    serde_json::from_str(&text).unwrap_or_default()
}

/// The path of a command: a query, or the same question as a JSON object.
fn item(command: &Command<asked::Caller>) -> Value {
    let documents = command.documents.iter().map(|document| document.name());
    // Tiles are those of folders, which only the program keeps.
    let documents = documents.filter(|name| !matches!(name.as_str(), "Tiles" | "Tile"));
    let documents: Vec<Value> =
        documents.map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).collect();
    let answer = json!({
        "description": "in JSON; other formats are as the program writes them",
        "content": { "application/json": { "schema": { "oneOf": documents } } },
    });
    let mut responses = Map::new();
    responses.insert("200".to_owned(), answer);
    responses.extend(["400", "413", "422", "429"].map(|status| (status.to_owned(), error())));
    let formats = command.formats.iter().map(|known| known.name().to_owned());
    let format = Kind::Choice(formats.collect());
    let named = command.parameters().iter().map(|known| {
        (&*known.name, &*known.description, schema_with(&known.kind, &known.default), known.required)
    });
    let format = ("format", "the format of the answer", schema_with(&format, &"json".into()), false);
    let (mut parameters, mut properties, mut needed) = (Vec::new(), Map::new(), Vec::new());
    for (name, description, schema, required) in named.chain([format]) {
        properties.insert(name.to_owned(), schema.clone());
        if required {
            needed.push(name);
        }
        parameters.push(json!({
            "name": name, "in": "query", "description": description, "required": required, "schema": schema,
        }));
    }
    let object = json!({ "type": "object", "required": needed, "properties": properties });
    let mut content = json!({ "application/json": { "schema": object } });
    if command.body.is_some() {
        content["text/plain"] = json!({ "schema": schema_of(&Kind::Text) });
    }
    let id = command.name.replace(' ', "-");
    json!({
        "get": {
            "operationId": id,
            "summary": command.summary(),
            "parameters": parameters,
            "responses": responses,
        },
        "post": {
            "operationId": format!("{id}-by-json"),
            "summary": command.summary(),
            "requestBody": { "content": content, "required": true },
            "responses": responses,
        },
    })
}

/// The schema of a kind of values, with the value of a question without the parameter.
fn schema_with(kind: &Kind, default: &Value) -> Value {
    let mut schema = schema_of(kind);
    if !default.is_null() {
        schema["default"] = default.clone();
    }
    schema
}

/// The schema of a kind of values.
fn schema_of(kind: &Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Number(least, most) => {
            let mut schema = json!({ "type": "integer", "minimum": least });
            if *most < u64::MAX {
                schema["maximum"] = (*most).into();
            }
            schema
        }
        Kind::NumberOr(least, most, word) => {
            let number = schema_of(&Kind::Number(*least, *most));
            json!({ "oneOf": [number, schema_of(&Kind::Choice(vec![word.clone()]))] })
        }
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Choice(names) => json!({ "type": "string", "enum": names }),
        Kind::List(_) => json!({ "type": "array", "items": { "type": "string" } }),
    }
}

/// The description as a text, generated once.
static TEXT: LazyLock<Bytes> = LazyLock::new(|| description().to_string().into());

/// The OpenAPI description.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}
