//! The combination of two laws.

use bouton_core::{DigitAutomaton, Value};

use crate::explore_over;

/// Returns the law whose value at a position is `value(a, b)`, where a and b are the values of the
/// two laws there. It is the reachable part of the product automaton.
///
/// # Panics
///
/// If the laws have different numerations, letters or control states, or 2^32 pairs of states are reached.
///
/// # Examples
///
/// ```
/// use bouton_automata::{combine, table_law};
///
/// let even = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 0), 3)?;
/// let threes = table_law(1, 1, |_, n| u32::from(n[0] % 3 == 0), 3)?;
/// let sixes = combine(&even, &threes, |a, b| a & b);
/// assert_eq!((sixes.evaluate_small(0, &[12]), sixes.evaluate_small(0, &[14])), (1, 0));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn combine(
    one: &DigitAutomaton,
    other: &DigitAutomaton,
    value: impl Fn(Value, Value) -> Value,
) -> DigitAutomaton {
    combined(one, other, &value)
}

fn combined(
    one: &DigitAutomaton,
    other: &DigitAutomaton,
    value: &dyn Fn(Value, Value) -> Value,
) -> DigitAutomaton {
    assert_eq!(one.numeration(), other.numeration(), "laws in the same numeration");
    assert_eq!(one.alphabet(), other.alphabet(), "laws over the same coordinates");
    assert_eq!(one.starts().len(), other.starts().len(), "laws over the same control states");
    explore_over(
        one.numeration(),
        one.tracks(),
        one.starts().iter().copied().zip(other.starts().iter().copied()),
        |&(a, b), letter| (one.next(a, letter), other.next(b, letter)),
        |&(a, b)| value(one.output(a), other.output(b)),
        usize::MAX,
    )
    .expect("a product of automata is one, and fits the memory that its pairs fit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_combine() {
        let two = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
        let three = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap();
        let six = combine(&two, &three, |a, b| (3 * a + 4 * b) % 6);
        assert!((0..50u64).all(|n| u64::from(six.evaluate_small(0, &[n])) == n % 6));
    }
}
