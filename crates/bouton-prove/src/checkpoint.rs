//! Checkpoints, from which stopped searches continue.
//!
//! A search that keeps a checkpoint saves its state: the learnt rows, the solved values, and the
//! work done by each of its parts. When it is started again with the same rules, goal and limits of
//! memory and states, it continues from there, and its result is the same as without a stop, to the
//! last byte.
//!
//! A checkpoint is one file, `proof.checkpoint`, in a folder of its own: two lines of text that
//! identify the search, the state in the format of `postcard`, and the SHA-256 of all that. It is
//! written under another name first and then renamed, so that a killed search leaves the last
//! complete one.

use std::{
    cell::Cell,
    fs,
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use bouton_cert::Identity;
use bouton_core::{Ruleset, Watch};
use bouton_files::{Replacement, open_with};
use bouton_solve::saved::{get, put};
use sha2::{Digest, Sha256};

use crate::{Goal, ProveOptions};

/// The first line.
const BEGINNING: &str = "bouton checkpoint 4";
/// The digest at the end.
const DIGEST: u64 = 32;
/// The largest fraction of the time that checkpoints may take, as its denominator.
const PART: u32 = 20;

/// The reason why a checkpoint cannot be used.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, NoLaw, ProveOptions, prove};
///
/// let folder = std::env::temp_dir().join(format!("bouton-foreign-{}", std::process::id()));
/// let options = ProveOptions { checkpoint: Some(folder.clone()), ..ProveOptions::default() };
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("proof.checkpoint"), "not a checkpoint")?;
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let result = prove(&nim, Goal::Outcome, &options, &Watch::unlimited());
/// std::fs::remove_dir_all(&folder)?;
/// assert!(matches!(result, Err(NoLaw::Checkpoint(_))));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file or its folder.
    #[error("the checkpoint {path} cannot be read or written: {reason}")]
    File {
        /// The file.
        path: String,
        /// The message of the system.
        reason: String,
    },
    /// The checkpoint is not as it was written.
    #[error("the checkpoint {path} is damaged: {reason}; remove it, and the search begins anew")]
    Damaged {
        /// The file.
        path: String,
        /// The fault.
        reason: String,
    },
    /// The checkpoint belongs to another search.
    #[error("the checkpoint {path} is of another search: {what} was {found} and is now {expected}")]
    Foreign {
        /// The file.
        path: String,
        /// The property that differs.
        what: &'static str,
        /// Its value in the checkpoint.
        found: String,
        /// Its value now.
        expected: String,
    },
    /// Another search is keeping its checkpoint there.
    #[error("another search that is running keeps its checkpoint in {0}")]
    Busy(String),
}

/// The checkpoint of a search.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// The lines at the beginning.
    header: String,
    /// Whether the state that was found belongs to a game with a Nim heap added; `None` after a
    /// search has resumed from it.
    found: Cell<Option<bool>>,
    /// The time at which the last state was written, and how long that took.
    last: Cell<Option<(Instant, Duration)>>,
    /// Held as long as this lives.
    _lock: fs::File,
}

/// A property that identifies a search, by name.
type Field = (&'static str, String);

fn fields(ruleset: &Ruleset, goal: Goal, options: &ProveOptions, watch: &Watch) -> Vec<Field> {
    let mut fields = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("rules", Identity::of(ruleset.text()).to_string()),
        ("goal", format!("{goal:?}").to_lowercase()),
        ("states", options.states.to_string()),
        ("numeration", options.numeration.to_string()),
        ("memory", watch.memory_limit().to_string()),
    ];
    if let Some(law) = &options.beginning {
        let parts = format!("{:?} {:?} {:?}", law.starts(), law.outputs(), law.transitions());
        fields.push(("beginning", Identity::of(&parts).to_string()));
    }
    fields
}

impl Checkpoint {
    /// Opens the checkpoint of a search, if it is to keep one, and checks the state found there.
    pub(crate) fn of(
        ruleset: &Ruleset,
        goal: Goal,
        options: &ProveOptions,
        watch: &Watch,
    ) -> Result<Option<Self>, CheckpointError> {
        let Some(folder) = &options.checkpoint else { return Ok(None) };
        let path = folder.join("proof.checkpoint");
        let lock = lock(folder).map_err(|error| match error {
            None => CheckpointError::Busy(folder.display().to_string()),
            Some(error) => unusable(folder, &error),
        })?;
        let fields = fields(ruleset, goal, options, watch);
        let words: Vec<String> = fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let header = format!("{BEGINNING}\n{}\n", words.join(" "));
        let (found, last) = (Cell::new(None), Cell::new(None));
        let checkpoint = Self { path, header, found, last, _lock: lock };
        if checkpoint.path.exists() {
            checkpoint.whole(&fields)?;
            let with_nim_heap = get(&mut checkpoint.open()?).map_err(|error| checkpoint.damaged(&error))?;
            checkpoint.found.set(Some(with_nim_heap));
        }
        Ok(Some(checkpoint))
    }

