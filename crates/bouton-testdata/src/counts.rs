//! The numbers of positions of whole boxes by value. They are used to compare engines and machines.

use std::{fmt::Write, path::PathBuf};

use serde::Deserialize;

/// A box of positions, and the numbers of them by value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedBox {
    /// The rules, as a text of the rules language.
    pub rules: String,
    /// The largest coordinate: the box has all positions without a larger one, in any order.
    pub upto: u64,
    /// For each control state, the numbers of positions by outcome, lost ones first.
    pub outcome: Vec<Vec<u64>>,
    /// The same for Grundy values; empty if they are not given.
    #[serde(default)]
    pub grundy: Vec<Vec<u64>>,
    /// The same for remoteness; empty if it is not given.
    #[serde(default)]
    pub remoteness: Vec<Vec<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    boxes: Vec<CountedBox>,
}

/// The beginning of the recorded file.
const HEAD: &str = "\
# The numbers of positions of whole boxes by value, for each control state: every engine and every machine is to
# reproduce them. `upto` is the largest coordinate; positions are counted in every order of their heaps.
# All numbers are those of the reference solver. A new entry needs its rules, `upto` and empty lists, which
# `just counts` fills in (`[[]]` requests Grundy values or remoteness).
";

fn path() -> PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/counts/boxes.toml")
}

/// Returns all recorded boxes.
///
/// # Panics
///
/// If the file cannot be read, or contains something that this crate does not support.
#[must_use]
pub fn counted_boxes() -> Vec<CountedBox> {
    let text = std::fs::read_to_string(path()).unwrap_or_else(|error| panic!("boxes.toml: {error}"));
    let File { boxes } = toml::from_str(&text).unwrap_or_else(|error| panic!("boxes.toml: {error}"));
    boxes
}

/// Replaces the recorded boxes by boxes that were counted again.
///
/// # Panics
///
/// If the file cannot be written.
pub fn keep(boxes: &[CountedBox]) {
    let mut text = HEAD.to_owned();
    for CountedBox { rules, upto, outcome, grundy, remoteness } in boxes {
        let _ = write!(text, "\n[[boxes]]\nrules = {rules:?}\nupto = {upto}\noutcome = {outcome:?}\n");
        for (name, counts) in [("grundy", grundy), ("remoteness", remoteness)] {
            if !counts.is_empty() {
                let _ = writeln!(text, "{name} = {counts:?}");
            }
        }
    }
    std::fs::write(path(), text).unwrap_or_else(|error| panic!("boxes.toml: {error}"));
}
