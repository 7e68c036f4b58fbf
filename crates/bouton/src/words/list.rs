//! Lists of positions.

use crate::document::List;

use super::counted;

/// One position a line; the outcome is worth a word only where it is not the same in every line.
#[must_use]
pub fn list(found: &List, outcomes: bool) -> String {
    let mut text = String::new();
    for listed in &found.positions {
        text.push_str(&listed.position);
        if outcomes {
            text.push_str(&format!(" {}", listed.outcome));
        }
        text.push('\n');
    }
    let rest = if found.complete { "" } else { ", and there are more" };
    format!("{text}{}{rest}\n", counted(found.count, "position"))
}
