//! Digit laws: the columns of binary digits decide.
//!
//! Nim (Bouton, *Nim, a game with a complete mathematical theory*, 1901/02), Moore's game (*A
//! generalization of the game called Nim*, 1910), the podium rule (Li, *N-person Nim and N-person
//! Moore's games*, 1978) and their misère play are of this kind.

use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::{prefix::NUMERATION, region::for_each_reached};

/// A law of two values, decided by whether each column of binary digits is of one kind.
///
/// ```
/// use bouton_forms::{Columns, DigitLaw};
///
/// // Moore's game: lost where each column has a multiple of three ones.
/// let columns = Columns::Multiple { modulus: 3 };
/// let moore = DigitLaw { columns, all: 0, otherwise: 1, small: None };
/// assert_eq!((moore.value(&[5, 5, 5]), moore.value(&[5, 5, 4])), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DigitLaw {
    /// The kind of column.
    pub columns: Columns,
    /// The value if every column is of this kind.
    pub all: Value,
    /// The value otherwise.
    pub otherwise: Value,
    /// The law that holds instead if every coordinate is at most 1.
    pub small: Option<SmallLaw>,
}

impl SmallLaw {
    /// The law with these values for 0, 1, … ones, by the least period that they have.
    pub(crate) fn of(values: &[Value]) -> Option<Self> {
        let modulus = (1..=values.len()).find(|&m| (m..values.len()).all(|i| values[i] == values[i - m]))?;
        Some(Self { modulus: u32::try_from(modulus).ok()?, values: values[..modulus].to_vec() })
    }

    /// The value where `ones` coordinates are 1.
    pub fn value(&self, ones: u64) -> Option<Value> {
        self.values.get(usize::try_from(ones % u64::from(self.modulus)).ok()?).copied()
    }
}

impl DigitLaw {
    /// Whether it is the law of Nim: 0 exactly if the nim-sum is 0.
    pub fn is_nim(&self) -> bool {
        self.columns == (Columns::Multiple { modulus: 2 }) && self.all == 0 && self.small.is_none()
    }
}

/// A kind of column.
///
/// ```
/// use bouton_forms::{Columns, DigitLaw};
///
/// let nim = DigitLaw { columns: Columns::Multiple { modulus: 2 }, all: 0, otherwise: 1, small: None };
/// assert_eq!(nim.value(&[1, 2, 3]), 0);
/// // Each column is 000 or 110: the first two heaps are equal, and the third one is empty.
/// let columns = Columns::OneOf { letters: vec![0b000, 0b011] };
/// let pair = DigitLaw { columns, all: 0, otherwise: 1, small: None };
/// assert_eq!((pair.value(&[5, 5, 0]), pair.value(&[5, 5, 1])), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Columns {
    /// The number of ones is a multiple of this; a modulus above the number of coordinates means
    /// that there is no 1.
    Multiple {
        /// The divisor.
        modulus: u32,
    },
    /// The column is one of these letters; bit i is the digit of coordinate i.
    OneOf {
        /// The letters, ascending.
        letters: Vec<usize>,
    },
}

/// A law for positions whose coordinates are at most 1, by the number of ones.
///
/// ```
/// use bouton_forms::{Columns, DigitLaw, SmallLaw};
///
/// // Misère Nim: while all heaps are at most 1, an odd number of ones is lost.
/// let small = Some(SmallLaw { modulus: 2, values: vec![1, 0] });
/// let law = DigitLaw { columns: Columns::Multiple { modulus: 2 }, all: 0, otherwise: 1, small };
/// assert_eq!((law.value(&[1, 0]), law.value(&[1, 1]), law.value(&[2, 2])), (0, 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SmallLaw {
    /// The modulus of the number of ones.
    pub modulus: u32,
    /// The value for each remainder.
    pub values: Vec<Value>,
}

/// The number of digits of a letter that are 1.
fn ones_of(letter: usize) -> usize {
    usize::try_from(NUMERATION.digit_sum(letter)).unwrap_or_default()
}

/// The digit law that equals this law, if there is one. The comparison is exact: the law is read
/// together with the columns, over all positions.
pub(crate) fn find(law: &DigitAutomaton) -> Option<DigitLaw> {
    let tracks = law.tracks();
    if tracks == 0 {
        return None;
    }
    for modulus in 2..=u32::try_from(tracks + 1).ok()? {
        let fits = |letter: usize| NUMERATION.digit_sum(letter).is_multiple_of(modulus.into());
        let columns = Columns::Multiple { modulus };
        if let Some(found) = matches(law, &fits, columns) {
            return Some(found);
        }
    }
    // A law with two states: some letters keep the initial state, and all letters keep the other.
    if law.states() == 2 {
        let start = law.starts()[0];
        let letters: Vec<usize> =
            (0..law.letters()).filter(|&letter| law.next(start, letter) == start).collect();
        let fits = |letter: usize| letters.binary_search(&letter).is_ok();
        return matches(law, &fits, Columns::OneOf { letters: letters.clone() });
    }
    None
}

