//! The heaps that a move in one heap of a take-and-break game may leave.

use super::TakeAndBreakCode;
use crate::{Batch, LimitReached, Watch};

impl TakeAndBreakCode {
    /// Calls `visit` with the result of each move in a heap: its non-empty parts, in increasing
    /// order.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
    /// let mut results = Vec::new();
    /// kayles.for_each_move(3, &mut |parts| results.push(parts.to_vec()));
    /// results.sort();
    /// assert_eq!(results, [vec![1], vec![1, 1], vec![2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_move(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let unlimited = Watch::unlimited();
        let all = self.try_each_move(heap, &mut unlimited.batch(), &mut |parts| {
            visit(parts);
            true
        });
        debug_assert_eq!(all, Ok(true), "an unlimited watch ends nothing");
    }

    /// Calls `visit` with the result of each move, as [`for_each_move`](Self::for_each_move), until
    /// it returns `false`. Returns whether all moves were visited.
    ///
    /// # Errors
    ///
    /// A limit that was reached: a heap may have quadratically many moves.
    pub fn try_each_move(
        &self,
        heap: u64,
        batch: &mut Batch<'_>,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, LimitReached> {
        for (taken, place) in (0..=heap).zip(0usize..) {
            if heap == 0 || self.is_finite() && place >= self.digits().len() {
                break;
            }
            let (left, digit) = (heap - taken, self.digit(place));
            batch.spend(1)?;
            if digit & 1 != 0 && left == 0 && !visit(&[]) {
                return Ok(false);
            }
            if digit & 2 != 0 && left > 0 && !visit(&[left]) {
                return Ok(false);
            }
            if digit & 4 != 0 {
                for small in 1..=left / 2 {
                    batch.spend(1)?;
                    let unequal = self.parts_are_unequal() && small * 2 == left;
                    if !unequal && !visit(&[small, left - small]) {
                        return Ok(false);
                    }
                }
            }
            if digit & 8 != 0 {
                for first in 1..=left / 3 {
                    for second in first..=(left - first) / 2 {
                        batch.spend(1)?;
                        if !visit(&[first, second, left - first - second]) {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }
}
