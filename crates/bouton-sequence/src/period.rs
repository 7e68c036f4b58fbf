//! Periods: found in the values, and proved by a theorem.

mod arithmetic;
mod cofinite;
mod detect;
mod prove;
mod theorem;

pub use detect::Seen;
pub(crate) use detect::{arithmetic, seen};
pub use prove::{NoPeriod, Proof, prove};
pub use theorem::{Theorem, Window};
