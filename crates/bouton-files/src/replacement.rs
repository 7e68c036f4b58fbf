//! Files that are written completely or not at all.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tempfile::TempPath;

use crate::open_with;

/// The ending of the name of an unfinished file.
const UNFINISHED: &str = ".part";
/// The number of letters and digits between the name and that ending.
const RANDOM: usize = 6;

/// A file that is written under another name first, then renamed, so that a killed run leaves no
/// half-written file. A link is followed. A path that is not a regular file (a pipe, a device) is
/// written to directly.
///
/// The file is locked until it is finished or dropped. See [`clear_unfinished`].
///
/// ```
/// use std::io::Write;
/// use bouton_files::Replacement;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answer");
/// let file = Replacement::begin(&path)?;
/// file.file().write_all(b"42")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"42");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    /// The name of the unfinished file, which is removed on drop; `None` if the file is finished or
    /// written directly.
    temporary: Mutex<Option<TempPath>>,
    file: fs::File,
}

impl Replacement {
    /// Begins to write. Unfinished files of the same name that killed processes have left are removed.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let new = Self::begin_beside(path)?;
        if let (Some(folder), Some(name)) = (new.path.parent(), new.path.file_name()) {
            clear_unfinished(or_here(folder), Some(name));
        }
        Ok(new)
    }

    /// Begins to write, and removes no other file: for one of many files in a folder that was
    /// cleared as a whole.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn begin_beside(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let file = fs::OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { path, temporary: Mutex::new(None), file });
        }
        let Some(name) = path.file_name().filter(|_| !path.is_dir()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"));
        };
        let (file, temporary) = unfinished(or_here(path.parent().unwrap_or(Path::new(""))), name)?;
        Ok(Self { path, temporary: Mutex::new(Some(temporary)), file })
    }

    /// Returns the file to write to.
    pub fn file(&self) -> &fs::File {
        &self.file
    }

    /// Returns the final path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finishes the file: the data are on the disk before the file gets its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed; then nothing is left behind.
    pub fn finish(&self) -> io::Result<()> {
        let Some(temporary) = self.take() else { return Ok(()) };
        self.file.sync_all()?;
        temporary.persist(&self.path).map_err(|error| error.error)?;
        self.sync_name();
        Ok(())
    }

    /// Finishes the file as [`finish`](Self::finish) does, but does not wait for the disk. If the machine
    /// loses power before [`sync_all`], the file may be damaged. Its readers must detect that.
    ///
    /// # Errors
    ///
    /// If it cannot be renamed; then nothing is left behind.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Write;
    /// use bouton_files::{Replacement, sync_all};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("answer");
    /// let file = Replacement::begin(&path)?;
    /// file.file().write_all(b"42")?;
    /// file.finish_unsynced()?;
    /// assert_eq!(std::fs::read(&path)?, b"42");
    /// sync_all(folder.path(), &[path])?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish_unsynced(&self) -> io::Result<()> {
        let Some(temporary) = self.take() else { return Ok(()) };
        temporary.persist(&self.path).map_err(|error| error.error)
    }

    /// Finishes the file as [`finish`](Self::finish) does, unless a file of that name exists. Of
    /// several processes that try, one succeeds. Returns whether it is this one; if not, nothing is
    /// left behind.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed; then nothing is left behind.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_files::Replacement;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("answer");
    /// let (first, second) = (Replacement::begin(&path)?, Replacement::begin(&path)?);
    /// assert!(first.finish_first()?);
    /// assert!(!second.finish_first()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish_first(&self) -> io::Result<bool> {
        let Some(temporary) = self.take() else { return Ok(true) };
        self.file.sync_all()?;
        match temporary.persist_noclobber(&self.path) {
            Ok(()) => self.sync_name(),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error.error),
        }
        Ok(true)
    }

    fn sync_name(&self) {
        if let Some(folder) = self.path.parent() {
            sync_names(or_here(folder));
        }
    }

    /// Removes the unfinished file.
    pub fn abandon(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<TempPath> {
        self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The number of files for which the disk is asked at once.
const SYNCED_AT_ONCE: usize = 16;

/// Waits until finished files in a folder, and their names, are on the disk. A file system writes its own records for
/// several files at once if it is asked for them at once, so several threads wait.
///
/// # Errors
///
/// If a file cannot be opened or written.
pub fn sync_all(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let sync = || -> io::Result<()> {
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            sync_file(path)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let others = 1..files.len().min(SYNCED_AT_ONCE);
        // Where no more threads can be had, fewer wait.
        let others: Vec<_> =
            others.map_while(|_| std::thread::Builder::new().spawn_scoped(scope, sync).ok()).collect();
        let own = sync();
        others.into_iter().fold(own, |all, other| {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.and(other)
        })
    })?;
    if !files.is_empty() {
        sync_names(folder);
    }
    Ok(())
}

/// Waits until a finished file is on the disk.
fn sync_file(path: &Path) -> io::Result<()> {
    match fs::OpenOptions::new().append(true).open(path) {
        Ok(file) => file.sync_all(),
        // Someone has removed it since.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Waits until the names of a folder are on the disk; a file system that cannot do that has its own ways.
fn sync_names(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// A folder, this one if it has no name.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The number of attempts to find an unused name.
const TRIES: usize = 100;

/// Creates and locks a new file whose name contains the final one.
fn unfinished(folder: &Path, name: &OsStr) -> io::Result<(fs::File, TempPath)> {
    let mut prefix = name.to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The file gets the permissions of other new files: a private one would be of no use to
        // others who may read the folder.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    for _ in 0..TRIES {
        let (file, temporary) = builder.tempfile_in(folder).map_err(without_path)?.into_parts();
        match file.try_lock() {
            Ok(()) if is_linked(&file) => return Ok((file, temporary)),
            // Before it was locked, another process removed it as a leftover.
            Ok(()) | Err(fs::TryLockError::WouldBlock) => {}
            // Where files cannot be locked, unfinished files are never removed.
            Err(fs::TryLockError::Error(_)) => return Ok((file, temporary)),
        }
    }
    Err(io::Error::other("each new file was removed before it could be locked"))
}

/// Whether a file still has a name.
fn is_linked(file: &fs::File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|known| known.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Removes the unfinished files that killed processes have left in a folder: those of this name, or
/// all. The file of a running process is locked, and is not removed. Where files cannot be locked,
/// no file is removed.
///
/// ```
/// use bouton_files::{Replacement, clear_unfinished};
///
/// let folder = tempfile::tempdir()?;
/// let left = folder.path().join("answer.AbC123.part");
/// std::fs::write(&left, "4")?;
/// let file = Replacement::begin_beside(&folder.path().join("answer"))?;
/// assert!(left.exists());
/// clear_unfinished(folder.path(), None);
/// assert!(!left.exists());
/// file.finish()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn clear_unfinished(folder: &Path, of: Option<&OsStr>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_left =
            finished_name(&name).is_some_and(|name| of.is_none_or(|of| of.as_encoded_bytes() == name));
        if !is_left || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = open_with(&entry.path(), fs::OpenOptions::new().read(true).write(true)) else {
            continue;
        };
        if file.try_lock().is_ok() {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is that of an unfinished file.
#[must_use]
pub fn is_unfinished(name: &OsStr) -> bool {
    finished_name(name).is_some()
}

/// Returns the name that an unfinished file would get.
fn finished_name(name: &OsStr) -> Option<&[u8]> {
    let rest = name.as_encoded_bytes().strip_suffix(UNFINISHED.as_bytes())?;
    let (name, random) = rest.split_at_checked(rest.len().checked_sub(RANDOM)?)?;
    random.iter().all(u8::is_ascii_alphanumeric).then(|| name.strip_suffix(b"."))?
}

/// Returns an error of the system without the name of the unfinished file, which the caller does
/// not know.
fn without_path(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_living_writer_holds_stays_and_what_was_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("law.cert");
        let left = ["law.cert.AbC123.part", "law.cert.000000.part"];
        let others =
            ["law.cert.part", "law.cert.AbC12.part", "law.cert.AbC_23.part", "other.cert.AbC123.part"];
        for name in left.iter().chain(&others) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        fs::create_dir(folder.path().join("law.cert.folder.part")).unwrap();
        let first = Replacement::begin(&path).unwrap();
        let second = Replacement::begin(&path).unwrap();
        let now = names(folder.path());
        assert!(left.iter().all(|name| !now.iter().any(|now| now == name)), "{now:?}");
        assert!(others.iter().all(|name| now.iter().any(|now| now == name)), "{now:?}");
        assert_eq!(now.len(), others.len() + 3, "two are being written, and a folder remains: {now:?}");
        clear_unfinished(folder.path(), None);
        assert_eq!(names(folder.path()).len(), 2 + 2 + 2, "{:?}", names(folder.path()));
        first.finish().unwrap();
        second.abandon();
        assert_eq!(
            names(folder.path()),
            [
                "law.cert",
                "law.cert.AbC12.part",
                "law.cert.AbC_23.part",
                "law.cert.folder.part",
                "law.cert.part"
            ]
        );
    }

    #[test]
    fn many_files_are_waited_for_and_a_file_that_cannot_be_opened_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut files: Vec<PathBuf> = (0..50).map(|number| folder.path().join(number.to_string())).collect();
        files.iter().for_each(|path| fs::write(path, "text").unwrap());
        fs::remove_file(&files[20]).unwrap();
        sync_all(folder.path(), &files).unwrap();
        sync_all(folder.path(), &[]).unwrap();
        files[30] = folder.path().to_owned();
        assert!(sync_all(folder.path(), &files).is_err());
    }

    #[test]
    fn one_of_several_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest");
        let files: Vec<_> = (0..5).map(|_| Replacement::begin(&path).unwrap()).collect();
        let firsts: Vec<_> = files.iter().map(|file| file.finish_first().unwrap()).collect();
        assert_eq!(firsts, [true, false, false, false, false]);
        assert_eq!(names(folder.path()), ["manifest"]);
    }
}
