//! Grundy values stored in a folder, from which a computation that was stopped continues.
//!
//! The file `sequence.checkpoint` has a line that names its game, and then pieces. Each piece
//! consists of the number of its first heap, the number of values, the number of bytes of each, the
//! values, and the SHA-256 of all these. Pieces are appended as values are found, so a process that
//! is killed leaves at worst a piece that is too short; that piece is dropped.

use std::{
    fs,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use bouton_cert::Identity;
use bouton_core::{LimitReached, TakeAndBreakCode, Value, Watch};
use bouton_files::open_with;
use bouton_prove::CheckpointError;
use bouton_sequence::{Sequence, Values};
use sha2::{Digest, Sha256};

/// The beginning of the file.
const BEGINNING: &str = "bouton sequence 1";
/// The bytes of the first heap, of the number of values, and of the width of a value.
const HEAD: usize = 8 + 8 + 1;
const DIGEST: usize = 32;
/// The largest fraction of the time that writing may take is 1/`PART`; the least interval between
/// two writes is `LEAST`.
const PART: u32 = 20;
const LEAST: Duration = Duration::from_millis(500);
/// The least number of new values to write; fewer are quickly computed again.
const FEW: usize = 1 << 12;

/// The stored values of one game.
pub(crate) struct KeptSequence {
    path: PathBuf,
    file: fs::File,
    /// The number of values that are written.
    written: usize,
    /// The time of the last write, and its duration.
    last: Option<(Instant, Duration)>,
    /// The reason why a write failed.
    failed: Option<CheckpointError>,
    /// The lock, which is held as long as this exists.
    _lock: fs::File,
}

impl KeptSequence {
    /// Opens the values stored in a folder, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// If the folder belongs to another game, is in use, is damaged, or cannot be read; or if a
    /// memory limit is reached.
    pub(crate) fn open(
        folder: &Path,
        code: &TakeAndBreakCode,
        watch: &Watch,
    ) -> Result<(Self, Sequence), KeptError> {
        let lock = lock(folder)?;
        let path = folder.join("sequence.checkpoint");
        let failed = |error: io::Error| unusable(&path, &error);
        let mut options = fs::OpenOptions::new();
        let mut file =
            open_with(&path, options.read(true).write(true).create(true).truncate(false)).map_err(failed)?;
        let game = Identity::of(&code.to_string()).to_string();
        let header = format!("{BEGINNING}\n{game}\n");
        let mut values = Values::new();
        let mut end = header.len() as u64;
        if file.metadata().map_err(failed)?.len() < end {
            file.set_len(0).map_err(failed)?;
            file.write_all(header.as_bytes()).map_err(failed)?;
        } else {
            let mut from = BufReader::with_capacity(1 << 20, &file);
            let mut begins = vec![0; header.len()];
            from.read_exact(&mut begins).map_err(failed)?;
            if !begins.starts_with(BEGINNING.as_bytes()) {
                return Err(damaged(&path, &format!("it does not begin with `{BEGINNING}`")).into());
            }
            if begins != header.as_bytes() {
                let begins = String::from_utf8_lossy(&begins);
                return Err(CheckpointError::Foreign {
                    path: path.display().to_string(),
                    what: "the game",
                    found: begins.lines().nth(1).unwrap_or_default().to_owned(),
                    expected: game,
                }
                .into());
            }
            let mut held = watch.hold_none();
            while let Some(piece) =
                read_piece(&mut from, values.len(), watch).map_err(|fault| match fault {
                    Fault::File(error) => failed(error).into(),
                    Fault::Damaged => KeptError::from(damaged(&path, &"a piece is not as it was written")),
                    Fault::Limit(limit) => limit.into(),
                })?
            {
                end += (piece.len() + DIGEST) as u64;
                let width = usize::from(piece[HEAD - 1]);
                let cells = piece[HEAD..].chunks_exact(width);
                held.grow(piece.len() as u64)?;
                values.extend(cells.map(|cell| {
                    cell.iter().rev().fold(0, |value: Value, &byte| value << 8 | Value::from(byte))
                }));
                watch.spend(1 + piece.len() as u64 / 64)?;
            }
        }
        // An incomplete piece at the end of the file is removed.
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let written = values.len();
        let last = (written > 0).then(|| (Instant::now(), Duration::ZERO));
        let kept = Self { path, file, written, last, failed: None, _lock: lock };
        Ok((kept, Sequence::resumed(code, values)))
    }

    /// Writes the new values, if the time since the last write suffices.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Cancelled`] if they cannot be written; see [`failure`](Self::failure).
    pub(crate) fn step(&mut self, sequence: &Sequence) -> Result<(), LimitReached> {
        let few = sequence.values().len() < self.written + FEW;
        if few || self.last.is_some_and(|(at, took)| at.elapsed() < LEAST.max(took * PART)) {
            return Ok(());
        }
        let began = Instant::now();
        self.write(sequence.values()).map_err(|error| {
            self.failed = Some(unusable(&self.path, &error));
            LimitReached::Cancelled
        })?;
        self.last = Some((Instant::now(), began.elapsed()));
        Ok(())
    }

    fn write(&mut self, values: &Values) -> io::Result<()> {
        if values.len() <= self.written {
            return Ok(());
        }
        let width = values.bytes_each();
        let mut to = BufWriter::with_capacity(1 << 20, &self.file);
        let mut hasher = Sha256::new();
        let mut put = |bytes: &[u8]| {
            hasher.update(bytes);
            to.write_all(bytes)
        };
        put(&(self.written as u64).to_le_bytes())?;
        put(&((values.len() - self.written) as u64).to_le_bytes())?;
        put(&[u8::try_from(width).unwrap_or(4)])?;
        let mut bytes = Vec::with_capacity(1 << 16);
        for value in values.range(self.written, values.len()) {
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
            if bytes.len() + 4 > 1 << 16 {
                put(&bytes)?;
                bytes.clear();
            }
        }
        put(&bytes)?;
        to.write_all(&hasher.finalize())?;
        to.into_inner()?.sync_data()?;
        self.written = values.len();
        Ok(())
    }

    /// The reason why values could not be written, if a write failed.
    pub(crate) fn failure(self) -> Option<CheckpointError> {
        self.failed
    }
}

/// The reason why stored values cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum KeptError {
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

enum Fault {
    File(io::Error),
    Damaged,
    Limit(LimitReached),
}

impl From<LimitReached> for Fault {
    fn from(limit: LimitReached) -> Self {
        Self::Limit(limit)
    }
}

/// Reads the next piece without its digest; `None` at the end, or if the piece is too short.
fn read_piece(from: &mut impl Read, expected: usize, watch: &Watch) -> Result<Option<Vec<u8>>, Fault> {
    let mut piece = vec![0; HEAD];
    if !read_whole(from, &mut piece)? {
        return Ok(None);
    }
    let number = |at: usize| u64::from_le_bytes(piece[at..at + 8].try_into().expect("eight bytes"));
    let (first, count, width) = (number(0), number(8), piece[16]);
    let bytes = count.checked_mul(u64::from(width)).filter(|_| matches!(width, 1 | 2 | 4));
    let Some(bytes) = bytes.filter(|_| first == expected as u64) else { return Err(Fault::Damaged) };
    let _held = watch.hold(bytes)?;
    let bytes = usize::try_from(bytes).map_err(|_| Fault::Damaged)?;
    // A wrong length must not allocate memory.
    let mut rest = from.take(bytes as u64);
    if rest.read_to_end(&mut piece).map_err(Fault::File)? < bytes {
        return Ok(None);
    }
    let mut digest = [0; DIGEST];
    if !read_whole(from, &mut digest)? {
        return Ok(None);
    }
    if digest[..] != Sha256::digest(&piece)[..] {
        return Err(Fault::Damaged);
    }
    Ok(Some(piece))
}

/// Reads a whole buffer. Returns whether there were enough bytes.
fn read_whole(from: &mut impl Read, to: &mut [u8]) -> Result<bool, Fault> {
    match from.read_exact(to) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(Fault::File(error)),
    }
}

