//! Boxes of positions: rows of a table, counts, listings.

use bouton_core::{ControlState, Ruleset, Value};

use crate::{LimitReached, Table};

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The coordinates; interchangeable ones sorted, smallest first.
    pub coordinates: Vec<u64>,
    /// The control state.
    pub control: ControlState,
    /// The value.
    pub value: Value,
}

/// Visits the representatives of the box of all positions with no coordinate above `upto`, in
/// lexicographic order: only sorted ones where coordinates are interchangeable, and only those that
/// exist. The walk ends when `visit` returns `false`.
///
/// ```
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let mut positions = Vec::new();
/// bouton_solve::for_each_in_box(&game.ruleset().unwrap(), 1, &mut |position| {
///     positions.push(position.to_vec());
///     true
/// });
/// assert_eq!(positions, [[0, 0], [0, 1], [1, 1]]); // the heaps are interchangeable
/// ```
pub fn for_each_in_box(ruleset: &Ruleset, upto: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
    let dimension = ruleset.dimension();
    let sorted = ruleset.interchangeable();
    let mut position = vec![0u64; dimension];
    loop {
        if ruleset.has(&position) && !visit(&position) {
            return;
        }
        let Some(place) = (0..dimension).rev().find(|&place| position[place] < upto) else { return };
        position[place] += 1;
        let floor = if sorted { position[place] } else { 0 };
        position[place + 1..].fill(floor);
    }
}

/// The rows of the box: every coordinate at most `upto`, all control states.
///
/// # Errors
///
/// [`LimitReached`].
pub fn rows(ruleset: &Ruleset, table: &mut Table, upto: u64) -> Result<Vec<Row>, LimitReached> {
    let mut rows = Vec::new();
    for_each_row(ruleset, table, upto, &mut |row| {
        rows.push(row.clone());
        true
    })?;
    Ok(rows)
}

/// As [`rows`], without collecting them. The walk ends when `visit` returns `false`.
///
/// # Errors
///
/// [`LimitReached`].
pub fn for_each_row(
    ruleset: &Ruleset,
    table: &mut Table,
    upto: u64,
    visit: &mut dyn FnMut(&Row) -> bool,
) -> Result<(), LimitReached> {
    table.grow_to_largest(upto)?;
    let mut result = Ok(());
    for_each_in_box(ruleset, upto, &mut |position| {
        for control in (0..ruleset.controls().len()).filter_map(|c| u8::try_from(c).ok()).map(ControlState) {
            match table.value(position, control) {
                Ok(value) => {
                    if !visit(&Row { coordinates: position.to_vec(), control, value }) {
                        return false;
                    }
                }
                Err(limit) => {
                    result = Err(limit);
                    return false;
                }
            }
        }
        true
    });
    result
}

/// Counts the positions of the whole box (every coordinate 0..=upto, unsorted) by value. `controls`
/// selects the control states that count.
///
/// # Errors
///
/// [`LimitReached`].
pub fn count(
    ruleset: &Ruleset,
    table: &mut Table,
    upto: u64,
    control: Option<ControlState>,
) -> Result<Vec<u128>, LimitReached> {
    let too_many = LimitReached::Count { dimension: ruleset.dimension(), upto };
    // Tested before anything is solved.
    u32::try_from(ruleset.dimension())
        .ok()
        .and_then(|dimension| (u128::from(upto) + 1).checked_pow(dimension))
        .ok_or(too_many)?;
    let mut counts: Vec<u128> = Vec::new();
    let mut overflow = false;
    for_each_row(ruleset, table, upto, &mut |row| {
        if control.is_none_or(|control| control == row.control) {
            let index = row.value as usize;
            if index >= counts.len() {
                counts.resize(index + 1, 0);
            }
            let orders = if ruleset.interchangeable() { arrangements(&row.coordinates) } else { Some(1) };
            match orders.and_then(|orders| counts[index].checked_add(orders)) {
                Some(sum) => counts[index] = sum,
                None => overflow = true,
            }
        }
        !overflow
    })?;
    if overflow {
        return Err(too_many);
    }
    Ok(counts)
}

/// The number of arrangements of a sorted multiset; `None` if it is beyond 2^128.
fn arrangements(sorted: &[u64]) -> Option<u128> {
    let mut result = 1u128;
    let mut run = 0u128;
    for (index, value) in sorted.iter().enumerate() {
        run = if index > 0 && sorted[index - 1] == *value { run + 1 } else { 1 };
        // n! / (r₁! r₂! …), multiplied such that each quotient is an integer
        result = result.checked_mul(index as u128 + 1)? / run;
    }
    Some(result)
}

/// Whether the non-empty heaps can be divided into pairs of equal ones.
///
/// ```
/// assert!(bouton_solve::is_paired_up(&[3, 5, 0, 5, 3]));
/// assert!(!bouton_solve::is_paired_up(&[1, 2, 3]));
/// ```
#[must_use]
pub fn is_paired_up(heaps: &[u64]) -> bool {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable();
    sorted.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1])
}
