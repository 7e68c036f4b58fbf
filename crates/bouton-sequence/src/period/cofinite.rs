//! Proofs that values rise for ever where all but a few amounts may be taken.
//!
//! Let moves leave at most one heap, and let all amounts beyond k be allowed. The options of a heap
//! of n > k objects are then all heaps of at most n - k - 1 objects, and some of the k others. Let
//! A(n) be the set of values of the former and a(n) = mex A(n). Every value below a(n) is in A(n),
//! so g(n) depends only on the part of A(n) beyond a(n) and on the k values before g(n). If all of
//! these rise by the same amount, so does g(n), and so do a(n + 1), A(n + 1), … . If they are those
//! of n + p less s, then the values rise by s in p heaps from there on. It is known that all-but
//! sets have such values (Siegel, *Combinatorial Game Theory*, 2013, chapter IV); this module tests
//! one state that recurs.

use bouton_core::{TakeAndBreakCode, Value, ValueSet};

use super::continued;

/// Returns k, if all amounts beyond k may be taken, and moves leave at most one heap, or two of any
/// sizes where at most k are taken.
pub(crate) fn last_exception(code: &TakeAndBreakCode) -> Option<usize> {
    let two_heaps = code.digits().iter().all(|&digit| digit < 8) && !code.parts_are_unequal();
    let all = !code.is_finite() && code.tail().iter().all(|&digit| digit == 3);
    (two_heaps && all).then(|| code.digits().len() - 1)
}

/// Returns the end of the window: if the values below it are those of the claim, they are
/// everywhere. `None` if this cannot be proved, or if no theorem covers the code. The values of the
/// first period are known, and `length` is not 0.
pub(crate) fn window(
    code: &TakeAndBreakCode,
    values: &[Value],
    (length, preperiod): (usize, usize),
    saltus: Value,
) -> Option<usize> {
    let last = last_exception(code).filter(|_| code.digits().iter().all(|&digit| digit < 4))?;
    // The first period no longer matters beyond the greatest of these.
    let greatest = values.get(..preperiod + length)?.iter().copied().max().unwrap_or(0);
    let rounds = usize::try_from(greatest / saltus.max(1)).ok()?.checked_add(3)?;
    let first = (last + 1).max(preperiod + last);
    let end = rounds.checked_mul(length)?.checked_add(first)?.checked_add(length)?;
    let values = continued(values, (length, preperiod), saltus, end)?;
    // If any state recurs, the state of `first` does; later ones are tried because of the values
    // before it.
    let mut heap = first;
    (0..rounds).find_map(|_| {
        let recurs = State::of(&values, heap, last) == State::of(&values, heap + length, last);
        heap += length;
        recurs.then_some(heap)
    })
}

/// The state on which the values of a heap and of those after it depend, relative to a(n).
#[derive(PartialEq, Eq)]
pub(super) struct State {
    beyond: Vec<Value>,
    before: Vec<i64>,
}

impl State {
    pub(super) fn of(values: &[Value], heap: usize, last: usize) -> Self {
        let mut reached = ValueSet::new();
        values[..heap - last].iter().for_each(|&value| {
            reached.insert(value);
        });
        let least = reached.mex();
        let mut beyond: Vec<Value> =
            values[..heap - last].iter().filter_map(|value| value.checked_sub(least)).collect();
        beyond.sort_unstable();
        beyond.dedup();
        let before = values[heap - last..heap].iter().map(|&value| i64::from(value) - i64::from(least));
        Self { beyond, before: before.collect() }
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Watch;

    use super::*;
    use crate::definition;

    #[test]
    fn all_but_sets_rise_as_is_shown() {
        let mut proved = 0;
        for set in 0..256u32 {
            let digits: Vec<u8> =
                (0..=8).map(|taken| if taken > 0 && set >> (taken - 1) & 1 == 0 { 3 } else { 0 }).collect();
            let code = TakeAndBreakCode::repeating(digits, vec![3]).unwrap();
            let values = definition::values(&code, 600, &Watch::unlimited()).unwrap();
            let holds = |length: usize, from: usize, saltus: Value| {
                (from..values.len() - length).all(|heap| values[heap + length] == values[heap] + saltus)
            };
            let claims = (1..60).filter_map(|length| {
                let saltus = values[299].checked_sub(values[299 - length])?;
                let from = (0..=200)
                    .rev()
                    .take_while(|&from| values[from + length] == values[from] + saltus)
                    .last()?;
                Some((length, from, saltus))
            });
            for (length, from, saltus) in claims {
                if window(&code, &values, (length, from), saltus)
                    .is_some_and(|end| end <= 300 && holds_to(&values, end, (length, from, saltus)))
                {
                    assert!(holds(length, from, saltus), "{code} {length} from {from} saltus {saltus}");
                    proved += 1;
                }
            }
        }
        assert!(proved > 250, "{proved}");
    }

    fn holds_to(values: &[Value], end: usize, (length, from, saltus): (usize, usize, Value)) -> bool {
        (from..end.saturating_sub(length)).all(|heap| values[heap + length] == values[heap] + saltus)
    }
}
