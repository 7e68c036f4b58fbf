//! The choice of few properties that distinguish the values of a law on samples.
//!
//! Where they distinguish the values on all samples, they do so on the first ones. So the search begins there; only if it
//! finds something, it is made on all samples.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use bouton_core::DigitAutomaton;

use super::{
    Property,
    refutation::Refutation,
    samples::{Drawn, MOST_PROPERTIES, Samples, is_in, set_of},
};
use crate::asking::Asking;

/// The number of samples with which the search begins: whole words of bits.
const FIRST: usize = 512;

/// How far samples are searched.
#[derive(Clone, Copy)]
struct Extent {
    /// The most properties of a choice.
    properties: usize,
    /// The most choices that are compared with the samples.
    choices: usize,
    /// The most choices of one size that are stored.
    kept: usize,
    /// The most steps of the search that shows that there is no choice.
    steps: usize,
}

/// The search for properties that decide together.
const WHOLE: Extent = Extent { properties: MOST_PROPERTIES, choices: 400_000, kept: 200, steps: 10_000 };
/// The search in each part of the samples, where one property is asked first.
const PART: Extent = Extent { properties: 3, choices: 20_000, kept: 200, steps: 1_500 };
/// The most properties that are asked first.
const MOST_SPLITTERS: usize = 60;
/// The most states of a law for which one property is asked before others.
const MOST_STATES_OF_SPLIT: usize = 250;
/// The most pairs of samples that are kept.
const MOST_PAIRS: usize = 64;

/// Sets of properties, by their places in the pool, that distinguish the values on samples: the fewest, the simplest first.
/// If there are none, sets that distinguish them if one of the properties is asked first, and few further ones of the
/// samples where it holds, and of those where it does not; those with the shortest conditions first. `None` if there are
/// no samples, or time is over.
pub(super) fn choices(
    law: &DigitAutomaton,
    pool: &[Property],
    sorted: bool,
    asking: &Asking<'_>,
) -> Option<Vec<Vec<usize>>> {
    choices_after(FIRST, law, pool, sorted, asking)
}

/// The same, where the search begins with another number of samples.
fn choices_after(
    first: usize,
    law: &DigitAutomaton,
    pool: &[Property],
    sorted: bool,
    asking: &Asking<'_>,
) -> Option<Vec<Vec<usize>>> {
    let mut drawn = Drawn::new(law, pool, sorted)?;
    drawn.read(first, asking)?;
    let (first, _) = drawn.samples();
    let refutation = Refutation::new(&first);
    if !refutation.refutes(&first.all(), WHOLE.properties, WHOLE.steps)
        && first.some(&first.all(), WHOLE, asking)
    {
        drawn.read(usize::MAX, asking)?;
        let (samples, places) = drawn.samples();
        let found = samples.choices(&samples.all(), WHOLE, asking);
        if !found.is_empty() {
            return Some(found.into_iter().map(|chosen| in_pool(chosen, &places)).collect());
        }
    }
    if law.states() > MOST_STATES_OF_SPLIT {
        return Some(Vec::new());
    }
    // Once all samples are read, the rows of their first words are those of the first samples.
    let words = first.all().len();
    let row = |property| Some(&drawn.row(property)?[..words]);
    let splitters = splitters((&first, &refutation), pool, row, asking);
    if splitters.is_empty() {
        return Some(Vec::new());
    }
    drawn.read(usize::MAX, asking)?;
    let (samples, places) = drawn.samples();
    Some(split(&samples, &places, pool, &splitters, asking))
}

fn in_pool(chosen: Vec<usize>, places: &[usize]) -> Vec<usize> {
    chosen.into_iter().map(|place| places[place]).collect()
}

/// The properties for which the search with one asked first may find something: it does on the first samples.
fn splitters<'a>(
    (first, refutation): (&Samples, &Refutation<'_>),
    pool: &[Property],
    row: impl Fn(usize) -> Option<&'a [u64]>,
    asking: &Asking<'_>,
) -> BTreeSet<usize> {
    let mut known: BTreeMap<Vec<u64>, bool> = BTreeMap::new();
    let mut may_split = |property: usize| {
        if !pool[property].splits() || asking.is_over() {
            return false;
        }
        let Some(row) = row(property) else { return false };
        *known.entry(first.normal(row)).or_insert_with_key(|row| {
            let mut parts = [first.without(row), row.to_vec()];
            // Where one part has no choice, the other one does not matter. It is shown for the one with more hard pairs.
            parts.sort_by_cached_key(|part| Reverse(refutation.hard_within(part)));
            !refutation.refutes(&parts[0], PART.properties, PART.steps)
                && parts.iter().all(|part| first.some(part, PART, asking))
        })
    };
    (0..pool.len()).filter(|&property| may_split(property)).collect()
}

