//! Searches for proofs: starting, following, cancelling.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use bouton::{
    Game, Goal, Held, NoGrundyValues, NumerationChoice, ParseNumerationError, Playable, ProveError, document,
};
use tokio::sync::mpsc;
use tokio_stream::{StreamExt, wrappers::ReceiverStream};

use crate::{
    App,
    api::rules::text,
    failure::Failure,
    proofs::{Proof, Wish},
    query::{DEFAULT_HEAPS, goal, numbers_within},
    server_document::{ProofRequest, ProofState},
    written::Written,
};

/// The least time between two events; readers cannot follow more.
const BETWEEN: Duration = Duration::from_millis(100);

/// Starts a search; a repeated question returns the same search.
#[utoipa::path(post, path = "/api/v1/proofs", request_body = ProofRequest,
    responses((status = 202, body = ProofState), (status = 400, body = document::Error),
        (status = 413, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn start(State(app): State<App>, body: Body) -> Result<Response, Failure> {
    let text = text(&app, body, app.bounds().body).await?;
    let request: ProofRequest = serde_json::from_str(&text).map_err(|error| {
        Failure::input("usage", &format!("the body is not a request for a proof: {error}"))
    })?;
    let digits = app.bounds().digits;
    let (wish, playable) = app.workers().read(move |_| wish(&request, digits)).await?;
    let proof = app.proofs().start(wish, playable)?;
    let place = format!("/api/v1/proofs/{}", proof.id);
    let written = app.room().writer().json(&proof.state())?.with_status(StatusCode::ACCEPTED);
    let mut response = written.into_response();
    if let Ok(place) = place.parse() {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

/// The default subject of the law of a game.
pub(crate) fn default_goal(playable: &Playable) -> Goal {
    if playable.game().code().is_some() { Goal::Grundy } else { Goal::Outcome }
}

/// The search for a request, if the request makes sense for the game.
pub(crate) fn wish(request: &ProofRequest, digits: usize) -> Result<(Wish, Playable), Failure> {
    numbers_within(&request.game, digits)?;
    numbers_within(request.numeration.as_deref().unwrap_or_default(), digits)?;
    let numeration = match request.numeration.as_deref().unwrap_or_default() {
        "" => NumerationChoice::Auto,
        name => {
            name.parse().map_err(|error: ParseNumerationError| Failure::input("usage", &error.to_string()))?
        }
    };
    let game = Game::named(&request.game)?;
    let rules = game.rules();
    let heaps = if rules.code().is_some() { None } else { request.heaps };
    if heaps.is_some_and(|heaps| !(1..=64).contains(&heaps)) {
        return Err(Failure::input("heaps", "`heaps` is a number from 1 to 64"));
    }
    let playable = Playable::new(rules, heaps.or(game.is_open().then_some(DEFAULT_HEAPS)))?;
    let goal = goal(request.value.as_deref())?.unwrap_or(default_goal(&playable));
    match (goal, playable.ruleset()) {
        (Goal::Outcome, None) => return Err(ProveError::OutcomesOfCode.into()),
        (Goal::Grundy, Some(ruleset)) => NoGrundyValues::check(rules.convention(), ruleset.is_impartial())?,
        _ => {}
    }
    let wish = Wish { game: request.game.clone(), rules: playable.game().text(), goal, heaps, numeration };
    Ok((wish, playable))
}

fn found(app: &App, id: &str) -> Result<std::sync::Arc<Proof>, Failure> {
    app.proofs()
        .find(id)
        .ok_or_else(|| Failure::unknown("there is no such proof; it may have been forgotten"))
}

/// The state of a search.
#[utoipa::path(get, path = "/api/v1/proofs/{id}", params(("id" = String, Path)),
    responses((status = 200, body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn state(State(app): State<App>, Path(id): Path<String>) -> Result<Written, Failure> {
    app.room().writer().json(&found(&app, &id)?.state())
}

/// Cancels a search. A search that has ended stays as it is.
#[utoipa::path(delete, path = "/api/v1/proofs/{id}", params(("id" = String, Path)),
    responses((status = 200, body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn cancel(State(app): State<App>, Path(id): Path<String>) -> Result<Written, Failure> {
    let proof = app.proofs().cancel(&id).ok_or_else(|| Failure::unknown("there is no such proof"))?;
    app.room().writer().json(&proof.state())
}

/// The approximate bytes of an event with this state while it is written and sent; 0 for a short
/// one.
fn written_bytes(state: &ProofState) -> u64 {
    let document = state.document.as_ref();
    let certificate = document.and_then(|document| document.certificate.as_ref()).map_or(0, String::len);
    let theorem = document.and_then(|document| document.theorem.as_ref()).map_or(0, String::len);
    // The state, its JSON, the event.
    let bytes = 3 * (certificate + theorem) as u64;
    if bytes < 64 << 10 { 0 } else { bytes }
}

/// The events of a search: `progress`, and at last `done`.
#[utoipa::path(get, path = "/api/v1/proofs/{id}/events", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failure> {
    let mut follow = found(&app, &id)?.follow();
    let (sender, receiver) = mpsc::channel::<(Event, Option<Held>)>(1);
    tokio::spawn(async move {
        loop {
            // The last event contains the certificate. It needs memory as every answer does;
            // without memory, the document is left out.
            let bytes = written_bytes(&follow.borrow_and_update());
            let held = if bytes > 0 { app.room().hold(bytes) } else { None };
            let mut state = follow.borrow().clone();
            if bytes > 0 && held.is_none() {
                state.document = None;
            }
            let name = if state.is_finished() { "done" } else { "progress" };
            let event = Event::default().event(name).data(serde_json::to_string(&state).unwrap_or_default());
            let is_last = state.is_finished();
            drop(state);
            if sender.send((event, held)).await.is_err() || is_last {
                return;
            }
            tokio::time::sleep(BETWEEN).await;
            tokio::select! {
                changed = follow.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
        }
    });
    // The memory of the last event is held until the stream is dropped.
    let mut holds = None;
    let stream = Sse::new(ReceiverStream::new(receiver).map(move |(event, held)| {
        drop(std::mem::replace(&mut holds, held));
        Ok::<Event, Infallible>(event)
    }));
    Ok(stream.keep_alive(KeepAlive::new().interval(Duration::from_secs(15))).into_response())
}
