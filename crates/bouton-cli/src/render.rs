//! Answers in text.

pub(crate) mod diagnostics;
pub(crate) mod in_total;
pub(crate) mod nim;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod pass;
pub(crate) mod play;
pub(crate) mod podium;
pub(crate) mod rows;
pub(crate) mod sequence;
pub(crate) mod solve;

pub(crate) use bouton::words;
