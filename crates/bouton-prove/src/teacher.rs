//! Exact tables as teachers.

use std::io::{self, Read, Write};

use bouton_automata::exchanged_states;
use bouton_core::{ControlState, DigitAutomaton, Formula, LimitReached, Ruleset, Valuation, Value, Watch};
use bouton_solve::{
    BitTable, ExistingTable, Memo, PeriodicCoordinate, Periods, Table, class_of,
    saved::{get, put},
};

use crate::{
    learn::{FREE, Teacher},
    verify::SmallPosition,
};

mod reader;

use reader::SmallReader;

/// A value; `None` if it would take more memory than allowed.
pub(crate) type TruthResult = Result<Option<Value>, LimitReached>;

/// Turns a memory limit into an unknown value; every other limit ends the search.
fn known_or_not(answer: Result<Value, LimitReached>) -> TruthResult {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(LimitReached::Memory { .. } | LimitReached::Coordinate(_)) => Ok(None),
        Err(limit) => Err(limit),
    }
}

/// A teacher whose limits can grow when learning stops making progress.
pub(crate) trait Truth: Teacher {
    /// The value at a position at any cost, up to the hard limits.
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult;

    /// Positions solved so far.
    fn positions(&self) -> usize;

    /// The least number of positions solved before the value of these coordinates is known.
    fn positions_for(&mut self, coordinates: &[u64]) -> u128;

    /// Returns at most `most` solved positions on which the law is wrong, low ranks first.
    fn disagreements(
        &mut self,
        law: &DigitAutomaton,
        most: usize,
    ) -> Result<Vec<SmallPosition>, LimitReached>;

    /// Raises the limit of ordinary questions; `false` if the hard limit is reached.
    fn allow_more(&mut self) -> bool;

    /// Writes the solved values.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Loads values that a teacher of the same values has saved.
    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// The initial limit of ordinary questions, in bytes of table: four interchangeable heaps of five
/// binary digits are 52,360.
const FIRST_ALLOWANCE: u64 = 55_000;

/// The size from which on the allowance grows faster: each growth visits the whole table.
const LARGE_ALLOWANCE: u64 = 50_000_000;

/// The factor by which the allowance of a table of lost pairs grows: most of its positions take no time.
const FACTOR_OF_PAIRS: u64 = 32;

/// The factor of a memo's memory for a position over that of a table.
const MEMO: u64 = 64;

/// The number of positions of a table of those that exist: with many coordinates the lightest ones lie
/// close together.
const SAMPLE_OF_EXISTING: usize = 400_000;

/// A table of the positions that exist alone is smaller if at most one point in this number exists.
const RARE: u64 = 16;

/// The number of positions of a table of bits with which a hypothesis is compared: a missed one
/// costs a round.
const SAMPLE: usize = 100_000;
/// The number of positions of another table, the lightest ones, for each letter that the law reads.
/// The verification finds the missed ones, at a cost that grows with the number of letters.
const SAMPLE_PER_LETTER: usize = 500;

/// The solved values of a game.
pub(crate) enum Exact {
    Table(Table),
    Bits(BitTable),
    Memo(Memo),
    /// Of the positions that exist alone.
    Existing(ExistingTable),
}

impl Exact {
    pub(crate) fn value(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult {
        known_or_not(match self {
            Self::Table(table) => return table.value_within(coordinates, control),
            Self::Bits(table) => table.value(coordinates, control),
            Self::Memo(memo) => memo.value(coordinates, control),
            Self::Existing(table) => table.value(coordinates, control),
        })
    }

    pub(crate) fn set_memory_limit(&mut self, bytes: u64) {
        match self {
            Self::Table(table) => table.set_memory_limit(bytes),
            Self::Bits(table) => table.set_memory_limit(bytes),
            Self::Memo(memo) => memo.set_memory_limit(bytes.saturating_mul(MEMO)),
            Self::Existing(table) => table.set_memory_limit(bytes.saturating_mul(MEMO)),
        }
    }

    pub(crate) fn positions(&self) -> usize {
        match self {
            Self::Table(table) => table.positions(),
            Self::Bits(table) => table.positions(),
            Self::Memo(memo) => memo.positions(),
            Self::Existing(table) => table.positions(),
        }
    }

    pub(crate) fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        match self {
            Self::Table(table) => table.known(coordinates, control),
            Self::Bits(table) => table.known(coordinates, control),
            Self::Memo(memo) => memo.known(coordinates, control),
            Self::Existing(table) => table.known(coordinates, control),
        }
    }

