//! Grundy values directly from the definition: every move of every heap, one after the other.

use bouton_core::{LimitReached, TakeAndBreakCode, Value, ValueSet, Watch};

/// Computes the Grundy values of heaps of 0 to `count` - 1 objects from the definition: all moves
/// of each heap are tried, which takes quadratic time (cubic with a hexadecimal digit, and one
/// power more if the code repeats for ever). The reference for everything else in this crate.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// let values = bouton_sequence::definition::values(&kayles, 8, &Watch::unlimited()).unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
///
/// # Errors
///
/// [`LimitReached`].
pub fn values(code: &TakeAndBreakCode, count: usize, watch: &Watch) -> Result<Vec<Value>, LimitReached> {
    let _held = watch.hold((count as u64).saturating_mul(4))?;
    let mut values: Vec<Value> = Vec::with_capacity(count);
    let mut options = ValueSet::new();
    for heap in 0..count {
        options.clear();
        let mut tried = 0;
        for_each_option(code, heap, &mut |parts| {
            options.insert(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
            tried += 1;
        });
        values.push(options.mex());
        watch.spend(1 + tried)?;
    }
    Ok(values)
}

/// Calls `visit` with each result of a move in one heap: its non-empty heaps, in increasing order.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_sequence::definition::for_each_option;
///
/// let dawsons_kayles = TakeAndBreakCode::new(vec![0, 0, 7])?; // take two, split the rest or not
/// let mut options = Vec::new();
/// for_each_option(&dawsons_kayles, 5, &mut |heaps| options.push(heaps.to_vec()));
/// options.sort();
/// assert_eq!(options, [vec![1, 2], vec![3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_option(code: &TakeAndBreakCode, heap: usize, visit: &mut dyn FnMut(&[usize])) {
    if heap == 0 {
        return;
    }
    for taken in 0..=heap {
        if taken >= code.digits().len() && code.is_finite() {
            return;
        }
        let (digit, left) = (code.digit(taken), heap - taken);
        if digit & 1 != 0 && left == 0 {
            visit(&[]);
        }
        if digit & 2 != 0 && left > 0 {
            visit(&[left]);
        }
        if digit & 4 != 0 {
            for small in 1..=left / 2 {
                if !(code.parts_are_unequal() && small * 2 == left) {
                    visit(&[small, left - small]);
                }
            }
        }
        if digit & 8 != 0 {
            for first in 1..=left / 3 {
                for second in first..=(left - first) / 2 {
                    visit(&[first, second, left - first - second]);
                }
            }
        }
    }
}
