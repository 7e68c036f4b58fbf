//! Limits of reading, because a short text may need much work, and have many moves.

use std::cell::{Cell, RefCell};

use bouton_core::{Allowance, Formula, LimitReached, MemoryShare, MoveSchema, Watch};

/// The bytes that are not counted, because they are within the tolerance of every limit.
const UNCOUNTED: u64 = 1 << 20;

/// The reading of one text, under a watch. A limit that is reached is recorded here, and later
/// results are dropped when the reading [ends](Self::end).
#[derive(Debug)]
pub(crate) struct Reading {
    watch: Watch,
    reached: Cell<Option<LimitReached>>,
    held: RefCell<MemoryShare>,
    bytes: Cell<u64>,
}

impl Reading {
    pub(crate) fn new(watch: &Watch) -> Self {
        let held = RefCell::new(watch.hold_none());
        Self { watch: watch.clone(), reached: Cell::new(None), held, bytes: Cell::new(0) }
    }

    /// Counts work. Returns `false` if a limit is reached, now or before.
    pub(crate) fn spend(&self, units: u64) -> bool {
        self.goes_on(|| self.watch.spend(units))
    }

    /// Counts the memory of a move that is written out, until the reading ends. Returns `false` if
    /// a limit is reached.
    pub(crate) fn hold(&self, schema: &MoveSchema) -> bool {
        self.hold_bytes(schema.bytes() as u64)
    }

    /// Counts the memory of a condition that is written out.
    pub(crate) fn hold_formula(&self, formula: &Formula) -> bool {
        self.hold_bytes(formula.bytes() as u64)
    }

    fn hold_bytes(&self, bytes: u64) -> bool {
        let all = self.bytes.get().saturating_add(bytes);
        self.bytes.set(all);
        self.goes_on(|| self.held.borrow_mut().resize(all.saturating_sub(UNCOUNTED)))
    }

    fn goes_on(&self, step: impl FnOnce() -> Result<(), LimitReached>) -> bool {
        if self.reached.get().is_none() {
            self.reached.set(step().err());
        }
        self.reached.get().is_none()
    }

    /// Returns the work that a search may do before it gives up.
    pub(crate) fn allow(&self, left: u64) -> Allowed<'_> {
        Allowed { left, kept: 0, reading: self }
    }

    /// Returns the result of the reading.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub(crate) fn end<T>(&self, result: T) -> Result<T, LimitReached> {
        self.reached.get().map_or(Ok(result), Err)
    }
}

/// Work that a search may do: a fixed amount, and only while no limit is reached.
pub(crate) struct Allowed<'a> {
    left: u64,
    kept: u64,
    reading: &'a Reading,
}

impl Allowance for Allowed<'_> {
    fn take(&mut self, units: u64) {
        self.left = if self.reading.spend(units) { self.left.saturating_sub(units) } else { 0 };
    }

    fn keep(&mut self, bytes: u64) {
        self.kept += bytes;
        if !self.reading.hold_bytes(bytes) {
            self.left = 0;
        }
    }

    fn is_used_up(&self) -> bool {
        self.left == 0
    }
}

impl Drop for Allowed<'_> {
    fn drop(&mut self) {
        let bytes = self.reading.bytes.get().saturating_sub(self.kept);
        self.reading.bytes.set(bytes);
        // A smaller number of bytes always fits.
        let _ = self.reading.held.borrow_mut().resize(bytes.saturating_sub(UNCOUNTED));
    }
}
