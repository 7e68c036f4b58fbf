//! Searches for the laws of whole families of heap games: one law for every number of heaps, or for
//! all values of the letters in the rules.
//!
//! * [`prove_columns`]: every number of heaps, by the numbers of ones in each binary place;
//! * [`prove_local`]: every number of heaps, with a state of each heap as well; [`LocalGuide`] plays
//!   by such a law;
//! * [`fit_letters`] and [`fit_letter_rows`]: one heap, or a sum of heaps, and letters in the place
//!   of numbers.
//!
//! Each search solves small members of the family exactly, and looks for a law that all of them
//! have. What it finds is a claim with strategies for `bouton-check`, which decides about all
//! members at once.
//!
//! ```
//! use bouton_core::{Convention, FreeTakes, Watch};
//! use bouton_families::prove_columns;
//!
//! // Nim: a move lowers one heap. A caller that wants a proof lets the checker accept.
//! let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
//! let claim = prove_columns(&nim, Convention::Normal, &mut |_| Ok(()), &Watch::unlimited())?;
//! assert_eq!(claim.law.counts(), (0, 2)); // ones in a column are counted modulo 2
//! # Ok::<(), bouton_families::NoColumns>(())
//! ```
//!
//! # Should I use this?
//!
//! For theorems, use the crate `bouton` (`prove_every_number`, `prove_letters`), which lets the
//! checker accept. A law of one game with a fixed number of heaps is found by `bouton-prove`.

mod closed;
mod columns;
mod letters;
mod local;

pub use columns::{NoColumns, prove_columns};
pub use letters::{LetterCell, LetterQuestion, fit_letter_heaps, fit_letter_rows, fit_letters};
pub use local::{LocalGuide, LocalOption, NoLocal, prove_local, wrong_with_one_more};
