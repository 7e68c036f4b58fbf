//! The law of a function, from its residuals on a box.

use bouton_core::{Alphabet, AutomatonFault, ControlState, DigitAutomaton, MAX_TRACKS, Value};

use crate::Worklist;

/// Returns the automaton whose states are the classes of prefixes with the same values on all
/// continuations of up to `window` digits. It is the law of `value` only if the window is long
/// enough, which the caller has to know or to verify.
///
/// The function is evaluated at 2^(tracks · window) positions for each prefix.
///
/// # Errors
///
/// [`AutomatonFault`] if there are too many tracks or no control state.
///
/// # Panics
///
/// If there are 2^32 different prefixes.
///
/// # Examples
///
/// ```
/// let fours = bouton_automata::table_law(1, 1, |_, n| u32::from(n[0] % 4 == 0), 3)?;
/// assert_eq!(fours.states(), 3);
/// assert_eq!(fours.evaluate_small(0, &[1_000_000]), 1);
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
pub fn table_law(
    tracks: usize,
    controls: usize,
    value: impl Fn(ControlState, &[u64]) -> Value,
    window: u32,
) -> Result<DigitAutomaton, AutomatonFault> {
    let alphabet =
        Alphabet::new(2, tracks).filter(|_| tracks <= MAX_TRACKS).ok_or(AutomatonFault::Tracks(tracks))?;
    // A prefix is represented by its values, which distinguish it from others.
    let mut work: Worklist<Vec<Value>> = Worklist::new(usize::MAX);
    let mut access: Vec<(ControlState, Vec<u64>)> = Vec::new();
    let meet = |control: ControlState,
                prefix: Vec<u64>,
                work: &mut Worklist<Vec<Value>>,
                access: &mut Vec<(ControlState, Vec<u64>)>| {
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
        let state = work.meet(signature).expect("fewer than 2^32 prefixes fit into memory");
        if work.len() > access.len() {
            access.push((control, prefix));
        }
        state
    };
    let starts = (0..controls)
        .filter_map(|control| u8::try_from(control).ok())
        .map(|control| meet(ControlState(control), vec![0; tracks], &mut work, &mut access))
        .collect();
    let mut transitions = Vec::new();
    while let Some((state, _)) = work.take() {
        let (control, prefix) = access[state as usize].clone();
        for letter in 0..alphabet.letters() {
            let next =
                prefix.iter().zip(alphabet.digits_of(letter)).map(|(&c, digit)| c << 1 | u64::from(digit));
            let next = next.collect();
            transitions.push(meet(control, next, &mut work, &mut access));
        }
    }
    // The first value is the value of the prefix itself.
    let outputs = work.into_met().iter().map(|signature| signature[0]).collect();
    DigitAutomaton::new(tracks, starts, outputs, transitions)
}
