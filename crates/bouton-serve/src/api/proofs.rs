//! Searches for proofs: begun, followed, cancelled.

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
    Game, Goal, NoGrundyValues, NumerationChoice, ParseNumerationError, Playable, ProveError, document,
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::{
    App,
    api::{
        document::{ProofRequest, ProofState},
        explain::default_goal,
        json,
        rules::text,
    },
    failure::Failure,
    proofs::{Proof, Wish},
    query::{DEFAULT_HEAPS, goal},
};

/// Between two events there is at least this: eyes see no more.
const BETWEEN: Duration = Duration::from_millis(100);

/// Begins a search; the same question again is the same search.
#[utoipa::path(post, path = "/api/v1/proofs", request_body = ProofRequest,
    responses((status = 202, body = ProofState), (status = 400, body = document::Error),
        (status = 413, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn start(State(app): State<App>, body: Body) -> Result<Response, Failure> {
    let text = text(&app, body, app.bounds().body).await?;
    let request: ProofRequest = serde_json::from_str(&text)
        .map_err(|error| Failure::input("usage", &format!("the body is no request for a proof: {error}")))?;
    let (wish, playable) = app.workers().run(move |_| wish(&request)).await?;
    let proof = app.proofs().start(wish, playable)?;
    let place = format!("/api/v1/proofs/{}", proof.id);
    let mut response = json(&proof.state())?;
    *response.status_mut() = StatusCode::ACCEPTED;
    if let Ok(place) = place.parse() {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

/// What a request wishes, if that makes sense for the game.
pub(crate) fn wish(request: &ProofRequest) -> Result<(Wish, Playable), Failure> {
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

/// How a search stands.
#[utoipa::path(get, path = "/api/v1/proofs/{id}", params(("id" = String, Path)),
    responses((status = 200, body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn state(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failure> {
    json(&found(&app, &id)?.state())
}

/// Ends a search. One that has ended stays as it is.
#[utoipa::path(delete, path = "/api/v1/proofs/{id}", params(("id" = String, Path)),
    responses((status = 200, body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn cancel(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failure> {
    let proof = app.proofs().cancel(&id).ok_or_else(|| Failure::unknown("there is no such proof"))?;
    json(&proof.state())
}

/// What happens to a search: events `progress`, at last `done`.
#[utoipa::path(get, path = "/api/v1/proofs/{id}/events", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = ProofState), (status = 404, body = document::Error)))]
pub(crate) async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failure> {
    let mut follow = found(&app, &id)?.follow();
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(4);
    tokio::spawn(async move {
        loop {
            let state = follow.borrow_and_update().clone();
            let name = if state.is_finished() { "done" } else { "progress" };
            let event = Event::default().event(name).data(serde_json::to_string(&state).unwrap_or_default());
            if sender.send(Ok(event)).await.is_err() || state.is_finished() {
                return;
            }
            tokio::time::sleep(BETWEEN).await;
            tokio::select! {
                changed = follow.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
        }
    });
    let stream = Sse::new(ReceiverStream::new(receiver));
    Ok(stream.keep_alive(KeepAlive::new().interval(Duration::from_secs(15))).into_response())
}
