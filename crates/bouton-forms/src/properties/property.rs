//! Properties of positions, and their automata.

use std::cmp::Ordering;

use bouton_automata::{explore, explore_over};
use bouton_core::{DigitAutomaton, LinearReader, MAX_RECURRENCE, Numeration, ReaderState, Value};
use serde::Serialize;

use crate::{
    condition::{Condition, all_of},
    linear_form::LinearForm,
    prefix::{NUMERATION, digits_in},
};

/// The most states of a property.
const MOST_STATES: usize = 20_000;

/// The kind of numbers that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfEach {
    /// Numbers that are 0.
    Zero,
    /// Numbers that are at most 1.
    AtMostOne,
    /// Odd numbers.
    Odd,
}

/// A property that a position has or does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "property")]
pub enum Property {
    /// A linear condition.
    Linear(Condition),
    /// The remainder of a linear form is one of some residues.
    Remainder {
        /// The form.
        form: LinearForm,
        /// The modulus.
        modulus: u32,
        /// The residues, ascending.
        residues: Vec<u32>,
    },
    /// The nim-sum of some numbers is a small number.
    NimSum {
        /// The places of the numbers.
        numbers: Vec<usize>,
        /// The nim-sum, 0 or 1.
        value: u8,
    },
    /// In every column of binary digits the number of ones is a multiple of a number.
    Columns {
        /// The modulus.
        modulus: u8,
    },
    /// The smaller one of two sums is odd.
    LeastOdd {
        /// The first sum.
        one: LinearForm,
        /// The second sum.
        other: LinearForm,
    },
    /// At least this number of coordinates are of a kind.
    Count {
        /// The number of numbers.
        least: usize,
        /// Their kind.
        of: OfEach,
    },
    /// The smaller ones of two pairs of numbers are equal.
    SameLeast {
        /// The places of the first pair.
        one: [usize; 2],
        /// The places of the second pair.
        other: [usize; 2],
    },
    /// A number has an odd number of binary ones.
    Ones {
        /// Its place.
        number: usize,
    },
    /// The sum of the numbers exceeds their nim-sum by twice a small number: how often a 1 meets another one,
    /// with its weight.
    Carries {
        /// Half of the difference.
        value: u8,
    },
    /// The nim-sum of the numbers, each increased by 1, is 0.
    NimSumOfSuccessors,
    /// The nim-sum of the quotients of the numbers by a number is 0.
    NimSumOfQuotients {
        /// The divisor.
        divisor: u32,
    },
    /// A number is not 0 and ends in an even, or in an odd number of zeros, in the digits of the law.
    Zeros {
        /// Its place.
        number: usize,
        /// Whether the number of zeros is odd.
        odd: bool,
    },
    /// The only number is written as a smaller one followed by a digit any number of times, in the digits of the law.
    Tail {
        /// The number that is continued.
        head: u32,
        /// The digit that follows.
        digit: u8,
    },
    /// A number ends in some digits of the numeration.
    Ends {
        /// Its place.
        number: usize,
        /// The digits.
        ending: Vec<u8>,
    },
    /// A number is written as another one with a 0 appended.
    Appended {
        /// The place of the shorter one.
        one: usize,
        /// The place of the longer one.
        other: usize,
    },
    /// A number is at most φ = (1 + √5)/2 times another one, the golden section, in sums of Fibonacci numbers.
    Slope {
        /// The place of the number that is multiplied.
        one: usize,
        /// The place of the number that is compared.
        other: usize,
    },
    /// Two numbers end in equally many zeros, or are both 0.
    SameZeros {
        /// The place of the first one.
        one: usize,
        /// The place of the second one.
        other: usize,
    },
}

impl Property {
    /// Whether it is one of the digits of single numbers.
    pub fn is_about_words(&self) -> bool {
        matches!(
            self,
            Self::Zeros { .. }
                | Self::SameZeros { .. }
                | Self::Ends { .. }
                | Self::Appended { .. }
                | Self::Tail { .. }
                | Self::Ones { .. }
                | Self::Slope { .. }
        )
    }

    /// Whether it is simple enough to be asked before others.
    pub(super) fn splits(&self) -> bool {
        match self {
            Self::Linear(Condition::Equal { form, .. } | Condition::AtMost { form, .. }) => {
                form.coefficients().iter().filter(|factor| **factor != 0).count() <= 2
            }
            Self::Remainder { modulus: 2, .. } | Self::Count { .. } => true,
            _ => false,
        }
    }
}

