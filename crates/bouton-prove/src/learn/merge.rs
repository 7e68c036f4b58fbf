//! Merging states that agree wherever positions exist.
//!
//! The automaton with the fewest states that agrees with a function that is free in places is hard to
//! find (Pfleeger, *State reduction in incompletely specified finite-state machines*, 1973). So states
//! are merged in their order, each with the first earlier one that allows it; a merger takes the
//! successors along, as in the algorithm of Oncina and García (*Inferring regular languages in polynomial
//! updated time*, 1992). The result depends on the automaton alone. It is a conjecture like every
//! hypothesis.

use bouton_core::{DigitAutomaton, LimitReached, State, Value, Watch};

use super::FREE;

/// The most steps to find which states contradict each other; larger automata stay as they are.
const MOST_STEPS: usize = 1 << 28;
/// Marks a successor from which no position that exists can be reached: it may be any state.
const ANY: State = State::MAX;

/// An automaton with fewer states, as far as they are found, that has the outputs of `law`
/// wherever these are not [`FREE`]. With `merging` false, only the outputs are replaced.
pub(crate) fn without_free(
    law: &DigitAutomaton,
    merging: bool,
    watch: &Watch,
) -> Result<DigitAutomaton, LimitReached> {
    let (states, letters) = (law.states(), law.letters());
    let steps = states.saturating_mul(states).saturating_mul(letters);
    if !merging || steps > MOST_STEPS {
        let outputs = law.outputs().iter().map(|&output| if output == FREE { 0 } else { output });
        return Ok(rebuilt(law, law.starts().to_vec(), outputs.collect(), law.transitions().to_vec()));
    }
    watch.spend(steps as u64 / 16)?;
    let mut blocks = Blocks::new(law);
    let apart = contradictions(law, &blocks.next);
    for state in 0..states {
        if blocks.of[state] as usize != state || blocks.is_dead[state] {
            continue;
        }
        watch.spend(state as u64 / 8)?;
        for earlier in 0..state {
            let is_block = blocks.of[earlier] as usize == earlier && !blocks.is_dead[earlier];
            if is_block && !apart[state * states + earlier] {
                watch.spend(letters as u64)?;
                if blocks.merge(earlier, state, &apart) {
                    break;
                }
            }
        }
    }
    Ok(blocks.into_law(law))
}

fn rebuilt(
    law: &DigitAutomaton,
    starts: Vec<State>,
    outputs: Vec<Value>,
    transitions: Vec<State>,
) -> DigitAutomaton {
    let built = DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, transitions);
    built.expect("zeros lead from a start to itself, as they did")
}

/// For each pair of states, whether some digits lead from them to different outputs of positions that exist.
fn contradictions(law: &DigitAutomaton, next: &[State]) -> Vec<bool> {
    let (states, letters) = (law.states(), law.letters());
    let mut before: Vec<Vec<State>> = vec![Vec::new(); states * letters];
    for (place, &to) in next.iter().enumerate().filter(|(_, to)| **to != ANY) {
        let (state, letter) = (place / letters, place % letters);
        #[expect(clippy::cast_possible_truncation, reason = "states are numbered by u32")]
        before[to as usize * letters + letter].push(state as State);
    }
    let mut apart = vec![false; states * states];
    let mut open = Vec::new();
    let mut part = |one: usize, other: usize, open: &mut Vec<(usize, usize)>| {
        if !std::mem::replace(&mut apart[one * states + other], true) {
            apart[other * states + one] = true;
            open.push((one, other));
        }
    };
    for one in 0..states {
        for other in 0..one {
            let outputs = [one, other].map(|state| law.outputs()[state]);
            if outputs[0] != outputs[1] && !outputs.contains(&FREE) {
                part(one, other, &mut open);
            }
        }
    }
    while let Some((one, other)) = open.pop() {
        for letter in 0..letters {
            for &from in &before[one * letters + letter] {
                for &beside in &before[other * letters + letter] {
                    part(from as usize, beside as usize, &mut open);
                }
            }
        }
    }
    apart
}

/// States that were merged.
struct Blocks {
    letters: usize,
    /// A state of the same block, its first one after all; itself if it is the first.
    of: Vec<State>,
    /// The successors and the output of each block, at its first state.
    next: Vec<State>,
    outputs: Vec<Value>,
    /// The states from which no position that exists can be reached.
    is_dead: Vec<bool>,
}

