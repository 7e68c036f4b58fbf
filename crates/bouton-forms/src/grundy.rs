//! Grundy values read off a law with a Nim heap.
//!
//! A law of outcomes with one more track has the output P at (x, h) exactly if h is the Grundy
//! value of x (Sprague–Grundy). A person wants g(x) itself. Unbounded values are stated as a base
//! and a bounded excess over it; the base is the nim-sum or the sum of the coordinates or one of
//! them.

use bouton_automata::{explore, minimize};
use bouton_core::{DigitAutomaton, State, Value};
use serde::Serialize;

use crate::{
    linear_form::LinearForm,
    prefix::{self, NUMERATION},
    region::for_each_reached,
};

/// The largest excess, in absolute value.
const MAX_EXCESS: i64 = 32;
/// The largest divisor of a quotient.
const MAX_DIVISOR: u32 = 12;
/// The most coordinates of a quotient.
const MOST_OF_QUOTIENT: usize = 8;
/// The most states of the automaton of the excess before minimization.
const MAX_STATES: usize = 20_000;

/// The base of Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "base")]
pub enum Base {
    /// Zero: the excess is the value itself.
    Zero,
    /// The nim-sum of the coordinates: the value is its nim-sum with the excess.
    NimSum,
    /// A linear form: the value is its sum with the excess.
    Form {
        /// The form.
        form: LinearForm,
    },
    /// A quotient, rounded down, of which the excess is 0: ⌊(form + plus) / divisor⌋.
    Quotient {
        /// The form.
        form: LinearForm,
        /// The number that is added to it.
        plus: i64,
        /// The divisor.
        divisor: u32,
    },
}

/// Grundy values as a base and an excess that has finitely many values.
///
/// ```
/// use bouton_forms::{Base, GrundyValues};
///
/// // g = h1 − 2 + value, for the values 0, 1, … of a form
/// let values = GrundyValues { base: Base::NimSum, least: -2 };
/// assert_eq!((values.excess(0), values.excess(5)), (-2, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GrundyValues {
    /// The base.
    #[serde(flatten)]
    pub base: Base,
    /// The excess that the form's value 0 stands for.
    pub least: i64,
}

impl GrundyValues {
    /// The excess over the base that a form calls `value`.
    ///
    /// ```
    /// use bouton_forms::{Base, GrundyValues};
    ///
    /// let values = GrundyValues { base: Base::Zero, least: 1 };
    /// assert_eq!(values.excess(3), 4);
    /// ```
    #[must_use]
    pub fn excess(&self, value: Value) -> i64 {
        i64::from(value) + self.least
    }
}

/// The excesses over the base as a law of the coordinates alone, and their numbering; the bases are
/// tried from the simplest on. The list is empty if the law is not *exactly* of this kind: for each
/// position one excess in a finite range.
pub(crate) fn find(law: &DigitAutomaton) -> Vec<(GrundyValues, DigitAutomaton)> {
    let Some(dimension) = law.tracks().checked_sub(1) else { return Vec::new() };
    let mut forms = Vec::new();
    if dimension > 1 {
        forms.push(LinearForm::sum(dimension, &(0..dimension).collect::<Vec<_>>()));
    }
    forms.extend((0..dimension).map(|track| LinearForm::coordinate(dimension, track)));
    let bases = [Base::Zero, Base::NimSum].into_iter();
    let bases = bases.chain(forms.iter().map(|form| Base::Form { form: form.clone() }));
    let found: Vec<_> = bases.filter_map(|base| excess_law(law, base)).collect();
    if found.is_empty() && dimension <= MOST_OF_QUOTIENT {
        let quotient = (2..=MAX_DIVISOR)
            .flat_map(|divisor| forms.iter().map(move |form| (form, divisor)))
            .find_map(|(form, divisor)| quotient(law, form, divisor));
        return quotient.into_iter().collect();
    }
    found
}

/// The quotient of a form that the values are. With d the divisor, d g − form is then always within d
/// numbers, the greatest of which is added to the form.
fn quotient(law: &DigitAutomaton, form: &LinearForm, divisor: u32) -> Option<(GrundyValues, DigitAutomaton)> {
    let dimension = law.tracks() - 1;
    let one = NUMERATION.letter_of_one(dimension);
    let (least, most) = reached_range(law, |difference, letter| {
        let digit = i64::from(NUMERATION.digit(letter, dimension));
        let added = i64::from(divisor) * digit - form.at_letter(letter % one);
        prefix::linear(difference, added)
    })?;
    if most - least >= i64::from(divisor) {
        return None;
    }
    let base = Base::Quotient { form: form.clone(), plus: most, divisor };
    let constant = DigitAutomaton::new(dimension, vec![0], vec![0], vec![0; one]).ok()?;
    Some((GrundyValues { base, least: 0 }, constant))
}

/// Folds `step` over the letters of each position with value 0, starting with 0, and returns the least and the greatest
/// result. Returns `None` if there is no such position, or if a result exceeds [`MAX_EXCESS`] in absolute value. Once beyond
/// that bound, `step` must stay beyond it.
fn reached_range(law: &DigitAutomaton, step: impl Fn(i64, usize) -> i64) -> Option<(i64, i64)> {
    let edge = MAX_EXCESS + 1;
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for_each_reached(
        law,
        &|value| value == 0,
        0i64,
        |&number, letter| step(number, letter).clamp(-edge, edge),
        |_, &number| {
            least = least.min(number);
            most = most.max(number);
        },
    )?;
    (-edge < least && least <= most && most < edge).then_some((least, most))
}

