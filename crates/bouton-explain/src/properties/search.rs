//! The choice of few properties that tell the values of a law apart on samples.

use std::collections::BTreeSet;

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, Value};

use super::{Property, cover};
use crate::{
    asking::Asking,
    sample::{Random, sample},
};

/// About how many small positions are looked at.
const SMALL: u64 = 3_000;
/// The number of large ones.
const LARGE: usize = 600;
/// The most properties of a law.
const MOST_PROPERTIES: usize = 4;
/// The most choices that are compared with the samples.
const MOST_CHOICES: usize = 400_000;
/// The most choices of a size that are kept.
const MOST_KEPT: usize = 200;

/// Samples, and which properties hold there. Sets of samples are bits, 64 to a word.
struct Samples {
    values: Vec<Value>,
    /// For each property the samples at which it holds.
    bits: Vec<Vec<u64>>,
    /// For each sample the place in `having` of its value.
    value_of: Vec<usize>,
    /// For each value the samples that have it.
    having: Vec<Vec<u64>>,
}

/// The set of the samples for which `has` holds.
fn set_of(samples: usize, has: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut words = vec![0; samples.div_ceil(64)];
    for sample in (0..samples).filter(|&sample| has(sample)) {
        words[sample / 64] |= 1 << (sample % 64);
    }
    words
}

fn is_in(set: &[u64], sample: usize) -> bool {
    set[sample / 64] >> (sample % 64) & 1 == 1
}

/// All positions below a bound, sorted ones alone if they are sorted.
fn small(tracks: usize, sorted: bool) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for bound in 2.. {
        let mut box_of: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..tracks {
            box_of = box_of
                .iter()
                .flat_map(|begun| {
                    let least = if sorted { begun.last().copied().unwrap_or(0) } else { 0 };
                    (least..bound).map(|number| [&begun[..], &[number]].concat())
                })
                .collect();
        }
        if box_of.len() as u64 > SMALL && !all.is_empty() {
            break;
        }
        all = box_of;
    }
    all
}