fn matches(law: &DigitAutomaton, fits: &dyn Fn(usize) -> bool, columns: Columns) -> Option<DigitLaw> {
    // The state of the reading: whether each column fits, and the number of ones while all
    // coordinates are at most 1 (the digits before the last are all 0).
    let tracks = law.tracks();
    let mut all: Vec<Value> = Vec::new();
    let mut otherwise: Vec<Value> = Vec::new();
    let mut by_count: Vec<Vec<Value>> = vec![Vec::new(); tracks + 1];
    for_each_reached(
        law,
        &|_| true,
        (true, Some(0usize)),
        |&(fit, ones), letter| {
            let next = (ones == Some(0)).then_some(ones_of(letter));
            (fit && fits(letter), next)
        },
        |value, &(fit, ones)| {
            let seen = match ones {
                Some(count) => &mut by_count[count],
                None if fit => &mut all,
                None => &mut otherwise,
            };
            if !seen.contains(&value) {
                seen.push(value);
            }
        },
    )?;
    let [otherwise] = otherwise[..] else { return None };
    let all = match all[..] {
        [value] => value,
        // Without larger fitting positions, the small ones decide.
        [] => *by_count[0].first()?,
        _ => return None,
    };
    if all == otherwise {
        return None;
    }
    let counts: Vec<Value> = by_count.iter().filter(|&seen| seen.len() == 1).map(|seen| seen[0]).collect();
    let usual = |letter: usize| if fits(letter) { all } else { otherwise };
    let regular = by_count.iter().enumerate().all(|(count, seen)| {
        let letters = (0..law.letters()).filter(|&letter| ones_of(letter) == count);
        seen.len() == 1 && letters.into_iter().all(|letter| usual(letter) == seen[0])
    });
    let exact = match &columns {
        Columns::OneOf { .. } => {
            (0..law.letters()).all(|letter| law.output(law.next(law.starts()[0], letter)) == usual(letter))
        }
        Columns::Multiple { .. } => regular,
    };
    if exact {
        return Some(DigitLaw { columns, all, otherwise, small: None });
    }
    if counts.len() != tracks + 1 {
        return None;
    }
    Some(DigitLaw { columns, all, otherwise, small: Some(SmallLaw::of(&counts)?) })
}

impl DigitLaw {
    /// The value at a position of small coordinates.
    ///
    /// ```
    /// use bouton_forms::{Columns, DigitLaw};
    ///
    /// let nim = DigitLaw { columns: Columns::Multiple { modulus: 2 }, all: 0, otherwise: 1, small: None };
    /// assert_eq!((nim.value(&[1, 2, 3]), nim.value(&[1, 2, 4])), (0, 1));
    /// ```
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Value {
        if let Some(small) = self.small.as_ref().filter(|_| position.iter().all(|&x| x <= 1)) {
            return small.value(position.iter().sum()).unwrap_or(self.otherwise);
        }
        // Columns of zeros before the first digit fit.
        let fits = NUMERATION.letters_of_small(position).all(|letter| match &self.columns {
            Columns::Multiple { modulus } => NUMERATION.digit_sum(letter).is_multiple_of(u64::from(*modulus)),
            Columns::OneOf { letters } => letters.contains(&letter),
        });
        if fits { self.all } else { self.otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::{minimize, table_law};

    fn check(tracks: usize, value: &dyn Fn(&[u64]) -> Value) -> DigitLaw {
        let law = minimize(&table_law(tracks, 1, |_, x| value(x), 3).unwrap());
        let found = find(&law).expect("a digit law");
        for code in 0..8u64.pow(u32::try_from(tracks).unwrap()) {
            let position: Vec<u64> = (0..tracks).map(|track| code >> (3 * track) & 7).collect();
            assert_eq!(found.value(&position), value(&position), "{position:?}");
        }
        found
    }

    #[test]
    fn nim_moore_and_misere_nim() {
        let xor = |x: &[u64]| x.iter().fold(0, |all, x| all ^ x);
        let nim = check(3, &|x| Value::from(xor(x) != 0));
        assert_eq!(nim.columns, Columns::Multiple { modulus: 2 });
        assert_eq!(nim.small, None);
        let misere = check(3, &|x| {
            let small = x.iter().all(|&x| x <= 1);
            Value::from((xor(x) == 0) == small)
        });
        assert_eq!(misere.small, Some(SmallLaw { modulus: 2, values: vec![1, 0] }));
        let moore = check(4, &|x| {
            Value::from((0..64).any(|place| x.iter().filter(|&x| x >> place & 1 == 1).count() % 3 != 0))
        });
        assert_eq!(moore.columns, Columns::Multiple { modulus: 3 });
        let copy = check(3, &|x| Value::from(x[0] != x[2]));
        assert_eq!(copy.columns, Columns::OneOf { letters: vec![0, 2, 5, 7] });
    }

    #[test]
    fn sums_are_no_digit_law() {
        let law = minimize(&table_law(2, 1, |_, x| Value::from((x[0] + x[1]) % 3 != 0), 4).unwrap());
        assert_eq!(find(&law), None);
    }
}
