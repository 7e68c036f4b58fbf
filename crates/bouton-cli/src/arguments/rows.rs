//! `--format` of answers that list something.

use bouton::ask::Format;
use clap::Args;

/// The output of an answer.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct RowsOption {
    /// Output format: text for people, or rows for programs
    #[arg(long, value_enum, default_value = "text", global = true)]
    pub(crate) format: Format,
}