    /// Checks that the file is complete and belongs to this search.
    fn whole(&self, fields: &[Field]) -> Result<(), CheckpointError> {
        let failed = |error: io::Error| unusable(&self.path, &error);
        let file = bouton_files::open(&self.path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut from = BufReader::new(file);
        let body = length.checked_sub(DIGEST).ok_or_else(|| self.damaged(&"it is too short"))?;
        let mut hasher = Sha256::new();
        let mut start = Vec::new();
        let mut piece = vec![0; 1 << 16];
        let mut left = body;
        while left > 0 {
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
            from.read_exact(&mut piece[..most]).map_err(failed)?;
            hasher.update(&piece[..most]);
            if start.is_empty() {
                start.extend_from_slice(&piece[..most.min(4096)]);
            }
            left -= most as u64;
        }
        let mut digest = [0; 32];
        from.read_exact(&mut digest).map_err(failed)?;
        let start = String::from_utf8_lossy(&start);
        let mut lines = start.lines();
        if lines.next() != Some(BEGINNING) {
            return Err(self.damaged(&format!("it does not begin with `{BEGINNING}`")));
        }
        if digest[..] != hasher.finalize()[..] {
            return Err(self.damaged(&"its digest is not that of its bytes"));
        }
        let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        if words.len() > 2 * fields.len() {
            return Err(CheckpointError::Foreign {
                path: self.path.display().to_string(),
                what: "beginning",
                found: words.last().copied().unwrap_or_default().to_owned(),
                expected: "nothing".to_owned(),
            });
        }
        for (place, (what, expected)) in fields.iter().enumerate() {
            let found = words.get(2 * place + 1).copied().unwrap_or_default();
            if found != expected {
                return Err(CheckpointError::Foreign {
                    path: self.path.display().to_string(),
                    what,
                    found: found.to_owned(),
                    expected: expected.clone(),
                });
            }
        }
        Ok(())
    }

    /// Opens the file at the beginning of the state.
    fn open(&self) -> Result<BufReader<fs::File>, CheckpointError> {
        let failed = |error: io::Error| unusable(&self.path, &error);
        let mut from = BufReader::new(bouton_files::open(&self.path).map_err(failed)?);
        from.read_exact(&mut vec![0; self.header.len()]).map_err(failed)?;
        Ok(from)
    }

    /// Whether there is a state of the game, or of the game with a Nim heap added.
    pub(crate) fn is_of(&self, with_nim_heap: bool) -> bool {
        self.found.get() == Some(with_nim_heap)
    }

    /// Opens the state from which a search continues, if there is one.
    pub(crate) fn resume(&self, with_nim_heap: bool) -> Result<Option<BufReader<fs::File>>, CheckpointError> {
        if !self.is_of(with_nim_heap) {
            return Ok(None);
        }
        self.found.set(None);
        // A state that was just read need not be written again at once.
        self.last.set(Some((Instant::now(), Duration::from_millis(1))));
        let mut from = self.open()?;
        get::<bool>(&mut from).map_err(|error| self.damaged(&error))?;
        Ok(Some(from))
    }

    /// Saves a state with `write`, if that is due.
    pub(crate) fn save(
        &self,
        with_nim_heap: bool,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CheckpointError> {
        if self.last.get().is_some_and(|(at, took)| at.elapsed() < took * PART) {
            return Ok(());
        }
        let began = Instant::now();
        let written = Replacement::begin(&self.path).and_then(|file| {
            let mut to = Digesting { to: BufWriter::new(file.file()), hasher: Sha256::new() };
            to.write_all(self.header.as_bytes())?;
            put(&mut to, &with_nim_heap)?;
            write(&mut to)?;
            let digest = to.hasher.finalize();
            to.to.write_all(&digest)?;
            to.to.flush()?;
            drop(to.to);
            file.finish()
        });
        written.map_err(|error| unusable(&self.path, &error))?;
        self.last.set(Some((Instant::now(), began.elapsed())));
        Ok(())
    }

    /// The error that the data read are not valid.
    pub(crate) fn damaged(&self, reason: &dyn std::fmt::Display) -> CheckpointError {
        CheckpointError::Damaged { path: self.path.display().to_string(), reason: reason.to_string() }
    }
}

/// Locks a folder for one search; `None` if another search uses it.
fn lock(folder: &Path) -> Result<fs::File, Option<io::Error>> {
    fs::create_dir_all(folder)?;
    let options = &mut fs::OpenOptions::new();
    let file = open_with(&folder.join("proof.lock"), options.write(true).create(true).truncate(false))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(None),
        Err(fs::TryLockError::Error(error)) => Err(Some(error)),
    }
}

fn unusable(path: &Path, error: &io::Error) -> CheckpointError {
    CheckpointError::File { path: path.display().to_string(), reason: error.to_string() }
}

/// Adds the written bytes to a digest.
struct Digesting<'a> {
    to: BufWriter<&'a fs::File>,
    hasher: Sha256,
}

impl Write for Digesting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
