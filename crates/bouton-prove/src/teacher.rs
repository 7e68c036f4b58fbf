//! Exact tables as teachers.

use std::time::Instant;

use bouton_core::{ControlState, DigitAutomaton, Ruleset, StandardValuation, Value};
use bouton_solve::{Limits, PeriodicCoordinate, Table};

use crate::{learn::Teacher, prove::ProveLimits, verify::SmallPosition};

/// A teacher that can be pressed: what it may spend grows when learning is stuck.
pub(crate) trait Truth: Teacher {
    /// The value at a position whatever it costs, up to the hard limits.
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value>;

    /// Positions solved so far.
    fn positions(&self) -> usize;

    /// Solved positions on which the law is wrong, at most `most`, low ranks first.
    fn disagreements(&mut self, law: &DigitAutomaton, most: usize) -> Vec<SmallPosition>;

    /// Lets ordinary questions cost more from now on; `false` if the hard limit is reached.
    fn allow_more(&mut self) -> bool;
}

/// What ordinary questions may cost at first, in bytes of table.
const FIRST_ALLOWANCE: usize = 80_000;

/// How many positions of a table a hypothesis is compared with.
const SAMPLE: usize = 400_000;
/// How many bytes of table are looked through for periodic coordinates.
const SURVEY: usize = 100_000;
/// Periods that begin later are not used.
const MOST_PREPERIOD: u64 = 6;

/// The table of a valuation.
pub(crate) struct TableTeacher {
    table: Table,
    symmetric: bool,
    /// Coordinates in which the values are taken to be periodic: a guess.
    periodic: Vec<Option<PeriodicCoordinate>>,
    allowance: usize,
    hard: usize,
}

impl TableTeacher {
    pub(crate) fn new(
        ruleset: &Ruleset,
        valuation: StandardValuation,
        limits: &ProveLimits,
        started: Instant,
    ) -> Self {
        let memory = FIRST_ALLOWANCE.min(limits.memory);
        let table_limits = Limits { memory, deadline: Some(started + limits.time) };
        Self {
            table: Table::new(ruleset, valuation, table_limits),
            symmetric: ruleset.interchangeable(),
            periodic: vec![None; ruleset.dimension()],
            allowance: memory,
            hard: limits.memory,
        }
    }

    /// A teacher that takes the values to be periodic in the coordinates in
    /// which they seem to be, so that it can look much further in the others.
    /// What is learnt from it is verified like everything; only its answers to
    /// "which of these values is wrong" may mislead. `None` if no coordinate
    /// seems periodic.
    pub(crate) fn guess_periodic(
        &mut self,
        ruleset: &Ruleset,
        limits: &ProveLimits,
        started: Instant,
    ) -> Option<Self> {
        if ruleset.interchangeable() || ruleset.dimension() < 2 {
            return None;
        }
        let valuation = self.table.valuation();
        for largest in 1.. {
            let rank: u64 = ruleset.weights().iter().map(|weight| weight * largest).sum();
            let far = rank.checked_div(ruleset.weights()[0])?;
            let mut probe = vec![0; ruleset.dimension()];
            probe[0] = far;
            self.table.set_memory_limit(SURVEY);
            if self.table.value(&probe, ControlState(0)).is_err() {
                break;
            }
        }
        let periodic: Vec<_> = (0..ruleset.dimension()).map(|track| self.seeming_period(track)).collect();
        if periodic.iter().all(Option::is_none) || periodic.iter().all(Option::is_some) {
            return None;
        }
        let memory = FIRST_ALLOWANCE.min(limits.memory);
        let table_limits = Limits { memory, deadline: Some(started + limits.time) };
        Some(Self {
            table: Table::with_periodic_coordinates(ruleset, valuation, table_limits, &periodic),
            symmetric: false,
            periodic,
            allowance: memory,
            hard: limits.memory,
        })
    }

    /// A preperiod with which the known values have period 1 or 2 in a coordinate.
    fn seeming_period(&self, track: usize) -> Option<PeriodicCoordinate> {
        for period in [1, 2] {
            let mut preperiod = 0;
            let mut largest = 0;
            self.table.for_each_known(&mut |coordinates, control, value| {
                largest = largest.max(coordinates[track]);
                if coordinates[track] >= preperiod + period {
                    let mut before = coordinates.to_vec();
                    before[track] -= period;
                    if self.table.known(&before, control).is_some_and(|known| known != value) {
                        preperiod = before[track] + 1;
                    }
                }
            });
            // Some periods have to be seen beyond the last exception.
            if preperiod <= MOST_PREPERIOD && preperiod * 2 + 3 * period <= largest {
                return Some(PeriodicCoordinate { preperiod, period });
            }
        }
        None
    }

