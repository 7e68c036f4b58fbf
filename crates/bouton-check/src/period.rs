//! The check of a period: the claimed Grundy values, heap after heap, over the window of a theorem.

mod arithmetic;
mod cofinite;
mod splits;

use std::collections::{BTreeMap, VecDeque};

use bouton_canonical::Rules;
use bouton_cert::{Claim, Identity, StoredPeriod};
use bouton_core::{Convention, Period, TakeAndBreakCode, Value, ValueSet};

use crate::{Limits, Refused, Step, limits::Budget, refused::Verdict};

/// Checks the claim of a period and returns it as a sentence; `beside` is the file of values, where
/// the claim names one.
pub(crate) fn check_claim(
    game: &Rules,
    claim: &Claim,
    beside: Option<&[u8]>,
    limits: &Limits,
) -> Verdict<String> {
    let code = game.code().filter(|_| game.convention() == Convention::Normal);
    let code = code.ok_or_else(|| Refused::new(Step::Rules, "a period needs a take-and-break code"))?;
    let (length, preperiod, saltus) = match claim {
        Claim::Period(period) => {
            check_period(code, period, limits)?;
            (period.length, period.preperiod, period.saltus)
        }
        Claim::StoredPeriod(period) => {
            let absent = || Refused::new(Step::File, format!("{} is not at hand", period.file_name()));
            check_stored_period(code, period, beside.ok_or_else(absent)?, limits)?;
            (period.length, period.preperiod, 0)
        }
        _ => return Err(Refused::new(Step::Period, "the claim is not a period")),
    };
    let less = if saltus == 0 { String::new() } else { format!(", less {saltus}") };
    Ok(format!("Grundy value of a heap of n ≥ {preperiod} objects is that of n + {length} objects{less}"))
}

/// Checks that the Grundy values of single heaps have a period.
///
/// The theorem is that of Guy and Smith (*The G-values of various games*, 1956) for moves that
/// leave at most J heaps (J = 2 for octal codes): if no move takes more than k objects and g(n + p)
/// = g(n) for n₀ ≤ n < J n₀ + (J - 1) p + k, then for all n ≥ n₀. It needs n₀ ≥ 1, unless the game
/// is a subtraction game; a claim from 0 on is one from 1 on and g(p) = g(0). Where parts must be
/// unequal, the window is p longer: see `docs/certificate.md` for the proofs.
///
/// The claimed values are g if each of them is the least value that no option has. The checker
/// verifies this for every heap of the window, from the claimed values of smaller heaps: by the
/// definition, but where a value is *common* (of odd parity under a mask that this checker finds
/// for itself), it tries only splits with a rare part for common values, since two common parts
/// have a rare sum. It recomputes hexadecimal codes from the definition, in cubic time.
///
/// With a saltus, and for codes that allow all but a few amounts, other theorems apply: *Arithmetic
/// periods* and *All but a few amounts* in `docs/certificate.md`.
///
/// # Errors
///
/// A hypothesis of the theorem that does not hold, or a value that is not as claimed.
///
/// # Examples
///
/// ```
/// use bouton_check::{Limits, check_period};
/// use bouton_core::{Period, TakeAndBreakCode};
///
/// let take_one_or_two = TakeAndBreakCode::new(vec![0, 3, 3])?;
/// let period = |values: Vec<u32>| Period { length: 3, preperiod: 0, saltus: 0, values };
/// check_period(&take_one_or_two, &period(vec![0, 1, 2]), &Limits::default())?;
/// assert!(check_period(&take_one_or_two, &period(vec![0, 1, 1]), &Limits::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_period(code: &TakeAndBreakCode, period: &Period, limits: &Limits) -> Result<(), Refused> {
    let Period { length, preperiod, saltus, values } = period;
    if !code.is_finite() {
        let budget = &mut Budget::new(limits.clone());
        return match code.digits().iter().any(|&digit| digit > 3) {
            true => splits::check(code, period, budget),
            false => cofinite::check(code, period, budget),
        };
    }
    if *saltus > 0 {
        return arithmetic::check(code, period, &mut Budget::new(limits.clone()));
    }
    holds(code, (*length, *preperiod), values.clone(), limits)
}

