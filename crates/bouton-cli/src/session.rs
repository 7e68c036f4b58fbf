//! What every command is given: where answers go, and what may be spent.

use std::{fmt::Display, path::Path};

use bouton::{Sheet, Watch, document::Emit};
use serde::Serialize;

use crate::{
    arguments::{limits::LimitOptions, rows::RowsFormat},
    failure::{Answer, Failure},
    file,
    output::Output,
};

/// One run of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    pub(crate) output: Output,
    pub(crate) limits: LimitOptions,
    /// In which form what an answer lists is written.
    pub(crate) format: RowsFormat,
}

impl Session {
    /// A watch over time and memory: time runs from now.
    pub(crate) fn watch(&self) -> Watch {
        self.limits.watch()
    }

    /// Gives the answer: the text, the document under `--json`, or what it lists as rows.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or not in the form asked for.
    pub(crate) fn say(
        &self,
        text: &(impl Display + ?Sized),
        document: &impl Serialize,
    ) -> Result<(), Failure> {
        if self.output.is_json() || self.format == RowsFormat::Text {
            return self.output.say(text, document);
        }
        self.sheet(&Sheet::within(document, &self.watch())?)
    }

    /// Writes rows in the form asked for.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or not in that form.
    pub(crate) fn sheet(&self, sheet: &Sheet<'_, impl Serialize + ?Sized>) -> Result<(), Failure> {
        match (self.format.of_rows(), self.format) {
            (Some(form), _) => Ok(sheet.write(form, &mut self.output.writer())?),
            (None, RowsFormat::Bfile) => Err(Failure::input(
                "format",
                "a b-file is a sequence of numbers: `bouton sequence`, `list` and `count` write some",
            )),
            (None, _) => Ok(sheet.write_parquet(self.output.writer())?),
        }
    }

    /// Gives code: to the file that the document names, else as the answer.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn give_code(&self, document: &Emit) -> Result<Answer, Failure> {
        match document.file.as_deref().filter(|&path| path != "-") {
            Some(path) => {
                file::write(Path::new(path), &document.code)?;
                self.say(&format!("written to {path}\n"), document)?;
            }
            None => self.say(&document.code, document)?,
        }
        Ok(Answer::Done)
    }

    /// The same session, its answer one JSON document if that was asked for by `--format json`, too.
    pub(crate) fn json_if(mut self, asked: bool) -> Self {
        self.output = self.output.json_if(asked);
        self
    }
}
