//! What a computation may cost.

use std::time::Instant;

/// Bounds on a computation. The default is 1 GiB of tables and no deadline.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of table or memo.
    pub memory: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, deadline: None }
    }
}

impl Limits {
    /// Whether the deadline has passed.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

/// A limit was met before the answer was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitReached {
    /// Memory.
    #[error(
        "this needs about {needed} bytes of memory, the limit is {limit}; raise it with --memory, or use a proved law"
    )]
    Memory {
        /// About what would be needed.
        needed: u128,
        /// The limit.
        limit: usize,
    },
    /// Time.
    #[error("the time limit was reached after {positions} positions; raise it with --time")]
    Time {
        /// Positions solved so far.
        positions: usize,
    },
    /// A coordinate that no table can hold.
    #[error("a coordinate of {0} is beyond any table; use a proved law")]
    Coordinate(u64),
    /// A number of positions that goes beyond 2^128.
    #[error(
        "the box of {dimension} coordinates up to {upto} has more positions than can be counted (2^128); ask for a smaller box"
    )]
    Count {
        /// How many coordinates.
        dimension: usize,
        /// The greatest value of each.
        upto: u64,
    },
}
