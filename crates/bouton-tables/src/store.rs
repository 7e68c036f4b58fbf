//! Tables in folders: a manifest, and a file for each tile.
//!
//! A file gets its name when it is complete, and it contains all data of its tile: bits, faces,
//! counts, checksums. So a tile either exists or does not, at every moment. Every process that
//! computes a tile writes the same bytes. A table is counted by adding the counts in its files, each
//! once. A run waits for the disk once, at its end. A file that a loss of power damaged before that
//! has a wrong checksum, and is computed again.

mod faces;
mod file;

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, mpsc},
};

use bouton_core::{ControlState, LimitReached, Ruleset, Valuation, Value, Watch};
use bouton_files::{Replacement, clear_unfinished, is_unfinished, read_text, sync_all};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::{
    faces::Faces,
    file::{Bad, TileFile},
};
use crate::{
    bits::{Bits, place, words_of},
    kernel::Mapped,
    tile::{FilledBy, Filler, Tile, TileId, Tiling, TilingError},
};

/// The file that describes the table of a folder.
const MANIFEST: &str = "manifest.json";
/// The greatest length of a manifest, in bytes: rules have at most a mebibyte.
const LONGEST_MANIFEST: u64 = 1 << 23;
/// The format name in a manifest, and its version.
const FORMAT: (&str, u32) = ("bouton tiles", 1);

/// An error of a stored table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A file cannot be read.
    #[error("{path} cannot be read: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A file cannot be written. The existing files of the folder are complete.
    #[error(
        "{path} cannot be written: {reason}; the files in the folder are complete, and the same command continues from there"
    )]
    Unwritable {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The folder does not contain a table.
    #[error("{folder} holds no table")]
    NoTable {
        /// The folder.
        folder: String,
    },
    /// The folder contains other files.
    #[error("{folder} holds other files; a table needs a folder of its own")]
    OtherFiles {
        /// The folder.
        folder: String,
    },
    /// The manifest is not valid.
    #[error("{path} is not a manifest that this version knows: {reason}")]
    Manifest {
        /// The file.
        path: String,
        /// The fault.
        reason: String,
    },
    /// The folder contains another table.
    #[error("{folder} holds another table: {what} {found}, not {wanted}; take another folder")]
    OtherTable {
        /// The folder.
        folder: String,
        /// The property that differs.
        what: &'static str,
        /// Its value in the folder.
        found: String,
        /// The requested value.
        wanted: String,
    },
    /// A tile is not as it was written.
    #[error(
        "tile {tile} in {path} is damaged: {reason}; compute the table there again; only damaged tiles are computed"
    )]
    Damaged {
        /// The tile.
        tile: TileId,
        /// Its file.
        path: String,
        /// The fault.
        reason: String,
    },
    /// A tile does not exist.
    #[error("tile {tile} of the table has not been computed")]
    Missing {
        /// The tile.
        tile: TileId,
    },
    /// The table does not have this tile.
    #[error("the table has no tile {tile}: {reason}")]
    NoSuchTile {
        /// The requested tile.
        tile: String,
        /// The reason.
        reason: String,
    },
    /// The box cannot be cut into tiles.
    #[error(transparent)]
    Untiled(#[from] TilingError),
    /// A limit was reached. Results found so far are kept.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl StoreError {
    fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::Unwritable { path: path.display().to_string(), reason: error.to_string() }
    }

    fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: path.display().to_string(), reason: error.to_string() }
    }
}

/// The manifest of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    /// The canonical rules.
    rules: String,
    /// The greatest value of each coordinate.
    last: Vec<u64>,
    /// The name of the values.
    value: String,
    /// The side of a tile.
    side: u64,
}

impl Manifest {
    /// Creates the manifest of a new table.
    fn new(ruleset: &Ruleset, request: &TableRequest<'_>, watch: &Watch) -> Result<Self, StoreError> {
        let (valuation, last) = (request.valuation, request.last.unwrap_or_default());
        let tiling = match request.side {
            Some(side) => Tiling::new(ruleset, valuation, last, side)?,
            None => Tiling::within(ruleset, valuation, last, watch.memory_left())?,
        };
        fits_into_memory(&tiling, watch)?;
        Ok(Self {
            format: FORMAT.0.to_owned(),
            version: FORMAT.1,
            rules: request.rules.to_owned(),
            last: tiling.last(),
            value: name(valuation).to_owned(),
            side: tiling.side(),
        })
    }

