//! Exact questions about the region where a law has certain outputs.

use std::{collections::BTreeSet, hash::Hash};

use bouton_core::{DigitAutomaton, LinearReader, ReaderState, Value};

use crate::{
    linear_form::LinearForm,
    prefix::{self, digits_in},
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
    let mut greatest = i64::MIN;
    if law.numeration().is_binary() {
        // One number is the whole state, which is faster.
        let edge = bound.max(form.weight()) + 1;
        for_each_reached(
            law,
            accept,
            0i64,
            |value, letter| form.append(*value, letter).clamp(-edge, edge),
            |_, &value| greatest = greatest.max(value),
        )?;
    } else {
        let (numeration, tracks) = (law.numeration(), law.tracks());
        let reader = LinearReader::new(numeration, form.coefficients(), (-bound, bound))?;
        for_each_reached(
            law,
            accept,
            reader.start(),
            |running, letter| reader.step(running, &digits_in(numeration, tracks, letter)),
            |_, running: &ReaderState| {
                greatest = greatest.max(match running.order() {
                    Some(order) if order.is_gt() => i64::MAX,
                    _ => running.value().unwrap_or(i64::MIN),
                });
            },
        )?;
    }
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
    let numeration = law.numeration();
    let mut found = BTreeSet::new();
    for_each_reached(
        law,
        accept,
        vec![0u64; tracks.len()],
        |values, letter| {
            let longer = |(&value, &track): (&u64, &usize)| {
                prefix::at_most(numeration, bound + 1, value, numeration.digit(letter, track))
            };
            values.iter().zip(tracks).map(longer).collect()
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
    use bouton_automata::{restricted, table_law, words_region};

    use super::*;
    use crate::condition::{Condition, all_of};

    #[test]
    fn bounds_are_exact_and_honest() {
        // Output 1 where x ≤ y + 3.
        let form = LinearForm::difference(2, 0, 1);
        let below = Condition::AtMost { form: form.clone(), value: 3 };
        for numeration in ["2", "3", "fibonacci", "ostrowski(1,2)"] {
            let numeration = numeration.parse().unwrap();
            let law = all_of(&numeration, 2, std::slice::from_ref(&below)).unwrap();
            let law = restricted(&law, &words_region(&numeration, 2).unwrap());
            assert_eq!(maximum(&law, &|v| v == 1, &form, 10), Some(3), "{numeration}");
            assert_eq!(minimum(&law, &|v| v == 0, &form, 10), Some(4), "{numeration}");
            assert_eq!(maximum(&law, &|v| v == 0, &form, 10), None, "{numeration}");
            assert_eq!(maximum(&law, &|v| v == 1, &form, 2), None, "{numeration}");
            assert_eq!(maximum(&law, &|v| v == 7, &form, 10), None, "{numeration}");
        }
    }

    #[test]
    fn tuples_are_listed_or_refused() {
        let law = table_law(2, 1, |_, x| Value::from(x[0] < 2 && x[1] % 2 == 0), 4).unwrap();
        let found = tuples(&law, &|v| v == 1, &[0], 5, 10).unwrap();
        assert_eq!(found.into_iter().map(|(tuple, _)| tuple[0]).collect::<Vec<_>>(), [0, 1]);
        assert!(tuples(&law, &|v| v == 1, &[1], 5, 10).is_none());
    }
}
