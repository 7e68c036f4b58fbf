//! Slices of a game in words.

use crate::{document::Slice, words::counted};

/// A slice in one line.
#[must_use]
pub fn row(slice: &Slice) -> String {
    let bounds: Vec<String> = slice.bounds.iter().map(|(name, bound)| format!("{name} <= {bound}")).collect();
    let bounds = bounds.join(", ");
    let Some(states) = slice.states.filter(|_| slice.status == "proved") else {
        let reason = slice.reason.as_deref().unwrap_or_default().replace('\n', " ");
        return format!("{bounds}: {reason}\n");
    };
    let mut row = format!("{bounds}: {}", counted(states, "state"));
    if let Some(numeration) = slice.numeration.as_deref().filter(|&numeration| numeration != "2") {
        row.push_str(&format!(" in {numeration}"));
    }
    if let (Some(period), Some(offset)) = (slice.period, slice.offset) {
        row.push_str(&format!(", period {period} from {offset}"));
    }
    row + "\n"
}
