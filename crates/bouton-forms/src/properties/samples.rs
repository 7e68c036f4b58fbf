//! Positions of a law, drawn as samples, and the properties that hold there.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet},
};

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, Value};

use super::{Property, cover, direct::Columns};
use crate::{
    asking::Asking,
    sample::{Random, sample},
};

/// The approximate number of small positions in the samples.
const SMALL: u64 = 3_000;
/// The number of large positions.
const LARGE: usize = 600;
/// The most properties that samples are compared by.
pub(super) const MOST_PROPERTIES: usize = 4;

/// The set of the samples for which `has` holds.
pub(super) fn set_of(samples: usize, has: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut words = vec![0; samples.div_ceil(64)];
    for sample in (0..samples).filter(|&sample| has(sample)) {
        words[sample / 64] |= 1 << (sample % 64);
    }
    words
}

pub(super) fn is_in(set: &[u64], sample: usize) -> bool {
    set[sample / 64] >> (sample % 64) & 1 == 1
}

/// The number of words that are read at once: a processor looks up their states at the same time.
const SIDE_BY_SIDE: usize = 8;

/// Samples whose words have the same length, and their letters, place by place. In the last group of a length the last
/// sample is repeated.
type Group = ([usize; SIDE_BY_SIDE], Vec<[usize; SIDE_BY_SIDE]>);

fn side_by_side(words: &[Vec<usize>]) -> Vec<Group> {
    let length = |sample: usize| words[sample].len();
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|&sample| length(sample));
    let alike = order.chunk_by(|&one, &other| length(one) == length(other));
    alike
        .flat_map(|alike| alike.chunks(SIDE_BY_SIDE))
        .map(|few| {
            let samples = std::array::from_fn(|lane| few[lane.min(few.len() - 1)]);
            let letters = (0..length(few[0])).map(|place| samples.map(|sample| words[sample][place]));
            (samples, letters.collect())
        })
        .collect()
}

/// The set of the samples whose words an automaton maps to 1.
fn accepted(automaton: &DigitAutomaton, groups: &[Group], samples: usize) -> Vec<u64> {
    let mut set = vec![0; samples.div_ceil(64)];
    let (transitions, of_state) = (automaton.transitions(), automaton.letters());
    for (samples, letters) in groups {
        let mut states = [automaton.starts()[0]; SIDE_BY_SIDE];
        for letters in letters {
            for (state, &letter) in states.iter_mut().zip(letters) {
                *state = transitions[*state as usize * of_state + letter];
            }
        }
        for (&sample, &state) in samples.iter().zip(&states) {
            set[sample / 64] |= u64::from(automaton.output(state) == 1) << (sample % 64);
        }
    }
    set
}

/// All positions below a bound; only the sorted ones if `sorted`.
fn small(tracks: usize, sorted: bool) -> Vec<Vec<u64>> {
    let count = |bound: u64| {
        (1..=tracks as u64).try_fold(1u64, |count, place| match sorted {
            true => Some(count.checked_mul(bound + place - 1)? / place),
            false => count.checked_mul(bound),
        })
    };
    let bound =
        (2..).take_while(|&bound| bound == 2 || count(bound).is_some_and(|count| count <= SMALL)).last();
    let most = bound.unwrap_or(2) - 1;
    let mut position = vec![0; tracks];
    let mut all = vec![position.clone()];
    while let Some(place) = position.iter().rposition(|&x| x < most) {
        let next = position[place] + 1;
        position[place..].fill(if sorted { next } else { 0 });
        position[place] = next;
        all.push(position.clone());
    }
    all
}

/// The most transitions of automata that are kept until all samples are read.
const MOST_KEPT: usize = 1 << 24;

/// Positions with their values, in random order, and the properties of a pool at those that were read.
pub(super) struct Drawn<'a> {
    law: &'a DigitAutomaton,
    positions: Vec<(Vec<u64>, Value)>,
    pool: &'a [Property],
    /// The automata of properties that are read digit by digit, the first of them; those of others are computed again for
    /// each reading. `None` if a property is one of binary digits alone, and the law has others.
    automata: BTreeMap<usize, Option<DigitAutomaton>>,
    /// The transitions of these automata.
    kept: usize,
    /// The samples at which each property holds, of those that were read; `None` if it has no automaton.
    rows: Vec<Option<Vec<u64>>>,
    read: usize,
}

