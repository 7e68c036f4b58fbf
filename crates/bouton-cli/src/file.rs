//! Files are read with a bound and written whole or not at all.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The bytes of a file; `-` is standard input.
///
/// # Errors
///
/// If it cannot be read, or is larger than a gibibyte.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: io::Error| Failure::input("file", format!("{path} cannot be read: {error}"));
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        fs::File::open(path)
            .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::input("file", format!("{path} is larger than 1 GiB, so it is no certificate")));
    }
    Ok(bytes)
}

/// Writes a file under another name first, then renames it: a killed run leaves no half-written file.
/// A link is followed, and what is no file (a pipe, a device) is written to as it stands.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let unwritable =
        |error: io::Error| Failure::input("file", format!("{} cannot be written: {error}", path.display()));
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let opened = fs::OpenOptions::new().write(true).open(path);
        return opened.and_then(|mut file| file.write_all(text.as_bytes())).map_err(unwritable);
    }
    let Some(name) = path.file_name() else {
        return Err(Failure::input("file", format!("{} is no name of a file", path.display())));
    };
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary: PathBuf = path.with_file_name(temporary);
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The reason that counts is the first one.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(unwritable)
}
