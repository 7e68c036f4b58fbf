//! The positions of a box: tables and counts.

use axum::extract::State;
use bouton::{
    AnswerError, Asked, ByLargest, Plan, PositionBox, PositionsError, RowForm, TooMuch, Watch,
    WriteRowsError, document,
};

use crate::{
    App,
    api::computed,
    failure::Failure,
    query::Query,
    written::{Writer, Written},
};

/// The factor is that for a single position.
const HOPELESS: f64 = 4.0;

/// Refuses a box that is known to take far too long.
pub(crate) fn feasible(plan: &Plan, upto: u64, watch: &Watch) -> Result<(), Failure> {
    let left = watch.remaining().map_or(f64::MAX, |left| left.as_secs_f64());
    if plan.cost.seconds <= HOPELESS * left {
        return Ok(());
    }
    let needed = TooMuch::Work { cost: plan.cost };
    let position = format!("the box of coordinates up to {upto}");
    Err(PositionsError::Answer(Box::new(AnswerError::TooLarge { position, needed })).into())
}

/// The form of a table, and its media type.
fn form(query: &Query) -> Result<(RowForm, &'static str), Failure> {
    match query.get("format").unwrap_or("json") {
        "json" => Ok((RowForm::Json, "application/json")),
        "csv" => Ok((RowForm::Csv, "text/csv; charset=utf-8")),
        "text" => Ok((RowForm::Text, "text/plain; charset=utf-8")),
        "latex" => Ok((RowForm::Latex, "text/plain; charset=utf-8")),
        _ => Err(Failure::input("format", "a table has the formats json, csv, text and latex")),
    }
}

/// All positions of a box, as `bouton table --json`.
#[utoipa::path(get, path = "/api/v1/table",
    params(
        ("game" = String, Query), ("upto" = u64, Query, description = "the largest coordinate"),
        ("heaps" = Option<u8>, Query), ("value" = Option<String>, Query, description = "outcome, grundy or remoteness"),
        ("format" = Option<String>, Query, description = "json, csv, text or latex"),
        ("rows-by-largest" = Option<bool>, Query), ("engine" = Option<String>, Query),
        ("explain-plan" = Option<bool>, Query), ("verify" = Option<bool>, Query)),
    responses((status = 200, body = document::Table), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn table(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&[
        "game",
        "upto",
        "heaps",
        "value",
        "format",
        "rows-by-largest",
        "engine",
        "explain-plan",
        "verify",
    ])?;
    computed(&app, move |watch, mut out: Writer| {
        let (playable, upto) = (query.playable()?, upto(&query)?);
        let (form, kind) = form(&query)?;
        let rows =
            PositionBox::new(&playable, query.heaps()?, upto, query.asked()?, watch)?.by(query.engine()?);
        let plan = rows.plan()?;
        feasible(&plan, upto, watch)?;
        let rows = with_plans(&query, rows, &plan)?;
        let written = if query.flag("rows-by-largest") {
            let needs = "rows-by-largest needs two or more interchangeable heaps and no control states";
            let table = ByLargest::new(&rows).ok_or_else(|| Failure::input("usage", needs))?;
            table.write(form, &mut out)
        } else {
            rows.write(form, &mut out)
        };
        match written {
            Ok(()) => out.finish(kind),
            Err(WriteRowsError::Positions(error)) => Err(error.into()),
            Err(_) => Err(out.failure()),
        }
    })
    .await
}

/// The number of positions of a box with each outcome, as from `bouton count --json`.
#[utoipa::path(get, path = "/api/v1/count",
    params(
        ("game" = String, Query), ("upto" = u64, Query), ("heaps" = Option<u8>, Query), ("engine" = Option<String>, Query),
        ("explain-plan" = Option<bool>, Query), ("verify" = Option<bool>, Query)),
    responses((status = 200, body = document::Count), (status = 400, body = document::Error),
        (status = 422, body = document::Error), (status = 429, body = document::Error)))]
pub(crate) async fn count(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "upto", "heaps", "engine", "explain-plan", "verify"])?;
    computed(&app, move |watch, out| {
        let (playable, upto) = (query.playable()?, upto(&query)?);
        let rows =
            PositionBox::new(&playable, query.heaps()?, upto, Asked::Outcome, watch)?.by(query.engine()?);
        let plan = rows.plan_to_count()?;
        feasible(&plan, upto, watch)?;
        out.json(&with_plans(&query, rows, &plan)?.count()?)
    })
    .await
}

/// The bound of a box.
fn upto(query: &Query) -> Result<u64, Failure> {
    query.number("upto")?.ok_or_else(|| Failure::input("usage", "`upto` is missing"))
}

/// Adds the requested plans to the documents of a box.
fn with_plans<'a>(query: &Query, rows: PositionBox<'a>, plan: &Plan) -> Result<PositionBox<'a>, Failure> {
    let verified = if query.flag("verify") { Some(rows.verify()?) } else { None };
    Ok(rows.telling(Some(plan).filter(|_| query.flag("explain-plan")), verified.as_ref()))
}
