//! Take-and-break games: octal and hexadecimal codes, Grundy's game.

use bouton_core::{ControlState, LimitReached, TakeAndBreakCode, Watch};

use crate::solver::{Node, Options};

/// The options of a take-and-break game on multisets of heaps.
///
/// The coordinates of a [`Node`] are the heaps, in any number.
///
/// ```
/// use bouton_core::{ControlState, TakeAndBreakCode};
/// use bouton_solve::{Node, Options, TakeAndBreak};
///
/// let kayles = TakeAndBreak::new(&TakeAndBreakCode::new(vec![0, 7, 7])?);
/// let node = Node { coordinates: vec![3], control: ControlState(0) };
/// let mut results = Vec::new();
/// kayles.for_each_option(&node, &mut |option| results.push(option.coordinates));
/// results.sort();
/// assert_eq!(results, [vec![1], vec![1, 1], vec![2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TakeAndBreak {
    code: TakeAndBreakCode,
}

impl TakeAndBreak {
    /// Creates the options of the game of a code.
    #[must_use]
    pub fn new(code: &TakeAndBreakCode) -> Self {
        Self { code: code.clone() }
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
            let going = self.code.try_each_move(heap, &mut batch, &mut |parts| {
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
