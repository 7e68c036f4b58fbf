//! Periodic laws of one coordinate.

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, LinearReader, MAX_RECURRENCE, Value};
use serde::Serialize;

use crate::region::for_each_reached;

/// A law of one number n: for n ≥ `preperiod` by the remainder of n.
///
/// ```
/// use bouton_forms::Periodic;
///
/// let law = Periodic { period: 3, preperiod: 2, values: vec![0, 1, 1], before: vec![1, 1] };
/// assert_eq!((law.value(1), law.value(3), law.value(1_000)), (1, 0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Periodic {
    /// The period.
    pub period: u64,
    /// The start of the period; as small as possible.
    pub preperiod: u64,
    /// The value for each remainder of n by the period.
    pub values: Vec<Value>,
    /// The values of n = 0, 1, … below the preperiod.
    pub before: Vec<Value>,
}

/// The largest period and preperiod.
const MAX_PERIOD: usize = 512;
/// The number of values from which a period is guessed.
pub(crate) const WINDOW: u64 = 4 * MAX_PERIOD as u64;

impl Periodic {
    /// The value at n.
    ///
    /// ```
    /// use bouton_forms::Periodic;
    ///
    /// let even = Periodic { period: 2, preperiod: 0, values: vec![0, 1], before: vec![] };
    /// assert_eq!((even.value(10), even.value(11)), (0, 1));
    /// ```
    #[must_use]
    pub fn value(&self, n: u64) -> Value {
        match usize::try_from(n).ok().and_then(|n| self.before.get(n)) {
            Some(&value) => value,
            None => usize::try_from(n % self.period).map_or(0, |r| self.values[r]),
        }
    }

    /// The value at a number given by min(n, preperiod) and n mod period only.
    pub(crate) fn at(&self, small: u64, residue: u64) -> Value {
        if small < self.preperiod {
            self.value(small)
        } else {
            usize::try_from(residue).map_or(0, |r| self.values[r])
        }
    }
}

/// The period of a law of one coordinate in any numeration, if it has one; verified for all n by reading the law
/// together with n's remainder and whether n is in the preperiod.
pub(crate) fn find(law: &DigitAutomaton) -> Option<Periodic> {
    if law.tracks() != 1 {
        return None;
    }
    let values: Vec<Value> = (0..WINDOW).map(|n| law.evaluate_small(0, &[n])).collect();
    let found = guess(&values)?;
    let (preperiod, period) = (i64::try_from(found.preperiod).ok()?, i64::try_from(found.period).ok()?);
    let reader = LinearReader::new(law.numeration(), &[1], (0, preperiod))?;
    let mut agree = true;
    for_each_reached(
        law,
        &|value| value != OUTSIDE,
        (reader.start(), [0; MAX_RECURRENCE]),
        |(small, residue), letter| {
            let digit = [law.numeration().digit(letter, 0)];
            (reader.step(small, &digit), reader.step_modulo(residue, &digit, period))
        },
        |value, (small, residue)| {
            let small = small.value().map_or(preperiod, |small| small.min(preperiod)).unsigned_abs();
            agree &= value == found.at(small, residue[0].unsigned_abs());
        },
    )?;
    agree.then_some(found)
}

/// The least period and preperiod of a list of values, as far as it goes.
pub(crate) fn guess(values: &[Value]) -> Option<Periodic> {
    let (period, preperiod) = (1..=MAX_PERIOD).find_map(|period| {
        let broken = (0..values.len() - period).rev().find(|&n| values[n] != values[n + period]);
        let preperiod = broken.map_or(0, |n| n + 1);
        (preperiod <= MAX_PERIOD).then_some((period, preperiod))
    })?;
    let by_residue = (0..period)
        .map(|residue| {
            let first = (preperiod..preperiod + period).find(|n| n % period == residue)?;
            Some(values[first])
        })
        .collect::<Option<Vec<_>>>()?;
    Some(Periodic {
        period: period as u64,
        preperiod: preperiod as u64,
        values: by_residue,
        before: values[..preperiod].to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::{minimize, table_law};

    #[test]
    fn preperiods_are_minimal() {
        let value = |n: u64| if n == 5 { 7 } else { Value::try_from(n % 6 / 2).unwrap() };
        let law = minimize(&table_law(1, 1, |_, x| value(x[0]), 7).unwrap());
        let found = find(&law).unwrap();
        assert_eq!((found.period, found.preperiod), (6, 6));
        assert!((0..100).all(|n| found.value(n) == value(n)));
    }

    #[test]
    fn powers_of_two_do_not_repeat() {
        let law = minimize(&table_law(1, 1, |_, x| Value::from(x[0].is_power_of_two()), 5).unwrap());
        assert_eq!(find(&law), None);
    }
}
