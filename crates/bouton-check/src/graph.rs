//! Graphs given by a table of successors, one row for each state.

use crate::{Refused, limits::Budget};

/// No successor.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Which states have a path to a state of `goal`.
pub(crate) fn can_reach(
    next: &[u32],
    width: usize,
    mut goal: Vec<bool>,
    budget: &mut Budget,
) -> Result<Vec<bool>, Refused> {
    loop {
        budget.spend(next.len())?;
        let mut changed = false;
        for (state, row) in next.chunks(width).enumerate().rev() {
            let reaches = |&to: &u32| goal.get(to as usize).copied().unwrap_or_default();
            if !goal[state] && row.iter().any(reaches) {
                goal[state] = true;
                changed = true;
            }
        }
        if !changed {
            return Ok(goal);
        }
    }
}

/// Which states have a path from `start`.
pub(crate) fn reachable(
    next: &[u32],
    width: usize,
    start: u32,
    budget: &mut Budget,
) -> Result<Vec<bool>, Refused> {
    let mut found = vec![false; next.len() / width];
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        if let Some(found) = found.get_mut(state as usize).filter(|found| !**found) {
            *found = true;
            budget.spend(width)?;
            waiting.extend(&next[state as usize * width..][..width]);
        }
    }
    Ok(found)
}
