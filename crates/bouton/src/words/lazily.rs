//! Texts that are generated while they are written.

use std::fmt::{self, Display, Formatter};

/// A text that is generated where it is written, without being in memory as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Lazily<F>(F);

/// The text that `write` writes.
pub(crate) fn lazily<F: Fn(&mut Formatter<'_>) -> fmt::Result>(write: F) -> Lazily<F> {
    Lazily(write)
}

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Lazily<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// The parts of a list, separated by `between`; `parts` restarts the list each time that it is
/// written.
pub(super) fn joined<I: IntoIterator<Item: Display>>(parts: impl Fn() -> I, between: &str) -> impl Display {
    lazily(move |f| {
        for (place, part) in parts().into_iter().enumerate() {
            if place > 0 {
                f.write_str(between)?;
            }
            write!(f, "{part}")?;
        }
        Ok(())
    })
}
