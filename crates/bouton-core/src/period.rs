//! Periods: sequences of Grundy values that repeat.

use num_bigint::BigUint;

use crate::Value;

/// A sequence with `g(n + length) = g(n) + saltus` for all n from `preperiod` on.
///
/// It is plain data: [`value`](Self::value) requires `length ≥ 1` and `preperiod + length` values.
///
/// ```
/// use bouton_core::Period;
/// use num_bigint::BigUint;
///
/// // 0, 1, 0, 2, 1, 3, 2, 4, …: from n = 1 on, the value two steps further is greater by 1.
/// let period = Period { length: 2, preperiod: 1, saltus: 1, values: vec![0, 1, 0] };
/// assert!(period.is_whole());
/// assert_eq!(period.value(&BigUint::from(7u32)), Some(BigUint::from(4u32)));
/// assert_eq!(period.value(&BigUint::from(10u32).pow(30)).unwrap().to_string(), "499999999999999999999999999999");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The length p, at least 1.
    pub length: u64,
    /// The first periodic index n₀.
    pub preperiod: u64,
    /// The increase from one period to the next.
    pub saltus: u32,
    /// The values g(0), …, g(n₀ + p - 1).
    pub values: Vec<Value>,
}

impl Period {
    /// Whether the length is not 0 and exactly one whole period is listed.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.length > 0 && self.preperiod.checked_add(self.length) == Some(self.values.len() as u64)
    }

    /// g(n), for n of any size; `None` if the period is not [whole](Self::is_whole).
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        if !self.is_whole() {
            return None;
        }
        let listed = |n: &BigUint| self.values.get(usize::try_from(n).ok()?).copied().map(BigUint::from);
        let preperiod = BigUint::from(self.preperiod);
        if *n < preperiod {
            return listed(n);
        }
        let after = n - &preperiod;
        let (rounds, rest) = (&after / self.length, &after % self.length);
        Some(listed(&(preperiod + rest))? + rounds * self.saltus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_those_of_the_definition() {
        let period = Period { length: 3, preperiod: 2, saltus: 4, values: vec![9, 8, 0, 1, 2] };
        let mut expected: Vec<u32> = period.values.clone();
        for n in expected.len()..60 {
            expected.push(expected[n - 3] + 4);
        }
        for (n, value) in expected.into_iter().enumerate() {
            assert_eq!(period.value(&BigUint::from(n)), Some(BigUint::from(value)), "{n}");
        }
    }

    #[test]
    fn what_is_not_whole_has_no_values() {
        for (length, preperiod, values) in
            [(0, 0, vec![]), (2, 0, vec![1]), (1, u64::MAX, vec![1]), (1, 0, vec![1, 1])]
        {
            let period = Period { length, preperiod, saltus: 0, values };
            assert_eq!(period.value(&BigUint::ZERO), None);
        }
    }
}
