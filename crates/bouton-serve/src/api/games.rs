//! The built-in games.

use axum::response::Response;
use bouton::{
    document::{GameEntry, Games},
    rules::built_in_games,
};

use crate::{api::json, failure::Failure, query::Query};

/// The built-in games, as `bouton games --json`.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = Games)))]
pub(crate) async fn games(query: Query) -> Result<Response, Failure> {
    query.only(&[])?;
    json(&Games { games: built_in_games().iter().map(GameEntry::from).collect() })
}
