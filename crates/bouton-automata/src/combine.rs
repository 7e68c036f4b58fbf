//! Two laws read together.

use bouton_core::{DigitAutomaton, State, Value};
use rustc_hash::FxHashMap;

/// The law whose value at a position is `value(a, b)`, a and b the values of
/// the two laws there: the product automaton, reachable part only.
///
/// # Panics
///
/// If the laws have different numbers of tracks or control states.
#[must_use]
pub fn combine(
    one: &DigitAutomaton,
    other: &DigitAutomaton,
    value: impl Fn(Value, Value) -> Value,
) -> DigitAutomaton {
    assert_eq!(one.tracks(), other.tracks(), "laws over the same coordinates");
    assert_eq!(one.starts().len(), other.starts().len(), "laws over the same control states");
    let mut known: FxHashMap<(State, State), State> = FxHashMap::default();
    let mut pairs: Vec<(State, State)> = Vec::new();
    let mut meet = |pair: (State, State), pairs: &mut Vec<(State, State)>| {
        *known.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            State::try_from(pairs.len() - 1).unwrap_or(State::MAX)
        })
    };
    let starts = one.starts().iter().zip(other.starts()).map(|(&a, &b)| meet((a, b), &mut pairs)).collect();
    let mut transitions = Vec::new();
    let mut done = 0;
    while done < pairs.len() {
        let (a, b) = pairs[done];
        for letter in 0..one.letters() {
            transitions.push(meet((one.next(a, letter), other.next(b, letter)), &mut pairs));
        }
        done += 1;
    }
    let outputs = pairs.iter().map(|&(a, b)| value(one.output(a), other.output(b))).collect();
    DigitAutomaton::new(one.tracks(), starts, outputs, transitions).expect("a product of automata is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_combine() {
        let two = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
        let three = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap();
        let six = combine(&two, &three, |a, b| (3 * a + 4 * b) % 6);
        assert!((0..50u64).all(|n| u64::from(six.evaluate_small(0, &[n])) == n % 6));
    }
}
