//! Shows that no few properties distinguish the values of a law on samples.
//!
//! Two samples with different values need a property that separates them. So a choice of properties has one of those that
//! separate a pair, for each pair. The search extends a choice by the properties of a pair that the fewest properties
//! separate; those that were tried there are left out of the later steps, since no choice with them was found. The pairs
//! that the fewest properties separate are found first, so that a few hundred steps show what a search that takes the
//! first pair that is not separated shows in hundreds of thousands.

use std::collections::BTreeMap;

use bouton_core::Value;

use super::samples::{Samples, is_in, set_of};

/// The most samples that are compared with all others: those of the rarest values.
const COMPARED: usize = 64;
/// The number of pairs, or half of it, that are stored: those that the fewest properties separate.
const STORED: usize = 512;
/// The number of pairs that decide which of two sets of samples is tried first.
const HARDEST: usize = 200;
/// The number of pairs with which a search begins.
const FIRST: usize = 48;
/// The most pairs of a search: the bits of a set of them.
const MOST: usize = 64;
/// The number of pairs among which a search takes the one that the fewest properties separate.
const CONSIDERED: usize = 24;

/// Samples with the properties that hold at each, and pairs of samples that few properties separate.
pub(super) struct Refutation<'a> {
    samples: &'a Samples,
    /// The number of words of a set of properties.
    words: usize,
    /// For each sample the set of the properties that hold there.
    holding: Vec<u64>,
    /// Pairs of samples with different values, those that the fewest properties separate first.
    hard: Vec<(usize, usize)>,
}

impl<'a> Refutation<'a> {
    pub(super) fn new(samples: &'a Samples) -> Self {
        let words = samples.bits.len().div_ceil(64);
        let mut holding = vec![0; words * samples.values.len()];
        for (property, row) in samples.bits.iter().enumerate() {
            for (word, mut set) in row.iter().copied().enumerate() {
                while let Some(sample) = take_first(std::slice::from_mut(&mut set)) {
                    holding[words * (64 * word + sample) + property / 64] |= 1 << (property % 64);
                }
            }
        }
        let mut refutation = Self { samples, words, holding, hard: Vec::new() };
        let values = &samples.values;
        let mut counts: BTreeMap<Value, usize> = BTreeMap::new();
        values.iter().for_each(|value| *counts.entry(*value).or_default() += 1);
        let mut rare: Vec<usize> = (0..values.len()).collect();
        rare.sort_by_key(|&sample| (counts[&values[sample]], sample));
        let (mut pairs, mut below) = (Vec::with_capacity(2 * STORED), u32::MAX);
        for (place, &one) in rare.iter().enumerate().take(COMPARED) {
            for &other in rare[place..].iter().filter(|&&other| values[other] != values[one]) {
                let Some(count) = count_below(below, refutation.separating((one, other))) else { continue };
                pairs.push((count, one, other));
                // The first half is kept, and what is not better than it left out.
                if pairs.len() == 2 * STORED {
                    pairs.select_nth_unstable(STORED - 1);
                    pairs.truncate(STORED);
                    below = pairs[STORED - 1].0;
                }
            }
        }
        pairs.sort_unstable();
        refutation.hard = pairs.into_iter().map(|(_, one, other)| (one, other)).collect();
        refutation
    }

    /// The set of the properties that separate two samples.
    fn separating(&self, (one, other): (usize, usize)) -> impl Iterator<Item = u64> {
        let of = |sample: usize| &self.holding[self.words * sample..][..self.words];
        of(one).iter().zip(of(other)).map(|(one, other)| one ^ other)
    }

    /// Of the pairs that the fewest properties separate, the number of those within a set of samples.
    pub(super) fn hard_within(&self, of: &[u64]) -> usize {
        self.hard.iter().take(HARDEST).filter(|&&(one, other)| is_in(of, one) && is_in(of, other)).count()
    }