    /// Visits the lightest positions, about `most` of a table of bits.
    pub(crate) fn for_each_lightest(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        match self {
            Self::Table(table) => table.for_each_lightest(most, visit),
            Self::Bits(table) => table.for_each_lightest(most, visit),
            Self::Memo(memo) => memo.for_each_lightest(most, visit),
            Self::Existing(table) => table.for_each_lightest(most, visit),
        }
    }

    /// Visits a part of the table, the lightest positions first.
    fn for_each_sample(&self, tracks: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        match self {
            Self::Table(table) => table.for_each_lightest(SAMPLE_PER_LETTER << tracks, visit),
            Self::Bits(table) => table.for_each_sample(SAMPLE, visit),
            Self::Memo(memo) => memo.for_each_lightest(SAMPLE_PER_LETTER << tracks, visit),
            Self::Existing(table) => table.for_each_lightest(SAMPLE_OF_EXISTING, visit),
        }
    }
}

/// The number of heaps from which on there are too many positions up to a largest heap.
const MANY_HEAPS: usize = 6;

/// Whether all moves take fixed amounts, of many heaps. Exceptions then lie at positions in which all heaps
/// but one are small.
fn is_bounded(ruleset: &Ruleset) -> bool {
    let moves = ruleset.moves();
    ruleset.dimension() >= MANY_HEAPS && moves.iter().all(|schema| schema.constant_vector().is_some())
}

/// Whether some move takes any amount, of many heaps.
fn is_free(ruleset: &Ruleset) -> bool {
    ruleset.dimension() >= MANY_HEAPS
        && ruleset.moves().iter().any(|schema| schema.constant_vector().is_none())
}

/// A position's class, and another member of it.
#[derive(Default)]
struct Buffers {
    class: Vec<u64>,
    member: Vec<u64>,
}

/// A teacher with the table of a valuation.
pub(crate) struct TableTeacher {
    pub(crate) exact: Exact,
    /// The condition of the positions that exist; others are [`FREE`].
    exists: Formula,
    symmetric: bool,
    /// The assumed periods of the values: a guess.
    periods: Periods,
    /// The periods that hold in every class.
    common: Vec<Option<PeriodicCoordinate>>,
    allowance: u64,
    watch: Watch,
}

impl TableTeacher {
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled, except that of the stage's work.
    pub(crate) fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Result<Self, LimitReached> {
        watch.prepare(|| Self::compiled(ruleset, valuation, watch))
    }

    fn compiled(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Result<Self, LimitReached> {
        Ok(Self {
            exact: match (ruleset.rank(), ruleset.interchangeable()) {
                (None, _) => Exact::Memo(Memo::new(ruleset, valuation, watch)?),
                // Sorted positions are few, too.
                (Some(_), true) => {
                    let by_sum = match is_bounded(ruleset) {
                        true => Table::by_sum(ruleset, valuation, watch)?,
                        false => None,
                    };
                    Exact::Table(match by_sum {
                        Some(table) => table,
                        None => Table::new(ruleset, valuation, watch)?,
                    })
                }
                (Some(_), false) => {
                    let existing = ExistingTable::new(ruleset, valuation, watch)?;
                    match existing.filter(|table| table.is_rarer_than(RARE)) {
                        Some(table) => Exact::Existing(table),
                        None => {
                            // Digit by digit, a law is about boxes.
                            let by_largest = match is_free(ruleset) {
                                true => Table::by_largest(ruleset, valuation, watch)?,
                                false => None,
                            };
                            Exact::Table(match by_largest {
                                Some(table) => table,
                                None => Table::new(ruleset, valuation, watch)?,
                            })
                        }
                    }
                }
            },
            exists: ruleset.exists().clone(),
            symmetric: ruleset.interchangeable(),
            periods: Periods::none(ruleset.dimension(), ruleset.controls().len()),
            common: vec![None; ruleset.dimension()],
            allowance: FIRST_ALLOWANCE.min(watch.memory_limit()),
            watch: watch.clone(),
        })
    }

    /// Creates a teacher that assumes `periods` of the values, so that it can look much further in
    /// the other coordinates. A law learnt from it is verified like every law; only the teacher's
    /// answers about which values are wrong may mislead.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(crate) fn with_periods(
        ruleset: &Ruleset,
        valuation: Valuation,
        periods: Periods,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let bits = match valuation {
            Valuation::NormalOutcome => watch.prepare(|| BitTable::new(ruleset, watch, &periods))?,
            _ => None,
        };
        let (exact, periods) = match bits {
            Some(bits) => (Exact::Bits(bits), periods),
            None => {
                let common = periods.common_to_all();
                let table = || match common.iter().all(Option::is_none) {
                    true => Table::new(ruleset, valuation, watch),
                    false => Table::with_periodic_coordinates(ruleset, valuation, watch, &common),
                };
                let table = watch.prepare(table)?;
                let controls = vec![common; periods.controls.len()];
                (Exact::Table(table), Periods { controls, ..Periods::default() })
            }
        };
        let common = periods.in_common();
        let (allowance, watch) = (FIRST_ALLOWANCE.min(watch.memory_limit()), watch.clone());
        // A representative may not exist, although other members of its class do.
        let exists = Formula::True;
        Ok(Self { exact, exists, symmetric: false, periods, common, allowance, watch })
    }

