//! The pages: each has a URL, is rendered here, and is complete without scripts.

mod ask;
pub(crate) mod asking;
mod check;
mod digits;
mod explore;
mod field;
mod gallery;
pub(crate) mod layout;
mod link;
mod mathematics;
mod mine;
mod play;
mod prove;
mod rules;
mod sequence;
mod sum;
mod theory;
mod thumbnail;
mod tree;

use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};

use crate::{failure::Failure, route::Route};

/// All views.
pub(crate) const ROUTES: &[Route] = &[
    Route::free("/", || get(gallery::gallery)),
    Route::computed("/rules", || get(rules::rules)),
    Route::computed("/play", || get(play::play)),
    Route::computed("/explore", || get(explore::explore)),
    Route::computed("/prove", || get(prove::prove).post(prove::begin)),
    Route::computed("/ask", || get(ask::ask)),
    Route::computed("/tree", || get(tree::tree)),
    Route::computed("/sum", || get(sum::sum)),
    Route::free("/mine", || get(mine::mine)),
    Route::free("/link", || get(link::link)),
    Route::computed("/sequence", || get(sequence::sequence)),
    Route::computed("/nim", || get(theory::nim::page)),
    Route::computed("/podium", || get(theory::podium::page)),
    Route::computed("/pass", || get(theory::pass::page)),
    Route::computed("/in-total", || get(theory::in_total::page)),
    Route::free("/check", || get(check::form).post(check::check)),
];

/// Pictures of views, whose answers depend only on the question.
pub(crate) const REMEMBERED: &[Route] = &[Route::computed("/thumbnail.svg", || get(thumbnail::thumbnail))];

/// The answer at an unknown path.
pub(crate) async fn unknown(uri: Uri, headers: HeaderMap) -> Response {
    let failure = Failure::unknown("there is no such page");
    let wants_page =
        headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"));
    if uri.path().starts_with("/api/") || !wants_page {
        return failure.into_response();
    }
    let depth = uri.path().matches('/').count() - 1;
    (StatusCode::NOT_FOUND, Html(layout::failed(&failure, depth).into_string())).into_response()
}

/// The answer to an unsupported method.
pub(crate) async fn other_method(method: Method, uri: Uri) -> Response {
    let message = format!("{method} is not answered at {}; see /api/v1/openapi.json", uri.path());
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method", &message).into_response()
}