impl Property {
    /// The automaton that gives 1 where the property holds, else 0, in a numeration; `None` if the property is one of
    /// binary digits, and the numeration has others.
    pub fn automaton(&self, numeration: &Numeration, tracks: usize) -> Option<DigitAutomaton> {
        let digit = |letter: usize, track: usize| numeration.digit(letter, track);
        let digits = |letter: usize| digits_in(numeration, tracks, letter);
        let is_binary = numeration.is_binary();
        // Reads a linear form, as far as its comparison with some numbers needs it.
        let reader = |form: &LinearForm, bounds| LinearReader::new(numeration, form.coefficients(), bounds);
        let modulo = |form: &LinearForm| reader(form, (0, 0));
        Some(match self {
            Self::Linear(condition) => all_of(numeration, tracks, std::slice::from_ref(condition))?,
            Self::Remainder { form, modulus, residues } => {
                let (reader, modulus) = (modulo(form)?, i64::from(*modulus));
                let next = |rest: &[i64; MAX_RECURRENCE], letter: usize| {
                    reader.step_modulo(rest, &digits(letter), modulus)
                };
                let output = |rest: &[i64; MAX_RECURRENCE]| {
                    Value::from(residues.iter().any(|&of| i64::from(of) == rest[0]))
                };
                explore_over(numeration, tracks, [[0; MAX_RECURRENCE]], next, output, MOST_STATES).ok()?
            }
            Self::LeastOdd { one, other } => {
                let (difference, readers) =
                    (reader(&one.minus(other), (0, 0))?, [modulo(one)?, modulo(other)?]);
                let next = |(running, rests): &(ReaderState, [[i64; MAX_RECURRENCE]; 2]), letter: usize| {
                    let digits = digits(letter);
                    let rest = |place: usize| readers[place].step_modulo(&rests[place], &digits, 2);
                    (difference.step(running, &digits), [rest(0), rest(1)])
                };
                let output = |(running, rests): &(ReaderState, [[i64; MAX_RECURRENCE]; 2])| {
                    let order = running.order().or_else(|| running.value().map(|of| of.cmp(&0)));
                    Value::from(rests[usize::from(order == Some(Ordering::Greater))][0] == 1)
                };
                let start = (difference.start(), [[0; MAX_RECURRENCE]; 2]);
                explore_over(numeration, tracks, [start], next, output, MOST_STATES).ok()?
            }
            Self::Count { least, of } => {
                // What is known of each number: its remainder, or its comparison with 0 or 1.
                let bound = i64::from(*of == OfEach::AtMostOne);
                let reader = LinearReader::new(numeration, &[1], (bound, bound))?;
                let next = |numbers: &Vec<(ReaderState, [i64; MAX_RECURRENCE])>, letter: usize| {
                    let one =
                        |(track, (running, rest)): (usize, &(ReaderState, [i64; MAX_RECURRENCE]))| match of {
                            OfEach::Odd => (*running, reader.step_modulo(rest, &[digit(letter, track)], 2)),
                            OfEach::Zero | OfEach::AtMostOne => {
                                (reader.step(running, &[digit(letter, track)]), *rest)
                            }
                        };
                    numbers.iter().enumerate().map(one).collect::<Vec<_>>()
                };
                let output = |numbers: &Vec<(ReaderState, [i64; MAX_RECURRENCE])>| {
                    let counted = numbers.iter().filter(|(running, rest)| match of {
                        OfEach::Odd => rest[0] == 1,
                        OfEach::Zero | OfEach::AtMostOne => {
                            running.value().is_some_and(|value| value <= bound)
                        }
                    });
                    Value::from(counted.count() >= *least)
                };
                let start = vec![(reader.start(), [0; MAX_RECURRENCE]); tracks];
                explore_over(numeration, tracks, [start], next, output, MOST_STATES).ok()?
            }
            Self::SameLeast { one, other } => {
                // For both pairs which number is smaller so far, and whether the smaller ones are equal. The order of
                // numbers is that of their words.
                type State = Option<[Ordering; 2]>;
                let next = |state: &State, letter: usize| {
                    let [before, after] = (*state)?.map(|sign| [sign; 2]);
                    let pair = |numbers: &[usize; 2], sign: Ordering| {
                        let [a, b] = numbers.map(|track| digit(letter, track));
                        let least = match sign {
                            Ordering::Less => a,
                            Ordering::Equal => a.min(b),
                            Ordering::Greater => b,
                        };
                        (least, sign.then(a.cmp(&b)))
                    };
                    let (first, second) = (pair(one, before[0]), pair(other, after[0]));
                    (first.0 == second.0).then_some([first.1, second.1])
                };
                let output = |state: &State| Value::from(state.is_some());
                explore_over(numeration, tracks, [Some([Ordering::Equal; 2])], next, output, MOST_STATES)
                    .ok()?
            }
            Self::Zeros { number, odd } => {
                // Whether there was another digit, and the number of zeros after the last one is even.
                let next = |even: &Option<bool>, letter: usize| match digit(letter, *number) {
                    0 => even.map(|even| !even),
                    _ => Some(true),
                };
                let output = |even: &Option<bool>| Value::from(*even == Some(!odd));
                explore_over(numeration, tracks, [None], next, output, MOST_STATES).ok()?
            }
            Self::SameZeros { one, other } => {
                let next = |same: &bool, letter: usize| match (digit(letter, *one), digit(letter, *other)) {
                    (0, 0) => *same,
                    (one, other) => (one == 0) == (other == 0),
                };
                explore_over(numeration, tracks, [true], next, |same| Value::from(*same), MOST_STATES).ok()?
            }
            Self::Ends { number, ending } => {
                // The last digits; before any digit there are zeros.
                let next = |last: &Vec<u8>, letter: usize| [&last[1..], &[digit(letter, *number)]].concat();
                let output = |last: &Vec<u8>| Value::from(last == ending);
                explore_over(numeration, tracks, [vec![0; ending.len()]], next, output, MOST_STATES).ok()?
            }
            Self::Appended { one, other } => {
                // The digit that the shorter number must have next, which the longer one has had.
                let next = |wanted: &Option<u8>, letter: usize| {
                    (*wanted == Some(digit(letter, *one))).then(|| digit(letter, *other))
                };
                let output = |wanted: &Option<u8>| Value::from(*wanted == Some(0));
                explore_over(numeration, tracks, [Some(0)], next, output, MOST_STATES).ok()?
            }
            Self::Slope { one, other } => {
                let Some([1, 1]) = numeration.recurrence() else { return None };
                // The order of the other number and of the first one with a 0 appended is that of their words. The latter
                // is less than 1 apart from φ times the first number, and larger if that number ends in an even number of
                // zeros.
                type State = (Ordering, u8, Option<bool>);
                let next = |(order, before, even): &State, letter: usize| {
                    let (shorter, longer) = (digit(letter, *one), digit(letter, *other));
                    let even = match shorter {
                        0 => even.map(|even| !even),
                        _ => Some(true),
                    };
                    (order.then(before.cmp(&shorter)), longer, even)
                };
                let output = |(order, before, even): &State| {
                    Value::from(match order.then(before.cmp(&0)) {
                        Ordering::Less => true,
                        Ordering::Equal => *even != Some(true),
                        Ordering::Greater => false,
                    })
                };
                explore_over(numeration, tracks, [(Ordering::Equal, 0, None)], next, output, MOST_STATES)
                    .ok()?
            }
            Self::Tail { head, digit: tail } => {
                let head = numeration.word_small(u64::from(*head));
                // The place in the head, or beyond it whether there was a digit; `None` if it does not fit.
                let next = |place: &Option<usize>, letter: usize| {
                    let place = (*place)?;
                    match (digit(letter, 0), head.get(place)) {
                        (0, _) if place == 0 => Some(0),
                        (digit, Some(&wanted)) => (digit == wanted).then_some(place + 1),
                        (digit, None) => (digit == *tail).then_some(head.len().max(1)),
                    }
                };
                let output =
                    |place: &Option<usize>| Value::from(place.is_some_and(|place| place >= head.len()));
                explore_over(numeration, tracks, [Some(0)], next, output, MOST_STATES).ok()?
            }
            Self::NimSum { .. }
            | Self::Columns { .. }
            | Self::Ones { .. }
            | Self::Carries { .. }
            | Self::NimSumOfSuccessors
            | Self::NimSumOfQuotients { .. } => is_binary.then(|| self.binary(tracks))??,
        })
    }

