//! Positions at which a failure can be seen.

use bouton_core::{ControlState, DigitAutomaton, Position, Ruleset, Value};

use crate::Witness;

/// A position from the letters of its digits, least significant first, if it
/// has at most 64 digits. A Nim heap comes last.
pub(crate) fn position(
    ruleset: &Ruleset,
    tracks: usize,
    control: ControlState,
    letters: &[usize],
) -> Option<Position> {
    let digits = letters.iter().rposition(|&letter| letter != 0).map_or(0, |last| last + 1);
    if digits > 64 {
        return None;
    }
    let digit = |track: usize, place: usize| u64::from(letters[place] >> track & 1 == 1) << place;
    let coordinate = |track| (0..digits).map(|place| digit(track, place)).sum();
    let mut position = Position::from_small(&(0..tracks).map(coordinate).collect::<Vec<u64>>());
    position.control = ruleset.controls().get(control.index()).filter(|name| !name.is_empty()).cloned();
    Some(position)
}

/// A position of some value, with as few digits as possible.
pub(crate) fn of_value(
    ruleset: &Ruleset,
    automaton: &DigitAutomaton,
    control: ControlState,
    value: Value,
) -> Option<Box<Witness>> {
    let start = automaton.starts()[control.index()];
    let mut before = vec![None; automaton.states()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        if automaton.output(state) == value {
            let (mut letters, mut at) = (Vec::new(), state);
            while let Some((previous, letter)) = before[at as usize].filter(|_| at != start) {
                letters.push(letter);
                at = previous;
            }
            let from = position(ruleset, automaton.tracks(), control, &letters)?;
            return Some(Box::new(Witness { from, to: None }));
        }
        for letter in 0..automaton.letters() {
            let next = automaton.next(state, letter);
            if next != start && before[next as usize].is_none() {
                before[next as usize] = Some((state, letter));
                queue.push_back(next);
            }
        }
    }
    None
}
