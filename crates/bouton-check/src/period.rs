//! The check of a period: the claimed Grundy values, heap after heap, over the window of a theorem.

mod arithmetic;
mod cofinite;
mod splits;

use std::{
    collections::{BTreeMap, VecDeque},
    ops::{BitXor, Range},
};

use bouton_canonical::Rules;
use bouton_cert::{Claim, Identity, StoredPeriod};
use bouton_core::{Convention, Period, TakeAndBreakCode, Value, ValueSet};

use crate::{Limits, Refusal, Step, limits::Budget, refused::Verdict};

/// Checks the claim of a period and returns it as a sentence; `beside` is the file of values, where
/// the claim names one.
pub(crate) fn check_claim(
    game: &Rules,
    claim: &Claim,
    beside: Option<&[u8]>,
    limits: &Limits,
) -> Verdict<String> {
    let code = game.code().filter(|_| game.convention() == Convention::Normal);
    let code = code.ok_or_else(|| Refusal::new(Step::Rules, "a period needs a take-and-break code"))?;
    let (length, preperiod, saltus) = match claim {
        Claim::Period(period) => {
            check_period(code, period, limits)?;
            (period.length, period.preperiod, period.saltus)
        }
        Claim::StoredPeriod(period) => {
            let absent = || Refusal::new(Step::File, format!("{} is not at hand", period.file_name()));
            check_stored_period(code, period, beside.ok_or_else(absent)?, limits)?;
            (period.length, period.preperiod, 0)
        }
        _ => return Err(Refusal::new(Step::Period, "the claim is not a period")),
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
/// have a rare sum. Where all values are common but those of few small heaps, a shorter window
/// suffices. It recomputes hexadecimal codes from the definition, in cubic time.
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
pub fn check_period(code: &TakeAndBreakCode, period: &Period, limits: &Limits) -> Result<(), Refusal> {
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
    let period = (*length, *preperiod);
    if let Some(values) = narrowed::<u8>(values) {
        return holds(code, period, values, limits);
    }
    match narrowed::<u16>(values) {
        Some(values) => holds(code, period, values, limits),
        None => Err(Refusal::new(Step::Period, "a value is too large for a Grundy value here")),
    }
}

/// Values in fewer bytes, if all of them fit.
fn narrowed<T: TryFrom<Value>>(values: &[Value]) -> Option<Vec<T>> {
    values.iter().map(|&value| T::try_from(value).ok()).collect()
}

/// A claimed value in one or two bytes.
trait Claimed: Copy + Eq + BitXor<Output = Self> + Into<Value> {}

impl Claimed for u8 {}
impl Claimed for u16 {}

/// Like [`check_period`], with the values in a file, given by its bytes.
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
) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal::new(Step::Period, reason));
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
fn holds<T: Claimed>(
    code: &TakeAndBreakCode,
    (length, preperiod): (u64, u64),
    values: Vec<T>,
    limits: &Limits,
) -> Result<(), Refusal> {
    let budget = &mut Budget::new(limits.clone());
    let refuse = |reason: String| Err(Refusal::new(Step::Period, reason));
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
    let last = code.digits().len() - 1;
    let window = heaps * from + rounds * length + last;
    let count = window + length;
    let rule = Rule::new(code, &values);
    let shortcut = rule.shortcut(&values, from, length, last);
    // A value takes a few bytes, a state some tens.
    budget.hold(count / (16 / size_of::<T>()))?;
    let (mut claimed, listed) = (values, preperiod + length);
    claimed.reserve_exact(count.saturating_sub(listed));
    (listed..count).for_each(|heap| claimed.push(claimed[heap - length]));
    claimed.truncate(count);
    if heaps > 2 {
        return recomputed(code, &claimed, budget);
    }
    rule.holds(&claimed, shortcut, budget)
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

/// The number of binary digits of the masks that are tried; if values have more digits, all values
/// are rare.
const MASK_BITS: u32 = 10;
/// The number of heaps that are compared with a rare part at once.
const BLOCK: usize = 4096;
/// The number of splits that are tried between two tests whether they suffice, for each word of a set of values.
const CHUNK: usize = 8;
/// The number of splits that are counted at a time, and the number that takes the time of a step
/// elsewhere.
const MANY: usize = 1 << 16;
const A_STEP: usize = 8;
/// The number of parts that are kept for each value.
const KNOWN: usize = 64;

impl Rule {
    /// `claimed` has all values that occur.
    fn new<T: Claimed>(code: &TakeAndBreakCode, claimed: &[T]) -> Self {
        let places = |heaps| (0..code.digits().len()).filter(|&taken| code.allows(taken, heaps)).collect();
        let largest = claimed.iter().map(|&value| value.into()).max().unwrap_or(0);
        let bits = Value::BITS - largest.leading_zeros();
        let mut counts = vec![0u64; 1 << bits];
        claimed.iter().for_each(|&value| counts[value.into() as usize] += 1);
        let occurring: Vec<(Value, u64)> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
        let rare = |mask: Value| -> u64 {
            occurring.iter().filter(|&&(value, _)| is_rare(value, mask)).map(|&(_, count)| count).sum()
        };
        let masks = if bits > MASK_BITS { 1 } else { 1 << bits };
        let mask = (0..masks).min_by_key(|&mask| rare(mask)).unwrap_or(0);
        let unequal = code.parts_are_unequal();
        Self { whole: places(0), single: places(1), splits: places(2), unequal, mask, bits }
    }

    /// Checks that each claimed value is the least that no option has. If `shortcut` holds, values
    /// beyond those that it needs may remain unchecked.
    fn holds<T: Claimed>(
        &self,
        claimed: &[T],
        shortcut: Option<Shortcut>,
        budget: &mut Budget,
    ) -> Verdict<()> {
        match self.bits {
            0..=6 => self.holds_in::<1, T>(claimed, shortcut, budget),
            7..=8 => self.holds_in::<4, T>(claimed, shortcut, budget),
            9..=12 => self.holds_in::<64, T>(claimed, shortcut, budget),
            _ => self.holds_in::<1024, T>(claimed, shortcut, budget),
        }
    }

    /// Checks the claimed values, where all values and their sums are below 64 times `WORDS`, a power of
    /// two.
    fn holds_in<const WORDS: usize, T: Claimed>(
        &self,
        claimed: &[T],
        shortcut: Option<Shortcut>,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let mut heaps = Heaps::<WORDS, T>::new(self, claimed, shortcut);
        let mut start = 0;
        while start < heaps.end() {
            let end = heaps.end().min(start + BLOCK);
            heaps.check(start..end, budget)?;
            start = end;
        }
        Ok(())
    }

    /// The objects left of a heap before it is split, for each allowed amount.
    fn lefts(&self, heap: usize) -> impl Iterator<Item = usize> {
        self.splits.iter().take_while(move |&&taken| taken < heap).map(move |taken| heap - taken)
    }

    /// Whether a split leaves two parts of the same size that must not be.
    fn forbids(&self, left: usize, part: usize) -> bool {
        self.unequal && 2 * part == left
    }

    /// The shortcut of few rare values, where its hypotheses about the claimed values hold: a whole
    /// period is listed, and all its values are common.
    fn shortcut<T: Claimed>(
        &self,
        listed: &[T],
        from: usize,
        length: usize,
        last: usize,
    ) -> Option<Shortcut> {
        let rare = listed.iter().rposition(|&value| is_rare(value.into(), self.mask)).unwrap_or(0);
        let most = rare.max(from / 16).max(1);
        let until = from.max(most + 1).checked_add(last + most)?.checked_add(length)?;
        (rare < from && listed.len() - from >= length).then_some(Shortcut {
            from: until - length,
            until,
            most,
        })
    }
}

/// Whether a value has even parity under the mask; true of all values if the mask is 0.
fn is_rare(value: Value, mask: Value) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The theorem on few rare values (*Periods* in `docs/certificate.md`): values below `until`
/// suffice, if in heaps of at least `from` objects, each smaller value is that of an option without
/// a split or with a part of at most `most` objects.
#[derive(Clone, Copy, Debug)]
struct Shortcut {
    from: usize,
    until: usize,
    most: usize,
}

/// A set of values, as bits: of values of at most six digits, one word, which stays in a register.
#[derive(Clone, Copy)]
struct Values<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Values<WORDS> {
    fn which(hold: impl Fn(Value) -> bool) -> Self {
        let mut words = [0u64; WORDS];
        for (value, place) in (0..).zip(0..64 * WORDS) {
            words[place / 64] |= u64::from(hold(value)) << (place % 64);
        }
        Self(words)
    }

    /// All values below one.
    fn below(value: Value) -> Self {
        let mut words = [0; WORDS];
        let whole = (value / 64) as usize;
        words[..whole].fill(u64::MAX);
        words[whole] = (1 << (value % 64)) - 1;
        Self(words)
    }

    fn remove(&mut self, value: Value) {
        self.0[value as usize / 64 % WORDS] &= !(1 << (value % 64));
    }

    fn meets(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).fold(0, |both, (word, other)| both | word & other) != 0
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    fn least(&self) -> Option<Value> {
        let (place, word) = (0..).zip(self.0).find(|&(_, word)| word != 0)?;
        Some(64 * place + word.trailing_zeros())
    }
}

/// The claimed values of heaps, of which those before a block have been checked.
struct Heaps<'a, const WORDS: usize, T> {
    rule: &'a Rule,
    claimed: &'a [T],
    /// The shortcut, as long as its hypothesis holds.
    shortcut: Option<Shortcut>,
    /// The rare heaps so far, except the empty heap, which is not part of a split, and their values.
    rare: Vec<(usize, T)>,
    /// For values that needed many splits: the parts that had the value, the last one first.
    known: BTreeMap<Value, VecDeque<usize>>,
    common: Values<WORDS>,
}

