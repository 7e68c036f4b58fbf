//! Linear arithmetic over the integers: what follows from linear conditions.
//!
//! [`rows`] holds systems of inequalities, from which variables are eliminated (Fourier and Motzkin);
//! [`bounds`] finds by them between which numbers a parameter lies. [`satisfy`] decides whether a
//! condition holds anywhere.

pub(crate) mod bounds;
pub(crate) mod rows;
pub(crate) mod satisfy;
