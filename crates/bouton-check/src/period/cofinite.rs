//! The check of values that grow without bound where all but a few amounts may be taken.

use std::collections::BTreeSet;

use bouton_core::{Period, TakeAndBreakCode, Value, ValueSet};

use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// Checks that g(n + p) = g(n) + s for all n ≥ n₀, for codes that leave at most one heap and allow
/// all amounts beyond k.
///
/// The values are computed from the definition until the state of some heap is that of the heap p
/// objects smaller, raised by s. The state of a heap n consists of the k values before it, and of
/// the values beyond the least one that no heap of at most n - k - 1 objects has. Later values
/// depend on nothing else (*All but a few amounts* in `docs/certificate.md`).
pub(crate) fn check(code: &TakeAndBreakCode, period: &Period, budget: &mut Budget) -> Verdict<()> {
    let refuse = |reason: String| Err(Refusal::new(Step::Period, reason));
    let Period { length, saltus, values, .. } = period;
    let all_beyond = !code.is_finite() && code.tail().iter().all(|&digit| digit == 3);
    if !all_beyond || code.digits().iter().any(|&digit| digit > 3) {
        return refuse(
            "no theorem covers the code: all but a few amounts, and moves that leave one heap at most"
                .to_owned(),
        );
    }
    if !period.is_whole() {
        return refuse("one period of at least one value has to be listed, and what is before it".to_owned());
    }
    let length = usize::try_from(*length).unwrap_or(usize::MAX);
    let (last, first) = (code.digits().len() - 1, values.len() - length);
    let greatest = values.iter().copied().max().unwrap_or(0);
    // Then the first period lies below all values that matter.
    let rounds = usize::try_from(greatest / (*saltus).max(1)).unwrap_or(usize::MAX).saturating_add(4);
    let most = rounds.saturating_mul(length).saturating_add(first + 2 * last + 2);
    let mut grundy: Vec<Value> = Vec::new();
    let mut states: Vec<Option<State>> = Vec::new();
    while grundy.len() < most {
        let heap = grundy.len();
        budget.spend(2 * heap + 1)?;
        let options: ValueSet = (1..=heap)
            .filter(|&taken| code.allows(taken, u32::from(taken < heap)))
            .map(|taken| grundy[heap - taken])
            .collect();
        let value = options.mex();
        let claimed = match values.get(heap) {
            Some(&listed) => Some(listed),
            None => grundy[heap - length].checked_add(*saltus),
        };
        if claimed != Some(value) {
            return refuse(format!("g({heap}) is {value}, which is not as claimed"));
        }
        let state = (heap > last && heap >= first + last).then(|| State::new(&grundy, last));
        let earlier = heap.checked_sub(length).and_then(|earlier| states.get(earlier)?.as_ref());
        if let (Some(now), Some(then)) = (&state, earlier)
            && heap >= values.len()
            && now.is(then, *saltus)
        {
            return Ok(());
        }
        budget.hold(1 + state.as_ref().map_or(0, |state| state.beyond.len() + last))?;
        grundy.push(value);
        states.push(state);
    }
    refuse("no state recurs, raised by the saltus".to_owned())
}

/// The state of a heap: all that later values depend on.
pub(super) struct State {
    /// The least value that no heap of at most n - k - 1 objects has.
    least: Value,
    /// The greater values that some such heap has.
    beyond: Vec<Value>,
    /// The k values before that of n.
    before: Vec<Value>,
}

impl State {
    /// The state of the next heap, which has more than `last` objects.
    pub(super) fn new(grundy: &[Value], last: usize) -> Self {
        let (far, near) = grundy.split_at(grundy.len() - last);
        let least = far.iter().copied().collect::<ValueSet>().mex();
        let beyond: BTreeSet<Value> = far.iter().copied().filter(|&value| value > least).collect();
        Self { least, beyond: beyond.into_iter().collect(), before: near.to_vec() }
    }

    /// Whether this is the state `earlier` raised by the saltus.
    pub(super) fn is(&self, earlier: &Self, saltus: Value) -> bool {
        let raised = |values: &[Value]| {
            values.iter().map(|value| value.checked_add(saltus)).collect::<Option<Vec<_>>>()
        };
        earlier.least.checked_add(saltus) == Some(self.least)
            && raised(&earlier.beyond).as_ref() == Some(&self.beyond)
            && raised(&earlier.before).as_ref() == Some(&self.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn verdict(code: &TakeAndBreakCode, period: &Period) -> Verdict<()> {
        check(code, period, &mut Budget::new(Limits::default()))
    }

    /// All but {1, 3}: 0, 0, 1, 1, 2, 2, …
    fn pairs() -> (TakeAndBreakCode, Period) {
        let code = TakeAndBreakCode::repeating(vec![0, 0, 3, 0], vec![3]).unwrap();
        (code, Period { length: 2, preperiod: 0, saltus: 1, values: vec![0, 0] })
    }

    #[test]
    fn true_claims_are_accepted() {
        let (code, period) = pairs();
        assert!(verdict(&code, &period).is_ok());
        // A longer period and a later beginning are true claims, too.
        let twice = Period { length: 4, preperiod: 1, saltus: 2, values: vec![0, 0, 1, 1, 2] };
        assert!(verdict(&code, &twice).is_ok());
        let nim = TakeAndBreakCode::repeating(vec![0], vec![3]).unwrap();
        assert!(verdict(&nim, &Period { length: 1, preperiod: 0, saltus: 1, values: vec![0] }).is_ok());
    }

    #[test]
    fn false_claims_and_other_codes_are_refused() {
        let (code, period) = pairs();
        for change in [
            |period: &mut Period| period.saltus = 2,
            |period: &mut Period| period.saltus = 0,
            |period: &mut Period| period.values[1] = 1,
            |period: &mut Period| period.length = 1,
            |period: &mut Period| (period.length, period.values) = (3, vec![0, 0, 1]),
            |period: &mut Period| (period.length, period.values) = (0, Vec::new()),
            |period: &mut Period| period.preperiod = 1,
            |period: &mut Period| period.preperiod = u64::MAX,
        ] {
            let mut changed = period.clone();
            change(&mut changed);
            assert!(verdict(&code, &changed).is_err(), "{changed:?}");
        }
        for (digits, tail) in [
            (vec![4], vec![3]),
            (vec![0, 0, 3, 0], vec![3, 0]),
            (vec![0, 0, 7, 0], vec![3]),
            (vec![0, 0, 3, 0], vec![7]),
        ] {
            let other = TakeAndBreakCode::repeating(digits, tail).unwrap();
            assert!(verdict(&other, &period).is_err(), "{other}");
        }
    }
}
