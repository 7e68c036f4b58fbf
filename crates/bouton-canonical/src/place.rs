//! Places in the text.

use std::{fmt, ops::Range};

/// A range of bytes of the rules text.
///
/// All places are equal to each other: two games are the same if they have the same rules, at any
/// places.
#[derive(Clone, Copy, Default)]
pub struct Place {
    start: usize,
    end: usize,
}

impl Place {
    /// Creates the place from the first byte to the one after the last.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Returns the place from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start, other.end)
    }

    /// The range of bytes in the text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