    /// The automaton of a property of binary digits.
    fn binary(&self, tracks: usize) -> Option<DigitAutomaton> {
        let digit = |letter: usize, track: usize| NUMERATION.digit(letter, track);
        match self {
            Self::NimSum { numbers, value } => {
                let next = |sum: &u8, letter: usize| {
                    let odd = numbers.iter().map(|&track| digit(letter, track)).sum::<u8>() % 2;
                    (2 * sum + odd).min(2)
                };
                explore(tracks, [0u8], next, |sum| Value::from(sum == value), MOST_STATES).ok()
            }
            Self::Columns { modulus } => {
                let next = |holds: &bool, letter: usize| {
                    *holds
                        && (0..tracks).map(|track| digit(letter, track)).sum::<u8>().is_multiple_of(*modulus)
                };
                explore(tracks, [true], next, |holds| Value::from(*holds), MOST_STATES).ok()
            }
            Self::Ones { number } => {
                let next = |odd: &bool, letter: usize| *odd != (digit(letter, *number) == 1);
                explore(tracks, [false], next, |odd| Value::from(*odd), MOST_STATES).ok()
            }
            Self::Carries { value } => {
                let next = |half: &u8, letter: usize| {
                    let ones: u8 = (0..tracks).map(|track| digit(letter, track)).sum();
                    (2 * half + ones / 2).min(value + 1)
                };
                explore(tracks, [0u8], next, |half| Value::from(half == value), MOST_STATES).ok()
            }
            Self::NimSumOfSuccessors => {
                // For each set of numbers that get a carry from the digits to come: whether the nim-sum is 0
                // then.
                let sets = 1usize << tracks;
                let next = |zero: &Vec<bool>, letter: usize| {
                    let digits: usize =
                        (0..tracks).map(|track| usize::from(digit(letter, track)) << track).sum();
                    let after = |carries: usize| {
                        zero[digits & carries] && (digits ^ carries).count_ones().is_multiple_of(2)
                    };
                    (0..sets).map(after).collect::<Vec<bool>>()
                };
                // Without digits, a carry is a 1.
                let start: Vec<bool> =
                    (0..sets).map(|carries| carries.count_ones().is_multiple_of(2)).collect();
                let output = |zero: &Vec<bool>| Value::from(zero[sets - 1]);
                explore(tracks, [start], next, output, MOST_STATES).ok()
            }
            Self::NimSumOfQuotients { divisor } => {
                let next = |state: &Option<Vec<u32>>, letter: usize| {
                    let longer = |(track, rest): (usize, &u32)| 2 * rest + u32::from(digit(letter, track));
                    let longer: Vec<u32> = state.as_ref()?.iter().enumerate().map(longer).collect();
                    let ones: u32 = longer.iter().map(|rest| rest / divisor).sum();
                    ones.is_multiple_of(2).then(|| longer.iter().map(|rest| rest % divisor).collect())
                };
                let start = Some(vec![0u32; tracks]);
                explore(tracks, [start], next, |state| Value::from(state.is_some()), MOST_STATES).ok()
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each automaton against the property itself, at all small positions.
    #[test]
    fn automata_decide_their_properties() {
        let sum = |tracks: &[usize]| LinearForm::sum(3, tracks);
        type Direct = fn(&[u64]) -> bool;
        let cases: [(Property, Direct); 18] = [
            (Property::Linear(Condition::Equal { form: LinearForm::difference(3, 0, 2), value: 1 }), |x| {
                x[0] == x[2] + 1
            }),
            (
                Property::Remainder {
                    form: LinearForm::difference(3, 0, 1),
                    modulus: 3,
                    residues: vec![0, 2],
                },
                |x| [0, 2].contains(&((x[0] + 3 * x[1] - x[1]) % 3)),
            ),
            (Property::NimSum { numbers: vec![0, 2], value: 1 }, |x| x[0] ^ x[2] == 1),
            (Property::Columns { modulus: 3 }, |x| {
                (0..4).all(|place| x.iter().filter(|&&x| x >> place & 1 == 1).count() % 3 == 0)
            }),
            (Property::LeastOdd { one: sum(&[0]), other: sum(&[1, 2]) }, |x| x[0].min(x[1] + x[2]) % 2 == 1),
            (Property::LeastOdd { one: sum(&[0, 1]), other: sum(&[1, 2]) }, |x| {
                (x[0] + x[1]).min(x[1] + x[2]) % 2 == 1
            }),
            (Property::Count { least: 2, of: OfEach::Zero }, |x| x.iter().filter(|&&x| x == 0).count() >= 2),
            (Property::Count { least: 2, of: OfEach::AtMostOne }, |x| {
                x.iter().filter(|&&x| x <= 1).count() >= 2
            }),
            (Property::Count { least: 1, of: OfEach::Odd }, |x| x.iter().any(|x| x % 2 == 1)),
            (Property::SameLeast { one: [0, 1], other: [2, 2] }, |x| x[0].min(x[1]) == x[2]),
            (Property::SameLeast { one: [0, 1], other: [1, 2] }, |x| x[0].min(x[1]) == x[1].min(x[2])),
            (Property::Carries { value: 1 }, |x| x[0] + x[1] + x[2] == (x[0] ^ x[1] ^ x[2]) + 2),
            (Property::Ones { number: 1 }, |x| x[1].count_ones() % 2 == 1),
            (Property::NimSumOfSuccessors, |x| (x[0] + 1) ^ (x[1] + 1) ^ (x[2] + 1) == 0),
            (Property::NimSumOfQuotients { divisor: 3 }, |x| (x[0] / 3) ^ (x[1] / 3) ^ (x[2] / 3) == 0),
            (Property::Zeros { number: 1, odd: false }, |x| x[1] > 0 && x[1].trailing_zeros() % 2 == 0),
            (Property::Zeros { number: 1, odd: true }, |x| x[1] > 0 && x[1].trailing_zeros() % 2 == 1),
            (Property::SameZeros { one: 0, other: 2 }, |x| x[0].trailing_zeros() == x[2].trailing_zeros()),
        ];
        for (property, direct) in cases {
            let automaton = property.automaton(&NUMERATION, 3).unwrap();
            for code in 0..1000u64 {
                let x = [code / 100, code / 10 % 10, code % 10];
                assert_eq!(automaton.evaluate_small(0, &x) == 1, direct(&x), "{property:?} {x:?}");
            }
        }
    }

    /// b ≤ φa, where φ² = φ + 1: b ≤ a, or (b − a)b ≤ a².
    #[test]
    fn a_slope_is_compared_exactly() {
        let slope = Property::Slope { one: 0, other: 1 };
        let automaton = slope.automaton(&Numeration::fibonacci(), 2).unwrap();
        for (a, b) in (0..150u64).flat_map(|a| (0..300).map(move |b| (a, b))) {
            let expected = b <= a || (b - a) * b <= a * a;
            assert_eq!(automaton.evaluate_small(0, &[a, b]) == 1, expected, "{a} {b}");
        }
        assert_eq!(slope.automaton(&NUMERATION, 2), None);
        assert_eq!(slope.automaton(&Numeration::ostrowski(2).unwrap(), 2), None);
    }

    /// The properties that every numeration has.
    #[test]
    fn automata_decide_their_properties_in_every_numeration() {
        type Direct = fn(&[u64]) -> bool;
        type OfTwo<'a> = &'a dyn Fn(u64, u64) -> bool;
        let sum = |tracks: &[usize]| LinearForm::sum(2, tracks);
        let cases: [(Property, Direct); 9] = [
            (Property::Linear(Condition::Equal { form: LinearForm::difference(2, 0, 1), value: 2 }), |x| {
                x[0] == x[1] + 2
            }),
            (Property::Linear(Condition::AtMost { form: LinearForm::mixed(2, 1, -2, 0), value: -1 }), |x| {
                x[1] < 2 * x[0]
            }),
            (
                Property::Remainder {
                    form: LinearForm::difference(2, 0, 1),
                    modulus: 3,
                    residues: vec![0, 2],
                },
                |x| [0, 2].contains(&((x[0] + 2 * x[1]) % 3)),
            ),
            (Property::LeastOdd { one: sum(&[0]), other: sum(&[1]) }, |x| x[0].min(x[1]) % 2 == 1),
            (Property::Count { least: 1, of: OfEach::Zero }, |x| x.contains(&0)),
            (Property::Count { least: 2, of: OfEach::AtMostOne }, |x| x.iter().all(|&x| x <= 1)),
            (Property::Count { least: 2, of: OfEach::Odd }, |x| x.iter().all(|x| x % 2 == 1)),
            (Property::SameLeast { one: [0, 1], other: [1, 1] }, |x| x[0] >= x[1]),
            (Property::SameLeast { one: [0, 0], other: [0, 1] }, |x| x[0] <= x[1]),
        ];
        let numerations =
            ["3", "10", "fibonacci", "ostrowski(3)", "ostrowski(1,2)", "fraenkel(2,2)", "tribonacci"];
        for name in numerations {
            let numeration: Numeration = name.parse().unwrap();
            for (property, direct) in &cases {
                let automaton = property.automaton(&numeration, 2).unwrap();
                for (a, b) in (0..40u64).flat_map(|a| (0..40).map(move |b| (a, b))) {
                    let holds = automaton.evaluate_small(0, &[a, b]) == 1;
                    assert_eq!(holds, direct(&[a, b]), "{name}: {property:?} {a} {b}");
                }
            }
            let zeros =
                |n: u64| numeration.word_small(n).iter().rev().take_while(|&&digit| digit == 0).count();
            let digits: [(Property, OfTwo<'_>); 4] = [
                (Property::Zeros { number: 0, odd: true }, &|a, _| a > 0 && zeros(a) % 2 == 1),
                (Property::SameZeros { one: 0, other: 1 }, &|a, b| {
                    (a == 0) == (b == 0) && zeros(a) == zeros(b)
                }),
                (Property::Ends { number: 1, ending: vec![0, 1] }, &|_, b| {
                    let word = [vec![0, 0], numeration.word_small(b)].concat();
                    word[word.len() - 2..] == [0, 1]
                }),
                (Property::Appended { one: 1, other: 0 }, &|a, b| numeration.append(b, 0) == Some(a)),
            ];
            for (property, direct) in digits {
                let automaton = property.automaton(&numeration, 2).unwrap();
                for (a, b) in (0..60u64).flat_map(|a| (0..60).map(move |b| (a, b))) {
                    let holds = automaton.evaluate_small(0, &[a, b]) == 1;
                    assert_eq!(holds, direct(a, b), "{name}: {property:?} {a} {b}");
                }
            }
            assert_eq!(Property::Carries { value: 1 }.automaton(&numeration, 2), None);
        }
    }

    /// The properties of one number in other bases.
    #[test]
    fn digits_of_one_number_are_read_in_every_base() {
        for base in [2u32, 3, 10] {
            let numeration = Numeration::base(base).unwrap();
            let base = u64::from(base);
            let written = |mut n: u64| {
                let mut digits = Vec::new();
                while n > 0 {
                    digits.insert(0, n % base);
                    n /= base;
                }
                digits
            };
            for (head, digit) in [(0u32, 1u8), (1, 0), (1, 1), (2, 0), (2, 1), (5, 1)] {
                let automaton = Property::Tail { head, digit }.automaton(&numeration, 1).unwrap();
                let begin = written(u64::from(head));
                for n in 0..2000u64 {
                    let digits = written(n);
                    let expected = digits.len() >= begin.len()
                        && digits[..begin.len()] == begin[..]
                        && digits[begin.len()..].iter().all(|&of| of == u64::from(digit));
                    assert_eq!(automaton.evaluate_small(0, &[n]) == 1, expected, "{base} {head} {digit} {n}");
                }
            }
            let zeros = Property::Zeros { number: 0, odd: false }.automaton(&numeration, 1).unwrap();
            let rest =
                Property::Remainder { form: LinearForm::coordinate(1, 0), modulus: 2, residues: vec![1] };
            let rest = rest.automaton(&numeration, 1).unwrap();
            for n in 0..500u64 {
                let ends = written(n).iter().rev().take_while(|&&digit| digit == 0).count();
                assert_eq!(zeros.evaluate_small(0, &[n]) == 1, n > 0 && ends % 2 == 0, "{base} {n}");
                assert_eq!(rest.evaluate_small(0, &[n]) == 1, n % 2 == 1, "{base} {n}");
            }
        }
    }
}
