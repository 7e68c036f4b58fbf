//! Move schemas: the coordinates that change, and their changes.

use crate::{ControlState, Formula, LinearExpression, linear::ALLOCATED};

/// The effect of a move on one coordinate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The coordinate does not change.
    Same,
    /// The coordinate becomes the value of the expression, over the coordinates of the position
    /// moved from and the schema's parameters.
    Becomes(LinearExpression),
}

/// A family of moves: for all parameters t for which the guard holds and every
/// target is a natural number, the position x may be moved to `targets(x, t)`.
///
/// Normal form: where a coordinate may fall to any smaller value, the parameter *is* what remains
/// (`Becomes(t)` with the guard `t < x`), not what is taken. A finite choice of amounts is written
/// as one schema for each amount, so that a schema with `parameters == 0` and targets `x + c` is a
/// constant move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveSchema {
    /// The control state that the move starts from.
    pub from: ControlState,
    /// The control state that it leads to.
    pub to: ControlState,
    /// The number of parameters: the variables d, d + 1, ….
    pub parameters: u16,
    /// The condition under which the move is allowed, over coordinates and parameters. It bounds
    /// every parameter from above.
    pub guard: Formula,
    /// The new value of each coordinate.
    pub targets: Vec<Target>,
}

impl MoveSchema {
    /// The number of bytes of the schema.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let of_target = |target: &Target| match target {
            Target::Same => 0,
            Target::Becomes(expression) => expression.bytes(),
        };
        let targets = self.targets.iter().map(of_target).sum::<usize>();
        size_of::<Self>() + ALLOCATED + size_of_val(&self.targets[..]) + targets + self.guard.bytes()
    }

    /// The displacement vector, if this is a constant move: no parameters, and
    /// every target is the same coordinate plus a constant.
    #[must_use]
    pub fn constant_vector(&self) -> Option<Vec<i64>> {
        if self.parameters > 0 {
            return None;
        }
        self.targets
            .iter()
            .enumerate()
            .map(|(index, target)| match target {
                Target::Same => Some(0),
                Target::Becomes(expression) => match expression.terms() {
                    [(variable, 1)] if variable.index() == index => Some(expression.constant_term()),
                    _ => None,
                },
            })
            .collect()
    }
}
