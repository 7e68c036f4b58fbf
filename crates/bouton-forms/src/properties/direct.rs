//! Properties at numbers, without automata: most properties of a pool are compared with samples and never needed again.

use bouton_core::{Numeration, nim_sum};

use super::{OfEach, Property, samples::set_of};
use crate::{condition::Condition, linear_form::LinearForm};

impl Property {
    /// The positions at which the property holds, as a set of bits; `None` if it is one of words of digits, which its
    /// automaton reads. The coordinates are below 2^32.
    pub(super) fn holding(&self, numeration: &Numeration, positions: &[Vec<u64>]) -> Option<Vec<u64>> {
        let is_binary = numeration.is_binary();
        Some(match self {
            Self::Linear(Condition::Equal { form, value }) => {
                let form = Terms::of(form);
                of(positions, |x| form.at(x) == *value)
            }
            Self::Linear(Condition::AtMost { form, value }) => {
                let form = Terms::of(form);
                of(positions, |x| form.at(x) <= *value)
            }
            Self::Remainder { form, modulus, residues } => {
                let (form, modulus) = (Terms::of(form), i64::from(*modulus));
                of(positions, |x| {
                    let rest = form.at(x).rem_euclid(modulus);
                    residues.iter().any(|&residue| i64::from(residue) == rest)
                })
            }
            Self::LeastOdd { one, other } => {
                let [one, other] = [one, other].map(Terms::of);
                of(positions, |x| one.at(x).min(other.at(x)) & 1 == 1)
            }
            Self::Count { least, of: kind } => {
                let counted = |x: u64| match kind {
                    OfEach::Zero => x == 0,
                    OfEach::AtMostOne => x <= 1,
                    OfEach::Odd => x & 1 == 1,
                };
                of(positions, |x| x.iter().filter(|&&x| counted(x)).count() >= *least)
            }
            Self::SameLeast { one, other } => {
                let least = |x: &[u64], pair: &[usize; 2]| x[pair[0]].min(x[pair[1]]);
                of(positions, |x| least(x, one) == least(x, other))
            }
            Self::NimSum { numbers, value } if is_binary => {
                of(positions, |x| nim_sum(numbers.iter().map(|&number| x[number])) == u64::from(*value))
            }
            Self::Columns { modulus } if is_binary => of(positions, |x| {
                let places = u64::BITS - x.iter().fold(0, |all, x| all | x).leading_zeros();
                let ones = |place: u32| x.iter().map(|x| x >> place & 1).sum::<u64>();
                (0..places).all(|place| ones(place).is_multiple_of(u64::from(*modulus)))
            }),
            Self::Ones { number } if is_binary => of(positions, |x| x[*number].count_ones() & 1 == 1),
            Self::Carries { value } if is_binary => {
                of(positions, |x| x.iter().sum::<u64>() - nim_sum(x.iter().copied()) == 2 * u64::from(*value))
            }
            Self::NimSumOfSuccessors if is_binary => of(positions, |x| nim_sum(x.iter().map(|x| x + 1)) == 0),
            Self::NimSumOfQuotients { divisor } if is_binary => {
                of(positions, |x| nim_sum(x.iter().map(|x| x / u64::from(*divisor))) == 0)
            }
            Self::Zeros { number, odd } if is_binary => of(positions, |x| {
                let number = x[*number];
                number > 0 && (number.trailing_zeros() & 1 == 1) == *odd
            }),
            Self::SameZeros { one, other } if is_binary => {
                of(positions, |x| x[*one].trailing_zeros() == x[*other].trailing_zeros())
            }
            _ => return None,
        })
    }
}

fn of(positions: &[Vec<u64>], holds: impl Fn(&[u64]) -> bool) -> Vec<u64> {
    set_of(positions.len(), |sample| holds(&positions[sample]))
}

/// The terms of a linear form that are not 0.
struct Terms(Vec<(usize, i64)>);

impl Terms {
    fn of(form: &LinearForm) -> Self {
        let terms = form.coefficients().iter().copied().enumerate();
        Self(terms.filter(|(_, factor)| *factor != 0).collect())
    }

    fn at(&self, position: &[u64]) -> i64 {
        self.0.iter().map(|&(track, factor)| factor * position[track].cast_signed()).sum()
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
                for property in properties {
                    let Some(holding) = property.holding(&numeration, &positions) else {
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
