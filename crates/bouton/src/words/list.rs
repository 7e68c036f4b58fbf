//! Lists and counts of positions.

use std::fmt::Display;

use super::{counted, lazily::lazily, sentence::recurrence};
use crate::document::{BoundCount, Count, List};

/// One position on each line, and their number. Outcomes are written only if `outcomes`, since they
/// may be the same in every line. Where coordinates are interchangeable, each position stands for
/// all its orders.
#[must_use]
pub fn list(found: &List, outcomes: bool, interchangeable: bool) -> impl Display {
    lazily(move |f| {
        for listed in &found.positions {
            f.write_str(&listed.position)?;
            if outcomes {
                write!(f, " {}", listed.outcome)?;
            }
            f.write_str("\n")?;
        }
        f.write_str(&listed(found.count, found.complete, interchangeable))
    })
}

/// The number of listed positions.
#[must_use]
pub fn listed(count: usize, complete: bool, interchangeable: bool) -> String {
    let order = if interchangeable { " up to the order of the heaps" } else { "" };
    let rest = if complete { "" } else { ", and there are more" };
    format!("{}{order}{rest}\n", counted(count, "position"))
}

/// The numbers of positions with each outcome, in a line for each box that was requested.
#[must_use]
pub fn count(found: &Count) -> impl Display {
    // Two numbers beside each other would be read as two counts.
    let between = if found.value.is_some() { ':' } else { ' ' };
    let line = move |counts: &BoundCount| {
        let counts = counts.counts.iter().map(|(name, count)| format!("{name}{between}{count}"));
        counts.collect::<Vec<_>>().join(" ")
    };
    lazily(move |f| match &found.each {
        Some(bounds) => bounds.iter().try_for_each(|counts| writeln!(f, "{}: {}", counts.upto, line(counts))),
        None => {
            found.bounds().iter().try_for_each(|counts| writeln!(f, "{}", line(counts)))?;
            match (&found.first, &found.recurrence) {
                (Some(first), Some(factors)) => {
                    f.write_str(&recurrence(first, factors, found.numeration.as_deref().unwrap_or("2")))
                }
                _ => Ok(()),
            }
        }
    })
}
