//! Laws restricted to words.
//!
//! A law has a successor under every letter. In a numeration in which some sequences of digits are
//! not words, the result after such a sequence has no meaning. This module separates words from
//! other sequences.

use bouton_core::{DigitAutomaton, Numeration, State};

use crate::{TooManyStates, Worklist};

/// Reads tuples of digits, and records whether the digits of each coordinate are a prefix of a
/// word.
///
/// A state encodes one state of the automaton of words for each coordinate in one number; 0 is the
/// start state.
///
/// ```
/// use bouton_automata::WordReader;
/// use bouton_core::Numeration;
///
/// let reader = WordReader::new(&Numeration::fibonacci(), 1);
/// let after_one = reader.follow(0, 1).unwrap();
/// assert!(reader.follow(after_one, 0).is_some());
/// assert!(reader.follow(after_one, 1).is_none()); // no two ones in a row
/// ```
#[derive(Clone, Debug)]
pub struct WordReader {
    numeration: Numeration,
    tracks: usize,
    /// Whether all letters lead from state 0 to state 0.
    free: bool,
}

/// The number of bits of one state of the automaton of words.
const BITS: usize = 8;

impl WordReader {
    /// Creates the reader of positions with `tracks` coordinates, at most 16.
    #[must_use]
    pub fn new(numeration: &Numeration, tracks: usize) -> Self {
        let free = numeration.all_are_words() && numeration.word_states() == 1;
        Self { numeration: numeration.clone(), tracks, free }
    }

    /// Returns the state after one more letter; `None` if for some coordinate no word continues
    /// with its digit.
    ///
    /// ```
    /// use bouton_automata::WordReader;
    /// use bouton_core::Numeration;
    ///
    /// let words = WordReader::new(&Numeration::fibonacci(), 2);
    /// let state = words.follow(0, 0b01).unwrap();
    /// assert_eq!(words.follow(state, 0b01), None);
    /// assert!(words.follow(state, 0b10).is_some());
    /// ```
    #[must_use]
    pub fn follow(&self, state: u128, letter: usize) -> Option<u128> {
        if self.free {
            return Some(0);
        }
        let mut next = 0;
        for track in 0..self.tracks {
            let at = u8::try_from(state >> (BITS * track) & 0xFF).ok()?;
            let after = self.numeration.follow(at, self.numeration.digit(letter, track))?;
            next |= u128::from(after) << (BITS * track);
        }
        Some(next)
    }

    /// Returns the state after the words of some numbers.
    ///
    /// ```
    /// use bouton_automata::WordReader;
    /// use bouton_core::Numeration;
    ///
    /// let reader = WordReader::new(&Numeration::fibonacci(), 1);
    /// // 4 is 101 in the numeration of Zeckendorf: no 1 may follow
    /// assert_eq!(reader.follow(reader.after(&[4]), 1), None);
    /// ```
    #[must_use]
    pub fn after(&self, numbers: &[u64]) -> u128 {
        if self.free {
            return 0;
        }
        let states = numbers.iter().map(|&number| self.numeration.state_after(number));
        states.rev().fold(0, |all, state| all << BITS | u128::from(state))
    }
}

/// A law whose states separate words from other sequences.
#[derive(Clone, Debug)]
pub struct Words {
    /// The law: sequences that are not words lead to `none` and stay there.
    pub law: DigitAutomaton,
    /// The state for sequences that are not words, if there are any.
    pub none: Option<State>,
}

/// Returns the law with one state for all sequences that are not words of its numeration. The
/// output of that state is the output of the first start. The other states are those to which words
/// lead, separated by the possible continuations of the words.
///
/// # Errors
///
/// [`TooManyStates`] if there are more than `limit`.
///
/// # Panics
///
/// Never: the explored states are an automaton, because zeros lead from a start to itself.
///
/// # Examples
///
/// ```
/// use bouton_automata::words_of;
/// use bouton_core::{DigitAutomaton, Numeration};
///
/// // the last digit in the numeration of Zeckendorf
/// let last = DigitAutomaton::over(&Numeration::fibonacci(), 1, vec![0], vec![0, 1], vec![0, 1, 0, 1])?;
/// let words = words_of(&last, 100)?;
/// assert_eq!(Some(words.law.read(0, [1, 1])), words.none); // two ones in a row are not a word
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn words_of(law: &DigitAutomaton, limit: usize) -> Result<Words, TooManyStates> {
    let numeration = law.numeration();
    if numeration.all_are_words() {
        return Ok(Words { law: law.clone(), none: None });
    }
    let reader = WordReader::new(numeration, law.tracks());
    let mut work: Worklist<Option<(State, u128)>> = Worklist::new(limit);
    let starts = law.starts().iter().map(|&start| work.meet(Some((start, 0)))).collect::<Result<_, _>>()?;
    let (mut transitions, mut none) = (Vec::new(), None);
    while let Some((number, at)) = work.take() {
        if at.is_none() {
            none = Some(number);
        }
        for letter in 0..law.letters() {
            let after =
                at.and_then(|(state, words)| Some((law.next(state, letter), reader.follow(words, letter)?)));
            transitions.push(work.meet(after)?);
        }
    }
    let output = |at: &Option<(State, u128)>| law.output(at.map_or(law.starts()[0], |(state, _)| state));
    let outputs = work.into_met().iter().map(output).collect();
    let law = DigitAutomaton::over(numeration, law.tracks(), starts, outputs, transitions);
    Ok(Words { law: law.expect("zeros lead from a start to itself"), none })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_word_is_apart() {
        let fibonacci = Numeration::fibonacci();
        // 1 if the last digit is 1, regardless of the digits before it.
        let law = DigitAutomaton::over(&fibonacci, 1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
        let words = words_of(&law, 100).unwrap();
        let none = words.none.unwrap();
        assert_eq!(words.law.states(), 3);
        assert_eq!(words.law.read(0, [1, 1, 0, 0, 1]), none);
        assert!((0..200).all(|n| words.law.evaluate_small(0, &[n]) == law.evaluate_small(0, &[n])));
        assert!((0..200).all(|n| words.law.state_at_small(0, &[n]) != none));
        assert!(words_of(&law, 2).is_err());
        let binary = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
        assert_eq!(words_of(&binary, 1).unwrap().none, None);
    }
}
