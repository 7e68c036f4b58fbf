//! Phrases that all interfaces share, such as meanings of outcomes, conventions, counted nouns; and
//! in one module each, the texts of documents.

pub mod check;
pub mod faults;
pub mod in_total;
mod lazily;
pub mod list;
pub mod nim;
pub mod no_law;
pub mod pass;
pub mod podium;
pub mod sentence;
pub mod sequence;
pub mod slices;
pub mod solve;
pub mod stored;

pub(crate) use lazily::lazily;

pub use bouton_game::terms::{convention_name, counted, meaning, one_line, title};
pub use bouton_prose::visible;
