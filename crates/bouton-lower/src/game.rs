//! The game, written out.

use bouton_core::{Formula, LinearExpression, MoveSchema, Ruleset, RulesetParts, Target};

use crate::text::{comment, list};

/// `Definition rules : game := …`.
pub(crate) fn definition(ruleset: &Ruleset) -> String {
    of_parts(ruleset.parts(), &[])
}

/// The same for rules with these letters, which are the first parameters of moves and conditions.
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

/// A condition; in brackets if it is an argument.
pub(crate) fn condition(formula: &Formula, dimension: usize, parameters: usize, argument: bool) -> String {
    let inner = |formula: &Formula| condition(formula, dimension, parameters, true);
    let expression = |e: &LinearExpression| format!("({})", linear(e, dimension, parameters));
    let joined = |parts: &[Formula], name: &str, none: &str| {
        let Some((last, rest)) = parts.split_last() else { return none.to_owned() };
        let last = condition(last, dimension, parameters, !rest.is_empty());
        rest.iter()
            .rev()
            .fold((last, true), |(text, innermost), part| {
                let text = if innermost { text } else { format!("({text})") };
                (format!("{name} {} {text}", inner(part)), false)
            })
            .0
    };
    let text = match formula {
        Formula::True => "Always".to_owned(),
        Formula::False => "Never".to_owned(),
        Formula::NotPositive(e) => format!("AtMostZero {}", expression(e)),
        Formula::Zero(e) => format!("IsZero {}", expression(e)),
        Formula::Congruent { expression: e, modulus, residue } => {
            format!("Congruent {} {modulus} {residue}", expression(e))
        }
        Formula::Not(f) => format!("Not {}", inner(f)),
        Formula::And(parts) => joined(parts, "And", "Always"),
        Formula::Or(parts) => joined(parts, "Or", "Never"),
    };
    if argument && text.contains(' ') { format!("({text})") } else { text }
}

/// The coefficients of the coordinates, those of the parameters, and the constant.
fn linear(expression: &LinearExpression, dimension: usize, parameters: usize) -> String {
    let mut coefficients = vec![0; dimension + parameters];
    for &(variable, coefficient) in expression.terms() {
        coefficients[variable.index()] = coefficient;
    }
    let constant = expression.constant_term();
    let constant = if constant < 0 { format!("({constant})") } else { constant.to_string() };
    let shown = |numbers: &[i64]| {
        if numbers.iter().all(|&number| number == 0) { "[]".to_owned() } else { list(numbers) }
    };
    let (coordinates, parameters) = coefficients.split_at(dimension);
    format!("Linear {} {} {constant}", shown(coordinates), shown(parameters))
}
