//! The theory of well-known games, one in each file.

pub(crate) mod in_total;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod podium;
