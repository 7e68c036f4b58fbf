//! What a certificate says.

use bouton_core::{ControlState, DigitAutomaton, StandardValuation, Value};

/// A claim about a game, with what a checker needs to accept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The canonical text of the rules, the number of heaps fixed.
    pub game: String,
    /// What is claimed.
    pub claim: Claim,
}

/// What a [`Certificate`] claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value of every position is the output of an automaton.
    Law(Law),
    /// The Grundy values of single heaps of a take-and-break game are periodic.
    Period(Period),
}

/// A law: an automaton over the binary digits of the coordinates, and strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// What the outputs of the automaton are values of.
    pub valuation: StandardValuation,
    /// Whether the last track is a Nim heap that was added to the game. Then
    /// the valuation is the outcome under normal play, and the claim is that the
    /// Grundy value of x is h exactly if the output at (x, h) is P
    /// (Sprague–Grundy).
    pub nim_heap: bool,
    /// One track for each coordinate, one start for each control state.
    pub automaton: DigitAutomaton,
    /// One for each control state, value and required set that has to be shown,
    /// in increasing order of the three.
    pub strategies: Vec<Strategy>,
}

/// Shows that every position of one value, in one control state, has an option
/// with a value in one of the sets that its condition requires
/// ([`Condition::required`](bouton_core::Condition::required)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The control state of the positions moved from.
    pub control: ControlState,
    /// Their value.
    pub value: Value,
    /// Which of the required sets of that value, counted from 0.
    pub requirement: usize,
    /// A set that is closed under appending digits.
    pub elements: Vec<Element>,
}

/// A prefix of positions moved from, and partial moves that are kept in reserve there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// X: the prefixes of all coordinates, read as numbers, one for each track.
    pub prefix: Vec<u64>,
    /// The Y: control states and prefixes of positions that may be moved to.
    pub partial_moves: Vec<(ControlState, Vec<u64>)>,
}

/// `g(n + length) = g(n) + saltus` for all n from `preperiod` on, where g(n) is
/// the Grundy value of one heap of n objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// p, at least 1.
    pub length: u64,
    /// n₀, the first periodic index.
    pub preperiod: u64,
    /// What is added from one period to the next.
    pub saltus: u32,
    /// g(0), …, g(n₀ + p - 1).
    pub values: Vec<Value>,
}
