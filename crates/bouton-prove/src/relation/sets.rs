//! The sets of partial moves that two prefixes determine, computed on demand where states are
//! single moves.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{MoveRelation, RelationState};

/// Letters of y, ascending, each with the number of a set.
type Steps = Rc<[(u16, u32)]>;

/// The sets of states of a relation that the prefixes of two positions lead to, numbered as they
/// are met. For a deterministic relation each has one state.
pub(crate) struct Sets<'a> {
    relation: &'a MoveRelation,
    sets: Vec<Rc<[RelationState]>>,
    numbers: FxHashMap<Rc<[RelationState]>, u32>,
    /// The steps of a set under a letter of x.
    steps: FxHashMap<(u32, usize), Steps>,
}

impl<'a> Sets<'a> {
    pub(crate) fn new(relation: &'a MoveRelation) -> Self {
        Self { relation, sets: Vec::new(), numbers: FxHashMap::default(), steps: FxHashMap::default() }
    }

    /// The set before any digit.
    pub(crate) fn start(&mut self) -> u32 {
        self.number(self.relation.starts().to_vec())
    }

    /// The set after any number of digits 0 of both: hidden digits may begin before those of x and
    /// y.
    pub(crate) fn start_after_zeros(&mut self) -> u32 {
        let mut set = self.start();
        loop {
            let after = self.step(set, 0).first().filter(|next| next.0 == 0).map_or(set, |next| next.1);
            if after == set {
                return set;
            }
            set = after;
        }
    }

    fn number(&mut self, set: Vec<RelationState>) -> u32 {
        if let Some(&number) = self.numbers.get(&set[..]) {
            return number;
        }
        let set: Rc<[RelationState]> = set.into();
        let number = u32::try_from(self.sets.len()).expect("fewer sets than memory has words");
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, number);
        number
    }

    /// The states of a set, ascending.
    pub(crate) fn states(&self, set: u32) -> &[RelationState] {
        &self.sets[set as usize]
    }

    /// Whether one of its moves is complete.
    pub(crate) fn accepts(&self, set: u32) -> bool {
        self.states(set).iter().any(|&state| self.relation.accepts(state))
    }

    /// The approximate number of bytes of all this.
    pub(crate) fn bytes(&self) -> u64 {
        let states: usize = self.sets.iter().map(|set| set.len()).sum();
        let steps: usize = self.steps.values().map(|steps| steps.len()).sum();
        (64 * self.sets.len() + 4 * states + 64 * self.steps.len() + 8 * steps) as u64
    }

    /// The possible letters of y under a letter of x, ascending, each with the set that it leads
    /// to.
    pub(crate) fn step(&mut self, set: u32, letter: usize) -> Steps {
        if let Some(steps) = self.steps.get(&(set, letter)) {
            return Rc::clone(steps);
        }
        let relation = self.relation;
        let mut found: Vec<(u16, RelationState)> =
            self.states(set).iter().flat_map(|&state| relation.next(state, letter)).copied().collect();
        found.sort_unstable();
        found.dedup();
        let parts = found.chunk_by(|one, other| one.0 == other.0);
        let steps: Steps =
            parts.map(|part| (part[0].0, self.number(part.iter().map(|step| step.1).collect()))).collect();
        self.steps.insert((set, letter), Rc::clone(&steps));
        steps
    }
}
