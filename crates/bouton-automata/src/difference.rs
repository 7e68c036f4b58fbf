//! Where two laws differ.

use bouton_core::{Alphabet, ControlState, DigitAutomaton, Numeration, State};

use crate::Worklist;

/// A state of each law.
type Pair = (State, State);

/// A position on which two laws have different values, one with fewest binary
/// digits; `None` if the laws are the same.
///
/// # Panics
///
/// If the laws have different letters or control states, if the position has more than
/// 64 digits, or if 2^32 pairs of states are reached.
#[must_use]
pub fn difference(one: &DigitAutomaton, other: &DigitAutomaton) -> Option<(Vec<u64>, ControlState)> {
    assert_eq!(one.alphabet(), other.alphabet(), "laws over the same coordinates");
    assert_eq!(one.starts().len(), other.starts().len(), "laws over the same control states");
    for (control, (&a, &b)) in (0u8..).zip(one.starts().iter().zip(other.starts())) {
        let mut work: Worklist<Pair> = Worklist::new(usize::MAX);
        // How each pair was reached: from which one, by which letter. The start leads to itself.
        let mut parents = vec![(0, 0)];
        work.meet((a, b)).expect("there is room for one");
        while let Some((number, pair)) = work.take() {
            if one.output(pair.0) != other.output(pair.1) {
                let mut letters = Vec::new();
                let mut at = number;
                while at != 0 {
                    let (before, letter) = parents[at as usize];
                    letters.push(letter);
                    at = before;
                }
                return Some((numbers(one.alphabet(), letters.into_iter().rev()), ControlState(control)));
            }
            for letter in 0..one.letters() {
                let next = (one.next(pair.0, letter), other.next(pair.1, letter));
                work.meet(next).expect("fewer than 2^32 pairs");
                if work.len() > parents.len() {
                    parents.push((number, letter));
                }
            }
        }
    }
    None
}

/// The position whose letters these are, in base 2.
fn numbers(alphabet: Alphabet, letters: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut position = vec![0u64; alphabet.tracks()];
    for letter in letters {
        for (number, digit) in position.iter_mut().zip(alphabet.digits_of(letter)) {
            *number = Numeration::binary().append(*number, digit).expect("at most 64 digits");
        }
    }
    position
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
