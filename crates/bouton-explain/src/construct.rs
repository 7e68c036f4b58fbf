//! Automata from states of any kind, explored as far as they are met.

use std::hash::Hash;

use bouton_core::{DigitAutomaton, State, Value};
use rustc_hash::FxHashMap;

/// The automaton whose states are those met from `start`; `None` beyond
/// `limit` states, or if leading zeros would matter.
pub(crate) fn construct<S: Clone + Eq + Hash>(
    tracks: usize,
    start: S,
    next: impl Fn(&S, usize) -> S,
    output: impl Fn(&S) -> Value,
    limit: usize,
) -> Option<DigitAutomaton> {
    let mut known: FxHashMap<S, State> = FxHashMap::default();
    let mut queue = vec![start.clone()];
    known.insert(start, 0);
    let mut transitions = Vec::new();
    let mut done = 0;
    while done < queue.len() {
        for letter in 0..1 << tracks {
            let after = next(&queue[done], letter);
            let state = match known.get(&after) {
                Some(&state) => state,
                None => {
                    if queue.len() >= limit {
                        return None;
                    }
                    let state = State::try_from(queue.len()).ok()?;
                    known.insert(after.clone(), state);
                    queue.push(after);
                    state
                }
            };
            transitions.push(state);
        }
        done += 1;
    }
    let outputs = queue.iter().map(output).collect();
    DigitAutomaton::new(tracks, vec![0], outputs, transitions).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_states() {
        let law = construct(1, 0u32, |r, digit| (2 * r + u32::from(digit == 1)) % 5, |r| *r, 100)
            .expect("few states");
        assert_eq!(law.states(), 5);
        assert_eq!(law.evaluate_small(0, &[23]), 3);
        assert!(construct(1, 0u32, |r, digit| (2 * r + u32::from(digit == 1)) % 5, |r| *r, 4).is_none());
    }
}
