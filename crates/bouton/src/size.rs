//! How large a position is for the engines that compute exact values: decided before any work is done.

use bouton_core::{Ruleset, TakeAndBreakCode, Watch, never_raises};

/// Bytes that one position takes in a search.
const BYTES_IN_SEARCH: f64 = 100.0;
/// Bytes that one position takes in a table: values beyond 255 need four.
const BYTES_IN_TABLE: f64 = 4.0;
/// The most options that are looked at without a time limit: some ten seconds of a search, or of a table.
const MOST_IN_SEARCH: f64 = 1e8;
const MOST_IN_TABLE: f64 = 1e9;
/// What is done before a law is asked for instead: about a second.
const QUICK: f64 = 0.05;
/// The most pairs of heaps looked at for the Grundy values of a code.
const MOST_IN_SEQUENCE: f64 = 5e9;

/// How much may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// A second or so: a law would answer at once.
    Short,
    /// As long as the limits allow.
    Long,
}

/// Whether what lies below a position can be solved, by a search or by a table.
///
/// # Errors
///
/// What would be needed, as the end of a sentence.
pub(crate) fn feasible(
    ruleset: &Ruleset,
    coordinates: &[u64],
    watch: &Watch,
    patience: Patience,
) -> Result<(), String> {
    let sizes: Vec<f64> = coordinates.iter().map(|&coordinate| real(coordinate)).collect();
    let controls = real(ruleset.controls().len() as u64);
    let largest = sizes.iter().copied().fold(1.0, f64::max);
    let branching: f64 =
        ruleset.moves().iter().map(|schema| largest.powi(i32::from(schema.parameters))).sum::<f64>().max(1.0);
    let falls = ruleset.moves().iter().all(never_raises);
    let boxed = sizes.iter().map(|size| size + 1.0).product::<f64>() * controls;
    let levels = ranked(ruleset, &sizes) * controls;
    let table = if falls && ruleset.interchangeable() {
        (1u32..)
            .zip(&sizes)
            .fold(1.0, |count, (place, _)| count * (largest + f64::from(place)) / f64::from(place))
            * controls
    } else {
        levels
    };
    let search = if falls { boxed } else { levels };
    // A quarter of the memory for each of the values that are computed.
    let memory = real(watch.memory_limit()) / 4.0;
    let factor = match patience {
        Patience::Short => QUICK,
        Patience::Long if watch.remaining().is_none() => 1.0,
        Patience::Long => f64::INFINITY,
    };
    let fits = |positions: f64, bytes: f64, most: f64| {
        positions * bytes <= memory && positions * branching <= most * factor
    };
    if fits(search, BYTES_IN_SEARCH, MOST_IN_SEARCH) || fits(table, BYTES_IN_TABLE, MOST_IN_TABLE) {
        return Ok(());
    }
    let positions = search.min(table);
    if positions * BYTES_IN_TABLE > memory {
        return Err(format!("about {positions:.1e} positions lie below it, too many for --memory"));
    }
    Err(format!(
        "about {:.1e} moves lie below it; with a limit such as --time 10m it is tried all the same",
        positions * branching
    ))
}

/// Whether the Grundy values of single heaps can be computed as far as the largest heap.
///
/// # Errors
///
/// What would be needed, as the end of a sentence.
pub(crate) fn feasible_code(code: &TakeAndBreakCode, heaps: &[u64], watch: &Watch) -> Result<(), String> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if let Some(needed) = infeasible_sequence(code, largest, watch) {
        return Err(needed);
    }
    Ok(())
}

/// What stands in the way of the Grundy values of heaps up to `upto`.
pub(crate) fn infeasible_sequence(code: &TakeAndBreakCode, upto: u64, watch: &Watch) -> Option<String> {
    let size = real(upto);
    let work = size.powi(if code.is_hexadecimal() { 3 } else { 2 }) * real(code.digits().len() as u64);
    if size * 8.0 > real(watch.memory_limit()) {
        return Some(format!("the Grundy values of {upto} heaps do not fit into --memory"));
    }
    (watch.remaining().is_none() && work > MOST_IN_SEQUENCE).then(|| {
        format!("the Grundy values of heaps up to {upto} take about {work:.1e} steps; with a limit such as --time 10m they are tried all the same")
    })
}

/// How many positions have a rank that is no greater: every coordinate is at most rank / weight.
fn ranked(ruleset: &Ruleset, sizes: &[f64]) -> f64 {
    let rank: f64 = sizes.iter().zip(ruleset.weights()).map(|(size, &weight)| size * real(weight)).sum();
    (1u32..).zip(ruleset.weights()).fold(1.0, |count, (place, &weight)| {
        count * (rank / real(weight) + f64::from(place)) / f64::from(place)
    })
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn real(number: u64) -> f64 {
    number as f64
}
