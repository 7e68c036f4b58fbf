//! The check of values that grow without bound where all but a few amounts may be taken, and heaps
//! may also be split.

use std::collections::BTreeSet;

use bouton_core::{Period, TakeAndBreakCode, Value};

use super::cofinite::State;
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The most periods that the first large heap is raised by.
const RAISED: usize = 5;

/// Checks that g(n + p) = g(n) + s for all n ≥ n₀, for codes that allow all amounts beyond k, and
/// that leave two heaps only where at most k are taken and never more than two.
///
/// The values are computed from the definition as far as needed, and three hypotheses are checked
/// (*All but a few amounts* in `docs/certificate.md`, with splits).
pub(super) fn check(code: &TakeAndBreakCode, period: &Period, budget: &mut Budget) -> Verdict<()> {
    let refuse = |reason: &str| Err(Refusal::new(Step::Period, reason));
    let Period { length, saltus, values, .. } = period;
    let all_beyond = !code.is_finite() && code.tail().iter().all(|&digit| digit == 3);
    if !all_beyond || code.digits().iter().any(|&digit| digit > 7) || code.parts_are_unequal() {
        return refuse("no theorem covers the code: all but a few amounts, and splits where few are taken");
    }
    if !period.is_whole() {
        return refuse("one period of at least one value has to be listed, and what is before it");
    }
    if !saltus.is_power_of_two() {
        return refuse("where heaps are split, the saltus has to be a power of two");
    }
    let length = usize::try_from(*length).unwrap_or(usize::MAX);
    let mut claim = Claim { code, length, saltus: *saltus, grundy: Vec::new(), listed: values };
    let least = (values.len() - length).max(1);
    let mut reason = "";
    for raised in 0..RAISED {
        match claim.holds_from(least + raised * length, budget)? {
            None => return Ok(()),
            Some(fault) => reason = fault,
        }
    }
    refuse(reason)
}

/// A claim, and the values as far as computed.
struct Claim<'a> {
    code: &'a TakeAndBreakCode,
    length: usize,
    saltus: Value,
    grundy: Vec<Value>,
    listed: &'a [Value],
}

