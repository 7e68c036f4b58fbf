//! Tables that are stored in a folder.

use bouton::{
    Plan, Playable, PositionBox, StoredBox, ValueKind, Watch,
    document::{Tile, Tiles},
    words::stored as words,
};

use crate::{arguments::store::StoreOptions, failure::Failure, screen, session::Session};

/// A table in a folder, and its plan where that is to be explained; `None` if no folder is named.
type Stored = Option<(StoredBox, Option<Plan>)>;

/// The box of positions, read from the table in the folder if one is named, and its plan where that is to be
/// explained; `None` if its tiles were requested, and the answer is written.
///
/// # Errors
///
/// If the game has no such value, or the table cannot be read or made.
pub(crate) fn rows<'a>(
    store: &StoreOptions,
    rows: PositionBox<'a>,
    explained: bool,
    watch: &Watch,
    session: &Session,
) -> Result<Option<(PositionBox<'a>, Option<Plan>)>, Failure> {
    let asked = (rows.upto(), rows.asked());
    let stored = table(store, || Ok(rows.playable().clone()), asked, explained, watch, session)?;
    Ok(match stored {
        Some(Some((stored, plan))) => Some((rows.stored(&stored)?, plan)),
        Some(None) => Some((rows, None)),
        None => None,
    })
}

/// The table in the folder and its plan, computed where parts are missing; `Some(None)` if no folder is
/// named, `None` if its tiles were requested, and the answer is written.
///
/// # Errors
///
/// If it cannot be read or made.
pub(crate) fn table(
    store: &StoreOptions,
    playable: impl FnOnce() -> Result<Playable, Failure>,
    asked: (u64, ValueKind),
    explained: bool,
    watch: &Watch,
    session: &Session,
) -> Result<Option<Stored>, Failure> {
    let Some(folder) = &store.store else { return Ok(Some(None)) };
    let playable = playable()?;
    let plan = || StoredBox::plan(&playable, asked, folder, store.side, watch);
    let plan = explained.then(plan).transpose()?;
    // Before any work, which may take long.
    if let Some(plan) = plan.as_ref().filter(|_| !session.output.is_json()) {
        screen::note(&format!("{plan}\n"));
    }
    let stored = StoredBox::create(&playable, asked, folder, store.side, watch)?;
    if let Some(id) = &store.tile {
        let tile = Tile { plan: plan.as_ref().map(Into::into), ..stored.compute(id, watch)? };
        return session.say(&words::tile(&tile), &tile).map(|()| None);
    }
    if store.tiles {
        let tiles = Tiles { plan: plan.as_ref().map(Into::into), ..stored.tiles()? };
        return session.say(&words::tiles(&tiles), &tiles).map(|()| None);
    }
    stored.fill(watch)?;
    Ok(Some(Some((stored, plan))))
}
