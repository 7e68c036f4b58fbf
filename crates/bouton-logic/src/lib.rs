//! The language of conjectures and questions about heap games, and its decision by automata.
//!
//! A [`Claim`] is a law that a user states: `P iff h1 = h2 or total mod 3 = 0`, `g = (h1 xor h2) +
//! h3 mod 2`. It has no quantifiers, so it is evaluated directly at any position, and compiled to a
//! [`Law`](bouton_core::Law) that a prover verifies. A [`Sentence`] is a question about proved
//! laws: `exists a, b: a < b and P(a, b, a + b)`.
//!
//! One parser reads both, and one compiler compiles them. A relation between natural numbers is an
//! automaton that reads their digits in step, in any numeration (Büchi, *Weak second-order
//! arithmetic and finite automata*, 1960; Bruyère, Hansel, Michaux, Villemaire, *Logic and
//! p-recognizable sets of integers*, 1994). A conjunction is a product, `exists` is a projection
//! that is made deterministic, and a negation exchanges the outputs of words. The cost of a
//! projection is exponential in the worst case, so every automaton has a limit of states.
//!
//! `docs/claims.md` describes the language.

mod claim;
mod columns;
mod compile;
mod count;
mod fault;
mod first_column;
mod letter_claim;
mod reach;
mod relation;
mod resolve;
mod sentence;
mod shorter;
mod syntax;
mod term;
mod token;

pub use claim::{Claim, ClaimError, ClaimKind, MOST_TRIED, largest_heap, least_difference};
pub use count::Growth;
pub use fault::Fault;
pub use first_column::FirstColumn;
pub use letter_claim::{Dividend, LetterClaim, Place, Remainder, written_number};
pub use reach::{Alike, Classes, Reach};
pub use relation::Undecided;
pub use resolve::LawUse;
pub use sentence::{Fact, Sentence, SentenceAnswer, SentenceError, Solutions};
pub use shorter::shorter;
pub use term::NoValue;
