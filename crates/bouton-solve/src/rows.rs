//! Boxes of positions: their points, and counts of their values.

use bouton_core::{ControlState, Ruleset};

use crate::{LimitReached, Table};

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

/// Counts the positions of the whole box (every coordinate 0..=upto, unsorted) by value. `control`
/// selects the control states that count.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_solve::{Table, count};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
/// assert_eq!(count(&nim, &mut table, 9, None)?, [10, 90]); // lost and won, in any order of the heaps
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
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
    table.grow_to_largest(upto)?;
    let mut failed = Ok(());
    for_each_in_box(ruleset, upto, &mut |position| {
        let orders = if ruleset.interchangeable() { arrangements(position) } else { Some(1) };
        for at in ruleset.control_states().filter(|&at| control.is_none_or(|control| control == at)) {
            let value = match table.value(position, at) {
                Ok(value) => value as usize,
                Err(limit) => {
                    failed = Err(limit);
                    return false;
                }
            };
            if value >= counts.len() {
                counts.resize(value + 1, 0);
            }
            let Some(sum) = orders.and_then(|orders| counts[value].checked_add(orders)) else {
                failed = Err(too_many);
                return false;
            };
            counts[value] = sum;
        }
        true
    });
    failed?;
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
