//! Laws with their coordinates permuted.

use bouton_core::DigitAutomaton;

use crate::difference;

/// The law `x ↦ law(x_{order[0]}, x_{order[1]}, …)`.
///
/// # Panics
///
/// If `order` is not a permutation of the tracks.
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
#[must_use]
pub fn is_symmetric(law: &DigitAutomaton) -> bool {
    // Neighbouring transpositions generate all permutations.
    (1..law.tracks()).all(|track| {
        let mut order: Vec<usize> = (0..law.tracks()).collect();
        order.swap(track - 1, track);
        difference(law, &permute(law, &order)).is_none()
    })
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
