//! The parts that a heap of a take-and-break game may become, for heaps of any size.

use bouton_core::{LimitReached, TakeAndBreakCode, Watch};
use num_bigint::BigUint;

/// The reply of a visitor of parts: whether the next parts are wanted.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::{PartsVerdict, for_each_part};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
/// let all = for_each_part(&kayles, &5u32.into(), None, &Watch::unlimited(), &mut |_| PartsVerdict::End)?;
/// assert!(!all); // the visitor ended it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsVerdict {
    /// These parts were wanted; go on.
    Wanted,
    /// These parts were not wanted; go on.
    Unwanted,
    /// Stop the visit.
    End,
}

/// The most ways to split a heap in three that are tried for one answer.
const MOST_TRIES: u64 = 1 << 20;
/// The most ways to split a heap in two, summed over all the digits of a repeating code.
const MOST_TRIES_OF_TAIL: u64 = 1 << 24;

/// Visits the non-empty parts of each result of a move in one heap, until the visitor ends the
/// visit.
///
/// If the values of heaps have a `period` (the first periodic heap, and the length), ways to split a
/// heap are left out after a whole round in which none was wanted. Returns whether all wanted parts
/// were visited: the visitor did not end the visit, and there were not too many ways to split the heap.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::{PartsVerdict, for_each_part};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
/// let mut moves = 0;
/// let all = for_each_part(&kayles, &5u32.into(), None, &Watch::unlimited(), &mut |_| {
///     moves += 1;
///     PartsVerdict::Wanted
/// })?;
/// assert_eq!((all, moves), (true, 5)); // 4, 1 + 3, 2 + 2; 3, 1 + 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_part(
    code: &TakeAndBreakCode,
    heap: &BigUint,
    period: Option<(u64, u64)>,
    watch: &Watch,
    visit: &mut dyn FnMut(&[BigUint]) -> PartsVerdict,
) -> Result<bool, LimitReached> {
    let one = BigUint::from(1u32);
    let (unequal, period) = (code.parts_are_unequal(), period);
    let mut tries = MOST_TRIES;
    // A finite code has few digits, and one round of a period for each is enough. A repeating code
    // has as many digits as the heap has objects.
    let mut free = if code.is_finite() { u64::MAX } else { MOST_TRIES_OF_TAIL };
    for place in 0usize.. {
        let taken = BigUint::from(place);
        if taken > *heap || *heap == BigUint::ZERO || code.is_finite() && place >= code.digits().len() {
            break;
        }
        watch.spend(1)?;
        if !code.is_finite() {
            let Some(fewer) = free.checked_sub(1) else { return Ok(false) };
            free = fewer;
        }
        let (digit, left) = (code.digit(place), heap - taken);
        let is_empty = left == BigUint::ZERO;
        let whole: &[BigUint] = if is_empty { &[] } else { std::slice::from_ref(&left) };
        let allowed = digit & if is_empty { 1 } else { 2 } != 0;
        if allowed && visit(whole) == PartsVerdict::End {
            return Ok(false);
        }
        if digit & 4 != 0 {
            let mut splits = Splits { beside: None, unequal, period, tries: &mut free, watch };
            if !splits.visit(&one, &left, visit)? {
                return Ok(false);
            }
        }
        let mut first = one.clone();
        while digit & 8 != 0 && &first * 3u32 <= left {
            let mut splits =
                Splits { beside: Some(&first), unequal: false, period, tries: &mut tries, watch };
            if !splits.visit(&first, &(&left - &first), visit)? {
                return Ok(false);
            }
            first += 1u32;
        }
    }
    Ok(true)
}

/// The ways to split a heap in two, beside another part if there is one.
struct Splits<'a> {
    beside: Option<&'a BigUint>,
    unequal: bool,
    period: Option<(u64, u64)>,
    tries: &'a mut u64,
    watch: &'a Watch,
}

impl Splits<'_> {
    /// Visits the ways to split `left`, with the smaller part from `from` on.
    fn visit(
        &mut self,
        from: &BigUint,
        left: &BigUint,
        visit: &mut dyn FnMut(&[BigUint]) -> PartsVerdict,
    ) -> Result<bool, LimitReached> {
        // The number of consecutive splits that were not wanted.
        let mut idle = 0u64;
        let mut small = from.clone();
        while &small * 2u32 <= *left {
            self.watch.spend(1)?;
            let Some(fewer) = self.tries.checked_sub(1) else { return Ok(false) };
            *self.tries = fewer;
            let large = left - &small;
            if self.unequal && large == small {
                break;
            }
            let parts: Vec<BigUint> = self.beside.into_iter().chain([&small, &large]).cloned().collect();
            match visit(&parts) {
                PartsVerdict::End => return Ok(false),
                PartsVerdict::Wanted => idle = 0,
                PartsVerdict::Unwanted => idle += 1,
            }
            small += 1u32;
            // Where both parts are periodic, a whole round without a wanted value is followed by
            // more such rounds, until the larger part is as small as the preperiod.
            if let Some((preperiod, length)) = self.period
                && idle >= length
                && small > BigUint::from(preperiod) + length
            {
                break;
            }
        }
        Ok(true)
    }
}
