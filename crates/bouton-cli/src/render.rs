//! Answers in text.

pub(crate) mod diagnostics;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod play;
pub(crate) mod sequence;

pub(crate) use bouton::words;
