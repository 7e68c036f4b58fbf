//! Learning with coordinates that may be exchanged: the rows of sorted prefixes determine all others.
//!
//! Permuting the coordinates permutes the states of the law. So the state of a prefix is that of
//! its sorted coordinates, permuted. The effect of a permutation on a state is found from its
//! access word, one exchange of neighbours after the other.

use bouton_core::State;
use rustc_hash::FxHashMap;

use super::{LearnLimit, Learner, States, Suffix, Teacher};

/// The action of interchangeable coordinates on the states of a hypothesis, as far as it was
/// needed.
#[derive(Default)]
pub(super) struct Orbits {
    /// For each coordinate but the last one, whether it may be exchanged with the next one.
    may: Vec<bool>,
    /// The states of sorted prefixes.
    sorted: FxHashMap<(u8, Vec<u64>), State>,
    /// The state that a state becomes when a coordinate and the next one are exchanged.
    exchanged: FxHashMap<(State, usize), State>,
}

impl Orbits {
    /// Creates the orbits for these exchanges of a coordinate and the next one.
    pub(super) fn of(may: Vec<bool>) -> Self {
        Self { may, ..Self::default() }
    }

    /// Whether no coordinates may be exchanged.
    pub(super) fn is_trivial(&self) -> bool {
        !self.may.contains(&true)
    }

    /// Whether all coordinates may be permuted, and there are several.
    pub(super) fn is_full(&self) -> bool {
        !self.is_trivial() && !self.may.contains(&false)
    }

    pub(super) fn clear(&mut self) {
        self.sorted.clear();
        self.exchanged.clear();
    }

    /// Sorts coordinates as far as they may be exchanged, the largest first, and returns those that were
    /// exchanged with the next one, in this order.
    fn sort(&self, prefix: &mut [u64]) -> Vec<usize> {
        let mut exchanged = Vec::new();
        for end in 1..=self.may.len() {
            let mut at = end;
            while at > 0 && self.may[at - 1] && prefix[at - 1] < prefix[at] {
                at -= 1;
                prefix.swap(at, at + 1);
                exchanged.push(at);
            }
        }
        exchanged
    }

    /// The parts to be saved.
    pub(super) fn parts(&self) -> Parts {
        let sorted = self.sorted.iter().map(|(prefix, &state)| (prefix.clone(), state));
        let exchanged = self.exchanged.iter().map(|(&key, &state)| (key, state));
        (sorted.collect(), exchanged.collect())
    }

    /// Restores saved parts.
    pub(super) fn put(&mut self, (sorted, exchanged): Parts) {
        self.sorted = sorted.into_iter().collect();
        self.exchanged = exchanged.into_iter().collect();
    }
}

/// The saved parts of orbits.
pub(super) type Parts = (Vec<((u8, Vec<u64>), State)>, Vec<((State, usize), State)>);

impl Learner {
    /// The state of a prefix by that of its sorted coordinates.
    pub(super) fn state_by_order(
        &mut self,
        states: &mut States,
        (control, mut prefix): (u8, Vec<u64>),
        teacher: &mut dyn Teacher,
    ) -> Result<State, LearnLimit> {
        if self.orbits.is_trivial() {
            return self.state_of(states, (control, prefix), teacher);
        }
        let exchanged = self.orbits.sort(&mut prefix);
        let sorted = (control, prefix);
        let mut state = match self.orbits.sorted.get(&sorted) {
            Some(&state) => state,
            None => {
                let state = self.state_of(states, sorted.clone(), teacher)?;
                self.held.grow(64 + 8 * self.tracks as u64)?;
                self.orbits.sorted.insert(sorted, state);
                state
            }
        };
        self.watch.spend(1 + exchanged.len() as u64 / 8)?;
        for at in exchanged.into_iter().rev() {
            state = match self.orbits.exchanged.get(&(state, at)) {
                Some(&image) => image,
                None => {
                    let (control, mut access) = self.access[state as usize].clone();
                    access.swap(at, at + 1);
                    let image = self.state_of(states, (control, access), teacher)?;
                    self.orbits.exchanged.insert((state, at), image);
                    image
                }
            };
        }
        Ok(state)
    }

    /// The states between one and its successor by a letter, each with a permuted suffix. If the
    /// last hypothesis is right, the value of its access word with this suffix is that of the
    /// successor's access word with `suffix`.
    pub(super) fn steps_of_order(
        &self,
        state: State,
        letter: usize,
        suffix: &Suffix,
    ) -> Vec<(State, Suffix)> {
        if self.orbits.is_trivial() {
            return Vec::new();
        }
        let Ok((control, mut prefix)) = self.extension(state as usize, letter) else { return Vec::new() };
        let mut exchanged = self.orbits.sort(&mut prefix);
        let mut suffix = suffix.clone();
        exchanged.iter().for_each(|&at| suffix.digits.swap(at, at + 1));
        let Some(&state) = self.orbits.sorted.get(&(control, prefix)) else { return Vec::new() };
        let mut steps = vec![(state, suffix)];
        while let (Some(at), Some((state, suffix))) = (exchanged.pop(), steps.last()) {
            let Some(&state) = self.orbits.exchanged.get(&(*state, at)) else { break };
            let mut suffix = suffix.clone();
            suffix.digits.swap(at, at + 1);
            steps.push((state, suffix));
        }
        steps
    }
}
