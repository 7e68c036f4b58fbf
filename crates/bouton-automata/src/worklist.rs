//! Numbers for items that are met during an exploration.

use std::hash::{BuildHasher, Hash};

use bouton_core::State;
use rustc_hash::FxBuildHasher;

use crate::numbers::{Numbers, TooManyStates};

/// A collection of items of any kind (states, pairs of states, prefixes), numbered in the order in
/// which they are met. Each item is taken once, in that order, so that the exploration is breadth
/// first.
///
/// ```
/// use bouton_automata::Worklist;
///
/// // The residues modulo 5 that are reached from 1 by doubling.
/// let mut work = Worklist::new(100);
/// work.meet(1)?;
/// while let Some((_, residue)) = work.take() {
///     work.meet(2 * residue % 5)?;
/// }
/// assert_eq!(work.into_met(), [1, 2, 4, 3]);
/// # Ok::<(), bouton_automata::TooManyStates>(())
/// ```
#[derive(Clone, Debug)]
pub struct Worklist<S> {
    met: Vec<S>,
    numbers: Numbers,
    taken: usize,
    limit: usize,
}

impl<S: Clone + Eq + Hash> Worklist<S> {
    /// Creates an empty worklist of at most `limit` items.
    ///
    /// ```
    /// use bouton_automata::Worklist;
    ///
    /// let mut work = Worklist::new(100);
    /// work.meet(12)?;
    /// while let Some((_, n)) = work.take() {
    ///     for divisor in [2, 3] {
    ///         if n % divisor == 0 {
    ///             work.meet(n / divisor)?;
    ///         }
    ///     }
    /// }
    /// assert_eq!(work.into_met(), [12, 6, 4, 3, 2, 1]);
    /// # Ok::<(), bouton_automata::TooManyStates>(())
    /// ```
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { met: Vec::new(), numbers: Numbers::default(), taken: 0, limit }
    }

    /// Returns the number of `thing`; a new number if it has not been met.
    ///
    /// # Errors
    ///
    /// [`TooManyStates`] if `thing` is new and there are as many items as allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_automata::Worklist;
    ///
    /// let mut work = Worklist::new(100);
    /// assert_eq!((work.meet('a')?, work.meet('b')?, work.meet('a')?), (0, 1, 0));
    /// # Ok::<(), bouton_automata::TooManyStates>(())
    /// ```
    pub fn meet(&mut self, thing: S) -> Result<State, TooManyStates> {
        let hash = FxBuildHasher.hash_one(&thing);
        let (number, is_new) = self.numbers.meet(hash, self.limit, &|number| self.met[number] == thing)?;
        if is_new {
            self.met.push(thing);
        }
        Ok(number)
    }

    /// Takes the next item that has not been taken, with its number.
    ///
    /// ```
    /// use bouton_automata::Worklist;
    ///
    /// let mut work = Worklist::new(100);
    /// work.meet('a')?;
    /// assert_eq!((work.take(), work.take()), (Some((0, 'a')), None));
    /// # Ok::<(), bouton_automata::TooManyStates>(())
    /// ```
    pub fn take(&mut self) -> Option<(State, S)> {
        let thing = self.met.get(self.taken)?.clone();
        // All numbers are used.
        let number = State::try_from(self.taken).ok()?;
        self.taken += 1;
        Some((number, thing))
    }

    /// The number of items met.
    #[must_use]
    pub fn len(&self) -> usize {
        self.met.len()
    }

    /// Whether no item was met.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Returns the number of `thing`, if it was met.
    ///
    /// ```
    /// use bouton_automata::Worklist;
    ///
    /// let mut work = Worklist::new(100);
    /// work.meet('a')?;
    /// assert_eq!((work.number(&'a'), work.number(&'b')), (Some(0), None));
    /// # Ok::<(), bouton_automata::TooManyStates>(())
    /// ```
    #[must_use]
    pub fn number(&self, thing: &S) -> Option<State> {
        self.numbers.find(FxBuildHasher.hash_one(thing), &|number| self.met[number] == *thing).ok()
    }

    /// All items met; the number of an item is its index.
    #[must_use]
    pub fn met(&self) -> &[S] {
        &self.met
    }

    /// Returns all items met; the number of an item is its index.
    #[must_use]
    pub fn into_met(self) -> Vec<S> {
        self.met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_for_new_things_only() {
        let mut work = Worklist::new(2);
        assert_eq!((work.meet('a'), work.meet('b'), work.meet('a')), (Ok(0), Ok(1), Ok(0)));
        assert_eq!(work.meet('c'), Err(TooManyStates { limit: 2 }));
        assert_eq!((work.take(), work.take(), work.take()), (Some((0, 'a')), Some((1, 'b')), None));
        assert_eq!((work.len(), work.number(&'b'), work.number(&'c')), (2, Some(1), None));
    }

    #[test]
    fn many_things_keep_their_numbers() {
        let mut work = Worklist::new(usize::MAX);
        let things = || (0..50_000u64).map(|n| (n * n % 20_011, n % 7));
        let mut numbers = std::collections::HashMap::new();
        for thing in things() {
            let next = State::try_from(numbers.len()).unwrap();
            assert_eq!(work.meet(thing), Ok(*numbers.entry(thing).or_insert(next)));
        }
        assert!(things().all(|thing| work.number(&thing) == Some(numbers[&thing])));
        assert_eq!((work.number(&(20_012, 0)), work.len()), (None, numbers.len()));
    }
}