impl<'a, const WORDS: usize, T: Claimed> Heaps<'a, WORDS, T> {
    fn new(rule: &'a Rule, claimed: &'a [T], shortcut: Option<Shortcut>) -> Self {
        let shortcut = shortcut.filter(|shortcut| shortcut.until < claimed.len());
        let common = Values::which(|value| !is_rare(value, rule.mask));
        Self { rule, claimed, shortcut, rare: Vec::new(), known: BTreeMap::new(), common }
    }

    /// The number of values that must be checked.
    fn end(&self) -> usize {
        self.shortcut.map_or(self.claimed.len(), |shortcut| shortcut.until)
    }

    /// Checks the heaps of a block, where all before have been checked.
    fn check(&mut self, block: Range<usize>, budget: &mut Budget) -> Verdict<()> {
        let Self { rule, claimed, .. } = *self;
        let is_rare = |heap: usize| is_rare(claimed[heap].into(), rule.mask);
        let mut smaller = self.rare.len();
        let rare = block.clone().filter(|&heap| heap > 0 && is_rare(heap));
        self.rare.extend(rare.map(|heap| (heap, claimed[heap])));
        let mut hit = [false; BLOCK];
        self.meet(block.clone(), &mut hit, budget)?;
        for (heap, hit) in block.zip(hit) {
            let has = hit && !is_rare(heap) || self.has(heap, is_rare(heap), budget)?;
            let missing = self.misses(heap, smaller, budget)?;
            if missing || has {
                let value = claimed[heap].into();
                let what = if missing { "some smaller value is missed" } else { "an option has it" };
                let reason = format!("g({heap}) is not {value}, as is claimed: {what}");
                return Err(Refusal::new(Step::Period, reason));
            }
            smaller += usize::from(heap > 0 && is_rare(heap));
        }
        Ok(())
    }

