//! A proved law in words.

use axum::extract::State;
use bouton::{Ending, Goal, Theorem, Tool, Watch, document, known_or_proved};

use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The law of a game in words, as from `bouton explain --json`: a bundled law, or one that is found
/// within the time of a request.
#[utoipa::path(get, path = "/api/v1/explain",
    params(("game" = String, Query), ("heaps" = Option<u8>, Query),
        ("set" = Option<String>, Query, description = "other numbers for names of the rules, as in `k=3,m=2`"),
        ("value" = Option<String>, Query, description = "outcome or grundy"),
        ("format" = Option<String>, Query, description = "json, or for other tools hoa, walnut or mona"),
        ("control" = Option<String>, Query, description = "for hoa and walnut: the control state where reading begins")),
    responses((status = 200, body = document::Explain, description = "of a take-and-break game: PeriodInWords"),
        (status = 400, body = document::Error), (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn explain(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "heaps", "set", "value", "format", "control"])?;
    let tool = match query.get("format") {
        None | Some("json") => None,
        Some(name) => {
            let expected = "a law has the formats json, hoa, walnut and mona";
            Some(name.parse::<Tool>().map_err(|_| Failure::input("format", expected))?)
        }
    };
    if tool.is_none() && query.get("control").is_some() {
        return Err(Failure::input("usage", "`control` is for the formats hoa and walnut"));
    }
    computed(&app, move |watch, out| {
        let theorem = theorem_now(&query, watch)?;
        if let Some(tool) = tool {
            let text = theorem.export_within(tool, query.get("control"), out.most())?.text;
            return out.typed("text/plain; charset=utf-8", text.as_bytes());
        }
        match (theorem.explain_document(), theorem.period_document()) {
            (Some(document), _) => out.json(&document),
            (None, document) => out.json(&document),
        }
    })
    .await
}

/// The default subject of the law of a game.
pub(crate) fn default_goal(playable: &bouton::Playable) -> Goal {
    if playable.game().code().is_some() { Goal::Grundy } else { Goal::Outcome }
}

/// The theorem of a game: a bundled one, or one that is proved now.
fn theorem_now(query: &Query, watch: &Watch) -> Result<Theorem, Failure> {
    let playable = query.playable()?;
    let goal = query.goal()?.unwrap_or(default_goal(&playable));
    match known_or_proved(&playable, goal, None, watch)? {
        Ending::Proved(proved) => Ok(proved.theorem),
        Ending::Refuted(refuted) => Err(Failure::limit(&refuted.sentence())),
        Ending::NoLaw(why) => Err(Failure::limit(&why.reason)),
        _ => Err(Failure::limit("no law was found")),
    }
}
