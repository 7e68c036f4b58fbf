//! The search for laws: learning, verification, certificates, and play by a proved law.
//!
//! ```
//! use bouton_core::{Limits, Watch};
//! use bouton_prove::{prove, Goal, ProveOptions};
//!
//! let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap();
//! let watch = Watch::new(&Limits::default());
//! let proof = prove(&game.ruleset().unwrap(), Goal::Outcome, &ProveOptions::default(), &watch).unwrap();
//! let law = &proof.law().automaton;
//! assert!((0..100).all(|n| law.evaluate_small(0, &[n]) == u32::from(n % 4 != 0)));
//! ```
//!
//! The search has four steps: exact values ([`bouton_solve::Table`]) teach an automaton (L*, most
//! significant digit first); [`verify`] tests the automaton against the local rule for all
//! positions; a violation is a position that is solved exactly and learnt from; a verified law
//! becomes a certificate that `bouton-check` accepts without trusting any of this.
//!
//! A [`Guide`] gives the answers of a proved law for positions of any size.
//!
//! # Should I use this?
//!
//! If you want theorems about one game, use `prove`. If you have a law and want to know whether it
//! holds, use [`verify`]. Laws read binary digits, or those of another
//! [`Numeration`](bouton_core::Numeration): Wythoff's game has its law in the digits of Zeckendorf.
//! If a game does not have a law that is an automaton over digits, the search ends with a [`NoLaw`]
//! that names the limit met.

pub mod checkpoint;
mod guide;
mod judge;
mod learn;
mod nim_heap;
mod options;
mod prove;
mod quotient;
mod relation;
mod straight;
mod survey;
mod symmetry;
mod teacher;
mod verify;

pub use checkpoint::CheckpointError;
pub use guide::{BigPosition, FoundOptions, Guide};
pub use judge::{JudgeError, Judgement, StatedValue, judge, verify_law};
pub use learn::{LearnLimit, Teacher};
pub use nim_heap::{NimHeapError, with_nim_heap};
pub use options::{Goal, NumerationChoice, ProveOptions};
pub use prove::{Accept, NoLaw, NumerationTrial, Opinion, Proof, Statistics, prove, prove_with};
pub use relation::{MoveRelation, RelationLimit, RelationState};
pub use verify::{MOST_PRODUCT, Relations, SmallPosition, Verdict, VerifyLimit, Violation, verify};
