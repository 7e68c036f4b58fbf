//! Why a strategy cannot be emitted.

use bouton_core::{LinearOverflow, Value};

/// Why a strategy cannot be emitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The law reads another number of tracks than the game has coordinates.
    #[error("the law reads {found} numbers, expected {expected} for this game")]
    Tracks {
        /// How many tracks the law has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// The law has another number of start states than the game has control states.
    #[error("the law has {found} start states, expected one for each of the {expected} control states")]
    Starts {
        /// How many start states the law has.
        found: usize,
        /// How many control states there are.
        expected: usize,
    },
    /// The law has an output that is no value of the valuation.
    #[error("the law has the output {0}, which the valuation does not have")]
    Output(Value),
    /// A law with a Nim heap is about Grundy values.
    #[error("a law that reads a Nim heap is about normal play outcomes (it gives Grundy values)")]
    NimHeap,
    /// The certificate's name cannot be written into every language.
    #[error(
        "the certificate's name has to be printable ASCII without quotes and backslashes, at most 200 characters"
    )]
    CertificateId,
    /// A control state's name cannot be written into every language.
    #[error("the name of control state {0} has to be printable ASCII without quotes and backslashes")]
    ControlName(usize),
    /// A move has too many unknown numbers.
    #[error("move schema {schema} leaves {found} numbers open, at most {expected} can be searched")]
    Unknowns {
        /// Which move schema, counted from 0.
        schema: usize,
        /// How many numbers are unknown.
        found: usize,
        /// How many there may be.
        expected: usize,
    },
    /// A congruence has the modulus 0.
    #[error("a congruence of move schema {0} has the modulus 0")]
    Modulus(usize),
    /// A number became too large.
    #[error(transparent)]
    Overflow(#[from] LinearOverflow),
    /// The bit-by-bit automaton has more nodes than fit 31 bits.
    #[error("the law is too large to be written out: {0} nodes")]
    LawSize(usize),
}