    /// Whether a position exists; without periods, nothing is known of other positions.
    fn has(&self, coordinates: &[u64]) -> bool {
        // Few games have more coordinates than these, and few positions are asked about in those.
        let mut few = [0; 8];
        match (&self.exists, few.get_mut(..coordinates.len())) {
            (Formula::True, _) => true,
            (exists, Some(few)) => {
                few.iter_mut().zip(coordinates).for_each(|(to, &x)| *to = i128::from(x));
                exists.holds(few)
            }
            (exists, None) => exists.holds(&coordinates.iter().map(|&x| i128::from(x)).collect::<Vec<_>>()),
        }
    }

    /// The assumed periods.
    pub(crate) fn periods(&self) -> &Periods {
        &self.periods
    }

    /// Writes another member of the class of a representative, `periods` periods further. Returns `false` if a law in which
    /// the classes of the coordinates that are periodic everywhere are states has the same value at both.
    fn member(
        &self,
        coordinates: &[u64],
        control: ControlState,
        periods: u64,
        buffers: &mut Buffers,
    ) -> bool {
        if self.periods.is_closed(control.index()) {
            return false;
        }
        let Buffers { class, member } = buffers;
        class.clear();
        if !self.periods.within.is_empty() {
            class_of(&self.common, coordinates, class);
        }
        let own = &self.periods.controls[control.index()];
        let within = self.periods.within.get(&class[..]);
        member.clear();
        member.extend_from_slice(coordinates);
        let mut tells = false;
        for (track, x) in member.iter_mut().enumerate() {
            let periodic = own[track].or_else(|| within?[track]);
            if let Some(periodic) = periodic.filter(|periodic| *x >= periodic.preperiod) {
                let further = *x + periods * periodic.period;
                let same =
                    self.common[track].is_some_and(|common| common.reduce(further) == common.reduce(*x));
                tells |= !same;
                *x = further;
            }
        }
        tells
    }

    /// Whether the values seen in a small region do not seem to grow with it.
    pub(crate) fn looks_bounded(&mut self) -> Result<bool, LimitReached> {
        let mut greatest = Vec::new();
        self.exact.set_memory_limit(self.allowance);
        for largest in [6, 12, 24] {
            let grown = match &mut self.exact {
                Exact::Table(table) => table.grow_to_largest(largest),
                Exact::Memo(memo) => memo.grow_to_largest(largest),
                Exact::Existing(table) => table.grow_to_largest(largest),
                Exact::Bits(_) => return Ok(true),
            };
            match grown {
                Ok(()) => {}
                Err(LimitReached::Memory { .. } | LimitReached::Coordinate(_)) => break,
                Err(limit) => return Err(limit),
            }
            let mut most = 0;
            self.exact.for_each_lightest(usize::MAX, &mut |_, _, value| most = most.max(value));
            greatest.push(most);
        }
        Ok(match greatest[..] {
            [.., before, last] => last <= before.max(3) && last < 32,
            _ => false,
        })
    }
}

impl Teacher for TableTeacher {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult {
        if !self.has(coordinates) {
            return Ok(Some(FREE));
        }
        self.exact.set_memory_limit(self.allowance);
        self.exact.value(coordinates, control)
    }
}

impl Truth for TableTeacher {
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult {
        if !self.has(coordinates) {
            return Ok(Some(FREE));
        }
        self.exact.set_memory_limit(self.watch.memory_limit());
        self.exact.value(coordinates, control)
    }

    fn positions(&self) -> usize {
        self.exact.positions()
    }

    fn positions_for(&mut self, coordinates: &[u64]) -> u128 {
        match &mut self.exact {
            Exact::Table(table) => table.positions_for(coordinates),
            Exact::Existing(table) => table.positions_for(coordinates),
            // These engines do not know the number in advance.
            Exact::Bits(_) | Exact::Memo(_) => 0,
        }
    }