/// As [`check_period`], with the values in a file, given by its bytes.
///
/// # Errors
///
/// As [`check_period`], and a file other than the one that the claim names.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Identity, StoredPeriod};
/// use bouton_check::{Limits, check_stored_period};
/// use bouton_core::TakeAndBreakCode;
///
/// let values = [0, 1, 2];
/// let claim = StoredPeriod { length: 3, preperiod: 0, width: 1, values: Identity::of_bytes(&values) };
/// let code = TakeAndBreakCode::new(vec![0, 3, 3])?;
/// check_stored_period(&code, &claim, &values, &Limits::default())?;
/// assert!(check_stored_period(&code, &claim, &[0, 1, 1], &Limits::default()).is_err()); // another file
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_stored_period(
    code: &TakeAndBreakCode,
    claim: &StoredPeriod,
    bytes: &[u8],
    limits: &Limits,
) -> Result<(), Refused> {
    let refuse = |reason: &str| Err(Refused::new(Step::Period, reason));
    if claim.bytes() != Some(bytes.len() as u64) {
        return refuse("the file of values does not have the claimed length");
    }
    if Identity::of_bytes(bytes) != claim.values {
        return refuse("the file of values is a different one: its SHA-256 is not that of the claim");
    }
    let period = (claim.length, claim.preperiod);
    match claim.width {
        1 => holds(code, period, bytes.to_vec(), limits),
        _ => {
            let pairs = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            holds(code, period, pairs.collect(), limits)
        }
    }
}

/// Checks that the values of heaps up to the end of the first period are those of a code, and that
/// they continue with the period.
fn holds<T: Copy + Eq + Into<Value>>(
    code: &TakeAndBreakCode,
    (length, preperiod): (u64, u64),
    values: Vec<T>,
    limits: &Limits,
) -> Result<(), Refused> {
    let budget = &mut Budget::new(limits.clone());
    let refuse = |reason: String| Err(Refused::new(Step::Period, reason));
    if length == 0 || !code.is_finite() {
        return refuse("length ≥ 1 and a code that ends are needed".to_owned());
    }
    if preperiod.checked_add(length) != Some(values.len() as u64) {
        return refuse(format!("{} values are listed, expected preperiod + length", values.len()));
    }
    // Both are less than the number of listed values.
    let preperiod = usize::try_from(preperiod).unwrap_or_default();
    let length = values.len() - preperiod;
    let heaps = code
        .digits()
        .iter()
        .fold(1, |most: usize, digit| most.max(digit.checked_ilog2().unwrap_or(0) as usize));
    let from = if code.is_subtraction_game() { preperiod } else { preperiod.max(1) };
    let rounds = heaps - 1 + usize::from(code.parts_are_unequal());
    let window = heaps * from + rounds * length + code.digits().len() - 1;
    let count = window + length;
    // A value takes a few bytes, a state some tens.
    budget.hold(count / (16 / size_of::<T>()))?;
    let (mut claimed, listed) = (values, preperiod + length);
    claimed.reserve_exact(count.saturating_sub(listed));
    (listed..count).for_each(|heap| claimed.push(claimed[heap - length]));
    claimed.truncate(count);
    if heaps > 2 {
        return recomputed(code, &claimed, budget);
    }
    Rule::new(code, &claimed)?.holds(&claimed, budget)
}

/// The moves of an octal code, and the mask that defines rare values.
struct Rule {
    whole: Vec<usize>,
    single: Vec<usize>,
    splits: Vec<usize>,
    unequal: bool,
    mask: Value,
    /// The number of bits that all values and their sums fit into.
    bits: u32,
}

/// The most binary digits of a value.
const MOST_BITS: u32 = 16;
/// The number of splits that are tried between two tests whether they suffice.
const CHUNK: usize = 64;
/// The number of parts that are kept for each value.
const KNOWN: usize = 64;
/// The number of binary digits of the masks that are tried; if values have more digits, all values
/// are rare.
const MASK_BITS: u32 = 10;

