//! How much work a check may be.

use std::time::{Duration, Instant};

use crate::{Refused, Step, refused::Verdict};

/// Limits of a check: a hostile certificate cannot make it run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many elementary steps (digits appended to a partial move).
    pub steps: u64,
    /// How many states may be held (of moves, of products, of strategies);
    /// each takes some 20 to 100 bytes.
    pub states: u64,
    /// How long it may take.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 2³⁴ steps and 2²⁵ states, no limit of time.
    fn default() -> Self {
        Self { steps: 1 << 34, states: 1 << 25, time: None }
    }
}

/// What has been spent of the limits.
pub(crate) struct Budget {
    limits: Limits,
    started: Instant,
    steps: u64,
    states: u64,
    next_look: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, started: Instant::now(), steps: 0, states: 0, next_look: 0 }
    }

    /// Counts work; looks at the clock every 2²⁰ steps or so.
    pub(crate) fn spend(&mut self, steps: usize) -> Verdict<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        let mut late = false;
        if self.steps >= self.next_look {
            self.next_look = self.steps.saturating_add(1 << 20);
            late = self.limits.time.is_some_and(|time| self.started.elapsed() > time);
        }
        if late || self.steps > self.limits.steps || self.states > self.limits.states {
            let Limits { steps, states, .. } = self.limits;
            let what =
                if late { "the time".to_owned() } else { format!("{steps} steps and {states} states") };
            return Err(Refused::new(Step::Limit, format!("{what} allowed did not suffice")));
        }
        Ok(())
    }

    /// Counts states that stay in memory.
    pub(crate) fn hold(&mut self, states: usize) -> Verdict<()> {
        self.states = self.states.saturating_add(states as u64);
        self.spend(states)
    }
}