impl<'a> Drawn<'a> {
    /// Draws samples, and reads none of them; `None` if there are none.
    pub(super) fn new(law: &'a DigitAutomaton, pool: &'a [Property], sorted: bool) -> Option<Self> {
        let mut positions: Vec<(Vec<u64>, Value)> = small(law.tracks(), sorted)
            .into_iter()
            .map(|x| {
                let value = law.evaluate_small(0, &x);
                (x, value)
            })
            .filter(|(_, value)| *value != OUTSIDE)
            .collect();
        if law.numeration().is_binary() {
            positions.extend(sample(law, &|value| value != OUTSIDE, LARGE));
        }
        if positions.is_empty() {
            return None;
        }
        // Positions that differ stand beside one another, so that a choice that fails does so soon.
        let mut random = Random(0x51f1_5e1d_0b7a_33c9);
        for place in (1..positions.len()).rev() {
            positions.swap(place, random.next() as usize % (place + 1));
        }
        let rows = vec![Some(Vec::new()); pool.len()];
        Some(Self { law, positions, pool, automata: BTreeMap::new(), kept: 0, rows, read: 0 })
    }

    /// Reads the first samples, a multiple of 64, or all; `None` if time is over.
    pub(super) fn read(&mut self, most: usize, asking: &Asking<'_>) -> Option<()> {
        let more = self.read..most.min(self.positions.len());
        self.read = more.end;
        let positions = self.positions[more].iter().map(|(x, _)| x.as_slice());
        let columns = Columns::new(self.law.tracks(), positions.clone());
        let numeration = self.law.numeration();
        // Read by each property that needs them, so the digits are found once.
        let letters = |x: &[u64]| numeration.letters_of_small(x).collect();
        let groups = LazyCell::new(|| side_by_side(&positions.clone().map(letters).collect::<Vec<_>>()));
        for (place, (row, property)) in self.rows.iter_mut().zip(self.pool).enumerate() {
            if asking.is_over() {
                return None;
            }
            let Some(known) = row else { continue };
            if let Some(holding) = property.holding(numeration, &columns) {
                known.extend(holding);
                continue;
            }
            let computed;
            let automaton = match self.automata.get(&place) {
                Some(kept) => kept.as_ref(),
                None => {
                    computed = property.automaton(numeration, self.law.tracks());
                    debug_assert!(computed.iter().all(|of| of.numeration() == numeration));
                    if self.kept < MOST_KEPT {
                        self.kept += computed.as_ref().map_or(0, |automaton| automaton.transitions().len());
                        self.automata.insert(place, computed.clone());
                    }
                    computed.as_ref()
                }
            };
            match automaton {
                Some(automaton) => known.extend(accepted(automaton, &groups, positions.len())),
                None => *row = None,
            }
        }
        Some(())
    }

    /// The samples at which a property holds, of those that were read; `None` if it has no automaton.
    pub(super) fn row(&self, property: usize) -> Option<&[u64]> {
        self.rows[property].as_deref()
    }

    /// The samples that were read, and the place in the pool of each property of them.
    pub(super) fn samples(&self) -> (Samples, Vec<usize>) {
        let (mut bits, mut places): (Vec<Vec<u64>>, Vec<usize>) = (Vec::new(), Vec::new());
        let values = self.positions[..self.read].iter().map(|(_, value)| *value).collect();
        let samples = Samples::new(values);
        let mut known = BTreeSet::new();
        for property in 0..self.rows.len() {
            let Some(row) = self.row(property) else { continue };
            // A constant property separates no samples.
            let normal = samples.normal(row);
            if normal.iter().any(|&word| word != 0) && known.insert(normal) {
                bits.push(row.to_vec());
                places.push(property);
            }
        }
        (Samples { bits, ..samples }, places)
    }
}

/// Samples, and the properties that hold there. Sets of samples are bits, 64 to a word.
pub(super) struct Samples {
    pub(super) values: Vec<Value>,
    /// The samples at which each property holds.
    pub(super) bits: Vec<Vec<u64>>,
    /// The place in `having` of the value of each sample.
    value_of: Vec<usize>,
    /// The samples that have each value.
    having: Vec<Vec<u64>>,
}

impl Samples {
    /// Samples without properties.
    pub(super) fn new(values: Vec<Value>) -> Self {
        let all: Vec<Value> = values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let value_of = values.iter().map(|value| all.binary_search(value).unwrap_or(0)).collect();
        let having = all.iter().map(|of| set_of(values.len(), |sample| values[sample] == *of)).collect();
        Self { bits: Vec::new(), value_of, having, values }
    }

