//! The constant parts of formulas.

use bouton_core::{Formula, LinearExpression};

/// Evaluates the parts of a formula that mention no variable.
pub(crate) fn simplified(formula: Formula) -> Formula {
    let constant = |e: &LinearExpression| e.terms().is_empty();
    match formula {
        Formula::NotPositive(ref e) | Formula::Zero(ref e) | Formula::Congruent { expression: ref e, .. }
            if constant(e) =>
        {
            if formula.holds(&[]) {
                Formula::True
            } else {
                Formula::False
            }
        }
        Formula::Not(inner) => simplified(*inner).negated(),
        Formula::And(parts) => parts.into_iter().fold(Formula::True, |all, part| all.and(simplified(part))),
        Formula::Or(parts) => {
            let parts: Vec<Formula> =
                parts.into_iter().map(simplified).filter(|part| *part != Formula::False).collect();
            match parts.len() {
                0 => Formula::False,
                _ if parts.contains(&Formula::True) => Formula::True,
                1 => parts.into_iter().next().unwrap_or(Formula::False),
                _ => Formula::Or(parts),
            }
        }
        other => other,
    }
}
