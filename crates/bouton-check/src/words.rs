//! A law restricted to the words of numbers, and its symmetries.

use bouton_core::{DigitAutomaton, Numeration, State, Value};

use crate::{exchange::states_under, limits::Budget, refused::Verdict};

/// The mark of a missing successor.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A law restricted to words: a letter that no word has at a place has no successor there.
pub(crate) struct Words {
    pub(crate) numeration: Numeration,
    pub(crate) tracks: usize,
    pub(crate) letters: usize,
    pub(crate) starts: Vec<State>,
    pub(crate) outputs: Vec<Value>,
    pub(crate) table: Vec<State>,
    /// Each coordinate that may be exchanged with the next one, and the image of each state.
    pub(crate) exchanges: Vec<(usize, Vec<State>)>,
}

impl Words {
    /// The restriction of a law whose numeration has every sequence of digits as a word.
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

/// Marks the states with a path, possibly empty, to a state of `goal`.
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
