//! The limits of a check.

use bouton_canonical::RulesetError;
use bouton_core::{LimitReached, MemoryShare, Watch};

use crate::{Refusal, Step, refused::Verdict};

/// The limits of a check: a hostile certificate cannot make it run indefinitely.
///
/// ```
/// use bouton_check::{Limits, check_with};
///
/// let limits = Limits { steps: 1_000_000, ..Limits::default() };
/// assert!(check_with("not a certificate", &limits).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most elementary steps (digits appended to a partial move).
    pub steps: u64,
    /// The most states in memory (of moves, of products, of strategies); each takes some 20 to 100
    /// bytes.
    pub states: u64,
    /// The external limits: time, measured memory, cancelling.
    pub watch: Watch,
}

/// The steps and states that are allowed by default, for each of these bytes of a certificate.
const STEPS: u64 = 1 << 34;
const STATES: u64 = 1 << 25;
const BYTES: usize = 1 << 18;

impl Default for Limits {
    /// 2³⁴ steps and 2²⁵ states, without external limits; as many again for each further 256 KiB of a
    /// certificate.
    fn default() -> Self {
        Self { steps: STEPS, states: STATES, watch: Watch::unlimited() }
    }
}

impl Limits {
    /// The limits for a certificate of this size: limits with the default value grow with it.
    pub(crate) fn of_size(&self, bytes: usize) -> Self {
        let times = 1 + (bytes / BYTES) as u64;
        let grown =
            |limit: u64, default: u64| if limit == default { limit.saturating_mul(times) } else { limit };
        Self {
            steps: grown(self.steps, STEPS),
            states: grown(self.states, STATES),
            watch: self.watch.clone(),
        }
    }
}

/// The amounts of the limits that have been spent.
pub(crate) struct Budget {
    limits: Limits,
    steps: u64,
    states: u64,
    next_look: u64,
    /// The memory that is counted when it is allocated.
    held: MemoryShare,
}

pub(crate) fn ended(limit: LimitReached) -> Refusal {
    Refusal { limit: Some(Box::new(limit)), ..Refusal::new(Step::Limit, limit.to_string()) }
}

/// The refusal of rules that cannot be written out, or that are not written out within the limits.
pub(crate) fn unwritten(error: RulesetError) -> Refusal {
    match error {
        RulesetError::Limit(limit) => ended(limit),
        error => Refusal::new(Step::Rules, error.to_string()),
    }
}

impl Budget {
    /// The external limits.
    pub(crate) fn watch(&self) -> &Watch {
        &self.limits.watch
    }

    pub(crate) fn new(limits: Limits) -> Self {
        let held = limits.watch.hold_none();
        Self { limits, steps: 0, states: 0, next_look: 0, held }
    }

    /// Counts work; reads the clock every 2¹⁶ steps or so.
    pub(crate) fn spend(&mut self, steps: usize) -> Verdict<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps >= self.next_look {
            self.next_look = self.steps.saturating_add(1 << 16);
            self.limits.watch.check().map_err(ended)?;
        }
        let Limits { steps, states, .. } = self.limits;
        if self.steps > steps || self.states > states {
            let what = format!("{steps} steps and {states} states");
            return Err(Refusal::new(Step::Limit, format!("{what} allowed did not suffice")));
        }
        Ok(())
    }

    /// The number of the next item after `before` items.
    pub(crate) fn number(before: usize) -> Verdict<u32> {
        u32::try_from(before).map_err(|_| Refusal::new(Step::Limit, "there are more than 2^32 states"))
    }

    /// Counts states that stay in memory.
    pub(crate) fn hold(&mut self, states: usize) -> Verdict<()> {
        self.states = self.states.saturating_add(states as u64);
        if states >> 16 != 0 {
            self.next_look = 0;
        }
        self.spend(states)
    }

    /// Counts memory that is about to be allocated.
    pub(crate) fn take(&mut self, bytes: u64) -> Verdict<()> {
        self.held.grow(bytes).map_err(ended)
    }

    /// Reserves capacity for more entries of a list, at least doubling it, and counts it first.
    pub(crate) fn room<T>(&mut self, list: &mut Vec<T>, more: usize) -> Verdict<()> {
        let needed = list.len().saturating_add(more);
        if needed > list.capacity() {
            let capacity = needed.max(2 * list.capacity()).max(16);
            self.take(((capacity - list.capacity()) as u64).saturating_mul(size_of::<T>() as u64))?;
            list.reserve_exact(capacity - list.len());
        }
        Ok(())
    }

    /// Releases the count of a list that is dropped.
    pub(crate) fn give_back<T>(&mut self, list: &Vec<T>) {
        self.leave(self.taken().saturating_sub((list.capacity() * size_of::<T>()) as u64));
    }

    /// The bytes that are counted now.
    pub(crate) fn taken(&self) -> u64 {
        self.held.bytes()
    }

    /// Lowers the count to `bytes`, since everything taken beyond that has been dropped.
    pub(crate) fn leave(&mut self, bytes: u64) {
        // The count never rises here.
        let _ = self.held.resize(bytes.min(self.taken()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_size_unless_they_are_given() {
        let own = Limits { steps: 7, ..Limits::default() };
        let (small, large) = (own.of_size(1000), own.of_size(3 << 18));
        assert_eq!((small.steps, small.states), (7, STATES));
        assert_eq!((large.steps, large.states), (7, 4 * STATES));
        assert_eq!(Limits::default().of_size(1 << 18).steps, 2 * STEPS);
    }
}
