//! Periods that are found in the values, and proved by a theorem.

mod arithmetic;
mod cofinite;
mod detect;
mod prove;
mod splits;
mod theorem;

use bouton_core::Value;

pub use detect::ApparentPeriod;
pub(crate) use detect::{arithmetic, seen};
pub use prove::{NoPeriod, Proof, prove};
pub use theorem::{Theorem, Window};

/// Continues the values of preperiod and first period to `end` heaps; `None` if there are too few,
/// or if one becomes too large.
fn continued(
    values: &[Value],
    (length, preperiod): (usize, usize),
    saltus: Value,
    end: usize,
) -> Option<Vec<Value>> {
    let mut values = values.get(..preperiod + length)?.to_vec();
    while values.len() < end {
        values.push(values[values.len() - length].checked_add(saltus)?);
    }
    Some(values)
}
