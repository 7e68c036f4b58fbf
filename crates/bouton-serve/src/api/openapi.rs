//! The description of the API, for programs.

use std::sync::LazyLock;

use axum::{
    body::Bytes,
    http::header,
    response::{IntoResponse, Response},
};
use bouton::{
    ask::{Command, Kind},
    document::{COMMANDS, schema},
};
use serde_json::{Map, Value};
use utoipa::{
    OpenApi,
    openapi::{
        ContentBuilder, HttpMethod, PathItem, Ref, RefOr, Required, ResponseBuilder, ResponsesBuilder,
        Schema,
        path::{OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type},
    },
};

use crate::server_document::PlaneHead;

use super::{asked, picture, plane, proofs, rules, theorem};

/// The description of `/api/v1`, derived from the types.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bouton",
        description = "State the rules of a heap game. Get its winning strategy, with a proof."
    ),
    paths(
        rules::rules,
        picture::svg,
        picture::png,
        plane::plane,
        theorem::theorem,
        proofs::start,
        proofs::state,
        proofs::cancel,
        proofs::events,
    ),
    components(schemas(PlaneHead, bouton::document::Error))
)]
struct Description;

/// The OpenAPI description as a value.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut all = Description::openapi();
    for command in asked::COMMANDS.iter() {
        let path = format!("/api/v1/{}", command.name);
        all.paths.paths.insert(path, item(command));
    }
    all
}

/// The path of a command: a query, or the same as a JSON object.
fn item(command: &Command<asked::Caller>) -> PathItem {
    let answers = COMMANDS.iter().filter(|(name, _)| *name == command.name);
    let documents = answers.flat_map(|(_, documents)| *documents).copied();
    // Tiles are those of folders, which only the program keeps.
    let mut schema = OneOfBuilder::new();
    for document in documents.filter(|name| !matches!(*name, "Tiles" | "Tile")) {
        schema = schema.item(Ref::from_schema_name(document));
    }
    let answer = |text: &str, schema: RefOr<Schema>| {
        let content = ContentBuilder::new().schema(Some(schema)).build();
        ResponseBuilder::new().description(text).content("application/json", content).build()
    };
    let mut responses = ResponsesBuilder::new()
        .response("200", answer("in JSON; other formats are as the program writes them", schema.into()));
    for status in ["400", "413", "422", "429"] {
        responses = responses.response(status, answer("", Ref::from_schema_name("Error").into()));
    }
    let responses = responses.build();
    let operation =
        |id: String| OperationBuilder::new().operation_id(Some(id)).summary(Some(&command.summary));
    let mut get = operation(command.name.to_owned());
    let mut body = ObjectBuilder::new();
    let formats = command.formats.iter().map(|known| known.name());
    let format = Kind::Choice(formats.map(str::to_owned).collect());
    let named = command
        .parameters
        .iter()
        .map(|known| (&*known.name, &*known.description, &known.kind, known.required));
    let format = ("format", "the format of the answer [default: json]", &format, false);
    for (name, description, kind, required) in named.chain([format]) {
        get = get.parameter(
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .description(Some(description))
                .required(if required { Required::True } else { Required::False })
                .schema(Some(schema_of(kind))),
        );
        body = body.property(name, schema_of(kind));
        if required {
            body = body.required(name);
        }
    }
    let mut body = RequestBodyBuilder::new()
        .content("application/json", ContentBuilder::new().schema(Some(Schema::from(body.build()))).build())
        .required(Some(Required::True));
    if command.body.is_some() {
        let text = ContentBuilder::new().schema(Some(schema_of(&Kind::Text))).build();
        body = body.content("text/plain", text);
    }
    let post = operation(format!("{}-by-json", command.name)).request_body(Some(body.build()));
    let mut item = PathItem::new(HttpMethod::Get, get.responses(responses.clone()).build());
    item.post = Some(post.responses(responses).build());
    item
}

/// The schema of a kind of values.
fn schema_of(kind: &Kind) -> Schema {
    let object = ObjectBuilder::new();
    match kind {
        Kind::Text => object.schema_type(Type::String).into(),
        Kind::Number(least, most) => {
            let most = Some(*most).filter(|&most| most < u64::MAX);
            object.schema_type(Type::Integer).minimum(Some(*least)).maximum(most).into()
        }
        Kind::NumberOr(least, most, word) => {
            let number = schema_of(&Kind::Number(*least, *most));
            OneOfBuilder::new().item(number).item(schema_of(&Kind::Choice(vec![word.clone()]))).into()
        }
        Kind::Flag => object.schema_type(Type::Boolean).into(),
        Kind::Choice(names) => object.schema_type(Type::String).enum_values(Some(names.clone())).into(),
        Kind::List(_) => {
            ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::String).build()).into()
        }
    }
}

/// The OpenAPI description with the documents of all commands, generated once.
static TEXT: LazyLock<Bytes> = LazyLock::new(|| {
    let mut all = serde_json::to_value(description()).unwrap_or_default();
    // A schema of the documents is one of OpenAPI 3.1, but for the place of its definitions.
    let text = schema()["$defs"].to_string().replace("#/$defs/", "#/components/schemas/");
    let documents: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    if let Some(known) = all["components"]["schemas"].as_object_mut() {
        for (name, document) in documents {
            known.entry(name).or_insert(document);
        }
    }
    all.to_string().into()
});

/// The OpenAPI description.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}
