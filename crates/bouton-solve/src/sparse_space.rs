//! Grundy values of octal games by their sparse space.
//!
//! In most octal games nearly all Grundy values lie outside some space of index
//! two that is closed under nim-addition (Berlekamp, Conway and Guy, *Winning
//! Ways*, chapter 4: rare and common values). Two common values have a rare
//! nim-sum; so the common values that a position excludes come from splits with
//! a rare part, which are few, and the other splits are needed only until the
//! rare values below the answer are excluded too. What is rare is guessed, by a
//! count of the values seen; a poor guess costs time, it makes no value wrong.
//! Where no space is sparse the cost is that of the definition.

use bouton_core::{Batch, TakeAndBreakCode, Value, ValueSet};

use crate::{LimitReached, Watch};

/// Spaces are looked for among the parities of these low binary digits.
const DIGITS: u32 = 10;

/// The Grundy values of heaps of 0 to `upto` objects, for a code without a move
/// that leaves three heaps.
pub(crate) fn values(code: &TakeAndBreakCode, upto: u64, watch: &Watch) -> Result<Vec<Value>, LimitReached> {
    let mut values: Vec<Value> = Vec::new();
    let mut space = Space { mask: 1, rare: Vec::new() };
    let mut excluded = ValueSet::new();
    for _ in 0..=upto {
        let length = values.len();
        if length.is_power_of_two() {
            space = Space::sparsest(&values);
        }
        excluded.clear();
        let value = space.value(code, &values, &mut excluded, &mut watch.batch())?;
        values.push(value);
        if length > 0 && space.is_rare(value) {
            space.rare.push(length);
        }
    }
    Ok(values)
}

/// The values of even parity under `mask`, and the non-empty heaps that have one.
struct Space {
    mask: Value,
    rare: Vec<usize>,
}

impl Space {
    fn is_rare(&self, value: Value) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// The space that the fewest of the values lie in.
    fn sparsest(values: &[Value]) -> Self {
        let mut counts = vec![0usize; 1 << DIGITS];
        for &value in values.iter().skip(1) {
            counts[value as usize % (1 << DIGITS)] += 1;
        }
        let inside = |mask: Value| -> usize {
            let even = |value: &Value| (value & mask).count_ones().is_multiple_of(2);
            (0..1 << DIGITS).filter(even).map(|value| counts[value as usize]).sum()
        };
        let mask = (1..1 << DIGITS).min_by_key(|&mask| inside(mask)).unwrap_or(1);
        let mut space = Self { mask, rare: Vec::new() };
        space.rare = (1..values.len()).filter(|&heap| space.is_rare(values[heap])).collect();
        space
    }

    /// The value of the heap of `values.len()` objects.
    fn value(
        &self,
        code: &TakeAndBreakCode,
        values: &[Value],
        excluded: &mut ValueSet,
        batch: &mut Batch<'_>,
    ) -> Result<Value, LimitReached> {
        let heap = values.len();
        let moves = || {
            let taken = code.digits().iter().enumerate();
            taken.filter_map(|(taken, &digit)| Some((heap.checked_sub(taken)?, digit))).filter(|_| heap > 0)
        };
        let is_split = |small: usize, left: usize| !(code.parts_are_unequal() && small * 2 == left);
        for (left, digit) in moves() {
            if digit & 1 != 0 && left == 0 {
                excluded.insert(0);
            }
            if digit & 2 != 0 && left > 0 && left < heap {
                excluded.insert(values[left]);
            }
            batch.spend(1)?;
            if digit & 4 != 0 {
                batch.spend(self.rare.len() as u64)?;
                for &part in self.rare.iter().take_while(|&&part| part < left) {
                    if is_split(part, left) {
                        excluded.insert(values[part] ^ values[left - part]);
                    }
                }
            }
        }
        // No other move leads to a common value.
        let common = (0..).find(|&v| !self.is_rare(v) && !excluded.contains(v)).unwrap_or(Value::MAX);
        let mut open = (0..common).filter(|&value| !excluded.contains(value)).count();
        for (left, digit) in moves() {
            if open == 0 {
                return Ok(common);
            }
            if digit & 4 == 0 {
                continue;
            }
            for small in 1..=left / 2 {
                if small % 1024 == 0 {
                    batch.spend(1024)?;
                }
                let value = values[small] ^ values[left - small];
                if is_split(small, left) && !excluded.contains(value) {
                    excluded.insert(value);
                    open -= usize::from(value < common);
                    if open == 0 {
                        return Ok(common);
                    }
                }
            }
        }
        Ok(excluded.mex())
    }
}