impl Samples {
    fn draw(
        law: &DigitAutomaton,
        pool: &[Property],
        sorted: bool,
        asking: &Asking<'_>,
    ) -> Option<(Self, Vec<usize>)> {
        let mut drawn: Vec<(Vec<u64>, Value)> = small(law.tracks(), sorted)
            .into_iter()
            .map(|x| {
                let value = law.evaluate_small(0, &x);
                (x, value)
            })
            .filter(|(_, value)| *value != OUTSIDE)
            .collect();
        if law.numeration().is_binary() {
            drawn.extend(sample(law, &|value| value != OUTSIDE, LARGE));
        }
        if drawn.is_empty() {
            return None;
        }
        // Positions that differ stand beside one another, so that a choice that fails does so soon.
        let mut random = Random(0x51f1_5e1d_0b7a_33c9);
        for place in (1..drawn.len()).rev() {
            drawn.swap(place, random.next() as usize % (place + 1));
        }
        // Read by each property, so their digits are found once.
        let words: Vec<Vec<usize>> =
            drawn.iter().map(|(x, _)| law.numeration().letters_of_small(x).collect()).collect();
        let (mut bits, mut places): (Vec<Vec<u64>>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut known = BTreeSet::new();
        for (place, property) in pool.iter().enumerate() {
            if asking.is_over() {
                return None;
            }
            // Some properties are those of binary digits alone.
            let Some(automaton) = property.automaton(law.numeration(), law.tracks()) else { continue };
            debug_assert_eq!(automaton.numeration(), law.numeration());
            let start = automaton.starts()[0];
            let holds =
                |word: &Vec<usize>| automaton.output(automaton.read(start, word.iter().copied())) == 1;
            let row = set_of(words.len(), |sample| holds(&words[sample]));
            let first = is_in(&row, 0);
            // A property and its opposite say the same; a constant one says nothing.
            let normal = set_of(words.len(), |sample| is_in(&row, sample) != first);
            if normal.iter().any(|&word| word != 0) && known.insert(normal) {
                bits.push(row);
                places.push(place);
            }
        }
        let values: Vec<Value> = drawn.into_iter().map(|(_, value)| value).collect();
        let all: Vec<Value> = values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let value_of = values.iter().map(|value| all.binary_search(value).unwrap_or(0)).collect();
        let having = all.iter().map(|of| set_of(values.len(), |sample| values[sample] == *of)).collect();
        Some((Self { values, bits, value_of, having }, places))
    }

    /// Two samples with different values that some properties do not tell apart: the first sample that differs from
    /// an earlier one, and the first of those like it.
    fn conflict(&self, chosen: &[usize]) -> Option<(usize, usize)> {
        let mut first: [Option<usize>; 1 << MOST_PROPERTIES] = [None; 1 << MOST_PROPERTIES];
        for word in 0..self.values.len().div_ceil(64) {
            // The samples of each combination of answers.
            let mut alike = [0; 1 << MOST_PROPERTIES];
            alike[0] = self.having.iter().fold(0, |all, having| all | having[word]);
            for (place, &of) in chosen.iter().enumerate() {
                let bits = self.bits[of][word];
                for key in 0..1 << place {
                    alike[key | 1 << place] = alike[key] & bits;
                    alike[key] &= !bits;
                }
            }
            let mut least: Option<(usize, usize)> = None;
            for (key, &alike) in
                alike[..1 << chosen.len()].iter().enumerate().filter(|(_, alike)| **alike != 0)
            {
                let at = |set: u64| 64 * word + set.trailing_zeros() as usize;
                let known = *first[key].get_or_insert(at(alike));
                let others = alike & !self.having[self.value_of[known]][word];
                if others != 0 && least.is_none_or(|(_, sample)| at(others) < sample) {
                    least = Some((known, at(others)));
                }
            }
            if least.is_some() {
                return least;
            }
        }
        None
    }

    fn key(&self, chosen: &[usize], sample: usize) -> usize {
        let bits = chosen.iter().enumerate();
        bits.map(|(place, &of)| usize::from(is_in(&self.bits[of], sample)) << place).sum()
    }

    /// The number of answers that the conditions of a choice name, and how late its properties stand in the pool.
    fn cost(&self, chosen: &[usize]) -> (usize, usize) {
        let answers = (0..self.values.len())
            .map(|sample| (u32::try_from(self.key(chosen, sample)).unwrap_or(0), self.values[sample]))
            .collect();
        let named = cover::cases(&answers, chosen.len())
            .map_or(usize::MAX, |(cases, _)| cases.iter().flat_map(|(_, terms)| terms).map(Vec::len).sum());
        (named, chosen.iter().sum())
    }
}

/// Sets of properties, by their places in the pool, that tell the values apart on samples: the fewest, the simplest
/// first.
pub(super) fn choices(
    law: &DigitAutomaton,
    pool: &[Property],
    sorted: bool,
    asking: &Asking<'_>,
) -> Vec<Vec<usize>> {
    let Some((samples, places)) = Samples::draw(law, pool, sorted, asking) else { return Vec::new() };
    let mut tried = 0;
    for size in 1..=MOST_PROPERTIES {
        let mut found = BTreeSet::new();
        let whole = extend(&samples, &mut Vec::new(), size, &mut found, &mut tried, asking);
        if !found.is_empty() {
            let mut found: Vec<Vec<usize>> = found.into_iter().collect();
            found.sort_by_cached_key(|chosen| samples.cost(chosen));
            return found
                .into_iter()
                .map(|chosen| chosen.into_iter().map(|place| places[place]).collect())
                .collect();
        }
        if whole.is_none() {
            break;
        }
    }
    Vec::new()
}

/// Adds properties that tell two samples apart until all are; `None` if that was too much work.
fn extend(
    samples: &Samples,
    chosen: &mut Vec<usize>,
    more: usize,
    found: &mut BTreeSet<Vec<usize>>,
    tried: &mut usize,
    asking: &Asking<'_>,
) -> Option<()> {
    *tried += 1;
    if *tried > MOST_CHOICES || (*tried).is_multiple_of(4096) && asking.is_over() {
        return None;
    }
    let Some((one, other)) = samples.conflict(chosen) else {
        let mut set = chosen.clone();
        set.sort_unstable();
        found.insert(set);
        return (found.len() < MOST_KEPT).then_some(());
    };
    if more == 0 {
        return Some(());
    }
    for property in 0..samples.bits.len() {
        let bits = &samples.bits[property];
        if is_in(bits, one) != is_in(bits, other) {
            chosen.push(property);
            let went_on = extend(samples, chosen, more - 1, found, tried, asking);
            chosen.pop();
            went_on?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the definition: sample by sample.
    #[test]
    fn the_first_conflict_is_that_of_the_definition() {
        let mut random = Random(7);
        for round in 0..300 {
            let count = 1 + random.next() as usize % 200;
            // Values that properties 0 and 1 decide, with a fault at some samples.
            let mut row = || (0..count).map(|_| random.next().is_multiple_of(3)).collect::<Vec<bool>>();
            let rows: Vec<Vec<bool>> = (0..6).map(|_| row()).collect();
            let rows: Vec<Vec<u64>> = rows.iter().map(|row| set_of(count, |sample| row[sample])).collect();
            let value = |sample: usize| {
                let decided = Value::from(is_in(&rows[0], sample)) + Value::from(is_in(&rows[1], sample));
                if sample % (20 + round) == 19 { 7 } else { decided }
            };
            let values: Vec<Value> = (0..count).map(value).collect();
            let all: Vec<Value> = values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
            let samples = Samples {
                value_of: values.iter().map(|value| all.binary_search(value).unwrap()).collect(),
                having: all.iter().map(|of| set_of(count, |sample| values[sample] == *of)).collect(),
                bits: rows.clone(),
                values: values.clone(),
            };
            for chosen in [vec![], vec![0], vec![1, 0], vec![0, 1, 2], vec![5, 1, 0, 3], vec![2, 3, 4, 5]] {
                let mut first: [Option<usize>; 16] = [None; 16];
                let mut expected = None;
                for sample in 0..count {
                    let like = &mut first[samples.key(&chosen, sample)];
                    let known = *like.get_or_insert(sample);
                    if values[known] != values[sample] {
                        expected = Some((known, sample));
                        break;
                    }
                }
                assert_eq!(samples.conflict(&chosen), expected, "{round} {chosen:?}");
            }
        }
    }
}
