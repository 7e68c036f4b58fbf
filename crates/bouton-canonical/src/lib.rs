//! The rules of heap games in canonical text, which certificates contain: a strict reader, the
//! writer, and the meaning of the rules.
//!
//! ```
//! use bouton_canonical::Rules;
//!
//! let rules = Rules::read("heaps 2\nmove take any from 1 heap\nmove take the same any from 2 heaps").unwrap();
//! assert_eq!(rules.ruleset().unwrap().moves().len(), 3);
//! ```
//!
//! Every game has exactly one canonical text, and the reader accepts no other text. An error has a
//! place, and no advice:
//!
//! ```
//! use bouton_canonical::Rules;
//!
//! let refused = Rules::read("2 piles\nmove take any from 1 heap").unwrap_err();
//! assert_eq!((refused.line, refused.column), (1, 1));
//! ```
//!
//! The checker of certificates depends on this crate, so it stays small. `bouton-rules` reads the
//! language for users, with other words, all faults at once and suggestions: its reader builds the
//! same [lines](syntax::Line), and [`Draft`] gives them their only meaning.
//!
//! `docs/rules.md` has the grammar.

#![forbid(unsafe_code)]

mod ending;
mod existing;
mod fault;
mod grammar;
pub mod limits;
mod place;
pub mod print;
mod quotients;
mod read;
mod reading;
mod rules;
mod scope;
mod simplified;
pub mod syntax;
mod token;
mod write;

pub use fault::{Fault, FaultCode, Hint};
pub use place::Place;
pub use read::ReadError;
pub use rules::{Draft, HeapCount, HeapsError, NotForEveryNumber, Rules, RulesWithLetters, RulesetError};
pub use token::RESERVED;
