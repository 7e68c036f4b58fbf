//! Heat maps as files.

use axum::extract::State;
use bouton::{
    Watch, document,
    picture::{HeatMap, Shown, Theme},
};

use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The parameters of a picture.
const NAMES: &[&str] = &["game", "heaps", "set", "upto", "value", "axes", "fix", "dark"];
/// The default bound of a picture.
const UPTO: u64 = 31;

/// A heat map of two coordinates, as `bouton table --format svg`.
#[utoipa::path(get, path = "/api/v1/picture.svg",
    params(("game" = String, Query), ("heaps" = Option<u8>, Query), ("set" = Option<String>, Query), ("upto" = Option<u64>, Query),
        ("value" = Option<String>, Query, description = "outcome, p-positions, grundy or remoteness"),
        ("axes" = Option<String>, Query, description = "`h1,h2`"),
        ("fix" = Option<String>, Query, description = "`h3=5,h4=2`, `control=used`"), ("dark" = Option<bool>, Query)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn svg(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(NAMES)?;
    computed(&app, move |watch, out| {
        let picture = map(&query, watch)?.picture(&Theme::new(query.flag("dark")), watch)?;
        out.typed("image/svg+xml", picture.svg(watch)?.as_bytes())
    })
    .await
}

/// The same as an image.
#[utoipa::path(get, path = "/api/v1/picture.png",
    params(("game" = String, Query), ("heaps" = Option<u8>, Query), ("set" = Option<String>, Query), ("upto" = Option<u64>, Query),
        ("value" = Option<String>, Query), ("axes" = Option<String>, Query), ("fix" = Option<String>, Query),
        ("dark" = Option<bool>, Query)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn png(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(NAMES)?;
    computed(&app, move |watch, out| {
        let picture = map(&query, watch)?.picture(&Theme::new(query.flag("dark")), watch)?;
        out.typed("image/png", &picture.png(2, watch)?)
    })
    .await
}

/// The heat map that a query asks for.
pub(crate) fn map(query: &Query, watch: &Watch) -> Result<HeatMap, Failure> {
    let (game, heaps) = (query.game()?, query.heaps()?);
    let upto = query.number("upto")?.unwrap_or(UPTO);
    let shown =
        if query.get("value") == Some("p-positions") { Shown::PPositions } else { query.asked()?.into() };
    let fix: Vec<String> =
        query.get("fix").into_iter().flat_map(|fix| fix.split(',')).map(str::to_owned).collect();
    Ok(HeatMap::of_game(game.rules(), heaps, upto, (query.get("axes"), &fix), shown, watch)?)
}