impl Rule {
    fn new<T: Copy + Into<Value>>(code: &TakeAndBreakCode, claimed: &[T]) -> Verdict<Self> {
        let places = |heaps| (0..code.digits().len()).filter(|&taken| code.allows(taken, heaps)).collect();
        let largest = claimed.iter().map(|&value| value.into()).max().unwrap_or(0);
        let bits = Value::BITS - largest.leading_zeros();
        if bits > MOST_BITS {
            return Err(Refused::new(
                Step::Period,
                format!("{largest} is too large for a Grundy value here"),
            ));
        }
        let mut counts = vec![0u64; 1 << bits];
        claimed.iter().for_each(|&value| counts[value.into() as usize] += 1);
        let occurring: Vec<(Value, u64)> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
        let rare = |mask: Value| -> u64 {
            occurring.iter().filter(|&&(value, _)| is_rare(value, mask)).map(|&(_, count)| count).sum()
        };
        let masks = if bits > MASK_BITS { 1 } else { 1 << bits };
        let mask = (0..masks).min_by_key(|&mask| rare(mask)).unwrap_or(0);
        let unequal = code.parts_are_unequal();
        Ok(Self { whole: places(0), single: places(1), splits: places(2), unequal, mask, bits })
    }

    /// Checks that each claimed value is the least that no option has.
    fn holds<T: Copy + Into<Value>>(&self, claimed: &[T], budget: &mut Budget) -> Verdict<()> {
        match self.bits {
            0..=6 => self.holds_in::<64, T>(claimed, budget),
            7..=8 => self.holds_in::<256, T>(claimed, budget),
            9..=12 => self.holds_in::<4096, T>(claimed, budget),
            _ => self.holds_in::<{ 1 << MOST_BITS }, T>(claimed, budget),
        }
    }

    /// The same, where all values and their sums are below `SIZE`, a power of two.
    fn holds_in<const SIZE: usize, T: Copy + Into<Value>>(
        &self,
        claimed: &[T],
        budget: &mut Budget,
    ) -> Verdict<()> {
        // The rare heaps so far, except the empty heap, which is not part of a split.
        let mut rare: Vec<(usize, Value)> = Vec::new();
        // For values that needed many splits: the parts that had the value, the last one first.
        let mut known: BTreeMap<Value, VecDeque<usize>> = BTreeMap::new();
        let mut reached = Reached([0; SIZE]);
        let at = |heap: usize| -> Value { claimed[heap].into() };
        for heap in 0..claimed.len() {
            let value = at(heap);
            let is_rare = is_rare(value, self.mask);
            reached.0[..1 << self.bits].fill(0);
            let mut tried = 1 + (1 << self.bits) / 64;
            if heap > 0 && self.whole.contains(&heap) {
                reached.add(0);
            }
            for &taken in self.single.iter().take_while(|&&taken| taken < heap) {
                reached.add(at(heap - taken));
            }
            for left in self.lefts(heap) {
                let smaller = match rare.last() {
                    Some(&(last, _)) if last >= left => rare.partition_point(|&(part, _)| part < left),
                    _ => rare.len(),
                };
                let rare = &rare[..smaller];
                tried += rare.len();
                for &(part, value) in rare {
                    if !(self.unequal && 2 * part == left) {
                        reached.add(value ^ at(left - part));
                    }
                }
            }
            // All common values that options have are marked now. Of the other splits, all are
            // tried if the value is rare, else until everything below it is marked.
            let mut few = if is_rare { usize::MAX } else { 3 << self.bits };
            for left in self.lefts(heap) {
                for first in (1..=left / 2).step_by(CHUNK) {
                    if !is_rare && (few == 0 || !reached.misses_below(value)) {
                        break;
                    }
                    let end = (first + CHUNK).min(left / 2 + 1);
                    let backward = claimed[left + 1 - end..=left - first].iter().rev();
                    for (part, (&one, &other)) in (first..).zip(claimed[first..end].iter().zip(backward)) {
                        if !(self.unequal && 2 * part == left) {
                            reached.add(one.into() ^ other.into());
                        }
                    }
                    tried += CHUNK;
                    few = few.saturating_sub(CHUNK);
                }
            }
            // Values that are still missing are searched for one by one.
            while let Some(missing) = reached.least_missing(value).filter(|_| !is_rare) {
                let shows = |part: usize| {
                    self.lefts(heap).any(|left| {
                        2 * part <= left
                            && !(self.unequal && 2 * part == left)
                            && at(part) ^ at(left - part) == missing
                    })
                };
                let known = known.entry(missing).or_default();
                tried += known.len();
                if !known.iter().any(|&part| shows(part)) {
                    let Some(part) = (1..=heap / 2).find(|&part| shows(part)) else { break };
                    tried += part * self.splits.len();
                    known.truncate(KNOWN - 1);
                    known.push_front(part);
                }
                reached.add(missing);
            }
            // A split takes a small part of the time of a step elsewhere.
            budget.spend(tried / 8 + 1)?;
            let missing = reached.misses_below(value);
            if missing || reached.has(value) {
                let what = if missing { "some smaller value is missed" } else { "an option has it" };
                return Err(Refused::new(
                    Step::Period,
                    format!("g({heap}) is not {value}, as is claimed: {what}"),
                ));
            }
            if is_rare && heap > 0 {
                rare.push((heap, value));
            }
        }
        Ok(())
    }

