//! Misère play of one-heap games: outcomes, genera, quotients.
//!
//! ```
//! use bouton_core::{TakeAndBreakCode, Watch};
//! use bouton_misere::{OptionTable, quotient};
//!
//! let watch = Watch::unlimited();
//! let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
//! let quotient = quotient(&OptionTable::new(&kayles, 8, &watch)?, &watch)?;
//! assert_eq!(quotient.order(), 12);
//! assert!(!quotient.is_tame());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Should I use this?
//!
//! For misère outcomes of sums of heaps of a take-and-break game, yes. The crate `bouton` writes
//! certificates of quotients, and explains them in words.

mod algebra;
mod genus;
mod heaps;
mod learn;
mod outcome;
mod quotient;

pub use genus::{Genera, Genus};
pub use heaps::{Heaps, OptionTable};
pub use learn::{NoQuotient, quotient};
pub use outcome::MisereOutcomes;
pub use quotient::period;
