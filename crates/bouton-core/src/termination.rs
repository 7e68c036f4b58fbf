//! Proofs that play ends.
//!
//! [`descent`] shows that moves lower a weighted sum. [`order`] finds the weights with a linear
//! program ([`simplex`]).

pub(crate) mod descent;
pub(crate) mod order;
mod simplex;
