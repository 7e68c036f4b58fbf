//! `--store DIR`, `--side S`, `--tiles`, `--tile ID`: tables that are kept in a folder.

use std::path::PathBuf;

use bouton::{Asked, Playable, PositionBox, StoredBox, Watch, words::stored as words};
use clap::Args;

use crate::{failure::Failure, session::Session};

/// Where a table is kept, and what is done there.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Large tables")]
pub(crate) struct StoreOptions {
    /// Keep the table of outcomes in this folder: a run that is ended goes on there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// The side of a tile of it [default: what suits the memory]
    #[arg(long, value_name = "S", requires = "store")]
    side: Option<u64>,
    /// List its tiles, and which others each needs
    #[arg(long, requires = "store", conflicts_with = "tile")]
    tiles: bool,
    /// Compute this tile of it by itself
    #[arg(long, value_name = "ID", requires = "store")]
    tile: Option<String>,
}

impl StoreOptions {
    /// The box of positions, read from the table in the folder if there is one; nothing if its tiles were told.
    ///
    /// # Errors
    ///
    /// If the game has no such value, or the table cannot be had.
    pub(crate) fn rows<'a>(
        &self,
        rows: PositionBox<'a>,
        watch: &Watch,
        session: &Session,
    ) -> Result<Option<PositionBox<'a>>, Failure> {
        let stored =
            self.table(|| Ok(rows.playable().clone()), (rows.upto(), rows.asked()), watch, session)?;
        Ok(match stored {
            Some(Some(stored)) => Some(rows.stored(&stored)?),
            Some(None) => Some(rows),
            None => None,
        })
    }

    /// The table in the folder, computed as far as it is not there; nothing within if none is asked for, nothing at all if
    /// its tiles were, which are told.
    ///
    /// # Errors
    ///
    /// If it cannot be had.
    pub(crate) fn table(
        &self,
        playable: impl FnOnce() -> Result<Playable, Failure>,
        asked: (u64, Asked),
        watch: &Watch,
        session: &Session,
    ) -> Result<Option<Option<StoredBox>>, Failure> {
        let Some(folder) = &self.store else { return Ok(Some(None)) };
        let stored = StoredBox::create(&playable()?, asked, folder, self.side, watch)?;
        if let Some(id) = &self.tile {
            let tile = stored.compute(id, watch)?;
            return session.say(&words::tile(&tile), &tile).map(|()| None);
        }
        if self.tiles {
            let tiles = stored.tiles()?;
            return session.say(&words::tiles(&tiles), &tiles).map(|()| None);
        }
        stored.fill(watch)?;
        Ok(Some(Some(stored)))
    }
}
