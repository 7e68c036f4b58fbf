//! Laws by the value of one nim-sum.
//!
//! In Nim (Bouton, *Nim, a game with a complete mathematical theory*, 1901/02) the deciding value
//! is 0. A pass that may be used at any time is one more heap, of one object (Sprague, Grundy), so
//! the deciding value is 1 while the pass is there; in misère play, positions of small heaps
//! differ.

use std::collections::BTreeMap;

use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::{
    digits::SmallLaw,
    prefix::{self, NUMERATION},
    region::for_each_reached,
    sample::Random,
};

/// The number of nim-sums from which the law is guessed.
const SUMS: u64 = 64;
/// The most nim-sums in the statement of a law.
const MOST_SUMS: usize = 4;
/// The number of positions for each nim-sum.
const SAMPLES: u64 = 24;
/// The largest modulus tried.
const MAX_MODULUS: u32 = 16;
/// The most combinations of remainders.
const MAX_COMBINATIONS: u64 = 50_000;

/// A law of two values, decided by the nim-sum of coordinates, or of their remainders.
///
/// ```
/// use bouton_forms::NimSumLaw;
///
/// let nim = NimSumLaw { coordinates: vec![0, 1, 2], modulus: None, sums: vec![0], all: 0, otherwise: 1, small: None };
/// assert_eq!((nim.value(&[1, 4, 5]), nim.value(&[3, 4, 5])), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NimSumLaw {
    /// The coordinates that matter, by their numbers from 0 on, ascending.
    pub coordinates: Vec<usize>,
    /// The modulus: the nim-sum is that of the remainders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulus: Option<u32>,
    /// The nim-sums, ascending, at which the value is `all`.
    pub sums: Vec<u64>,
    /// The value at these nim-sums.
    pub all: Value,
    /// The value at any other one.
    pub otherwise: Value,
    /// The law that holds instead if each of these coordinates (or remainders) is at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub small: Option<SmallLaw>,
}

impl NimSumLaw {
    /// The value for a nim-sum, regardless of small coordinates.
    fn at(&self, sum: u64) -> Value {
        if self.sums.contains(&sum) { self.all } else { self.otherwise }
    }

    /// The value at a position of small coordinates.
    ///
    /// ```
    /// use bouton_forms::NimSumLaw;
    ///
    /// // Only the first and the third heap matter.
    /// let (coordinates, sums) = (vec![0, 2], vec![0]);
    /// let law = NimSumLaw { coordinates, modulus: None, sums, all: 0, otherwise: 1, small: None };
    /// assert_eq!((law.value(&[4, 9, 4]), law.value(&[4, 4, 5])), (0, 1));
    /// ```
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Value {
        let modulus = self.modulus.map_or(u64::MAX, u64::from);
        let numbers: Vec<u64> =
            self.coordinates.iter().filter_map(|&track| position.get(track)).map(|x| x % modulus).collect();
        match &self.small {
            Some(small) if numbers.iter().all(|&x| x <= 1) => {
                small.value(numbers.iter().sum()).unwrap_or(self.otherwise)
            }
            _ => self.at(numbers.iter().fold(0, |sum, x| sum ^ x)),
        }
    }
}

/// The nim-sum law that equals this law, if there is one; compared with the law everywhere. `law`
/// is minimal.
pub(crate) fn find(law: &DigitAutomaton) -> Option<NimSumLaw> {
    let coordinates: Vec<usize> = (0..law.tracks()).filter(|&track| matters(law, track)).collect();
    if coordinates.len() < 2 {
        return None;
    }
    let moduli = (3..=MAX_MODULUS).map(Some);
    [None].into_iter().chain(moduli).find_map(|modulus| {
        let guess = guess(law, &coordinates, modulus)?;
        // For two numbers and one sum, other forms are more informative: they state the difference
        // of the numbers.
        verified(law, guess)
            .filter(|found| coordinates.len() > 2 || found.small.is_some() && modulus.is_none())
    })
}

