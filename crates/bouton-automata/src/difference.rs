//! Where two laws differ.

use bouton_core::{ControlState, DigitAutomaton, State};
use rustc_hash::FxHashMap;

/// A state of each law.
type Pair = (State, State);

/// A position on which two laws have different values, one with fewest binary
/// digits; `None` if the laws are the same.
///
/// # Panics
///
/// If the laws have different numbers of tracks or control states, or if the
/// position has more than 64 digits.
#[must_use]
pub fn difference(one: &DigitAutomaton, other: &DigitAutomaton) -> Option<(Vec<u64>, ControlState)> {
    assert_eq!(one.tracks(), other.tracks(), "laws over the same coordinates");
    assert_eq!(one.starts().len(), other.starts().len(), "laws over the same control states");
    for (control, (&a, &b)) in (0u8..).zip(one.starts().iter().zip(other.starts())) {
        // How each pair was reached: from which pair, by which letter.
        let mut parents: FxHashMap<Pair, Option<(Pair, usize)>> = FxHashMap::default();
        parents.insert((a, b), None);
        let mut queue = vec![(a, b)];
        let mut done = 0;
        while done < queue.len() {
            let pair = queue[done];
            done += 1;
            if one.output(pair.0) != other.output(pair.1) {
                let mut position = vec![0u64; one.tracks()];
                let (mut at, mut place) = (pair, 0);
                while let Some((before, letter)) = parents[&at] {
                    for (track, coordinate) in position.iter_mut().enumerate() {
                        *coordinate |= (letter as u64 >> track & 1) << place;
                    }
                    place += 1;
                    at = before;
                }
                return Some((position, ControlState(control)));
            }
            for letter in 0..one.letters() {
                let next = (one.next(pair.0, letter), other.next(pair.1, letter));
                parents.entry(next).or_insert_with(|| {
                    queue.push(next);
                    Some((pair, letter))
                });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_a_position() {
        let mod_three = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap();
        let all_zero = DigitAutomaton::new(1, vec![0], vec![0], vec![0, 0]).unwrap();
        assert_eq!(difference(&mod_three, &mod_three), None);
        assert_eq!(difference(&mod_three, &all_zero), Some((vec![1], ControlState(0))));
    }
}
