//! The reasons why a strategy cannot be emitted.

use bouton_core::{LawFault, LinearOverflow, Numeration};

/// The reason why a strategy cannot be emitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The law is not one of the game.
    #[error(transparent)]
    Law(#[from] LawFault),
    /// The certificate's name cannot be written into every language.
    #[error(
        "the certificate's name has to be printable ASCII without quotes and backslashes, at most 200 characters"
    )]
    CertificateId,
    /// A control state's name cannot be written into every language.
    #[error("the name of control state {0} has to be printable ASCII without quotes and backslashes")]
    ControlName(usize),
    /// A period that is not whole, or that grows, or that is not one of a code.
    #[error("only a whole period without a saltus can be emitted, of a finite code whose parts may be equal")]
    Period,
    /// A law of any number of heaps with several starts.
    #[error(
        "the law has {0} starts, one for each number of passes that were used; only a law with one start can be emitted"
    )]
    Starts(usize),
    /// A law with letters that does not fit its game.
    #[error("the law with letters does not give the value of every heap in every control state")]
    LetterLaw,
    /// The end of a word is not a word of the numeration, so that its value is not bounded.
    #[error("the law reads digits in numeration {0}, in which the end of a number's word need not be a word")]
    Numeration(Numeration),
    /// A move has too many unknown numbers.
    #[error("move schema {schema} leaves {found} numbers open, at most {expected} can be searched")]
    Unknowns {
        /// The index of the move schema, counted from 0.
        schema: usize,
        /// The number of unknowns.
        found: usize,
        /// The most unknowns allowed.
        expected: usize,
    },
    /// A congruence has the modulus 0.
    #[error("a congruence of move schema {0} has the modulus 0")]
    Modulus(usize),
    /// A number became too large.
    #[error(transparent)]
    Overflow(#[from] LinearOverflow),
    /// The digit-by-digit automaton has more nodes than fit 31 bits.
    #[error("the law is too large to be written out: {0} nodes")]
    LawSize(usize),
}
