//! Heaps from which only fixed amounts are taken, under conditions that are constant or periodic
//! for large heaps.

use bouton_core::{Formula, Period, Ruleset, Value};
use rustc_hash::FxHashMap;

/// The greatest modulus, threshold and amount supported.
const MOST: u64 = 1 << 20;

/// The numbers on which a game of one heap with constant moves depends.
///
/// From `threshold` on every comparison with a constant in the rules has a fixed truth value, and
/// congruences depend on the heap modulo `modulus`. So for n ≥ max(threshold, largest) the value
/// g(n) is a function of n mod `modulus` and of g(n - 1), …, g(n - largest). Where that state
/// recurs, the values have a period. (For subtraction sets, where the threshold is 0 and the
/// modulus 1, this is folklore: *Winning Ways*, chapter 4.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Regular {
    pub(crate) threshold: u64,
    pub(crate) modulus: u64,
    /// The largest amount that a move can take.
    pub(crate) largest: u64,
}

impl Regular {
    /// Reads these numbers from the rules of one heap; `None` if a move is not constant, if there
    /// are control states, or if the numbers are too large.
    pub(crate) fn of(ruleset: &Ruleset) -> Option<Self> {
        if ruleset.dimension() != 1 || ruleset.controls().len() != 1 {
            return None;
        }
        let mut regular = Self { threshold: 0, modulus: 1, largest: 0 };
        regular.take_in(ruleset.stop())?;
        for schema in ruleset.moves() {
            let &[by] = schema.constant_vector()?.as_slice() else { return None };
            if by >= 0 {
                return None;
            }
            regular.largest = regular.largest.max(by.unsigned_abs());
            regular.take_in(&schema.guard)?;
        }
        (regular.largest <= MOST).then_some(regular)
    }

    /// The first heap from which on the values are determined by the state.
    pub(crate) fn settled(&self) -> u64 {
        self.threshold.max(self.largest)
    }

    /// Whether the same amounts may be taken from every heap that has them.
    pub(crate) fn is_subtraction(&self) -> bool {
        self.threshold == 0 && self.modulus == 1
    }

    /// The number of values that prove a period `length` from `preperiod` on.
    pub(crate) fn applies_from(&self, length: u64, preperiod: u64) -> Option<u64> {
        let first = self.settled().max(preperiod.checked_add(self.largest)?);
        first.checked_add(least_common_multiple(length, self.modulus)?)
    }

    fn take_in(&mut self, formula: &Formula) -> Option<()> {
        match formula {
            Formula::True | Formula::False => {}
            Formula::NotPositive(expression) | Formula::Zero(expression) => {
                if let [(_, factor)] = expression.terms() {
                    // The sign of a·n + b is constant beyond |b| / |a|.
                    let root = expression.constant_term().unsigned_abs() / factor.unsigned_abs();
                    self.threshold = self.threshold.max(root + 1);
                }
            }
            Formula::Congruent { expression, modulus, .. } => {
                if !expression.terms().is_empty() {
                    self.modulus = least_common_multiple(self.modulus, u64::from(*modulus))?;
                }
            }
            Formula::Not(inner) => self.take_in(inner)?,
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_for_each(|part| self.take_in(part))?;
            }
        }
        (self.threshold <= MOST && self.modulus <= MOST).then_some(())
    }

    /// The period of the values, if a state recurs within the listed values.
    ///
    /// Length and preperiod are the least possible.
    pub(crate) fn period(&self, values: &[Value]) -> Option<Period> {
        let index = |number: u64| usize::try_from(number).ok();
        let (largest, settled) = (index(self.largest)?, index(self.settled())?);
        let mut hash = Rolling::new(largest);
        let mut seen: FxHashMap<(u64, u64), usize> = FxHashMap::default();
        for n in 0..=values.len() {
            if n >= settled {
                let state = (n as u64 % self.modulus, hash.sum);
                match seen.get(&state) {
                    Some(&before) if values[before - largest..before] == values[n - largest..n] => {
                        return Some(least_period(values, before - largest, n - before));
                    }
                    // Another state with the same hash: the first one is kept.
                    Some(_) => {}
                    None => {
                        seen.insert(state, n);
                    }
                }
            }
            if let Some(&value) = values.get(n) {
                hash.push(value, n.checked_sub(largest).map(|old| values[old]));
            }
        }
        None
    }
}

/// A rolling hash of the last values.
struct Rolling {
    sum: u64,
    /// The factor of the oldest value.
    oldest: u64,
}

const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rolling {
    fn new(length: usize) -> Self {
        let oldest = (0..length).fold(1u64, |power, _| power.wrapping_mul(BASE));
        Self { sum: 0, oldest }
    }

    fn push(&mut self, value: Value, old: Option<Value>) {
        self.sum = self.sum.wrapping_mul(BASE).wrapping_add(u64::from(value) + 1);
        if let Some(old) = old {
            self.sum = self.sum.wrapping_sub(self.oldest.wrapping_mul(u64::from(old) + 1));
        }
    }
}

/// The least period of values that have the period `length` from `from` on.
fn least_period(values: &[Value], from: usize, length: usize) -> Period {
    let round = &values[from..from + length];
    let recurs = |part: usize| (0..length).all(|n| round[n] == round[(n + part) % length]);
    let length = (1..=length).find(|&part| length.is_multiple_of(part) && recurs(part)).unwrap_or(length);
    let mut from = from;
    while from > 0 && values[from - 1] == values[from - 1 + length] {
        from -= 1;
    }
    Period {
        length: length as u64,
        preperiod: from as u64,
        saltus: 0,
        values: values[..from + length].to_vec(),
    }
}

fn least_common_multiple(left: u64, right: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (left, right);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (left / divisor.max(1)).checked_mul(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regular(rules: &str) -> Option<Regular> {
        Regular::of(&bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap())
    }

    #[test]
    fn conditions_are_settled_where_they_say() {
        assert_eq!(
            regular("heaps 1; move take {1,3,4} from 1 heap"),
            Some(Regular { threshold: 0, modulus: 1, largest: 4 })
        );
        let limited = regular("counters a; move a -> a - 2 when a >= 7; move a -> a - 3 when a mod 4 = 1");
        assert!(limited.is_some_and(|it| it.threshold >= 7 && it.modulus == 4 && it.largest == 3));
        assert_eq!(regular("heaps 1; move take odd from 1 heap"), None);
    }

    #[test]
    fn the_period_is_the_least() {
        let values: Vec<Value> = [5, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0].to_vec();
        let rule = Regular { threshold: 0, modulus: 4, largest: 2 };
        let period = rule.period(&values).unwrap();
        assert_eq!((period.length, period.preperiod), (2, 1));
        assert_eq!(period.values, [5, 0, 1]);
        // Too short for the state to recur.
        assert_eq!(rule.period(&values[..6]), None);
    }
}
