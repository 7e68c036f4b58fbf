//! Tables that are stored in a folder, tile by tile.

use std::{path::Path, sync::Arc};

use bouton_core::{Ruleset, Valuation, Value, Watch};
use bouton_document::{self as document, PlannedTiles, Tile, TileTask, Tiles};
use bouton_game::Playable;
use bouton_solve::{Cost, Engine};
use bouton_tables::{StoreError, StoredTable, TileCounts, TileId, TileStore, TilingError};
use indexmap::IndexMap;

use crate::{AnswerError, Plan, ValueKind, answer::valuation};

/// The outcomes of all positions of a box, or their Grundy values, or remoteness, stored in a
/// folder.
///
/// A box is divided into tiles. Each is a file that is either complete or absent. Processes that
/// compute tiles may be killed at any moment, and several may work at once: the next process
/// continues from the existing tiles.
///
/// ```
/// use bouton::{ValueKind, Game, PositionBox, StoredBox, Watch};
///
/// let folder = tempfile::tempdir()?;
/// let playable = Game::named("wythoff")?.playable()?;
/// let watch = Watch::unlimited();
/// let stored = StoredBox::create(&playable, (99, ValueKind::Outcome), folder.path(), Some(40), &watch)?;
/// stored.compute("0-0", &watch)?;
/// assert_eq!(stored.fill(&watch)?.computed, 8);
/// let rows = PositionBox::new(&playable, None, 99, ValueKind::Outcome, &watch)?.stored(&stored)?;
/// assert_eq!(rows.count()?.counts["P"], 77u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredBox {
    playable: Playable,
    table: Arc<StoredTable>,
}

impl StoredBox {
    /// Opens the table of the box 0..`upto` in every coordinate in this folder, and creates it if
    /// it does not exist. By default, the side is the longest whose tiles fit the memory.
    ///
    /// # Errors
    ///
    /// If the game does not have this value, the folder contains something else or cannot be
    /// written, or the box cannot be divided into tiles.
    pub fn create(
        playable: &Playable,
        (upto, asked): (u64, ValueKind),
        folder: &Path,
        side: Option<u64>,
        watch: &Watch,
    ) -> Result<Self, AnswerError> {
        let (ruleset, valuation) = valued(playable, asked)?;
        let last = vec![upto; ruleset.dimension()];
        let store = TileStore::create(folder, playable.rules(), ruleset, valuation, &last, side, watch)?;
        Ok(Self::of(playable, store))
    }

