//! Tables that are kept in a folder, tile by tile.

use std::{path::Path, sync::Arc};

use bouton_core::{Valuation, Watch};
use bouton_tables::{StoredTable, TileId, TileStore, Untiled};
use indexmap::IndexMap;

use crate::{
    AnswerError, Asked, Playable, Resumed, StoreError,
    document::{self, Tile, TileTask, Tiles},
};

/// The outcomes of all positions of a box, kept in a folder.
///
/// A box is cut into tiles, each a file that is whole or not there. Whoever computes them may be killed at any
/// moment, and several may work at once: the next one goes on from what is there.
///
/// ```
/// use bouton::{Asked, Game, PositionBox, StoredBox, Watch};
///
/// let folder = tempfile::tempdir()?;
/// let playable = Game::named("wythoff")?.playable()?;
/// let watch = Watch::unlimited();
/// let stored = StoredBox::create(&playable, (99, Asked::Outcome), folder.path(), Some(40), &watch)?;
/// stored.compute("0-0", &watch)?;
/// assert_eq!(stored.fill(&watch)?.computed, 8);
/// let rows = PositionBox::new(&playable, None, 99, Asked::Outcome, &watch)?.stored(&stored)?;
/// assert_eq!(rows.count()?.counts["P"], 77u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredBox {
    playable: Playable,
    table: Arc<StoredTable>,
}

impl StoredBox {
    /// The table of the box 0..`upto` in every coordinate in this folder, which is made if it is not there. Without
    /// a side the longest is taken whose tiles suit the memory.
    ///
    /// # Errors
    ///
    /// If other values than outcomes are asked for, the folder holds something else or cannot be written, or the box is not
    /// cut into tiles.
    pub fn create(
        playable: &Playable,
        (upto, asked): (u64, Asked),
        folder: &Path,
        side: Option<u64>,
        watch: &Watch,
    ) -> Result<Self, AnswerError> {
        if asked != Asked::Outcome {
            return Err(AnswerError::OutcomesAlone);
        }
        let ruleset = playable.ruleset().ok_or(StoreError::from(Untiled::Code))?;
        let last = vec![upto; ruleset.dimension()];
        let valuation = Valuation::outcome(ruleset.convention());
        let store = TileStore::create(folder, playable.rules(), ruleset, valuation, &last, side, watch)?;
        Ok(Self::of(playable, store))
    }

    /// The table in this folder, to be read.
    ///
    /// # Errors
    ///
    /// If the folder holds none, or that of another game.
    pub fn open(playable: &Playable, folder: &Path) -> Result<Self, StoreError> {
        let ruleset = playable.ruleset().ok_or(Untiled::Code)?;
        let valuation = Valuation::outcome(ruleset.convention());
        Ok(Self::of(playable, TileStore::open(folder, playable.rules(), ruleset, valuation)?))
    }

    fn of(playable: &Playable, store: TileStore) -> Self {
        Self { playable: playable.clone(), table: Arc::new(store.into_table()) }
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        &self.playable
    }

    /// The table, to look positions up.
    #[must_use]
    pub fn table(&self) -> &Arc<StoredTable> {
        &self.table
    }

    fn store(&self) -> &TileStore {
        self.table.store()
    }

    /// The largest coordinate.
    #[must_use]
    pub fn upto(&self) -> u64 {
        self.store().tiling().last().into_iter().max().unwrap_or(0)
    }

    /// The tiles, each after those whose faces it needs.
    ///
    /// # Errors
    ///
    /// If a file that is there is damaged, or cannot be read.
    pub fn tiles(&self) -> Result<Tiles, StoreError> {
        let (store, tiling) = (self.store(), self.store().tiling());
        let task = |id: TileId| {
            let needs = tiling.needs(&id).iter().map(ToString::to_string).collect();
            // A damaged one is to be computed again.
            let done = match store.has(&id) {
                Err(StoreError::Damaged { .. }) => false,
                known => known?,
            };
            Ok(TileTask { id: id.to_string(), needs, done })
        };
        Ok(Tiles {
            game: self.playable.title(),
            upto: self.upto().into(),
            side: tiling.side().into(),
            tiles: tiling.ids().map(task).collect::<Result<_, StoreError>>()?,
        })
    }

    /// Computes one tile. Those that it needs must be there.
    ///
    /// # Errors
    ///
    /// If there is no such tile, one that it needs is missing or damaged, a limit is reached, or it cannot be written.
    pub fn compute(&self, id: &str, watch: &Watch) -> Result<Tile, StoreError> {
        let tile: TileId = id.parse().map_err(|error: bouton_tables::ParseTileIdError| {
            StoreError::NoSuchTile { tile: id.to_owned(), reason: error.to_string() }
        })?;
        let by_control = self.store().compute(&tile, watch)?;
        let mut counts = IndexMap::new();
        let valuation = Valuation::outcome(self.playable.game().convention());
        for value in 0..valuation.value_count().unwrap_or(0) {
            let sum = by_control.iter().filter_map(|counts| counts.get(value as usize));
            let sum: u128 = sum.map(|&count| u128::from(count)).sum();
            counts.insert(valuation.value_name(value), document::Number::from(sum));
        }
        Ok(Tile { game: self.playable.title(), id: tile.to_string(), counts })
    }

    /// Computes what is missing, and again what is damaged.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the folder cannot be read or written. What was found is kept.
    pub fn fill(&self, watch: &Watch) -> Result<Resumed, StoreError> {
        self.store().fill(watch)
    }
}
