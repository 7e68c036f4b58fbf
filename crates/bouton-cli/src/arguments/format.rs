//! `--format` of tables, and what all forms have in common.

use std::{ffi::OsString, path::Path};

use bouton::RowForm;
use clap::{ArgMatches, Command, ValueEnum, parser::ValueSource};

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

/// The form of rows that a format of some command is; none of pictures, b-files and Parquet.
pub(crate) fn of_rows(format: &impl ValueEnum) -> Option<RowForm> {
    RowForm::named(format.to_possible_value()?.get_name())
}

/// The `--format` that a file's name says, where none is given: `-o pic.svg` says `--format=svg`.
pub(crate) fn by_file(matches: &ArgMatches, command: &Command) -> Option<OsString> {
    let (mut matches, mut command, mut argument) = (matches, command, None);
    while let Some((name, below)) = matches.subcommand() {
        (matches, command) = (below, command.find_subcommand(name)?);
        argument = command.get_arguments().find(|argument| argument.get_id() == "format").or(argument);
    }
    let ending = Path::new(matches.get_one::<String>("output")?).extension()?.to_str()?;
    let named = match ending {
        "tex" => "latex",
        "md" => "markdown",
        other => other,
    };
    let known = argument?.get_possible_values().iter().any(|value| value.get_name() == named);
    let free = matches.value_source("format") == Some(ValueSource::DefaultValue) && !matches.get_flag("json");
    (known && free).then(|| format!("--format={named}").into())
}
