//! A theorem that shows that values rise for ever if all but a few amounts may be taken, and a heap
//! may also be split.
//!
//! As in [`cofinite`](super::cofinite) all amounts beyond k leave one heap or none; up to k objects
//! may also be taken so that two heaps are left. (Lasker's Nim, k = 0, splits a heap and takes
//! nothing: *Brettspiele der Völker*, 1931.) For a saltus s that is a power of two,
//! `docs/certificate.md`, *All but a few amounts*, proves that a window decides. Parts of at least
//! n₀ objects are large, the others small. There are three hypotheses. No option with two large
//! parts ever has the value of its heap, because quotients modulo s have an excess that is negative
//! or odd wherever remainders agree. The other options have the value of the heap as their mex
//! throughout the window. And the state of single heaps recurs. A greater n₀ than the least one is
//! tried, too, because then more parts are small.

use bouton_core::{TakeAndBreakCode, Value, ValueSet};

use super::{
    cofinite::{State, last_exception},
    continued,
};

/// The most periods by which n₀ is raised in search of a suitable one.
const RAISED: usize = 5;
/// The number of elementary steps after which the test of the hypotheses stops.
const MOST_STEPS: usize = 1 << 24;

/// Returns the amounts that may be taken so that two heaps are left, perhaps none. `None` unless
/// all amounts of the code but finitely many leave one heap.
pub(crate) fn splits(code: &TakeAndBreakCode) -> Option<Vec<usize>> {
    let last = last_exception(code)?;
    Some((0..=last).filter(|&taken| code.allows(taken, 2)).collect())
}

/// Returns the end of the window: if the values below it are those of the claim, they are
/// everywhere. `None` if this cannot be shown. The values of the first period are known, and
/// `length` is not 0.
pub(crate) fn window(
    code: &TakeAndBreakCode,
    values: &[Value],
    (length, preperiod): (usize, usize),
    saltus: Value,
) -> Option<usize> {
    let (splits, last) = (splits(code)?, last_exception(code)?);
    if !saltus.is_power_of_two() {
        return None;
    }
    let mut steps = MOST_STEPS;
    (0..RAISED).find_map(|periods| {
        // With n₀ = 0 the empty heap would be a part.
        let from = preperiod.max(1) + periods * length;
        let listed = continued(values, (length, preperiod), saltus, from + length)?;
        let greatest = listed[1..from].iter().copied().max().unwrap_or(0);
        let mut rise = 1usize;
        while (rise as u128) * u128::from(saltus) <= u128::from(greatest) {
            rise *= 2;
        }
        let first = 2 * from + last + 1;
        let end = first.checked_add(length.checked_mul(rise)?)?;
        let work = length.checked_mul(length)?.checked_mul(splits.len())?;
        let work = work.checked_add(end.checked_mul(length.checked_mul(rise)?)?)?;
        steps = steps.checked_sub(work)?;
        let values = continued(values, (length, preperiod), saltus, end + length)?;
        let shown = no_two_large(&values, &splits, (from, length), saltus)
            && State::of(&values, first, last) == State::of(&values, first + length, last)
            && (first..end).all(|heap| {
                let mut reached: ValueSet = (1..=heap)
                    .filter(|&taken| code.allows(taken, u32::from(taken < heap)))
                    .map(|taken| values[heap - taken])
                    .collect();
                for &taken in &splits {
                    (1..from).for_each(|part| reached.insert(values[part] ^ values[heap - taken - part]));
                }
                reached.mex() == values[heap]
            });
        shown.then_some(end)
    })
}

/// Whether no option with two large parts has the value of its heap.
fn no_two_large(values: &[Value], splits: &[usize], (from, length): (usize, usize), saltus: Value) -> bool {
    let apart = |heap: usize| (i64::from(values[heap] / saltus), values[heap] % saltus);
    let base = from..from + length;
    base.clone().all(|one| {
        (one..base.end).all(|other| {
            splits.iter().all(|&taken| {
                let ((x, l), (y, m), (z, n)) = (apart(one), apart(other), apart(one + other + taken));
                l ^ m != n || x + y < z || (x + y - z) % 2 == 1
            })
        })
    })
}
