//! The smallest automaton of a law.

use bouton_core::{DigitAutomaton, LimitReached, State, Watch};

use crate::{Groups, Worklist};

/// Returns the minimal automaton of the same law. States are numbered in the order in which a
/// breadth-first search from the starts meets them.
///
/// The method is Moore's partition refinement (*Gedanken-experiments on sequential machines*,
/// 1956). Its time is quadratic in the worst case.
///
/// # Panics
///
/// Never: a quotient of an automaton is an automaton.
///
/// # Examples
///
/// ```
/// use bouton_automata::minimize;
/// use bouton_core::DigitAutomaton;
///
/// // two equivalent states
/// let odd = DigitAutomaton::new(1, vec![0], vec![0, 1, 0], vec![0, 1, 2, 1, 0, 1])?;
/// assert_eq!(minimize(&odd).states(), 2);
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn minimize(law: &DigitAutomaton) -> DigitAutomaton {
    minimized(law, &mut |_| Ok(())).expect("there is no limit")
}

/// Minimizes as [`minimize`] does, under a watch.
///
/// # Errors
///
/// Any [`LimitReached`].
///
/// # Panics
///
/// As [`minimize`].
pub fn minimize_within(law: &DigitAutomaton, watch: &Watch) -> Result<DigitAutomaton, LimitReached> {
    // The memory of the successors, and of the lists of a round of refinement while they grow.
    let _held = watch.hold(12 * law.transitions().len() as u64 + 96 * law.states() as u64)?;
    let mut batch = watch.batch();
    minimized(law, &mut |work| batch.spend(work))
}

fn minimized(
    law: &DigitAutomaton,
    spend: &mut dyn FnMut(u64) -> Result<(), LimitReached>,
) -> Result<DigitAutomaton, LimitReached> {
    let letters = law.letters();
    // Reachable states, in breadth-first order.
    let mut work: Worklist<State> = Worklist::new(law.states());
    for &start in law.starts() {
        work.meet(start).expect("no more states than the law has");
    }
    while let Some((_, state)) = work.take() {
        spend(1 + letters as u64 / 8)?;
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
        let mut groups = Groups::new(letters + 1);
        let mut refined: Vec<State> = Vec::with_capacity(order.len());
        for (index, &before) in class.iter().enumerate() {
            spend(1 + letters as u64 / 8)?;
            let after = successors(index).iter().map(|&next| class[next as usize]);
            refined.push(groups.meet(std::iter::once(before).chain(after)));
        }
        let count = groups.count();
        class = refined;
        if count == classes {
            break;
        }
        classes = count;
    }
    // The first state met of each class represents it. Classes are numbered in that order.
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
    let quotient = DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, transitions);
    Ok(quotient.expect("a quotient of an automaton is one"))
}

#[cfg(test)]
mod tests {
    use bouton_core::Limits;

    use super::*;

    #[test]
    fn a_watch_ends_it_before_memory_is_taken_and_within_a_round() {
        let states: u32 = 1 << 12;
        let next = (0..states).flat_map(|n| [n, (n + 1) % states]).collect();
        let ring = DigitAutomaton::new(1, vec![0], (0..states).map(|n| n % 2).collect(), next).unwrap();
        let small = Watch::new(&Limits { memory: 1 << 16, ..Limits::default() });
        assert!(matches!(minimize_within(&ring, &small), Err(LimitReached::Memory { .. })));
        let short = Watch::unlimited().within(100);
        assert!(matches!(minimize_within(&ring, &short), Err(LimitReached::Work { .. })));
        // It ends long before a round over all transitions.
        assert!(short.work() < 3000, "{}", short.work());
        assert_eq!(minimize_within(&ring, &Watch::unlimited()).unwrap(), minimize(&ring));
    }

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