    fn read(folder: &Path) -> Result<Option<Self>, StoreError> {
        let path = folder.join(MANIFEST);
        let text = match read_text(&path, LONGEST_MANIFEST) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::unreadable(&path, &error)),
        };
        let wrong = |reason: String| StoreError::Manifest { path: path.display().to_string(), reason };
        let manifest: Self = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if (manifest.format.as_str(), manifest.version) != FORMAT {
            return Err(wrong(format!("it is of {} version {}", manifest.format, manifest.version)));
        }
        Ok(Some(manifest))
    }

    /// Begins a table in a folder, which is created if it does not exist. If several processes
    /// begin a table in the same folder at once, only one manifest is written, and all of them get
    /// that manifest.
    fn settled(self, folder: &Path) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(|error| StoreError::unwritable(folder, &error))?;
        let entries = fs::read_dir(folder).map_err(|error| StoreError::unreadable(folder, &error))?;
        let is_empty = entries.flatten().all(|entry| is_unfinished(&entry.file_name()));
        // A table's tiles come after its manifest. So if another process has written tiles, its
        // manifest exists, too.
        if !is_empty {
            let other = || StoreError::OtherFiles { folder: folder.display().to_string() };
            return Self::read(folder)?.ok_or_else(other);
        }
        let path = folder.join(MANIFEST);
        let written = Replacement::begin(&path).and_then(|file| {
            serde_json::to_writer_pretty(file.file(), &self)?;
            file.finish_first()
        });
        if written.map_err(|error| StoreError::unwritable(&path, &error))? {
            return Ok(self);
        }
        Self::read(folder)?.ok_or_else(|| StoreError::NoTable { folder: folder.display().to_string() })
    }

    /// The SHA-256 of the manifest, which the tiles contain.
    fn digest(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Checks that this is the requested table; `last` and `side` are compared if they are given.
    fn fits(&self, folder: &Path, request: &TableRequest<'_>) -> Result<(), StoreError> {
        let other = |what, found: &str, wanted: &str| StoreError::OtherTable {
            folder: folder.display().to_string(),
            what,
            found: found.to_owned(),
            wanted: wanted.to_owned(),
        };
        let one_line = |rules: &str| format!("`{}`", unnamed(rules).join("; "));
        if unnamed(&self.rules) != unnamed(request.rules) {
            return Err(other("its rules are", &one_line(&self.rules), &one_line(request.rules)));
        }
        if self.value != name(request.valuation) {
            return Err(other("its values are", &self.value, name(request.valuation)));
        }
        let list = |last: &[u64]| last.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if let Some(last) = request.last.filter(|last| **last != self.last) {
            return Err(other("it goes up to", &list(&self.last), &list(last)));
        }
        if let Some(side) = request.side.filter(|side| *side != self.side) {
            return Err(other("the side of its tiles is", &self.side.to_string(), &side.to_string()));
        }
        Ok(())
    }
}

/// Checks that the largest tile fits.
fn fits_into_memory(tiling: &Tiling, watch: &Watch) -> Result<(), LimitReached> {
    let (needed, limit) = (tiling.bytes(), watch.memory_left());
    if needed > u128::from(limit) { Err(LimitReached::Memory { needed, limit }) } else { Ok(()) }
}

/// The name of the values of a valuation: with the rules it determines the valuation.
fn name(valuation: Valuation) -> &'static str {
    match valuation {
        Valuation::Grundy => "grundy",
        Valuation::Remoteness => "remoteness",
        _ => "outcome",
    }
}

/// Returns the lines of a rules text, without the name of the game.
fn unnamed(rules: &str) -> Vec<&str> {
    rules.lines().filter(|line| !line.starts_with("game ") && !line.trim().is_empty()).collect()
}

/// The requested table.
#[derive(Clone, Copy, Debug)]
struct TableRequest<'a> {
    rules: &'a str,
    valuation: Valuation,
    last: Option<&'a [u64]>,
    side: Option<u64>,
}

/// A folder with some or all of the tiles of a table.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::TileStore;
///
/// let game = bouton_rules::resolve("wythoff").unwrap();
/// let (rules, ruleset) = (game.text(), game.ruleset().unwrap());
/// let folder = tempfile::tempdir()?;
/// let watch = Watch::unlimited();
/// let store =
///     TileStore::create(folder.path(), &rules, &ruleset, Valuation::NormalOutcome, &[99, 99], Some(32), &watch)?;
/// assert_eq!(store.fill(&watch)?.computed, 16);
/// assert_eq!(store.counts()?, [[77, 9923]]);
/// let table = store.into_table();
/// assert_eq!(table.value(&[4, 7], ControlState(0))?, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TileStore {
    folder: PathBuf,
    tiling: Tiling,
    manifest: Manifest,
    digest: String,
}

