//! Grundy values of one heap.

use std::io::Write;

use axum::extract::State;
use bouton::{document, picture::Theme, sequence as values_of, with_one_heap};

use crate::{
    App,
    api::computed,
    failure::Failure,
    query::Query,
    written::{Writer, Written},
};

/// The values of one heap with their period, as `bouton sequence --json`.
#[utoipa::path(get, path = "/api/v1/sequence",
    params(("game" = String, Query), ("upto" = u64, Query, description = "the largest heap"),
        ("format" = Option<String>, Query, description = "json, bfile, csv or svg"), ("dark" = Option<bool>, Query)),
    responses((status = 200, body = document::Sequence), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn sequence(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "upto", "format", "dark"])?;
    let parted = match query.get("format").unwrap_or("json") {
        "json" | "svg" => None,
        "bfile" => Some((' ', "", "text/plain; charset=utf-8")),
        "csv" => Some((',', "n,grundy\n", "text/csv; charset=utf-8")),
        _ => return Err(Failure::input("format", "a sequence has the formats json, bfile, csv and svg")),
    };
    let upto = query.number("upto")?.ok_or_else(|| Failure::input("usage", "`upto` is missing"))?;
    computed(&app, move |watch, mut out: Writer| {
        // Each value is a digit and a comma of the answer at least.
        if upto > out.most() as u64 / 2 {
            return Err(out.too_long());
        }
        let playable = with_one_heap(query.game()?.rules())?;
        let found = document::Sequence::new(&playable, values_of(&playable, upto, watch)?);
        if let Some((between, header, kind)) = parted {
            let mut rows = || {
                write!(out, "{header}")?;
                (0u64..).zip(&found.values).try_for_each(|(n, value)| writeln!(out, "{n}{between}{value}"))
            };
            return match rows() {
                Ok(()) => out.finish(kind),
                Err(_) => Err(out.failure()),
            };
        }
        if query.get("format") == Some("svg") {
            let picture = found.picture(&Theme::new(query.flag("dark")), watch)?;
            return out.typed("image/svg+xml", picture.svg(watch)?.as_bytes());
        }
        out.json(&found)
    })
    .await
}
