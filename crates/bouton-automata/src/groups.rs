//! Numbers for lists, which are equal for equal lists.

use std::hash::Hasher;

use bouton_core::State;
use rustc_hash::FxHasher;

use crate::numbers::Numbers;

/// Groups of equal lists of one length, numbered in the order in which they are first met: one
/// round of the refinement of a partition.
///
/// ```
/// use bouton_automata::Groups;
///
/// let mut groups = Groups::new(2);
/// assert_eq!([[1, 2], [2, 1], [1, 2]].map(|list| groups.meet(list)), [0, 1, 0]);
/// assert_eq!(groups.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Groups {
    length: usize,
    numbers: Numbers,
    /// The list of each group, followed by the list that is looked up.
    lists: Vec<State>,
    asked: Vec<State>,
}

impl Groups {
    /// Creates an empty set of groups of lists of this length.
    #[must_use]
    pub fn new(length: usize) -> Self {
        Self { length, numbers: Numbers::default(), lists: Vec::new(), asked: Vec::new() }
    }

    /// Returns the group of a list; a new group if no equal list was met.
    ///
    /// # Panics
    ///
    /// If the list has another length, or there are more groups than numbers for them.
    pub fn meet(&mut self, list: impl IntoIterator<Item = State>) -> State {
        self.asked.clear();
        self.asked.extend(list);
        self.group()
    }

    /// Returns the group of the list that is looked up.
    fn group(&mut self) -> State {
        assert_eq!(self.asked.len(), self.length, "lists of one length");
        let mut hasher = FxHasher::default();
        for pair in self.asked.chunks(2) {
            hasher.write_u64(pair.iter().fold(0, |both, &item| both << u32::BITS | u64::from(item)));
        }
        let is_list = |group: usize| {
            let place = group * self.length;
            self.lists[place..place + self.length] == self.asked
        };
        let met = self.numbers.meet(hasher.finish(), usize::MAX, &is_list);
        let (group, is_new) = met.expect("no more groups than numbers");
        if is_new {
            self.lists.extend_from_slice(&self.asked);
        }
        group
    }

    /// The number of groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.numbers.count()
    }
}
