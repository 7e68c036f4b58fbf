//! Saving and restoring solved positions.
//!
//! A table is saved with everything that the rest of its work depends on: a restored table grows by
//! the same steps, and holds the same memory, as the one that was saved.

use std::io::{self, Read, Write};

use serde::{Serialize, de::DeserializeOwned};

/// Writes a value in the format of `postcard`.
///
/// # Errors
///
/// If writing fails.
///
/// # Examples
///
/// ```
/// use bouton_solve::saved::{get, put};
///
/// let mut bytes = Vec::new();
/// put(&mut bytes, &vec![3u64, 4, 5])?;
/// assert_eq!(get::<Vec<u64>>(&mut &bytes[..])?, [3, 4, 5]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn put<T: Serialize + ?Sized>(to: &mut dyn Write, value: &T) -> io::Result<()> {
    postcard::to_io(value, to).map(|_| ()).map_err(io::Error::other)
}

/// Reads a value that [`put`] has written.
///
/// ```
/// use bouton_solve::saved::{get, put};
///
/// let mut bytes = Vec::new();
/// put(&mut bytes, &(7u64, vec![1u32, 2])).unwrap();
/// let mut rest = &bytes[..];
/// assert_eq!(get::<(u64, Vec<u32>)>(&mut rest).unwrap(), (7, vec![1, 2]));
/// assert!(get::<u64>(&mut rest).is_err());
/// ```
///
/// # Errors
///
/// If reading fails, or the data are not such a value.
pub fn get<T: DeserializeOwned>(from: &mut dyn Read) -> io::Result<T> {
    let mut room = [0; 64];
    let read = postcard::from_io((from, &mut room[..]));
    read.map(|(value, _)| value).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The error for data that do not fit the object into which they are restored.
pub(crate) fn misfit(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the saved {what} does not fit the game"))
}