    /// All samples.
    pub(super) fn all(&self) -> Vec<u64> {
        set_of(self.values.len(), |_| true)
    }

    /// A set, or its complement: the one without the first sample. A property and its negation separate the same samples.
    pub(super) fn normal(&self, set: &[u64]) -> Vec<u64> {
        match is_in(set, 0) {
            true => self.without(set),
            false => set.to_vec(),
        }
    }

    /// The samples that are not in a set.
    pub(super) fn without(&self, set: &[u64]) -> Vec<u64> {
        self.all().iter().zip(set).map(|(all, word)| all & !word).collect()
    }

    /// Two samples of a set with different values that some properties do not distinguish: the first sample that
    /// differs from an earlier one, and the first of those like it.
    pub(super) fn conflict(&self, chosen: &[usize], of: &[u64]) -> Option<(usize, usize)> {
        let mut first: [Option<usize>; 1 << MOST_PROPERTIES] = [None; 1 << MOST_PROPERTIES];
        for (word, &of) in of.iter().enumerate().filter(|(_, of)| **of != 0) {
            // The samples of each combination of answers.
            let mut alike = [0; 1 << MOST_PROPERTIES];
            alike[0] = of;
            for (place, &property) in chosen.iter().enumerate() {
                let bits = self.bits[property][word];
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

    /// The number of answers that the conditions of a choice name for the samples of a set, and the places of its
    /// properties in the pool.
    pub(super) fn cost(&self, chosen: &[usize], of: &[u64]) -> (usize, usize) {
        let answers = (0..self.values.len())
            .filter(|&sample| is_in(of, sample))
            .map(|sample| (u32::try_from(self.key(chosen, sample)).unwrap_or(0), self.values[sample]))
            .collect();
        let named = cover::cases(&answers, chosen.len())
            .map_or(usize::MAX, |(cases, _)| cases.iter().flat_map(|(_, terms)| terms).map(Vec::len).sum());
        (named, chosen.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;

    #[test]
    fn small_positions_are_those_of_a_box() {
        for (tracks, sorted) in (1..=6).flat_map(|tracks| [(tracks, false), (tracks, true)]) {
            let all = small(tracks, sorted);
            let side = all.last().unwrap()[0] + 1;
            let in_box = (0..side.pow(u32::try_from(tracks).unwrap())).map(|code| -> Vec<u64> {
                (0..u32::try_from(tracks).unwrap()).rev().map(|place| code / side.pow(place) % side).collect()
            });
            let expected: Vec<Vec<u64>> = in_box.filter(|x| !sorted || x.is_sorted()).collect();
            assert_eq!(all, expected, "{tracks} {sorted}");
            assert!(all.len() <= 3_000 && (all.len() >= 1_000 || tracks == 6), "{tracks} {}", all.len());
        }
    }

    #[test]
    fn words_read_side_by_side_have_their_outputs() {
        let property = Property::NimSum { numbers: vec![0, 1, 2], value: 0 };
        let automaton = property.automaton(&Numeration::binary(), 3).unwrap();
        let mut random = Random(11);
        let word = |_| {
            let length = random.next() % 7;
            (0..length).map(|_| random.next() as usize % automaton.letters()).collect::<Vec<_>>()
        };
        let words: Vec<Vec<usize>> = (0..203).map(word).collect();
        let set = accepted(&automaton, &side_by_side(&words), words.len());
        for (sample, word) in words.iter().enumerate() {
            let state = automaton.read(automaton.starts()[0], word.iter().copied());
            assert_eq!(is_in(&set, sample), automaton.output(state) == 1, "{word:?}");
        }
    }

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
            let samples = Samples { bits: rows.clone(), ..Samples::new(values.clone()) };
            let kept = set_of(count, |sample| round % 2 == 0 || sample % 3 != 1);
            for chosen in [vec![], vec![0], vec![1, 0], vec![0, 1, 2], vec![5, 1, 0, 3], vec![2, 3, 4, 5]] {
                let mut first: [Option<usize>; 16] = [None; 16];
                let mut expected = None;
                for sample in (0..count).filter(|&sample| is_in(&kept, sample)) {
                    let like = &mut first[samples.key(&chosen, sample)];
                    let known = *like.get_or_insert(sample);
                    if values[known] != values[sample] {
                        expected = Some((known, sample));
                        break;
                    }
                }
                assert_eq!(samples.conflict(&chosen, &kept), expected, "{round} {chosen:?}");
            }
        }
    }
}
