//! Groups of options that commands share.

pub(crate) mod format;
pub(crate) mod game;
pub(crate) mod limits;
pub(crate) mod picture;
pub(crate) mod rows;
pub(crate) mod store;
