//! Files that are opened only if they are regular, and written completely or not at all.
//!
//! A named pipe, a device or a folder in place of a file is an error at once ([`open`]): to read from a pipe
//! would wait for ever. A file that is written has another name until it is whole ([`Replacement`]), and is
//! locked as long as its writer lives: what is found unlocked under such a name was left by a killed process,
//! and is removed by the next process that writes the same file.

mod open;
mod replacement;

pub use open::{open, open_with, read_text};
pub use replacement::{Replacement, clear_unfinished, is_unfinished, sync_all};
