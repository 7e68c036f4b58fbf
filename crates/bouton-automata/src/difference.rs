//! The difference of two laws.

use bouton_core::{ControlState, DigitAutomaton, State};

use crate::{Worklist, words::WordReader};

/// A state of each law, and a state of the word reader.
type Pair = (State, State, u128);

/// Returns a position with as few digits as possible on which two laws have different values;
/// `None` if the laws are the same.
///
/// # Panics
///
/// If the laws have different numerations, letters or control states, if a coordinate of the
/// position is 2^64 or more, or if 2^32 pairs of states are reached.
///
/// # Examples
///
/// ```
/// use bouton_automata::{difference, table_law};
/// use bouton_core::ControlState;
///
/// let threes = table_law(1, 1, |_, n| u32::from(n[0] % 3 == 0), 3)?;
/// let fives = table_law(1, 1, |_, n| u32::from(n[0] % 5 == 0), 4)?;
/// assert_eq!(difference(&threes, &fives), Some((vec![3], ControlState(0))));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn difference(one: &DigitAutomaton, other: &DigitAutomaton) -> Option<(Vec<u64>, ControlState)> {
    let (letters, control) = differing_word(one, other)?;
    let position = one.numeration().numbers_small(one.tracks(), &letters);
    Some((position.expect("words of numbers below 2^64"), control))
}

/// Returns the digits of a position on which two laws have different values, most significant
/// first, as few as possible, and its control state; `None` if the laws are the same.
///
/// # Panics
///
/// If the laws have different numerations, letters or control states, or if 2^32 pairs of states
/// are reached.
///
/// # Examples
///
/// ```
/// use bouton_automata::{differing_word, table_law};
///
/// let threes = table_law(1, 1, |_, n| u32::from(n[0] % 3 == 0), 3)?;
/// let fives = table_law(1, 1, |_, n| u32::from(n[0] % 5 == 0), 3)?;
/// assert_eq!(differing_word(&threes, &fives).unwrap().0, [1, 1]); // the number 3
/// assert_eq!(differing_word(&threes, &threes), None);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
#[must_use]
pub fn differing_word(one: &DigitAutomaton, other: &DigitAutomaton) -> Option<(Vec<usize>, ControlState)> {
    assert_eq!(one.numeration(), other.numeration(), "laws in the same numeration");
    assert_eq!(one.alphabet(), other.alphabet(), "laws over the same coordinates");
    assert_eq!(one.starts().len(), other.starts().len(), "laws over the same control states");
    let words = WordReader::new(one.numeration(), one.tracks());
    for (control, (&a, &b)) in (0u8..).zip(one.starts().iter().zip(other.starts())) {
        let mut work: Worklist<Pair> = Worklist::new(usize::MAX);
        // The predecessor of each pair, and the letter that leads from the predecessor to the pair.
        // The start leads to itself.
        let mut parents = vec![(0, 0)];
        work.meet((a, b, 0)).expect("a worklist holds one pair");
        while let Some((number, pair)) = work.take() {
            if one.output(pair.0) != other.output(pair.1) {
                let mut letters = Vec::new();
                let mut at = number;
                while at != 0 {
                    let (before, letter) = parents[at as usize];
                    letters.push(letter);
                    at = before;
                }
                letters.reverse();
                return Some((letters, ControlState(control)));
            }
            for letter in 0..one.letters() {
                let Some(word) = words.follow(pair.2, letter) else { continue };
                let next = (one.next(pair.0, letter), other.next(pair.1, letter), word);
                work.meet(next).expect("fewer than 2^32 pairs");
                if work.len() > parents.len() {
                    parents.push((number, letter));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::Numeration;

    #[test]
    fn the_difference_is_a_position() {
        let mod_three = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap();
        let all_zero = DigitAutomaton::new(1, vec![0], vec![0], vec![0, 0]).unwrap();
        assert_eq!(difference(&mod_three, &mod_three), None);
        assert_eq!(difference(&mod_three, &all_zero), Some((vec![1], ControlState(0))));
    }

    #[test]
    fn what_is_no_word_makes_no_difference() {
        let fibonacci = Numeration::fibonacci();
        let law = |next| DigitAutomaton::over(&fibonacci, 1, vec![0], vec![0, 1], next).unwrap();
        assert_eq!(difference(&law(vec![0, 1, 0, 1]), &law(vec![0, 1, 0, 0])), None);
        let found = difference(&law(vec![0, 1, 0, 0]), &law(vec![0, 1, 1, 0]));
        assert_eq!(found, Some((vec![2], ControlState(0))));
    }
}
