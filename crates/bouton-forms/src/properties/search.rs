//! The choice of few properties that distinguish the values of a law on samples.

use std::collections::{BTreeMap, BTreeSet};

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, Value};

use super::{Property, cover};
use crate::{
    asking::Asking,
    sample::{Random, sample},
};

/// The approximate number of small positions in the samples.
const SMALL: u64 = 3_000;
/// The number of large positions.
const LARGE: usize = 600;
/// The most properties of a law.
const MOST_PROPERTIES: usize = 4;
/// The most choices that are compared with the samples.
const MOST_CHOICES: usize = 400_000;
/// The most choices of one size that are stored.
const MOST_KEPT: usize = 200;

/// Samples, and the properties that hold there. Sets of samples are bits, 64 to a word.
struct Samples {
    values: Vec<Value>,
    /// The samples at which each property holds.
    bits: Vec<Vec<u64>>,
    /// The place in `having` of the value of each sample.
    value_of: Vec<usize>,
    /// The samples that have each value.
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
    for (samples, letters) in groups {
        let mut states = [automaton.starts()[0]; SIDE_BY_SIDE];
        for letters in letters {
            for (state, &letter) in states.iter_mut().zip(letters) {
                *state = automaton.next(*state, letter);
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
        let groups = side_by_side(&words);
        let all = set_of(words.len(), |_| true);
        let (mut bits, mut places): (Vec<Vec<u64>>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut known = BTreeSet::new();
        for (place, property) in pool.iter().enumerate() {
            if asking.is_over() {
                return None;
            }
            // Some properties are those of binary digits alone.
            let Some(automaton) = property.automaton(law.numeration(), law.tracks()) else { continue };
            debug_assert_eq!(automaton.numeration(), law.numeration());
            let row = accepted(&automaton, &groups, words.len());
            // A property and its negation separate the same samples; a constant property separates none.
            let normal: Vec<u64> = match is_in(&row, 0) {
                true => row.iter().zip(&all).map(|(word, all)| all & !word).collect(),
                false => row.clone(),
            };
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

    /// Two samples with different values that some properties do not distinguish: the first sample that
    /// differs from an earlier one, and the first of those like it.
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

    /// The number of answers that the conditions of a choice name, and the places of its properties in the
    /// pool.
    fn cost(&self, chosen: &[usize]) -> (usize, usize) {
        let answers = (0..self.values.len())
            .map(|sample| (u32::try_from(self.key(chosen, sample)).unwrap_or(0), self.values[sample]))
            .collect();
        let named = cover::cases(&answers, chosen.len())
            .map_or(usize::MAX, |(cases, _)| cases.iter().flat_map(|(_, terms)| terms).map(Vec::len).sum());
        (named, chosen.iter().sum())
    }
}

/// Samples of a law, and the properties of a pool that hold at them.
pub(super) struct Drawn {
    samples: Samples,
    /// The place in the pool of each property of the samples.
    places: Vec<usize>,
}

impl Drawn {
    /// Draws samples; `None` if there are none, or time is over.
    pub(super) fn new(
        law: &DigitAutomaton,
        pool: &[Property],
        sorted: bool,
        asking: &Asking<'_>,
    ) -> Option<Self> {
        let (samples, places) = Samples::draw(law, pool, sorted, asking)?;
        Some(Self { samples, places })
    }

    /// Sets of properties, by their places in the pool, that distinguish the values on the samples: the fewest, the
    /// simplest first.
    pub(super) fn choices(&self, asking: &Asking<'_>) -> Vec<Vec<usize>> {
        let found = self.samples.choices((MOST_PROPERTIES, MOST_CHOICES), asking);
        found.into_iter().map(|chosen| self.in_pool(chosen)).collect()
    }

    /// Sets of properties that distinguish the values if one of them is asked first, and few further ones of the samples
    /// where it holds, and of those where it does not; those with the shortest conditions first.
    pub(super) fn split(&self, pool: &[Property], asking: &Asking<'_>) -> Vec<Vec<usize>> {
        let mut found: Vec<((usize, usize), Vec<usize>)> = Vec::new();
        let splitters = (0..self.places.len()).filter(|&place| pool[self.places[place]].splits());
        for splitter in splitters.take(MOST_SPLITTERS) {
            let part = |holds: bool| {
                let samples = 0..self.samples.values.len();
                let kept: Vec<usize> =
                    samples.filter(|&sample| is_in(&self.samples.bits[splitter], sample) == holds).collect();
                let part = self.samples.restricted(&kept);
                part.choices((MOST_OF_PART, MOST_CHOICES_OF_PART), asking).into_iter().next()
            };
            let Some(inside) = part(true) else { continue };
            let Some(outside) = part(false) else { continue };
            let mut chosen: Vec<usize> = [&[splitter], &inside[..], &outside[..]].concat();
            chosen.sort_unstable();
            chosen.dedup();
            found.push((self.samples.cost(&chosen), chosen));
            if asking.is_over() {
                break;
            }
        }
        found.sort();
        found.into_iter().map(|(_, chosen)| self.in_pool(chosen)).collect()
    }

    fn in_pool(&self, chosen: Vec<usize>) -> Vec<usize> {
        chosen.into_iter().map(|place| self.places[place]).collect()
    }
}

/// The most properties that are asked first, the most of each part of the samples, and the most choices that are compared
/// with a part.
const MOST_SPLITTERS: usize = 60;
const MOST_OF_PART: usize = 3;
const MOST_CHOICES_OF_PART: usize = 20_000;

impl Samples {
    /// Some of the samples.
    fn restricted(&self, kept: &[usize]) -> Self {
        let values: Vec<Value> = kept.iter().map(|&sample| self.values[sample]).collect();
        let all: Vec<Value> = values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let value_of = values.iter().map(|value| all.binary_search(value).unwrap_or(0)).collect();
        let having = all.iter().map(|of| set_of(values.len(), |sample| values[sample] == *of)).collect();
        let bits = self.bits.iter().map(|row| set_of(kept.len(), |place| is_in(row, kept[place])));
        Self { bits: bits.collect(), value_of, having, values }
    }

    /// Sets of at most some properties that distinguish the values: the fewest, the simplest first.
    fn choices(&self, (most, choices): (usize, usize), asking: &Asking<'_>) -> Vec<Vec<usize>> {
        let mut search = Search {
            samples: self,
            pairs: Vec::new(),
            holding: BTreeMap::new(),
            found: BTreeSet::new(),
            tried: 0,
            most: choices,
            asking,
        };
        for size in 0..=most {
            let whole = search.extend(&mut Vec::new(), size);
            if !search.found.is_empty() {
                let mut found: Vec<Vec<usize>> = search.found.into_iter().collect();
                found.sort_by_cached_key(|chosen| self.cost(chosen));
                return found;
            }
            if whole.is_none() {
                break;
            }
        }
        Vec::new()
    }
}

/// The most pairs of samples that are kept.
const MOST_PAIRS: usize = 64;

/// The search for choices.
struct Search<'a> {
    samples: &'a Samples,
    /// The properties that separate two samples with different values, for the pairs at which most choices
    /// fail.
    pairs: Vec<Vec<u64>>,
    /// The properties that hold at a sample, for the samples of these pairs.
    holding: BTreeMap<usize, Vec<u64>>,
    found: BTreeSet<Vec<usize>>,
    tried: usize,
    /// The most choices that are tried.
    most: usize,
    asking: &'a Asking<'a>,
}

impl Search<'_> {
    /// Returns the properties that separate two samples.
    fn telling(&mut self, (one, other): (usize, usize)) -> Vec<u64> {
        let bits = &self.samples.bits;
        for sample in [one, other] {
            let holding = || set_of(bits.len(), |property| is_in(&bits[property], sample));
            self.holding.entry(sample).or_insert_with(holding);
        }
        self.holding[&one].iter().zip(&self.holding[&other]).map(|(one, other)| one ^ other).collect()
    }

    /// Counts choices that are tried; `None` if that was too much work.
    fn spend(&mut self, choices: usize) -> Option<()> {
        let before = self.tried / 4096;
        self.tried += choices;
        let asks = self.tried / 4096 > before;
        (self.tried <= self.most && !(asks && self.asking.is_over())).then_some(())
    }

    /// Adds properties that separate two samples until all samples with different values are separated;
    /// `None` if that was too much work.
    fn extend(&mut self, chosen: &mut Vec<usize>, more: usize) -> Option<()> {
        self.spend(1)?;
        let Some(pair) = self.samples.conflict(chosen) else {
            let mut set = chosen.clone();
            set.sort_unstable();
            self.found.insert(set);
            return (self.found.len() < MOST_KEPT).then_some(());
        };
        if more == 0 {
            if self.pairs.len() == MOST_PAIRS {
                self.pairs.remove(0);
            }
            let telling = self.telling(pair);
            self.pairs.push(telling);
            return Some(());
        }
        let telling = self.telling(pair);
        let mut possible = telling.clone();
        if more == 1 {
            // The last property has to separate all samples that the others do not.
            for pair in self.pairs.iter().filter(|pair| !chosen.iter().any(|&property| is_in(pair, property)))
            {
                possible.iter_mut().zip(pair).for_each(|(possible, pair)| *possible &= pair);
            }
        }
        for property in (0..self.samples.bits.len()).filter(|&property| is_in(&telling, property)) {
            if !is_in(&possible, property) {
                self.spend(1)?;
                continue;
            }
            chosen.push(property);
            let went_on = self.extend(chosen, more - 1);
            chosen.pop();
            went_on?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;

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
