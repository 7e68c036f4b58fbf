//! A game against the computer: lines in, text out.

use bouton::{
    Oracles, Position, PositionError,
    document::Play,
    play::{Level, Opponent, Partner, Session, Turn},
    rules,
};
use pyo3::prelude::*;

use crate::{
    failure::Failure,
    game::Game,
    json,
    limits::Limits,
    solve::{Place, position},
    watched::run,
};

/// The number of heaps of a game with any number of them, if neither a position nor the game gives
/// it.
const HEAPS: usize = 3;

/// The output, and the game as a `Play` from which it continues.
type PlayOutput = (String, String);

/// Begins a new game from a position, or from a fair one, and plays up to the player's turn.
#[pyfunction]
#[pyo3(signature = (game, place, *, first, level, seed, limits))]
pub(crate) fn play_begin(
    py: Python<'_>,
    game: &Game,
    place: Option<Place>,
    first: bool,
    level: &str,
    seed: u64,
    limits: &Limits,
) -> PyResult<PlayOutput> {
    let level: Level = level.parse().map_err(|error| Failure::input("level", format!("{error}")))?;
    let place = place.map(position);
    run(py, &limits.watch(), None, |watch| {
        let heaps = game.heaps().unwrap_or(HEAPS);
        let about = place.clone().unwrap_or_else(|| Position::from_small(&vec![0; heaps]));
        let oracle = Oracles::new(game.rules(), game.heaps(), None, watch).into_oracle(&about)?;
        let start = place.map(|place| oracle.playable().place(&place)).transpose()?;
        let partner = Partner::new(oracle);
        let human = if first { 0 } else { partner.players() - 1 };
        let mut session = Session::new(partner, start, human, Opponent { level, seed })?;
        let said = session.open()?;
        Ok((said, json(&session.saved())?))
    })
}

/// Processes a line that the player has typed; there is no output if the player leaves.
#[pyfunction]
#[pyo3(signature = (document, line, *, limits))]
pub(crate) fn play_enter(
    py: Python<'_>,
    document: &str,
    line: &str,
    limits: &Limits,
) -> PyResult<Option<PlayOutput>> {
    let wrong = |reason: String| Failure::input("saved", format!("this is not a saved game: {reason}"));
    run(py, &limits.watch(), None, |watch| {
        let document: Play = serde_json::from_str(document).map_err(|error| wrong(error.to_string()))?;
        let game = rules::Game::parse_within(&document.rules, &[], watch)?;
        let game = game.map_err(|faults| wrong(faults.to_string()))?;
        let text = &document.position;
        let position: Position =
            text.parse().map_err(|error| Failure::from(PositionError::Text { text: text.clone(), error }))?;
        let oracle = Oracles::new(&game, None, None, watch).into_oracle(&position)?;
        let mut session = Session::resume(&document, oracle).map_err(|error| wrong(error.to_string()))?;
        match session.enter(line)? {
            Turn::Left => Ok(None),
            Turn::Said(said) => Ok(Some((said, json(&session.saved())?))),
            Turn::Save(_) => {
                let said = "`document` holds the game as data".to_owned();
                Ok(Some((said, json(&session.saved())?)))
            }
        }
    })
}
