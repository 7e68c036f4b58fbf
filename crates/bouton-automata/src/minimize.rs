//! The smallest automaton of a law.

use std::hash::Hasher;

use bouton_core::{DigitAutomaton, State};
use rustc_hash::{FxHashMap, FxHasher};

use crate::Worklist;

/// The minimal automaton of the same law; states are numbered in the order in
/// which a breadth-first search from the starts meets them.
///
/// Moore's partition refinement (*Gedanken-experiments on sequential machines*,
/// 1956), quadratic in the worst case.
///
/// # Panics
///
/// Never: a quotient of an automaton is one.
#[must_use]
pub fn minimize(law: &DigitAutomaton) -> DigitAutomaton {
    let letters = law.letters();
    // Reachable states, in breadth-first order.
    let mut work: Worklist<State> = Worklist::new(law.states());
    for &start in law.starts() {
        work.meet(start).expect("no more states than the law has");
    }
    while let Some((_, state)) = work.take() {
        for letter in 0..letters {
            work.meet(law.next(state, letter)).expect("no more states than the law has");
        }
    }
    let mut number = vec![None; law.states()];
    let order = work.into_met();
    for (place, &state) in (0..).zip(&order) {
        number[state as usize] = Some(place);
    }
    let place = |state: State| -> State { number[state as usize].expect("reached") };
    let successors: Vec<State> = order
        .iter()
        .flat_map(|&state| (0..letters).map(move |letter| (state, letter)))
        .map(|(state, letter)| place(law.next(state, letter)))
        .collect();
    let successors = |index: usize| &successors[index * letters..(index + 1) * letters];
    let mut class: Vec<State> = order.iter().map(|&state| law.output(state)).collect();
    let mut classes = 0;
    loop {
        let mut groups = Groups::default();
        let refined: Vec<State> = (0..order.len())
            .map(|index| {
                let classes_of = |index: usize| {
                    std::iter::once(class[index])
                        .chain(successors(index).iter().map(|&next| class[next as usize]))
                };
                groups.meet(index, classes_of)
            })
            .collect();
        let count = groups.first.len();
        class = refined;
        if count == classes {
            break;
        }
        classes = count;
    }
    // The first state met of each class stands for it; classes are numbered in that order.
    let mut representative = vec![None; classes];
    for (index, &class) in class.iter().enumerate() {
        representative[class as usize].get_or_insert(order[index]);
    }
    let representative: Vec<State> = representative.into_iter().flatten().collect();
    let quotient = |state: State| class[place(state) as usize];
    let starts = law.starts().iter().map(|&start| quotient(start)).collect();
    let outputs = representative.iter().map(|&state| law.output(state)).collect();
    let transitions = representative
        .iter()
        .flat_map(|&state| (0..letters).map(move |letter| (state, letter)))
        .map(|(state, letter)| quotient(law.next(state, letter)))
        .collect();
    DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, transitions)
        .expect("a quotient of an automaton is one")
}

/// Things in groups of equal ones, the groups numbered in the order in which they are met. What makes things
/// equal is computed again where two are compared: to keep it would take more memory than the automaton.
#[derive(Default)]
struct Groups {
    /// The last group met of each hash.
    last: FxHashMap<u64, State>,
    /// For each group, the first thing in it, and the group met before it of the same hash.
    first: Vec<(usize, Option<State>)>,
}

impl Groups {
    /// The group of a thing: `of` lists what makes it equal to others.
    fn meet<I: Iterator<Item = State>>(&mut self, thing: usize, of: impl Fn(usize) -> I) -> State {
        let mut hasher = FxHasher::default();
        of(thing).for_each(|item| hasher.write_u32(item));
        let hash = hasher.finish();
        let last = self.last.get(&hash).copied();
        let mut open = last;
        while let Some(group) = open {
            let (first, before) = self.first[group as usize];
            if of(first).eq(of(thing)) {
                return group;
            }
            open = before;
        }
        let group = State::try_from(self.first.len()).expect("no more groups than states");
        self.first.push((thing, last));
        self.last.insert(hash, group);
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_states_become_one() {
        // n mod 2 with every state doubled
        let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 0, 1], vec![0, 1, 2, 3, 0, 3, 2, 1]).unwrap();
        let small = minimize(&law);
        assert_eq!(small.states(), 2);
        for n in 0..64 {
            assert_eq!(small.evaluate_small(0, &[n]), law.evaluate_small(0, &[n]));
        }
    }
}
