//! Heat maps as files.

use axum::extract::State;
use bouton::{
    Watch, heat_map_of_game,
    picture::{HeatMap, HeatMapValue, Theme},
};

use super::described::{
    Content, Described, Named,
    Place::{Needed, Optional},
};
use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The parameters of a picture.
const NAMES: &[&str] = &["game", "heaps", "set", "upto", "value", "axes", "fix", "dark"];
/// The default bound of a picture.
const UPTO: u64 = 31;

/// The parameters of a picture in the description.
const PARAMETERS: &[Named] = &[
    Named(Needed, "string", "game", "a built-in game, a code, or rules"),
    Named(Optional, "integer", "heaps", "the number of heaps, where it is open"),
    Named(Optional, "string", "set", "values for numbers that the rules name"),
    Named(Optional, "integer", "upto", "the largest coordinate"),
    Named(Optional, "string", "value", "outcome, p-positions, grundy or remoteness"),
    Named(Optional, "string", "axes", "`h1,h2`"),
    Named(Optional, "string", "fix", "`h3=5,h4=2`, `control=used`"),
    Named(Optional, "boolean", "dark", "colours for a dark page"),
];

/// The description of [`svg`].
pub(crate) const SVG: Described = Described {
    method: "get",
    path: "/api/v1/picture.svg",
    id: "svg",
    summary: "A heat map of two coordinates, as `bouton table --format svg`",
    parameters: PARAMETERS,
    body: None,
    answer: (200, Content::Text("image/svg+xml")),
    errors: &[400, 422, 429],
};

/// The description of [`png`].
pub(crate) const PNG: Described = Described {
    path: "/api/v1/picture.png",
    id: "png",
    summary: "The same as an image",
    answer: (200, Content::Bytes("image/png")),
    ..SVG
};

/// A heat map of two coordinates, as `bouton table --format svg`.
pub(crate) async fn svg(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(NAMES)?;
    computed(&app, move |watch, out| {
        let picture = map(&query, watch)?.picture(&Theme::new(query.flag("dark")), watch)?;
        out.typed("image/svg+xml", picture.svg(watch)?.as_bytes())
    })
    .await
}

/// A heat map as a PNG image.
pub(crate) async fn png(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(NAMES)?;
    computed(&app, move |watch, out| {
        let picture = map(&query, watch)?.picture(&Theme::new(query.flag("dark")), watch)?;
        out.typed("image/png", &picture.png(2, watch)?)
    })
    .await
}

/// The heat map that a query describes.
pub(crate) fn map(query: &Query, watch: &Watch) -> Result<HeatMap, Failure> {
    let (game, heaps) = (query.game(watch)?, query.heaps()?);
    let upto = query.number("upto")?.unwrap_or(UPTO);
    let shown = if query.get("value") == Some("p-positions") {
        HeatMapValue::PPositions
    } else {
        query.asked()?.into()
    };
    let fix: Vec<String> =
        query.get("fix").into_iter().flat_map(|fix| fix.split(',')).map(str::to_owned).collect();
    Ok(heat_map_of_game(game.rules(), heaps, upto, (query.get("axes"), &fix), shown, watch)?)
}
