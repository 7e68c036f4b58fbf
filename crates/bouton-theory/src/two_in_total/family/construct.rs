//! Automata from states of any kind, explored as far as they are met.

use std::hash::Hash;

use bouton_core::{DigitAutomaton, State, Value};
use rustc_hash::FxHashMap;

/// The most states of a claimed law.
const MAX_STATES: usize = 50_000;

/// The automaton whose states are those met from `start`; `None` if there are too many.
pub(super) fn construct<S: Clone + Eq + Hash>(
    tracks: usize,
    start: S,
    next: impl Fn(&S, usize) -> S,
    output: impl Fn(&S) -> Value,
) -> Option<DigitAutomaton> {
    let mut known: FxHashMap<S, State> = FxHashMap::default();
    let mut queue = vec![start.clone()];
    known.insert(start, 0);
    let mut transitions = Vec::new();
    let mut done = 0;
    while let Some(from) = queue.get(done).cloned() {
        for letter in 0..1 << tracks {
            let after = next(&from, letter);
            let fresh = State::try_from(queue.len()).ok()?;
            let state = *known.entry(after.clone()).or_insert(fresh);
            if state == fresh {
                if queue.len() >= MAX_STATES {
                    return None;
                }
                queue.push(after);
            }
            transitions.push(state);
        }
        done += 1;
    }
    let outputs = queue.iter().map(output).collect();
    DigitAutomaton::new(tracks, vec![0], outputs, transitions).ok()
}
