//! `/api/v1`: the documents of `--json`, and documents for the page only.

pub(crate) mod asked;
pub(crate) mod described;
pub(crate) mod openapi;
pub(crate) mod picture;
pub(crate) mod plane;
pub(crate) mod proofs;
pub(crate) mod rules;
pub(crate) mod theorem;

use axum::{
    Router, middleware,
    routing::{get, post},
};
use bouton::Watch;

use crate::{
    App,
    failure::Failure,
    remembered::remember,
    route::{self, Route},
    written::{Writer, Written},
};

/// Other routes whose answers depend only on the question.
pub(crate) const REMEMBERED: &[Route] = &[
    Route::computed("/api/v1/picture.svg", || get(picture::svg)),
    Route::computed("/api/v1/picture.png", || get(picture::png)),
    Route::computed("/api/v1/plane", || get(plane::plane)),
    Route::computed("/api/v1/theorem", || get(theorem::theorem)),
];

/// The other routes.
pub(crate) const ROUTES: &[Route] = &[
    Route::free("/api/v1/openapi.json", || get(openapi::openapi)),
    Route::computed("/api/v1/rules", || post(rules::rules)),
    Route::computed("/api/v1/proofs", || post(proofs::start)),
    Route::computed("/api/v1/proofs/{id}", || get(proofs::state).delete(proofs::cancel)),
    Route::computed("/api/v1/proofs/{id}/events", || get(proofs::events)),
];

/// The routes of the API, and others whose answers depend only on the question.
pub(crate) fn router(app: &App, others: &[Route]) -> Router<App> {
    let remembered = middleware::from_fn_with_state(app.clone(), remember);
    route::router(asked::ROUTES.iter().chain(REMEMBERED).chain(others))
        .layer(remembered)
        .merge(route::router(ROUTES.iter()))
}

/// Computes an answer on a worker.
///
/// # Errors
///
/// The failure of `question`, or the reason why no worker is available.
pub(crate) async fn computed<Q>(app: &App, question: Q) -> Result<Written, Failure>
where
    Q: Fn(&Watch, Writer) -> Result<Written, Failure> + Send + Sync + 'static,
{
    let all = app.clone();
    app.workers().run(move |watch| question(watch, all.room().writer())).await
}
