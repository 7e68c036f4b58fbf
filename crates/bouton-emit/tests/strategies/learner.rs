//! Laws from values: states are prefixes of positions, distinguished by their continuations.

use std::collections::HashMap;

use bouton_core::{DigitAutomaton, State, Value};

/// Returns the automaton whose states are the prefixes that differ on some continuation of at most
/// `lookahead` letters. It is correct if the true law's states differ on such a continuation, which
/// the caller checks on a box.
pub(crate) fn learn(
    tracks: usize,
    controls: u8,
    lookahead: u32,
    mut value: impl FnMut(u8, &[u64]) -> Value,
) -> DigitAutomaton {
    let mut signature = |control: u8, prefix: &[u64]| {
        let mut values = Vec::new();
        for length in 0..=lookahead {
            for word in 0..1u64 << (length as usize * tracks) {
                let whole: Vec<u64> = (0..tracks)
                    .map(|track| {
                        let digits = word >> (track * length as usize) & ((1 << length) - 1);
                        prefix[track] << length | digits
                    })
                    .collect();
                values.push(value(control, &whole));
            }
        }
        values
    };
    let mut known: HashMap<Vec<Value>, State> = HashMap::new();
    let mut access: Vec<(u8, Vec<u64>)> = Vec::new();
    let (mut outputs, mut transitions) = (Vec::new(), Vec::new());
    let mut state_of =
        |control: u8, prefix: Vec<u64>, access: &mut Vec<(u8, Vec<u64>)>, outputs: &mut Vec<Value>| {
            let values = signature(control, &prefix);
            let output = values[0];
            *known.entry(values).or_insert_with(|| {
                access.push((control, prefix));
                outputs.push(output);
                State::try_from(access.len() - 1).unwrap()
            })
        };
    let starts =
        (0..controls).map(|control| state_of(control, vec![0; tracks], &mut access, &mut outputs)).collect();
    let mut next = 0;
    while next < access.len() {
        assert!(access.len() < 200, "the values follow no small law");
        let (control, prefix) = access[next].clone();
        for letter in 0..1u64 << tracks {
            let longer = prefix.iter().enumerate().map(|(track, p)| 2 * p + (letter >> track & 1)).collect();
            transitions.push(state_of(control, longer, &mut access, &mut outputs));
        }
        next += 1;
    }
    DigitAutomaton::new(tracks, starts, outputs, transitions).unwrap()
}
