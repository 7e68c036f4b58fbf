//! Answers in text.

pub(crate) mod parquet;
