//! `--format` of answers that list something.

use bouton::RowForm;
use clap::{Args, ValueEnum};

/// How an answer is written.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct RowsOption {
    /// Output format: text for people, or what the answer lists as rows for programs
    #[arg(long, value_enum, default_value = "text", global = true)]
    pub(crate) format: RowsFormat,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowsFormat {
    /// For people
    #[default]
    Text,
    /// One JSON document, as with --json
    Json,
    /// A JSON document a row
    Jsonl,
    /// Comma-separated values, with a header
    Csv,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A line `n a(n)` a number, as the OEIS keeps them: of `list` and `count`
    Bfile,
}

impl RowsFormat {
    /// The form of rows, for formats whose rows are written one by one.
    pub(crate) fn of_rows(self) -> Option<RowForm> {
        super::format::of_rows(&self).filter(|form| !matches!(form, RowForm::Text | RowForm::Json))
    }
}
