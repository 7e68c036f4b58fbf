//! Proved strategies as code: the value of a position and a winning move, as a program without
//! dependencies in Rust, Python, C or JavaScript.
//!
//! The program is a closed form if the law has one that is short in code ([`bouton_explain`] finds
//! it and compares it with the law at every position), and moves can be tried one by one or the
//! game is Nim. Otherwise the program contains the law itself, an automaton over the digits of its
//! numeration, and the rules of the game as data, with one small search. The search follows the
//! digits of the numbers and never enumerates moves, so it processes a heap of a googol objects as
//! easily as a heap of ten: its cost grows with the number of *digits*. The emitted program names
//! the certificate that proves its law.
//!
//! ```
//! use bouton_core::{
//!     ControlState, Convention, DigitAutomaton, Formula, Law, LinearExpression, MoveSchema, Ruleset,
//!     RulesetParts, Space, Valuation, Target, Variable,
//! };
//! use bouton_emit::{Language, emit};
//!
//! // One heap, take one or two: P exactly when 3 divides the heap.
//! let heap = LinearExpression::variable(Variable(0));
//! let take = |amount: i64| MoveSchema {
//!     from: ControlState(0),
//!     to: ControlState(0),
//!     parameters: 0,
//!     guard: Formula::True,
//!     targets: vec![Target::Becomes(heap.with_constant(-amount).unwrap())],
//! };
//! let ruleset = Ruleset::new(RulesetParts {
//!     name: "take-two".into(),
//!     text: "game take-two\nheaps 1\nmove take 1..2 from 1 heap\n".into(),
//!     space: Space::Heaps,
//!     coordinates: vec!["h1".into()],
//!     controls: vec![String::new()],
//!     turns: None,
//!     interchangeable: true,
//!     weights: vec![1],
//!     order: None,
//!     exists: Formula::True,
//!     stop: Formula::False,
//!     moves: vec![take(1), take(2)],
//!     convention: Convention::Normal,
//! })
//! .unwrap();
//! let mod_three = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2]).unwrap();
//! let law = Law::new(Valuation::NormalOutcome, mod_three);
//! let program = emit(&ruleset, &law, "take-two.cert", Language::Python).unwrap();
//! assert!(program.contains("def winning_move(position, control=0):"));
//! ```
//!
//! # Should I use this?
//!
//! Yes, to give a strategy to a program that does not depend on Bouton. For values inside Rust, use
//! the law ([`Law::value`](bouton_core::Law::value)). Emitted code is as correct as the law that it
//! was given. This crate proves nothing: the certificate proves the law.

mod bounds;
mod closed;
mod emit;
mod error;
mod heaps;
mod language;
mod law_table;
mod letters;
mod literal;
mod period;
mod remainders;
mod short;
mod task;
mod template;

pub use emit::{emit, emit_explained, reads_explanation};
pub use error::EmitError;
pub use heaps::{HeapNumbers, emit_heaps};
pub use language::{Language, UnknownLanguage};
pub use letters::{LetterGame, emit_letters};
pub use period::emit_period;
