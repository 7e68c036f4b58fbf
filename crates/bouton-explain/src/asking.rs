//! A search for words that ends at a limit.

use std::cell::Cell;

use bouton_core::{LimitReached, Watch};

/// The watch over a search, and the limit that it has met. A search that is over ends with any form; what it found is
/// not used.
#[derive(Debug, Default)]
pub(crate) struct Asking<'a> {
    watch: Option<&'a Watch>,
    reached: Cell<Option<LimitReached>>,
}

impl<'a> Asking<'a> {
    /// Under a watch.
    pub(crate) fn of(watch: &'a Watch) -> Self {
        Self { watch: Some(watch), reached: Cell::new(None) }
    }

    /// Whether a limit was met.
    pub(crate) fn is_over(&self) -> bool {
        if self.reached.get().is_none() {
            self.reached.set(self.watch.and_then(|watch| watch.check().err()));
        }
        self.reached.get().is_some()
    }

    /// The limit that was met, if one was.
    pub(crate) fn reached(&self) -> Option<LimitReached> {
        self.reached.get()
    }
}
