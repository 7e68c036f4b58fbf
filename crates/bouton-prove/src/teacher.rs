//! Exact tables as teachers.

use std::time::Instant;

use bouton_core::{ControlState, DigitAutomaton, Ruleset, StandardValuation, Value};
use bouton_solve::{BitTable, Limits, PeriodicCoordinate, Table};

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
/// How many bytes of table are looked through for periodic coordinates, one
/// survey after the other.
pub(crate) const SURVEYS: [usize; 3] = [100_000, 1_000_000, 8_000_000];
/// Periods that begin later are not used.
const MOST_PREPERIOD: u64 = 14;

/// What is taken to be periodic: for each control state, each coordinate.
pub(crate) type Periods = Vec<Vec<Option<PeriodicCoordinate>>>;

/// The solved values of a game.
enum Exact {
    Table(Table),
    Bits(BitTable),
}

impl Exact {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        match self {
            Self::Table(table) => table.value(coordinates, control).ok(),
            Self::Bits(table) => table.value(coordinates, control).ok(),
        }
    }

    fn set_memory_limit(&mut self, bytes: usize) {
        match self {
            Self::Table(table) => table.set_memory_limit(bytes),
            Self::Bits(table) => table.set_memory_limit(bytes),
        }
    }

    fn positions(&self) -> usize {
        match self {
            Self::Table(table) => table.positions(),
            Self::Bits(table) => table.positions(),
        }
    }

    /// Visits all of a small table, a part of a large one.
    fn for_each_sample(&self, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        match self {
            Self::Table(table) => {
                let stride = 1 + table.positions() / SAMPLE;
                let mut number = 0;
                table.for_each_known(&mut |coordinates, control, value| {
                    number += 1;
                    if number <= SAMPLE || number % stride == 0 {
                        visit(coordinates, control, value);
                    }
                });
            }
            Self::Bits(table) => table.for_each_known(SAMPLE, visit),
        }
    }
}

/// The table of a valuation.
pub(crate) struct TableTeacher {
    exact: Exact,
    valuation: StandardValuation,
    symmetric: bool,
    /// Coordinates in which the values are taken to be periodic: a guess.
    periodic: Periods,
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
            exact: Exact::Table(Table::new(ruleset, valuation, table_limits)),
            valuation,
            symmetric: ruleset.interchangeable(),
            periodic: vec![vec![None; ruleset.dimension()]; ruleset.controls().len()],
            allowance: memory,
            hard: limits.memory,
        }
    }

    /// A teacher that takes the values to be periodic as `periodic` says, so that it
    /// can look much further in the other coordinates. What is learnt from it is
    /// verified like everything; only its answers to "which of these values is
    /// wrong" may mislead.
    pub(crate) fn with_periods(
        ruleset: &Ruleset,
        valuation: StandardValuation,
        periodic: Periods,
        limits: &ProveLimits,
        started: Instant,
    ) -> Self {
        let memory = FIRST_ALLOWANCE.min(limits.memory);
        let table_limits = Limits { memory, deadline: Some(started + limits.time) };
        let bits = (valuation == StandardValuation::NormalOutcome)
            .then(|| BitTable::new(ruleset, table_limits, &periodic))
            .flatten();
        let (exact, periodic) = match bits {
            Some(bits) => (Exact::Bits(bits), periodic),
            None => {
                let common = in_common(&periodic);
                let table = Table::with_periodic_coordinates(ruleset, valuation, table_limits, &common);
                (Exact::Table(table), vec![common; periodic.len()])
            }
        };
        Self { exact, valuation, symmetric: false, periodic, allowance: memory, hard: limits.memory }
    }

    /// The coordinates in which the values seem periodic in a table of about
    /// `survey` bytes; `None` if there are none, or nothing else.
    pub(crate) fn seeming_periods(&mut self, ruleset: &Ruleset, survey: usize) -> Option<Periods> {
        if ruleset.interchangeable() || ruleset.dimension() < 2 {
            return None;
        }
        let Exact::Table(table) = &mut self.exact else { return None };
        table.set_memory_limit(survey);
        for largest in 1.. {
            let rank: u64 = ruleset.weights().iter().map(|weight| weight * largest).sum();
            let mut probe = vec![0; ruleset.dimension()];
            probe[0] = rank.checked_div(ruleset.weights()[0])?;
            if table.value(&probe, ControlState(0)).is_err() {
                break;
            }
        }
        let controls = u8::try_from(ruleset.controls().len()).ok()?;
        let periodic: Periods = (0..controls)
            .map(|control| {
                let control = ControlState(control);
                (0..ruleset.dimension()).map(|track| seeming_period(table, track, control)).collect()
            })
            .collect();
        let common = in_common(&periodic);
        (common.iter().any(Option::is_some) && common.iter().any(Option::is_none)).then_some(periodic)
    }

    /// Which values this teaches.
    pub(crate) fn valuation(&self) -> StandardValuation {
        self.valuation
    }

    /// Whether the values seen in a small region do not seem to grow with it.
    pub(crate) fn looks_bounded(&mut self) -> bool {
        let mut greatest = Vec::new();
        let Exact::Table(table) = &mut self.exact else { return true };
        for largest in [6, 12, 24] {
            if table.grow_to_largest(largest).is_err() {
                break;
            }
            let mut most = 0;
            table.for_each_known(&mut |_, _, value| most = most.max(value));
            greatest.push(most);
        }
        match greatest[..] {
            [.., before, last] => last <= before.max(3) && last < 32,
            _ => false,
        }
    }
}

/// A preperiod with which the known values have period 1 or 2 in a coordinate.
fn seeming_period(table: &Table, track: usize, control: ControlState) -> Option<PeriodicCoordinate> {
    for period in [1, 2] {
        let mut preperiod = 0;
        let mut largest = 0;
        table.for_each_known(&mut |coordinates, of, value| {
            largest = largest.max(coordinates[track]);
            if of == control && coordinates[track] >= preperiod + period {
                let mut before = coordinates.to_vec();
                before[track] -= period;
                if table.known(&before, control).is_some_and(|known| known != value) {
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

/// What is periodic in every control state.
fn in_common(periodic: &Periods) -> Vec<Option<PeriodicCoordinate>> {
    let Some((first, others)) = periodic.split_first() else { return Vec::new() };
    let mut common = first.clone();
    for other in others {
        for (common, other) in common.iter_mut().zip(other) {
            *common = (*common).zip(*other).map(|(one, other)| one.with(other));
        }
    }
    common
}

impl Teacher for TableTeacher {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.exact.set_memory_limit(self.allowance);
        self.exact.value(coordinates, control)
    }
}

impl Truth for TableTeacher {
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.exact.set_memory_limit(self.hard);
        self.exact.value(coordinates, control)
    }

    fn positions(&self) -> usize {
        self.exact.positions()
    }

    fn disagreements(&mut self, law: &DigitAutomaton, most: usize) -> Vec<SmallPosition> {
        let mut wrong = Vec::new();
        let mut reversed = Vec::new();
        // What is missed here the verification finds.
        self.exact.for_each_sample(&mut |coordinates, control, value| {
            if wrong.len() >= most {
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
                        .zip(&self.periodic[control.index()])
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
        self.grundy.exact.for_each_sample(&mut |coordinates, control, value| {
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
