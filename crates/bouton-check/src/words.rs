//! A law on the words of numbers alone, and what exchanging coordinates does to it.

use bouton_core::{DigitAutomaton, Numeration, State, Value};

use crate::{exchange::states_under, limits::Budget, refused::Verdict};

/// No successor.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A law on words alone: a letter that no word has at a place has no successor there.
pub(crate) struct Words {
    pub(crate) numeration: Numeration,
    pub(crate) tracks: usize,
    pub(crate) letters: usize,
    pub(crate) starts: Vec<State>,
    pub(crate) outputs: Vec<Value>,
    pub(crate) table: Vec<State>,
    /// Each coordinate that may be exchanged with the next one, and what the states become then.
    pub(crate) exchanges: Vec<(usize, Vec<State>)>,
}

impl Words {
    /// A law in whose digits every word is one.
    pub(crate) fn all(law: &DigitAutomaton, budget: &mut Budget) -> Verdict<Self> {
        budget.take(4 * law.transitions().len() as u64)?;
        let (tracks, letters, table) = (law.tracks(), law.letters(), law.transitions().to_vec());
        let (starts, outputs) = (law.starts().to_vec(), law.outputs().to_vec());
        let mut exchanges = Vec::new();
        for at in (1..tracks).filter(|_| law.numeration().is_binary()).map(|next| next - 1) {
            exchanges.extend(states_under(law, at, budget)?.map(|states| (at, states)));
        }
        let numeration = law.numeration().clone();
        Ok(Self { numeration, tracks, letters, starts, outputs, table, exchanges })
    }

    pub(crate) fn next(&self, state: State, letter: usize) -> Option<State> {
        Some(self.table[state as usize * self.letters + letter]).filter(|&next| next != NOWHERE)
    }

    pub(crate) fn read(&self, state: State, letters: impl IntoIterator<Item = usize>) -> Option<State> {
        letters.into_iter().try_fold(state, |state, letter| self.next(state, letter))
    }
}

/// Which states have a path, perhaps an empty one, to a state of `goal`.
pub(crate) fn can_reach(
    next: &[u32],
    width: usize,
    goal: &[bool],
    budget: &mut Budget,
) -> Verdict<Vec<bool>> {
    let (mut found, mut changed) = (goal.to_vec(), true);
    while changed {
        budget.spend(next.len())?;
        changed = false;
        for (state, row) in next.chunks(width).enumerate().rev() {
            if !found[state] && row.iter().any(|&to| found.get(to as usize) == Some(&true)) {
                found[state] = true;
                changed = true;
            }
        }
    }
    Ok(found)
}
