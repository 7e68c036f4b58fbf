//! The transition algebra: the values of positions, and the values of their options.

use bouton_core::{LimitReached, MemoryShare, Quotient, QuotientElement as Element, Watch};
use rustc_hash::FxHashMap;

use crate::{
    OptionTable,
    heaps::{Heaps, rank},
};

/// A set of elements as bits.
type Set = Box<[u64]>;
/// The value of a position, and the number of the set of its options' values.
type Pair = (Element, u32);

/// All pairs (Φ(X), {Φ(X′)}) of the positions X, as computed from a quotient, each with a position
/// of least rank. A quotient is correct if each pair agrees with the rule of misère play: X is lost
/// if it has options, and none of them is lost (Plambeck and Siegel 2008).
pub(crate) struct Algebra {
    words: usize,
    sets: Vec<Set>,
    numbers: FxHashMap<Set, u32>,
    pairs: Vec<Pair>,
    /// The index of each pair in `pairs`.
    known: FxHashMap<Pair, u32>,
    /// The pairs of heaps that are not products of earlier ones, and a least heap of each.
    generators: Vec<(Pair, u32)>,
    held: MemoryShare,
}

/// A position of least rank for which a quotient is wrong.
pub(crate) struct Wrong(pub(crate) Heaps);

impl Algebra {
    /// Creates the algebra without heaps.
    pub(crate) fn new(quotient: &Quotient, watch: &Watch) -> Self {
        let words = quotient.order().div_ceil(64);
        let empty: Set = vec![0; words].into();
        Self {
            words,
            sets: vec![empty.clone()],
            numbers: FxHashMap::from_iter([(empty, 0)]),
            pairs: vec![(0, 0)],
            known: FxHashMap::from_iter([((0, 0), 0)]),
            generators: Vec::new(),
            held: watch.hold_none(),
        }
    }

    fn number(&mut self, set: Set) -> Result<u32, LimitReached> {
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        self.held.grow(64 + 16 * self.words as u64)?;
        let number = u32::try_from(self.sets.len()).expect("memory ends before the numbers of sets");
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        Ok(number)
    }

    /// The elements of the options of a heap.
    fn options_of(
        &mut self,
        quotient: &Quotient,
        options: &OptionTable,
        heap: u32,
    ) -> Result<u32, LimitReached> {
        let mut set: Set = vec![0; self.words].into();
        for option in options.of(heap) {
            insert(&mut set, quotient.value(option));
        }
        self.number(set)
    }

    /// Whether a pair agrees with the rule.
    fn agrees(&self, quotient: &Quotient, lost: &[u64], (element, set): Pair) -> bool {
        let set = &self.sets[set as usize];
        let none_lost = set.iter().zip(lost).all(|(set, lost)| set & lost == 0);
        quotient.is_lost_element(element) == (none_lost && set.iter().any(|&word| word != 0))
    }

    /// The product of two pairs.
    fn product(&mut self, quotient: &Quotient, (x, s): Pair, (y, t): Pair) -> Result<Pair, LimitReached> {
        let mut set: Set = vec![0; self.words].into();
        each(&self.sets[s as usize], |s| insert(&mut set, quotient.product(s, y)));
        each(&self.sets[t as usize], |t| insert(&mut set, quotient.product(x, t)));
        Ok((quotient.product(x, y), self.number(set)?))
    }

    /// Returns the value of the next heap, if it is an existing element, so that the quotient does
    /// not change. The algebra then includes the positions with that heap.
    pub(crate) fn extend(
        &mut self,
        quotient: &Quotient,
        options: &OptionTable,
        watch: &Watch,
    ) -> Result<Option<Element>, LimitReached> {
        let heap = quotient.values().len();
        let heap = u32::try_from(heap).unwrap_or(u32::MAX);
        let set = self.options_of(quotient, options, heap)?;
        let elements = (0..).take(quotient.order());
        // A pair that exists already adds no new position.
        if let Some(value) = elements.clone().find(|&element| self.known.contains_key(&(element, set))) {
            return Ok(Some(value));
        }
        let lost = lost_set(quotient, self.words);
        for element in elements {
            let mut fits = self.agrees(quotient, &lost, (element, set));
            for place in 0..if fits { self.pairs.len() } else { 0 } {
                watch.spend(1)?;
                let product = self.product(quotient, self.pairs[place], (element, set))?;
                if !self.agrees(quotient, &lost, product) {
                    fits = false;
                    break;
                }
            }
            if !fits {
                continue;
            }
            let (pairs, generators) = (self.pairs.len(), self.generators.len());
            self.generators.push(((element, set), heap));
            if self.close(quotient, &lost, watch)? {
                return Ok(Some(element));
            }
            self.generators.truncate(generators);
            for pair in self.pairs.drain(pairs..) {
                self.known.remove(&pair);
            }
        }
        Ok(None)
    }

