//! `--format` of tables, and the common parts of all forms.

use std::ffi::OsString;

use bouton::ask::Format;
use clap::{ArgMatches, Command, ValueEnum, builder::PossibleValue, error::ErrorKind, parser::ValueSource};

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns; two coordinates as a grid if it is at most 100 characters wide
    Text,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
    /// One JSON document for each row
    Jsonl,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A file of NumPy: an axis for each coordinate, outcomes by number
    Npy,
    /// A heat map of two coordinates
    Svg,
    /// The same as an image (PNG)
    Png,
    /// The same for a terminal: two positions above each other in a character (no colours: P-positions)
    Blocks,
}

/// The format of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LawFormat {
    /// Words and an aligned table
    Text,
    /// Markdown
    Markdown,
    /// LaTeX, for a document that loads amsmath and booktabs
    Latex,
    /// HTML, with formulas in MathML
    Html,
    /// Typst
    Typst,
    /// One JSON document
    Json,
    /// The automaton for Graphviz
    Dot,
    /// The automaton as a picture, of up to 40 states
    Svg,
    /// The same as an image (PNG)
    Png,
    /// An automaton on infinite words, in the Hanoi format
    Hoa,
    /// A word automaton for Walnut
    Walnut,
    /// The theorem as a formula for MONA
    Mona,
    /// A claim that `prove --claim` reads
    Claim,
}

impl From<LawFormat> for Format {
    fn from(format: LawFormat) -> Self {
        match format {
            LawFormat::Text => Self::Text,
            LawFormat::Markdown => Self::Markdown,
            LawFormat::Latex => Self::Latex,
            LawFormat::Html => Self::Html,
            LawFormat::Typst => Self::Typst,
            LawFormat::Json => Self::Json,
            LawFormat::Dot => Self::Dot,
            LawFormat::Svg => Self::Svg,
            LawFormat::Png => Self::Png,
            LawFormat::Hoa => Self::Hoa,
            LawFormat::Walnut => Self::Walnut,
            LawFormat::Mona => Self::Mona,
            LawFormat::Claim => Self::Claim,
        }
    }
}

/// The format of an explanation in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WordsFormat {
    /// Words and aligned tables
    Text,
    /// Markdown
    Markdown,
    /// LaTeX, for a document that loads amsmath and booktabs
    Latex,
    /// HTML, with formulas in MathML
    Html,
    /// Typst
    Typst,
    /// One JSON document
    Json,
}

impl From<WordsFormat> for Format {
    fn from(format: WordsFormat) -> Self {
        match format {
            WordsFormat::Text => Self::Text,
            WordsFormat::Markdown => Self::Markdown,
            WordsFormat::Latex => Self::Latex,
            WordsFormat::Html => Self::Html,
            WordsFormat::Typst => Self::Typst,
            WordsFormat::Json => Self::Json,
        }
    }
}

/// The formats for other tools, which may be part of a JSON document.
const IN_A_DOCUMENT: [&str; 6] = ["dot", "svg", "hoa", "walnut", "mona", "claim"];

/// The error of two formats requested at once: `--json`, and another one by `--format`.
pub(crate) fn contradiction(matches: &ArgMatches, command: &Command) -> Option<clap::Error> {
    let (mut inner, mut explains) = (matches, false);
    while let Some((name, below)) = inner.subcommand() {
        (inner, explains) = (below, name == "explain");
    }
    let given = inner.try_contains_id("format").unwrap_or(false)
        && inner.value_source("format") == Some(ValueSource::CommandLine);
    let named = inner.try_get_raw("format").ok().flatten()?.next_back()?.to_str()?;
    let both = explains && IN_A_DOCUMENT.contains(&named);
    if !given || both || !inner.get_flag("json") || named == "json" {
        return None;
    }
    let message =
        format!("--json is one JSON document, and --format {named} is another form: leave out one of them\n");
    Some(command.clone().error(ErrorKind::ArgumentConflict, message))
}

/// The `--format` that a file's name implies if none is given: `-o pic.svg` implies `--format=svg`.
///
/// # Errors
///
/// If the command has no such format.
pub(crate) fn by_file(matches: &ArgMatches, command: &Command) -> Result<Option<OsString>, clap::Error> {
    let (mut matches, mut below, mut argument) = (matches, command, None);
    while let Some((name, inner)) = matches.subcommand() {
        (matches, below) = (inner, below.find_subcommand(name).unwrap_or(below));
        argument = below.get_arguments().find(|argument| argument.get_id() == "format").or(argument);
    }
    let given = argument.is_some() && matches.value_source("format") != Some(ValueSource::DefaultValue);
    // The extension of a program names its language instead.
    let own = below.get_arguments().any(|argument| argument.get_id() == "lang");
    let Some(path) =
        matches.get_one::<String>("output").filter(|_| !given && !own && !matches.get_flag("json"))
    else {
        return Ok(None);
    };
    let values = argument.map(clap::Arg::get_possible_values).unwrap_or_default();
    let formats: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    match bouton::ending::format(path, &formats) {
        Ok(format) => Ok(format.map(|format| format!("--format={format}").into())),
        Err(error) => Err(command.clone().error(ErrorKind::ValueValidation, error)),
    }
}