impl Blocks {
    fn new(law: &DigitAutomaton) -> Self {
        let letters = law.letters();
        let mut is_dead: Vec<bool> = law.outputs().iter().map(|&output| output == FREE).collect();
        loop {
            let alive = |state: usize| law.transitions()[state * letters..(state + 1) * letters].iter();
            let found: Vec<usize> = (0..law.states())
                .filter(|&state| is_dead[state] && alive(state).any(|&next| !is_dead[next as usize]))
                .collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|state| is_dead[state] = false);
        }
        let next = law.transitions().iter().map(|&to| if is_dead[to as usize] { ANY } else { to });
        let (of, outputs) = ((0..).take(law.states()).collect(), law.outputs().to_vec());
        Self { letters, of, next: next.collect(), outputs, is_dead }
    }

    fn first(&self, mut state: State) -> State {
        while self.of[state as usize] != state {
            state = self.of[state as usize];
        }
        state
    }

    /// Merges two states and what follows from them, unless that contradicts an output.
    fn merge(&mut self, one: usize, other: usize, apart: &[bool]) -> bool {
        let states = self.of.len();
        // What was changed: the two blocks, and the output and the successors of the first.
        let mut undo: Vec<(State, State, Value, Vec<State>)> = Vec::new();
        #[expect(clippy::cast_possible_truncation, reason = "states are numbered by u32")]
        let mut open = vec![(one as State, other as State)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (self.first(one), self.first(other));
            if one == other {
                continue;
            }
            let (into, from) = (one.min(other), one.max(other));
            let [output, added] = [into, from].map(|state| self.outputs[state as usize]);
            if apart[into as usize * states + from as usize]
                || output != added && output != FREE && added != FREE
            {
                for (into, from, output, next) in undo.into_iter().rev() {
                    self.of[from as usize] = from;
                    self.outputs[into as usize] = output;
                    let row = into as usize * self.letters;
                    self.next[row..row + self.letters].copy_from_slice(&next);
                }
                return false;
            }
            let [row, taken] = [into, from].map(|state| state as usize * self.letters);
            undo.push((into, from, output, self.next[row..row + self.letters].to_vec()));
            self.of[from as usize] = into;
            self.outputs[into as usize] = if output == FREE { added } else { output };
            for letter in 0..self.letters {
                match (self.next[row + letter], self.next[taken + letter]) {
                    (_, ANY) => {}
                    (ANY, next) => self.next[row + letter] = next,
                    (one, other) => open.push((one, other)),
                }
            }
        }
        true
    }

    /// The automaton of the blocks; a successor that may be any state is the block itself.
    fn into_law(self, law: &DigitAutomaton) -> DigitAutomaton {
        let mut blocks: Vec<State> = (0..).take(self.of.len()).collect();
        blocks.retain(|&state| self.of[state as usize] == state && !self.is_dead[state as usize]);
        let starts_dead = law.starts().iter().any(|&start| self.is_dead[start as usize]);
        if blocks.is_empty() || starts_dead {
            blocks.extend(law.starts().iter().copied().filter(|&start| self.is_dead[start as usize]));
            blocks.sort_unstable();
            blocks.dedup();
        }
        let mut numbers = vec![0; self.of.len()];
        for (number, &block) in (0..).zip(&blocks) {
            numbers[block as usize] = number;
        }
        let number = |state: State| numbers[self.first(state) as usize];
        let starts = law.starts().iter().map(|&start| number(start)).collect();
        let mut transitions = Vec::with_capacity(blocks.len() * self.letters);
        let mut outputs = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            let row = block as usize * self.letters;
            for &next in &self.next[row..row + self.letters] {
                transitions.push(number(if next == ANY { block } else { next }));
            }
            let output = self.outputs[block as usize];
            outputs.push(if output == FREE { 0 } else { output });
        }
        rebuilt(law, starts, outputs, transitions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Value = FREE;

    fn law(outputs: &[Value], transitions: &[State]) -> DigitAutomaton {
        DigitAutomaton::new(1, vec![0], outputs.to_vec(), transitions.to_vec()).unwrap()
    }

    fn merged(law: &DigitAutomaton) -> DigitAutomaton {
        without_free(law, true, &Watch::unlimited()).unwrap()
    }

    #[test]
    fn states_that_agree_where_positions_exist_are_one() {
        // The parity of the ones, for numbers whose first digit is followed by a 1 only.
        let parity = law(&[0, X, X, 0, 1, X], &[0, 1, 5, 3, 5, 4, 3, 4, 4, 3, 5, 5]);
        let found = merged(&parity);
        assert!(found.states() < parity.states(), "{found:?}");
        for number in 0..64 {
            let expected = parity.evaluate_small(0, &[number]);
            assert!(expected == X || found.evaluate_small(0, &[number]) == expected, "{number}");
        }
    }

    #[test]
    fn a_merger_that_contradicts_an_output_further_on_is_taken_back() {
        // Beginnings 1 and 10 look alike, but 11 and 101 differ.
        let differ = law(&[0, X, X, 0, 1], &[0, 1, 2, 3, 2, 4, 3, 3, 4, 4]);
        let found = merged(&differ);
        for number in 0..64 {
            let expected = differ.evaluate_small(0, &[number]);
            assert!(expected == X || found.evaluate_small(0, &[number]) == expected, "{number}");
        }
        assert_eq!(found.evaluate_small(0, &[3]), 0);
        assert_eq!(found.evaluate_small(0, &[5]), 1);
    }

    #[test]
    fn random_automata_keep_their_outputs() {
        let mut seed = 7u32;
        let mut draw = |most: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % most
        };
        let mut smaller = 0;
        for _ in 0..400 {
            let states = 1 + draw(9);
            let outputs: Vec<Value> = (0..states).map(|_| [0, 1, X, X][draw(4) as usize]).collect();
            let mut transitions: Vec<State> = (0..4 * states).map(|_| draw(states)).collect();
            transitions[0] = 0;
            let random = DigitAutomaton::new(2, vec![0], outputs, transitions).unwrap();
            let found = merged(&random);
            smaller += usize::from(found.states() < random.states());
            for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                let (says, expected) = (found.evaluate_small(0, &[a, b]), random.evaluate_small(0, &[a, b]));
                assert!(expected == X && says != X || says == expected, "{random:?} at {a}, {b}");
            }
        }
        assert!(smaller > 100, "{smaller}");
    }
}
