//! Rows and residues: of interchangeable heaps, the smaller ones name a row, and the remainder of
//! the sum names a column.

use std::collections::BTreeMap;

use bouton_automata::{OUTSIDE, exceptions, restricted, sorted_region_over};
use bouton_core::{DigitAutomaton, LinearReader, MAX_RECURRENCE, Value};
use serde::Serialize;

use crate::{
    linear_form::LinearForm,
    prefix::{self, digits_in},
    region::{for_each_reached, tuples},
    rule::{Rule, guess},
    sample::sample,
};

/// A law of sorted heaps by rows and columns.
///
/// ```
/// use bouton_forms::{Row, Rows};
///
/// // lost where 3 divides the total, but not where the smaller heap is empty
/// let row = Row { heaps: vec![0], values: vec![1, 1, 1], exceptions: vec![] };
/// let rows = Rows { modulus: 3, typical: vec![0, 1, 1], rows: vec![row] };
/// assert_eq!((rows.value(&[4, 2]), rows.value(&[6, 0])), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rows {
    /// The modulus of the sum; its remainders are the columns.
    pub modulus: u32,
    /// The typical value for each remainder.
    pub typical: Vec<Value>,
    /// The exceptional rows, ascending.
    pub rows: Vec<Row>,
}

/// One exceptional row.
///
/// ```
/// use bouton_forms::{Row, Rows};
///
/// // the row of one empty heap: lost if 3 divides the other one, except for 3 itself
/// let row = Row { heaps: vec![0], values: vec![0, 1, 1], exceptions: vec![(3, 1)] };
/// let rows = Rows { modulus: 3, typical: vec![1, 1, 1], rows: vec![row] };
/// assert_eq!([6, 3].map(|largest| rows.value(&[0, largest])), [0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// All heaps but the largest, ascending.
    pub heaps: Vec<u64>,
    /// The value for each remainder of the sum of all heaps.
    pub values: Vec<Value>,
    /// Exceptional largest heaps of the row, with their values.
    pub exceptions: Vec<(u64, Value)>,
}

/// The largest heap that names a row.
const MAX_HEAP: u64 = 40;
/// The most rows.
const MAX_ROWS: usize = 200;
/// The number of positions from which the rule of the columns is guessed.
const SAMPLES: usize = 300;
/// The most exceptional largest heaps of a row.
const MAX_EXCEPTIONS: usize = 8;
/// The number of periods from which a row is guessed.
const PERIODS: usize = 16;

/// The rows of a symmetric law, if its exceptions from a rule by the remainder of the sum lie in
/// finitely many rows. Exactly the necessary rows are read off the automaton; the table has yet to
/// be [verified](Rows::holds).
pub(crate) fn find(law: &DigitAutomaton) -> Option<Rows> {
    let tracks = law.tracks();
    if !(2..=6).contains(&tracks) {
        return None;
    }
    let sorted = restricted(law, &sorted_region_over(law.numeration(), tracks, tracks).ok()?);
    let inside = |value: Value| value != OUTSIDE;
    let sum = LinearForm::sum(tracks, &(0..tracks).collect::<Vec<_>>());
    let rule = guess(&sample(&sorted, &inside, SAMPLES), std::slice::from_ref(&sum))?;
    let (modulus, typical) = match &rule {
        Rule::Constant { value } => (1, vec![*value]),
        Rule::Residue { form, modulus, values, .. } if *form == sum => (*modulus, values.clone()),
        _ => return None,
    };
    let odd = exceptions(&sorted, &rule.automaton(law.numeration(), tracks)?);
    let smaller: Vec<usize> = (0..tracks - 1).collect();
    let found = tuples(&odd, &inside, &smaller, MAX_HEAP, MAX_ROWS * 8)?;
    let mut names: Vec<Vec<u64>> = found.into_iter().map(|(heaps, _)| heaps).collect();
    names.dedup();
    if names.len() > MAX_ROWS {
        return None;
    }
    let rows = names.into_iter().map(|heaps| row(&sorted, heaps, modulus)).collect::<Option<Vec<_>>>()?;
    Some(Rows { modulus, typical, rows })
}

/// One row, by remainders: a guess from largest heaps above all exceptions, as far as they have values.
fn row(sorted: &DigitAutomaton, heaps: Vec<u64>, modulus: u32) -> Option<Row> {
    let least = heaps.last().copied().unwrap_or(0);
    let sum = heaps.iter().sum::<u64>();
    let mut position = [&heaps[..], &[0]].concat();
    let mut value = |largest: u64| {
        *position.last_mut()? = largest;
        Some(sorted.evaluate_small(0, &position)).filter(|&value| value != OUTSIDE)
    };
    let column = |largest: u64| usize::try_from((sum + largest) % u64::from(modulus)).unwrap_or(0);
    let far: Vec<u64> = (MAX_HEAP + 1..).take(PERIODS * modulus as usize).collect();
    // A row may have small heaps alone.
    let is_far = far.iter().any(|&largest| value(largest).is_some());
    let mut values: Vec<Option<Value>> = vec![None; modulus as usize];
    for largest in if is_far { far } else { (least..=MAX_HEAP).collect() } {
        if let Some(value) = value(largest)
            && *values[column(largest)].get_or_insert(value) != value
        {
            return None;
        }
    }
    // A remainder without a value is unknown, unless all others have the same.
    let first = values.iter().copied().flatten().next()?;
    let values: Vec<Value> = match values.iter().flatten().all(|&value| value == first) {
        true => vec![first; modulus as usize],
        false => values.into_iter().collect::<Option<_>>()?,
    };
    let exceptions: Vec<(u64, Value)> = (least..=MAX_HEAP)
        .filter_map(|largest| Some((largest, value(largest)?)))
        .filter(|&(largest, value)| value != values[column(largest)])
        .collect();
    (exceptions.len() <= MAX_EXCEPTIONS).then_some(Row { heaps, values, exceptions })
}

