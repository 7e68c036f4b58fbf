//! Pairs of states from which the law may still reach a value and one that is forbidden for it.

use bouton_core::{Condition, State};

use crate::{limits::Budget, refused::Verdict, rows::Rows, words::Words};

/// The most classes of states whose pairs are listed; with more, every pair counts as one in conflict.
const MOST_CLASSES: usize = 1 << 10;

/// The pairs of states in conflict: reading any digits from both, the first may come to a value for which
/// the second one's is forbidden.
pub(crate) struct Conflicts {
    /// The class of each state: the number of the set of outputs that are reached from it.
    classes: Vec<u32>,
    count: usize,
    /// For each pair of classes; empty if there are too many.
    pairs: Vec<bool>,
}

impl Conflicts {
    pub(crate) fn new(law: &Words, conditions: &[Condition], budget: &mut Budget) -> Verdict<Self> {
        let (states, width) = (law.outputs.len(), conditions.len().div_ceil(64));
        let before = budget.taken();
        budget.take(8 * (states as u64).saturating_mul(width as u64))?;
        // The outputs that are reached from each state, as bits.
        let mut reached = vec![0u64; states.saturating_mul(width)];
        for (state, &output) in law.outputs.iter().enumerate() {
            reached[state * width + output as usize / 64] |= 1 << (output % 64);
        }
        let mut changed = true;
        while changed {
            budget.spend(law.table.len().saturating_mul(width))?;
            changed = false;
            for (state, successors) in law.table.chunks(law.letters).enumerate().rev() {
                for next in successors.iter().map(|&next| next as usize).filter(|&next| next < states) {
                    for word in 0..width {
                        let more = reached[next * width + word] & !reached[state * width + word];
                        reached[state * width + word] |= more;
                        changed |= more != 0;
                    }
                }
            }
        }
        let mut sets = Rows::new();
        let classes = reached.chunks(width.max(1)).map(|set| Ok(sets.number(set, budget)?.0));
        let classes: Vec<u32> = classes.collect::<Verdict<_>>()?;
        let (count, mut pairs) = (sets.len(), Vec::new());
        if count <= MOST_CLASSES {
            budget.spend((count * count).saturating_mul(width))?;
            for of_first in 0..count {
                let mut forbidden = vec![0u64; width];
                for (value, condition) in conditions.iter().enumerate() {
                    if sets.row(of_first)[value / 64] >> (value % 64) & 1 == 1 {
                        for &other in condition.forbidden.iter().filter(|other| **other as usize / 64 < width)
                        {
                            forbidden[other as usize / 64] |= 1 << (other % 64);
                        }
                    }
                }
                for of_second in 0..count {
                    pairs.push(sets.row(of_second).iter().zip(&forbidden).any(|(set, word)| set & word != 0));
                }
            }
        }
        drop((reached, sets));
        budget.leave(before);
        budget.take((4 * classes.len() + pairs.len()) as u64)?;
        Ok(Self { classes, count, pairs })
    }

    /// Whether a conflict may follow, with the law in these states at x and at y.
    pub(crate) fn may_follow(&self, x: State, y: State) -> bool {
        let [x, y] = [x, y].map(|state| self.classes[state as usize] as usize);
        self.pairs.get(x * self.count + y).is_none_or(|&pair| pair)
    }
}
