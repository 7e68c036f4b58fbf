//! Theorems that prove that a period never ends, with their hypotheses.

use std::fmt;

use bouton_core::TakeAndBreakCode;

use super::splits::splits;

/// A theorem about the periods of codes. The last three are about g(n + p) = g(n) + s. The others
/// are about finite codes and g(n + p) = g(n) for all n ≥ n₀, where k is the largest amount that a
/// move takes.
///
/// Among codes that repeat for ever, the theorems cover only those that allow all but a few
/// amounts. The values of the others depend on all smaller heaps, and some of them repeat far
/// longer than any window before they stop.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_sequence::Theorem;
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?; // a move leaves up to two heaps
/// assert_eq!(Theorem::of(&kayles), Some(Theorem::GuySmith));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// No move leaves more than one heap: k consecutive values that recur are sufficient. The
    /// preperiod n₀ may be 0 only for a subtraction game, in which the empty heap is a heap like
    /// others.
    Subtraction,
    /// Guy and Smith, *The G-values of various games* (1956): moves leave up to two heaps.
    GuySmith,
    /// The same argument for moves that leave up to three heaps.
    GuySmithThree,
    /// The same argument for moves that leave two heaps of different sizes. Consider an option (a,
    /// b) of n + p whose counterpart (a, b - p) has equal parts. This option has the value 0, and
    /// so does its counterpart (a - p, a + p).
    Unequal,
    /// Moves leave up to three heaps, and values rise by a saltus that is a power of two. The
    /// theorem is in the spirit of those of Austin (*Impartial and partisan games*, 1976) and of
    /// Howse and Nowakowski (*Periodicity and arithmetic-periodicity in hexadecimal games*, 2004);
    /// its hypotheses and its proof are in `docs/certificate.md`, *Arithmetic periods*. The window
    /// depends on the values.
    Arithmetic,
    /// All but a few amounts may be taken, and moves leave at most one heap: one state that recurs,
    /// raised by the saltus, is sufficient. See `docs/certificate.md`, *All but a few amounts*.
    Cofinite,
    /// All but a few amounts may be taken, and after a few objects, or none, are taken, a heap may
    /// be split into two, as in Lasker's Nim. Values rise by a saltus that is a power of two. See
    /// `docs/certificate.md`, the same section.
    CofiniteSplits,
}

/// The values that a theorem requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The theorem.
    pub theorem: Theorem,
    /// The equation g(n + p) = g(n), or g(n) + s, must hold for n₀ ≤ n < `end`.
    pub end: u128,
    /// The number of values that must be known: the values of heaps below this one.
    pub applies_from: u128,
}

impl Theorem {
    /// Returns the theorem for a code and saltus 0, or for a code that repeats for ever, if there
    /// is one.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    /// use bouton_sequence::Theorem;
    ///
    /// assert_eq!(Theorem::of(&TakeAndBreakCode::new(vec![0, 7, 7])?), Some(Theorem::GuySmith));
    /// assert_eq!(Theorem::of(&TakeAndBreakCode::new(vec![0, 3, 0, 3])?), Some(Theorem::Subtraction));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(code: &TakeAndBreakCode) -> Option<Self> {
        if !code.is_finite() {
            return splits(code).map(|at| if at.is_empty() { Self::Cofinite } else { Self::CofiniteSplits });
        }
        let all = code.digits().iter().fold(0, |all, digit| all | digit);
        Some(match all {
            8.. => Self::GuySmithThree,
            4.. if code.parts_are_unequal() => Self::Unequal,
            4.. => Self::GuySmith,
            _ => Self::Subtraction,
        })
    }

    /// Returns the window for a period `length` from `preperiod` on, with saltus 0; `None` if no
    /// theorem covers the code.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    /// use bouton_sequence::Theorem;
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    /// let window = Theorem::window(&kayles, 71, 12).unwrap();
    /// assert_eq!((window.end, window.applies_from), (2 * 71 + 12 + 2, 2 * 71 + 2 * 12 + 2));
    /// ```
    #[must_use]
    pub fn window(code: &TakeAndBreakCode, preperiod: u64, length: u64) -> Option<Window> {
        let theorem = Self::of(code)?;
        let last = code.digits().len() as u128 - 1;
        // A period from 0 on is one from 1 on. The theorems need n₀ ≥ 1 where the empty heap is not
        // a part of a split, or where leaving it is a different move from leaving a heap.
        let first = if code.is_subtraction_game() { preperiod } else { preperiod.max(1) };
        let (from, length) = (u128::from(first), u128::from(length));
        let end = last
            + match theorem {
                Self::Subtraction => from,
                Self::GuySmith => 2 * from + length,
                Self::GuySmithThree => 3 * from + 2 * length,
                Self::Unequal => 2 * from + 2 * length,
                Self::Arithmetic | Self::Cofinite | Self::CofiniteSplits => return None,
            };
        Some(Window { theorem, end, applies_from: end + length })
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Subtraction => "as many values in a row as the largest amount recur, and each value depends on those alone: enough values for this were computed",
            Self::GuySmith => "Guy and Smith's periodicity theorem for finite octal codes (The G-values of various games, 1956): enough values for this were computed",
            Self::GuySmithThree => "Guy and Smith's periodicity theorem (The G-values of various games, 1956), for moves that leave up to three heaps: enough values for this were computed",
            Self::Unequal => "Guy and Smith's periodicity theorem (The G-values of various games, 1956), for moves that leave two unequal heaps: enough values for this were computed",
            Self::Arithmetic => "a theorem on moves that leave up to three heaps and a saltus that is a power of two: options with two equal large parts have all values but the least and the greatest, and the others have what they had a few periods before; enough values for this were computed",
            Self::Cofinite => "all but a few amounts may be taken: a value depends on those near it and on which greater values there were, and one such state recurs, raised by the saltus",
            Self::CofiniteSplits => "all but a few amounts may be taken, and heaps split into two: no split into two large parts has the value of its heap, and the other options have what they had a few periods before; enough values for this were computed",
        })
    }
}