impl Base {
    /// The excess after one more digit of each coordinate and of the Nim heap.
    fn append(&self, excess: i64, letter: usize, digit: i64) -> i64 {
        match self {
            Self::Zero => prefix::linear(excess, digit),
            Self::NimSum => {
                let odd = NUMERATION.digit_sum(letter) % 2 == 1;
                prefix::linear(excess, if odd { 1 - digit } else { digit })
            }
            Self::Form { form } | Self::Quotient { form, .. } => {
                prefix::linear(excess, digit - form.at_letter(letter))
            }
        }
    }
}

fn excess_law(law: &DigitAutomaton, base: Base) -> Option<(GrundyValues, DigitAutomaton)> {
    let dimension = law.tracks() - 1;
    // The letter of the Nim heap's digit 1, above those of the coordinates.
    let one = NUMERATION.letter_of_one(dimension);
    // The excesses that occur.
    let (least, most) = reached_range(law, |excess, letter| {
        let digit = i64::from(NUMERATION.digit(letter, dimension));
        base.append(excess, letter % one, digit)
    })?;
    // A prefix of an excess in the range is in this one: e = 2e' + digit − (part of the form).
    let weight = match &base {
        Base::Form { form } | Base::Quotient { form, .. } => form.weight(),
        Base::Zero | Base::NimSum => 0,
    };
    let low = least.min(-weight - 1).min(0);
    let high = most.max(weight + 1);
    let index = |excess: i64| usize::try_from(excess - low).ok().filter(|_| excess <= high);
    // For each excess, the law's state after reading the coordinates' prefix and the Nim heap with
    // that excess over it; `None` where that heap would be negative.
    let start: Vec<Option<State>> = (low..=high)
        .map(|excess| {
            let heap = u64::try_from(excess).ok()?;
            let digits = NUMERATION.word_small(heap).into_iter();
            Some(law.read(law.starts()[0], digits.map(|digit| one * usize::from(digit))))
        })
        .collect();
    let built = explore(
        dimension,
        [start],
        |states, letter| {
            (low..=high)
                .map(|excess| {
                    (0..2i64).find_map(|digit| {
                        let doubled = excess - base.append(0, letter, digit);
                        let doubled = if doubled % 2 == 0 { Some(doubled) } else { None }?;
                        let state = states[index(doubled / 2)?]?;
                        Some(law.next(state, if digit == 1 { letter + one } else { letter }))
                    })
                })
                .collect()
        },
        |states: &Vec<Option<State>>| {
            let mut lost = (low..=high).zip(states).filter_map(|(excess, state)| {
                (law.output((*state)?) == 0).then(|| Value::try_from(excess - least).ok())?
            });
            match (lost.next(), lost.next()) {
                (Some(value), None) => value,
                _ => Value::MAX,
            }
        },
        MAX_STATES,
    )
    .ok()?;
    if built.outputs().contains(&Value::MAX) {
        return None;
    }
    Some((GrundyValues { base, least }, minimize(&built)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;

    /// Checks the law "P at (x, h) if h = g(x)" and the values that are read off it.
    fn check(dimension: usize, lookahead: u32, grundy: &dyn Fn(&[u64]) -> u64, expected: usize) {
        let law = table_law(
            dimension + 1,
            1,
            |_, x| Value::from(x[dimension] != grundy(&x[..dimension])),
            lookahead,
        )
        .unwrap();
        let found = find(&minimize(&law));
        assert_eq!(found.len(), expected);
        for (values, excesses) in found {
            for code in 0..16u64.pow(u32::try_from(dimension).unwrap()) {
                let position: Vec<u64> = (0..dimension).map(|track| code >> (4 * track) & 15).collect();
                let excess = values.excess(excesses.evaluate_small(0, &position));
                let value = match &values.base {
                    Base::Zero => excess,
                    Base::NimSum => {
                        i64::try_from(position.iter().fold(0, |sum, x| sum ^ x)).unwrap() ^ excess
                    }
                    Base::Form { form } => form.at(&position) + excess,
                    Base::Quotient { form, plus, divisor } => {
                        (form.at(&position) + plus).div_euclid(i64::from(*divisor)) + excess
                    }
                };
                assert_eq!(u64::try_from(value), Ok(grundy(&position)), "{values:?} {position:?}");
            }
        }
    }

    #[test]
    fn bounded_values_are_values() {
        check(2, 3, &|x| (x[0] + 2 * x[1]) % 3, 1);
    }

    #[test]
    fn nim_sums_and_sums_are_bases() {
        check(2, 3, &|x| x[0] ^ x[1] ^ u64::from(x[0] == 1), 1);
        check(2, 4, &|x| x[0] + x[1], 1);
        // Nim with a pass: n + 1 for odd n, n − 1 for even n > 0.
        check(1, 4, &|x| if x[0] % 2 == 1 { x[0] + 1 } else { x[0].saturating_sub(1) }, 1);
        check(1, 4, &|x| x[0].saturating_sub(2), 1);
    }

    #[test]
    fn quotients_are_bases() {
        check(1, 4, &|x| x[0] / 2, 1);
        check(1, 5, &|x| x[0].div_ceil(3), 1);
        check(2, 5, &|x| (x[0] + x[1]).div_ceil(2), 1);
        check(1, 5, &|x| x[0] / 2 + x[0] / 3, 0);
    }

    #[test]
    fn a_law_that_is_no_grundy_function_is_refused() {
        // Odd coordinates have no h with P, and the others have two.
        let law = table_law(2, 1, |_, x| Value::from(x[0] % 2 == 1 || x[1] > 1), 3).unwrap();
        assert!(find(&minimize(&law)).is_empty());
    }
}
