//! Laws: proofs, checks, explanations, programs.

use indexmap::IndexMap;
use serde_json::Value;

documents! {
    /// The result of a search for a proof.
    pub struct Prove {
        /// The game.
        pub game: String,
        /// The numbers that were set for names in the rules, where there was a range of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub set: Option<IndexMap<String, i64>>,
        /// The number of heaps that it is about, where the rules leave it open: a number, `all`, `odd` or `even`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heaps: Option<Value>,
        /// `proved`, `refuted` or `no-law`.
        pub status: String,
        /// The theorem, with its table.
        pub theorem: Option<String>,
        /// The reason why there is no theorem, or only one about a certain number of heaps.
        pub reason: Option<String>,
        /// The states of the law.
        pub states: Option<usize>,
        /// The digits that a proved law reads: `2`, `fibonacci`, and so on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub numeration: Option<String>,
        /// The observations in each numeration, if several were tried and no law was found.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub tried: Vec<PrefixCounts>,
        /// The greatest total of a position's numbers up to which an undecided claim was compared with play, and agrees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub agrees_upto: Option<u64>,
        /// A position at which a claimed law is wrong.
        pub counterexample: Option<Counterexample>,
        /// The file of the certificate, or its text.
        pub certificate: Option<String>,
        /// Statistics of the search.
        pub statistics: Option<Statistics>,
        /// The misère quotient, if that is what was proved: its fields stand beside the others.
        #[serde(flatten)]
        pub quotient: Option<Quotient>,
    }

    /// The laws of the slices of a game: of its positions where some coordinates are at most given bounds.
    pub struct ProveSlices {
        /// The game.
        pub game: String,
        /// The slices, in the order in which they were searched; those that contain one without a law are left out.
        pub slices: Vec<Slice>,
    }

    /// A slice of a game.
    pub struct Slice {
        /// The bounds, by the names of the coordinates.
        pub bounds: IndexMap<String, u64>,
        /// `proved` or `no-law`.
        pub status: String,
        /// The states of the law.
        pub states: Option<usize>,
        /// The digits that a proved law reads.
        pub numeration: Option<String>,
        /// The least p such that, where the bounded coordinates are equal to their bounds, the outcome stays the same
        /// when each other coordinate is greater by p, from `offset` on; null if no such p is seen, or if more than two
        /// coordinates are not bounded.
        pub period: Option<u64>,
        /// The least number such that this holds where no other coordinate is less.
        pub offset: Option<u64>,
        /// The theorem, with its table.
        pub theorem: Option<String>,
        /// The reason why there is no theorem.
        pub reason: Option<String>,
        /// The text of the certificate.
        pub certificate: Option<String>,
        /// Statistics of the search.
        pub statistics: Option<Statistics>,
    }

    /// The prefixes that a game distinguishes in a numeration.
    pub struct PrefixCounts {
        /// The numeration.
        pub numeration: String,
        /// The number of prefixes that are distinguished by the values of up to one, two, three more
        /// digits; empty if that would have needed too many values.
        pub states_by_depth: Vec<usize>,
    }

    /// A misère quotient: a commutative monoid whose elements are numbered from 0, the identity.
    pub struct Quotient {
        /// The number of elements.
        pub order: usize,
        /// The elements of lost positions.
        pub p_elements: Vec<u16>,
        /// The products: a row for each element.
        pub table: Vec<Vec<u16>>,
        /// Φ: the values of the heaps of 0, 1, … objects.
        pub phi: Vec<u16>,
        /// Φ is periodic from this heap on; null if that is not proved.
        pub periodic_from: Option<u64>,
        /// The length of that period.
        pub period: Option<u64>,
        /// Whether it is the quotient of misère Nim with heaps below some power of two.
        pub tame: bool,
    }

    /// A misère quotient in words.
    pub struct QuotientInWords {
        /// The game.
        pub game: String,
        /// The theorem in a sentence.
        pub theorem: String,
        /// The theorem with its tables.
        pub text: String,
        /// The identity of the certificate.
        pub certificate: String,
        /// The quotient: its fields stand beside the others.
        #[serde(flatten)]
        pub quotient: Quotient,
    }

    /// A position at which a claimed law is wrong.
    pub struct Counterexample {
        /// The position.
        pub position: String,
        /// The numbers for the letters, of rules with letters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub set: Option<IndexMap<String, i64>>,
        /// The value by the law.
        pub claimed: String,
        /// The true value.
        pub value: String,
    }

    /// Statistics of a search for a proof.
    pub struct Statistics {
        /// Positions whose exact value was computed.
        pub positions: usize,
        /// Hypotheses verified.
        pub rounds: usize,
        /// Time spent solving and learning.
        pub seconds_learning: f64,
        /// Time spent verifying.
        pub seconds_verifying: f64,
        /// Time spent by the checker.
        pub seconds_checking: f64,
    }

    /// The verdict of the checker.
    pub struct Check {
        /// Whether the certificate is accepted.
        pub accepted: bool,
        /// The claim that is proved, in a sentence.
        pub claim: Option<String>,
        /// The step that failed.
        pub step: Option<String>,
        /// The reason.
        pub reason: Option<String>,
        /// The rules in the certificate.
        pub rules: Option<String>,
        /// The identity of the certificate.
        pub certificate: Option<String>,
        /// The moves that were checked, written out, if they were requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub schemas: Option<Vec<String>>,
        /// Coq's verdict on the theorem: now if it was requested, else when this version was made; absent
        /// if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coq: Option<String>,
        /// The file, where several are checked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
    }

    /// The verdicts of the checker on several files.
    pub struct Checks {
        /// One for each file.
        pub checks: Vec<Check>,
    }

    /// A law in words.
    pub struct Explain {
        /// The game.
        pub game: String,
        /// The names of the coordinates.
        pub coordinates: Vec<String>,
        /// The condition for positions to exist, if the rules exclude some; the laws are about existing positions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub exists: Option<String>,
        /// Whether Grundy values were proved with an added Nim heap, the last coordinate.
        pub nim_heap: bool,
        /// The laws, one for each group of control states that share it.
        pub laws: Vec<ExplainedLaw>,
        /// The law in a sentence or two.
        pub theorem: String,
        /// The whole explanation.
        pub text: String,
        /// The name of the game, its size and its winning convention.
        pub subject: String,
        /// The identity of the certificate.
        pub certificate: String,
    }

    /// The meaning of the code of a fault in rules.
    pub struct CodeInWords {
        /// The code.
        pub code: String,
        /// Whether it is a warning: rules with it are accepted.
        pub warning: bool,
        /// Its meaning in one line.
        pub meaning: String,
        /// The fault explained, in a few sentences.
        pub text: String,
        /// Rules that have the fault.
        pub example: String,
        /// The remedy.
        pub remedy: String,
        /// The rules of the example, corrected.
        pub mended: String,
    }

    /// The law of some control states.
    pub struct ExplainedLaw {
        /// The control states; a single one has no name.
        pub controls: Vec<String>,
        /// The kind of its form: `constant`, `periodic`, `digits`, `rows`, `cases`, …
        pub form: String,
        /// The data of the form; its shape depends on the kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub data: Option<Value>,
        /// The base of the values in `data`, if Grundy values were proved with an added Nim heap.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub grundy: Option<Value>,
    }

    /// The period of a take-and-break game in words.
    pub struct PeriodInWords {
        /// The game.
        pub game: String,
        /// The theorem.
        pub theorem: String,
        /// The whole explanation.
        pub text: String,
        /// The identity of the certificate.
        pub certificate: String,
        /// The length of the period.
        pub period: u64,
        /// The least index from which the theorem holds.
        pub preperiod: u64,
        /// The first values, up to the end of the first period.
        pub values: Vec<u32>,
    }

    /// A theorem for every number of heaps in words.
    pub struct EveryNumberInWords {
        /// The game.
        pub game: String,
        /// `all`, `odd` or `even`: the numbers of heaps that it is about.
        pub heaps: String,
        /// The theorem.
        pub theorem: String,
        /// The whole explanation.
        pub text: String,
        /// The identity of the certificate.
        pub certificate: String,
    }

    /// A law as a claim.
    pub struct LawAsClaim {
        /// The game.
        pub game: String,
        /// The name of the game, its size and its winning convention.
        pub subject: String,
        /// The identity of the certificate.
        pub certificate: String,
        /// The claim.
        pub text: String,
    }

    /// The automaton of a law, drawn or as a table.
    pub struct AutomatonDiagram {
        /// The game.
        pub game: String,
        /// The name of the game, its size and its winning convention.
        pub subject: String,
        /// The identity of the certificate.
        pub certificate: String,
        /// The digits that it reads first: `most` or `least` significant.
        pub digits: String,
        /// The number of states.
        pub states: usize,
        /// The table, or the picture.
        pub text: String,
    }

    /// Two games compared.
    pub struct Compare {
        /// The games.
        pub games: Vec<String>,
        /// The kind of value: `outcome` or `grundy`.
        pub value: String,
        /// The number of heaps that were compared, if both games have any number of them and different rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heaps: Option<usize>,
        /// Whether it is the same at all positions; null if that is not known.
        pub equal: Option<bool>,
        /// The least position at which it is not: with the smallest largest coordinate, then in lexicographic order.
        pub position: Option<String>,
        /// The values there.
        pub values: Option<Vec<String>>,
        /// The bound up to which all positions agree, if it is not known whether all do.
        pub agree_upto: Option<u64>,
        /// The reason why it is not known.
        pub reason: Option<String>,
    }

    /// Rules in the words of the grammar.
    pub struct Format {
        /// Whether the rules were changed.
        pub changed: bool,
        /// The rules.
        pub text: String,
    }

    /// A proved strategy as a program.
    pub struct Emit {
        /// Its language.
        pub language: String,
        /// The identity of the certificate.
        pub certificate: String,
        /// The file that it was written to.
        pub file: Option<String>,
        /// The program.
        pub code: String,
    }
}

impl Check {
    /// The step of a file that cannot be read.
    pub const UNREAD: &str = "read";

    /// A file that cannot be read.
    #[must_use]
    pub fn unread(reason: &str) -> Self {
        Self::refused(Self::UNREAD, reason)
    }

    /// A certificate that is refused at a step.
    #[must_use]
    pub fn refused(step: &str, reason: &str) -> Self {
        Self {
            accepted: false,
            claim: None,
            step: Some(step.to_owned()),
            reason: Some(reason.to_owned()),
            rules: None,
            certificate: None,
            schemas: None,
            coq: None,
            file: None,
        }
    }
}
