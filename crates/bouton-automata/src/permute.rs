//! Laws with their coordinates permuted.

use bouton_core::{Alphabet, DigitAutomaton, State};

use crate::difference;

/// Returns the law `x ↦ law(x_{order[0]}, x_{order[1]}, …)`.
///
/// # Panics
///
/// If `order` is not a permutation of the tracks.
///
/// # Examples
///
/// ```
/// use bouton_automata::{is_symmetric, permute, table_law};
///
/// let less = table_law(2, 1, |_, x| u32::from(x[0] < x[1]), 3)?;
/// let greater = permute(&less, &[1, 0]);
/// assert_eq!(greater.evaluate_small(0, &[9, 4]), 1);
/// assert!(!is_symmetric(&less));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn permute(law: &DigitAutomaton, order: &[usize]) -> DigitAutomaton {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..law.tracks()), "a permutation of the tracks");
    let alphabet = law.alphabet();
    let permuted: Vec<usize> = (0..alphabet.letters())
        .map(|letter| alphabet.letter(order.iter().map(|&from| alphabet.digit(letter, from))))
        .collect();
    let transitions = law
        .transitions()
        .chunks(alphabet.letters())
        .flat_map(|row| permuted.iter().map(|&letter| row[letter]))
        .collect();
    DigitAutomaton::over(
        law.numeration(),
        law.tracks(),
        law.starts().to_vec(),
        law.outputs().to_vec(),
        transitions,
    )
    .expect("permuting letters keeps an automaton one")
}

/// Whether the law does not change when coordinates are permuted.
///
/// ```
/// use bouton_automata::{is_symmetric, table_law};
///
/// let equal = table_law(2, 1, |_, x| u32::from(x[0] == x[1]), 3)?;
/// let less = table_law(2, 1, |_, x| u32::from(x[0] < x[1]), 3)?;
/// assert!(is_symmetric(&equal) && !is_symmetric(&less));
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
#[must_use]
pub fn is_symmetric(law: &DigitAutomaton) -> bool {
    // Transpositions of adjacent coordinates generate all permutations.
    (1..law.tracks()).all(|track| {
        let mut order: Vec<usize> = (0..law.tracks()).collect();
        order.swap(track - 1, track);
        difference(law, &permute(law, &order)).is_none()
    })
}

/// Returns, for each letter, the letter with the digits of a coordinate and the next one exchanged.
///
/// # Panics
///
/// If there is no such pair of coordinates.
///
/// # Examples
///
/// ```
/// use bouton_core::Alphabet;
///
/// let alphabet = Alphabet::new(2, 2).unwrap(); // two binary digits
/// assert_eq!(bouton_automata::exchanged_letters(alphabet, 0), [0, 2, 1, 3]);
/// ```
#[must_use]
pub fn exchanged_letters(alphabet: Alphabet, at: usize) -> Vec<usize> {
    assert!(at + 1 < alphabet.tracks(), "two coordinates");
    let from = |track| {
        if track == at {
            at + 1
        } else if track == at + 1 {
            at
        } else {
            track
        }
    };
    let letters = 0..alphabet.letters();
    letters
        .map(|letter| alphabet.letter((0..alphabet.tracks()).map(|t| alphabet.digit(letter, from(t)))))
        .collect()
}

/// Returns, for each state, the state that it becomes when a coordinate and the next one are
/// exchanged. This map preserves starts and outputs, and under it reading a letter corresponds to
/// reading the [exchanged](exchanged_letters) letter. States that are not reached are mapped to
/// themselves. `None` if the exchange changes the law; for a law that is not minimal, the result
/// may be `None` in other cases, too.
///
/// ```
/// use bouton_automata::{exchanged_states, table_law};
///
/// // The comparison of two numbers: the states for "less" and for "greater" are exchanged.
/// let law = table_law(2, 1, |_, x| u32::from(x[0] == x[1]), 3).unwrap();
/// assert_eq!(exchanged_states(&law, 0).unwrap().len(), law.states());
/// let less = table_law(2, 1, |_, x| u32::from(x[0] < x[1]), 3).unwrap();
/// assert_eq!(exchanged_states(&less, 0), None);
/// ```
///
/// # Panics
///
/// If there is no such pair of coordinates.
#[must_use]
pub fn exchanged_states(law: &DigitAutomaton, at: usize) -> Option<Vec<State>> {
    let exchanged = exchanged_letters(law.alphabet(), at);
    let mut images: Vec<Option<State>> = vec![None; law.states()];
    law.starts().iter().for_each(|&start| images[start as usize] = Some(start));
    let mut open = law.starts().to_vec();
    while let Some(state) = open.pop() {
        let image = images[state as usize]?;
        if law.output(state) != law.output(image) {
            return None;
        }
        for (letter, &exchanged) in exchanged.iter().enumerate() {
            let (next, wanted) = (law.next(state, letter), law.next(image, exchanged));
            match images[next as usize].replace(wanted) {
                None => open.push(next),
                Some(known) if known != wanted => return None,
                Some(_) => {}
            }
        }
    }
    Some(images.into_iter().zip(0..).map(|(image, state)| image.unwrap_or(state)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table_law;

    #[test]
    fn comparison_is_not_symmetric_but_equality_is() {
        let less = table_law(2, 1, |_, x| u32::from(x[0] < x[1]), 3).unwrap();
        let equal = table_law(2, 1, |_, x| u32::from(x[0] == x[1]), 3).unwrap();
        assert!(!is_symmetric(&less));
        assert!(is_symmetric(&equal));
        assert_eq!(permute(&less, &[1, 0]).evaluate_small(0, &[9, 4]), 1);
    }
}
