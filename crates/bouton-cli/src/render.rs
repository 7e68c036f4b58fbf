//! Answers in text.

pub(crate) mod diagnostics;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod sequence;
