//! Construction of quotients, and their periods.

use std::collections::BTreeSet;

use bouton_core::{Quotient, QuotientElement as Element, TakeAndBreakCode};

use crate::heaps::{Heaps, rank};

/// Creates a quotient from the action of each heap on each element, and a position for each
/// element.
pub(crate) fn from_actions(actions: &[Vec<Element>], words: &[Vec<u32>], lost: Vec<bool>) -> Quotient {
    let order = lost.len();
    let mut products = Vec::with_capacity(order * order);
    for start in 0..order {
        for word in words {
            let end = word.iter().fold(start, |at, &heap| usize::from(actions[heap as usize][at]));
            products.push(Element::try_from(end).expect("elements have small numbers"));
        }
    }
    let values = actions.iter().map(|action| action[0]).collect();
    Quotient::new(products, lost, values).expect("every heap leads from element to element")
}

/// A position of least rank for each element.
pub(crate) fn least_words(quotient: &Quotient) -> Vec<Heaps> {
    let mut words: Vec<Option<Heaps>> = vec![None; quotient.order()];
    let mut waiting = BTreeSet::from([(0, Heaps::new())]);
    while let Some((_, word)) = waiting.pop_first() {
        let element = usize::from(quotient.value(&word));
        if words[element].is_some() {
            continue;
        }
        for (heap, _) in (0..).zip(quotient.values()).skip(1) {
            let mut longer = word.clone();
            longer.push(heap);
            longer.sort_unstable();
            if words[usize::from(quotient.value(&longer))].is_none() {
                waiting.insert((rank(&longer), longer));
            }
        }
        words[element] = Some(word);
    }
    words.into_iter().map(|word| word.expect("each element is the value of a position")).collect()
}

/// The least period of Φ that a theorem extends to all heaps, if the values have one: Φ(n + p) =
/// Φ(n) for n₀ ≤ n < J n₀ + (J − 1) p + k (and p more, where the parts of a heap must be unequal),
/// for moves that take at most k objects and leave at most J heaps. Then each later heap adds to
/// the quotient what an earlier one added (Plambeck and Siegel 2008, the periodicity theorem).
/// Returns p and n₀ ≥ 1.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{OptionTable, period, quotient};
///
/// let (code, watch) = (TakeAndBreakCode::new(vec![0, 3])?, Watch::unlimited());
/// let quotient = quotient(&OptionTable::new(&code, 10, &watch)?, &watch)?;
/// assert_eq!(period(&quotient, &code).map(|(length, _)| length), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn period(quotient: &Quotient, code: &TakeAndBreakCode) -> Option<(u64, u64)> {
    let values = quotient.values();
    if !code.is_finite() {
        return None;
    }
    let parts =
        code.digits().iter().fold(1, |most, digit| most.max(digit.checked_ilog2().unwrap_or(0) as usize));
    let (taken, count) = (code.digits().len() - 1, values.len());
    let rounds = parts - 1 + usize::from(code.parts_are_unequal());
    (1..count).find_map(|length| {
        // `last` is the last index at which the values differ.
        let last = (1..count - length).rev().find(|&n| values[n] != values[n + length]);
        let from = last.map_or(1, |last| last + 1);
        let window = parts * from + rounds * length + taken;
        (window + length <= count).then_some((length as u64, from as u64))
    })
}
