//! `/api/v1`: the documents of `--json`, and what only the page asks for.

pub(crate) mod check;
pub(crate) mod document;
pub(crate) mod explain;
pub(crate) mod games;
mod openapi;
pub(crate) mod picture;
pub(crate) mod plane;
pub(crate) mod positions;
pub(crate) mod proofs;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod solve;
pub(crate) mod theorem;

use std::io;

use axum::{
    Router,
    http::header,
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Serialize;

use crate::{App, failure::Failure, remembered::remember};

pub(crate) fn routes(app: &App) -> Router<App> {
    // What these say depends on nothing but the question.
    let remembered = Router::new()
        .route("/solve", get(solve::solve))
        .route("/table", get(positions::table))
        .route("/count", get(positions::count))
        .route("/sequence", get(sequence::sequence))
        .route("/explain", get(explain::explain))
        .route("/picture.svg", get(picture::svg))
        .route("/picture.png", get(picture::png))
        .route("/plane", get(plane::plane))
        .route("/theorem", get(theorem::theorem))
        .layer(middleware::from_fn_with_state(app.clone(), remember));
    Router::new()
        .merge(remembered)
        .route("/games", get(games::games))
        .route("/rules", post(rules::rules))
        .route("/check", post(check::check))
        .route("/proofs", post(proofs::start))
        .route("/proofs/{id}", get(proofs::state).delete(proofs::cancel))
        .route("/proofs/{id}/events", get(proofs::events))
        .route("/openapi.json", get(openapi::openapi))
}

/// A document as an answer.
pub(crate) fn json(document: &impl Serialize) -> Result<Response, Failure> {
    let body = serde_json::to_vec(document).map_err(|_| Failure::defect())?;
    Ok(typed("application/json", body))
}

/// Bytes of a kind.
pub(crate) fn typed(kind: &'static str, body: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// Bytes that are written until there are too many.
#[derive(Debug)]
pub(crate) struct Bounded {
    pub(crate) bytes: Vec<u8>,
    most: usize,
}

impl Bounded {
    pub(crate) fn new(most: usize) -> Self {
        Self { bytes: Vec::new(), most }
    }

    /// What is said where there are too many.
    pub(crate) fn too_long(most: usize) -> Failure {
        Failure::limit(&format!("the answer is longer than {} MiB; ask for less", most >> 20))
    }
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
