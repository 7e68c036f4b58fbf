//! Files that are opened only if they are regular, and written completely or not at all.
//!
//! A named pipe, a device or a folder in place of a file is an error at once ([`open`]), because
//! reading from a pipe could wait for ever. A file gets its name only when it is complete
//! ([`Replacement`]). Until then it has another name, and is locked as long as the process that
//! writes it runs. An unlocked file under such a name was left by a killed process; the next
//! process that writes the same file removes it.

mod open;
mod replacement;

pub use open::{open, open_with, read_text};
pub use replacement::{Replacement, clear_unfinished, is_unfinished, sync_all};
