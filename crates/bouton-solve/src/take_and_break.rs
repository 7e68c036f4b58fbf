//! Take-and-break games: octal and hexadecimal codes, Grundy's game.

use bouton_core::{Batch, ControlState, LimitReached, TakeAndBreakCode, Watch};

use crate::solver::{Node, Options};

/// The options of a take-and-break game on multisets of heaps.
///
/// The coordinates of a [`Node`] are the heaps, in any number.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_solve::TakeAndBreak;
///
/// let kayles = TakeAndBreak::new(&TakeAndBreakCode::new(vec![0, 7, 7])?);
/// let mut results = Vec::new();
/// kayles.for_each_move_in_heap(3, &mut |parts| results.push(parts.to_vec()));
/// results.sort();
/// assert_eq!(results, [vec![1], vec![1, 1], vec![2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TakeAndBreak {
    code: TakeAndBreakCode,
}

impl TakeAndBreak {
    /// The game of a code.
    #[must_use]
    pub fn new(code: &TakeAndBreakCode) -> Self {
        Self { code: code.clone() }
    }

    /// Calls `visit` with each result of a move in one heap: its non-empty parts, in increasing
    /// order.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    /// use bouton_solve::TakeAndBreak;
    ///
    /// // 0.07: take two objects, and perhaps split the rest.
    /// let game = TakeAndBreak::new(&TakeAndBreakCode::new(vec![0, 0, 7])?);
    /// let mut results = Vec::new();
    /// game.for_each_move_in_heap(4, &mut |parts| results.push(parts.to_vec()));
    /// results.sort();
    /// assert_eq!(results, [vec![1, 1], vec![2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_move_in_heap(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let unlimited = Watch::unlimited();
        let all = self.try_each_move_in_heap(heap, &mut unlimited.batch(), &mut |parts| {
            visit(parts);
            true
        });
        debug_assert_eq!(all, Ok(true), "nothing ends this");
    }

    /// As [`for_each_move_in_heap`](Self::for_each_move_in_heap), until `visit` returns `false`.
    /// Returns whether it never did.
    pub(crate) fn try_each_move_in_heap(
        &self,
        heap: u64,
        batch: &mut Batch<'_>,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, LimitReached> {
        for (taken, place) in (0..=heap).zip(0usize..) {
            if heap == 0 || self.code.is_finite() && place >= self.code.digits().len() {
                break;
            }
            let (left, digit) = (heap - taken, self.code.digit(place));
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
                    let unequal = self.code.parts_are_unequal() && small * 2 == left;
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

impl Options for TakeAndBreak {
    fn try_each_option(
        &self,
        position: &Node,
        watch: &Watch,
        visit: &mut dyn FnMut(Node) -> bool,
    ) -> Result<(), LimitReached> {
        let mut batch = watch.batch();
        for (index, &heap) in position.coordinates.iter().enumerate() {
            if position.coordinates[..index].contains(&heap) {
                continue;
            }
            let going = self.try_each_move_in_heap(heap, &mut batch, &mut |parts| {
                let mut coordinates = position.coordinates.clone();
                coordinates.splice(index..=index, parts.iter().copied());
                visit(Node { coordinates, control: ControlState(0) })
            })?;
            if !going {
                break;
            }
        }
        Ok(())
    }

    fn representative(&self, mut position: Node) -> Node {
        position.coordinates.retain(|&heap| heap > 0);
        position.coordinates.sort_unstable();
        position
    }
}
