//! The content of a certificate.

use bouton_core::{ColumnLaw, ControlState, Law, Period, PlayOrder, Quotient, State, Value};

use crate::{LocalClaim, StoredPeriod};

/// A claim about a game, with the data that a checker needs to accept it.
///
/// ```
/// use bouton_cert::{Certificate, Claim, Period};
///
/// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
/// let certificate = Certificate { game: "octal 0.3".to_owned(), order: None, claim };
/// assert_eq!(Certificate::decode(&certificate.encode())?, certificate);
/// # Ok::<(), bouton_cert::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The canonical text of the rules, the number of heaps fixed except for an [`OpenClaim`].
    pub game: String,
    /// The order by which every play ends, for a law; `None` if it is the order that the reader of
    /// the rules finds.
    pub order: Option<PlayOrder>,
    /// The claim.
    pub claim: Claim,
}

/// The claim of a [`Certificate`].
///
/// ```
/// use bouton_cert::{Certificate, Claim, QuotientClaim};
/// use bouton_core::Quotient;
///
/// let quotient = Quotient::new(vec![0, 1, 1, 0], vec![false, true], vec![0, 1, 0, 1])?;
/// let claim = Claim::Quotient(QuotientClaim { quotient, period: None });
/// let certificate = Certificate { game: "octal 0.3\nplay misere".to_owned(), order: None, claim };
/// assert_eq!(Certificate::decode(&certificate.encode())?, certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value of every position is the output of an automaton.
    Law(LawClaim),
    /// The value of every position is the output of an automaton, where moves add constants to coordinates or
    /// lower them freely. The checker needs only the law: one finite exploration visits the condition at
    /// every position.
    Windows(Law),
    /// The Grundy values of single heaps of a take-and-break game are periodic.
    Period(Period),
    /// The Grundy values of single heaps of a take-and-break game are periodic; the values are in a file
    /// beside the certificate.
    StoredPeriod(StoredPeriod),
    /// The misère quotient of a take-and-break game.
    Quotient(QuotientClaim),
    /// A claim for every number of heaps.
    Open(OpenClaim),
}

/// A claim about a game of any number of heaps, for every number of them.
///
/// ```
/// use bouton_cert::{Certificate, Claim, OpenClaim, Period};
///
/// let period = Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] });
/// let claim = Claim::Open(OpenClaim::Sum(Box::new(period)));
/// let game = "heaps any\nmove take 1..2 from 1 heap".to_owned();
/// let certificate = Certificate { game, order: None, claim };
/// assert!(certificate.open().is_some());
/// assert!(certificate.encode().starts_with("bouton certificate 2\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenClaim {
    /// The game is the sum of its heaps, and this is a claim about one of them: a law of Grundy values, or a
    /// misère quotient of all heaps.
    Sum(Box<Claim>),
    /// A law that counts the ones in each place of the heaps' digits.
    Columns(ColumnClaim),
    /// A law that counts ones, with a state of each heap, for every number of heaps or for the odd or the
    /// even ones.
    Local(LocalClaim),
}

/// A law that counts ones, and the evidence that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnClaim {
    /// The law.
    pub law: ColumnLaw,
    /// One strategy for each control state, value and required set that has to be shown, in
    /// increasing order of these three.
    pub strategies: Vec<ColumnStrategy>,
}

/// Evidence that every position of one value, in one control state, has an option with a value in
/// one of the sets that its condition requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnStrategy {
    /// The control state of the positions moved from.
    pub control: ControlState,
    /// Their value.
    pub value: Value,
    /// The index of the required set of that value, counted from 0.
    pub requirement: usize,
    /// A set that is closed under appending a place to all heaps.
    pub elements: Vec<ColumnElement>,
}

/// An element of a strategy: a state after the first places of a position, with some heaps marked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnElement {
    /// The state of the law.
    pub state: State,
    /// The number of marked heaps.
    pub marked: usize,
    /// The partial moves that are kept, in increasing order.
    pub threads: Vec<ColumnThread>,
}

/// A partial move: it has lowered no heap that is not marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnThread {
    /// The kind of move, an index into [`FreeTakes::kinds`](bouton_core::FreeTakes::kinds).
    pub kind: usize,
    /// The marked heaps that are less after the move, as bits.
    pub less: u32,
    /// The state of the law on the position moved to.
    pub state: State,
}

/// The misère quotient of the heaps that it lists, or of all heaps.
///
/// ```
/// use bouton_cert::QuotientClaim;
/// use bouton_core::Quotient;
///
/// // take one object, misère: of n heaps of one object an odd number is lost
/// let quotient = Quotient::new(vec![0, 1, 1, 0], vec![false, true], vec![0, 1])?;
/// let claim = QuotientClaim { quotient, period: None };
/// assert!(claim.quotient.is_lost(&[1]) && !claim.quotient.is_lost(&[1, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// ```
    /// use bouton_cert::{Certificate, Claim, Period};
    ///
    /// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    /// let certificate = Certificate { game: "octal 0.3".to_owned(), order: None, claim };
    /// assert!(certificate.law().is_none()); // it claims a period
    /// ```
    #[must_use]
    pub fn law(&self) -> Option<&Law> {
        match &self.claim {
            Claim::Law(LawClaim { law, .. }) | Claim::Windows(law) => Some(law),
            Claim::Period(_) | Claim::StoredPeriod(_) | Claim::Quotient(_) | Claim::Open(_) => None,
        }
    }

    /// The claim for every number of heaps, if it is one.
    #[must_use]
    pub fn open(&self) -> Option<&OpenClaim> {
        if let Claim::Open(claim) = &self.claim { Some(claim) } else { None }
    }
}

/// A law, and the evidence that it is true.
///
/// ```
/// use bouton_cert::{Certificate, Claim, LawClaim};
/// use bouton_core::{DigitAutomaton, Law, Valuation};
///
/// // lost exactly if 3 divides the heap; an example without strategies
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let claim = Claim::Law(LawClaim { law: law.clone(), strategies: vec![] });
/// let game = "heaps 1\nmove take 1..2 from 1 heap".to_owned();
/// assert_eq!(Certificate { game, order: None, claim }.law(), Some(&law));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
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
