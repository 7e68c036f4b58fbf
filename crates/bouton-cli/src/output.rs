//! Where answers go: standard output or a file; text for people, or one JSON document.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::Path,
};

use bouton::{Replacement, words};
use serde::Serialize;

use crate::{failure::Failure, file::unwritable};

/// Where answers go, and in which form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
    /// The file of `-o`, written under another name until the answer is whole.
    file: Option<&'static Replacement>,
}

impl Output {
    /// To standard output.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, file: None }
    }

    /// To this file; `-` is standard output.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn to(self, path: &str) -> Result<Self, Failure> {
        if path == "-" {
            return Ok(self);
        }
        // It lives as long as the program does.
        let path = Path::new(path);
        let file = Replacement::begin(path).map_err(|error| unwritable(path, &error))?;
        let file: &'static Replacement = Box::leak(Box::new(file));
        Ok(Self { file: Some(file), ..self })
    }

    /// The answer is whole: the file gets its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        file.finish().map_err(|error| unwritable(file.path(), &error))
    }

    /// There is no answer: nothing is left behind.
    pub(crate) fn abandon(&self) -> Self {
        self.file.into_iter().for_each(Replacement::abandon);
        Self::new(self.json)
    }

    /// The same, the answer one JSON document if that was asked for otherwise, too.
    pub(crate) fn json_if(self, asked: bool) -> Self {
        Self { json: asked || self.json, ..self }
    }

    /// Whether the answer is to be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether the answer is shown on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Gives the answer: the text, or the document under `--json`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
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
    /// If it cannot be written.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        let mut out = self.writer();
        // What a game, a file or a certificate is called may be anything.
        let text = words::visible(text);
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
    /// If it cannot be written.
    pub(crate) fn document(&self, document: &impl Serialize) -> Result<(), Failure> {
        let mut out = self.writer();
        if self.is_terminal() {
            serde_json::to_writer_pretty(&mut out, document).map_err(io::Error::from)?;
        } else {
            serde_json::to_writer(&mut out, document).map_err(io::Error::from)?;
        }
        out.write_all(b"\n")?;
        Ok(out.flush()?)
    }

    /// Where the answer goes, buffered: for answers that are too long for one piece.
    pub(crate) fn writer(&self) -> BufWriter<Box<dyn Write + Send>> {
        match self.file {
            Some(file) => BufWriter::with_capacity(1 << 16, Box::new(file.file())),
            None => BufWriter::with_capacity(1 << 16, Box::new(io::stdout())),
        }
    }
}
