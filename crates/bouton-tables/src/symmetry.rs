//! The use of interchangeable coordinates.

use std::fmt;

/// The use that a plan makes of interchangeable coordinates: with n equal bounds, only one of up to
/// n! positions is essentially different. The choice of each plan was decided by measurement
/// (`record/2026-11-22-tables.md`); all choices give the same values.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_tables::{BoxPlan, Symmetry};
///
/// let moves = "move take 1..2 from 1 heap";
/// let of = |heaps: usize| {
///     let ruleset = bouton_rules::resolve(&format!("heaps {heaps}; {moves}")).unwrap().ruleset().unwrap();
///     BoxPlan::new(&ruleset, Valuation::NormalOutcome, &vec![9; heaps]).unwrap().symmetry()
/// };
/// assert_eq!(of(4), Symmetry::Whole);
/// assert_eq!(of(7), Symmetry::Sorted { coordinates: 3, of: 7 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// The coordinates are not interchangeable.
    None,
    /// The coordinates are interchangeable, but their bounds differ.
    Bounds,
    /// The coordinates are interchangeable, but all positions are computed: sheets of words are
    /// filled as a whole.
    Whole,
    /// The coordinates are interchangeable, but all positions are computed: marks are carried along
    /// each coordinate separately.
    Marks,
    /// Only sorted tuples of some of the coordinates are computed.
    Sorted {
        /// The number of these coordinates.
        coordinates: usize,
        /// The number of all coordinates.
        of: usize,
    },
    /// Only sorted rows are computed; all others are copied from them.
    Copied,
}

/// Writes the use as the end of a sentence.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("all positions are computed: the coordinates are not interchangeable"),
            Self::Bounds => f.write_str(
                "all positions are computed: the coordinates are interchangeable, but their bounds differ",
            ),
            Self::Whole => f.write_str(
                "all positions are computed, though the coordinates are interchangeable: up to four of them are the bits, rows and columns of words, which sorting would break",
            ),
            Self::Marks => f.write_str(
                "all positions are computed, though the coordinates are interchangeable: moves of any size are marked along each coordinate separately",
            ),
            Self::Sorted { coordinates, of } if coordinates == of => {
                f.write_str("the coordinates are interchangeable: only sorted positions are computed")
            }
            Self::Sorted { coordinates, of } => write!(
                f,
                "the coordinates are interchangeable: of {coordinates} of {of} only sorted tuples are computed; the others are the bits, rows and columns of words, which sorting would break"
            ),
            Self::Copied => f.write_str(
                "the coordinates are interchangeable: only sorted rows are computed, the others are copied from them",
            ),
        }
    }
}
