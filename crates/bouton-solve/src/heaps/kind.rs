//! One heap of a game that is a sum of heaps: its Grundy values, and their period where one is
//! known.

use std::{fmt, sync::Arc};

use bouton_core::{ControlState, LimitReached, Period, Ruleset, TakeAndBreakCode, Value, ValueSet, Watch};
use num_bigint::BigUint;

use super::options::{GrundyFilter, HeapOption};
use crate::{
    Cost, Moves, grundy_sequence,
    one_heap::{OneHeap, Proved, Regular},
};

/// A law of single heaps, proved elsewhere: the Grundy value of a heap of any size, and its options
/// by their values.
///
/// ```
/// use std::sync::Arc;
///
/// use bouton_core::{LimitReached, Watch};
/// use bouton_solve::{HeapLaw, HeapOption, HeapSum, GrundyFilter};
/// use num_bigint::BigUint;
///
/// /// A heap from which 1 or 2 objects may be taken has the value n mod 3.
/// #[derive(Debug)]
/// struct OneOrTwo;
///
/// impl HeapLaw for OneOrTwo {
///     fn value(&self, heap: &BigUint, _: &Watch) -> Result<BigUint, LimitReached> {
///         Ok(heap % 3u32)
///     }
///
///     fn options(
///         &self,
///         heap: &BigUint,
///         wanted: &GrundyFilter,
///         most: usize,
///         watch: &Watch,
///     ) -> Result<(Vec<HeapOption>, bool), LimitReached> {
///         let mut options = Vec::new();
///         for taken in [1u32, 2].into_iter().filter(|&taken| *heap >= taken.into()) {
///             let value = self.value(&(heap - taken), watch)?;
///             if wanted.admits(&value) {
///                 options.push((heap - taken, value));
///             }
///         }
///         let all = options.len() <= most;
///         options.truncate(most);
///         Ok((options, all))
///     }
/// }
///
/// let game = bouton_rules::Game::parse("heaps 2; move take 1..2 from 1 heap").unwrap();
/// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &Watch::unlimited())?.unwrap();
/// assert!(heaps.set_law(Arc::new(OneOrTwo)));
/// assert_eq!(heaps.value(&[7u32, 5].map(Into::into), &Watch::unlimited())?, 3u32.into()); // 1 ⊕ 2
/// # Ok::<(), LimitReached>(())
/// ```
pub trait HeapLaw: fmt::Debug + Send + Sync {
    /// The Grundy value of a heap.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    fn value(&self, heap: &BigUint, watch: &Watch) -> Result<BigUint, LimitReached>;

    /// Returns at most `most` options of a heap with wanted values, each with its value, and
    /// whether these are all.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    fn options(
        &self,
        heap: &BigUint,
        wanted: &GrundyFilter,
        most: usize,
        watch: &Watch,
    ) -> Result<(Vec<HeapOption>, bool), LimitReached>;
}

/// The rules of one heap.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// Any amount may be taken, beside any other moves: g(n) = n.
    Any,
    /// A take-and-break code.
    Code(TakeAndBreakCode),
    /// The moves of a ruleset of one coordinate.
    Moves { moves: Box<Moves>, regular: Option<Regular> },
}

/// One heap.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) rule: Rule,
    /// g(0), g(1), …, as far as computed.
    values: Vec<Value>,
    pub(crate) period: Option<Proved>,
    /// A law of heaps of every size.
    pub(crate) law: Option<Arc<dyn HeapLaw>>,
    /// The size up to which a search found no period.
    searched: u64,
}

/// Lengths at which a period is looked for.
const WINDOWS: [u64; 8] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
/// The most steps of a window that is tried only to find a period: about a fifth of a second.
const MOST_FOR_A_PERIOD: f64 = 5e7;

impl Rule {
    /// The rule of one heap of a ruleset with a single coordinate.
    fn of_ruleset(ruleset: &Ruleset, watch: &Watch) -> Result<Self, LimitReached> {
        let moves = Moves::within(ruleset, watch)?;
        let regular = match OneHeap::of(ruleset, &moves) {
            OneHeap::Any => return Ok(Self::Any),
            OneHeap::Regular(regular) => Some(regular),
            OneHeap::Unknown => None,
        };
        Ok(Self::Moves { moves: Box::new(moves), regular })
    }
}

