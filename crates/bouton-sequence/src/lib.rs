//! Owns Grundy values of one-heap games as fast as they come, and periods that are true.
//!
//! A take-and-break game has a [code](bouton_core::TakeAndBreakCode); its Grundy values are a
//! [`Sequence`] that grows on demand, by whichever method the data favour:
//!
//! ```
//! use bouton_core::{TakeAndBreakCode, Watch};
//! use bouton_sequence::Sequence;
//!
//! let mut officers = Sequence::new(&TakeAndBreakCode::new(vec![0, 6])?);
//! officers.extend_to(5000, &Watch::unlimited())?;
//! assert_eq!(officers.values().range(1, 9).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2, 3, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`prove`] computes until a [theorem](Theorem) applies; the period gives the value of any heap:
//!
//! ```
//! use bouton_core::{TakeAndBreakCode, Watch};
//! use bouton_sequence::prove;
//!
//! let proof = prove(&TakeAndBreakCode::new(vec![0, 7, 7])?, &Watch::unlimited())?;
//! assert_eq!((proof.seen.length, proof.seen.preperiod), (12, 71));
//! assert_eq!(proof.period().value(&"1000000000000".parse()?), Some(1u32.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this?
//!
//! For Grundy values of single heaps, yes. `definition` is the slow reference that all else is
//! tested against. For positions of several heaps, winning moves and certificates take the crate
//! `bouton`. The methods, their sources and their costs are told in `docs/theory/sequences.md`.

mod cell;
mod kernel;
mod moves;
mod period;
mod sequence;
mod values;

pub use kernel::portable_instructions_alone;
pub use period::{NoPeriod, Proof, Seen, Theorem, Window, prove};
pub use sequence::{Method, Sequence, Sparsity};
pub use values::{Values, definition};
