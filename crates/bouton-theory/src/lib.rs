//! Closed forms of heap games, each with its theorem.
//!
//! Where a game's theory is known, its outcomes do not need a table: the functions of this crate
//! answer for heaps of any size, in time linear in their digits, and cite the theorem on which they
//! rest. Each of them is tested against the definition by complete play. Where a printed source is
//! wrong, the documentation of the function names the position.
//!
//! * [`nim`]: Bouton's theory; lists of lost positions, good starting positions, the distance from
//!   being obviously lost; Nim with at most k objects a move.
//! * [`podium`]: three and more players; values, outcomes, equality, canonical forms and reductions
//!   of sums of Nim piles; other impartial forms; coalitions.
//! * [`nim_with_a_pass`]: heaps of sizes at most four, Theorem 1 of Wong Oi Lin.
//! * [`two_in_total`]: four heaps, one or two objects a move in total.
//!
//! # Examples
//!
//! A good starting position of Nim with nine heaps, and a won position's moves:
//!
//! ```
//! use bouton_theory::nim::{suggest, winning_moves};
//!
//! assert_eq!(suggest(9, 10).unwrap().positions[0], [2, 3, 4, 5, 6, 8, 9, 11, 12]);
//! assert_eq!(winning_moves(&[3u32, 4, 5].map(Into::into))[0].to, 1u32.into());
//! ```
//!
//! The canonical form of a sum of piles for three players:
//!
//! ```
//! use bouton_theory::podium::{PileForm, canonical_form};
//!
//! let form: PileForm = "7,7,6,2".parse().unwrap();
//! assert_eq!(canonical_form(&form).unwrap().to_string(), "7+6+6+3");
//! ```
//!
//! The errors of a printed table:
//!
//! ```
//! use bouton_theory::nim_with_a_pass::{compare_table, printed_table};
//!
//! let comparison = compare_table(&printed_table().unwrap(), 19, &bouton_core::Watch::unlimited()).unwrap();
//! assert_eq!((comparison.wrong.len(), comparison.missing.len()), (2, 53));
//! ```
//!
//! # Should I use this?
//!
//! For the games named above, yes. For any other ruleset, and for proofs that are found and checked
//! by the program, use the solver and the prover of the other crates. Results are plain structures;
//! `bouton-document` has them as JSON documents.

pub mod nim;
pub mod nim_with_a_pass;
pub mod podium;
pub mod two_in_total;
