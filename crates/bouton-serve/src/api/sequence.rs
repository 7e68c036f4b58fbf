//! Grundy values of one heap.

use axum::{extract::State, response::Response};
use bouton::{document, picture::Theme, sequence as values_of, with_one_heap};

use crate::{
    App,
    api::{Bounded, json, typed},
    failure::Failure,
    query::Query,
};

/// The values of one heap with their period, as `bouton sequence --json`.
#[utoipa::path(get, path = "/api/v1/sequence",
    params(("game" = String, Query), ("upto" = u64, Query, description = "the largest heap"),
        ("format" = Option<String>, Query, description = "json, bfile, csv or svg"), ("dark" = Option<bool>, Query)),
    responses((status = 200, body = document::Sequence), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn sequence(State(app): State<App>, query: Query) -> Result<Response, Failure> {
    query.only(&["game", "upto", "format", "dark"])?;
    let most = app.bounds().answer;
    app.workers()
        .run(move |watch| {
            let upto = query.number("upto")?.ok_or_else(|| Failure::input("usage", "`upto` is missing"))?;
            // Each value is a few letters of the answer.
            if upto > most as u64 / 4 {
                return Err(Bounded::too_long(most));
            }
            let playable = with_one_heap(query.game()?.rules())?;
            let found = document::Sequence::new(&playable, values_of(&playable, upto, watch)?);
            let lines = |parted: char| -> String {
                (0u64..).zip(&found.values).map(|(n, value)| format!("{n}{parted}{value}\n")).collect()
            };
            match query.get("format").unwrap_or("json") {
                "json" => json(&found),
                "bfile" => Ok(typed("text/plain; charset=utf-8", lines(' ').into_bytes())),
                "csv" => {
                    Ok(typed("text/csv; charset=utf-8", format!("n,grundy\n{}", lines(',')).into_bytes()))
                }
                "svg" => {
                    let picture = found.picture(&Theme::new(query.flag("dark")));
                    Ok(typed("image/svg+xml", picture.svg().into_bytes()))
                }
                _ => Err(Failure::input("format", "a sequence has the formats json, bfile, csv and svg")),
            }
        })
        .await
}