/// Whether the law depends on the digits of a coordinate.
fn matters(law: &DigitAutomaton, track: usize) -> bool {
    let one = NUMERATION.letter_of_one(track);
    (0u32..).zip(law.outputs()).any(|(state, _)| {
        let without = (0..law.letters()).filter(|&letter| NUMERATION.digit(letter, track) == 0);
        without.into_iter().any(|letter| law.next(state, letter) != law.next(state, letter + one))
    })
}

/// The law that fits some positions of each small nim-sum, if these agree.
fn guess(law: &DigitAutomaton, coordinates: &[usize], modulus: Option<u32>) -> Option<NimSumLaw> {
    let below = match modulus {
        Some(modulus) => {
            let count = u64::from(modulus).checked_pow(u32::try_from(coordinates.len()).ok()?);
            count.filter(|&count| count <= MAX_COMBINATIONS)?;
            u64::from(modulus)
        }
        None => SUMS,
    };
    let (&last, others) = coordinates.split_last()?;
    let mut random = Random(88_172_645_463_325_252);
    let mut next = || u64::from(random.next());
    let mut seen: BTreeMap<u64, Value> = BTreeMap::new();
    for index in 0..below.next_power_of_two() * SAMPLES {
        let sum = index / SAMPLES;
        let mut position = vec![0; law.tracks()];
        for &track in others {
            position[track] = next() % below;
        }
        position[last] = position.iter().fold(sum, |sum, x| sum ^ x);
        if position[last] >= below || coordinates.iter().all(|&track| position[track] <= 1) {
            continue;
        }
        if let Some(modulus) = modulus {
            for &track in coordinates {
                position[track] += next() % 8 * u64::from(modulus);
            }
        }
        let value = law.evaluate_small(0, &position);
        if *seen.entry(sum).or_insert(value) != value {
            return None;
        }
    }
    let mut counts: BTreeMap<Value, usize> = BTreeMap::new();
    for value in seen.values() {
        *counts.entry(*value).or_default() += 1;
    }
    let (&otherwise, _) = counts.iter().max_by_key(|&(&value, &count)| (count, value))?;
    let mut values = counts.keys().copied().filter(|&value| value != otherwise);
    let (all, None) = (values.next()?, values.next()) else { return None };
    let sums: Vec<u64> = seen.into_iter().filter(|&(_, value)| value == all).map(|(sum, _)| sum).collect();
    let coordinates = coordinates.to_vec();
    (sums.len() <= MOST_SUMS).then_some(NimSumLaw { coordinates, modulus, sums, all, otherwise, small: None })
}

/// The guess with its small law, if it is the law at every position.
fn verified(law: &DigitAutomaton, mut guess: NimSumLaw) -> Option<NimSumLaw> {
    let count = guess.coordinates.len();
    let mut agrees = true;
    // The values of the positions whose numbers are at most 1, by the number of ones.
    let mut by_count: Vec<Vec<Value>> = vec![Vec::new(); count + 1];
    let mut visit = |value: Value, ones: Option<usize>, sum: u64| match ones {
        Some(ones) if by_count[ones].contains(&value) => {}
        Some(ones) => by_count[ones].push(value),
        None => agrees &= value == guess.at(sum),
    };
    match guess.modulus {
        None => {
            // The nim-sum, as far as it decides, and the number of ones while no number is larger.
            let bound = guess.sums.last()? + 1;
            for_each_reached(
                law,
                &|_| true,
                (0u64, Some(0usize)),
                |&(sum, ones), letter| {
                    let digits = guess.coordinates.iter().map(|&track| NUMERATION.digit(letter, track));
                    let read = digits.clone().filter(|&digit| digit == 1).count();
                    let parity = digits.fold(0, |sum, digit| sum ^ digit);
                    (prefix::at_most(&NUMERATION, bound, sum, parity), (ones == Some(0)).then_some(read))
                },
                |value, &(sum, ones)| visit(value, ones, sum),
            )?;
        }
        Some(modulus) => for_each_reached(
            law,
            &|_| true,
            vec![0u64; count],
            |remainders: &Vec<u64>, letter| {
                let numbers = remainders.iter().zip(&guess.coordinates);
                numbers
                    .map(|(&before, &track)| {
                        prefix::remainder(u64::from(modulus), before, NUMERATION.digit(letter, track))
                    })
                    .collect()
            },
            |value, remainders| {
                let small = remainders.iter().all(|&rest| rest <= 1);
                let ones = remainders.iter().filter(|&&rest| rest == 1).count();
                visit(value, small.then_some(ones), remainders.iter().fold(0, |sum, rest| sum ^ rest));
            },
        )?,
    }
    // One value for each number of ones.
    let values: Vec<Value> = by_count
        .iter()
        .map(|seen| if let [value] = seen[..] { Some(value) } else { None })
        .collect::<Option<_>>()?;
    if !agrees {
        return None;
    }
    if !values.iter().zip(0u64..).all(|(&value, ones)| value == guess.at(ones % 2)) {
        // Small heaps are decided by parity, as in misère play; else this is not really a nim-sum
        // law.
        guess.small = Some(SmallLaw::of(&values).filter(|small| small.modulus <= 2)?);
    }
    Some(guess)
}