/// The sets of properties of which one of these splitters is asked first.
fn split(
    samples: &Samples,
    places: &[usize],
    pool: &[Property],
    splitters: &BTreeSet<usize>,
    asking: &Asking<'_>,
) -> Vec<Vec<usize>> {
    let all = samples.all();
    let mut found: Vec<((usize, usize), Vec<usize>)> = Vec::new();
    let tried = (0..places.len()).filter(|&place| pool[places[place]].splits()).take(MOST_SPLITTERS);
    for splitter in tried.filter(|&place| splitters.contains(&places[place])) {
        let part = |set: &[u64]| samples.choices(set, PART, asking).into_iter().next();
        let holds = &samples.bits[splitter];
        let Some(inside) = part(holds) else { continue };
        let Some(outside) = part(&samples.without(holds)) else { continue };
        let mut chosen: Vec<usize> = [&[splitter], &inside[..], &outside[..]].concat();
        chosen.sort_unstable();
        chosen.dedup();
        found.push((samples.cost(&chosen, &all), chosen));
        if asking.is_over() {
            break;
        }
    }
    found.sort();
    found.into_iter().map(|(_, chosen)| in_pool(chosen, places)).collect()
}

impl Samples {
    /// Whether some properties distinguish the values on a set of samples.
    fn some(&self, of: &[u64], extent: Extent, asking: &Asking<'_>) -> bool {
        !self.sets(of, Extent { kept: 1, ..extent }, asking).is_empty()
    }

    /// Sets of properties that distinguish the values on a set of samples: the fewest, the simplest first.
    fn choices(&self, of: &[u64], extent: Extent, asking: &Asking<'_>) -> Vec<Vec<usize>> {
        let mut found: Vec<Vec<usize>> = self.sets(of, extent, asking).into_iter().collect();
        found.sort_by_cached_key(|chosen| self.cost(chosen, of));
        found
    }

    /// The smallest sets of properties that distinguish the values on a set of samples.
    fn sets(&self, of: &[u64], extent: Extent, asking: &Asking<'_>) -> BTreeSet<Vec<usize>> {
        let mut search = Search {
            samples: self,
            of,
            pairs: Vec::new(),
            holding: vec![Vec::new(); self.values.len()],
            spare: Vec::new(),
            found: BTreeSet::new(),
            tried: 0,
            extent,
            asking,
        };
        for size in 0..=extent.properties {
            let whole = search.extend(&mut Vec::new(), size);
            if !search.found.is_empty() || whole.is_none() {
                break;
            }
        }
        search.found
    }
}

/// Whether none of some properties separates a pair of samples, of which the separating properties are given.
fn is_open(chosen: &[usize], pair: &[u64]) -> bool {
    !chosen.iter().any(|&property| is_in(pair, property))
}

/// The search for choices.
struct Search<'a> {
    samples: &'a Samples,
    /// The samples that are compared.
    of: &'a [u64],
    /// The properties that separate two samples with different values, for the pairs at which most choices
    /// fail.
    pairs: Vec<Vec<u64>>,
    /// The properties that hold at each sample; empty until they are needed.
    holding: Vec<Vec<u64>>,
    /// Lists that are not needed any more.
    spare: Vec<Vec<u64>>,
    found: BTreeSet<Vec<usize>>,
    tried: usize,
    extent: Extent,
    asking: &'a Asking<'a>,
}

