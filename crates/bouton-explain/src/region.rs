//! Laws on a part of the positions, and exact questions about them.
//!
//! A law on a region is an automaton that puts out [`OUTSIDE`] elsewhere.

use std::{collections::BTreeSet, hash::Hash};

use bouton_automata::{combine, minimize};
use bouton_core::{DigitAutomaton, State, Value};
use rustc_hash::FxHashSet;

use crate::{construct::construct, linear_form::LinearForm};

/// The output where a law says nothing.
pub(crate) const OUTSIDE: Value = Value::MAX;

/// States a product may have: beyond it an explanation is given up.
pub(crate) const PRODUCT_LIMIT: usize = 2_000_000;

/// Which states can still reach an accepted output.
pub(crate) fn live_states(law: &DigitAutomaton, accept: &dyn Fn(Value) -> bool) -> Vec<bool> {
    let mut before: Vec<Vec<State>> = vec![Vec::new(); law.states()];
    for (state, row) in (0..).zip(law.transitions().chunks(law.letters())) {
        for &to in row {
            if before[to as usize].last() != Some(&state) {
                before[to as usize].push(state);
            }
        }
    }
    let mut live: Vec<bool> = law.outputs().iter().map(|&output| accept(output)).collect();
    let mut queue: Vec<usize> = (0..law.states()).filter(|&state| live[state]).collect();
    while let Some(state) = queue.pop() {
        for &from in &before[state] {
            if !live[from as usize] {
                live[from as usize] = true;
                queue.push(from as usize);
            }
        }
    }
    live
}

/// Reads the law together with another deterministic reader, from the first
/// start state, and calls `visit` on each accepted pair of output and reader's
/// state that some position reaches. `None` beyond [`PRODUCT_LIMIT`].
pub(crate) fn for_each_reached<X: Clone + Eq + Hash>(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    start: X,
    step: impl Fn(&X, usize) -> X,
    mut visit: impl FnMut(Value, &X),
) -> Option<()> {
    let live = live_states(law, accept);
    let mut met: FxHashSet<(State, X)> = FxHashSet::default();
    let mut queue = Vec::new();
    let first = (law.starts()[0], start);
    if live[first.0 as usize] {
        met.insert(first.clone());
        queue.push(first);
    }
    while let Some((state, reader)) = queue.pop() {
        if accept(law.output(state)) {
            visit(law.output(state), &reader);
        }
        for letter in 0..law.letters() {
            let to = law.next(state, letter);
            if live[to as usize] {
                let pair = (to, step(&reader, letter));
                if !met.contains(&pair) {
                    if met.len() >= PRODUCT_LIMIT {
                        return None;
                    }
                    met.insert(pair.clone());
                    queue.push(pair);
                }
            }
        }
    }
    Some(())
}

/// Whether no position has an accepted output.
pub(crate) fn is_empty(law: &DigitAutomaton, accept: &dyn Fn(Value) -> bool) -> bool {
    !live_states(law, accept)[law.starts()[0] as usize]
}

/// The largest value of `form` where the output is accepted, if it is at most
/// `bound` in absolute value; `None` if there is no position, or a larger value,
/// or the search was given up.
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

/// The distinct values of the coordinates `tracks` where the output is accepted,
/// all of them at most `bound`; `None` if one is larger, or there are more
/// than `limit`, or the search was given up.
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
                .map(|(value, track)| (2 * value + (letter as u64 >> track & 1)).min(bound + 1))
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

/// The law where `region` puts out 1, [`OUTSIDE`] elsewhere.
pub(crate) fn restricted(law: &DigitAutomaton, region: &DigitAutomaton) -> DigitAutomaton {
    minimize(&combine(law, region, |value, inside| if inside == 1 { value } else { OUTSIDE }))
}

/// 1 where `region` puts out 0, else 0.
pub(crate) fn complement(region: &DigitAutomaton) -> DigitAutomaton {
    combine(region, region, |inside, _| Value::from(inside == 0))
}

/// The law where it differs from `rule`, [`OUTSIDE`] where they agree or the law
/// says nothing.
pub(crate) fn exceptions(law: &DigitAutomaton, rule: &DigitAutomaton) -> DigitAutomaton {
    minimize(&combine(law, rule, |value, ruled| if value == ruled { OUTSIDE } else { value }))
}

/// 1 where the coordinates 0..`count` are in ascending order, else 0.
pub(crate) fn sorted_region(tracks: usize, count: usize) -> Option<DigitAutomaton> {
    // Whether neighbours are still equal, and whether the order is broken.
    construct(
        tracks,
        Some(0u32),
        |less, letter| {
            let mut less = (*less)?;
            for track in 1..count {
                let (left, right) = (letter >> (track - 1) & 1, letter >> track & 1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;

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
    fn bounds_are_exact_and_honest() {
        // 1 where x ≤ y + 3
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