impl Rows {
    /// The value of a position, in any order of its heaps.
    ///
    /// ```
    /// use bouton_forms::Rows;
    ///
    /// let rows = Rows { modulus: 3, typical: vec![0, 1, 1], rows: vec![] };
    /// assert_eq!(rows.value(&[4, 2]), rows.value(&[2, 4])); // the order of the heaps does not matter
    /// ```
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Value {
        let mut heaps = position.to_vec();
        heaps.sort_unstable();
        let column =
            heaps.iter().fold(0, |r, &heap| (r + heap % u64::from(self.modulus)) % u64::from(self.modulus));
        let column = usize::try_from(column).unwrap_or(0);
        let largest = heaps.pop().unwrap_or(0);
        match self.rows.iter().find(|row| row.heaps == heaps) {
            None => self.typical[column],
            Some(row) => row
                .exceptions
                .iter()
                .find(|(heap, _)| *heap == largest)
                .map_or(row.values[column], |exception| exception.1),
        }
    }

    /// Whether the table is right at every sorted position: the law is read together with the
    /// heaps, as far as rows need them, and the remainder.
    pub(crate) fn holds(&self, law: &DigitAutomaton) -> bool {
        let (numeration, tracks) = (law.numeration(), law.tracks());
        let Ok(region) = sorted_region_over(numeration, tracks, tracks) else { return false };
        let Some(sum) = LinearReader::new(numeration, &vec![1; tracks], (0, 0)) else { return false };
        let sorted = restricted(law, &region);
        let cut = self.rows.iter().flat_map(|row| &row.heaps).copied().max().unwrap_or(0) + 1;
        let last = self.rows.iter().flat_map(|row| &row.exceptions).map(|e| e.0).max().unwrap_or(0) + 1;
        let rows: BTreeMap<&[u64], &Row> = self.rows.iter().map(|row| (&row.heaps[..], row)).collect();
        let modulus = i64::from(self.modulus);
        let digits: Vec<Vec<u8>> =
            (0..law.letters()).map(|letter| digits_in(numeration, tracks, letter)).collect();
        let mut agree = true;
        let explored = for_each_reached(
            &sorted,
            &|value| value != OUTSIDE,
            (vec![0u64; tracks], [0; MAX_RECURRENCE]),
            |(heaps, residue), letter| {
                let edges = (0..tracks).map(|track| if track + 1 == tracks { last } else { cut });
                let digits = &digits[letter];
                let longer = |((&heap, edge), &digit)| prefix::at_most(numeration, edge, heap, digit);
                let heaps = heaps.iter().zip(edges).zip(digits).map(longer).collect();
                (heaps, sum.step_modulo(residue, digits, modulus))
            },
            |value, (heaps, residue)| {
                let column = usize::try_from(residue[0]).unwrap_or(0);
                let claimed = match rows.get(&heaps[..tracks - 1]) {
                    None => self.typical[column],
                    Some(row) => row
                        .exceptions
                        .iter()
                        .find(|(heap, _)| *heap == heaps[tracks - 1])
                        .map_or(row.values[column], |exception| exception.1),
                };
                agree &= claimed == value;
            },
        );
        explored.is_some() && agree
    }
}

#[cfg(test)]
mod tests {
    use bouton_automata::{explore_over, minimize, words_region};
    use bouton_core::Numeration;

    use super::*;

    /// Lost where 3 divides the sum, but not where the smallest number is 1, unless the others are 1, too.
    fn law(numeration: &Numeration, tracks: usize) -> DigitAutomaton {
        let sum = LinearReader::new(numeration, &vec![1; tracks], (0, 0)).unwrap();
        let start = (vec![0u64; tracks], [0; MAX_RECURRENCE]);
        let law = explore_over(
            numeration,
            tracks,
            [start],
            |(small, rest), letter| {
                let digits = digits_in(numeration, tracks, letter);
                let longer = |(&n, &digit)| prefix::at_most(numeration, 2, n, digit);
                (small.iter().zip(&digits).map(longer).collect(), sum.step_modulo(rest, &digits, 3))
            },
            |(small, rest)| {
                let is_row = small.contains(&1) && !small.contains(&0);
                Value::from(if is_row { small.contains(&2) } else { rest[0] != 0 })
            },
            10_000,
        );
        minimize(&restricted(&law.unwrap(), &words_region(numeration, tracks).unwrap()))
    }

    #[test]
    fn rows_are_found_in_every_numeration() {
        for numeration in ["2", "3", "5", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(1,2)"] {
            let numeration = numeration.parse().unwrap();
            let law = law(&numeration, 2);
            let found = find(&law).unwrap_or_else(|| panic!("{numeration}"));
            assert!(found.holds(&law), "{numeration} {found:?}");
            assert_eq!((found.modulus, found.rows.len()), (3, 1), "{numeration} {found:?}");
            for (a, b) in (0..50u64).flat_map(|a| (0..50).map(move |b| (a, b))) {
                assert_eq!(found.value(&[a, b]), law.evaluate_small(0, &[a, b]), "{a} {b} {numeration}");
            }
            // A table that is wrong at one position, or in one column, does not hold.
            let mut other = found.clone();
            other.rows[0].exceptions.push((37, 0));
            assert!(!other.holds(&law), "{numeration}");
            let mut other = found;
            other.typical[1] = 0;
            assert!(!other.holds(&law), "{numeration}");
        }
    }
}
