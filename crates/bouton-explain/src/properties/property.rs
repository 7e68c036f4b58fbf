//! Properties of positions, and their automata: in base 2, those of a single number in every base.

use bouton_automata::{explore, explore_over};
use bouton_core::{DigitAutomaton, Numeration, Value};
use serde::Serialize;

use crate::{
    condition::{Condition, all_of},
    linear_form::LinearForm,
    prefix::NUMERATION,
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
    /// A number is not 0 and ends in an even, or in an odd number of zeros, in the base of the law.
    Zeros {
        /// Its place.
        number: usize,
        /// Whether the number of zeros is odd.
        odd: bool,
    },
    /// The only number is written as a smaller one followed by a digit any number of times, in the base of
    /// the law.
    Tail {
        /// The number that is continued.
        head: u32,
        /// The digit that follows.
        digit: u8,
    },
    /// Two numbers end in equally many binary zeros, or are both 0.
    SameZeros {
        /// The place of the first one.
        one: usize,
        /// The place of the second one.
        other: usize,
    },
}

impl Property {
    /// The automaton that gives 1 where the property holds, else 0.
    pub(crate) fn automaton(&self, tracks: usize) -> Option<DigitAutomaton> {
        let digit = |letter: usize, track: usize| NUMERATION.digit(letter, track);
        Some(match self {
            Self::Tail { .. } => self.of_one(&NUMERATION)?,
            Self::Linear(condition) => all_of(tracks, std::slice::from_ref(condition))?,
            Self::Remainder { form, modulus, residues } => {
                let modulus = i64::from(*modulus);
                let next = |rest: &i64, letter: usize| form.append(*rest, letter).rem_euclid(modulus);
                let output = |rest: &i64| Value::from(residues.iter().any(|&of| i64::from(of) == *rest));
                explore(tracks, [0i64], next, output, MOST_STATES).ok()?
            }
            Self::NimSum { numbers, value } => {
                let next = |sum: &u8, letter: usize| {
                    let odd = numbers.iter().map(|&track| digit(letter, track)).sum::<u8>() % 2;
                    (2 * sum + odd).min(2)
                };
                explore(tracks, [0u8], next, |sum| Value::from(sum == value), MOST_STATES).ok()?
            }
            Self::Columns { modulus } => {
                let next = |holds: &bool, letter: usize| {
                    *holds
                        && (0..tracks).map(|track| digit(letter, track)).sum::<u8>().is_multiple_of(*modulus)
                };
                explore(tracks, [true], next, |holds| Value::from(*holds), MOST_STATES).ok()?
            }
            Self::LeastOdd { one, other } => {
                let difference = one.minus(other);
                let edge = difference.weight() + 1;
                let next = |(sign, _): &(i64, [i64; 2]), letter: usize| {
                    let last = [one, other].map(|form| form.at_letter(letter).rem_euclid(2));
                    (difference.append(*sign, letter).clamp(-edge, edge), last)
                };
                let output = |(sign, last): &(i64, [i64; 2])| Value::from(last[usize::from(*sign > 0)] == 1);
                explore(tracks, [(0i64, [0i64; 2])], next, output, MOST_STATES).ok()?
            }
            Self::Count { least, of } => {
                // The known part of each number: its last digit, or the number itself, at most 2.
                let next = |numbers: &Vec<u8>, letter: usize| {
                    let one = |(track, &before): (usize, &u8)| match of {
                        OfEach::Odd => digit(letter, track),
                        OfEach::Zero | OfEach::AtMostOne => (2 * before + digit(letter, track)).min(2),
                    };
                    numbers.iter().enumerate().map(one).collect::<Vec<u8>>()
                };
                let output = |numbers: &Vec<u8>| {
                    let counted = numbers.iter().filter(|&&number| match of {
                        OfEach::Odd => number == 1,
                        OfEach::Zero => number == 0,
                        OfEach::AtMostOne => number <= 1,
                    });
                    Value::from(counted.count() >= *least)
                };
                explore(tracks, [vec![0u8; tracks]], next, output, MOST_STATES).ok()?
            }
            Self::SameLeast { one, other } => {
                // For both pairs which number is smaller so far, and whether the smaller ones are equal.
                type State = Option<[std::cmp::Ordering; 2]>;
                let next = |state: &State, letter: usize| {
                    let [before, after] = (*state)?.map(|sign| [sign; 2]);
                    let pair = |numbers: &[usize; 2], sign: std::cmp::Ordering| {
                        let [a, b] = numbers.map(|track| digit(letter, track));
                        let least = match sign {
                            std::cmp::Ordering::Less => a,
                            std::cmp::Ordering::Equal => a.min(b),
                            std::cmp::Ordering::Greater => b,
                        };
                        (least, sign.then(a.cmp(&b)))
                    };
                    let (first, second) = (pair(one, before[0]), pair(other, after[0]));
                    (first.0 == second.0).then_some([first.1, second.1])
                };
                let start: State = Some([std::cmp::Ordering::Equal; 2]);
                explore(tracks, [start], next, |state| Value::from(state.is_some()), MOST_STATES).ok()?
            }
            Self::Carries { value } => {
                let next = |half: &u8, letter: usize| {
                    let ones: u8 = (0..tracks).map(|track| digit(letter, track)).sum();
                    (2 * half + ones / 2).min(value + 1)
                };
                explore(tracks, [0u8], next, |half| Value::from(half == value), MOST_STATES).ok()?
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
                explore(tracks, [start], next, output, MOST_STATES).ok()?
            }
            Self::NimSumOfQuotients { divisor } => {
                let next = |state: &Option<Vec<u32>>, letter: usize| {
                    let longer = |(track, rest): (usize, &u32)| 2 * rest + u32::from(digit(letter, track));
                    let longer: Vec<u32> = state.as_ref()?.iter().enumerate().map(longer).collect();
                    let ones: u32 = longer.iter().map(|rest| rest / divisor).sum();
                    ones.is_multiple_of(2).then(|| longer.iter().map(|rest| rest % divisor).collect())
                };
                let start = Some(vec![0u32; tracks]);
                explore(tracks, [start], next, |state| Value::from(state.is_some()), MOST_STATES).ok()?
            }
            Self::Zeros { number, odd } => {
                // Whether there was a 1, and the number of zeros after the last one is even.
                let next = |even: &Option<bool>, letter: usize| match digit(letter, *number) {
                    0 => even.map(|even| !even),
                    _ => Some(true),
                };
                explore(tracks, [None], next, |even| Value::from(*even == Some(!odd)), MOST_STATES).ok()?
            }
            Self::SameZeros { one, other } => {
                let next = |same: &bool, letter: usize| match (digit(letter, *one), digit(letter, *other)) {
                    (0, 0) => *same,
                    (one, other) => one == other,
                };
                explore(tracks, [true], next, |same| Value::from(*same), MOST_STATES).ok()?
            }
        })
    }

