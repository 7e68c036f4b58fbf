//! A search for words that ends at a limit.

use std::cell::Cell;

use bouton_core::{LimitReached, Watch};

/// A search with its watch, and the limit that it has reached. After a limit the search ends with any form,
/// and its result is not used.
#[derive(Debug, Default)]
pub(crate) struct Asking<'a> {
    watch: Option<&'a Watch>,
    reached: Cell<Option<LimitReached>>,
}

impl<'a> Asking<'a> {
    /// Creates a search under a watch.
    pub(crate) fn of(watch: &'a Watch) -> Self {
        Self { watch: Some(watch), reached: Cell::new(None) }
    }

    /// Whether a limit was reached.
    pub(crate) fn is_over(&self) -> bool {
        if self.reached.get().is_none() {
            self.reached.set(self.watch.and_then(|watch| watch.check().err()));
        }
        self.reached.get().is_some()
    }

    /// The limit that was reached, if any.
    pub(crate) fn reached(&self) -> Option<LimitReached> {
        self.reached.get()
    }
}
