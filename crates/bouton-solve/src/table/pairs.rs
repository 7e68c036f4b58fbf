//! Lost pairs, where each of two interchangeable heaps may fall to any smaller number.
//!
//! A lost pair (a, b) is then an option of every later pair that has a or b in it, so each number is in at
//! most one lost pair. A region of the table has the pairs with the same larger number: if that number is in
//! a lost pair of an earlier region, the whole region is won, and if a lost pair is found, all later ones of
//! the region are won. Only pairs of two numbers that are in no lost pair yet have to be looked at, and among them
//! only those from which no other move leads to a lost pair. These are marked from the lost pairs, a few regions at a
//! time. So a table of n² / 2 pairs takes about n² / 64 steps, and those of the marks.

use bouton_core::{Batch, ControlState, Formula, LimitReached, MemoryShare, Ruleset, Valuation, Watch};

use super::marks::{self, MOST_MOVES};
use crate::{
    Moves,
    index::Index,
    moves::{Within, backwards, falling_coordinate},
};

/// The number of regions that are marked together: few enough for a processor's cache.
const BAND: u64 = 128;

/// The lost pairs of the complete regions.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The moves other than those of one heap to any smaller number, backwards.
    backwards: Moves,
    /// In the order of the table.
    lost: Vec<[u64; 2]>,
    /// A bit for each number that is in one of them.
    numbers: Vec<u64>,
    /// The first of the regions that are marked, if some are, and the number of lost pairs from which they were marked.
    band: Option<(u64, usize)>,
    /// For each of these regions a bit for each smaller number: whether a move other than those leads to a lost pair.
    won: Vec<u64>,
    /// The words of a region.
    words: usize,
    held: MemoryShare,
}

