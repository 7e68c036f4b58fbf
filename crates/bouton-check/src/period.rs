//! The check of a period: Grundy values recomputed over the window of a theorem.

use bouton_cert::Period;
use bouton_core::{TakeAndBreakCode, Value, ValueSet};

use crate::{Limits, Refused, Step, limits::Budget};

/// Checks that the Grundy values of single heaps have a period.
///
/// The theorem is that of Guy and Smith (*The G-values of various games*, 1956)
/// for moves that leave at most J heaps: if no move takes more than k objects and
/// g(n + p) = g(n) for n₀ ≤ n < J n₀ + (J - 1) p + k, then g(n + p) = g(n) for all
/// n ≥ n₀. It needs n₀ ≥ 1, because a heap that loses p objects must not vanish;
/// for subtraction games, where it may, n₀ = 0 will do. For J = 2 this is the
/// window of finite octal codes. `docs/certificate.md` gives the proof.
///
/// The values are recomputed from the definition, in time quadratic in the
/// window for octal codes and cubic for hexadecimal ones.
///
/// # Errors
///
/// A hypothesis of the theorem that does not hold, or a value that is not as claimed.
pub fn check_period(code: &TakeAndBreakCode, period: &Period, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(*limits);
    let refuse = |reason: String| Err(Refused::new(Step::Period, reason));
    let Period { saltus, values, .. } = period;
    let digits = code.digits();
    let subtraction = digits[0] == 0 && digits[1..].iter().all(|&digit| digit == 0 || digit == 3);
    if period.length == 0 || *saltus != 0 || (period.preperiod == 0 && !subtraction) {
        let hypotheses = "length ≥ 1, no saltus, and preperiod ≥ 1 unless it is a subtraction game";
        return refuse(format!("the theorem needs {hypotheses}"));
    }
    if period.preperiod.checked_add(period.length) != Some(values.len() as u64) {
        return refuse(format!("{} values are listed, expected preperiod + length", values.len()));
    }
    // Both are less than the number of values that are listed.
    let preperiod = usize::try_from(period.preperiod).unwrap_or_default();
    let length = values.len() - preperiod;
    let heaps = (1..4).rev().find(|&j| (0..digits.len()).any(|taken| code.allows(taken, j))).unwrap_or(1);
    let window = heaps as usize * preperiod + (heaps as usize - 1) * length + digits.len() - 1;
    let grundy = grundy_values(code, window + length, budget)?;
    if let Some(n) = (preperiod..window).find(|&n| grundy[n] != grundy[n + length]) {
        let (here, there) = (grundy[n], grundy[n + length]);
        return refuse(format!("g({n}) is {here}, but g({}) is {there}", n + length));
    }
    match values.iter().zip(&grundy).position(|(claimed, value)| claimed != value) {
        Some(n) => refuse(format!("g({n}) is {}, not {}", grundy[n], values[n])),
        None => Ok(()),
    }
}

/// g(0), g(1), … g(count - 1) by the definition.
fn grundy_values(code: &TakeAndBreakCode, count: usize, budget: &mut Budget) -> Result<Vec<Value>, Refused> {
    budget.hold(count)?;
    let (mut grundy, mut options) = (Vec::new(), ValueSet::new());
    for heap in 0..count {
        options.clear();
        for taken in 0..code.digits().len().min(heap + 1) {
            for heaps in (0..4).filter(|&heaps| code.allows(taken, heaps)) {
                split(&grundy, heap - taken, heaps, (1, 0), &mut options, budget)?;
            }
        }
        grundy.push(options.mex());
    }
    Ok(grundy)
}

/// Adds the values of all ways to leave `rest` objects as exactly `heaps`
/// non-empty heaps, none smaller than `least`; `sum` is the nim-sum so far.
fn split(
    grundy: &[Value],
    rest: usize,
    heaps: u32,
    (least, sum): (usize, Value),
    options: &mut ValueSet,
    budget: &mut Budget,
) -> Result<(), Refused> {
    budget.spend(1)?;
    match heaps {
        0 if rest == 0 => options.insert(sum),
        1 if rest >= least => options.insert(sum ^ grundy[rest]),
        0 | 1 => {}
        _ => {
            for first in least..=rest / heaps as usize {
                split(grundy, rest - first, heaps - 1, (first, sum ^ grundy[first]), options, budget)?;
            }
        }
    }
    Ok(())
}
