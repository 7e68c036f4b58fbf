//! Questions about heaps from which a move takes a bounded number of objects in total.

mod base_cases;
mod family;
mod lemmas;
mod range;
mod summary;

use serde::Deserialize;

pub use self::{
    base_cases::BaseCases,
    family::{EndingName, Family},
    lemmas::Lemmas,
    range::Range,
    summary::Summary,
};
use super::Verdict;
use crate::theory::two_in_total::Values;

/// The summary of all of them.
pub(super) const SUMMARY: &str =
    "Heaps with a bound on the objects taken in total: base cases, lemmas, the family";

/// The values in the rows of the four-heap game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum RowValue {
    /// The outcome: who wins
    #[default]
    Outcome,
    /// The Grundy value
    Grundy,
}

impl From<RowValue> for Values {
    fn from(value: RowValue) -> Self {
        match value {
            RowValue::Outcome => Self::Outcomes,
            RowValue::Grundy => Self::Grundy,
        }
    }
}

/// The verdict of a proof that was checked line by line.
fn verified(holds: bool) -> Verdict {
    if holds { Verdict::Done } else { Verdict::No }
}