impl Pairs {
    /// Returns `None` unless positions are pairs of heaps in any order, of which each may fall to any smaller
    /// number, the lost options decide the value, and the other moves can be followed backwards.
    ///
    /// # Errors
    ///
    /// A [`LimitReached`] that ends everything.
    pub(super) fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        index: &Index,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        let decided = marks::lost_options_decide(valuation);
        let all = *ruleset.exists() == Formula::True && *ruleset.stop() == Formula::False;
        let pairs = ruleset.dimension() == 2 && ruleset.controls().len() == 1 && index.is_multiset();
        let moves = ruleset.moves();
        if !decided || !all || !pairs || moves.len() > MOST_MOVES {
            return Ok(None);
        }
        let falls =
            |coordinate: usize| moves.iter().any(|schema| falling_coordinate(schema, 2) == Some(coordinate));
        if !falls(0) || !falls(1) {
            return Ok(None);
        }
        let others = moves.iter().filter(|schema| falling_coordinate(schema, 2).is_none());
        let backwards = match backwards(ruleset, others, &Within::Band(BAND), watch) {
            Err(limit) if limit.ends_all() => return Err(limit),
            Err(_) | Ok(None) => return Ok(None),
            Ok(Some(backwards)) => backwards,
        };
        let (lost, numbers, won) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Some(Self { backwards, lost, numbers, band: None, won, words: 0, held: watch.hold_none() }))
    }

    /// The lost pairs.
    pub(super) fn lost(&self) -> &[[u64; 2]] {
        &self.lost
    }

    /// Marks a region, unless it is marked; `false` if there is not enough memory for that.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends it; what was marked stays marked.
    pub(super) fn mark_to(&mut self, region: u64, batch: &mut Batch<'_>) -> Result<bool, LimitReached> {
        let first = region - region % BAND;
        if self.band.is_none_or(|(known, _)| known != first) {
            self.band = None;
            let words = (first + BAND).div_ceil(64);
            let (Ok(words), Ok(size)) = (usize::try_from(words), usize::try_from(words * BAND)) else {
                return Ok(false);
            };
            self.won.clear();
            let bytes = self.held.bytes().max(8 * size as u64);
            if self.held.resize(bytes).is_err() || self.won.try_reserve_exact(size).is_err() {
                return Ok(false);
            }
            batch.spend(size as u64 / 64)?;
            self.won.resize(size, 0);
            self.words = words;
            self.band = Some((first, 0));
        }
        self.mark_from_all(batch)?;
        Ok(true)
    }

    /// Marks from the lost pairs from which nothing was marked yet.
    fn mark_from_all(&mut self, batch: &mut Batch<'_>) -> Result<(), LimitReached> {
        while let Some((first, marked)) = self.band
            && let Some(&pair) = self.lost.get(marked)
        {
            self.mark_from(first, pair, batch)?;
            self.band = Some((first, marked + 1));
        }
        Ok(())
    }

    /// Marks, in the regions from `first` on, the pairs from which a move leads to a lost one.
    fn mark_from(&mut self, first: u64, pair: [u64; 2], batch: &mut Batch<'_>) -> Result<(), LimitReached> {
        let [smaller, larger] = pair;
        let Self { backwards, won, words, .. } = self;
        // A pair with its smaller number first may lead to the lost one in either order.
        for [one, other] in [[smaller, larger], [larger, smaller]] {
            batch.spend(1)?;
            let from = [one, other, first + BAND - 1];
            backwards.try_each_option(&from, ControlState(0), batch, |x, _| {
                if let &[smaller, larger, _] = x
                    && smaller <= larger
                {
                    let (word, bit) = place(smaller);
                    let (region, _) = place(64 * (larger - first));
                    won[region * *words + word] |= 1 << bit;
                }
                true
            })?;
        }
        Ok(())
    }

    /// Adds the next lost pair, the smaller number first, of a region that is marked.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends it.
    pub(super) fn add(&mut self, pair: [u64; 2], batch: &mut Batch<'_>) -> Result<(), LimitReached> {
        self.put(pair);
        self.mark_from_all(batch)
    }

    /// Adds the next lost pair, the smaller number first, of a region that is not marked.
    pub(super) fn put(&mut self, pair: [u64; 2]) {
        self.lost.push(pair);
        for number in pair {
            let (word, bit) = place(number);
            self.numbers.resize(self.numbers.len().max(word + 1), 0);
            self.numbers[word] |= 1 << bit;
        }
    }

    /// Leaves out the pairs from a region on.
    pub(super) fn truncate(&mut self, regions: u64) {
        while let Some(&pair) = self.lost.last().filter(|[_, larger]| *larger >= regions) {
            self.lost.pop();
            for number in pair {
                let (word, bit) = place(number);
                self.numbers[word] &= !(1 << bit);
            }
        }
        // Marks from the pairs that are left out stay right, because these pairs will be found again.
        self.band = self.band.map(|(first, marked)| (first, marked.min(self.lost.len())));
    }

    /// The smallest number from `from` on that may be in a lost pair with `larger`, whose region is marked: neither is
    /// in a lost pair, and the pair has no mark.
    pub(super) fn candidate(&self, from: u64, larger: u64) -> Option<u64> {
        let numbers = |word: usize| self.numbers.get(word).copied().unwrap_or(0);
        let (last, bit) = place(larger);
        if numbers(last) >> bit & 1 == 1 {
            return None;
        }
        let (region, _) = place(64 * (larger - self.band?.0));
        let (first, low) = place(from);
        (first..=last).find_map(|word| {
            let mut open = !(numbers(word) | self.won[region * self.words + word]);
            if word == first {
                open &= u64::MAX << low;
            }
            if word == last {
                open &= u64::MAX >> (63 - bit);
            }
            (open != 0).then(|| 64 * word as u64 + u64::from(open.trailing_zeros()))
        })
    }
}

/// The word of a number's bit, and its place there.
fn place(number: u64) -> (usize, u32) {
    ((number / 64) as usize, (number % 64) as u32)
}
