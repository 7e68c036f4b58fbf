//! Documents that only a server has.

use bouton::{
    Progress,
    document::{Fault, Prove},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be proved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofRequest {
    /// A built-in game, a code, or rules.
    pub game: String,
    /// The number of heaps, where it is open; three if that is not said.
    #[serde(default)]
    pub heaps: Option<usize>,
    /// `outcome` or `grundy`.
    #[serde(default)]
    pub value: Option<String>,
    /// The digits that the law is to read: `auto`, `2`, `3`, …, `fibonacci`, `tribonacci`, `ostrowski(a,b,…)`, `fraenkel(s,t)`.
    #[serde(default)]
    pub numeration: Option<String>,
}

/// A search for a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProofState {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// `queued`, `running`, `proved`, `no-law`, `limit` or `cancelled`.
    pub status: String,
    /// How far it has come.
    pub progress: ProofProgress,
    /// What it ended with, as `bouton prove --json` says it.
    pub document: Option<Prove>,
}

impl ProofState {
    /// Whether nothing more will happen.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !matches!(self.status.as_str(), "queued" | "running")
    }
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProofProgress {
    /// What is going on: `learning`, `verifying`, …
    pub phase: String,
    /// Positions whose exact value is known.
    pub positions: u64,
    /// States of the present hypothesis.
    pub states: u64,
    /// Hypotheses so far.
    pub hypotheses: u64,
    /// Bytes held.
    pub bytes: u64,
    /// Seconds since it began.
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

/// Rules that were read: what they are, or what is wrong with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RulesRead {
    /// The name of the game, or its rules in one line; null if they cannot be read.
    pub game: Option<String>,
    /// The rules in their canonical form.
    pub rules: Option<String>,
    /// How it is won.
    pub convention: Option<String>,
    /// The number of heaps or coordinates; null if it is open.
    pub heaps: Option<usize>,
    /// What is wrong, in a sentence.
    pub message: Option<String>,
    /// All faults of the rules.
    pub faults: Vec<Fault>,
}

/// What the numbers of a `plane` are. The body of that answer is this document, a line's end, and the values: row by
/// row from the bottom, each of `bytes` bytes, the least significant first; the greatest number of so many
/// bytes stands for "no such position".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlaneHead {
    /// The game.
    pub game: String,
    /// Which value.
    pub value: String,
    /// Names of all coordinates.
    pub names: Vec<String>,
    /// Names of those that run, across and upwards.
    pub axes: Vec<String>,
    /// What is fixed, in words.
    pub fixed: String,
    /// How many positions there are across.
    pub columns: usize,
    /// And upwards.
    pub rows: usize,
    /// The greatest value.
    pub greatest: u32,
    /// Bytes of a value: 1, 2 or 4.
    pub bytes: u8,
    /// How the values are written, from 0 on; only of outcomes.
    pub outcomes: Vec<String>,
    /// Colours of the values from 0 to the greatest, spread over at most 1024 of them.
    pub colours: Vec<String>,
    /// The same on paper, where these are another page's colours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paper: Vec<String>,
}

/// A proved law in one of its forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServedTheorem {
    /// The identity of its certificate.
    pub certificate: String,
    /// The form: `certificate`, `text`, `markdown`, `latex`, `rust`, `python`, `c`, `javascript`.
    pub form: String,
    /// The text.
    pub text: String,
}