    /// Returns whether a search of at most `steps` steps shows that no choice of at most `most` properties distinguishes
    /// the values on the samples `of`.
    pub(super) fn refutes(&self, of: &[u64], most: usize, steps: usize) -> bool {
        let within = |&&(one, other): &&(usize, usize)| is_in(of, one) && is_in(of, other);
        let properties = self.samples.bits.len();
        let mut search = Search {
            refutation: self,
            of,
            pairs: Vec::new(),
            count: 0,
            separated: vec![0; properties],
            chosen: Vec::new(),
            steps,
        };
        for &pair in self.hard.iter().filter(within).take(FIRST) {
            search.add(pair);
        }
        search.fails(&set_of(properties, |_| true), most)
    }
}

/// A search for a choice.
struct Search<'a> {
    refutation: &'a Refutation<'a>,
    /// The samples that are compared.
    of: &'a [u64],
    /// For each pair the set of the properties that separate it, one after the other.
    pairs: Vec<u64>,
    /// The number of pairs.
    count: usize,
    /// For each property the set of the pairs that it separates.
    separated: Vec<u64>,
    chosen: Vec<usize>,
    /// The steps that are left.
    steps: usize,
}

/// Removes the first member of a set.
fn take_first(set: &mut [u64]) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    let first = 64 * word + set[word].trailing_zeros() as usize;
    set[word] &= set[word] - 1;
    Some(first)
}

/// The number of members of a set; `None` if there are `end` or more.
fn count_below(end: u32, set: impl Iterator<Item = u64>) -> Option<u32> {
    let mut count = 0;
    for word in set {
        count += word.count_ones();
        if count >= end {
            return None;
        }
    }
    Some(count)
}

/// The members of a set of pairs.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