/// The work for a table, planned before anything is done.
#[derive(Clone, Debug, PartialEq)]
pub struct StorePlan {
    /// The method that fills the tiles.
    pub filled_by: FilledBy,
    /// The side of a tile.
    pub side: u64,
    /// The number of tiles.
    pub tiles: u64,
    /// The number of tiles in the folder, according to their headers.
    pub done: u64,
    /// The number of damaged files.
    pub damaged: u64,
    /// The number of bytes that the largest tile takes while it is computed.
    pub bytes_of_tile: u128,
    /// The approximate number of seconds one thread takes for the missing tiles.
    pub seconds: f64,
    /// The approximate number of bytes of the files of all tiles.
    pub bytes_on_disk: u128,
}

/// The tiles that were used and computed to fill a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileCounts {
    /// Existing tiles that are as they were written.
    pub found: u64,
    /// Tiles that were computed.
    pub computed: u64,
    /// Existing tiles that were damaged, and were computed again.
    pub damaged: u64,
}

impl TileStore {
    /// Opens the table of all positions with no coordinate above `last` in this folder, and creates
    /// it if it does not exist. `rules` are the canonical rules. Without a side, the longest side
    /// is used whose tiles fit the memory.
    ///
    /// # Errors
    ///
    /// If the folder contains something else or cannot be written, or if the box cannot be cut into
    /// tiles.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::TileStore;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..2 in total from at most 2 heaps").unwrap();
    /// let (ruleset, watch) = (game.ruleset().unwrap(), Watch::unlimited());
    /// let store = TileStore::create(
    ///     folder.path(),
    ///     &game.text(),
    ///     &ruleset,
    ///     Valuation::NormalOutcome,
    ///     &[31, 31],
    ///     Some(16),
    ///     &watch,
    /// )?;
    /// assert_eq!(store.fill(&watch)?.computed, 4);
    /// assert_eq!(store.fill(&watch)?.found, 4); // nothing is computed again
    /// assert_eq!(store.counts()?, [[341, 683]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(
        folder: &Path,
        rules: &str,
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        side: Option<u64>,
        watch: &Watch,
    ) -> Result<Self, StoreError> {
        let request = TableRequest { rules, valuation, last: Some(last), side };
        let manifest = match Manifest::read(folder)? {
            Some(manifest) => manifest,
            None => Manifest::new(ruleset, &request, watch)?.settled(folder)?,
        };
        manifest.fits(folder, &request)?;
        clear_unfinished(folder, None);
        Self::of(folder, manifest, ruleset, valuation)
    }

    /// Plans the work of [`create`](Self::create) and [`fill`](Self::fill); nothing is written.
    ///
    /// # Errors
    ///
    /// As [`create`](Self::create).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::TileStore;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::resolve("wythoff").unwrap();
    /// let (ruleset, outcome) = (game.ruleset().unwrap(), Valuation::NormalOutcome);
    /// let sides = (&[99, 99][..], Some(50));
    /// let plan = TileStore::plan(folder.path(), &game.text(), &ruleset, outcome, sides, &Watch::unlimited())?;
    /// assert_eq!((plan.tiles, plan.done), (4, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(
        folder: &Path,
        rules: &str,
        ruleset: &Ruleset,
        valuation: Valuation,
        (last, side): (&[u64], Option<u64>),
        watch: &Watch,
    ) -> Result<StorePlan, StoreError> {
        let request = TableRequest { rules, valuation, last: Some(last), side };
        let found = Manifest::read(folder)?;
        let is_there = found.is_some();
        let manifest = match found {
            Some(manifest) => manifest.fits(folder, &request).map(|()| manifest)?,
            None => Manifest::new(ruleset, &request, watch)?,
        };
        let store = Self::of(folder, manifest, ruleset, valuation)?;
        let mut plan = StorePlan {
            filled_by: store.tiling.filled_by(),
            side: store.tiling.side(),
            tiles: store.tiling.tiles(),
            done: 0,
            damaged: 0,
            bytes_of_tile: store.tiling.bytes(),
            seconds: 0.0,
            bytes_on_disk: store.tiling.bytes_on_disk(),
        };
        for tile in store.tiling.ids().take_while(|_| is_there) {
            watch.check()?;
            match store.has(&tile) {
                Ok(has) => plan.done += u64::from(has),
                Err(StoreError::Damaged { .. }) => plan.damaged += 1,
                Err(error) => return Err(error),
            }
        }
        #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
        {
            plan.seconds = (plan.tiles - plan.done) as f64 * store.tiling.seconds_a_tile();
        }
        Ok(plan)
    }

    /// Reads the name of the values of the table in a folder; `None` if there is no table.
    ///
    /// # Errors
    ///
    /// If the manifest cannot be read, or is not valid.
    ///
    /// # Examples
    ///
    /// ```
    /// let folder = tempfile::tempdir()?;
    /// assert_eq!(bouton_tables::TileStore::value_in(folder.path())?, None); // no table yet
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_in(folder: &Path) -> Result<Option<String>, StoreError> {
        Ok(Manifest::read(folder)?.map(|manifest| manifest.value))
    }

    /// Opens the table in this folder for reading.
    ///
    /// # Errors
    ///
    /// If the folder does not contain a table, or contains one of another game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::{StoreError, TileStore};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::resolve("wythoff").unwrap();
    /// let (ruleset, outcome) = (game.ruleset().unwrap(), Valuation::NormalOutcome);
    /// let open = || TileStore::open(folder.path(), &game.text(), &ruleset, outcome);
    /// assert!(matches!(open(), Err(StoreError::NoTable { .. })));
    /// let (sides, watch) = (&[31, 31], Watch::unlimited());
    /// TileStore::create(folder.path(), &game.text(), &ruleset, outcome, sides, None, &watch)?;
    /// assert_eq!(open()?.rules(), game.text());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(
        folder: &Path,
        rules: &str,
        ruleset: &Ruleset,
        valuation: Valuation,
    ) -> Result<Self, StoreError> {
        let none = || StoreError::NoTable { folder: folder.display().to_string() };
        let manifest = Manifest::read(folder)?.ok_or_else(none)?;
        manifest.fits(folder, &TableRequest { rules, valuation, last: None, side: None })?;
        Self::of(folder, manifest, ruleset, valuation)
    }

    fn of(
        folder: &Path,
        manifest: Manifest,
        ruleset: &Ruleset,
        valuation: Valuation,
    ) -> Result<Self, StoreError> {
        if manifest.last.len() != ruleset.dimension() {
            let path = folder.join(MANIFEST).display().to_string();
            return Err(StoreError::Manifest {
                path,
                reason: "it has another number of coordinates".to_owned(),
            });
        }
        let tiling = Tiling::new(ruleset, valuation, &manifest.last, manifest.side)?;
        let digest = manifest.digest();
        Ok(Self { folder: folder.to_owned(), tiling, manifest, digest })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The tiling of the box.
    #[must_use]
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The canonical rules of the table.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.manifest.rules
    }

    /// The file of a tile.
    #[must_use]
    pub fn path(&self, tile: &TileId) -> PathBuf {
        self.folder.join(format!("{tile}.tile"))
    }

    fn failed(&self, tile: &TileId, bad: Bad) -> StoreError {
        let path = self.path(tile);
        match bad {
            Bad::Io(error) => StoreError::unreadable(&path, &error),
            Bad::Damaged(reason) => StoreError::Damaged {
                tile: tile.clone(),
                path: path.display().to_string(),
                reason: reason.to_owned(),
            },
        }
    }

    /// Opens the file of a tile and reads its header; `None` if the file does not exist.
    fn file(&self, tile: &TileId) -> Result<Option<TileFile>, StoreError> {
        let Some(file) = TileFile::open(&self.path(tile)).map_err(|bad| self.failed(tile, bad))? else {
            return Ok(None);
        };
        let header = &file.header;
        let sides = self.tiling.sides(tile);
        let words = words_of(&sides).map(|words| words as u64);
        let is_ours = header.manifest == self.digest && header.tile == tile.0 && header.sides == sides;
        if !is_ours || words.is_none_or(|words| words == 0 || header.bits.words % words != 0) {
            return Err(
                self.failed(tile, Bad::Damaged("it belongs to another table, or to another place of it"))
            );
        }
        Ok(Some(file))
    }

    /// Whether a tile exists. Only the header of its file is read.
    ///
    /// # Errors
    ///
    /// If its file is damaged, or cannot be read.
    pub fn has(&self, tile: &TileId) -> Result<bool, StoreError> {
        Ok(self.file(tile)?.is_some())
    }

    /// Checks the whole file of a tile. Returns whether the tile exists.
    ///
    /// # Errors
    ///
    /// If it is damaged, or cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::TileStore;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap();
    /// let (ruleset, watch, outcome) = (game.ruleset().unwrap(), Watch::unlimited(), Valuation::NormalOutcome);
    /// let store =
    ///     TileStore::create(folder.path(), &game.text(), &ruleset, outcome, &[31, 31], Some(16), &watch)?;
    /// let tile = "0-1".parse()?;
    /// assert!(!store.verify(&tile)?); // not yet computed
    /// store.fill(&watch)?;
    /// assert!(store.verify(&tile)?);
    /// let file = store.path(&tile);
    /// let mut bytes = std::fs::read(&file)?;
    /// *bytes.last_mut().unwrap() ^= 1;
    /// std::fs::write(&file, bytes)?;
    /// assert!(store.has(&tile)? && store.verify(&tile).is_err()); // the header is intact, the bits are not
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, tile: &TileId) -> Result<bool, StoreError> {
        let Some(mut file) = self.file(tile)? else { return Ok(false) };
        file.verify().map_err(|bad| self.failed(tile, bad))?;
        Ok(true)
    }

    /// Computes a tile from the faces of those below it, which must exist, and writes it. Returns
    /// the counts of positions by control state and value.
    ///
    /// # Errors
    ///
    /// If the table does not have this tile, one below it is missing or damaged, a limit is
    /// reached, or it cannot be written.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::TileStore;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::resolve("wythoff").unwrap();
    /// let (ruleset, outcome, watch) = (game.ruleset().unwrap(), Valuation::NormalOutcome, Watch::unlimited());
    /// let store = TileStore::create(folder.path(), &game.text(), &ruleset, outcome, &[31, 31], Some(16), &watch)?;
    /// let first = "0-0".parse()?;
    /// let counts = store.compute(&first, &watch)?;
    /// assert_eq!(counts[0].iter().sum::<u64>(), 16 * 16);
    /// assert!(store.has(&first)? && store.verify(&first)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compute(&self, tile: &TileId, watch: &Watch) -> Result<Vec<Vec<u64>>, StoreError> {
        if !self.tiling.has(tile) {
            let last = TileId(self.tiling.last().iter().map(|last| last / self.tiling.side()).collect());
            let reason = format!("its last one is {last}");
            return Err(StoreError::NoSuchTile { tile: tile.to_string(), reason });
        }
        let found = Filler::new(&self.tiling, watch)?.compute::<StoreError>(
            tile,
            &mut |below, coordinate| self.face(below, coordinate),
            Vec::new(),
            watch,
        )?;
        self.write(tile, &found)?;
        self.sync(std::slice::from_ref(tile))?;
        Ok(found.counts)
    }

    /// Waits until tiles are on the disk.
    fn sync(&self, tiles: &[TileId]) -> Result<(), StoreError> {
        let files: Vec<PathBuf> = tiles.iter().map(|tile| self.path(tile)).collect();
        sync_all(&self.folder, &files).map_err(|error| StoreError::unwritable(&self.folder, &error))
    }

    /// Writes a tile, without waiting for the disk.
    fn write(&self, tile: &TileId, found: &Tile) -> Result<(), StoreError> {
        file::write(&self.path(tile), tile, found, &self.tiling, &self.digest)
    }

    /// Reads the face of a tile along a coordinate.
    fn face(&self, tile: &TileId, coordinate: usize) -> Result<Arc<[Bits]>, StoreError> {
        let missing = || StoreError::Missing { tile: tile.clone() };
        let mut file = self.file(tile)?.ok_or_else(missing)?;
        let same = |face: &file::Face| {
            face.coordinate == coordinate
                && Some(&face.sides) == self.tiling.face(tile, coordinate).as_ref()
                && face.planes == self.tiling.planes_across(coordinate)
        };
        if !file.header.faces.iter().any(same) {
            return Err(self.failed(tile, Bad::Damaged("it lacks a face")));
        }
        file.face(coordinate).map(Arc::from).map_err(|bad| self.failed(tile, bad))
    }

    /// Computes the missing tiles. Existing tiles are checked first; a damaged tile is computed
    /// again.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the folder cannot be read or written. Results found so far are
    /// kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::TileStore;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let game = bouton_rules::resolve("wythoff").unwrap();
    /// let (ruleset, outcome, watch) = (game.ruleset().unwrap(), Valuation::NormalOutcome, Watch::unlimited());
    /// let store = TileStore::create(folder.path(), &game.text(), &ruleset, outcome, &[31, 31], Some(16), &watch)?;
    /// store.compute(&"0-0".parse()?, &watch)?;
    /// let resumed = store.fill(&watch)?;
    /// assert_eq!((resumed.found, resumed.computed), (1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&self, watch: &Watch) -> Result<TileCounts, StoreError> {
        let mut filled = TileCounts::default();
        let mut missing = Vec::new();
        for tile in self.tiling.ids() {
            watch.check()?;
            match self.verify(&tile) {
                Ok(true) => filled.found += 1,
                Ok(false) => missing.push(tile),
                Err(StoreError::Damaged { .. }) => {
                    filled.damaged += 1;
                    missing.push(tile);
                }
                Err(error) => return Err(error),
            }
        }
        if missing.is_empty() {
            return Ok(filled);
        }
        fits_into_memory(&self.tiling, watch)?;
        let mut written = Vec::new();
        let ended = self.compute_all(&missing, &mut written, watch);
        self.sync(&written)?;
        filled.computed = written.len() as u64;
        ended.map(|()| filled)
    }

    /// Computes tiles in their order and writes them, without waiting for the disk. While one is written, the next is
    /// computed, if there is memory for both.
    fn compute_all(
        &self,
        tiles: &[TileId],
        written: &mut Vec<TileId>,
        watch: &Watch,
    ) -> Result<(), StoreError> {
        let mut filler = Filler::new(&self.tiling, watch)?;
        let mut faces = Faces::new(watch);
        let largest = self.tiling.ids().next().and_then(|first| self.tiling.layout(&first));
        let second = watch.hold(largest.map_or(u64::MAX, |layout| 8 * layout.words as u64));
        let (to_writer, to_write) = mpsc::sync_channel::<(TileId, Tile)>(0);
        let (give_back, given_back) = mpsc::channel();
        let write_all = move || {
            let mut written = Vec::new();
            for (tile, found) in to_write {
                if let Err(error) = self.write(&tile, &found) {
                    return (written, Err(error));
                }
                written.push(tile);
                // No more tiles may come.
                let _ = give_back.send(found.words);
            }
            (written, Ok(()))
        };
        std::thread::scope(|scope| {
            // Without the memory, or a thread, each tile is written before the next is computed.
            let writer = match &second {
                Ok(_) => std::thread::Builder::new().spawn_scoped(scope, write_all).ok(),
                Err(_) => None,
            };
            let (mut spare, mut under_way, mut before) = (Vec::new(), 0, None);
            let mut ended = Ok(());
            for tile in tiles {
                let back: Vec<Vec<u64>> = given_back.try_iter().collect();
                under_way -= back.len();
                spare.extend(back);
                let words = spare.pop().unwrap_or_default();
                let mut face = |below: &TileId, coordinate: usize| {
                    if let Some(face) = faces.get(below, coordinate) {
                        return Ok(face);
                    }
                    // The file of the tile before may not be complete yet.
                    if before == Some(below) {
                        spare.extend(given_back.iter().take(under_way));
                        under_way = 0;
                    }
                    self.face(below, coordinate)
                };
                let found = match filler.compute::<StoreError>(tile, &mut face, words, watch) {
                    Ok(found) => found,
                    Err(error) => {
                        ended = Err(error);
                        break;
                    }
                };
                faces.keep(tile, &found);
                before = Some(tile);
                if writer.is_some() {
                    if to_writer.send((tile.clone(), found)).is_err() {
                        // The writer says why.
                        break;
                    }
                    under_way += 1;
                } else {
                    ended = self.write(tile, &found);
                    if ended.is_err() {
                        break;
                    }
                    written.push(tile.clone());
                    spare.push(found.words);
                }
            }
            drop(to_writer);
            let Some(writer) = writer else { return ended };
            let (by_writer, wrote) = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            written.extend(by_writer);
            // A face may be missing because its tile could not be written.
            wrote.and(ended)
        })
    }

    /// Counts the positions of the whole table by control state and value.
    ///
    /// # Errors
    ///
    /// If a tile is missing or damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::{StoreError, TileStore};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
    /// let (ruleset, outcome, watch) = (nim.ruleset().unwrap(), Valuation::NormalOutcome, Watch::unlimited());
    /// let store = TileStore::create(folder.path(), &nim.text(), &ruleset, outcome, &[31, 31], Some(16), &watch)?;
    /// assert!(matches!(store.counts(), Err(StoreError::Missing { .. })));
    /// store.fill(&watch)?;
    /// assert_eq!(store.counts()?, [[32, 32 * 31]]); // equal heaps are lost
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Result<Vec<Vec<u128>>, StoreError> {
        let mut sums: Vec<Vec<u128>> = Vec::new();
        for tile in self.tiling.ids() {
            let missing = || StoreError::Missing { tile: tile.clone() };
            let counts = self.file(&tile)?.ok_or_else(missing)?.header.counts;
            sums.resize(counts.len(), Vec::new());
            for (sums, counts) in sums.iter_mut().zip(counts) {
                // For numbers a tile lists only the values that occur in it.
                sums.resize(counts.len().max(sums.len()), 0);
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u128::from(count));
            }
        }
        Ok(sums)
    }

    /// Opens the table for looking up positions.
    #[must_use]
    pub fn into_table(self) -> StoredTable {
        StoredTable { store: self, open: Mutex::default() }
    }
}

