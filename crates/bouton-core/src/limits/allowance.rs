//! The work that a search may do before it gives up.

use super::{Batch, LimitReached, MemoryShare, Watch};

/// The work that a search may still do. The search gives up after a fixed amount of it, so that its
/// result is *not found*.
///
/// A number is such an allowance. Other allowances may also end when a [`Watch`](super::Watch)
/// does, and count memory.
///
/// ```
/// use bouton_core::Allowance;
///
/// let mut work = 10u64;
/// work.take(7);
/// assert!(!work.is_used_up());
/// work.take(7);
/// assert!(work.is_used_up());
/// ```
pub trait Allowance {
    /// Takes units of work, or all that are left.
    fn take(&mut self, units: u64);

    /// Takes memory that the search holds until it ends.
    fn keep(&mut self, bytes: u64);

    /// Whether no work is left.
    fn is_used_up(&self) -> bool;
}

/// An allowance that ends only at the limits of a watch.
#[derive(Debug)]
pub struct WatchedWork<'a> {
    batch: Batch<'a>,
    held: MemoryShare,
    reached: Option<LimitReached>,
}

impl WatchedWork<'_> {
    /// Ends the work.
    ///
    /// # Errors
    ///
    /// The limit that was reached; the search has then given up.
    pub fn end(self) -> Result<(), LimitReached> {
        self.reached.map_or(Ok(()), Err)
    }
}

impl Allowance for WatchedWork<'_> {
    fn take(&mut self, units: u64) {
        if self.reached.is_none() {
            self.reached = self.batch.spend(units).err();
        }
    }

    fn keep(&mut self, bytes: u64) {
        if self.reached.is_none() {
            self.reached = self.held.grow(bytes).err();
        }
    }

    fn is_used_up(&self) -> bool {
        self.reached.is_some()
    }
}

impl Watch {
    /// Returns an allowance for searches that give up after some amount of work; with this one they
    /// continue until a limit is reached.
    ///
    /// ```
    /// use bouton_core::{Allowance, LimitReached, Watch};
    ///
    /// let watch = Watch::unlimited();
    /// let mut work = watch.allowance();
    /// work.take(1 << 40);
    /// assert_eq!((work.is_used_up(), work.end()), (false, Ok(())));
    ///
    /// let stage = watch.within(10);
    /// let mut work = stage.allowance();
    /// work.take(5000);
    /// assert!(work.is_used_up());
    /// assert!(matches!(work.end(), Err(LimitReached::Work { .. })));
    /// ```
    #[must_use]
    pub fn allowance(&self) -> WatchedWork<'_> {
        WatchedWork { batch: self.batch(), held: self.hold_none(), reached: None }
    }
}

impl Allowance for u64 {
    fn take(&mut self, units: u64) {
        *self = self.saturating_sub(units);
    }

    /// The work bounds the memory.
    fn keep(&mut self, _bytes: u64) {}

    fn is_used_up(&self) -> bool {
        *self == 0
    }
}
