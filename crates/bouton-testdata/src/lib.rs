//! The reader of the cited suite: values of heap games from printed sources, for every engine to
//! reproduce.
//!
//! Each file `testdata/*.toml` is one game. It has the rules, positions with their outcome, Grundy
//! value or remoteness, the sequence of single heaps and the period of that, and for each of them
//! the source. [`cases`] reads all files, and is strict. An unknown field, a value without a source
//! or a position that cannot be read is a panic with the file's name, because a test that reads
//! less than was written tests less than was meant.
//!
//! ```
//! let nim = bouton_testdata::case("nim-three-heaps");
//! assert!(nim.positions.iter().any(|claim| claim.at.contains(&"1,2,3".parse().unwrap())));
//! ```
//!
//! This crate is for tests only, and is not published.

pub mod changes;
mod counts;
pub mod four_heaps;
pub mod hostile;
pub mod mona;
pub mod oracle;
pub mod programs;
pub mod random;

pub use counts::{CountedBox, counted_boxes, keep};

use std::path::Path;

use bouton_core::{Outcome, Period, Position, Value};
use serde::Deserialize;

/// A game and the cited values.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the file.
    pub name: String,
    /// The rules, as a text of the rules language.
    pub rules: String,
    /// Whether the prover finds the law of outcomes without help. `false` if the game is [a
    /// code](bouton_core::TakeAndBreakCode).
    pub has_law: bool,
    /// The cited values of positions.
    pub positions: Vec<PositionClaim>,
    /// The cited values of single heaps.
    pub sequence: Option<SequenceClaim>,
}

/// The values of some positions in a source.
#[derive(Clone, Debug)]
pub struct PositionClaim {
    /// The source, and the place in it.
    pub source: String,
    /// The positions.
    pub at: Vec<Position>,
    /// The outcome of each of them.
    pub outcome: Option<Outcome>,
    /// The Grundy value of each of them.
    pub grundy: Option<Value>,
    /// The remoteness of each of them.
    pub remoteness: Option<Value>,
}

/// The Grundy values of single heaps in a source.
#[derive(Clone, Debug)]
pub struct SequenceClaim {
    /// The source.
    pub source: String,
    /// g(0), g(1), ….
    pub values: Vec<Value>,
    /// The period, whose values are the first of `values`.
    pub period: Option<Period>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rules: String,
    #[serde(default)]
    law: Option<String>,
    #[serde(default)]
    positions: Vec<Positions>,
    #[serde(default)]
    sequence: Option<Sequence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Positions {
    source: String,
    place: String,
    at: Vec<String>,
    outcome: Option<String>,
    grundy: Option<Value>,
    remoteness: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sequence {
    source: String,
    place: String,
    values: Vec<Value>,
    period: Option<PeriodOf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodOf {
    length: u64,
    preperiod: u64,
    saltus: u32,
}

/// Returns all games of the suite, by name.
///
/// # Panics
///
/// If a file cannot be read, or contains something that this crate does not support.
#[must_use]
pub fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let files =
        std::fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<_> = files
        .map(|file| file.expect("a directory that can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no cited values in {}", directory.display());
    paths.iter().map(|path| read(path)).collect()
}

/// Returns the game with this name.
///
/// # Panics
///
/// As [`cases`], and if the file does not exist.
#[must_use]
pub fn case(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap_or_else(|| panic!("no testdata/{name}.toml"))
}

fn read(path: &Path) -> Case {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let cited = |source: &str, place: &str| {
        assert!(!source.is_empty() && !place.is_empty(), "{name}: a value without a source");
        format!("{source}, {place}")
    };
    let positions: Vec<PositionClaim> = file
        .positions
        .into_iter()
        .map(|claim| {
            assert!(!claim.at.is_empty(), "{name}: a claim about no position");
            let has_value = claim.outcome.is_some() || claim.grundy.is_some() || claim.remoteness.is_some();
            assert!(has_value, "{name}: there is no value of {:?}", claim.at);
            PositionClaim {
                source: cited(&claim.source, &claim.place),
                at: claim
                    .at
                    .iter()
                    .map(|at| at.parse().unwrap_or_else(|error| panic!("{name}: {at}: {error}")))
                    .collect(),
                outcome: claim
                    .outcome
                    .map(|outcome| outcome.parse().unwrap_or_else(|error| panic!("{name}: {error}"))),
                grundy: claim.grundy,
                remoteness: claim.remoteness,
            }
        })
        .collect();
    let sequence = file.sequence.map(|claim| SequenceClaim {
        source: cited(&claim.source, &claim.place),
        period: claim.period.map(|PeriodOf { length, preperiod, saltus }| {
            let listed = usize::try_from(preperiod + length).expect("a short period");
            let values = claim.values.get(..listed);
            let values = values.unwrap_or_else(|| panic!("{name}: the values end before the period does"));
            Period { length, preperiod, saltus, values: values.to_vec() }
        }),
        values: claim.values,
    });
    assert!(sequence.is_some() || !positions.is_empty(), "{name}: there are no values of the game");
    let has_law = match file.law.as_deref() {
        None => !positions.is_empty(),
        Some("none") => false,
        Some(other) => panic!("{name}: law = {other:?}, expected \"none\" or nothing"),
    };
    Case { name, rules: file.rules.trim().to_owned(), has_law, positions, sequence }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repeated citation is a mistake.
    #[test]
    fn no_position_is_cited_twice_for_the_same_value() {
        for case in cases() {
            for what in ["outcome", "grundy", "remoteness"] {
                let mut seen = Vec::new();
                for claim in &case.positions {
                    let says = match what {
                        "outcome" => claim.outcome.is_some(),
                        "grundy" => claim.grundy.is_some(),
                        _ => claim.remoteness.is_some(),
                    };
                    for at in claim.at.iter().filter(|_| says) {
                        assert!(!seen.contains(at), "{}: {what} of {at} twice", case.name);
                        seen.push(at.clone());
                    }
                }
            }
        }
    }

    #[test]
    fn periods_say_what_the_values_say() {
        let mut compared = 0;
        for case in cases() {
            let Some(SequenceClaim { values, period: Some(period), .. }) = case.sequence else { continue };
            for (n, value) in values.iter().enumerate() {
                assert_eq!(period.value(&n.into()), Some((*value).into()), "{} {n}", case.name);
                compared += 1;
            }
        }
        assert!(compared > 100);
    }
}