/// The most bytes of tiles that are mapped at once: parts that were read count as memory of the
/// program.
const MOST_MAPPED: u64 = 16 << 20;

/// A table in a folder. Its files are mapped into memory to look up positions.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::TileStore;
///
/// let folder = tempfile::tempdir()?;
/// let game = bouton_rules::resolve("wythoff").unwrap();
/// let (ruleset, watch, outcome) = (game.ruleset().unwrap(), Watch::unlimited(), Valuation::NormalOutcome);
/// TileStore::create(folder.path(), &game.text(), &ruleset, outcome, &[63, 63], Some(32), &watch)?.fill(&watch)?;
///
/// let table = TileStore::open(folder.path(), &game.text(), &ruleset, outcome)?.into_table();
/// assert_eq!(table.value(&[33, 54], ControlState(0))?, Some(0));
/// assert_eq!(table.value(&[64, 0], ControlState(0))?, None); // outside of the box
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoredTable {
    store: TileStore,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    tiles: HashMap<TileId, OpenTile>,
    /// The bytes of the mapped tiles.
    bytes: u64,
    /// The tiles whose bits were checked completely.
    verified: HashSet<TileId>,
}

#[derive(Debug)]
struct OpenTile {
    map: Mapped,
    /// The first byte of the bits.
    start: u64,
    sides: Vec<usize>,
    /// The bytes of a class.
    class: u64,
    /// The number of classes of a control state that are stored.
    classes: u64,
}