    fn disagreements(
        &mut self,
        law: &DigitAutomaton,
        most: usize,
    ) -> Result<Vec<SmallPosition>, LimitReached> {
        let mut wrong = Vec::new();
        let reader = SmallReader::new(law);
        let all_exist = self.exists == Formula::True;
        // A symmetric law has one value for all orders of the heaps.
        let exchanged = || (1..law.tracks()).all(|at| exchanged_states(law, at - 1).is_some());
        let reverses = self.symmetric && !(law.numeration().is_binary() && exchanged());
        let mut buffers = Buffers::default();
        let mut batch = self.watch.batch();
        let mut ended = Ok(());
        let pairs: &[[u64; 2]] = match &self.exact {
            Exact::Table(table) => table.lost_pairs(),
            _ => &[],
        };
        // The verification finds positions missed here.
        self.exact.for_each_sample(law.tracks(), &mut |coordinates, control, value| {
            if wrong.len() >= most || ended.is_err() || !(all_exist || self.has(coordinates)) {
                return;
            }
            ended = batch.spend(4);
            if reader.value(control, coordinates.iter()) != value {
                wrong.push((coordinates.to_vec(), control));
            } else if self.symmetric {
                if reverses && reader.value(control, coordinates.iter().rev()) != value {
                    wrong.push((coordinates.iter().rev().copied().collect(), control));
                }
            } else {
                // The other members of the class of a representative.
                for periods in [1, 4] {
                    if !self.member(coordinates, control, periods, &mut buffers) {
                        break;
                    }
                    if reader.value(control, buffers.member.iter()) != value {
                        wrong.push((buffers.member.clone(), control));
                        break;
                    }
                }
            }
        });
        // Among far positions the few lost ones distinguish most.
        for &[smaller, larger] in pairs {
            if wrong.len() >= most || ended.is_err() {
                break;
            }
            ended = batch.spend(4);
            for pair in [[smaller, larger], [larger, smaller]] {
                if law.evaluate_small(0, &pair) != 0 {
                    wrong.push((pair.to_vec(), ControlState(0)));
                    break;
                }
            }
        }
        ended.map(|()| wrong)
    }

    fn allow_more(&mut self) -> bool {
        let hard = self.watch.memory_limit();
        if self.allowance >= hard {
            return false;
        }
        let factor = match &self.exact {
            _ if self.allowance >= LARGE_ALLOWANCE => 4,
            Exact::Table(table) if !table.lost_pairs().is_empty() => FACTOR_OF_PAIRS,
            _ => 2,
        };
        self.allowance = self.allowance.saturating_mul(factor).min(hard);
        true
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &self.allowance)?;
        match &self.exact {
            Exact::Table(table) => table.save(to),
            Exact::Bits(table) => table.save(to),
            Exact::Memo(memo) => memo.save(to),
            Exact::Existing(table) => table.save(to),
        }
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.allowance = get(from)?;
        match &mut self.exact {
            Exact::Table(table) => table.restore(from),
            Exact::Bits(table) => table.restore(from),
            Exact::Memo(memo) => memo.restore(from),
            Exact::Existing(table) => table.restore(from),
        }
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

/// The outcome of a position beside a Nim heap, from its Grundy value.
fn beside(value: Value, heap: u64) -> Value {
    if value == FREE { FREE } else { Value::from(u64::from(value) != heap) }
}

fn split(coordinates: &[u64]) -> Option<(&[u64], u64)> {
    coordinates.split_last().map(|(&heap, rest)| (rest, heap))
}

impl Teacher for GrundySumTeacher {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult {
        let Some((rest, heap)) = split(coordinates) else { return Ok(None) };
        Ok(self.grundy.value(rest, control)?.map(|value| beside(value, heap)))
    }
}

impl Truth for GrundySumTeacher {
    fn truth(&mut self, coordinates: &[u64], control: ControlState) -> TruthResult {
        let Some((rest, heap)) = split(coordinates) else { return Ok(None) };
        Ok(self.grundy.truth(rest, control)?.map(|value| beside(value, heap)))
    }

    fn positions(&self) -> usize {
        self.grundy.positions()
    }

    fn positions_for(&mut self, coordinates: &[u64]) -> u128 {
        split(coordinates).map_or(0, |(rest, _)| self.grundy.positions_for(rest))
    }

    fn disagreements(
        &mut self,
        law: &DigitAutomaton,
        most: usize,
    ) -> Result<Vec<SmallPosition>, LimitReached> {
        let mut wrong = Vec::new();
        let mut batch = self.grundy.watch.batch();
        let mut ended = Ok(());
        self.grundy.exact.for_each_sample(law.tracks(), &mut |coordinates, control, value| {
            if wrong.len() >= most || ended.is_err() || !self.grundy.has(coordinates) {
                return;
            }
            ended = batch.spend(8);
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
        ended.map(|()| wrong)
    }

    fn allow_more(&mut self) -> bool {
        self.grundy.allow_more()
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.grundy.save(to)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.grundy.restore(from)
    }
}
