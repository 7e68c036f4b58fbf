//! The rules language, whose texts read like the sentences of a mathematician, and the built-in
//! games.
//!
//! ```
//! use bouton_rules::Game;
//!
//! let text = "
//!     game two-in-total
//!     heaps 4
//!     move take 1..2 in total from at most 2 heaps
//!     stop when at most 1 heap is nonempty";
//! let game = Game::parse(text).unwrap();
//! assert_eq!(game.ruleset().unwrap().moves().len(), 14);
//! ```
//!
//! A text is checked before it is used. All its faults are reported at once, as [`Diagnostic`]s
//! with a span, the expected text, the text found, and a suggestion.
//!
//! ```
//! use bouton_rules::Game;
//!
//! let faults = Game::parse("heaps many; move take any from 1 heap").unwrap_err();
//! assert!(faults.to_string().starts_with("1:7: E0103"));
//! ```
//!
//! A game that could go on for ever is refused, with the moves that prove it.
//!
//! ```
//! use bouton_rules::Game;
//!
//! let faults = Game::parse("counters a, b; move a, b -> b, a when a > b; move b -> b - 1; move a, b -> b, a when b > a").unwrap_err();
//! assert!(faults.to_string().contains("play could go on for ever"));
//! ```
//!
//! This crate reads rules. The crate `bouton-canonical` writes them and defines their meaning, and
//! a [`Game`] has [`Rules`]. Certificates contain canonical text, so their checker depends on that
//! crate alone.
//!
//! `docs/rules.md` has the grammar.

mod built_in;
mod codes;
mod diagnostic;
mod endless;
mod fault;
mod forgive;
mod format;
mod game;
mod grammar;
mod parse;
mod resolve;
mod sentence;
mod several;
mod spelling;
mod splitting;
mod statement;
mod suggestion;
mod summary;
mod token;
mod words;

pub use bouton_canonical::{
    HeapCount, HeapsError, NotForEveryNumber, Rules, RulesWithLetters, RulesetError, limits::MAX_HEAPS,
};
pub use built_in::{BuiltIn, built_in, built_in_games};
pub use codes::{CodeExplanation, UnknownCode, looks_like_a_code};
pub use diagnostic::{Diagnostic, DiagnosticCode, Diagnostics};
pub use format::{format, format_within};
pub use game::Game;
pub use resolve::{ResolveError, resolve, resolve_with, resolve_within, text_of};

#[cfg(test)]
mod tests;