    /// The objects left of a heap before it is split, for each allowed amount.
    fn lefts(&self, heap: usize) -> impl Iterator<Item = usize> {
        self.splits.iter().take_while(move |&&taken| taken < heap).map(move |taken| heap - taken)
    }
}

/// Whether a value has even parity under the mask; true of all values if the mask is 0.
fn is_rare(value: Value, mask: Value) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// A set of values below `SIZE`, a byte for each: setting one never waits for an earlier write.
struct Reached<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Reached<SIZE> {
    /// Adds a value.
    fn add(&mut self, value: Value) {
        self.0[value as usize % SIZE] = 1;
    }

    fn has(&self, value: Value) -> bool {
        self.0[value as usize] == 1
    }

    /// Whether a value below this one is not in the set.
    fn misses_below(&self, value: Value) -> bool {
        self.0[..value as usize].contains(&0)
    }

    /// The least value below this one that is not in the set.
    fn least_missing(&self, value: Value) -> Option<Value> {
        (0..value).find(|&value| !self.has(value))
    }
}

/// Checks claimed values against the definition.
fn recomputed<T: Copy + Into<Value>>(
    code: &TakeAndBreakCode,
    claimed: &[T],
    budget: &mut Budget,
) -> Verdict<()> {
    let grundy = grundy_values(code, claimed.len(), budget)?;
    match claimed.iter().zip(&grundy).position(|(&claimed, &value)| claimed.into() != value) {
        Some(n) => {
            Err(Refused::new(Step::Period, format!("g({n}) is {}, not {}", grundy[n], claimed[n].into())))
        }
        None => Ok(()),
    }
}

/// g(0), g(1), … g(count - 1) by the definition, for moves that leave up to three heaps.
fn grundy_values(code: &TakeAndBreakCode, count: usize, budget: &mut Budget) -> Verdict<Vec<Value>> {
    let (mut grundy, mut options) = (Vec::new(), ValueSet::new());
    for heap in 0..count {
        options.clear();
        for taken in 0..code.digits().len().min(heap + 1) {
            let rest = heap - taken;
            // Heaps a ≤ b ≤ c, some of which may be empty.
            for a in 0..=rest / 3 {
                let halves = (rest - a) / 2;
                budget.spend(1 + halves)?;
                for b in a..=halves {
                    let heaps = [a, b, rest - a - b].map(|heap| u32::from(heap > 0)).iter().sum();
                    if code.allows(taken, heaps) {
                        options.insert(grundy[a] ^ grundy[b] ^ grundy[rest - a - b]);
                    }
                }
            }
        }
        grundy.push(options.mex());
    }
    Ok(grundy)
}
