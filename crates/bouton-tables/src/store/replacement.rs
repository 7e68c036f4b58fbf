//! Files that are either complete or do not exist.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::TempPath;

/// The ending of the name of an incomplete file.
pub(super) const UNFINISHED: &str = ".part";

/// A file that is first written under another name and then renamed, so that a killed run leaves no
/// half-written file. A link is followed, and a target that is not a regular file (a pipe, a
/// device) is written directly.
///
/// ```
/// use std::io::Write;
/// use bouton_tables::Replacement;
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
    /// The temporary file, which is removed with this; `None` if the target is written directly, or
    /// writing has ended.
    temporary: Mutex<Option<TempPath>>,
    file: fs::File,
}

impl Replacement {
    /// Creates the file to write.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let file = fs::OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { path, temporary: Mutex::new(None), file });
        }
        let Some(name) = path.file_name().filter(|_| !path.is_dir()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no name of a file"));
        };
        let mut prefix = name.to_owned();
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(UNFINISHED);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // With the permissions of other new files, so that others who may read the folder can
            // read it.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(without_path)?;
        let (file, temporary) = made.into_parts();
        Ok(Self { path, temporary: Mutex::new(Some(temporary)), file })
    }

    /// The file to write to.
    pub fn file(&self) -> &fs::File {
        &self.file
    }

    /// The final name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Completes the file: it is on the disk when it gets its name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written or renamed; then no file is left behind.
    pub fn finish(&self) -> io::Result<()> {
        let Some(temporary) = self.take() else { return Ok(()) };
        self.file.sync_all()?;
        temporary.persist(&self.path).map_err(|error| error.error)?;
        #[cfg(unix)]
        if let Some(folder) = self.path.parent().and_then(|folder| fs::File::open(folder).ok()) {
            // Also syncs the name; file systems that cannot do this are left to their own ways.
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Abandons the file: nothing is left behind.
    pub fn abandon(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<TempPath> {
        self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// An error of the system, without the name of the temporary file.
fn without_path(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}
