//! How much work a check may be.

use bouton_core::Watch;

use crate::{Refused, Step, refused::Verdict};

/// Limits of a check: a hostile certificate cannot make it run on.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many elementary steps (digits appended to a partial move).
    pub steps: u64,
    /// How many states may be held (of moves, of products, of strategies);
    /// each takes some 20 to 100 bytes.
    pub states: u64,
    /// What ends the check from outside: time, measured memory, cancelling.
    pub watch: Watch,
}

impl Default for Limits {
    /// 2³⁴ steps and 2²⁵ states, and nothing from outside.
    fn default() -> Self {
        Self { steps: 1 << 34, states: 1 << 25, watch: Watch::unlimited() }
    }
}

/// What has been spent of the limits.
pub(crate) struct Budget {
    limits: Limits,
    steps: u64,
    states: u64,
    next_look: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, steps: 0, states: 0, next_look: 0 }
    }

    /// Counts work; looks at the clock every 2¹⁶ steps or so.
    pub(crate) fn spend(&mut self, steps: usize) -> Verdict<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps >= self.next_look {
            self.next_look = self.steps.saturating_add(1 << 16);
            let ended = |limit: bouton_core::LimitReached| Refused::new(Step::Limit, limit.to_string());
            self.limits.watch.check().map_err(ended)?;
        }
        let Limits { steps, states, .. } = self.limits;
        if self.steps > steps || self.states > states {
            let what = format!("{steps} steps and {states} states");
            return Err(Refused::new(Step::Limit, format!("{what} allowed did not suffice")));
        }
        Ok(())
    }

    /// The number of what has so many before it.
    pub(crate) fn number(before: usize) -> Verdict<u32> {
        u32::try_from(before).map_err(|_| Refused::new(Step::Limit, "there are more than 2^32 states"))
    }

    /// Counts states that stay in memory.
    pub(crate) fn hold(&mut self, states: usize) -> Verdict<()> {
        self.states = self.states.saturating_add(states as u64);
        if states >> 16 != 0 {
            self.next_look = 0;
        }
        self.spend(states)
    }
}
