//! The smallest automaton of a law.

use bouton_core::{DigitAutomaton, State};
use rustc_hash::FxHashMap;

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
    let mut number = vec![State::MAX; law.states()];
    let mut order: Vec<State> = Vec::new();
    let mut meet = |state: State, order: &mut Vec<State>| {
        if number[state as usize] == State::MAX {
            number[state as usize] = State::try_from(order.len()).unwrap_or(State::MAX);
            order.push(state);
        }
    };
    for &start in law.starts() {
        meet(start, &mut order);
    }
    let mut done = 0;
    while done < order.len() {
        for letter in 0..letters {
            meet(law.next(order[done], letter), &mut order);
        }
        done += 1;
    }
    let mut class: Vec<State> = order.iter().map(|&state| law.output(state)).collect();
    let mut classes = 0;
    loop {
        let mut known: FxHashMap<Vec<State>, State> = FxHashMap::default();
        let refined: Vec<State> = (0..order.len())
            .map(|index| {
                let mut signature = Vec::with_capacity(letters + 1);
                signature.push(class[index]);
                signature.extend(
                    (0..letters)
                        .map(|letter| class[number[law.next(order[index], letter) as usize] as usize]),
                );
                let fresh = State::try_from(known.len()).unwrap_or(State::MAX);
                *known.entry(signature).or_insert(fresh)
            })
            .collect();
        let count = known.len();
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
    let quotient = |state: State| class[number[state as usize] as usize];
    let starts = law.starts().iter().map(|&start| quotient(start)).collect();
    let outputs = representative.iter().map(|&state| law.output(state)).collect();
    let transitions = representative
        .iter()
        .flat_map(|&state| (0..letters).map(move |letter| (state, letter)))
        .map(|(state, letter)| quotient(law.next(state, letter)))
        .collect();
    DigitAutomaton::new(law.tracks(), starts, outputs, transitions)
        .expect("a quotient of an automaton is one")
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
