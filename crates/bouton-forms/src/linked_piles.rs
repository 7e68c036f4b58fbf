//! The outcomes of three-player Nim with the podium rule.

use bouton_automata::{difference, explore, minimize};
use bouton_core::DigitAutomaton;

use crate::prefix::NUMERATION;

/// The most piles: the law has a state for each set of piles.
const MAX_PILES: usize = 10;

/// Whether the law is that of Nowakowski, Santos and Silva, *Three-player NIM
/// with podium rule* (2020), Theorem 2.14: P if the sum modulo 3 of the binary
/// digits (𝒢₃) is 0, N if some pile is linked to it (Definition 2.10), else O.
pub(crate) fn is_linked_pile_law(law: &DigitAutomaton) -> bool {
    law.tracks() <= MAX_PILES
        && linked_pile_law(law.tracks()).is_some_and(|theorem| difference(law, &theorem).is_none())
}

/// The theorem as an automaton. Its state is whether the leftmost nonzero digit of 𝒢₃ was met, and
/// the piles that are still linked (none if that digit is 2).
fn linked_pile_law(piles: usize) -> Option<DigitAutomaton> {
    let law = explore(
        piles,
        [None::<usize>],
        |linked, letter| match (linked, NUMERATION.digit_sum(letter) % 3) {
            (None, 0) => None,
            // The piles with a 1 where 𝒢₃ has its leftmost 1.
            (None, 1) => Some(letter),
            (None, _) => Some(0),
            (Some(linked), 0) => Some(*linked),
            (Some(linked), 1) => Some(linked & letter),
            (Some(linked), _) => Some(linked & !letter),
        },
        |linked| match linked {
            None => 0,
            Some(0) => 2,
            Some(_) => 1,
        },
        100_000,
    )
    .ok()?;
    Some(minimize(&law))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_examples() {
        // Example 2.15 (N), Observation 2.16 (P, O), and the numbers of states.
        let law = linked_pile_law(4).unwrap();
        assert_eq!(law.evaluate_small(0, &[15, 14, 23, 5]), 1);
        assert_eq!(law.states(), 13);
        let law = linked_pile_law(3).unwrap();
        assert_eq!(law.evaluate_small(0, &[2, 2, 2]), 0);
        assert_eq!(law.evaluate_small(0, &[3, 1, 0]), 2);
        assert!(is_linked_pile_law(&law));
    }
}
