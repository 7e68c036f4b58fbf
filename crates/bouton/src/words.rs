//! Words that every face uses: who wins, how a game is won, one of these and two of those;
//! and in a module each, what the documents say in text.

pub mod check;
pub mod faults;
pub mod in_total;
mod lazily;
pub mod list;
pub mod nim;
pub mod no_law;
pub mod pass;
pub mod podium;
pub mod sequence;
pub mod solve;
pub mod stored;

pub use crate::terms::{convention_name, counted, meaning, one_line, title, visible};
