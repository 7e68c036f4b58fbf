//! The family of the four-heap game: k heaps, at most t objects in total from at
//! most j heaps.

mod claim;
mod comparison;

pub use claim::{Claim, nim_sum_of_remainders, nim_sum_of_remainders_beside_a_heap, sum_of_single_heaps};
pub use comparison::{Bound, Comparison, Difference, compare};

/// The condition under which play stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At most one heap is nonempty, as in the forum question.
    Stop,
    /// No objects are left: normal play.
    Empty,
}

/// A game of the family.
///
/// ```
/// use bouton_theory::two_in_total::{Ending, Family};
///
/// let asked = Family::new(4, 2, 2, Ending::Stop).unwrap();
/// assert_eq!(
///     asked.rules(),
///     "heaps 4; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty"
/// );
/// assert!(Family::new(4, 2, 5, Ending::Stop).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    heaps: usize,
    total: u64,
    from: usize,
    ending: Ending,
}

/// Parameters that do not give a game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyFault {
    /// The number of heaps.
    #[error("there are 1 to {MAX_HEAPS} heaps, not {0}")]
    Heaps(usize),
    /// The most objects in total.
    #[error("a move takes at most 1 to {MAX_TOTAL} objects in total, not {0}")]
    Total(u64),
    /// The most heaps of a move.
    #[error("a move takes from at most 1 to {heaps} of {heaps} heaps, not {from}")]
    From {
        /// The given number.
        from: usize,
        /// The number of heaps.
        heaps: usize,
    },
    /// One heap, and play stops at one nonempty heap.
    #[error(
        "with a single heap play has stopped before the first move; take 2 heaps, or play until nothing is left"
    )]
    NoMove,
}

/// The most heaps; a claim reads all of them in step.
pub const MAX_HEAPS: usize = 8;
/// The most objects that a move may take.
pub const MAX_TOTAL: u64 = 1000;

impl Family {
    /// Creates the game of k heaps in which a move takes 1 to `total` objects from at most `from`
    /// of them.
    ///
    /// # Errors
    ///
    /// [`FamilyFault`] if a number is 0 or too large, `from` is above `heaps`, or there would be no
    /// moves.
    pub fn new(heaps: usize, total: u64, from: usize, ending: Ending) -> Result<Self, FamilyFault> {
        if !(1..=MAX_HEAPS).contains(&heaps) {
            return Err(FamilyFault::Heaps(heaps));
        }
        if !(1..=MAX_TOTAL).contains(&total) {
            return Err(FamilyFault::Total(total));
        }
        if !(1..=heaps).contains(&from) {
            return Err(FamilyFault::From { from, heaps });
        }
        if heaps == 1 && ending == Ending::Stop {
            return Err(FamilyFault::NoMove);
        }
        Ok(Self { heaps, total, from, ending })
    }

    /// k, the number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// t, the most objects that a move takes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// j, the most heaps that a move takes from.
    #[must_use]
    pub fn from(&self) -> usize {
        self.from
    }

    /// The condition under which play stops.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// t + 1: the modulus of all claims.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        self.total + 1
    }

    /// The rules in the rules language, in one line.
    #[must_use]
    pub fn rules(&self) -> String {
        let Self { heaps, total, from, ending } = self;
        let noun = if *from == 1 { "heap" } else { "heaps" };
        let stop = match ending {
            Ending::Stop => "; stop when at most 1 heap is nonempty",
            Ending::Empty => "",
        };
        format!("heaps {heaps}; move take 1..{total} in total from at most {from} {noun}{stop}")
    }
}
