//! The check of a period: Grundy values recomputed over the window of a theorem.

use bouton_cert::Period;
use bouton_core::{TakeAndBreakCode, Value, ValueSet};

use crate::{Limits, Refused, Step, limits::Budget, refused::Verdict};

/// Checks that the Grundy values of single heaps have a period.
///
/// The theorem is that of Guy and Smith (*The G-values of various games*, 1956) for moves that
/// leave at most J heaps (J = 2 for octal codes): if no move takes more than k objects and
/// g(n + p) = g(n) for n₀ ≤ n < J n₀ + (J - 1) p + k, then for all n ≥ n₀. It needs n₀ ≥ 1
/// unless it is a subtraction game (a period from 0 on is shown as one from 1 on, and
/// g(p) = g(0) besides), and that parts may be equal (not so in Grundy's game): see
/// `docs/certificate.md` for the proof. The values are recomputed from the definition, in
/// quadratic time for octal codes, cubic for hexadecimal ones.
///
/// # Errors
///
/// A hypothesis of the theorem that does not hold, or a value that is not as claimed.
pub fn check_period(code: &TakeAndBreakCode, period: &Period, limits: &Limits) -> Result<(), Refused> {
    let budget = &mut Budget::new(*limits);
    let refuse = |reason: String| Err(Refused::new(Step::Period, reason));
    let Period { saltus, values, .. } = period;
    let digits = code.digits();
    if period.length == 0 || *saltus != 0 || code.parts_are_unequal() {
        return refuse("length ≥ 1, saltus 0 and a code are needed".to_owned());
    }
    if period.preperiod.checked_add(period.length) != Some(values.len() as u64) {
        return refuse(format!("{} values are listed, expected preperiod + length", values.len()));
    }
    // Both are less than the number of values that are listed.
    let preperiod = usize::try_from(period.preperiod).unwrap_or_default();
    let length = values.len() - preperiod;
    let heaps =
        digits.iter().fold(1, |most: usize, digit| most.max(digit.checked_ilog2().unwrap_or(0) as usize));
    let from = if code.is_subtraction_game() { preperiod } else { preperiod.max(1) };
    let window = heaps * from + (heaps - 1) * length + digits.len() - 1;
    let grundy = grundy_values(code, window + length, heaps, budget)?;
    if let Some(n) = (preperiod..window).find(|&n| grundy[n] != grundy[n + length]) {
        return refuse(format!("g({n}) is {}, but g({n} + {length}) is {}", grundy[n], grundy[n + length]));
    }
    match values.iter().zip(&grundy).position(|(claimed, value)| claimed != value) {
        Some(n) => refuse(format!("g({n}) is {}, not {}", grundy[n], values[n])),
        None => Ok(()),
    }
}

/// g(0), g(1), … g(count - 1) by the definition; no move leaves more than `most` heaps.
fn grundy_values(
    code: &TakeAndBreakCode,
    count: usize,
    most: usize,
    budget: &mut Budget,
) -> Verdict<Vec<Value>> {
    budget.hold(count)?;
    let (mut grundy, mut options) = (Vec::new(), ValueSet::new());
    for heap in 0..count {
        options.clear();
        for taken in 0..code.digits().len().min(heap + 1) {
            let rest = heap - taken;
            // Heaps a ≤ b ≤ c, some of which may be empty.
            for a in 0..=if most > 2 { rest / 3 } else { 0 } {
                let halves = if most > 1 { (rest - a) / 2 } else { 0 };
                budget.spend(1 + halves)?;
                for b in a..=halves {
                    let heaps = [a, b, rest - a - b].map(|heap| u32::from(heap > 0)).iter().sum();
                    if code.allows(taken, heaps) {
                        options.insert(grundy[a] ^ grundy[b] ^ grundy[rest - a - b]);
                    }
                }
            }
        }
        grundy.push(options.mex());
    }
    Ok(grundy)
}
