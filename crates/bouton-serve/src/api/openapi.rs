//! The description of the API, for programs.

use std::sync::LazyLock;

use axum::{
    body::Bytes,
    http::header,
    response::{IntoResponse, Response},
};
use utoipa::OpenApi;

use super::{
    check, document, explain, games, picture, plane, positions, proofs, rules, sequence, solve, theorem,
};

/// The description of `/api/v1`, derived from the types.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bouton",
        description = "State the rules of a heap game. Get its winning strategy, with a proof."
    ),
    paths(
        games::games,
        rules::rules,
        solve::solve,
        positions::table,
        positions::count,
        sequence::sequence,
        explain::explain,
        check::check,
        picture::svg,
        picture::png,
        plane::plane,
        theorem::theorem,
        proofs::start,
        proofs::state,
        proofs::cancel,
        proofs::events,
    ),
    components(schemas(document::PlaneHead, bouton::document::PeriodInWords))
)]
struct Description;

/// The OpenAPI description as a value.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

/// The OpenAPI description, generated once.
static TEXT: LazyLock<Bytes> = LazyLock::new(|| description().to_json().unwrap_or_default().into());

/// The OpenAPI description.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}
