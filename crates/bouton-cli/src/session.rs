//! The common parameters of all commands: the output, and the limits.

use std::fmt::Display;

use bouton::ask::AnyDocument;
use bouton::{Sheet, Watch, ask::Format};

use crate::{arguments::limits::LimitOptions, failure::Failure, output::Output};

/// One run of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    pub(crate) output: Output,
    pub(crate) limits: LimitOptions,
    /// The output format of lists.
    pub(crate) format: Format,
}

impl Session {
    /// A watch over time and memory, which starts now.
    pub(crate) fn watch(&self) -> Watch {
        self.limits.watch()
    }

    /// Writes the answer: the text, the document under `--json`, or its list as rows.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or not in the requested format.
    pub(crate) fn say(
        &self,
        text: &(impl Display + ?Sized),
        document: &dyn AnyDocument,
    ) -> Result<(), Failure> {
        if self.output.is_json() || self.format == Format::Text {
            return self.output.say(text, document);
        }
        self.sheet(&Sheet::within(document, &self.watch())?)
    }

    /// Writes rows in the requested format.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or not in that format.
    pub(crate) fn sheet(&self, sheet: &Sheet<'_>) -> Result<(), Failure> {
        match (self.format.of_rows(), self.format) {
            (Some(form), _) => Ok(sheet.write(form, &mut self.output.writer())?),
            (None, Format::Bfile) => Err(Failure::input(
                "format",
                "a b-file is a sequence of numbers: `bouton sequence`, `list` and `count` write some",
            )),
            (None, _) => Ok(sheet.write_parquet(self.output.writer())?),
        }
    }

    /// The same session with one JSON document as its answer, if that was requested by `--format
    /// json`.
    pub(crate) fn json_if(mut self, asked: bool) -> Self {
        self.output = self.output.json_if(asked);
        self
    }
}
