//! Rules that hold for most positions of a region: constant, or by residues.

use std::collections::BTreeMap;

use bouton_automata::explore_over;
use bouton_core::{DigitAutomaton, LinearReader, MAX_RECURRENCE, Numeration, Value};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::{boxes::products, linear_form::LinearForm, prefix::digits_in};

/// A rule that gives each position a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub enum Rule {
    /// The same value everywhere.
    Constant {
        /// The value.
        value: Value,
    },
    /// By the remainder of a linear form.
    Residue {
        /// The form.
        form: LinearForm,
        /// The modulus.
        modulus: u32,
        /// The value for each remainder.
        values: Vec<Value>,
        /// The least value of the form where the rule gives 0, if the form is bounded below there
        /// and the rule gives 0 for a single remainder.
        least: Option<i64>,
    },
    /// By the remainders of single coordinates.
    Classes {
        /// The modulus of each coordinate; 1 where it does not matter.
        moduli: Vec<u32>,
        /// The value for each vector of remainders, the first coordinate's remainder varying
        /// fastest.
        values: Vec<Value>,
    },
    /// By an automaton, on the region of the rule.
    Automaton {
        /// The number of states.
        states: usize,
        /// The automaton.
        #[serde(skip)]
        law: DigitAutomaton,
    },
}

impl Rule {
    /// The rule as an automaton in the digits of a numeration.
    pub(crate) fn automaton(&self, numeration: &Numeration, tracks: usize) -> Option<DigitAutomaton> {
        match self {
            Self::Constant { value } => {
                explore_over(numeration, tracks, [()], |(), _| (), |()| *value, 2).ok()
            }
            Self::Residue { form, modulus, values, .. } => {
                let reader = LinearReader::new(numeration, form.coefficients(), (0, 0))?;
                let next = |residue: &[i64; MAX_RECURRENCE], letter: usize| {
                    reader.step_modulo(residue, &digits_in(numeration, tracks, letter), i64::from(*modulus))
                };
                let value = |residue: &[i64; MAX_RECURRENCE]| {
                    usize::try_from(residue[0]).ok().and_then(|r| values.get(r)).copied().unwrap_or(0)
                };
                explore_over(numeration, tracks, [[0; MAX_RECURRENCE]], next, value, MOST_STATES).ok()
            }
            Self::Classes { moduli, values } => {
                let reader = LinearReader::new(numeration, &[1], (0, 0))?;
                let next = |residues: &Vec<[i64; MAX_RECURRENCE]>, letter: usize| {
                    let longer = |(track, (before, &modulus)): (usize, (_, &u32))| {
                        reader.step_modulo(before, &[numeration.digit(letter, track)], i64::from(modulus))
                    };
                    residues.iter().zip(moduli).enumerate().map(longer).collect()
                };
                let value = |residues: &Vec<[i64; MAX_RECURRENCE]>| {
                    let residues: Vec<u64> =
                        residues.iter().map(|residue| residue[0].unsigned_abs()).collect();
                    class_index(&residues, moduli).and_then(|index| values.get(index)).copied().unwrap_or(0)
                };
                let start = vec![[0; MAX_RECURRENCE]; tracks];
                explore_over(numeration, tracks, [start], next, value, MOST_STATES).ok()
            }
            Self::Automaton { law, .. } => Some(law.clone()),
        }
    }

    /// The values of the rule.
    pub fn values(&self) -> Vec<Value> {
        match self {
            Self::Constant { value } => vec![*value],
            Self::Residue { values, .. } | Self::Classes { values, .. } => values.clone(),
            Self::Automaton { law, .. } => law.outputs().to_vec(),
        }
    }

    /// The number of remainders, or of products of sets of remainders, that are listed before
    /// "else".
    fn parts(&self) -> usize {
        let mut counts: Vec<usize> = match self {
            Self::Constant { .. } | Self::Automaton { .. } => return 0,
            Self::Residue { values, .. } => {
                by_value(values).into_values().map(|places| places.len()).collect()
            }
            Self::Classes { moduli, values } => {
                let all = classes(moduli);
                let vectors = |places: Vec<usize>| -> Vec<Vec<u32>> {
                    places.into_iter().map(|place| all[place].clone()).collect()
                };
                by_value(values).into_values().map(|places| products(&vectors(places)).len()).collect()
            }
        };
        counts.sort_unstable();
        counts.pop();
        counts.into_iter().sum()
    }
}