impl Kind {
    pub(crate) fn of_code(code: &TakeAndBreakCode) -> Self {
        Self::new(Rule::Code(code.clone()))
    }

    /// One heap of a ruleset with a single coordinate and no control states.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while its moves are compiled.
    pub(crate) fn of_ruleset(ruleset: &Ruleset, watch: &Watch) -> Result<Self, LimitReached> {
        Rule::of_ruleset(ruleset, watch).map(Self::new)
    }

    fn new(rule: Rule) -> Self {
        Self { rule, values: Vec::new(), period: None, law: None, searched: 0 }
    }

    /// Sets a period that is proved elsewhere.
    pub(crate) fn set_period(&mut self, period: Period, theorem: &'static str) {
        self.period = Some(Proved { period, theorem: theorem.to_owned() });
    }

    /// g(n), if it is known without a law.
    pub(crate) fn known(&self, n: &BigUint) -> Option<BigUint> {
        if matches!(self.rule, Rule::Any) {
            return Some(n.clone());
        }
        let listed = usize::try_from(n).ok().and_then(|n| self.values.get(n));
        if let Some(&value) = listed {
            return Some(BigUint::from(value));
        }
        self.period.as_ref()?.period.value(n)
    }

    /// g(n), if it is listed.
    pub(crate) fn known_small(&self, n: u64) -> Option<Value> {
        match self.rule {
            Rule::Any => Value::try_from(n).ok(),
            _ => self.values.get(usize::try_from(n).ok()?).copied(),
        }
    }

    /// Whether g(n) is known for all n.
    pub(crate) fn is_closed(&self) -> bool {
        self.period.is_some() || self.law.is_some() || matches!(self.rule, Rule::Any)
    }

    /// Whether g(n) is known.
    fn knows(&self, n: &BigUint) -> bool {
        self.is_closed() || usize::try_from(n).is_ok_and(|n| n < self.values.len())
    }

    /// Returns g(n), and computes the values up to n if necessary.
    pub(crate) fn value(&mut self, n: &BigUint, watch: &Watch) -> Result<BigUint, LimitReached> {
        match (self.known(n), &self.law) {
            (Some(value), _) => Ok(value),
            (None, Some(law)) => law.value(n, watch),
            (None, None) => {
                let heap = u64::try_from(n).map_err(|_| LimitReached::Coordinate(u64::MAX))?;
                self.extend(heap, watch)?;
                self.known(n).ok_or(LimitReached::Coordinate(heap))
            }
        }
    }

    /// Searches for a period if g(n) is not known and a proved period would be worth the cost.
    pub(crate) fn look_for_period(&mut self, n: &BigUint, watch: &Watch) -> Result<(), LimitReached> {
        for window in WINDOWS {
            if self.knows(n) {
                return Ok(());
            }
            if window <= self.searched {
                continue;
            }
            let Some(steps) = self.steps_for_a_period(window) else { return Ok(()) };
            if steps > MOST_FOR_A_PERIOD {
                return Ok(());
            }
            self.extend(window, watch)?;
            self.searched = window;
        }
        Ok(())
    }

    /// The cost of g(n) from the present state; `None` if no memory could hold it.
    pub(crate) fn estimate(&self, n: &BigUint) -> Option<Cost> {
        if self.knows(n) {
            return Some(Cost::NOTHING);
        }
        let heap = u64::try_from(n).ok().filter(|&heap| heap < 1 << 40)?;
        let steps = self.steps(heap);
        let bytes = real(heap) * 16.0;
        Some(Cost { positions: real(heap), steps, bytes, seconds: steps * self.seconds_a_step() })
    }

