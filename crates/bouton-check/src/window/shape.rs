//! The shapes of options: constants added, coordinates lowered.

use bouton_core::{
    ControlState, Formula, LinearExpression, MoveSchema, PlayOrder, Ruleset, Target, Variable,
};

use crate::{Refusal, Step, refused::Verdict};

/// The largest amount that a move may add to a coordinate or take from it.
const MAX_OFFSET: i64 = 1 << 10;

/// The shape of some options of a position x: each y with yᵢ = xᵢ + `offsets[i]`, or any yᵢ < xᵢ
/// where bit i of `below` is set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape {
    pub(super) below: usize,
    /// The constants; 0 where a coordinate is lowered freely.
    pub(super) offsets: Vec<i64>,
}

/// The moves of one schema.
pub(super) struct Options {
    pub(super) from: ControlState,
    pub(super) to: ControlState,
    pub(super) shape: Shape,
    /// The condition of the moves over the coordinates, where play has not stopped.
    pub(super) guard: Formula,
    /// Whether play may stop at some positions, so that these moves are not allowed there.
    pub(super) stops: bool,
}

impl Shape {
    /// The shape of the position itself.
    pub(super) fn same(tracks: usize) -> Self {
        Self { below: 0, offsets: vec![0; tracks] }
    }
}

/// All moves of the game, each of which lowers the rank; if `nim_heap`, with a Nim heap as the last
/// coordinate. The Nim heap may be lowered even where the game has stopped.
pub(super) fn options(ruleset: &Ruleset, nim_heap: bool) -> Verdict<Vec<Options>> {
    let tracks = ruleset.dimension() + usize::from(nim_heap);
    let mut all = Vec::new();
    for (index, schema) in ruleset.moves().iter().enumerate() {
        let Some((shape, guard)) = shape_of(schema, tracks) else {
            let reason = format!(
                "move schema {index} is not a window: it does more than add constants and lower coordinates freely"
            );
            return Err(Refusal::new(Step::Window, reason));
        };
        if !descends(&shape, schema, &ruleset.order()) {
            let reason = format!("move schema {index} may not lower the rank");
            return Err(Refusal::new(Step::Descent, reason));
        }
        let (from, to, stops) = (schema.from, schema.to, *ruleset.stop() != Formula::False);
        all.push(Options { from, to, shape, guard, stops });
    }
    let controls = (0..).map(ControlState).take(if nim_heap { ruleset.controls().len() } else { 0 });
    all.extend(controls.map(|control| {
        let shape = Shape { below: 1 << (tracks - 1), ..Shape::same(tracks) };
        Options { from: control, to: control, shape, guard: Formula::True, stops: false }
    }));
    Ok(all)
}

/// The shape of a schema's options and the rest of its guard, if the moves of the schema have a
/// shape.
fn shape_of(schema: &MoveSchema, tracks: usize) -> Option<(Shape, Formula)> {
    let dimension = schema.targets.len();
    let mut conjuncts = Vec::new();
    conjuncts_of(&schema.guard, &mut conjuncts);
    let mut shape = Shape::same(tracks);
    for (index, target) in schema.targets.iter().enumerate() {
        let Target::Becomes(expression) = target else { continue };
        match expression.terms() {
            [(variable, 1)] if variable.index() == index => {
                let offset = expression.constant_term();
                shape.offsets[index] = Some(offset).filter(|offset| offset.abs() <= MAX_OFFSET)?;
            }
            // A parameter of its own, whose only condition is that it is less.
            [(variable, 1)] if variable.index() >= dimension && expression.constant_term() == 0 => {
                if schema.targets[..index].contains(target) {
                    return None;
                }
                let before = LinearExpression::variable(Variable(u16::try_from(index).ok()?));
                let less = Formula::NotPositive(expression.minus(&before).ok()?.with_constant(1).ok()?);
                let said = conjuncts.iter().position(|conjunct| **conjunct == less)?;
                conjuncts.remove(said);
                shape.below |= 1 << index;
            }
            _ => return None,
        }
    }
    let lowered = usize::from(schema.parameters) == shape.below.count_ones() as usize;
    let free = (dimension..dimension + usize::from(schema.parameters)).all(|parameter| {
        let mentioned = |conjunct: &&Formula| {
            u16::try_from(parameter).map_or(true, |parameter| conjunct.mentions(Variable(parameter)))
        };
        !conjuncts.iter().any(mentioned)
    });
    let guard = conjuncts.into_iter().cloned().fold(Formula::True, Formula::and);
    (lowered && free).then_some((shape, guard))
}

fn conjuncts_of<'a>(formula: &'a Formula, found: &mut Vec<&'a Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| conjuncts_of(part, found)),
        other => found.push(other),
    }
}

/// Whether with every such move the first weighted sum that changes falls, or nothing changes but
/// the control state, which rises.
fn descends(shape: &Shape, schema: &MoveSchema, order: &PlayOrder) -> bool {
    let change = |(index, &weight): (usize, &u64)| {
        // A coordinate that is lowered freely falls by 1 at least.
        let by = if shape.below >> index & 1 == 1 { -1 } else { shape.offsets[index] };
        i128::from(weight) * i128::from(by)
    };
    let mut sums = order.sums().iter().map(|weights| weights.iter().enumerate().map(change).sum::<i128>());
    let stays = shape.below == 0 && shape.offsets.iter().all(|&offset| offset == 0);
    sums.find(|&most| most != 0).is_some_and(|most| most < 0) || stays && schema.to > schema.from
}