    /// Marks the heaps of a block that a split with a rare part gives their own claimed value, if
    /// that is common. The other part may be rare, or as large: their sum is then not common.
    fn meet(&self, block: Range<usize>, hit: &mut [bool], budget: &mut Budget) -> Verdict<()> {
        let splits = if self.rule.mask == 0 { &[] } else { &self.rule.splits[..] };
        for &taken in splits {
            for &(part, rare) in &self.rare {
                let gone = taken + part;
                let first = block.start.max(gone + 1);
                if first >= block.end {
                    break;
                }
                let others = &self.claimed[first - gone..block.end - gone];
                let values = &self.claimed[first..block.end];
                for ((hit, &other), &value) in hit[first - block.start..].iter_mut().zip(others).zip(values) {
                    *hit |= other ^ rare == value;
                }
                budget.spend(1 + (block.end - first) / (8 * A_STEP))?;
            }
        }
        Ok(())
    }

    /// Whether an option has the value claimed for its heap: one without a split, or, for `all`, any.
    fn has(&self, heap: usize, all: bool, budget: &mut Budget) -> Verdict<bool> {
        let Self { rule, claimed, .. } = *self;
        let value = claimed[heap];
        let mut has = heap > 0 && value.into() == 0 && rule.whole.contains(&heap);
        has |= rule.single.iter().any(|&taken| taken < heap && claimed[heap - taken] == value);
        for left in rule.lefts(heap).filter(|_| all) {
            // The last part of an even number may be half of it.
            let parts = if rule.unequal { (left - 1) / 2 } else { left / 2 };
            for first in (1..=parts).step_by(MANY) {
                let end = parts.min(first + MANY - 1) + 1;
                let others = claimed[left + 1 - end..=left - first].iter().rev();
                let splits = claimed[first..end].iter().zip(others);
                has |= splits.fold(false, |has, (&one, &other)| has | (one ^ other == value));
                budget.spend((end - first) / A_STEP)?;
            }
        }
        Ok(has)
    }

