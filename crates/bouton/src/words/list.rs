//! Lists and counts of positions.

use crate::document::{BoundCount, Count, List};

use super::counted;

/// One position a line, and how many; the outcome is worth a word only where it is not the same in
/// every line. Where coordinates are interchangeable, each stands for all orders of its own.
#[must_use]
pub fn list(found: &List, outcomes: bool, interchangeable: bool) -> String {
    let mut text = String::new();
    for listed in &found.positions {
        text.push_str(&listed.position);
        if outcomes {
            text.push_str(&format!(" {}", listed.outcome));
        }
        text.push('\n');
    }
    let order = if interchangeable { " up to the order of the heaps" } else { "" };
    let rest = if found.complete { "" } else { ", and there are more" };
    format!("{text}{}{order}{rest}\n", counted(found.count, "position"))
}

/// How many positions have each outcome, in a line for each box that was asked for.
#[must_use]
pub fn count(found: &Count) -> String {
    let line = |counts: &BoundCount| {
        // Two numbers beside each other would be read as two counts.
        let between = if found.value.is_some() { ':' } else { ' ' };
        let counts = counts.counts.iter().map(|(name, count)| format!("{name}{between}{count}"));
        counts.collect::<Vec<_>>().join(" ")
    };
    match &found.each {
        Some(bounds) => bounds.iter().map(|counts| format!("{}: {}\n", counts.upto, line(counts))).collect(),
        None => found.bounds().iter().map(|counts| line(counts) + "\n").collect(),
    }
}
