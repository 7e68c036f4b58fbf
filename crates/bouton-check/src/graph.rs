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
    let mut changed = true;
    while changed {
        budget.spend(next.len())?;
        changed = false;
        for (state, row) in next.chunks(width).enumerate().rev() {
            if !goal[state] && row.iter().any(|&to| goal.get(to as usize) == Some(&true)) {
                goal[state] = true;
                changed = true;
            }
        }
    }
    Ok(goal)
}

/// Which states have a path from `start`.
pub(crate) fn reachable(next: &[u32], width: usize, start: u32) -> Vec<bool> {
    let mut found = vec![false; next.len() / width];
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut found[state as usize], true) {
            waiting.extend(&next[state as usize * width..][..width]);
        }
    }
    found
}
