//! Laws read in the other digit order.

use bouton_core::{Alphabet, DigitAutomaton, Numeration, State, Value};

use crate::{TooManyStates, Worklist};

/// A law that reads least significant digits first. Trailing zeros, which are leading zeros of the
/// number, do not change its output.
///
/// ```
/// use bouton_automata::{least_significant_first, table_law};
///
/// let odd = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 1), 3)?;
/// let reversed = least_significant_first(&odd, 100)?;
/// let after_one = reversed.next(0, 1); // the last digit decides
/// assert_eq!(reversed.output(after_one, 0), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastFirstAutomaton {
    numeration: Numeration,
    alphabet: Alphabet,
    outputs: Vec<Vec<Value>>,
    transitions: Vec<State>,
}

/// The error that the reversed automaton has more states than allowed.
///
/// ```
/// use bouton_automata::{ReverseTooLarge, least_significant_first, table_law};
///
/// let thirds = table_law(1, 1, |_, n| u32::from(n[0] % 3 == 1), 8)?;
/// assert_eq!(least_significant_first(&thirds, 1).unwrap_err(), ReverseTooLarge(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("reading least significant digits first takes more than {0} states")]
pub struct ReverseTooLarge(pub usize);

impl LeastFirstAutomaton {
    /// The number of states; reading begins in state 0.
    #[must_use]
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The successor of `state` under `letter`, a letter of the law's alphabet.
    ///
    /// # Panics
    ///
    /// If the state or the letter does not exist.
    #[must_use]
    pub fn next(&self, state: usize, letter: usize) -> usize {
        self.transitions[state * self.alphabet.letters() + letter] as usize
    }

    /// The value in a control state when reading ends in `state`.
    ///
    /// # Panics
    ///
    /// If the state or the control state does not exist.
    #[must_use]
    pub fn output(&self, state: usize, control: usize) -> Value {
        self.outputs[state][control]
    }

    /// The value at a position of small coordinates in a control state.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or no such control state.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_automata::{least_significant_first, table_law};
    ///
    /// let odd = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 1), 3)?;
    /// assert_eq!(least_significant_first(&odd, 100)?.evaluate_small(0, &[7]), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn evaluate_small(&self, control: usize, coordinates: &[u64]) -> Value {
        assert_eq!(coordinates.len(), self.alphabet.tracks(), "one coordinate for each track");
        let letters: Vec<usize> = self.numeration.letters_of_small(coordinates).collect();
        let state = letters.into_iter().rev().fold(0, |state, letter| self.next(state, letter));
        self.output(state, control)
    }
}

/// Returns the minimal automaton of the same law that reads least significant digits first. A state
/// is a function from states of the law to values, determined by the digits read so far
/// (Brzozowski, *Canonical regular expressions and minimal state graphs for definite events*,
/// 1962).
///
/// # Errors
///
/// [`ReverseTooLarge`] if there would be more than `limit` states; the number
/// can be exponential.
///
/// # Examples
///
/// ```
/// use bouton_automata::{least_significant_first, table_law};
///
/// let threes = table_law(1, 1, |_, n| u32::from(n[0] % 3 == 0), 3)?;
/// let reversed = least_significant_first(&threes, 100)?;
/// assert_eq!(reversed.evaluate_small(0, &[99]), 1);
/// assert!(least_significant_first(&threes, 2).is_err()); // more than two states are needed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_significant_first(
    law: &DigitAutomaton,
    limit: usize,
) -> Result<LeastFirstAutomaton, ReverseTooLarge> {
    let law = crate::minimize(law);
    let mut work: Worklist<Vec<Value>> = Worklist::new(limit);
    let too_large = |_: TooManyStates| ReverseTooLarge(limit);
    work.meet(law.outputs().to_vec()).map_err(too_large)?;
    let mut transitions = Vec::new();
    while let Some((_, values)) = work.take() {
        for letter in 0..law.letters() {
            let row = law.transitions().chunks(law.letters());
            let after = row.map(|row| values[row[letter] as usize]).collect();
            transitions.push(work.meet(after).map_err(too_large)?);
        }
    }
    let outputs = work
        .into_met()
        .iter()
        .map(|values| law.starts().iter().map(|&start| values[start as usize]).collect())
        .collect();
    Ok(LeastFirstAutomaton {
        numeration: law.numeration().clone(),
        alphabet: law.alphabet(),
        outputs,
        transitions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_agree() {
        let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap();
        let reversed = least_significant_first(&law, 100).unwrap();
        assert!((0..100).all(|n| reversed.evaluate_small(0, &[n]) == law.evaluate_small(0, &[n])));
        assert_eq!(least_significant_first(&law, 2), Err(ReverseTooLarge(2)));
    }
}
