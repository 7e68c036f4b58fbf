//! Tables that are stored in a folder, as text.

use crate::document::{Tile, Tiles};

use super::counted;

/// A tile on each line, with those that it needs, and the number of existing ones.
#[must_use]
pub fn tiles(found: &Tiles) -> String {
    let mut text = String::new();
    for tile in &found.tiles {
        let needs =
            if tile.needs.is_empty() { String::new() } else { format!(" needs {}", tile.needs.join(" ")) };
        text.push_str(&format!("{}{}{needs}\n", tile.id, if tile.done { " done" } else { "" }));
    }
    let done = found.tiles.iter().filter(|tile| tile.done).count();
    format!("{text}{} of side {}, {done} done\n", counted(found.tiles.len(), "tile"), found.side)
}

/// The numbers of positions of a tile with each outcome.
#[must_use]
pub fn tile(found: &Tile) -> String {
    let counts = found.counts.iter().map(|(name, count)| format!("{name} {count}"));
    format!("tile {}: {}\n", found.id, counts.collect::<Vec<_>>().join(" "))
}
