//! Exact questions about the region where a law has certain outputs.

use std::{collections::BTreeSet, hash::Hash};

use bouton_core::{DigitAutomaton, Value};

use crate::{
    linear_form::LinearForm,
    prefix::{self, NUMERATION},
};

/// The most states of a product: beyond them there is no explanation.
const PRODUCT_LIMIT: usize = 2_000_000;

/// Like [`bouton_automata::for_each_reached`]; `None` if there are too many pairs of states.
pub(crate) fn for_each_reached<X: Clone + Eq + Hash>(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    start: X,
    step: impl Fn(&X, usize) -> X,
    visit: impl FnMut(Value, &X),
) -> Option<()> {
    bouton_automata::for_each_reached(law, accept, start, step, visit, PRODUCT_LIMIT).ok()
}

/// The largest value of `form` where the output is accepted, if it is at most `bound` in absolute
/// value; `None` if there is no such position, a larger value, or the search was given up.
pub(crate) fn maximum(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    form: &LinearForm,
    bound: i64,
) -> Option<i64> {
    let edge = bound.max(form.weight()) + 1;
    let mut greatest = i64::MIN;
    for_each_reached(
        law,
        accept,
        0i64,
        |value, letter| form.append(*value, letter).clamp(-edge, edge),
        |_, &value| greatest = greatest.max(value),
    )?;
    (-bound..=bound).contains(&greatest).then_some(greatest)
}

/// The smallest value of `form`, see [`maximum`].
pub(crate) fn minimum(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    form: &LinearForm,
    bound: i64,
) -> Option<i64> {
    maximum(law, accept, &form.negated(), bound).map(|value| -value)
}

/// The distinct values of the coordinates `tracks` where the output is accepted, all of them at
/// most `bound`; `None` if one is larger, if there are more than `limit`, or if the search was
/// given up.
pub(crate) fn tuples(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    tracks: &[usize],
    bound: u64,
    limit: usize,
) -> Option<BTreeSet<(Vec<u64>, Value)>> {
    let mut found = BTreeSet::new();
    for_each_reached(
        law,
        accept,
        vec![0u64; tracks.len()],
        |values, letter| {
            values
                .iter()
                .zip(tracks)
                .map(|(&value, &track)| prefix::at_most(bound + 1, value, NUMERATION.digit(letter, track)))
                .collect()
        },
        |output, values| {
            if found.len() <= limit {
                found.insert((values.clone(), output));
            }
        },
    )?;
    (found.len() <= limit && found.iter().all(|(tuple, _)| tuple.iter().all(|&value| value <= bound)))
        .then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;

    #[test]
    fn bounds_are_exact_and_honest() {
        // Output 1 where x ≤ y + 3.
        let law = table_law(2, 1, |_, x| Value::from(x[0] <= x[1] + 3), 4).unwrap();
        let form = LinearForm::difference(2, 0, 1);
        assert_eq!(maximum(&law, &|v| v == 1, &form, 10), Some(3));
        assert_eq!(minimum(&law, &|v| v == 0, &form, 10), Some(4));
        assert_eq!(maximum(&law, &|v| v == 0, &form, 10), None);
        assert_eq!(maximum(&law, &|v| v == 7, &form, 10), None);
    }

    #[test]
    fn tuples_are_listed_or_refused() {
        let law = table_law(2, 1, |_, x| Value::from(x[0] < 2 && x[1] % 2 == 0), 4).unwrap();
        let found = tuples(&law, &|v| v == 1, &[0], 5, 10).unwrap();
        assert_eq!(found.into_iter().map(|(tuple, _)| tuple[0]).collect::<Vec<_>>(), [0, 1]);
        assert!(tuples(&law, &|v| v == 1, &[1], 5, 10).is_none());
    }
}