    /// Plans [`create`](Self::create) and [`fill`](Self::fill), and returns the plan with its cost;
    /// nothing is written.
    ///
    /// # Errors
    ///
    /// As [`create`](Self::create).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, StoredBox, Watch};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let playable = Game::named("wythoff")?.playable()?;
    /// let (asked, watch) = ((99, ValueKind::Outcome), Watch::unlimited());
    /// let tiles = StoredBox::plan(&playable, asked, folder.path(), Some(40), &watch)?.tiles.unwrap();
    /// assert_eq!((tiles.tiles, tiles.done), (9u64.into(), 0u64.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(
        playable: &Playable,
        (upto, asked): (u64, ValueKind),
        folder: &Path,
        side: Option<u64>,
        watch: &Watch,
    ) -> Result<Plan, AnswerError> {
        let (ruleset, valuation) = valued(playable, asked)?;
        let last = vec![upto; ruleset.dimension()];
        let plan = TileStore::plan(folder, playable.rules(), ruleset, valuation, (&last, side), watch)?;
        let (tiles, done) = (real(plan.tiles.into()), real(plan.done.into()));
        let positions =
            last.iter().map(|&last| real(last.into()) + 1.0).product::<f64>() * (1.0 - done / tiles);
        let bytes = real(plan.bytes_of_tile);
        let cost = Cost { positions, steps: positions, bytes, seconds: plan.seconds };
        let (folder, filled_by) = (folder.display().to_string(), plan.filled_by.to_string());
        let reason = format!("tiles in {folder} are filled with {filled_by}; a folder was asked for");
        let note = match ruleset.interchangeable() {
            true => {
                "all positions are computed, though the coordinates are interchangeable: a tile has an origin of its own in each"
            }
            false => "all positions are computed: the coordinates are not interchangeable",
        };
        let tiles = PlannedTiles {
            folder,
            filled_by,
            side: plan.side.into(),
            tiles: plan.tiles.into(),
            done: plan.done.into(),
            damaged: plan.damaged.into(),
            bytes_of_tile: plan.bytes_of_tile.into(),
            bytes_on_disk: plan.bytes_on_disk.into(),
        };
        let plan = Plan::new(Engine::Tables, reason, cost);
        Ok(Plan { notes: vec![note.to_owned()], tiles: Some(tiles), ..plan })
    }

    /// Opens the table in this folder for reading.
    ///
    /// # Errors
    ///
    /// If the folder does not contain a table of this game.
    pub fn open(playable: &Playable, folder: &Path) -> Result<Self, StoreError> {
        let ruleset = playable.ruleset().ok_or(TilingError::Code)?;
        let valuation = match TileStore::value_in(folder)?.as_deref() {
            Some("grundy") => Valuation::Grundy,
            Some("remoteness") => Valuation::Remoteness,
            _ => Valuation::outcome(ruleset.convention()),
        };
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

    /// The table, for looking up positions.
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

    /// Returns the tiles, each after those from which it is computed.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn tiles(&self) -> Result<Tiles, StoreError> {
        let (store, tiling) = (self.store(), self.store().tiling());
        let task = |id: TileId| {
            let needs = tiling.needs(&id).iter().map(ToString::to_string).collect();
            // A damaged tile has to be computed again.
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
            plan: None,
        })
    }

    /// Computes one tile. The tiles that it needs must exist.
    ///
    /// # Errors
    ///
    /// If there is no such tile, a tile that it needs is missing or damaged, a limit is reached, or
    /// the file cannot be written.
    pub fn compute(&self, id: &str, watch: &Watch) -> Result<Tile, StoreError> {
        let tile: TileId = id.parse().map_err(|error: bouton_tables::ParseTileIdError| {
            StoreError::NoSuchTile { tile: id.to_owned(), reason: error.to_string() }
        })?;
        let by_control = self.store().compute(&tile, watch)?;
        let mut counts = IndexMap::new();
        let valuation = self.store().tiling().valuation();
        let found = by_control.iter().map(Vec::len).max().and_then(|count| Value::try_from(count).ok());
        for value in 0..valuation.value_count().or(found).unwrap_or(0) {
            let sum = by_control.iter().filter_map(|counts| counts.get(value as usize));
            let sum: u128 = sum.map(|&count| u128::from(count)).sum();
            counts.insert(valuation.value_name(value), document::Number::from(sum));
        }
        Ok(Tile { game: self.playable.title(), id: tile.to_string(), counts, plan: None })
    }

    /// Computes missing and damaged tiles.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the folder cannot be read or written. Finished tiles are kept.
    pub fn fill(&self, watch: &Watch) -> Result<TileCounts, StoreError> {
        self.store().fill(watch)
    }
}

/// Returns the rules, and the valuation of the requested value.
fn valued(playable: &Playable, asked: ValueKind) -> Result<(&Ruleset, Valuation), AnswerError> {
    let ruleset = playable.ruleset().ok_or(StoreError::from(TilingError::Code))?;
    Ok((ruleset, valuation(playable, asked)?))
}

/// The kind of values that a table has.
pub fn held_in(table: &StoredTable) -> ValueKind {
    match table.store().tiling().valuation() {
        Valuation::Grundy => ValueKind::Grundy,
        Valuation::Remoteness => ValueKind::Remoteness,
        _ => ValueKind::Outcome,
    }
}

/// The plural of a value in words.
pub fn many(held: ValueKind) -> &'static str {
    match held {
        ValueKind::Outcome => "outcomes",
        ValueKind::Grundy => "Grundy values",
        ValueKind::Remoteness => "remoteness",
    }
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn real(number: u128) -> f64 {
    number as f64
}