    /// The automaton in a base, if the property is one of a single number.
    pub(crate) fn of_one(&self, numeration: &Numeration) -> Option<DigitAutomaton> {
        let base = u64::from(numeration.as_base()?);
        let law = match self {
            Self::Linear(Condition::Equal { value, .. }) => {
                let value = u64::try_from(*value).ok()?;
                let next = |n: &u64, digit: usize| (base * n + digit as u64).min(value + 1);
                explore_over(numeration, 1, [0u64], next, |n| Value::from(*n == value), MOST_STATES)
            }
            Self::Remainder { modulus, residues, .. } => {
                let modulus = u64::from(*modulus);
                let next = |rest: &u64, digit: usize| (base * rest + digit as u64) % modulus;
                let output = |rest: &u64| Value::from(residues.iter().any(|&of| u64::from(of) == *rest));
                explore_over(numeration, 1, [0u64], next, output, MOST_STATES)
            }
            Self::Zeros { odd, .. } => {
                let next = |even: &Option<bool>, digit: usize| match digit {
                    0 => even.map(|even| !even),
                    _ => Some(true),
                };
                let output = |even: &Option<bool>| Value::from(*even == Some(!odd));
                explore_over(numeration, 1, [None], next, output, MOST_STATES)
            }
            Self::Tail { head, digit } => {
                let (head, tail) = (u64::from(*head), usize::from(*digit));
                // `None` if it does not fit; else the number so far, while it is not longer than the head.
                let next = |read: &Option<(u64, bool)>, digit: usize| {
                    let (n, whole) = (*read)?;
                    match (whole, digit) {
                        // No leading zeros, and a head of 0 has no digits.
                        (_, 0) if n == 0 => Some((0, whole)),
                        (true, _) => (digit == tail).then_some((head.max(1), true)),
                        (false, _) => {
                            let longer = base * n + digit as u64;
                            (longer <= head).then_some((longer, longer == head))
                        }
                    }
                };
                let output = |read: &Option<(u64, bool)>| Value::from(read.is_some_and(|(_, whole)| whole));
                explore_over(numeration, 1, [Some((0, head == 0))], next, output, MOST_STATES)
            }
            _ => return None,
        };
        law.ok()
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
        let cases: [(Property, Direct); 17] = [
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
            (Property::NimSumOfSuccessors, |x| (x[0] + 1) ^ (x[1] + 1) ^ (x[2] + 1) == 0),
            (Property::NimSumOfQuotients { divisor: 3 }, |x| (x[0] / 3) ^ (x[1] / 3) ^ (x[2] / 3) == 0),
            (Property::Zeros { number: 1, odd: false }, |x| x[1] > 0 && x[1].trailing_zeros() % 2 == 0),
            (Property::Zeros { number: 1, odd: true }, |x| x[1] > 0 && x[1].trailing_zeros() % 2 == 1),
            (Property::SameZeros { one: 0, other: 2 }, |x| x[0].trailing_zeros() == x[2].trailing_zeros()),
        ];
        for (property, direct) in cases {
            let automaton = property.automaton(3).unwrap();
            for code in 0..1000u64 {
                let x = [code / 100, code / 10 % 10, code % 10];
                assert_eq!(automaton.evaluate_small(0, &x) == 1, direct(&x), "{property:?} {x:?}");
            }
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
                let automaton = Property::Tail { head, digit }.of_one(&numeration).unwrap();
                let begin = written(u64::from(head));
                for n in 0..2000u64 {
                    let digits = written(n);
                    let expected = digits.len() >= begin.len()
                        && digits[..begin.len()] == begin[..]
                        && digits[begin.len()..].iter().all(|&of| of == u64::from(digit));
                    assert_eq!(automaton.evaluate_small(0, &[n]) == 1, expected, "{base} {head} {digit} {n}");
                }
            }
            let zeros = Property::Zeros { number: 0, odd: false }.of_one(&numeration).unwrap();
            let rest =
                Property::Remainder { form: LinearForm::coordinate(1, 0), modulus: 2, residues: vec![1] };
            let rest = rest.of_one(&numeration).unwrap();
            for n in 0..500u64 {
                let ends = written(n).iter().rev().take_while(|&&digit| digit == 0).count();
                assert_eq!(zeros.evaluate_small(0, &[n]) == 1, n > 0 && ends % 2 == 0, "{base} {n}");
                assert_eq!(rest.evaluate_small(0, &[n]) == 1, n % 2 == 1, "{base} {n}");
            }
        }
    }
}
