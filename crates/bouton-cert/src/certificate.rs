//! What a certificate says.

use bouton_core::{ControlState, Law, Period, PlayOrder, Quotient, Value};

use crate::StoredPeriod;

/// A claim about a game, with what a checker needs to accept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The canonical text of the rules, the number of heaps fixed.
    pub game: String,
    /// By what every play ends, for a law; `None`: by what the reader of the rules finds.
    pub order: Option<PlayOrder>,
    /// What is claimed.
    pub claim: Claim,
}

/// What a [`Certificate`] claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value of every position is the output of an automaton.
    Law(LawClaim),
    /// The same, where moves add constants to coordinates or lower them freely: the law is all
    /// that the checker needs. What it says around every position is met by one finite exploration.
    Windows(Law),
    /// The Grundy values of single heaps of a take-and-break game are periodic.
    Period(Period),
    /// The same, the values being in a file beside the certificate.
    StoredPeriod(StoredPeriod),
    /// The misère quotient of a take-and-break game.
    Quotient(QuotientClaim),
}

/// The misère quotient of the heaps that it lists, or of all heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientClaim {
    /// The quotient, with the values of the heaps of 0, 1, … objects.
    pub quotient: Quotient,
    /// Length and least index of a period of the values that goes on for ever. The values are listed
    /// up to its first end.
    pub period: Option<(u64, u64)>,
}

impl Certificate {
    /// The law that is claimed, whatever shows it; `None` for a period or a quotient.
    #[must_use]
    pub fn law(&self) -> Option<&Law> {
        match &self.claim {
            Claim::Law(LawClaim { law, .. }) | Claim::Windows(law) => Some(law),
            Claim::Period(_) | Claim::StoredPeriod(_) | Claim::Quotient(_) => None,
        }
    }
}

/// A law, and the evidence that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawClaim {
    /// The law.
    pub law: Law,
    /// One strategy for each control state, value and required set that has to be
    /// shown, in increasing order of the three.
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
