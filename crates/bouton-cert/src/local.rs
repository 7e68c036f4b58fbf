//! Laws for every number of heaps in which each heap has a state, with their evidence.

use std::fmt::Display;

use bouton_core::{ControlState, LocalLaw, State, Value};

/// The numbers of heaps that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumbersOfHeaps {
    /// Every number.
    All,
    /// Every odd number.
    Odd,
    /// Every even number.
    Even,
}

impl NumbersOfHeaps {
    /// All of these.
    pub const EVERY: [Self; 3] = [Self::All, Self::Odd, Self::Even];

    /// The word for these numbers: `all`, `odd`, `even`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Odd => "odd",
            Self::Even => "even",
        }
    }

    /// Whether a number of heaps is one of them.
    #[must_use]
    pub fn has(self, heaps: usize) -> bool {
        match self {
            Self::All => true,
            Self::Odd => heaps % 2 == 1,
            Self::Even => heaps.is_multiple_of(2),
        }
    }
}

impl Display for NumbersOfHeaps {
    /// The words in theorems: `every number of heaps`, `every odd number of heaps`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::All => "every number of heaps",
            Self::Odd => "every odd number of heaps",
            Self::Even => "every even number of heaps",
        })
    }
}

/// A law in which each heap has a state, and the evidence that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalClaim {
    /// The numbers of heaps for which it is true.
    pub numbers: NumbersOfHeaps,
    /// The law.
    pub law: LocalLaw,
    /// One strategy for each control state, value and required set that has to be shown, in
    /// increasing order of these three.
    pub strategies: Vec<LocalStrategy>,
}

/// Evidence that every position of one value, in one control state, has an option with a value in
/// one of the sets that its condition requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalStrategy {
    /// The control state of the positions moved from.
    pub control: ControlState,
    /// Their value.
    pub value: Value,
    /// The index of the required set of that value, counted from 0.
    pub requirement: usize,
    /// A set that is closed under appending a place to all heaps.
    pub elements: Vec<LocalElement>,
}

/// An element of a strategy: the knowledge after the first places of a position, with some heaps marked.
///
/// A set of heap states is a number whose bits are the states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalElement {
    /// The state of the law.
    pub state: State,
    /// Whether the first marked heap is the witness: one that is good at the end.
    pub witness: bool,
    /// A set for each marked heap that contains its state.
    pub marks: Vec<u32>,
    /// The partial moves that are kept, in increasing order.
    pub threads: Vec<LocalThread>,
}

/// A partial move: it has lowered no heap that is not marked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalThread {
    /// The control state moved to.
    pub to: ControlState,
    /// The state of the law on the position moved to.
    pub state: State,
    /// For each marked heap: 1 if it is less, 0 if it is equal so far; or, where moves take fixed amounts,
    /// its prefix less that after the move.
    pub lowered: Vec<u32>,
    /// A set for each marked heap that contains its state after the move.
    pub marks: Vec<u32>,
}