#[cfg(test)]
mod tests {
    use bouton_automata::{combine, minimize, table_law};

    use super::*;
    use crate::{
        condition::{Condition, all_of},
        linear_form::LinearForm,
    };

    /// The form found for the law with these values; `digits` further digits distinguish all
    /// prefixes.
    fn found(tracks: usize, digits: u32, value: &dyn Fn(&[u64]) -> Value) -> Option<NimSumLaw> {
        find(&minimize(&table_law(tracks, 1, |_, x| value(x), digits).unwrap()))
    }

    fn xor(x: &[u64]) -> u64 {
        x.iter().fold(0, |sum, x| sum ^ x)
    }

    #[test]
    fn the_number_is_found_and_agrees_on_a_box() {
        type Described<'a> = (usize, u32, &'a dyn Fn(&[u64]) -> Value);
        let laws: [Described<'_>; 5] = [
            (3, 2, &|x| Value::from(xor(x) != 1)),
            (4, 2, &|x| Value::from(xor(&[x[0], x[2], x[3]]) != 2)),
            (3, 2, &|x| Value::from(![1, 3].contains(&xor(x)))),
            (3, 2, &|x| {
                let small = x.iter().all(|&x| x <= 1);
                Value::from(xor(x) != u64::from(!small))
            }),
            (3, 3, &|x| Value::from(xor(&[x[0] % 6, x[1] % 6, x[2] % 6]) != 1)),
        ];
        for (index, (tracks, digits, value)) in laws.into_iter().enumerate() {
            let found = found(tracks, digits, value).unwrap_or_else(|| panic!("law {index}"));
            for code in 0..8u64.pow(u32::try_from(tracks).unwrap()) {
                let position: Vec<u64> = (0..tracks).map(|track| code >> (3 * track) & 7).collect();
                assert_eq!(found.value(&position), value(&position), "{index}: {position:?}");
            }
            assert_eq!(found.coordinates.len(), 3);
            assert_eq!((found.small.is_some(), found.modulus), (index == 3, (index == 4).then_some(6)));
        }
    }

    /// One position with another value, near or far, and the form is refused.
    #[test]
    fn what_differs_anywhere_is_refused() {
        let nim = minimize(&table_law(3, 1, |_, x| Value::from(xor(x) != 1), 2).unwrap());
        assert!(find(&nim).is_some());
        for odd in [[1, 2, 3], [6, 6, 1], [0, 0, 1], [0, 3, 2], [32, 1, 32], [33, 2, 0]] {
            let conditions = odd
                .iter()
                .enumerate()
                .map(|(track, &value)| Condition::Equal { form: LinearForm::coordinate(3, track), value });
            let here = all_of(&NUMERATION, 3, &conditions.collect::<Vec<_>>()).unwrap();
            let law = minimize(&combine(&nim, &here, |value, here| value ^ here));
            assert_eq!(find(&law), None, "{odd:?}");
        }
        for rest in 0..3 {
            assert_eq!(found(3, 2, &|x| Value::from((x[0] + x[1] + x[2]) % 3 != rest)), None);
            assert_eq!(found(2, 2, &|x| Value::from((x[0] + x[1]) % 3 != rest)), None);
        }
    }
}
