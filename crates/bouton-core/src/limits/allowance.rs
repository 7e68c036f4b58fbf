//! Work that a search may do before it gives up.

/// Work that may still be done by a search that gives up after a fixed amount of it, so that its result is *not found*.
///
/// A number is such an allowance. Another one may also end when a [`Watch`](super::Watch) does, and count memory.
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

    /// Takes memory that is kept until the search ends.
    fn keep(&mut self, bytes: u64);

    /// Whether no work is left.
    fn is_used_up(&self) -> bool;
}

impl Allowance for u64 {
    fn take(&mut self, units: u64) {
        *self = self.saturating_sub(units);
    }

    /// The work bounds what is kept.
    fn keep(&mut self, _bytes: u64) {}

    fn is_used_up(&self) -> bool {
        *self == 0
    }
}
