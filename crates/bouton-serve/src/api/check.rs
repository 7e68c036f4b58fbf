//! The check of certificates that are sent to the server.

use axum::{body::Body, extract::State, http::StatusCode};
use bouton::{
    Watch,
    check::{Limits, Refused, Step, check_with},
    document,
};

use crate::{
    App,
    api::{computed, rules::bytes},
    failure::Failure,
    query::Query,
    written::Written,
};

/// The verdict of the checker on the body, as `bouton check --json`.
#[utoipa::path(post, path = "/api/v1/check", params(("rules" = Option<bool>, Query, description = "tell the moves that were checked")),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = document::Check), (status = 413, body = document::Error),
        (status = 422, body = document::Check), (status = 429, body = document::Error)))]
pub(crate) async fn check(State(app): State<App>, query: Query, body: Body) -> Result<Written, Failure> {
    query.only(&["rules"])?;
    let body = bytes(&app, body, app.bounds().certificate).await?;
    computed(&app, move |watch, out| {
        let (verdict, limit) = verdict(&body, query.flag("rules"), watch);
        let status = if limit { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        Ok(out.json(&verdict)?.with_status(status))
    })
    .await
}

/// The verdict of the checker, and whether a limit prevented acceptance.
pub(crate) fn verdict(bytes: &[u8], rules: bool, watch: &Watch) -> (document::Check, bool) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return (document::Check::refused("decode", "it is no certificate: it is not UTF-8"), false);
    };
    let limits = Limits { watch: watch.clone(), ..Limits::default() };
    match check_with(text, &limits) {
        Ok(checked) => {
            let schemas = rules.then(|| checked.written_out());
            (document::Check { schemas, ..document::Check::accepted(&checked) }, false)
        }
        Err(Refused { step, reason, .. }) => {
            (document::Check::refused(&step.to_string(), &reason), step == Step::Limit)
        }
    }
}