impl Search<'_> {
    /// Returns the properties that separate two samples, in a list that is used again.
    fn telling(&mut self, (one, other): (usize, usize)) -> Vec<u64> {
        let bits = &self.samples.bits;
        for sample in [one, other] {
            if self.holding[sample].is_empty() {
                self.holding[sample] = set_of(bits.len(), |property| is_in(&bits[property], sample));
            }
        }
        let mut telling = self.spare.pop().unwrap_or_default();
        telling.clear();
        telling.extend(self.holding[one].iter().zip(&self.holding[other]).map(|(one, other)| one ^ other));
        telling
    }

    /// Counts choices that are tried; `None` if that was too much work.
    fn spend(&mut self, choices: usize) -> Option<()> {
        let before = self.tried / 4096;
        self.tried += choices;
        let asks = self.tried / 4096 > before;
        (self.tried <= self.extent.choices && !(asks && self.asking.is_over())).then_some(())
    }

    /// Adds properties that separate two samples until all samples with different values are separated;
    /// `None` if that was too much work.
    fn extend(&mut self, chosen: &mut Vec<usize>, more: usize) -> Option<()> {
        self.spend(1)?;
        let Some(pair) = self.samples.conflict(chosen, self.of) else {
            let mut set = chosen.clone();
            set.sort_unstable();
            self.found.insert(set);
            return (self.found.len() < self.extent.kept).then_some(());
        };
        if more == 0 {
            if self.pairs.len() == MOST_PAIRS {
                self.spare.push(self.pairs.remove(0));
            }
            let telling = self.telling(pair);
            self.pairs.push(telling);
            return Some(());
        }
        let telling = self.telling(pair);
        let mut possible = self.spare.pop().unwrap_or_default();
        possible.clear();
        possible.extend_from_slice(&telling);
        if more == 1 {
            // The last property has to separate all samples that the others do not.
            for pair in self.pairs.iter().filter(|pair| is_open(chosen, pair)) {
                possible.iter_mut().zip(pair).for_each(|(possible, pair)| *possible &= pair);
            }
        }
        for (word, mut told) in telling.iter().copied().enumerate() {
            while possible[word] != 0 {
                let place = possible[word].trailing_zeros();
                // The refused choices before this one are counted, too.
                let refused = told & ((1 << place) - 1);
                self.spend(refused.count_ones() as usize)?;
                told &= !refused & !(1 << place);
                possible[word] &= possible[word] - 1;
                chosen.push(64 * word + place as usize);
                let went_on = self.extend(chosen, more - 1);
                chosen.pop();
                went_on?;
                // Where this choice failed, those that are left have to separate the same pair.
                if more == 1
                    && let Some(pair) = self.pairs.last().filter(|pair| is_open(chosen, pair))
                {
                    possible[word..]
                        .iter_mut()
                        .zip(&pair[word..])
                        .for_each(|(possible, pair)| *possible &= pair);
                }
            }
            self.spend(told.count_ones() as usize)?;
        }
        self.spare.extend([telling, possible]);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use bouton_automata::{minimize, table_law};
    use bouton_core::Value;

    use super::*;
    use crate::properties::pool::pool;

    /// The number of coordinates of a law, and its values.
    type Constructed = (usize, fn(&[u64]) -> Value);

    /// Fewer samples at the beginning change no choice: neither of properties that decide together, nor of those with one
    /// that is asked first, nor where there are none.
    #[test]
    fn the_choices_do_not_depend_on_the_first_samples() {
        fn parity(number: u64) -> Value {
            number.count_ones() % 2
        }
        let laws: [Constructed; 9] = [
            (2, |x| Value::from(x[0].trailing_zeros() != x[1].trailing_zeros())),
            (2, |x| parity(x[0] & x[1])),
            (2, |x| if x[0] <= x[1] { 0 } else { 1 + Value::from(x[0] % 2 == 0) }),
            (3, |x| Value::from(x[0].min(x[1] + x[2]) % 2 == 0)),
            (3, |x| Value::from(!(x[2] == x[0] + x[1] || x[2] % 2 == 1 && x[0] == 0))),
            (3, |x| Value::from(x[0] ^ x[1] ^ x[2] != 0) + Value::from(x[0] == 0)),
            (3, |x| parity(x[0] & x[1] & x[2])),
            // One property is asked first.
            (4, |x| {
                let lost = match x[0] {
                    0 => x[3] == x[1] + x[2],
                    _ => x[1] == x[2] && x[1] == x[0] + x[3],
                };
                Value::from(!lost)
            }),
            // Rare exceptions, which the first samples may not have.
            (3, |x| Value::from(x[0] % 2 == 1 || x == [6, 2, 4])),
        ];
        let (mut found, mut split) = (0, 0);
        for (tracks, value) in laws {
            let law = minimize(&table_law(tracks, 1, |_, x| value(x), 4).unwrap());
            let pool = pool(law.numeration(), tracks, false);
            let choices = |first| choices_after(first, &law, &pool, false, &Asking::default());
            let all = choices(usize::MAX).unwrap();
            for first in [64, FIRST, 1024] {
                assert_eq!(choices(first).as_ref(), Some(&all), "{first} {tracks}");
            }
            found += usize::from(!all.is_empty());
            split += usize::from(all.iter().any(|chosen| chosen.len() > MOST_PROPERTIES));
        }
        assert!(found >= 5 && split >= 1 && found < laws.len(), "{found} {split}");
    }
}