impl StoredTable {
    /// The folder.
    #[must_use]
    pub fn store(&self) -> &TileStore {
        &self.store
    }

    /// Returns the value of a position; `None` outside of the box. A tile is checked completely
    /// when it is first used.
    ///
    /// # Errors
    ///
    /// If its tile is missing or damaged.
    pub fn value(&self, coordinates: &[u64], control: ControlState) -> Result<Option<Value>, StoreError> {
        let tiling = &self.store.tiling;
        let Some(id) = tiling.tile_of(coordinates) else { return Ok(None) };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.tiles.contains_key(&id) {
            let tile = self.open(&id, !open.verified.contains(&id))?;
            open.verified.insert(id.clone());
            if open.bytes > MOST_MAPPED {
                open.tiles.clear();
                open.bytes = 0;
            }
            open.bytes += tile.map.bytes();
            open.tiles.insert(id.clone(), tile);
        }
        let Some(tile) = open.tiles.get(&id) else { return Ok(None) };
        let side = tiling.side();
        let at = coordinates.iter().map(|at| usize::try_from(at % side).unwrap_or(0));
        let (word, bit) = place(&tile.sides, at);
        let first = control.index() as u64 * tile.classes;
        let cut_off = || self.store.failed(&id, Bad::Damaged("it is cut off"));
        let bit_of = |class: u64| {
            let byte = tile.start + (first + class) * tile.class + 8 * word as u64;
            tile.map.word(byte).map(|word| word >> bit & 1).ok_or_else(cut_off)
        };
        if tiling.digits().is_some() {
            let digits = (0..tile.classes).rev();
            let value =
                digits.map(bit_of).try_fold(0u64, |value, bit| Ok::<_, StoreError>(value << 1 | bit?))?;
            return Ok(Value::try_from(value).ok());
        }
        for class in 0..tile.classes {
            if bit_of(class)? == 1 {
                return Ok(Value::try_from(class).ok());
            }
        }
        Ok(Value::try_from(tile.classes).ok())
    }

