//! The check of a period with a saltus: Grundy values that grow without bound.

use std::collections::BTreeSet;

use bouton_core::{Period, TakeAndBreakCode, Value, ValueSet};

use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The most periods that the base is raised by.
const RAISED: usize = 5;
/// The most doublings of the modulus.
const DOUBLED: u32 = 4;

/// Checks that g(n + p) = g(n) + s for all n ≥ n₀.
///
/// The theorem (*Arithmetic periods* in `docs/certificate.md`, with its proof) is about finite
/// codes and a saltus that is a power of two. It needs constants, which are searched for here: the
/// certificate contains none of them. All options of the heaps of a window are tried, one after the
/// other. Its hypotheses about larger heaps are checked on representatives: heaps whose large parts
/// are of the first period.
pub(crate) fn check(code: &TakeAndBreakCode, period: &Period, budget: &mut Budget) -> Verdict<()> {
    let Period { preperiod, saltus, values, .. } = period;
    if !saltus.is_power_of_two() {
        return refuse("a saltus that is a power of two is needed");
    }
    if !code.is_finite() || code.parts_are_unequal() {
        return refuse("a code that ends, with any parts, is needed where there is a saltus");
    }
    if !period.is_whole() {
        return refuse("one period of at least one value has to be listed, and what is before it");
    }
    // The listed values come first: the search for constants below uses true values only.
    super::recomputed(code, values, budget)?;
    let length = values.len() - usize::try_from(*preperiod).unwrap_or_default();
    let first = (values.len() - length).max(1);
    let mut claim = Claim { code, values: values.clone(), from: first, length, saltus: *saltus, modulus: 1 };
    let mut reason = String::new();
    for from in (0..RAISED).map(|periods| first + periods * length) {
        claim.from = from;
        match claim.goes_on(budget) {
            Err(refused) if refused.step == Step::Period => reason = refused.reason,
            verdict => return verdict,
        }
    }
    refuse(reason)
}

fn refuse<T>(reason: impl Into<String>) -> Verdict<T> {
    Err(Refusal::new(Step::Period, reason))
}

struct Claim<'a> {
    code: &'a TakeAndBreakCode,
    /// The claimed values, continued as far as needed.
    values: Vec<Value>,
    /// Parts of at least `from` objects are large. The claim is proved for n ≥ `from`; smaller n
    /// lie in the window.
    from: usize,
    length: usize,
    saltus: Value,
    /// M, a power of two.
    modulus: i64,
}

/// The options required of the heaps beyond the window.
struct Bounds {
    /// L.
    low: i64,
    /// T for each class, remainder and parity.
    depths: Vec<i64>,
    top: i64,
    /// The first heap that the theorem is about.
    start: usize,
}

