//! The output of answers: standard output or a file; text for people, or one JSON document.

use std::{
    fmt::{self, Display},
    io::{self, BufWriter, Write},
    path::Path,
    process::ExitCode,
};

use bouton::{
    Replacement,
    ask::{AnyDocument, write_json, write_pretty_json},
    words,
};

use crate::{
    color,
    failure::{Failure, unwritable},
    net, screen,
};

/// The output of answers, and its form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
    /// The file of `-o`, which has another name until the answer is complete.
    file: Option<&'static Replacement>,
}

impl Output {
    /// Standard output.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, file: None }
    }

    /// Output to this file; `-` is standard output.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn to(self, path: &str) -> Result<Self, Failure> {
        if path == "-" {
            return Ok(self);
        }
        // It exists as long as the program.
        let path = Path::new(path);
        let file = Replacement::begin(path).map_err(|error| unwritable(path, &error))?;
        let file: &'static Replacement = Box::leak(Box::new(file));
        Ok(Self { file: Some(file), ..self })
    }

    /// Reports a failure: to people on standard error, and under `--json` as the only document on
    /// standard output.
    pub(crate) fn report(&self, failure: &Failure) -> ExitCode {
        let _writing = net::pause();
        self.report_at_end(failure).into()
    }

    /// Like [`report`](Self::report), while no answer is being written; returns the exit status.
    pub(crate) fn report_at_end(&self, failure: &Failure) -> u8 {
        if !failure.is_unread() {
            if self.is_json() {
                // The status reports what happened even if nobody reads this.
                let _ = self.document_now(&failure.document());
            }
            screen::note(&failure.text());
        }
        failure.status()
    }

    /// Completes the answer: the file gets its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        file.finish().map_err(|error| unwritable(file.path(), &error))
    }

    /// Removes the file: no answer was written.
    pub(crate) fn abandon(&self) -> Self {
        self.file.into_iter().for_each(Replacement::abandon);
        Self::new(self.json)
    }

    /// Returns the same output, as one JSON document if `asked` or if it is one already.
    pub(crate) fn json_if(self, asked: bool) -> Self {
        Self { json: asked || self.json, ..self }
    }

    /// Whether the answer is one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether the answer is written to a file.
    pub(crate) fn is_a_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the answer is displayed on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.file.is_none() && screen::out_is_terminal()
    }

    /// Whether the answer is coloured.
    pub(crate) fn takes_colours(&self) -> bool {
        if self.file.is_some() { color::in_files() } else { color::on_stdout() }
    }

    /// Writes the answer: the text, or the document under `--json`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn say(
        &self,
        text: &(impl Display + ?Sized),
        document: &dyn AnyDocument,
    ) -> Result<(), Failure> {
        if self.json {
            return self.document(document);
        }
        self.text(text)
    }

    /// Writes a text as it is generated, and a line break if the text does not end with one.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn text(&self, text: &(impl Display + ?Sized)) -> Result<(), Failure> {
        let _writing = net::pause();
        let mut lines = Lines { out: self.whole_writer(), last: None, failed: None };
        let written = fmt::write(&mut lines, format_args!("{text}"));
        if let Some(error) = lines.failed.take() {
            return Err(error.into());
        }
        written.map_err(io::Error::other)?;
        if lines.last.is_some_and(|last| last != b'\n') {
            lines.out.write_all(b"\n")?;
        }
        Ok(lines.out.flush()?)
    }

    /// Writes one document, indented on a terminal.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn document(&self, document: &dyn AnyDocument) -> Result<(), Failure> {
        let _writing = net::pause();
        self.document_now(document)
    }

    /// Like [`document`](Self::document), while nothing else is being written.
    pub(crate) fn document_now(&self, document: &dyn AnyDocument) -> Result<(), Failure> {
        let mut out = self.whole_writer();
        if self.is_terminal() {
            write_pretty_json(&mut out, document)?;
        } else {
            write_json(&mut out, document)?;
        }
        out.write_all(b"\n")?;
        Ok(out.flush()?)
    }

    /// The buffered destination, for answers that are too long for one piece.
    pub(crate) fn writer(&self) -> BufWriter<Box<dyn Write + Send>> {
        BufWriter::with_capacity(1 << 16, Box::new(Pieces { out: self.sink(), failed: false }))
    }

    /// Like [`writer`](Self::writer), for an answer that is written in one piece.
    fn whole_writer(&self) -> BufWriter<Box<dyn Write + Send>> {
        BufWriter::with_capacity(1 << 16, self.sink())
    }

    fn sink(&self) -> Box<dyn Write + Send> {
        match self.file {
            Some(file) => Box::new(file.file()),
            None => Box::new(screen::Out),
        }
    }
}

/// A text that is being written.
struct Lines {
    out: BufWriter<Box<dyn Write + Send>>,
    /// The last byte so far.
    last: Option<u8>,
    failed: Option<io::Error>,
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Names of games, files and certificates may contain any character.
        let text = words::visible(text);
        self.last = text.as_bytes().last().copied().or(self.last);
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// Writes piece by piece; the program ends between two pieces, never while a slow reader takes one.
struct Pieces {
    out: Box<dyn Write + Send>,
    /// Whether writing a piece failed: further pieces of a buffer are not part of the answer then.
    failed: bool,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(reached) = net::reached().filter(|_| !self.failed) {
            return Err(io::Error::other(net::end_answer(reached)));
        }
        let _writing = net::pause();
        let written = self.out.write(bytes);
        self.failed |= written.is_err();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        let _writing = net::pause();
        self.out.flush()
    }
}
