//! Laws on a part of the positions.
//!
//! A law on a region is an automaton with the output [`OUTSIDE`] elsewhere.

use bouton_core::{DigitAutomaton, MAX_TRACKS, Numeration, Value};

use crate::{ExploreError, WordReader, combine, explore_over, live_states, minimize};

/// The output where a law is undefined.
pub const OUTSIDE: Value = Value::MAX;

/// Whether no position has an accepted output, in the first control state.
///
/// ```
/// use bouton_automata::{combine, complement, is_empty, table_law};
///
/// let even = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 0), 3)?;
/// let both = combine(&even, &complement(&even), |a, b| a & b);
/// assert!(is_empty(&both, |value| value == 1));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn is_empty(law: &DigitAutomaton, accept: impl Fn(Value) -> bool) -> bool {
    !live_states(law, accept)[law.starts()[0] as usize]
}

/// Returns the law where the output of `region` is 1, and [`OUTSIDE`] elsewhere.
///
/// ```
/// use bouton_automata::{OUTSIDE, restricted, table_law};
///
/// let parity = table_law(1, 1, |_, x| u32::from(x[0] % 2 == 1), 3)?;
/// let positive = table_law(1, 1, |_, x| u32::from(x[0] > 0), 3)?;
/// let odd_or_even = restricted(&parity, &positive);
/// assert_eq!([0, 1, 2].map(|n| odd_or_even.evaluate_small(0, &[n])), [OUTSIDE, 1, 0]);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
#[must_use]
pub fn restricted(law: &DigitAutomaton, region: &DigitAutomaton) -> DigitAutomaton {
    minimize(&combine(law, region, |value, inside| if inside == 1 { value } else { OUTSIDE }))
}

/// Returns 1 where the output of `region` is 0, and 0 elsewhere.
///
/// ```
/// use bouton_automata::{complement, table_law};
///
/// let positive = table_law(1, 1, |_, x| u32::from(x[0] > 0), 3)?;
/// let zero = complement(&positive);
/// assert_eq!([0, 1, 2].map(|n| zero.evaluate_small(0, &[n])), [1, 0, 0]);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
#[must_use]
pub fn complement(region: &DigitAutomaton) -> DigitAutomaton {
    combine(region, region, |inside, _| Value::from(inside == 0))
}

/// Returns the law where it differs from `rule`, and [`OUTSIDE`] where they agree or the law is
/// undefined.
///
/// ```
/// use bouton_automata::{OUTSIDE, exceptions, table_law};
///
/// let rule = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 1), 4)?;
/// let law = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 1 || n[0] == 0), 4)?;
/// let found = exceptions(&law, &rule);
/// assert_eq!(found.evaluate_small(0, &[0]), 1);
/// assert_eq!(found.evaluate_small(0, &[1]), OUTSIDE);
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn exceptions(law: &DigitAutomaton, rule: &DigitAutomaton) -> DigitAutomaton {
    minimize(&combine(law, rule, |value, ruled| if value == ruled { OUTSIDE } else { value }))
}

/// Returns 1 where the coordinates 0..`count` are in ascending order, and 0 elsewhere.
///
/// # Errors
///
/// [`ExploreError`] if there are too many tracks.
///
/// # Examples
///
/// ```
/// let sorted = bouton_automata::sorted_region(3, 2)?; // the first two of three coordinates
/// assert_eq!(sorted.evaluate_small(0, &[4, 7, 1]), 1);
/// assert_eq!(sorted.evaluate_small(0, &[7, 4, 9]), 0);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
pub fn sorted_region(tracks: usize, count: usize) -> Result<DigitAutomaton, ExploreError> {
    sorted_region_over(&Numeration::binary(), tracks, count)
}

/// Returns the region of [`sorted_region`] in the digits of a numeration.
///
/// # Errors
///
/// The same as those of [`sorted_region`].
///
/// # Examples
///
/// ```
/// let numeration = bouton_core::Numeration::fibonacci();
/// let sorted = bouton_automata::sorted_region_over(&numeration, 2, 2)?;
/// assert_eq!([[4, 7], [7, 4]].map(|pair| sorted.evaluate_small(0, &pair)), [1, 0]);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
pub fn sorted_region_over(
    numeration: &Numeration,
    tracks: usize,
    count: usize,
) -> Result<DigitAutomaton, ExploreError> {
    // The state has, for each adjacent pair, whether the second is larger already; it is `None`
    // once the order is broken.
    explore_over(
        numeration,
        tracks,
        [Some(0u32)],
        |less, letter| {
            let mut less = (*less)?;
            for track in 1..count {
                let (left, right) = (numeration.digit(letter, track - 1), numeration.digit(letter, track));
                if less >> track & 1 == 0 && left != right {
                    if left > right {
                        return None;
                    }
                    less |= 1 << track;
                }
            }
            Some(less)
        },
        |less| Value::from(less.is_some()),
        1 << 17,
    )
}

/// 1 at the words of a numeration, 0 at other sequences of digits.
///
/// # Errors
///
/// Too many tracks, or too many states.
///
/// ```
/// let numeration = bouton_core::Numeration::fibonacci();
/// let words = bouton_automata::words_region(&numeration, 1)?;
/// assert_eq!([[1, 0], [1, 1]].map(|word| words.output(words.read(0, word))), [1, 0]);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
pub fn words_region(numeration: &Numeration, tracks: usize) -> Result<DigitAutomaton, ExploreError> {
    if tracks > MAX_TRACKS {
        return Err(bouton_core::AutomatonFault::Tracks(tracks).into());
    }
    let reader = WordReader::new(numeration, tracks);
    let next = |state: &Option<u128>, letter: usize| reader.follow((*state)?, letter);
    let word = |state: &Option<u128>| Value::from(state.is_some());
    explore_over(numeration, tracks, [Some(0)], next, word, 1 << 17)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_positions_are_told_from_others() {
        let region = sorted_region(3, 3).unwrap();
        for a in 0..6 {
            for b in 0..6 {
                for c in 0..6 {
                    let expected = Value::from(a <= b && b <= c);
                    assert_eq!(region.evaluate_small(0, &[a, b, c]), expected, "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn a_restricted_law_says_nothing_elsewhere() {
        let sum = crate::table_law(2, 1, |_, x| Value::from((x[0] + x[1]) % 2 == 1), 2).unwrap();
        let sorted = sorted_region(2, 2).unwrap();
        let part = restricted(&sum, &sorted);
        let others = restricted(&sum, &complement(&sorted));
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            let value = sum.evaluate_small(0, &[a, b]);
            let expected = if a <= b { [value, OUTSIDE] } else { [OUTSIDE, value] };
            assert_eq!([&part, &others].map(|law| law.evaluate_small(0, &[a, b])), expected);
        }
        assert!(!is_empty(&part, |value| value == 1) && is_empty(&part, |value| value == 7));
        assert!(is_empty(&exceptions(&part, &sum), |value| value != OUTSIDE));
    }
}