impl Claim<'_> {
    /// Extends the claimed values to all heaps below `end`.
    fn continue_to(&mut self, end: usize, budget: &mut Budget) -> Verdict<()> {
        budget.hold(end.saturating_sub(self.values.len()))?;
        while self.values.len() < end {
            let value = self.values[self.values.len() - self.length].checked_add(self.saltus);
            let too_large = || Refusal::new(Step::Limit, "the values become too large");
            self.values.push(value.ok_or_else(too_large)?);
        }
        Ok(())
    }

    fn quotient(&self, heap: usize) -> i64 {
        i64::from(self.values[heap] / self.saltus)
    }

    fn remainder(&self, heap: usize) -> Value {
        self.values[heap] % self.saltus
    }

    /// The value of a small part; 0 for an empty one.
    fn part(&self, heap: usize) -> Value {
        if heap == 0 { 0 } else { self.values[heap] }
    }

    fn taken(&self, heaps: u32) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.code.digits().len()).filter(move |&taken| self.code.allows(taken, heaps))
    }

    fn depth(&self, heap: usize, remainder: Value, less: i64) -> usize {
        let class = (heap - self.from) % self.length;
        2 * (class * self.saltus as usize + remainder as usize) + usize::from(less % 2 != 0)
    }

    /// Whether all hypotheses of the theorem hold.
    fn goes_on(&mut self, budget: &mut Budget) -> Verdict<()> {
        let most = self.code.digits().len() - 1;
        self.continue_to(3 * (self.from + self.length) + most, budget)?;
        let base = self.from..self.from + self.length;
        let low = base.clone().map(|heap| self.quotient(heap)).max().unwrap_or(0);
        let least = base.map(|heap| self.quotient(heap)).min().unwrap_or(0);
        let depths = self.depths(budget)?;
        let top = depths.iter().copied().max().unwrap_or(1);
        let small = (1..self.from).map(|heap| self.quotient(heap)).max().unwrap_or(0);
        let pairs = self.pairs(budget)?;
        let more = pairs.iter().map(|&(more, _)| more).max().unwrap_or(0);
        let bound = (small + 1).max(more).max(low);
        self.modulus = 1;
        while self.modulus < bound {
            self.modulus *= 2;
        }
        self.no_pair_has_the_value(&pairs, budget)?;
        // The first round in which heaps are large enough, both by size and by quotient.
        let mut start = self.from;
        let mut quotient = least;
        while start <= 3 * self.from + most || quotient < top + low {
            budget.spend(1)?;
            start += self.length;
            quotient += 1;
        }
        let bounds = Bounds { low, depths, top, start };
        let mut verdict = self.window(&bounds, budget);
        for _ in 0..DOUBLED {
            match verdict {
                Err(refused) if refused.step == Step::Period => {
                    self.modulus *= 2;
                    verdict = self.window(&bounds, budget);
                }
                verdict => return verdict,
            }
        }
        verdict
    }

    /// The depths from which on options with three large parts have all quotients of a parity, down
    /// to L. Also checks that no such option has the value of its heap.
    fn depths(&self, budget: &mut Budget) -> Verdict<Vec<i64>> {
        let size = self.length.saturating_mul(self.saltus as usize).saturating_mul(2);
        budget.hold(size)?;
        let mut depths = vec![i64::MAX; size];
        let base = self.from..self.from + self.length;
        for taken in self.taken(3) {
            for a in base.clone() {
                budget.spend(self.length.saturating_mul(self.length))?;
                for b in base.clone() {
                    for c in b..base.end {
                        let heap = a + b + c + taken;
                        let remainder = self.remainder(a) ^ self.remainder(b) ^ self.remainder(c);
                        let [x, y, z] = [a, b, c].map(|part| self.quotient(part));
                        let more = x + y + z - self.quotient(heap);
                        if remainder == self.remainder(heap) && more >= 0 && more % 2 == 0 {
                            return refuse(format!(
                                "options with three parts like {a}, {b}, {c} may have the value of their heap"
                            ));
                        }
                        let depth = &mut depths[self.depth(heap, remainder, more)];
                        *depth = (2 * y.max(z) - more).max(1).min(*depth);
                    }
                }
            }
        }
        if depths.contains(&i64::MAX) {
            return refuse("options with three large parts have not all values");
        }
        Ok(depths)
    }

    /// The options with two large parts and the remainder of their heap: the difference of their
    /// quotient from that of the heap, and the quotient of the small part beside them.
    fn pairs(&self, budget: &mut Budget) -> Verdict<BTreeSet<(i64, u32)>> {
        let base = self.from..self.from + self.length;
        let mut pairs = BTreeSet::new();
        for small in 0..self.from {
            let beside = self.part(small);
            for taken in self.taken(if small == 0 { 2 } else { 3 }) {
                budget.spend(self.length.saturating_mul(self.length))?;
                for a in base.clone() {
                    for b in base.clone() {
                        let heap = a + b + small + taken;
                        let remainder = self.remainder(a) ^ self.remainder(b) ^ (beside % self.saltus);
                        if remainder == self.remainder(heap) {
                            let more = self.quotient(a) + self.quotient(b) - self.quotient(heap);
                            pairs.insert((more, beside / self.saltus));
                        }
                    }
                }
            }
        }
        Ok(pairs)
    }

    /// Whether no two numbers with the sum H + D have the nim-sum that the quotient H needs. Tries
    /// one H of each residue modulo M, which suffices.
    fn no_pair_has_the_value(&self, pairs: &BTreeSet<(i64, u32)>, budget: &mut Budget) -> Verdict<()> {
        for &(more, small) in pairs {
            for quotient in self.modulus..2 * self.modulus {
                let (sum, needed) = (quotient + more, quotient ^ i64::from(small));
                budget.spend(usize::try_from(sum).unwrap_or(0))?;
                if (0..=sum / 2).any(|one| one ^ (sum - one) == needed) {
                    return refuse("options with two large parts may have the value of their heap");
                }
            }
        }
        Ok(())
    }

    /// Checks that the claimed values are right in the window, and that they have options of the
    /// kinds that recur.
    fn window(&mut self, bounds: &Bounds, budget: &mut Budget) -> Verdict<()> {
        let rounds = usize::try_from(self.modulus).unwrap_or(usize::MAX).saturating_mul(self.length);
        let [once, twice] = [1, 2].map(|times| bounds.start.saturating_add(rounds.saturating_mul(times)));
        self.continue_to(twice, budget)?;
        let (mut all, mut one_rises, mut two_rise) = (ValueSet::new(), ValueSet::new(), ValueSet::new());
        for heap in 0..twice {
            [&mut all, &mut one_rises, &mut two_rise].into_iter().for_each(ValueSet::clear);
            for taken in 0..self.code.digits().len().min(heap + 1) {
                let rest = heap - taken;
                for a in 0..=rest / 3 {
                    budget.spend(1 + (rest - a) / 2)?;
                    for b in a..=(rest - a) / 2 {
                        let parts = [a, b, rest - a - b];
                        let heaps = parts.iter().map(|&part| u32::from(part > 0)).sum();
                        if self.code.allows(taken, heaps) {
                            let value = parts.iter().fold(0, |sum, &part| sum ^ self.part(part));
                            all.insert(value);
                            // Parts in increasing order.
                            if parts[1] < self.from && self.from <= parts[2] {
                                one_rises.insert(value);
                            }
                            if self.rise_together(parts[0], parts[1])
                                || self.rise_together(parts[1], parts[2])
                                || self.rise_together(parts[0], parts[2])
                            {
                                two_rise.insert(value);
                            }
                        }
                    }
                }
            }
            let (value, quotient) = (self.values[heap], self.quotient(heap));
            if all.mex() != value {
                return refuse(format!("g({heap}) is {}, not {value}", all.mex()));
            }
            if heap < bounds.start {
                continue;
            }
            let missing = (0..value).rev().find(|&lesser| {
                let (y, remainder) = (i64::from(lesser / self.saltus), lesser % self.saltus);
                let less = quotient - y;
                if y < bounds.low {
                    return !two_rise.contains(lesser);
                }
                less < bounds.top
                    && heap < once
                    && less < bounds.depths[self.depth(heap, remainder, less)]
                    && !one_rises.contains(lesser)
            });
            if let Some(value) = missing {
                return refuse(format!("no option of {heap} that recurs has the value {value}"));
            }
        }
        Ok(())
    }

    /// Whether two parts are large, and their nim-sum does not change when both become M periods
    /// larger.
    fn rise_together(&self, one: usize, other: usize) -> bool {
        one >= self.from
            && other >= self.from
            && self.quotient(one) / self.modulus == self.quotient(other) / self.modulus
    }
}
