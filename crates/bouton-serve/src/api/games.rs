//! The built-in games.

use axum::extract::State;
use bouton::{
    document::{GameEntry, Games},
    rules::built_in_games,
};

use crate::{App, failure::Failure, query::Query, written::Written};

/// The built-in games, as `bouton games --json`.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = Games)))]
pub(crate) async fn games(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&[])?;
    app.room().writer().json(&Games { games: built_in_games().iter().map(GameEntry::from).collect() })
}
