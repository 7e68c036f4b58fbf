//! The value of a position.

use axum::extract::State;
use bouton::{Answer, AnswerError, Asked, Oracle, Oracles, Position, TooMuch, Watch, document};

use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The factor above the remaining time beyond which work is refused before it begins.
const HOPELESS: f64 = 4.0;

/// The answer about a position, as from `bouton solve --json`.
#[utoipa::path(get, path = "/api/v1/solve",
    params(
        ("game" = String, Query, description = "a built-in game, a code, or rules"),
        ("position" = String, Query, description = "as `3,4,5` or `3,4,5:used`"),
        ("heaps" = Option<u8>, Query, description = "the number of heaps, where it is open"),
        ("value" = Option<String>, Query, description = "outcome, grundy or remoteness"),
        ("moves" = Option<usize>, Query, description = "the most moves to list"),
        ("engine" = Option<String>, Query, description = "auto, law, tables or reference"),
        ("explain-plan" = Option<bool>, Query), ("verify" = Option<bool>, Query)),
    responses((status = 200, body = document::Solve), (status = 400, body = document::Error),
        (status = 413, body = document::Error), (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn solve(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "position", "heaps", "value", "moves", "engine", "explain-plan", "verify"])?;
    let position = query.position("position", app.bounds().digits)?;
    let moves: Option<usize> = query.read_as("moves", "a whole number")?;
    computed(&app, move |watch, out| {
        let (game, heaps) = (query.game()?, query.heaps()?);
        // More moves than fit into the answer are not searched for.
        let room = out.most() / (MOVE + position.to_string().len());
        let asked = bouton::Query {
            value: query.asked()?,
            engine: query.engine()?,
            moves: moves.map(|moves| moves.min(room)),
            ..bouton::Query::default()
        };
        let mut oracles = Oracles::new(game.rules(), heaps, None, watch);
        let oracle = oracles.at(&position)?;
        let answer = answer(oracle, &position, &asked, watch)?;
        if moves.is_some_and(|moves| moves > room) && !answer.all_moves {
            return Err(out.too_long());
        }
        let mut document = document::Solve::new(oracle.playable(), &answer);
        document.plan = query.flag("explain-plan").then(|| (&answer.plan).into());
        if query.flag("verify") {
            document.verified = Some((&oracle.verify(&answer)?).into());
        }
        out.json(&document)
    })
    .await
}

/// Bytes of a move in the document, besides its position.
const MOVE: usize = 50;

/// Answers about a position, unless that is known to take far too long.
pub(crate) fn answer(
    oracle: &mut Oracle,
    position: &Position,
    query: &bouton::Query,
    watch: &Watch,
) -> Result<Answer, Failure> {
    let placed = oracle.playable().place(position)?;
    let plan = oracle.plan(&placed, Asked::Outcome, query.engine)?;
    let left = watch.remaining().map_or(f64::MAX, |left| left.as_secs_f64());
    if plan.cost.seconds > HOPELESS * left {
        let needed = TooMuch::Work { cost: plan.cost };
        return Err(AnswerError::TooLarge { position: position.to_string(), needed }.into());
    }
    Ok(oracle.answer(position, query)?)
}