/// Locks the folder, so that only one computation uses it.
fn lock(folder: &Path) -> Result<fs::File, CheckpointError> {
    let failed = |error: io::Error| unusable(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    let path = folder.join("sequence.lock");
    let opened = open_with(&path, fs::OpenOptions::new().write(true).create(true).truncate(false));
    let file = opened.map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(CheckpointError::Busy(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn unusable(path: &Path, error: &io::Error) -> CheckpointError {
    CheckpointError::File { path: path.display().to_string(), reason: error.to_string() }
}

fn damaged(path: &Path, reason: &dyn std::fmt::Display) -> CheckpointError {
    CheckpointError::Damaged { path: path.display().to_string(), reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("bouton-kept-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn kept(folder: &Path, digits: &[u8], count: usize) -> usize {
        let code = TakeAndBreakCode::new(digits.to_vec()).unwrap();
        let watch = Watch::unlimited();
        let (mut kept, mut sequence) = KeptSequence::open(folder, &code, &watch).unwrap();
        let before = sequence.values().len();
        sequence.extend_to(count, &watch).unwrap();
        kept.write(sequence.values()).unwrap();
        let mut anew = Sequence::new(&code);
        anew.extend_to(count, &watch).unwrap();
        assert!(sequence.values().range(0, count).eq(anew.values().range(0, count)));
        before
    }

    #[test]
    fn values_go_on_from_what_is_whole() {
        let folder = folder("whole");
        assert_eq!(kept(&folder, &[0, 7, 7], 1000), 0);
        let before = kept(&folder, &[0, 7, 7], 3000);
        assert!(before >= 1000);
        let path = folder.join("sequence.checkpoint");
        let all = fs::read(&path).unwrap();
        // The rest is used wherever the file is cut.
        let mut found = Vec::new();
        for length in [all.len() - 1, all.len() - 40, 1200, 90, 30, 0] {
            fs::write(&path, &all[..length]).unwrap();
            found.push(kept(&folder, &[0, 7, 7], 1100));
        }
        assert_eq!(found, [before, before, before, 0, 0, 0]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused() {
        let folder = folder("damaged");
        kept(&folder, &[0, 7, 7], 500);
        let open = |digits: &[u8]| {
            let code = TakeAndBreakCode::new(digits.to_vec()).unwrap();
            KeptSequence::open(&folder, &code, &Watch::unlimited()).map(|_| ()).unwrap_err().to_string()
        };
        assert!(open(&[0, 6]).contains("of another search: the game was"));
        let path = folder.join("sequence.checkpoint");
        let mut all = fs::read(&path).unwrap();
        all[200] ^= 1;
        fs::write(&path, &all).unwrap();
        assert!(open(&[0, 7, 7]).contains("is damaged"));
        fs::write(&path, vec![b'x'; 200]).unwrap();
        assert!(open(&[0, 7, 7]).contains("does not begin with"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