    fn open(&self, id: &TileId, verify: bool) -> Result<OpenTile, StoreError> {
        let store = &self.store;
        let missing = || StoreError::Missing { tile: id.clone() };
        let mut file = store.file(id)?.ok_or_else(missing)?;
        if verify {
            file.verify_bits().map_err(|bad| store.failed(id, bad))?;
        }
        let map = Mapped::new(&file.file).map_err(|error| StoreError::unreadable(&store.path(id), &error))?;
        let sides = file.header.sides.clone();
        let words = words_of(&sides).unwrap_or(0) as u64;
        let controls = file.header.counts.len() as u64;
        let classes = file.header.bits.words / words.max(1) / controls.max(1);
        Ok(OpenTile { map, start: file.start + file.header.bits.first, sides, class: 8 * words, classes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory that was used before may contain anything.
    #[test]
    fn tiles_do_not_depend_on_what_was_in_their_words() {
        let watch = Watch::unlimited();
        for (rules, valuation, last, side) in [
            ("wythoff", Valuation::NormalOutcome, &[150, 200][..], 66),
            ("heaps 3; move take any from 1 heap", Valuation::NormalOutcome, &[20, 9, 70], 7),
            (
                "heaps 2; move take 1..3 from 1 heap; pass 1 unless empty",
                Valuation::MisereOutcome,
                &[9, 90],
                5,
            ),
            ("heaps 3; move take 1..3 from 1 heap", Valuation::Podium { players: 3 }, &[9, 9, 70], 6),
            ("two-in-total", Valuation::Grundy, &[7, 5, 6, 70], 5),
            ("heaps 3; move take 1..3 from 1 heap", Valuation::Remoteness, &[9, 9, 70], 6),
        ] {
            let game = bouton_rules::resolve(rules).unwrap();
            let (text, ruleset) = (game.text(), game.ruleset().unwrap());
            let folder = tempfile::tempdir().unwrap();
            let store =
                TileStore::create(folder.path(), &text, &ruleset, valuation, last, Some(side), &watch)
                    .unwrap();
            store.fill(&watch).unwrap();
            let mut filler = Filler::new(&store.tiling, &watch).unwrap();
            for tile in store.tiling.ids() {
                let path = store.path(&tile);
                let before = fs::read(&path).unwrap();
                let mut face = |below: &TileId, coordinate: usize| store.face(below, coordinate);
                let words = vec![u64::MAX; 10_000];
                let found = filler.compute::<StoreError>(&tile, &mut face, words, &watch).unwrap();
                store.write(&tile, &found).unwrap();
                assert_eq!(fs::read(&path).unwrap(), before, "{rules} {valuation:?} {tile}");
            }
        }
    }
    /// A tile that cannot be written ends the run with the reason, and the tiles before it are there.
    #[test]
    fn a_tile_that_cannot_be_written_is_an_error() {
        let game = bouton_rules::resolve("wythoff").unwrap();
        let (text, ruleset) = (game.text(), game.ruleset().unwrap());
        for more in [u64::MAX, 4096, 0] {
            let folder = tempfile::tempdir().unwrap();
            let (outcome, watch) = (Valuation::NormalOutcome, Watch::unlimited());
            let store =
                TileStore::create(folder.path(), &text, &ruleset, outcome, &[60, 70], Some(16), &watch)
                    .unwrap();
            let tiles: Vec<TileId> = store.tiling.ids().collect();
            fs::create_dir(store.path(&tiles[7])).unwrap();
            let mut written = Vec::new();
            let memory = u64::try_from(store.tiling.bytes()).unwrap().saturating_add(more);
            let watch = Watch::new(&bouton_core::Limits { memory, ..bouton_core::Limits::default() });
            let refused = store.compute_all(&tiles, &mut written, &watch).unwrap_err();
            let path = store.path(&tiles[7]).display().to_string();
            assert!(matches!(&refused, StoreError::Unwritable { path: at, .. } if *at == path), "{refused}");
            assert_eq!(written, tiles[..7], "{more}");
            assert!(written.iter().all(|tile| store.verify(tile) == Ok(true)));
        }
    }
}
