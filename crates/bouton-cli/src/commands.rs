//! The commands, one in each file; commands that only ask a question need no file.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod fmt;
pub(crate) mod formatted;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod sequence;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod written;