    /// Adds all products of pairs and generators; returns whether each agrees with the rule.
    fn close(&mut self, quotient: &Quotient, lost: &[u64], watch: &Watch) -> Result<bool, LimitReached> {
        let before = self.pairs.len();
        let last = self.generators.len() - 1;
        let mut place = 0;
        while place < self.pairs.len() {
            // Old pairs have met the old generators.
            for index in if place < before { last } else { 0 }..=last {
                watch.spend(1)?;
                let product = self.product(quotient, self.pairs[place], self.generators[index].0)?;
                if self.known.contains_key(&product) {
                    continue;
                }
                if !self.agrees(quotient, lost, product) {
                    return Ok(false);
                }
                self.add(product)?;
            }
            place += 1;
        }
        Ok(true)
    }

    fn add(&mut self, pair: Pair) -> Result<(), LimitReached> {
        self.held.grow(48)?;
        self.known.insert(pair, u32::try_from(self.pairs.len()).unwrap_or(u32::MAX));
        self.pairs.push(pair);
        Ok(())
    }

    /// Returns the algebra of all heaps of a quotient, or a position of least rank that disagrees
    /// with the rule. The quotient is correct for all positions of lesser rank, and so for the
    /// options of that position.
    pub(crate) fn of(
        quotient: &Quotient,
        options: &OptionTable,
        watch: &Watch,
    ) -> Result<Result<Self, Wrong>, LimitReached> {
        let mut algebra = Self::new(quotient, watch);
        let lost = lost_set(quotient, algebra.words);
        for (heap, &value) in (0..).zip(quotient.values()).skip(1) {
            let pair = (value, algebra.options_of(quotient, options, heap)?);
            if pair != (0, 0) && algebra.generators.iter().all(|(known, _)| *known != pair) {
                algebra.generators.push((pair, heap));
            }
        }
        // By rank: a list for each, filled from lesser ranks. `from` has a pair and a generator
        // whose product it is.
        let mut from: Vec<(u32, u32)> = vec![(0, 0)];
        let mut by_rank: std::collections::BTreeMap<u64, Vec<(Pair, u32, u32)>> = Default::default();
        let mut done: FxHashMap<Pair, u64> = FxHashMap::from_iter([((0, 0), 0)]);
        let mut rank_of = vec![0u64];
        let mut place = 0;
        loop {
            while place < algebra.pairs.len() {
                for index in 0..algebra.generators.len() {
                    watch.spend(1)?;
                    let (generator, heap) = algebra.generators[index];
                    let product = algebra.product(quotient, algebra.pairs[place], generator)?;
                    let rank = rank_of[place] + rank(&[heap]);
                    if done.get(&product).is_none_or(|&known| rank < known) {
                        algebra.held.grow(64)?;
                        done.insert(product, rank);
                        let from =
                            (u32::try_from(place).unwrap_or(u32::MAX), u32::try_from(index).unwrap_or(0));
                        by_rank.entry(rank).or_default().push((product, from.0, from.1));
                    }
                }
                place += 1;
            }
            let Some((rank, found)) = by_rank.pop_first() else { return Ok(Ok(algebra)) };
            for (pair, before, generator) in found {
                if algebra.known.contains_key(&pair) {
                    continue;
                }
                from.push((before, generator));
                rank_of.push(rank);
                if !algebra.agrees(quotient, &lost, pair) {
                    let mut position = Vec::new();
                    let mut at = from.len() - 1;
                    while at != 0 {
                        position.push(algebra.generators[from[at].1 as usize].1);
                        at = from[at].0 as usize;
                    }
                    position.sort_unstable();
                    return Ok(Err(Wrong(position)));
                }
                algebra.add(pair)?;
            }
        }
    }
}

fn lost_set(quotient: &Quotient, words: usize) -> Set {
    let mut lost: Set = vec![0; words].into();
    quotient.lost_elements().for_each(|element| insert(&mut lost, element));
    lost
}

fn insert(set: &mut [u64], element: Element) {
    set[usize::from(element) / 64] |= 1 << (element % 64);
}

fn each(set: &[u64], mut visit: impl FnMut(Element)) {
    for (base, &word) in (0..).step_by(64).zip(set) {
        let mut rest = word;
        while rest != 0 {
            let bit = Element::try_from(rest.trailing_zeros()).unwrap_or(0);
            visit(base + bit);
            rest &= rest - 1;
        }
    }
}
