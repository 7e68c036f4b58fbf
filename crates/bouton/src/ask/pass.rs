//! Questions about Nim with a pass on heaps of size at most four.
//!
//! Other numbers of passes, passes of each player and other heaps are rules: `pass 2 unless empty`, `pass 1 each unless
//! empty`, `heaps 3`, `heap sizes 1..5`.

mod small_sizes;
mod table;
mod theorem;

pub use self::{
    small_sizes::{SmallSizes, SmallSizesWithNimSums},
    table::Table,
    theorem::Theorem,
};

/// The summary of all of them.
pub(super) const SUMMARY: &str = "Nim with a pass on heaps of size at most four";
