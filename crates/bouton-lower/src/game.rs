//! The game, written out.

use bouton_core::{Formula, LinearExpression, MoveSchema, Ruleset, RulesetParts, Target};

use crate::{
    terms::{Constructors, coefficients},
    text::{comment, list},
};

/// `Definition rules : game := …`.
pub(crate) fn definition(ruleset: &Ruleset) -> String {
    of_parts(ruleset.parts(), &[])
}

/// The definition for rules with these letters, which are the first parameters of moves and conditions.
pub(crate) fn of_parts(parts: &RulesetParts, letters: &[String]) -> String {
    let dimension = parts.coordinates.len();
    let lines = parts.written_out(letters);
    let moves: Vec<String> = parts
        .moves
        .iter()
        .zip(&lines)
        .map(|(schema, line)| format!("    (* {} *)\n    {}", comment(line), written(schema, dimension)))
        .collect();
    let position = |formula: &Formula| condition(formula, dimension, letters.len(), false);
    format!(
        "Definition rules : game :=\n  {{| dimension := {dimension}; controls := {};\n     \
         existing := {};\n     stop := {};\n     moves := [\n{}] |}}.\n\n",
        parts.controls.len(),
        position(&parts.exists),
        position(&parts.stop),
        moves.join(";\n"),
    )
}

/// The order of play: its sums, of one weight for each coordinate.
pub(crate) fn order(ruleset: &Ruleset) -> String {
    list(ruleset.order().sums().iter().map(list))
}

fn written(schema: &MoveSchema, dimension: usize) -> String {
    let parameters = usize::from(schema.parameters);
    let target = |target: &Target| match target {
        Target::Same => "Same".to_owned(),
        Target::Becomes(expression) => format!("Becomes ({})", linear(expression, dimension, parameters)),
    };
    format!(
        "Schema {} {} {parameters} {} {}",
        schema.from.index(),
        schema.to.index(),
        condition(&schema.guard, dimension, parameters, true),
        list(schema.targets.iter().map(target)),
    )
}

const CONDITIONS: Constructors = Constructors {
    always: "Always",
    never: "Never",
    not_positive: "AtMostZero",
    zero: "IsZero",
    congruent: "Congruent",
    not: "Not",
    and: "And",
    or: "Or",
};

/// A condition; in brackets if it is an argument.
pub(crate) fn condition(formula: &Formula, dimension: usize, parameters: usize, argument: bool) -> String {
    CONDITIONS.condition(formula, &|e| format!("({})", linear(e, dimension, parameters)), argument)
}

/// The coefficients of the coordinates, those of the parameters, and the constant.
fn linear(expression: &LinearExpression, dimension: usize, parameters: usize) -> String {
    let constant = expression.constant_term();
    let constant = if constant < 0 { format!("({constant})") } else { constant.to_string() };
    let shown = |numbers: &[i64]| {
        if numbers.iter().all(|&number| number == 0) { "[]".to_owned() } else { list(numbers) }
    };
    let (coordinates, parameters) = coefficients(expression, dimension, parameters);
    format!("Linear {} {} {constant}", shown(&coordinates), shown(&parameters))
}
