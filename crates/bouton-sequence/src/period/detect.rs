//! Detection of periods in values.

use bouton_core::{TakeAndBreakCode, Value};

use super::{Theorem, Window, arithmetic::window as rising, cofinite, splits};
use crate::{Values, cell::Cell, values::for_cells};

/// A period of the known values: g(n + `length`) = g(n) + `saltus` for all n ≥ `preperiod`, as far
/// as values are known.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_sequence::{ApparentPeriod, definition};
///
/// let code = TakeAndBreakCode::new(vec![0, 3, 3])?; // take one or two
/// let values = definition::values(&code, 30, &bouton_core::Watch::unlimited())?;
/// let seen = ApparentPeriod::of(&code, &values.into_iter().collect()).unwrap();
/// assert_eq!((seen.length, seen.preperiod, seen.proved), (3, 0, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApparentPeriod {
    /// The length p, the least possible.
    pub length: u64,
    /// The preperiod n₀, the least periodic index.
    pub preperiod: u64,
    /// The increase from one period to the next.
    pub saltus: Value,
    /// The window that a theorem requires; `None` if no theorem covers the code, or the saltus.
    pub window: Option<Window>,
    /// Whether this window is within the values. Then the period never ends.
    pub proved: bool,
}

impl ApparentPeriod {
    /// The first heap such that the theorem applies once its value and all earlier ones are known
    /// and the period holds up to it.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_sequence::{ApparentPeriod, Sequence};
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
    /// let mut sequence = Sequence::new(&kayles);
    /// sequence.extend_to(100, &Watch::unlimited())?;
    /// let seen = ApparentPeriod::of(&kayles, &sequence.values().range(0, 100).collect());
    /// // 2 · 71 + 12 + 2 heaps show the period 12 from 71 on (Guy and Smith)
    /// assert!(seen.is_none_or(|seen| seen.applies_from().is_some_and(|from| from > 100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn applies_from(&self) -> Option<u128> {
        self.window.map(|window| window.applies_from)
    }
}

/// The number of last values that must recur before anything else is compared.
const TAIL: usize = 64;

/// Returns the period without saltus in the values, if they contain it twice, and it holds for at
/// least a quarter of them.
///
/// For a proved period, length and preperiod are the least possible: a shorter one would recur at a
/// smaller distance, with the same preperiod and a shorter window.
pub(crate) fn seen(code: &TakeAndBreakCode, values: &Values) -> Option<ApparentPeriod> {
    let count = values.len();
    for_cells!(&values.0, cells => distances(cells).find_map(|length| {
        let from = values.repeats_from(length);
        let supported = count - from >= (2 * length).max(count / 4);
        supported.then(|| {
            let (length, preperiod) = (length as u64, from as u64);
            let window = Theorem::window(code, preperiod, length);
            let proved = window.is_some_and(|window| window.applies_from <= count as u128);
            ApparentPeriod { length, preperiod, saltus: 0, window, proved }
        })
    }))
}

/// Returns the distances, in increasing order, at which the last values recur.
fn distances<T: Cell>(cells: &[T]) -> impl Iterator<Item = usize> + '_ {
    let count = cells.len();
    let tail = &cells[count - count.min(TAIL.min(1 + count / 4))..];
    let last = tail.last().copied();
    (1..=count / 2).filter(move |&distance| {
        let end = count - distance;
        cells.get(end - 1).copied() == last && end >= tail.len() && cells[end - tail.len()..end] == *tail
    })
}

/// Returns the period with a saltus that holds for at least three quarters of the values, if there
/// is one.
pub(crate) fn arithmetic(code: &TakeAndBreakCode, values: &Values) -> Option<ApparentPeriod> {
    let values: Vec<Value> = values.iter().collect();
    let count = values.len();
    let seen = (1..=count / 4).find_map(|length| {
        let saltus =
            values[count - 1].checked_sub(values[count - 1 - length]).filter(|&saltus| saltus > 0)?;
        let mut from = count - length;
        while from > 0 && values[from - 1].checked_add(saltus) == Some(values[from - 1 + length]) {
            from -= 1;
        }
        (from <= count / 4).then_some((length, from, saltus))
    });
    seen.map(|(length, preperiod, saltus)| {
        let claim = (length, preperiod);
        let (theorem, end) = match Theorem::of(code) {
            _ if code.is_finite() => (Theorem::Arithmetic, rising(code, &values, claim, saltus)),
            Some(Theorem::CofiniteSplits) => {
                (Theorem::CofiniteSplits, splits::window(code, &values, claim, saltus))
            }
            _ => (Theorem::Cofinite, cofinite::window(code, &values, claim, saltus)),
        };
        let window = end.map(|end| Window {
            theorem,
            end: end.saturating_sub(length) as u128,
            applies_from: end.max(preperiod + length) as u128,
        });
        let (length, preperiod) = (length as u64, preperiod as u64);
        let proved = window.is_some_and(|window| window.applies_from <= count as u128);
        ApparentPeriod { length, preperiod, saltus, window, proved }
    })
}
