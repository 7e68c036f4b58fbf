//! Heat maps of games and of stored tables, from requests.

use bouton_answer::{HeatMap, HeatMapValue, Plane, PlaneError, heaps_mentioned, held_in, many};
use bouton_core::LimitReached;
use bouton_rules::{Game, HeapCount};

use crate::{AnswerError, Error, Playable, StoredBox, ValueKind, Watch};

/// The default number of heaps in a picture of a game with any number of heaps.
const HEAPS: usize = 2;

/// The map that `axes` and `fix` describe, as for [`Plane::new`]; a game with any number of
/// heaps has `heaps` of them, or as many as are named.
///
/// # Errors
///
/// If the description does not fit the game, or the game does not have these values.
pub fn heat_map_of_game(
    game: &Game,
    heaps: Option<usize>,
    upto: u64,
    (axes, fix): (Option<&str>, &[String]),
    shown: HeatMapValue,
    watch: &Watch,
) -> Result<HeatMap, Error> {
    let names = axes.into_iter().flat_map(|axes| axes.split(','));
    let names = names.chain(fix.iter().filter_map(|fix| fix.split('=').next()));
    let named = heaps_mentioned(names).max(HEAPS);
    let mut fix = fix.to_vec();
    let playable = match game.heaps() {
        _ if game.code().is_some() && heaps == Some(1) => return Err(PlaneError::OneHeap.into()),
        _ if game.code().is_some() => {
            // A position of these games has as many heaps as are written.
            fix.extend(heaps.filter(|&heaps| heaps > named).map(|heaps| format!("h{heaps}=0")));
            Playable::within(game, None, watch)?
        }
        HeapCount::Any => Playable::within(game, Some(heaps.unwrap_or(named)), watch)?,
        HeapCount::Fixed(_) => Playable::within(game, heaps, watch)?,
    };
    let plane = Plane::new(&playable, upto, axes, &fix)?;
    Ok(HeatMap::new(&playable, plane, shown, watch)?)
}

/// The map of values that `axes` and `fix` describe, as for [`Plane::new`], of a table in a
/// folder.
///
/// # Errors
///
/// If the plane does not fit the game, the table has no values of the requested kind or cannot be read, or a
/// limit is reached.
pub fn heat_map_of_table(
    stored: &StoredBox,
    (axes, fix): (Option<&str>, &[String]),
    shown: HeatMapValue,
    watch: &Watch,
) -> Result<HeatMap, Error> {
    let held = held_in(stored.table());
    let fits = match shown {
        HeatMapValue::Outcome | HeatMapValue::PPositions => held == ValueKind::Outcome,
        HeatMapValue::Grundy => held == ValueKind::Grundy,
        HeatMapValue::Remoteness => held == ValueKind::Remoteness,
    };
    if !fits {
        return Err(AnswerError::OtherValues { found: many(held) }.into());
    }
    let plane = Plane::new(stored.playable(), stored.upto(), axes, fix)?;
    let mut failed = None;
    let map = HeatMap::from_values(stored.playable(), plane, shown, watch, |position, control| {
        stored.table().value(position, control).map_err(|error| {
            failed = Some(error);
            LimitReached::Cancelled
        })
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(map?),
    }
}
