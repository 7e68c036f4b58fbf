//! `--format` of tables.

use bouton::RowForm;
use clap::ValueEnum;

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns; two coordinates as a grid if it is at most 100 letters wide
    Text,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
    /// A JSON document a row
    Jsonl,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A heat map of two coordinates
    Svg,
    /// The same as an image
    Png,
    /// The same for a terminal: two positions above each other in a letter (no colours: P-positions)
    Blocks,
}

impl TableFormat {
    /// The form of the rows; none for a Parquet file and for pictures.
    pub(crate) fn of_rows(self) -> Option<RowForm> {
        match self {
            Self::Text => Some(RowForm::Text),
            Self::Csv => Some(RowForm::Csv),
            Self::Json => Some(RowForm::Json),
            Self::Jsonl => Some(RowForm::JsonLines),
            Self::Latex => Some(RowForm::Latex),
            Self::Parquet | Self::Svg | Self::Png | Self::Blocks => None,
        }
    }
}
