//! Fast Grundy values of one-heap games, and proved periods.
//!
//! A take-and-break game has a [code](bouton_core::TakeAndBreakCode). Its Grundy values are a
//! [`Sequence`] that grows on demand, by the fastest method for the data:
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
//! [`prove`] computes values until a [theorem](Theorem) applies. The period gives the value of any
//! heap:
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
//! Use it for Grundy values of single heaps. [`definition`] is the slow reference against which
//! everything else is tested. For positions of several heaps, winning moves and certificates use
//! the crate `bouton`. The file `docs/theory/sequences.md` describes the methods, their sources and
//! their costs.

mod cell;
mod kernel;
mod moves;
mod period;
mod sequence;
mod values;
mod written;

pub use kernel::portable_instructions_alone;
pub use period::{ApparentPeriod, NoPeriod, Proof, Theorem, Window, prove};
pub use sequence::{Method, Sequence, Sparsity};
pub use values::{Values, definition};
pub use written::{write_b_file, write_in_lines};
