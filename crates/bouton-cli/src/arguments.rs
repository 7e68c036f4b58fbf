//! Groups of options that commands share.

pub(crate) mod format;
pub(crate) mod game;
pub(crate) mod in_total;
pub(crate) mod limits;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod picture;
pub(crate) mod podium;
pub(crate) mod rows;
pub(crate) mod store;
