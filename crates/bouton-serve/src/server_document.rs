//! Documents of the server only.

use bouton::{Progress, document::Fault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A search for a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProofState {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// `queued`, `running`, `proved`, `refuted` (of a claim), `no-law`, `limit` or `cancelled`.
    pub status: String,
    /// The place in the queue, from 1; only while the search waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The progress of the search.
    pub progress: ProofProgress,
    /// The result, as from `bouton prove --json`.
    #[schemars(with = "Option<bouton::document::Prove>")]
    pub document: Option<Value>,
}

impl ProofState {
    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !matches!(self.status.as_str(), "queued" | "running")
    }
}

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProofProgress {
    /// The current phase: `learning`, `verifying`, …
    pub phase: String,
    /// Positions whose exact value is known.
    pub positions: u64,
    /// States of the current hypothesis.
    pub states: u64,
    /// Hypotheses so far.
    pub hypotheses: u64,
    /// Bytes held.
    pub bytes: u64,
    /// Seconds since the beginning.
    pub seconds: f64,
}

impl From<&Progress> for ProofProgress {
    fn from(progress: &Progress) -> Self {
        Self {
            phase: progress.phase.to_owned(),
            positions: progress.found.positions,
            states: progress.found.states,
            hypotheses: progress.found.hypotheses,
            bytes: progress.held,
            seconds: progress.elapsed.as_secs_f64(),
        }
    }
}

/// The result of reading rules: their properties, or their faults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RulesRead {
    /// The name of the game, or its rules in one line; null if they cannot be read.
    pub game: Option<String>,
    /// The rules in their canonical form.
    pub rules: Option<String>,
    /// The winning convention.
    pub convention: Option<String>,
    /// The number of heaps or coordinates; null if it is open.
    pub heaps: Option<usize>,
    /// The rules in words, in one line.
    pub words: Option<String>,
    /// The fault, in a sentence.
    pub message: Option<String>,
    /// All faults of the rules.
    pub faults: Vec<Fault>,
    /// A game with a similar name, if there is no game of the name.
    pub similar: Option<String>,
}

/// The head of a `plane`. The body of that answer is this document, a line's end, and the values:
/// row by row from the bottom, each of `bytes` bytes, the least significant first; the greatest
/// number of this width stands for "no such position".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaneHead {
    /// The game.
    pub game: String,
    /// The kind of value.
    pub value: String,
    /// Names of all coordinates.
    pub names: Vec<String>,
    /// Names of the coordinates of the axes, across and upwards.
    pub axes: Vec<String>,
    /// The fixed coordinates, in words.
    pub fixed: String,
    /// The number of positions across.
    pub columns: usize,
    /// The number of positions upwards.
    pub rows: usize,
    /// The greatest value.
    pub greatest: u32,
    /// Bytes of a value: 1, 2 or 4.
    pub bytes: u8,
    /// The names of the values, from 0 on; only for outcomes.
    pub outcomes: Vec<String>,
    /// Colours of the values from 0 to the greatest, at most 1024, spread evenly.
    pub colours: Vec<String>,
    /// The same colours for paper, if the page has other colours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paper: Vec<String>,
}

/// A proved law in one of its forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServedTheorem {
    /// The identity of its certificate.
    pub certificate: String,
    /// The form: `certificate`, `text`, `markdown`, `latex`, `html`, `typst`, `rust`, `python`, `c`, `javascript`.
    pub form: String,
    /// The text.
    pub text: String,
}