/// The places of each value.
pub fn by_value(values: &[Value]) -> BTreeMap<Value, Vec<usize>> {
    let mut groups: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    for (place, &value) in values.iter().enumerate() {
        groups.entry(value).or_default().push(place);
    }
    groups
}

/// The number of a vector of remainders.
pub fn class_index(residues: &[u64], moduli: &[u32]) -> Option<usize> {
    residues.iter().zip(moduli).rev().try_fold(0usize, |index, (&residue, &modulus)| {
        index.checked_mul(modulus as usize)?.checked_add(usize::try_from(residue).ok()?)
    })
}

/// The vectors of remainders, in the order of their numbers.
pub fn classes(moduli: &[u32]) -> Vec<Vec<u32>> {
    moduli.iter().rev().fold(vec![Vec::new()], |tails, &modulus| {
        // The first coordinate varies fastest: it is put in front, innermost.
        tails
            .iter()
            .flat_map(|tail| {
                (0..modulus).map(move |residue| {
                    let mut class = vec![residue];
                    class.extend(tail);
                    class
                })
            })
            .collect()
    })
}

/// The most states of the automaton of a rule.
const MOST_STATES: usize = 100_000;
/// The largest modulus tried.
const MAX_MODULUS: u32 = 12;
/// The most vectors of remainders that are listed.
const MAX_LISTED: usize = 16;
/// The bound that the coordinates of a mixed form exceed somewhere.
const LEAST_FREE: u64 = 1000;
/// The largest number of residue classes tried.
const MAX_CLASSES: usize = 1024;

/// The simplest rule that fits all samples: a guess.
pub(crate) fn guess(samples: &[(Vec<u64>, Value)], forms: &[LinearForm]) -> Option<Rule> {
    let first = samples.first()?;
    if samples.iter().all(|(_, value)| *value == first.1) {
        return Some(Rule::Constant { value: first.1 });
    }
    for modulus in 2..=MAX_MODULUS {
        for form in forms {
            if let Some(values) = by_residue(samples, form, modulus) {
                return Some(Rule::Residue { form: form.clone(), modulus, values, least: None });
            }
        }
    }
    let dimension = first.0.len();
    let varying: Vec<bool> =
        (0..dimension).map(|track| samples.iter().any(|(x, _)| x[track] != first.0[track])).collect();
    let classes = (2..=MAX_MODULUS).find_map(|modulus| {
        let moduli: Vec<u32> = varying.iter().map(|&varies| if varies { modulus } else { 1 }).collect();
        by_classes(samples, moduli)
    });
    match (classes, by_mixed_form(samples)) {
        (Some(classes), Some(mixed)) if mixed.parts() < classes.parts() => Some(mixed),
        (Some(classes), _) => Some(classes),
        (None, mixed) => mixed,
    }
}

/// The rule by the remainder of a coordinate and a multiple of another one, "a − 3b mod 12", with
/// the smallest modulus and factor.
fn by_mixed_form(samples: &[(Vec<u64>, Value)]) -> Option<Rule> {
    let dimension = samples.first()?.0.len();
    // Few positions fit many forms.
    let free: Vec<usize> =
        (0..dimension).filter(|&track| samples.iter().any(|(x, _)| x[track] > LEAST_FREE)).collect();
    for modulus in 4..=MAX_MODULUS {
        for times in 2..=i64::from(modulus / 2) {
            for (&one, &other) in free.iter().flat_map(|one| free.iter().map(move |other| (one, other))) {
                for times in [times, -times] {
                    let form = LinearForm::mixed(dimension, one, times, other);
                    if one != other
                        && let Some(values) = by_residue(samples, &form, modulus)
                    {
                        return Some(Rule::Residue { form, modulus, values, least: None });
                    }
                }
            }
        }
    }
    None
}

fn by_residue(samples: &[(Vec<u64>, Value)], form: &LinearForm, modulus: u32) -> Option<Vec<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; modulus as usize];
    for (position, value) in samples {
        let residue = usize::try_from(form.at(position).rem_euclid(i64::from(modulus))).ok()?;
        if *values[residue].get_or_insert(*value) != *value {
            return None;
        }
    }
    // A remainder without a sample is unknown: no guess.
    values.into_iter().collect()
}

