//! Quantifier-free linear arithmetic: when a move is allowed.

use crate::{LinearExpression, Variable};

/// A condition on natural numbers.
///
/// ```
/// use bouton_core::{Formula, LinearExpression, Variable};
///
/// // v0 ≤ 3
/// let small = Formula::NotPositive(LinearExpression::variable(Variable(0)).with_constant(-3).unwrap());
/// assert!(small.holds(&[3]) && !small.holds(&[4]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// Always.
    True,
    /// Never.
    False,
    /// The expression is ≤ 0.
    NotPositive(LinearExpression),
    /// The expression is 0.
    Zero(LinearExpression),
    /// The expression is congruent to `residue` modulo `modulus`
    /// (`1 ≤ modulus ≤ 2^16`, `residue < modulus`).
    Congruent {
        /// What is reduced.
        expression: LinearExpression,
        /// The modulus.
        modulus: u32,
        /// The residue, less than the modulus.
        residue: u32,
    },
    /// Not.
    Not(Box<Formula>),
    /// All of them; `And([])` is true.
    And(Vec<Formula>),
    /// One of them at least; `Or([])` is false.
    Or(Vec<Formula>),
}

impl Formula {
    /// Whether the formula holds when variable i has the value `values[i]`
    /// (the bounds of [`LinearExpression::evaluate`] apply).
    ///
    /// # Panics
    ///
    /// If a variable has no value.
    #[must_use]
    pub fn holds(&self, values: &[i128]) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::NotPositive(expression) => expression.evaluate(values) <= 0,
            Self::Zero(expression) => expression.evaluate(values) == 0,
            Self::Congruent { expression, modulus, residue } => {
                expression.evaluate(values).rem_euclid(i128::from(*modulus)) == i128::from(*residue)
            }
            Self::Not(inner) => !inner.holds(values),
            Self::And(parts) => parts.iter().all(|part| part.holds(values)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(values)),
        }
    }

    /// Calls `visit` on every expression in the formula, left to right.
    pub fn for_each_expression<'a>(&'a self, visit: &mut dyn FnMut(&'a LinearExpression)) {
        match self {
            Self::True | Self::False => {}
            Self::NotPositive(expression) | Self::Zero(expression) | Self::Congruent { expression, .. } => {
                visit(expression);
            }
            Self::Not(inner) => inner.for_each_expression(visit),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.for_each_expression(visit);
                }
            }
        }
    }

    /// Whether the formula mentions `variable`.
    #[must_use]
    pub fn mentions(&self, variable: Variable) -> bool {
        let mut found = false;
        self.for_each_expression(&mut |expression| found |= expression.coefficient(variable) != 0);
        found
    }

    /// `self and other`, flattened, without needless `True`s.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, other) => other,
            (this, Self::True) => this,
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::And(mut left), Self::And(right)) => {
                left.extend(right);
                Self::And(left)
            }
            (Self::And(mut left), right) => {
                left.push(right);
                Self::And(left)
            }
            (left, Self::And(mut right)) => {
                right.insert(0, left);
                Self::And(right)
            }
            (left, right) => Self::And(vec![left, right]),
        }
    }

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congruences_of_negative_numbers_are_euclidean() {
        let expression = LinearExpression::variable(Variable(0)).scaled(-1).unwrap();
        let formula = Formula::Congruent { expression, modulus: 3, residue: 2 };
        assert!(formula.holds(&[1]));
        assert!(!formula.holds(&[2]));
    }

    #[test]
    fn empty_connectives_have_their_units() {
        assert!(Formula::And(vec![]).holds(&[]));
        assert!(!Formula::Or(vec![]).holds(&[]));
    }
}