    /// Computes the values up to n, one after the other.
    pub(crate) fn extend(&mut self, n: u64, watch: &Watch) -> Result<(), LimitReached> {
        if self.known(&BigUint::from(n)).is_some() {
            return Ok(());
        }
        let length = usize::try_from(n).map_err(|_| LimitReached::Coordinate(n))?;
        match &self.rule {
            Rule::Any => {}
            Rule::Code(code) => {
                let sequence = grundy_sequence(code, n, watch)?;
                self.values = sequence.values;
                if let Some(period) = sequence.period.filter(|period| period.proved) {
                    let listed = usize::try_from(period.preperiod + period.length).unwrap_or(usize::MAX);
                    let values = self.values[..listed.min(self.values.len())].to_vec();
                    let theorem = period.theorem;
                    let (length, preperiod) = (period.length, period.preperiod);
                    let period = Period { length, preperiod, saltus: period.saltus, values };
                    self.period = Some(Proved { period, theorem });
                }
            }
            Rule::Moves { moves, regular } => {
                let _held = watch.hold(8 * (n + 1))?;
                let (mut options, mut batch) = (ValueSet::new(), watch.batch());
                for heap in self.values.len()..=length {
                    options.clear();
                    let values = &self.values;
                    moves.try_each_option(&[heap as u64], ControlState(0), &mut batch, |to, _| {
                        options.insert(usize::try_from(to[0]).map_or(0, |to| values[to]));
                        true
                    })?;
                    self.values.push(options.mex());
                }
                let proved = regular.and_then(|regular| OneHeap::Regular(regular).proved(&self.values));
                self.period = proved.or(self.period.take());
            }
        }
        Ok(())
    }

    /// The approximate number of steps for the values up to `heap`.
    fn steps(&self, heap: u64) -> f64 {
        let size = real(heap) + 1.0;
        match &self.rule {
            Rule::Any => 0.0,
            Rule::Code(code) => {
                let places = |digits: &[u8], bit: u8| {
                    real(digits.iter().filter(|&&digit| digit & bit != 0).count() as u64)
                };
                // A tail is a running total: it costs as much as one more repetition of its digits.
                let with = |bit: u8| places(code.digits(), bit) + places(code.tail(), bit);
                let settled = size * real((code.digits().len() + code.tail().len()) as u64);
                if code.is_hexadecimal() {
                    // For each rest its parts, each with the values of its splits into two.
                    return settled + size.powi(2);
                }
                // Splits into two are compared many at once, or found in the sparse space.
                settled + with(4) * size.powi(2) / 16.0
            }
            Rule::Moves { moves, regular: Some(_) } => size * real(moves.families() as u64 + 1),
            Rule::Moves { moves, regular: None } => {
                // Options are counted at a few heaps: their number may be as large as the heap.
                let sample = |heap: u64| real(moves.work_at(&[heap], ControlState(0), 1 << 16));
                let at = heap.min(1 << 12);
                size * (1.0 + sample(at).max(sample(at / 2)) * (size / (real(at) + 1.0)) / 2.0)
            }
        }
    }

    fn seconds_a_step(&self) -> f64 {
        match &self.rule {
            Rule::Any => 0.0,
            Rule::Code(code) if code.is_hexadecimal() => SECONDS_A_PART,
            Rule::Code(_) => SECONDS_A_PAIR,
            Rule::Moves { .. } => SECONDS_AN_OPTION,
        }
    }

    /// The number of steps as in [`steps`](Self::steps), for values of which a theorem may prove a
    /// period.
    fn steps_for_a_period(&self, window: u64) -> Option<f64> {
        let may = match &self.rule {
            Rule::Any | Rule::Moves { regular: None, .. } => false,
            Rule::Code(code) => code.is_finite(),
            Rule::Moves { regular: Some(_), .. } => true,
        };
        may.then(|| self.steps(window))
    }
}

/// The approximate time of a step. A step is a pair of heaps, a part beside which sets of values
/// are shifted, or an enumerated option. The number of pairs is known only afterwards: 0.16 takes
/// two fifths of this time, 0.142 two and a half times as much. See the tests of the planner.
const SECONDS_A_PAIR: f64 = 3e-9;
const SECONDS_A_PART: f64 = 2e-8;
const SECONDS_AN_OPTION: f64 = 4e-8;

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn real(number: u64) -> f64 {
    number as f64
}
