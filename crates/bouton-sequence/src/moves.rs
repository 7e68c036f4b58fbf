//! The moves of a finite octal code, by the number of heaps left.

use bouton_core::TakeAndBreakCode;

/// The amounts that may be taken, by the number of heaps left.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The amounts that may be taken if they are the whole heap.
    pub(crate) whole: Vec<usize>,
    /// The amounts that may be taken if they leave one heap.
    pub(crate) single: Vec<usize>,
    /// The amounts that may be taken to leave two heaps, in increasing order.
    pub(crate) splits: Vec<usize>,
    /// Whether the two heaps of a split must differ.
    pub(crate) unequal: bool,
    /// The largest amount.
    pub(crate) last: usize,
}

impl Moves {
    /// Returns the moves of a code; `None` if it repeats for ever or leaves three heaps.
    pub(crate) fn of(code: &TakeAndBreakCode) -> Option<Self> {
        if !code.is_finite() || code.is_hexadecimal() {
            return None;
        }
        let last = code.digits().len() - 1;
        let places = |heaps: u32| (0..=last).filter(|&taken| code.allows(taken, heaps)).collect();
        Some(Self {
            whole: places(0),
            single: places(1),
            splits: places(2),
            unequal: code.parts_are_unequal(),
            last,
        })
    }

    /// Returns the largest smaller part when a heap of `left` objects is split.
    pub(crate) fn most_small(&self, left: usize) -> usize {
        if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 }
    }
}
