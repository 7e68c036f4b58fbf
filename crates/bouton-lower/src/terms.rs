//! Conditions and linear forms in the languages of proof assistants.

use bouton_core::{Formula, LinearExpression};

/// The constructors of conditions.
pub(crate) struct Constructors {
    pub(crate) always: &'static str,
    pub(crate) never: &'static str,
    pub(crate) not_positive: &'static str,
    pub(crate) zero: &'static str,
    pub(crate) congruent: &'static str,
    pub(crate) not: &'static str,
    pub(crate) and: &'static str,
    pub(crate) or: &'static str,
}

impl Constructors {
    /// A condition; in brackets if it is an argument and has arguments itself.
    pub(crate) fn condition(
        &self,
        formula: &Formula,
        linear: &dyn Fn(&LinearExpression) -> String,
        is_argument: bool,
    ) -> String {
        let text = match formula {
            Formula::True => self.always.to_owned(),
            Formula::False => self.never.to_owned(),
            Formula::NotPositive(e) => format!("{} {}", self.not_positive, linear(e)),
            Formula::Zero(e) => format!("{} {}", self.zero, linear(e)),
            Formula::Congruent { expression: e, modulus, residue } => {
                format!("{} {} {modulus} {residue}", self.congruent, linear(e))
            }
            Formula::Not(inner) => format!("{} {}", self.not, self.condition(inner, linear, true)),
            Formula::And(parts) => self.joined(parts, (self.and, self.always), linear),
            Formula::Or(parts) => self.joined(parts, (self.or, self.never), linear),
        };
        if is_argument && text.contains(' ') { format!("({text})") } else { text }
    }

    fn joined(
        &self,
        parts: &[Formula],
        (name, none): (&str, &str),
        linear: &dyn Fn(&LinearExpression) -> String,
    ) -> String {
        let Some((last, rest)) = parts.split_last() else { return none.to_owned() };
        let last = self.condition(last, linear, !rest.is_empty());
        let joined = rest.iter().rev().fold((last, true), |(text, is_innermost), part| {
            let text = if is_innermost { text } else { format!("({text})") };
            (format!("{name} {} {text}", self.condition(part, linear, true)), false)
        });
        joined.0
    }
}

/// The coefficients of the coordinates, and those of the parameters.
pub(crate) fn coefficients(
    expression: &LinearExpression,
    dimension: usize,
    parameters: usize,
) -> (Vec<i64>, Vec<i64>) {
    let mut coordinates = vec![0; dimension + parameters];
    for &(variable, coefficient) in expression.terms() {
        coordinates[variable.index()] = coefficient;
    }
    let parameters = coordinates.split_off(dimension);
    (coordinates, parameters)
}
