//! A law from a function, by its residuals on a box.

use bouton_core::{AutomatonFault, ControlState, DigitAutomaton, State, Value};
use rustc_hash::FxHashMap;

/// The automaton whose states are the prefixes that behave alike on all
/// continuations of up to `window` digits. It is the law of `value` only if
/// the window is long enough, which the caller has to know or to verify.
///
/// Asks for 2^(tracks · window) values a prefix.
///
/// # Errors
///
/// [`AutomatonFault`] if there are too many tracks or no control state.
pub fn table_law(
    tracks: usize,
    controls: usize,
    value: impl Fn(ControlState, &[u64]) -> Value,
    window: u32,
) -> Result<DigitAutomaton, AutomatonFault> {
    let mut known: FxHashMap<Vec<Value>, State> = FxHashMap::default();
    let mut access: Vec<(ControlState, Vec<u64>)> = Vec::new();
    let mut outputs = Vec::new();
    let mut meet = |control: ControlState, prefix: Vec<u64>, access: &mut Vec<(ControlState, Vec<u64>)>| {
        let mut signature = Vec::new();
        let mut position = vec![0; tracks];
        for length in 0..=window {
            for suffix in 0u64..1 << (length as usize * tracks) {
                for (track, coordinate) in position.iter_mut().enumerate() {
                    let digits = suffix >> (track as u64 * u64::from(length)) & ((1 << length) - 1);
                    *coordinate = prefix[track] << length | digits;
                }
                signature.push(value(control, &position));
            }
        }
        let first = signature[0];
        *known.entry(signature).or_insert_with(|| {
            access.push((control, prefix));
            outputs.push(first);
            State::try_from(access.len() - 1).unwrap_or(State::MAX)
        })
    };
    let starts = (0..controls)
        .filter_map(|control| u8::try_from(control).ok())
        .map(|control| meet(ControlState(control), vec![0; tracks], &mut access))
        .collect();
    let mut transitions = Vec::new();
    let mut done = 0;
    while done < access.len() {
        let (control, prefix) = access[done].clone();
        for letter in 0u64..1 << tracks {
            let next = prefix.iter().enumerate().map(|(track, &c)| c << 1 | (letter >> track & 1)).collect();
            transitions.push(meet(control, next, &mut access));
        }
        done += 1;
    }
    DigitAutomaton::new(tracks, starts, outputs, transitions)
}
