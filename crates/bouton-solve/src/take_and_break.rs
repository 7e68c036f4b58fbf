//! Take-and-break games: octal and hexadecimal codes, Grundy's game.

use bouton_core::{ControlState, TakeAndBreakCode};

use crate::solver::{Node, Options};

/// The options of a take-and-break game on multisets of heaps.
///
/// The coordinates of a [`Node`] are the heaps, in any number.
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

    /// Calls `visit` with what one heap may become: its non-empty parts, in
    /// increasing order.
    pub fn for_each_move_in_heap(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        for (taken, &digit) in (0u64..).zip(self.code.digits()) {
            let Some(left) = heap.checked_sub(taken) else { return };
            if heap == 0 {
                return;
            }
            if digit & 1 != 0 && left == 0 {
                visit(&[]);
            }
            if digit & 2 != 0 && left > 0 {
                visit(&[left]);
            }
            if digit & 4 != 0 {
                for small in 1..=left / 2 {
                    if !(self.code.parts_are_unequal() && small * 2 == left) {
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
}

impl Options for TakeAndBreak {
    fn for_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node)) {
        for (index, &heap) in position.coordinates.iter().enumerate() {
            if position.coordinates[..index].contains(&heap) {
                continue;
            }
            self.for_each_move_in_heap(heap, &mut |parts| {
                let mut coordinates = position.coordinates.clone();
                coordinates.splice(index..=index, parts.iter().copied());
                visit(Node { coordinates, control: ControlState(0) });
            });
        }
    }

    fn representative(&self, mut position: Node) -> Node {
        position.coordinates.retain(|&heap| heap > 0);
        position.coordinates.sort_unstable();
        position
    }
}
