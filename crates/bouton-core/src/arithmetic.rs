//! Linear arithmetic over the integers: expressions, conditions, and what follows from them.
//!
//! [`linear`] and [`formula`] are the language of move schemas. [`rows`] holds systems of
//! inequalities, from which variables are eliminated (Fourier and Motzkin); [`descent`] proves
//! by them that play ends, [`bounds`] finds by them between which numbers a parameter lies.
//! [`satisfy`] decides whether a condition holds anywhere.
//! [`order`] solves for the weighted sums by which play ends, a linear program ([`simplex`]).

pub(crate) mod bounds;
pub(crate) mod descent;
pub(crate) mod formula;
pub(crate) mod linear;
pub(crate) mod order;
pub(crate) mod rows;
pub(crate) mod satisfy;
mod simplex;
