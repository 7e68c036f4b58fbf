//! Lists of positions.

use crate::document::List;

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
