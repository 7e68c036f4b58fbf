//! What there is to be asked, for programs.

use axum::response::Response;
use utoipa::OpenApi;

use super::{
    check, document, explain, games, json, picture, plane, positions, proofs, rules, sequence, solve, theorem,
};
use crate::failure::Failure;

/// The description of `/api/v1`, made from the types.
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

/// The OpenAPI description.
pub(crate) async fn openapi() -> Result<Response, Failure> {
    json(&Description::openapi())
}
