//! What every command is given: where answers go, and what may be spent.

use bouton::Watch;
use serde::Serialize;

use crate::{arguments::limits::LimitOptions, failure::Failure, output::Output};

/// One run of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    pub(crate) output: Output,
    pub(crate) limits: LimitOptions,
}

impl Session {
    /// A watch over time and memory: time runs from now.
    pub(crate) fn watch(&self) -> Watch {
        self.limits.watch()
    }

    /// Gives the answer: the text, or the document under `--json`.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn say(&self, text: &str, document: &impl Serialize) -> Result<(), Failure> {
        self.output.say(text, document)
    }

    /// The same session, its answer one JSON document if that was asked for by `--format json`, too.
    pub(crate) fn json_if(mut self, asked: bool) -> Self {
        self.output = Output::new(asked || self.output.is_json());
        self
    }
}
