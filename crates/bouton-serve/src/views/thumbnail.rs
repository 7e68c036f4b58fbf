//! Small pictures of games: one square for each position of two coordinates, without axes.

use std::fmt::Write as _;

use axum::extract::State;
use bouton::{
    heat_map_of_game,
    picture::{HeatMap, HeatMapValue, Theme},
};

use super::explore::{Slice, slice};
use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The largest coordinate of games with two coordinates; with more coordinates, the whole box below must be
/// solved.
const UPTO: u64 = 23;
const UPTO_OF_MANY: u64 = 11;
/// That of games of several players.
const UPTO_OF_SEVERAL: u64 = 7;
/// The largest coordinate that may be asked for.
const MOST: u64 = 63;

/// Answers `GET /thumbnail.svg?game=…`; `value=grundy` draws Grundy values, `upto` other positions than by default.
pub(crate) async fn thumbnail(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "value", "upto", "dark"])?;
    computed(&app, move |watch, out| {
        let game = query.game(watch)?;
        let Slice { heaps, fixed, of_several } = slice(&game, None, watch)?;
        let usual = match fixed.is_empty() {
            true => UPTO,
            false if of_several => UPTO_OF_SEVERAL,
            false => UPTO_OF_MANY,
        };
        let upto = query.number("upto")?.unwrap_or(usual).min(MOST);
        let shown =
            if query.get("value") == Some("grundy") { HeatMapValue::Grundy } else { HeatMapValue::Outcome };
        let fix: Vec<String> = fixed.iter().map(|(name, number)| format!("{name}={number}")).collect();
        let map = heat_map_of_game(game.rules(), heaps, upto, (None, &fix), shown, watch)?;
        out.typed("image/svg+xml", drawn(&map, &Theme::new(query.flag("dark"))).as_bytes())
    })
    .await
}

/// The squares; adjacent squares of one colour are written as one rectangle.
fn drawn(map: &HeatMap, theme: &Theme) -> String {
    let (columns, rows) = (map.plane().columns(), map.plane().rows());
    let (width, height) = (columns * 8, if rows == 1 { 48 } else { rows * 8 });
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {columns} {rows}\" width=\"{width}\" height=\"{height}\" \
         preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">"
    );
    let colour =
        |across, up| map.value(across, up).map(|value| map.colour(value, map.greatest(), theme).to_string());
    for up in 0..rows {
        let mut across = 0;
        while across < columns {
            let same = (across..columns).take_while(|&next| colour(next, up) == colour(across, up)).count();
            if let Some(fill) = colour(across, up) {
                let y = rows - 1 - up;
                let _ = write!(
                    text,
                    "<rect x=\"{across}\" y=\"{y}\" width=\"{same}\" height=\"1\" fill=\"{fill}\"/>"
                );
            }
            across += same;
        }
    }
    text + "</svg>"
}
