//! Standard output: text for people, or one JSON document.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Where answers go, and in which form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether the answer is to be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Gives the answer: the text, or the document under `--json`.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn say(&self, text: &str, document: &impl Serialize) -> Result<(), Failure> {
        if self.json {
            return self.document(document);
        }
        self.text(text)
    }

    /// Writes a text, with a line's end if it has none.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        let mut out = self.writer();
        out.write_all(text.as_bytes())?;
        if !text.ends_with('\n') && !text.is_empty() {
            out.write_all(b"\n")?;
        }
        Ok(out.flush()?)
    }

    /// Writes one document, indented on a terminal.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn document(&self, document: &impl Serialize) -> Result<(), Failure> {
        let mut out = self.writer();
        if io::stdout().is_terminal() {
            serde_json::to_writer_pretty(&mut out, document).map_err(io::Error::from)?;
        } else {
            serde_json::to_writer(&mut out, document).map_err(io::Error::from)?;
        }
        out.write_all(b"\n")?;
        Ok(out.flush()?)
    }

    /// Standard output, buffered: for answers that are too long for one piece.
    pub(crate) fn writer(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::new(io::stdout().lock())
    }
}
