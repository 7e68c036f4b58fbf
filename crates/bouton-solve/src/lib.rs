//! Exact values of heap games.

mod index;
mod limits;
mod moves;
mod table;

pub use index::PeriodicCoordinate;
pub use limits::{LimitReached, Limits};
pub use moves::Moves;
pub use table::Table;