impl Claim<'_> {
    /// Checks the hypotheses where parts of at least `large` objects are large. Returns the reason
    /// if one of them does not hold.
    fn holds_from(&mut self, large: usize, budget: &mut Budget) -> Verdict<Option<&'static str>> {
        let last = self.code.digits().len() - 1;
        self.compute(large + self.length, budget)?;
        // A multiple of the saltus by a power of two, beyond all values of small parts.
        let greatest = self.grundy[1..large].iter().copied().max().unwrap_or(0);
        let (mut step, mut periods) = (self.saltus, 1usize);
        while step <= greatest {
            let (Some(double), Some(more)) = (step.checked_mul(2), periods.checked_mul(2)) else {
                return Ok(Some("a value of a small part is too large"));
            };
            (step, periods) = (double, more);
        }
        let first = 2 * large + last + 1;
        let end = self.length.checked_mul(periods).and_then(|window| window.checked_add(first));
        let Some(end) = end else { return Ok(Some("the window is too long")) };
        // Far enough for the heaps of any two parts of the first large period.
        self.compute(end.max(first + 2 * self.length), budget)?;
        if !self.splits_miss(large, budget)? {
            return Ok(Some("two large parts may have the value of their heap"));
        }
        for heap in first..end {
            budget.spend(heap)?;
            let mut near: BTreeSet<Value> = self.singles(heap).collect();
            for taken in self.splits(heap) {
                near.extend((1..large).map(|part| self.grundy[part] ^ self.grundy[heap - taken - part]));
            }
            if least_missing(&near) != self.grundy[heap] {
                return Ok(Some("options with a small part and single heaps do not have the value for mex"));
            }
        }
        let state = |heap: usize| State::new(&self.grundy[..heap], last);
        budget.spend(4 * (first + self.length))?;
        if !state(first + self.length).is(&state(first), self.saltus) {
            return Ok(Some("the state of single heaps does not recur, raised by the saltus"));
        }
        Ok(None)
    }

    /// Values of the options that leave at most one heap.
    fn singles(&self, heap: usize) -> impl Iterator<Item = Value> {
        (1..=heap)
            .filter(move |&taken| self.code.allows(taken, u32::from(taken < heap)))
            .map(move |taken| self.grundy[heap - taken])
    }

    /// Amounts that may be taken from a heap so that two are left.
    fn splits(&self, heap: usize) -> impl Iterator<Item = usize> {
        (0..self.code.digits().len().min(heap + 1)).filter(|&taken| self.code.allows(taken, 2))
    }

    /// Computes values from the definition and compares them with the claim.
    fn compute(&mut self, count: usize, budget: &mut Budget) -> Verdict<()> {
        while self.grundy.len() < count {
            let heap = self.grundy.len();
            budget.hold(1)?;
            let mut options: BTreeSet<Value> = self.singles(heap).collect();
            for taken in self.splits(heap) {
                budget.spend(1 + heap)?;
                let rest = heap - taken;
                options.extend((1..=rest / 2).map(|part| self.grundy[part] ^ self.grundy[rest - part]));
            }
            budget.spend(1 + heap)?;
            let value = least_missing(&options);
            let claimed = match self.listed.get(heap) {
                Some(&listed) => Some(listed),
                None => self.grundy[heap - self.length].checked_add(self.saltus),
            };
            if claimed != Some(value) {
                let reason = format!("g({heap}) is {value}, which is not as claimed");
                return Err(Refusal::new(Step::Period, reason));
            }
            self.grundy.push(value);
        }
        Ok(())
    }

    /// Whether no two large parts ever have the value of their heap. For parts of the first period,
    /// the quotients of the values by the saltus must have an odd or a negative excess wherever the
    /// remainders have the remainder of the heap.
    fn splits_miss(&self, large: usize, budget: &mut Budget) -> Verdict<bool> {
        let value =
            |heap: usize| (i64::from(self.grundy[heap] / self.saltus), self.grundy[heap] % self.saltus);
        for one in large..large + self.length {
            for other in large..large + self.length {
                budget.spend(self.code.digits().len())?;
                for taken in self.splits(usize::MAX - 1) {
                    let (parts, whole) = ([value(one), value(other)], value(one + other + taken));
                    let excess = parts[0].0 + parts[1].0 - whole.0;
                    if parts[0].1 ^ parts[1].1 == whole.1 && excess >= 0 && excess % 2 == 0 {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// The least value that is not in a set.
fn least_missing(values: &BTreeSet<Value>) -> Value {
    values.iter().fold(0, |least, &value| if value == least { least + 1 } else { least })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn verdict(code: &TakeAndBreakCode, period: &Period) -> Verdict<()> {
        check(code, period, &mut Budget::new(Limits::default()))
    }

    /// Lasker's Nim: 0, 1, 2, 4, 3, 5, 6, 8, 7, …
    fn lasker() -> (TakeAndBreakCode, Period) {
        let code = TakeAndBreakCode::repeating(vec![4], vec![3]).unwrap();
        (code, Period { length: 4, preperiod: 1, saltus: 4, values: vec![0, 1, 2, 4, 3] })
    }

    #[test]
    fn laskers_nim_is_accepted() {
        let (code, period) = lasker();
        verdict(&code, &period).unwrap();
        let twice = Period { length: 8, preperiod: 2, saltus: 8, values: vec![0, 1, 2, 4, 3, 5, 6, 8, 7, 9] };
        verdict(&code, &twice).unwrap();
    }

    #[test]
    fn false_claims_and_other_codes_are_refused() {
        let (code, period) = lasker();
        for change in [
            |period: &mut Period| period.saltus = 2,
            |period: &mut Period| period.saltus = 3,
            |period: &mut Period| period.saltus = 0,
            |period: &mut Period| period.values.swap(3, 4),
            |period: &mut Period| (period.preperiod, period.values) = (0, vec![0, 1, 2, 4]),
            |period: &mut Period| (period.length, period.values) = (3, vec![0, 1, 2, 4]),
            |period: &mut Period| (period.length, period.values) = (0, Vec::new()),
            |period: &mut Period| period.preperiod = u64::MAX,
        ] {
            let mut changed = period.clone();
            change(&mut changed);
            assert!(verdict(&code, &changed).is_err(), "{changed:?}");
        }
        for (digits, tail) in
            [(vec![4], vec![7]), (vec![8], vec![3]), (vec![4], vec![3, 0]), (vec![0], vec![3])]
        {
            let other = TakeAndBreakCode::repeating(digits, tail).unwrap();
            assert!(verdict(&other, &period).is_err(), "{other}");
        }
    }
}
