//! Properties at numbers, without automata: most properties of a pool are compared with samples and never needed again.

use bouton_core::{Numeration, nim_sum};

use super::{OfEach, Property};
use crate::{condition::Condition, linear_form::LinearForm};

/// Positions with coordinates below 2^32: for each coordinate one list.
pub(super) struct Columns {
    positions: usize,
    numbers: Vec<Vec<i64>>,
}

impl Columns {
    pub(super) fn new<'x>(tracks: usize, positions: impl Iterator<Item = &'x [u64]> + Clone) -> Self {
        let column = |track: usize| positions.clone().map(|x| x[track].cast_signed()).collect();
        Self { positions: positions.clone().count(), numbers: (0..tracks).map(column).collect() }
    }

    /// The values of a linear form.
    fn of(&self, form: &LinearForm) -> Vec<i64> {
        let mut sums = vec![0; self.positions];
        for (numbers, &factor) in self.numbers.iter().zip(form.coefficients()) {
            let both = sums.iter_mut().zip(numbers);
            match factor {
                0 => {}
                1 => both.for_each(|(sum, x)| *sum += x),
                -1 => both.for_each(|(sum, x)| *sum -= x),
                _ => both.for_each(|(sum, x)| *sum += factor * x),
            }
        }
        sums
    }

    /// The set of the positions at which a function of all coordinates holds.
    fn holding(&self, holds: impl Fn(&[u64]) -> bool) -> Vec<u64> {
        let mut position = vec![0; self.numbers.len()];
        let places: Vec<usize> = (0..self.positions).collect();
        set_where(&places, |&place| {
            for (x, numbers) in position.iter_mut().zip(&self.numbers) {
                *x = numbers[place].cast_unsigned();
            }
            holds(&position)
        })
    }
}

/// The set of the places at which a function of the item there holds.
fn set_where<T>(items: &[T], mut holds: impl FnMut(&T) -> bool) -> Vec<u64> {
    let word = |items: &[T]| items.iter().rev().fold(0, |word, item| word << 1 | u64::from(holds(item)));
    items.chunks(64).map(word).collect()
}

impl Property {
    /// The positions at which the property holds, as a set of bits; `None` if it is one of words of digits, which its
    /// automaton reads.
    pub(super) fn holding(&self, numeration: &Numeration, positions: &Columns) -> Option<Vec<u64>> {
        let is_binary = numeration.is_binary();
        Some(match self {
            Self::Linear(Condition::Equal { form, value }) => {
                set_where(&positions.of(form), |at| at == value)
            }
            Self::Linear(Condition::AtMost { form, value }) => {
                set_where(&positions.of(form), |at| at <= value)
            }
            Self::Remainder { form, modulus, residues } => {
                let (at, modulus) = (positions.of(form), i64::from(*modulus));
                match residues[..] {
                    // Parities are the most frequent ones.
                    [residue] if modulus == 2 => set_where(&at, |at| at & 1 == i64::from(residue)),
                    _ => set_where(&at, |at| {
                        let rest = at.rem_euclid(modulus);
                        residues.iter().any(|&residue| i64::from(residue) == rest)
                    }),
                }
            }
            Self::LeastOdd { one, other } => {
                let both = positions.of(one).into_iter().zip(positions.of(other));
                let least: Vec<i64> = both.map(|(one, other)| one.min(other)).collect();
                set_where(&least, |least| least & 1 == 1)
            }
            Self::Count { least, of: kind } => {
                let counted = |x: u64| match kind {
                    OfEach::Zero => x == 0,
                    OfEach::AtMostOne => x <= 1,
                    OfEach::Odd => x & 1 == 1,
                };
                positions.holding(|x| x.iter().filter(|&&x| counted(x)).count() >= *least)
            }
            Self::SameLeast { one, other } => {
                let least = |x: &[u64], pair: &[usize; 2]| x[pair[0]].min(x[pair[1]]);
                positions.holding(|x| least(x, one) == least(x, other))
            }
            Self::NimSum { numbers, value } if is_binary => {
                positions.holding(|x| nim_sum(numbers.iter().map(|&number| x[number])) == u64::from(*value))
            }
            Self::Columns { modulus } if is_binary => positions.holding(|x| {
                let places = u64::BITS - x.iter().fold(0, |all, x| all | x).leading_zeros();
                let ones = |place: u32| x.iter().map(|x| x >> place & 1).sum::<u64>();
                (0..places).all(|place| ones(place).is_multiple_of(u64::from(*modulus)))
            }),
            Self::Ones { number } if is_binary => positions.holding(|x| x[*number].count_ones() & 1 == 1),
            Self::Carries { value } if is_binary => positions
                .holding(|x| x.iter().sum::<u64>() - nim_sum(x.iter().copied()) == 2 * u64::from(*value)),
            Self::NimSumOfSuccessors if is_binary => {
                positions.holding(|x| nim_sum(x.iter().map(|x| x + 1)) == 0)
            }
            Self::NimSumOfQuotients { divisor } if is_binary => {
                positions.holding(|x| nim_sum(x.iter().map(|x| x / u64::from(*divisor))) == 0)
            }
            Self::Zeros { number, odd } if is_binary => positions.holding(|x| {
                let number = x[*number];
                number > 0 && (number.trailing_zeros() & 1 == 1) == *odd
            }),
            Self::SameZeros { one, other } if is_binary => {
                positions.holding(|x| x[*one].trailing_zeros() == x[*other].trailing_zeros())
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        properties::{pool, samples::is_in},
        sample::Random,
    };

    /// Each property of all pools at random positions, and what its automaton reads there.
    #[test]
    fn properties_at_numbers_are_those_of_their_automata() {
        let mut random = Random(23);
        let (mut direct, mut by_words) = (0, 0);
        for (name, most_tracks) in [("2", 5), ("3", 3), ("fibonacci", 3), ("ostrowski(2)", 2)] {
            let numeration: Numeration = name.parse().unwrap();
            for (tracks, sorted) in (1..=most_tracks).flat_map(|tracks| [(tracks, false), (tracks, true)]) {
                let properties = match tracks {
                    1 => pool::of_one(&numeration),
                    _ => pool::pool(&numeration, tracks, sorted),
                };
                let positions: Vec<Vec<u64>> = (0..200)
                    .map(|_| {
                        let mut number = || u64::from(random.next() >> (12 + random.next() % 20));
                        let mut position: Vec<u64> = (0..tracks).map(|_| number()).collect();
                        if sorted {
                            position.sort_unstable();
                        }
                        position
                    })
                    .collect();
                let columns = Columns::new(tracks, positions.iter().map(Vec::as_slice));
                for property in properties {
                    let Some(holding) = property.holding(&numeration, &columns) else {
                        by_words += 1;
                        assert!(property.is_about_words() || !numeration.is_binary(), "{property:?}");
                        continue;
                    };
                    direct += 1;
                    let automaton = property.automaton(&numeration, tracks).unwrap();
                    for (sample, position) in positions.iter().enumerate() {
                        let read = automaton.evaluate_small(0, position) == 1;
                        assert_eq!(is_in(&holding, sample), read, "{name} {property:?} {position:?}");
                    }
                }
            }
        }
        assert!(direct > 1000 && by_words > 20, "{direct} {by_words}");
    }
}
