//! The theory of games that are known well, one a file.

pub(crate) mod in_total;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod podium;