    /// Whether some value below the claimed one is not shown to be that of an option. `smaller` is
    /// the number of smaller rare heaps.
    fn misses(&mut self, heap: usize, smaller: usize, budget: &mut Budget) -> Verdict<bool> {
        let misses = self.misses_by(heap, smaller, budget)?;
        if misses && self.shortcut.is_some_and(|shortcut| heap >= shortcut.from) {
            self.shortcut = None;
            return self.misses_by(heap, smaller, budget);
        }
        Ok(misses)
    }

    /// Like [`misses`](Self::misses), by splits that the shortcut allows.
    fn misses_by(&mut self, heap: usize, smaller: usize, budget: &mut Budget) -> Verdict<bool> {
        let Self { rule, claimed, ref rare, ref mut known, ref common, shortcut, .. } = *self;
        let mut missing = Values::<WORDS>::below(claimed[heap].into());
        if heap > 0 && rule.whole.contains(&heap) {
            missing.remove(0);
        }
        for &taken in rule.single.iter().take_while(|&&taken| taken < heap) {
            missing.remove(claimed[heap - taken].into());
        }
        let chunk = CHUNK * WORDS;
        let mut tried = 1;
        // Smaller common values are found by splits with a rare part.
        for left in rule.lefts(heap) {
            for parts in rare[..smaller].chunks(chunk) {
                if !missing.meets(common) || parts[0].0 >= left {
                    break;
                }
                let sum = |&(part, value): &(usize, T)| (value ^ claimed[left - part]).into();
                if parts[parts.len() - 1].0 < left && !rule.unequal {
                    parts.iter().for_each(|part| missing.remove(sum(part)));
                } else {
                    let possible = |&&(part, _): &&(usize, T)| part < left && !rule.forbids(left, part);
                    parts.iter().filter(possible).for_each(|part| missing.remove(sum(part)));
                }
                tried += chunk;
            }
        }
        let most = shortcut.filter(|shortcut| heap >= shortcut.from).map_or(heap, |shortcut| shortcut.most);
        for left in rule.lefts(heap) {
            // The last part of an even number may be half of it.
            let half = if rule.unequal { left.saturating_sub(1) / 2 } else { left / 2 };
            let most = most.min(half).min(1 << rule.bits);
            for first in (1..=most).step_by(chunk) {
                if missing.is_empty() {
                    break;
                }
                let last = most.min(first + chunk - 1);
                let others = claimed[left - last..=left - first].iter().rev();
                for (&one, &other) in claimed[first..=last].iter().zip(others) {
                    missing.remove((one ^ other).into());
                }
                tried += chunk;
            }
        }
        let value = |left: usize, part: usize| (claimed[part] ^ claimed[left - part]).into();
        // Values that are still missing are searched for one by one.
        while let Some(least) = missing.least() {
            let shows = |part: usize| {
                let mut lefts =
                    rule.lefts(heap).filter(|&left| 2 * part <= left && !rule.forbids(left, part));
                lefts.any(|left| value(left, part) == least)
            };
            let known = known.entry(least).or_default();
            let place = known.iter().position(|&part| part <= most && shows(part));
            tried += place.unwrap_or(known.len()) * rule.splits.len();
            let mut found = place.and_then(|place| known.remove(place));
            let most = most.min(heap / 2);
            let mut first = 1;
            while found.is_none() && first <= most {
                let last = most.min(first + MANY - 1);
                found = (first..=last).find(|&part| shows(part));
                budget.spend((found.unwrap_or(last) + 1 - first) * rule.splits.len() / A_STEP)?;
                first = last + 1;
            }
            let Some(part) = found else { break };
            known.truncate(KNOWN - 1);
            known.push_front(part);
            missing.remove(least);
        }
        budget.spend(tried / A_STEP + 1)?;
        Ok(!missing.is_empty())
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
            Err(Refusal::new(Step::Period, format!("g({n}) is {}, not {}", grundy[n], claimed[n].into())))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The Grundy values by the definition: all options of each heap.
    fn by_definition(code: &TakeAndBreakCode, count: usize) -> Vec<u8> {
        let mut values: Vec<u8> = Vec::new();
        for heap in 0..count {
            let mut options = [false; 256];
            for taken in 0..code.digits().len().min(heap + 1) {
                let left = heap - taken;
                match left {
                    0 if code.allows(taken, 0) => options[0] = true,
                    1.. if code.allows(taken, 1) => options[usize::from(values[left])] = true,
                    _ => {}
                }
                for part in (1..=left / 2).filter(|_| code.allows(taken, 2)) {
                    if !(code.parts_are_unequal() && 2 * part == left) {
                        options[usize::from(values[part] ^ values[left - part])] = true;
                    }
                }
            }
            values.push(u8::try_from(options.iter().position(|option| !option).unwrap()).unwrap());
        }
        values
    }

    fn accepts<T: Claimed>(code: &TakeAndBreakCode, claimed: &[T]) -> bool {
        Rule::new(code, claimed).holds(claimed, None, &mut Budget::new(Limits::default())).is_ok()
    }

    fn code(digits: &[u8]) -> TakeAndBreakCode {
        TakeAndBreakCode::new(digits.to_vec()).unwrap()
    }

    /// Codes with few rare values, with many, with none, and with unequal parts, over several blocks.
    #[test]
    fn values_are_accepted_exactly_if_they_are_those_of_the_definition() {
        let unequal = code(&[4, 0, 3]).with_unequal_parts().unwrap();
        let codes =
            [&[0u8, 4, 5, 4] as &[u8], &[0, 1, 7, 7, 7], &[0, 3, 7, 6], &[0, 0, 7], &[0, 3, 3], &[4, 3]];
        for code in codes.into_iter().map(code).chain([unequal]) {
            let count = 2 * BLOCK + 50;
            let right = by_definition(&code, count);
            assert!(accepts(&code, &right), "{code}");
            let wide: Vec<u16> = right.iter().map(|&value| value.into()).collect();
            assert!(accepts(&code, &wide), "{code}");
            for heap in
                [0, 1, 2, 7, 100, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 2 * BLOCK, count - 1]
            {
                for change in [1, 2, 3, 5] {
                    let mut wrong = right.clone();
                    wrong[heap] ^= change;
                    assert!(!accepts(&code, &wrong), "{code}: g({heap}) = {}", wrong[heap]);
                }
            }
        }
    }

    /// Compares sets of values that need several words with the definition, with and without splits.
    #[test]
    fn large_values_are_accepted_exactly_if_they_are_those_of_the_definition() {
        for digits in [[vec![0], vec![7; 80]], [vec![0], vec![3; 200]]] {
            let code = code(&digits.concat());
            let right = by_definition(&code, 300);
            assert!(right.iter().any(|&value| value >= 64), "{code}");
            assert!(accepts(&code, &right), "{code}");
            for heap in (0..right.len()).step_by(7) {
                for change in [1, 2, 64] {
                    let mut wrong = right.clone();
                    wrong[heap] ^= change;
                    assert!(!accepts(&code, &wrong), "{code}: g({heap}) = {}", wrong[heap]);
                }
            }
        }
    }

    /// Every other value of every heap is refused, for all codes of two digits, with and without splits of a
    /// whole heap.
    #[test]
    fn no_other_value_is_accepted() {
        let digits = (0..8u8).flat_map(|one| (0..8u8).flat_map(move |two| [[0, one, two], [4, one, two]]));
        for code in digits.map(|digits| code(&digits)) {
            let right = by_definition(&code, 40);
            assert!(accepts(&code, &right), "{code}");
            for heap in 0..right.len() {
                for value in (0..16).filter(|&value| value != right[heap]) {
                    let mut wrong = right.clone();
                    wrong[heap] = value;
                    assert!(!accepts(&code, &wrong), "{code}: g({heap}) = {value}");
                }
            }
        }
    }

    /// The least heap with a wrong value is refused wherever it is, and the steps do not depend on
    /// anything else than the claim.
    #[test]
    fn refusals_name_the_heap_and_steps_are_counted() {
        let code = code(&[0, 4, 5, 4]);
        let right = by_definition(&code, 3000);
        let steps = |steps: u64| {
            let limits = Limits { steps, ..Limits::default() };
            Rule::new(&code, &right)
                .holds(&right, None, &mut Budget::new(limits))
                .map_err(|refused| refused.step)
        };
        let least = (0..40).map(|bits| 1u64 << bits).find(|&most| steps(most).is_ok()).unwrap();
        assert_eq!(steps(least / 2), Err(Step::Limit));
        assert!(least < 1 << 21, "{least} steps");
        let mut wrong = right.clone();
        wrong[2000] ^= 1;
        let refused =
            Rule::new(&code, &wrong).holds(&wrong, None, &mut Budget::new(Limits::default())).unwrap_err();
        assert!(refused.reason.starts_with("g(2000) is not "), "{refused}");
    }

    /// Of many codes and all claims within some bounds exactly the true ones are accepted, with few
    /// rare values or many, and the shortcut is taken where there are few.
    #[test]
    fn exactly_the_true_periods_are_accepted() {
        let grundy = |digits: &[u8]| code(digits).with_unequal_parts().unwrap();
        let mut codes: Vec<TakeAndBreakCode> = (1..64u8).map(|both| code(&[0, both % 8, both / 8])).collect();
        codes.extend([code(&[0, 0, 7]), code(&[0, 1, 3, 7]), code(&[4, 1]), code(&[4, 0, 3])]);
        codes.extend([grundy(&[0, 7, 7]), grundy(&[0, 6]), grundy(&[4, 3, 3]), grundy(&[0, 5, 4])]);
        let (mut accepted, mut short) = (0, 0);
        for code in codes {
            let values = by_definition(&code, 600);
            for (length, from) in
                (1..40).flat_map(|length| (0..90).step_by(3).map(move |from| (length, from)))
            {
                let is_true = (from..values.len() - length).all(|heap| values[heap] == values[heap + length]);
                let claim = (length as u64, from as u64);
                let listed = values[..from + length].to_vec();
                let rule = Rule::new(&code, &listed);
                let shortcut = rule.shortcut(&listed, from, length, code.digits().len() - 1);
                let verdict = holds(&code, claim, listed, &Limits::default());
                assert_eq!(verdict.is_ok(), is_true, "{code}: {length} from {from}: {verdict:?}");
                accepted += u32::from(is_true);
                short += u32::from(is_true && shortcut.is_some());
            }
        }
        assert!(accepted > 1000 && short > 100, "{accepted} {short}");
    }

    /// Values before the end of the shortcut are checked, those after it follow.
    #[test]
    fn a_shortcut_ends_where_it_says() {
        let code = code(&[0, 7, 7]);
        let values = by_definition(&code, 2000);
        let (listed, from, length) = (&values[..83], 71, 12);
        let rule = Rule::new(&code, listed);
        let shortcut = rule.shortcut(listed, from, length, 2).unwrap();
        assert_eq!((shortcut.until, shortcut.from), (71 + 2 + 70 + 12, 71 + 2 + 70));
        for heap in 0..values.len() {
            let mut wrong = values.clone();
            wrong[heap] ^= 4;
            let verdict = rule.holds(&wrong, Some(shortcut), &mut Budget::new(Limits::default()));
            assert_eq!(verdict.is_err(), heap < shortcut.until, "{heap}");
        }
        // Without parts of the allowed size the whole window is checked.
        let none = Shortcut { most: 1, ..shortcut };
        for heap in [shortcut.until, values.len() - 1] {
            let mut wrong = values.clone();
            wrong[heap] ^= 4;
            assert!(rule.holds(&wrong, Some(none), &mut Budget::new(Limits::default())).is_err());
        }
    }
}
