//! Misère outcomes of positions, from the definition.

use bouton_core::{LimitReached, MemoryShare, Quotient, Watch};
use rustc_hash::FxHashMap;

use crate::{
    OptionTable,
    heaps::{Heaps, bytes},
    quotient::least_words,
};

/// The outcomes of positions in misère play, with a memo.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{OptionTable, MisereOutcomes};
///
/// let watch = Watch::unlimited();
/// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 9, &watch)?;
/// let mut outcomes = MisereOutcomes::new(&kayles, &watch);
/// let lost: Vec<u32> = (0..=9).filter(|&heap| outcomes.is_lost(&[heap]).unwrap()).collect();
/// assert_eq!(lost, [1, 4, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MisereOutcomes<'a> {
    options: &'a OptionTable,
    /// The quotient of the positions with smaller heaps only.
    below: Option<&'a Quotient>,
    /// For each smaller heap a position that replaces it.
    words: Vec<Heaps>,
    known: FxHashMap<Box<[u32]>, bool>,
    watch: &'a Watch,
    held: MemoryShare,
}

impl<'a> MisereOutcomes<'a> {
    /// Creates an empty memo.
    #[must_use]
    pub fn new(options: &'a OptionTable, watch: &'a Watch) -> Self {
        let words = Vec::new();
        Self { options, below: None, words, known: FxHashMap::default(), watch, held: watch.hold_none() }
    }

    /// Uses the quotient for the outcomes of positions whose heaps it covers.
    pub(crate) fn above(options: &'a OptionTable, below: &'a Quotient, watch: &'a Watch) -> Self {
        Self { below: Some(below), ..Self::new(options, watch) }
    }

    /// Computes the outcomes in another game: heaps that the quotient covers are replaced by
    /// positions of the same value. That changes no outcome of positions with only such heaps, but
    /// may change others.
    pub(crate) fn simplified(options: &'a OptionTable, below: &'a Quotient, watch: &'a Watch) -> Self {
        let words = least_words(below);
        let words = below.values().iter().map(|&value| words[usize::from(value)].clone()).collect();
        Self { words, ..Self::above(options, below, watch) }
    }

    fn simplest(&self, position: &[u32]) -> Heaps {
        if self.words.is_empty() {
            return self.options.simplest(position);
        }
        let word = |heap: &u32| self.words.get(*heap as usize).cloned().unwrap_or_else(|| vec![*heap]);
        self.options.simplest(&position.iter().flat_map(word).collect::<Heaps>())
    }

    /// Whether a position is P: it has options, and all of them are N.
    ///
    /// # Errors
    ///
    /// A limit that was reached.
    ///
    /// # Panics
    ///
    /// If a heap is larger than those whose options are known.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_misere::{OptionTable, MisereOutcomes};
    ///
    /// let watch = Watch::unlimited();
    /// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 10, &watch)?;
    /// let mut outcomes = MisereOutcomes::new(&kayles, &watch);
    /// assert!(outcomes.is_lost(&[1])?); // the last pin has to be taken
    /// assert!(!outcomes.is_lost(&[1, 1])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_lost(&mut self, position: &[u32]) -> Result<bool, LimitReached> {
        let start = self.simplest(position);
        if let Some(known) = self.look_up(&start) {
            return Ok(known);
        }
        // Positions that wait for an option, each with its remaining options.
        let mut waiting = vec![self.frame(start)];
        let mut last = false;
        while let Some((_, options)) = waiting.last_mut() {
            let Some(option) = options.pop() else {
                let (position, _) = waiting.pop().unwrap_or_default();
                last = true;
                self.remember(position, last)?;
                continue;
            };
            match self.look_up(&option) {
                None => {
                    waiting.last_mut().expect("it waits").1.push(option.clone());
                    waiting.push(self.frame(option));
                }
                Some(true) => {
                    let (position, _) = waiting.pop().unwrap_or_default();
                    last = false;
                    self.remember(position, last)?;
                }
                Some(false) => {}
            }
        }
        Ok(last)
    }

    fn look_up(&self, position: &[u32]) -> Option<bool> {
        if position.is_empty() {
            return Some(false);
        }
        if let Some(below) = self.below.filter(|below| position.iter().all(|&heap| heap <= below.largest())) {
            return Some(below.is_lost(position));
        }
        self.known.get(position).copied()
    }

    fn frame(&self, position: Heaps) -> (Heaps, Vec<Heaps>) {
        let mut options = Vec::new();
        self.options.each(&position, |option| options.push(self.simplest(option)));
        options.sort_unstable_by(|a, b| (b.len(), b).cmp(&(a.len(), a)));
        options.dedup();
        (position, options)
    }

    fn remember(&mut self, position: Heaps, lost: bool) -> Result<(), LimitReached> {
        self.watch.spend(1 + position.len() as u64)?;
        self.held.grow(40 + bytes(&position))?;
        self.known.insert(position.into(), lost);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::TakeAndBreakCode;

    use super::*;

    /// The outcome by recursion over the definition.
    fn definition(options: &OptionTable, position: &[u32]) -> bool {
        let (mut any, mut won) = (false, false);
        options.each(position, |option| {
            any = true;
            won |= definition(options, option);
        });
        any && !won
    }

    #[test]
    fn outcomes_are_those_of_the_definition() {
        let watch = Watch::unlimited();
        for digits in [vec![0, 7, 7], vec![0, 0, 7], vec![4, 3], vec![0, 3, 3], vec![0, 1, 6]] {
            let options = OptionTable::new(&TakeAndBreakCode::new(digits).unwrap(), 6, &watch).unwrap();
            let mut outcomes = MisereOutcomes::new(&options, &watch);
            for (a, b, c) in (0..=5).flat_map(|a| (0..=a.min(5 - a.min(4))).map(move |b| (a, b, b / 2))) {
                let position: Heaps = [c, b, a].into_iter().filter(|&heap| heap > 0).collect();
                assert_eq!(
                    outcomes.is_lost(&position).unwrap(),
                    definition(&options, &position),
                    "{position:?}"
                );
            }
        }
    }
}
