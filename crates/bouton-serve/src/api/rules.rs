//! Rules while they are typed: all their faults, or their canonical form.

use axum::{body::Body, extract::State, http::StatusCode};
use bouton::{Error, Game, Playable, Watch, rules::HeapCount, words};

use super::described::{Content, Described};
use crate::{
    App,
    failure::Failure,
    query::numbers_within,
    server_document::RulesRead,
    texts::{shown, with},
    written::Written,
};

/// The description of [`rules`].
pub(crate) const RULES: Described = Described {
    method: "post",
    path: "/api/v1/rules",
    id: "rules",
    summary: "Reads rules, or the name or code of a game; faults are an ordinary answer",
    parameters: &[],
    body: Some(Content::Text("text/plain")),
    answer: (200, Content::Document("RulesRead")),
    errors: &[413, 429],
};

/// Reads rules, or the name or code of a game. Faults are an ordinary answer.
pub(crate) async fn rules(State(app): State<App>, body: Body) -> Result<Written, Failure> {
    let text = text(&app, body, app.bounds().body).await?;
    numbers_within(&text, app.bounds().digits)?;
    let all = app.clone();
    app.workers().read(move |watch| all.room().writer().json(&read(&text, watch)?)).await
}

/// Reads rules.
///
/// # Errors
///
/// If a limit is reached.
pub(crate) fn read(text: &str, watch: &Watch) -> Result<RulesRead, Failure> {
    let game = match Game::named_within(text, &[], watch) {
        Ok(game) => game,
        Err(error @ Error::Limit(_)) => return Err(error.into()),
        Err(error) => {
            let failure = Failure::from(error);
            let message = match &failure.unknown {
                Some(unknown) => with("failed.unknown-game", &[&shown(&unknown.name)]),
                None => failure.message().to_owned(),
            };
            let similar = failure.unknown.as_ref().and_then(|unknown| unknown.similar).map(str::to_owned);
            let faults = failure.document.error.faults.unwrap_or_default();
            return Ok(RulesRead {
                game: None,
                rules: None,
                convention: None,
                heaps: None,
                words: None,
                message: Some(message),
                faults,
                similar,
            });
        }
    };
    let rules = game.rules();
    Ok(RulesRead {
        game: Some(game.title()),
        rules: Some(rules.text()),
        convention: Some(words::convention_name(rules.convention())),
        heaps: match rules.heaps() {
            HeapCount::Fixed(heaps) if rules.code().is_none() => Some(heaps),
            _ => None,
        },
        words: Some(match has_no_moves(&game, watch) {
            true => with("rules.no-moves", &[&rules.in_words()]),
            false => rules.in_words(),
        }),
        message: None,
        faults: Vec::new(),
        similar: None,
    })
}

/// Whether the rules make no move from any position: all are of more heaps than there are.
fn has_no_moves(game: &Game, watch: &Watch) -> bool {
    let rules = game.rules();
    if rules.code().is_some() || rules.heaps() == HeapCount::Any {
        return false;
    }
    let playable = Playable::within(rules, None, watch).ok();
    playable.as_ref().and_then(Playable::ruleset).is_some_and(|ruleset| ruleset.moves().is_empty())
}

/// The body of a request, if it arrives in time and is not too large.
pub(crate) async fn bytes(app: &App, body: Body, most: usize) -> Result<Vec<u8>, Failure> {
    let whole = axum::body::to_bytes(body, most);
    match tokio::time::timeout(app.bounds().stall, whole).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(Failure::too_large("a body", most, "bytes")),
        Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "timeout", "the body did not come in time")),
    }
}

/// The body as a text.
pub(crate) async fn text(app: &App, body: Body, most: usize) -> Result<String, Failure> {
    let bytes = bytes(app, body, most).await?;
    String::from_utf8(bytes).map_err(|_| Failure::input("usage", "the body is not UTF-8"))
}
