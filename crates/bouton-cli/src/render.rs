//! Answers in text.

pub(crate) mod diagnostics;
pub(crate) mod parquet;
