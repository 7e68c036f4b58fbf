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
    Error, Game, Goal, MemoryShare, NoGrundyValues, Playable, ProveError, Watch,
    ask::{self, ProvedValue, question},
    settings,
};
use tokio::sync::mpsc;
use tokio_stream::{StreamExt, wrappers::ReceiverStream};

use super::described::{Content, Described, Named, Place};
use crate::{
    App,
    api::{asked::object, rules::text},
    failure::Failure,
    proofs::{Proof, Wish},
    query::DEFAULT_HEAPS,
    server_document::ProofState,
    written::Written,
};

/// The least time between two events; readers cannot follow more.
const BETWEEN: Duration = Duration::from_millis(100);

/// The description of [`start`].
pub(crate) const START: Described = Described {
    method: "post",
    path: "/api/v1/proofs",
    id: "start",
    summary: "Starts a search; a repeated question returns the same search",
    parameters: &[],
    // The body is that of `prove`.
    body: None,
    answer: (202, Content::Document("ProofState")),
    errors: &[400, 413, 429],
};

/// Starts a search; a repeated question returns the same search. The body is the question of `prove`.
pub(crate) async fn start(State(app): State<App>, body: Body) -> Result<Response, Failure> {
    let text = text(&app, body, app.bounds().body).await?;
    let question: ask::Prove = question(object(&text, app.bounds().digits)?)?;
    let wish = app.workers().read(move |watch| wish(&question, watch)).await?;
    let proof = app.proofs().start(wish)?;
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

/// The search for the answer to a question, if that makes sense for the game.
pub(crate) fn wish(question: &ask::Prove, watch: &Watch) -> Result<Wish, Failure> {
    let subject = &question.subject;
    let all = settings(&subject.set).map_err(Error::from)?;
    let [settings] = &all[..] else {
        return Err(Failure::input("usage", "`set` takes one number for each name here"));
    };
    let game = Game::named_within(&subject.game, settings, watch)?;
    let rules = game.rules();
    let value = question.value.unwrap_or(ProvedValue::of(rules)).goal();
    let wish = |rules: String, title: String| Wish { question: question.clone(), rules, title, goal: value };
    if !rules.letters().is_empty() {
        return Ok(wish(rules.text(), game.title()));
    }
    // A theorem about every number of heaps is sought first; what it may be about does not depend on the
    // number.
    let open = subject.any_heaps(rules) || subject.all_heaps();
    let heaps = subject.heaps().or((open && game.is_open()).then_some(DEFAULT_HEAPS));
    let playable = Playable::within(rules, heaps, watch)?;
    match (value, playable.ruleset()) {
        (Some(Goal::Outcome), None) => return Err(ProveError::OutcomesOfCode.into()),
        (Some(Goal::Grundy), Some(ruleset)) => {
            NoGrundyValues::check(rules.convention(), ruleset.is_impartial())?;
        }
        _ => {}
    }
    let text = if open { rules.text() } else { playable.game().text() };
    Ok(wish(text, playable.title()))
}

fn found(app: &App, id: &str) -> Result<std::sync::Arc<Proof>, Failure> {
    app.proofs()
        .find(id)
        .ok_or_else(|| Failure::unknown("no such search is known here; it may have been dropped"))
}

/// The description of [`state`].
pub(crate) const STATE: Described = Described {
    method: "get",
    path: "/api/v1/proofs/{id}",
    id: "state",
    summary: "The state of a search",
    parameters: &[Named(Place::Path, "string", "id", "the id of the search")],
    body: None,
    answer: (200, Content::Document("ProofState")),
    errors: &[404],
};

/// The state of a search.
pub(crate) async fn state(State(app): State<App>, Path(id): Path<String>) -> Result<Written, Failure> {
    app.room().writer().json(&found(&app, &id)?.state())
}

/// The description of [`cancel`].
pub(crate) const CANCEL: Described = Described {
    method: "delete",
    id: "cancel",
    summary: "Cancels a search; one that has ended stays as it is",
    ..STATE
};

/// Cancels a search. A search that has ended stays as it is.
pub(crate) async fn cancel(State(app): State<App>, Path(id): Path<String>) -> Result<Written, Failure> {
    let proof = app.proofs().cancel(&id).ok_or_else(|| Failure::unknown("no such search is known here"))?;
    app.room().writer().json(&proof.state())
}

/// The approximate bytes of an event with this state while it is written and sent; 0 for a short
/// one.
fn written_bytes(state: &ProofState) -> u64 {
    let document = state.document.as_ref();
    let length = |field: &str| document.and_then(|document| document[field].as_str()).map_or(0, str::len);
    let (certificate, theorem) = (length("certificate"), length("theorem"));
    // The state, its JSON, the event.
    let bytes = 3 * (certificate + theorem) as u64;
    if bytes < 64 << 10 { 0 } else { bytes }
}

/// The description of [`events`].
pub(crate) const EVENTS: Described = Described {
    path: "/api/v1/proofs/{id}/events",
    id: "events",
    summary: "The events of a search: `progress`, and at last `done`",
    answer: (200, Content::Events("ProofState")),
    ..STATE
};

/// The events of a search: `progress`, and at last `done`.
pub(crate) async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failure> {
    let mut follow = found(&app, &id)?.follow();
    let (sender, receiver) = mpsc::channel::<(Event, Option<MemoryShare>)>(1);
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