    /// Whether the values seen in a small region do not seem to grow with it.
    pub(crate) fn looks_bounded(&mut self) -> bool {
        let mut greatest = Vec::new();
        for largest in [6, 12, 24] {
            if self.table.grow_to_largest(largest).is_err() {
                break;
            }
            let mut most = 0;
            self.table.for_each_known(&mut |_, _, value| most = most.max(value));
            greatest.push(most);
        }
        match greatest[..] {
            [.., before, last] => last <= before.max(3) && last < 32,
            _ => false,
        }
    }
}

impl Teacher for TableTeacher {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.table.set_memory_limit(self.allowance);
        self.table.value(coordinates, control).ok()
    }
}

impl Truth for TableTeacher {
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.table.set_memory_limit(self.hard);
        self.table.value(coordinates, control).ok()
    }

    fn positions(&self) -> usize {
        self.table.positions()
    }

    fn disagreements(&mut self, law: &DigitAutomaton, most: usize) -> Vec<SmallPosition> {
        let mut wrong = Vec::new();
        let mut reversed = Vec::new();
        // All of a small table, a part of a large one: what is missed here the
        // verification finds.
        let stride = 1 + self.table.positions() / SAMPLE;
        let mut number = 0;
        self.table.for_each_known(&mut |coordinates, control, value| {
            number += 1;
            if wrong.len() >= most || number > SAMPLE && number % stride != 0 {
                return;
            }
            if law.evaluate_small(control.index(), coordinates) != value {
                wrong.push((coordinates.to_vec(), control));
            } else if self.symmetric {
                reversed.clear();
                reversed.extend(coordinates.iter().rev());
                if law.evaluate_small(control.index(), &reversed) != value {
                    wrong.push((reversed.clone(), control));
                }
            } else {
                // The other members of the class of a representative.
                for periods in [1, 4] {
                    let member: Vec<u64> = coordinates
                        .iter()
                        .zip(&self.periodic)
                        .map(|(&x, periodic)| match periodic {
                            Some(periodic) if x >= periodic.preperiod => x + periods * periodic.period,
                            _ => x,
                        })
                        .collect();
                    if member != coordinates && law.evaluate_small(control.index(), &member) != value {
                        wrong.push((member, control));
                        break;
                    }
                }
            }
        });
        wrong
    }

    fn allow_more(&mut self) -> bool {
        if self.allowance >= self.hard {
            return false;
        }
        self.allowance = self.allowance.saturating_mul(2).min(self.hard);
        true
    }
}

/// Teaches the outcome of a game with a Nim heap added, from its Grundy values:
/// (x, h) is a P-position exactly if g(x) = h.
pub(crate) struct GrundySumTeacher {
    grundy: TableTeacher,
}

impl GrundySumTeacher {
    pub(crate) fn new(grundy: TableTeacher) -> Self {
        Self { grundy }
    }
}

fn split(coordinates: &[u64]) -> Option<(&[u64], u64)> {
    coordinates.split_last().map(|(&heap, rest)| (rest, heap))
}

impl Teacher for GrundySumTeacher {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let (rest, heap) = split(coordinates)?;
        Some(Value::from(u64::from(self.grundy.value(rest, control)?) != heap))
    }
}

impl Truth for GrundySumTeacher {
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let (rest, heap) = split(coordinates)?;
        Some(Value::from(u64::from(self.grundy.truth(rest, control)?) != heap))
    }

    fn positions(&self) -> usize {
        self.grundy.positions()
    }

    fn disagreements(&mut self, law: &DigitAutomaton, most: usize) -> Vec<SmallPosition> {
        let mut wrong = Vec::new();
        self.grundy.table.for_each_known(&mut |coordinates, control, value| {
            if wrong.len() >= most {
                return;
            }
            let value = u64::from(value);
            let mut heaps = vec![value, value + 1, value ^ 1, 0, value.saturating_sub(1), value ^ 2];
            heaps.sort_unstable();
            heaps.dedup();
            for heap in heaps {
                let mut position = coordinates.to_vec();
                position.push(heap);
                if law.evaluate_small(control.index(), &position) != Value::from(heap != value) {
                    wrong.push((position, control));
                    break;
                }
            }
        });
        wrong
    }

    fn allow_more(&mut self) -> bool {
        self.grundy.allow_more()
    }
}