fn by_classes(samples: &[(Vec<u64>, Value)], mut moduli: Vec<u32>) -> Option<Rule> {
    let count = moduli.iter().try_fold(1usize, |count, &m| count.checked_mul(m as usize))?;
    if count > MAX_CLASSES || count * 2 > samples.len() {
        return None;
    }
    let seen = |moduli: &[u32]| -> Option<FxHashMap<Vec<u32>, Value>> {
        let mut seen = FxHashMap::default();
        for (position, value) in samples {
            let class: Vec<u32> = position
                .iter()
                .zip(moduli)
                .map(|(x, &m)| u32::try_from(x % u64::from(m)).unwrap_or(0))
                .collect();
            if *seen.entry(class).or_insert(*value) != *value {
                return None;
            }
        }
        Some(seen)
    };
    seen(&moduli)?;
    // Each modulus as small as the samples allow.
    for track in 0..moduli.len() {
        let whole = moduli[track];
        for smaller in (1..whole).filter(|smaller| whole.is_multiple_of(*smaller)) {
            let mut fewer = moduli.clone();
            fewer[track] = smaller;
            if seen(&fewer).is_some() {
                moduli = fewer;
                break;
            }
        }
    }
    let seen = seen(&moduli)?;
    let mut frequency: FxHashMap<Value, usize> = FxHashMap::default();
    for value in seen.values() {
        *frequency.entry(*value).or_default() += 1;
    }
    let usual = frequency.into_iter().max_by_key(|&(value, count)| (count, value)).map_or(0, |pair| pair.0);
    let values: Vec<Value> =
        classes(&moduli).into_iter().map(|class| seen.get(&class).copied().unwrap_or(usual)).collect();
    // Long lists of remainders are useless to a reader; parities have other words.
    let listed = values.iter().filter(|value| **value != usual).count();
    if listed > MAX_LISTED && moduli.iter().any(|&modulus| modulus > 2) {
        return None;
    }
    Some(Rule::Classes { moduli, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_numbered_in_order() {
        let moduli = [2, 1, 3];
        for (index, class) in classes(&moduli).into_iter().enumerate() {
            let class: Vec<u64> = class.into_iter().map(u64::from).collect();
            assert_eq!(class_index(&class, &moduli), Some(index));
        }
    }

    #[test]
    fn the_simplest_rule_is_guessed() {
        let grid = |value: &dyn Fn(u64, u64) -> Value| -> Vec<(Vec<u64>, Value)> {
            (0..40)
                .flat_map(|a| (0..40).map(move |b| (a, b)))
                .map(|(a, b)| (vec![a, b], value(a, b)))
                .collect()
        };
        let forms = [LinearForm::sum(2, &[0, 1]), LinearForm::coordinate(2, 0)];
        let sum = guess(&grid(&|a, b| Value::from((a + b) % 3 == 1)), &forms).unwrap();
        assert!(matches!(sum, Rule::Residue { modulus: 3, .. }));
        let classes = guess(&grid(&|a, b| Value::from(a % 2 == 0 && b % 3 == 0)), &forms).unwrap();
        assert!(matches!(&classes, Rule::Classes { moduli, .. } if *moduli == [2, 3]));
        let law = classes.automaton(&Numeration::binary(), 2).unwrap();
        assert!(
            (0..50u64)
                .all(|n| law.evaluate_small(0, &[n, n / 2]) == Value::from(n % 2 == 0 && n / 2 % 3 == 0))
        );
        assert!(guess(&grid(&|a, b| Value::from(a < b)), &forms).is_none());
    }

    #[test]
    fn one_form_is_guessed_where_it_says_more_than_classes() {
        let far = |value: &dyn Fn(u64, u64) -> Value| -> Vec<(Vec<u64>, Value)> {
            let pairs = (0..40).flat_map(|a| (0..40).map(move |b| (a + 1001, b + 1013)));
            pairs.map(|(a, b)| (vec![a, b], value(a, b))).collect()
        };
        let rule = guess(&far(&|a, b| Value::from((a + 9 * b) % 12 > 1)), &[]).unwrap();
        let Rule::Residue { form, modulus: 12, .. } = &rule else { panic!("{rule:?}") };
        assert_eq!((form.coefficients(), rule.parts()), (&[1, -3][..], 2));
        // A single product of sets is as short, and each number is stated separately.
        let rule = guess(&far(&|a, b| Value::from(a % 4 != 0 || b % 3 != 0)), &[]).unwrap();
        assert!(matches!(&rule, Rule::Classes { moduli, .. } if *moduli == [4, 3]), "{rule:?}");
    }
}
