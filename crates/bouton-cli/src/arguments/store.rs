//! `--store DIR`, `--side S`, `--tiles`, `--tile ID`: tables that are stored in a folder.

use std::path::PathBuf;

use bouton::{
    Asked, Plan, Playable, PositionBox, StoredBox, Watch,
    document::{Tile, Tiles},
    words::stored as words,
};
use clap::Args;

use super::engine::EngineOptions;
use crate::{failure::Failure, screen, session::Session};

/// Where a table is kept, and what is done there.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Large tables")]
pub(crate) struct StoreOptions {
    /// Keep the table in this folder: a run that is ended goes on there
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

/// A table in a folder, with its plan if `--explain-plan` is given; `None` if no table was
/// requested.
type MaybeStored = Option<(StoredBox, Option<Plan>)>;

impl StoreOptions {
    /// Whether a table in a folder is requested.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.store.is_some()
    }

    /// The box of positions, read from the table in the folder if there is one, with its plan if
    /// `--explain-plan` is given; `None` if the tiles were printed instead.
    ///
    /// # Errors
    ///
    /// If the game does not have this value, or the table could not be used.
    pub(crate) fn rows<'a>(
        &self,
        rows: PositionBox<'a>,
        engine: EngineOptions,
        watch: &Watch,
        session: &Session,
    ) -> Result<Option<(PositionBox<'a>, Option<Plan>)>, Failure> {
        let asked = (rows.upto(), rows.asked());
        let stored = self.table(|| Ok(rows.playable().clone()), asked, engine, watch, session)?;
        Ok(match stored {
            Some(Some((stored, plan))) => Some((rows.stored(&stored)?, plan)),
            Some(None) => Some((rows, None)),
            None => None,
        })
    }

    /// The table in the folder and its plan, after computing its missing parts. The inner option is
    /// `None` if no table is requested; the outer one, if the tiles were printed instead.
    ///
    /// # Errors
    ///
    /// If the table could not be used.
    pub(crate) fn table(
        &self,
        playable: impl FnOnce() -> Result<Playable, Failure>,
        asked: (u64, Asked),
        engine: EngineOptions,
        watch: &Watch,
        session: &Session,
    ) -> Result<Option<MaybeStored>, Failure> {
        let Some(folder) = &self.store else { return Ok(Some(None)) };
        let playable = playable()?;
        let plan = || StoredBox::plan(&playable, asked, folder, self.side, watch);
        let plan = engine.explains().then(plan).transpose()?;
        // Before any work, which may take long.
        if let Some(plan) = plan.as_ref().filter(|_| !session.output.is_json()) {
            screen::note(&format!("{plan}\n"));
        }
        let stored = StoredBox::create(&playable, asked, folder, self.side, watch)?;
        if let Some(id) = &self.tile {
            let tile = Tile { plan: plan.as_ref().map(Into::into), ..stored.compute(id, watch)? };
            return session.say(&words::tile(&tile), &tile).map(|()| None);
        }
        if self.tiles {
            let tiles = Tiles { plan: plan.as_ref().map(Into::into), ..stored.tiles()? };
            return session.say(&words::tiles(&tiles), &tiles).map(|()| None);
        }
        stored.fill(watch)?;
        Ok(Some(Some((stored, plan))))
    }
}