impl Search<'_> {
    fn add(&mut self, pair: (usize, usize)) {
        let begin = self.pairs.len();
        self.pairs.extend(self.refutation.separating(pair));
        let added = 1 << self.count;
        for (word, &set) in self.pairs[begin..].iter().enumerate() {
            let (mut set, separated) = (set, &mut self.separated[64 * word..]);
            while set != 0 {
                separated[set.trailing_zeros() as usize] |= added;
                set &= set - 1;
            }
        }
        self.count += 1;
    }

    /// The properties of a set that separate a pair.
    fn left(&self, allowed: &[u64], pair: usize) -> impl Iterator<Item = u64> {
        let separating = &self.pairs[self.refutation.words * pair..];
        allowed.iter().zip(separating).map(|(allowed, separating)| allowed & separating)
    }

    /// The properties of a set that separate two samples that the chosen properties do not; `None` if they separate all
    /// samples. The pair is kept as long as there is room.
    fn met(&mut self, allowed: &[u64]) -> Option<Vec<u64>> {
        let pair = self.refutation.samples.conflict(&self.chosen, self.of)?;
        if self.count < MOST {
            self.add(pair);
        }
        let separating = self.refutation.separating(pair);
        Some(allowed.iter().zip(separating).map(|(allowed, separating)| allowed & separating).collect())
    }

    /// Whether it is shown that the chosen properties, and at most `more` of the allowed ones, do not distinguish the
    /// values.
    fn fails(&mut self, allowed: &[u64], more: usize) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        // The pairs that the chosen properties do not separate.
        let known = if self.count == MOST { u64::MAX } else { (1 << self.count) - 1 };
        let open = self.chosen.iter().fold(known, |open, &property| open & !self.separated[property]);
        if more == 1 {
            return self.last_fails(allowed, open);
        }
        let mut fewest: Option<(u32, usize)> = None;
        for pair in members(open).take(CONSIDERED) {
            let most = fewest.map_or(u32::MAX, |(count, _)| count);
            fewest = count_below(most, self.left(allowed, pair)).map(|count| (count, pair)).or(fewest);
        }
        let mut tried = match fewest {
            Some((_, pair)) => self.left(allowed, pair).collect(),
            None => match self.met(allowed) {
                Some(tried) => tried,
                None => return false,
            },
        };
        if more == 0 {
            return true;
        }
        let mut allowed = allowed.to_vec();
        while let Some(property) = take_first(&mut tried) {
            self.chosen.push(property);
            let fails = self.fails(&allowed, more - 1);
            self.chosen.pop();
            if !fails {
                return false;
            }
            allowed[property / 64] &= !(1 << (property % 64));
        }
        true
    }

    /// The allowed properties that separate all open pairs, of which there is one at least; `None` if there are none.
    fn separating_all(&self, allowed: &[u64], open: u64) -> Option<Vec<u64>> {
        // Few properties separate the first pairs, which the fewest properties separate.
        let mut pairs = members(open);
        let mut next = |before: usize| pairs.next().unwrap_or(before);
        let first = next(0);
        let second = next(first);
        let third = next(second);
        let [first, second, third] =
            [first, second, third].map(|pair| &self.pairs[self.refutation.words * pair..][..allowed.len()]);
        let mut all: Option<Vec<u64>> = None;
        for (word, &set) in allowed.iter().enumerate() {
            let mut set = set & first[word] & second[word] & third[word];
            while set != 0 {
                let (bit, property) = (set & set.wrapping_neg(), 64 * word + set.trailing_zeros() as usize);
                if open & !self.separated[property] == 0 {
                    all.get_or_insert_with(|| vec![0; allowed.len()])[word] |= bit;
                }
                set ^= bit;
            }
        }
        all
    }

    /// The same for one more property, which separates all pairs that are left.
    fn last_fails(&mut self, allowed: &[u64], open: u64) -> bool {
        let mut possible = if open != 0 {
            match self.separating_all(allowed, open) {
                Some(possible) => possible,
                None => return true,
            }
        } else {
            match self.met(allowed) {
                Some(possible) => possible,
                None => return false,
            }
        };
        while let Some(property) = take_first(&mut possible) {
            self.chosen.push(property);
            let met = self.met(&possible);
            self.chosen.pop();
            match met {
                Some(left) => possible = left,
                None => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Random;

    /// Compares with all choices of at most three properties.
    #[test]
    fn what_is_refuted_has_no_choice() {
        let mut random = Random(19);
        let (mut refuted, mut found) = (0, 0);
        for round in 0..200 {
            let (samples, properties) = (4 + random.next() as usize % 70, 1 + random.next() as usize % 9);
            let mut row = || (0..samples).map(|_| random.next().is_multiple_of(3)).collect::<Vec<bool>>();
            let rows: Vec<Vec<bool>> = (0..properties).map(|_| row()).collect();
            let bits: Vec<Vec<u64>> = rows.iter().map(|row| set_of(samples, |sample| row[sample])).collect();
            // Some properties decide the values, but at a few samples.
            let deciding = 1 + round % 4;
            let value = |sample: usize| {
                let holding = bits.iter().take(deciding).filter(|row| is_in(row, sample)).count();
                u32::try_from(if round % 3 == 0 && sample == 3 { 9 } else { holding % 3 }).unwrap()
            };
            let mut samples = Samples::new((0..samples).map(value).collect());
            samples.bits.clone_from(&bits);
            let of = if round % 2 == 0 { samples.all() } else { samples.without(&bits[0]) };
            let most = 3;
            let places = 0..=properties;
            let choice = |one: usize, two: usize, three: usize| {
                let chosen: Vec<usize> =
                    [one, two, three].into_iter().filter(|&place| place < properties).collect();
                samples.conflict(&chosen, &of).is_none()
            };
            let exists = places
                .clone()
                .any(|one| places.clone().any(|two| places.clone().any(|three| choice(one, two, three))));
            let shown = Refutation::new(&samples).refutes(&of, most, 10_000);
            assert_eq!(shown, !exists, "{round}");
            refuted += usize::from(shown);
            found += usize::from(exists);
        }
        assert!(refuted > 40 && found > 40, "{refuted} {found}");
    }
}
