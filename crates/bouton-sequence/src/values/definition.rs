//! Grundy values directly from the definition: every move of every heap, one after the other.

use bouton_core::{LimitReached, TakeAndBreakCode, Value, ValueSet, Watch};

/// Computes the Grundy values of heaps of 0 to `count` - 1 objects from the definition: all moves
/// of each heap are tried. This takes quadratic time (cubic with a hexadecimal digit, and one power
/// more if the code repeats for ever). It is the reference for everything else in this crate.
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
        code.for_each_move(heap as u64, &mut |parts| {
            options.insert(parts.iter().fold(0, |sum, &part| sum ^ values[index(part)]));
            tried += 1;
        });
        values.push(options.mex());
        watch.spend(1 + tried)?;
    }
    Ok(values)
}

/// Returns the index of a heap that is smaller than the number of values.
fn index(heap: u64) -> usize {
    usize::try_from(heap).unwrap_or(usize::MAX)
}
