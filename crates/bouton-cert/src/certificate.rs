//! The content of a certificate.

use bouton_core::{ControlState, Law, Period, PlayOrder, Quotient, Value};

use crate::StoredPeriod;

/// A claim about a game, with the data that a checker needs to accept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The canonical text of the rules, the number of heaps fixed.
    pub game: String,
    /// The order by which every play ends, for a law; `None` if it is the order that the reader of
    /// the rules finds.
    pub order: Option<PlayOrder>,
    /// The claim.
    pub claim: Claim,
}

/// The claim of a [`Certificate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value of every position is the output of an automaton.
    Law(LawClaim),
    /// The same, where moves add constants to coordinates or lower them freely. The checker needs
    /// only the law: one finite exploration visits the condition at every position.
    Windows(Law),
    /// The Grundy values of single heaps of a take-and-break game are periodic.
    Period(Period),
    /// The same, with the values in a file beside the certificate.
    StoredPeriod(StoredPeriod),
    /// The misère quotient of a take-and-break game.
    Quotient(QuotientClaim),
}

/// The misère quotient of the heaps that it lists, or of all heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientClaim {
    /// The quotient, with the values of the heaps of 0, 1, … objects.
    pub quotient: Quotient,
    /// Length and least index of an infinite period of the values. The values are listed up to the
    /// end of the first period.
    pub period: Option<(u64, u64)>,
}

impl Certificate {
    /// The claimed law, with any kind of evidence; `None` for a period or a quotient.
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
    /// One strategy for each control state, value and required set that has to be shown, in
    /// increasing order of these three.
    pub strategies: Vec<Strategy>,
}

/// Evidence that every position of one value, in one control state, has an option with a value in
/// one of the sets that its condition requires
/// ([`Condition::required`](bouton_core::Condition::required)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The control state of the positions moved from.
    pub control: ControlState,
    /// Their value.
    pub value: Value,
    /// The index of the required set of that value, counted from 0.
    pub requirement: usize,
    /// A set that is closed under appending digits.
    pub elements: Vec<Element>,
}

/// A prefix of positions moved from, and the partial moves kept for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// X: the prefixes of all coordinates, read as numbers, one for each track.
    pub prefix: Vec<u64>,
    /// The Y: control states and prefixes of possible targets.
    pub partial_moves: Vec<(ControlState, Vec<u64>)>,
}
