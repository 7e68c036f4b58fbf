//! Opening paths that must be regular files.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read},
    path::Path,
};

/// Opens a regular file for reading.
///
/// # Errors
///
/// If the file does not exist, is not a regular file (a named pipe, a device, a folder), or cannot be read.
///
/// # Examples
///
/// ```
/// let folder = tempfile::tempdir()?;
/// assert_eq!(bouton_files::open(folder.path()).unwrap_err().to_string(), "it is a folder");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file, or creates it if the options say so.
///
/// # Errors
///
/// If the path is not that of a regular file (but of a named pipe, a device, a folder), or the file
/// cannot be opened.
///
/// # Examples
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("lock");
/// let mut options = std::fs::OpenOptions::new();
/// options.write(true).create(true);
/// assert!(bouton_files::open_with(&path, &options)?.metadata()?.is_file());
/// assert!(bouton_files::open_with(folder.path(), &options).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Opening a named pipe may block for ever, so the kind of the file is tested before and again
    // after opening.
    match fs::metadata(path) {
        Ok(known) => is_regular(&known)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = options.open(path)?;
    is_regular(&file.metadata()?)?;
    Ok(file)
}

fn is_regular(known: &Metadata) -> io::Result<()> {
    let what = match known {
        known if known.is_file() => return Ok(()),
        known if known.is_dir() => "it is a folder",
        _ => "it is not a regular file",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// Reads a regular file of at most `most` bytes as text.
///
/// # Errors
///
/// If the file does not exist, is not a regular file, is longer, or is not UTF-8.
///
/// # Examples
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("rules");
/// std::fs::write(&path, "heaps 3")?;
/// assert_eq!(bouton_files::read_text(&path, 100)?, "heaps 3");
/// assert!(bouton_files::read_text(&path, 4).is_err()); // it is longer
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    if open(path)?.take(most.saturating_add(1)).read_to_string(&mut text)? as u64 > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("it is longer than {most} bytes")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_a_greatest_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "four").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "four");
        assert_eq!(read_text(&path, 3).unwrap_err().to_string(), "it is longer than 3 bytes");
    }

    #[test]
    #[cfg(unix)]
    fn what_is_not_a_regular_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, Path::new("/dev/zero")] {
            assert_eq!(read_text(path, 4).unwrap_err().to_string(), "it is not a regular file");
            let writing = open_with(path, OpenOptions::new().write(true).create(true));
            assert_eq!(writing.unwrap_err().to_string(), "it is not a regular file");
        }
        assert_eq!(open(folder.path()).unwrap_err().to_string(), "it is a folder");
        // A link to a file counts as a file.
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(open(&link).is_ok());
    }
}
