//! Documents of any type, written as JSON.

use std::io::{self, Write};

/// A document of any type. The code that writes documents uses this interface, so that it is
/// compiled once, and not for each type of document.
pub use erased_serde::Serialize as AnyDocument;

/// Writes a document as JSON in one line, without the end of the line.
///
/// ```
/// let mut out = Vec::new();
/// bouton::ask::write_json(&mut out, &[1, 2])?;
/// assert_eq!(out, b"[1,2]");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If it cannot be written.
pub fn write_json(out: &mut dyn Write, document: &dyn AnyDocument) -> io::Result<()> {
    Ok(serde_json::to_writer(out, document)?)
}

/// Writes a document as JSON, indented.
///
/// ```
/// let mut out = Vec::new();
/// bouton::ask::write_pretty_json(&mut out, &[1])?;
/// assert_eq!(out, b"[\n  1\n]");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If it cannot be written.
pub fn write_pretty_json(out: &mut dyn Write, document: &dyn AnyDocument) -> io::Result<()> {
    Ok(serde_json::to_writer_pretty(out, document)?)
}
