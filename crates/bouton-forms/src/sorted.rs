//! Laws of interchangeable heaps, stated for the heaps in ascending order.
//!
//! Where the order of the coordinates does not matter, a statement about "the smaller heap" and
//! "the larger heap" replaces two statements about h1 and h2.

use bouton_automata::{OUTSIDE, exceptions, is_empty, is_symmetric, restricted, sorted_region_over};
use bouton_core::DigitAutomaton;

use crate::{
    asking::Asking,
    cases::{self, Cases},
};

/// The rule and exceptions of the sorted positions of a law that does not depend on the order of
/// its coordinates, if there are such: compared with the law at every sorted position, and so
/// right at every position.
pub(crate) fn find(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<Cases> {
    let tracks = law.tracks();
    if tracks < 2 || !is_symmetric(law) {
        return None;
    }
    let numeration = law.numeration();
    // Outside the region the law has no value, so nothing differs there.
    let region = sorted_region_over(numeration, tracks, tracks).ok()?;
    let sorted = restricted(law, &region);
    let holds = |found: &Cases| {
        !asking.is_over()
            && found
                .automaton(numeration, tracks)
                .is_some_and(|claimed| is_empty(&exceptions(&sorted, &claimed), |value| value != OUTSIDE))
    };
    let found = cases::find(&sorted, asking).filter(holds)?;
    Some(found.simplified(&sorted, holds))
}

#[cfg(test)]
mod tests {
    use bouton_automata::{minimize, table_law};
    use bouton_core::Value;

    use super::*;

    #[test]
    fn the_smaller_and_the_larger_are_told_once() {
        // P where the larger number is at most one more than the smaller one.
        let law = minimize(&table_law(2, 1, |_, x| Value::from(x[0].abs_diff(x[1]) > 1), 4).unwrap());
        let found = find(&law, &Asking::default()).unwrap();
        assert_eq!((found.length(), found.is_in_words()), (2, true), "{found:?}");
        let built = found.automaton(law.numeration(), 2).unwrap();
        for larger in 0..40u64 {
            for smaller in 0..=larger {
                let expected = Value::from(larger - smaller > 1);
                assert_eq!(built.evaluate_small(0, &[smaller, larger]), expected, "{smaller} {larger}");
            }
        }
    }

    /// Nim in which exactly two of four heaps are taken from.
    #[test]
    fn three_smallest_heaps_are_equal() {
        let sorted = |x: &[u64]| {
            let mut x = x.to_vec();
            x.sort_unstable();
            x
        };
        let value = |x: &[u64]| Value::from(sorted(x)[0] != sorted(x)[2]);
        let law = minimize(&table_law(4, 1, |_, x| value(x), 3).unwrap());
        let found = find(&law, &Asking::default()).unwrap();
        assert_eq!((found.length(), found.is_in_words()), (1, true), "{found:?}");
    }

    #[test]
    fn laws_of_the_order_are_not_told_so() {
        let law = minimize(&table_law(2, 1, |_, x| Value::from(x[0] > x[1]), 3).unwrap());
        assert_eq!(find(&law, &Asking::default()), None);
    }
}
