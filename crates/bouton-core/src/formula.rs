//! Quantifier-free linear arithmetic: the conditions of moves.

use num_bigint::BigInt;

use crate::{LinearExpression, Variable, linear::ALLOCATED};

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
        /// The expression that is reduced.
        expression: LinearExpression,
        /// The modulus.
        modulus: u32,
        /// The residue, less than the modulus.
        residue: u32,
    },
    /// The negation of a formula.
    Not(Box<Formula>),
    /// The conjunction; `And([])` is true.
    And(Vec<Formula>),
    /// The disjunction; `Or([])` is false.
    Or(Vec<Formula>),
}

/// A condition on an expression.
#[derive(Clone, Copy)]
enum Atom {
    NotPositive,
    Zero,
    Congruent { modulus: u32, residue: u32 },
}

impl Formula {
    /// The number of bytes that the formula holds besides itself.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let all =
            |parts: &[Self]| ALLOCATED + parts.iter().map(|p| size_of::<Self>() + p.bytes()).sum::<usize>();
        match self {
            Self::True | Self::False => 0,
            Self::NotPositive(expression) | Self::Zero(expression) | Self::Congruent { expression, .. } => {
                expression.bytes()
            }
            Self::Not(inner) => ALLOCATED + size_of::<Self>() + inner.bytes(),
            Self::And(parts) | Self::Or(parts) => all(parts),
        }
    }

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

    /// Whether the formula holds when variable i has the value `values[i]`, of any size.
    ///
    /// # Panics
    ///
    /// If a variable has no value.
    #[must_use]
    pub fn holds_at(&self, values: &[BigInt]) -> bool {
        let decide = |expression: &LinearExpression, atom: Atom| {
            let value = expression.evaluate_at(values);
            Some(match atom {
                Atom::NotPositive => value <= BigInt::ZERO,
                Atom::Zero => value == BigInt::ZERO,
                Atom::Congruent { modulus, residue } => {
                    let rest = value - residue;
                    rest % modulus == BigInt::ZERO
                }
            })
        };
        self.truth(&decide) == Some(true)
    }

    /// Whether the formula holds, or fails, at all points of a box (the least and the greatest
    /// value of each variable); `None` if the ranges of its expressions do not decide that.
    ///
    /// ```
    /// use bouton_core::{Formula, LinearExpression, Variable};
    ///
    /// // v0 ≤ 3
    /// let small = Formula::NotPositive(LinearExpression::variable(Variable(0)).with_constant(-3).unwrap());
    /// assert_eq!(small.holds_on(&[(0, 2)]), Some(true));
    /// assert_eq!(small.holds_on(&[(2, 5)]), None);
    /// assert_eq!(small.holds_on(&[(4, 5)]), Some(false));
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable has no range.
    #[must_use]
    pub fn holds_on(&self, ranges: &[(i128, i128)]) -> Option<bool> {
        let decide = |expression: &LinearExpression, atom: Atom| {
            let (least, greatest) = expression.range(ranges);
            match atom {
                Atom::NotPositive if greatest <= 0 => Some(true),
                Atom::NotPositive if least > 0 => Some(false),
                Atom::Zero if least > 0 || greatest < 0 => Some(false),
                _ if least != greatest => None,
                Atom::NotPositive => None,
                Atom::Zero => Some(true),
                Atom::Congruent { modulus, residue } => {
                    Some(least.rem_euclid(i128::from(modulus)) == i128::from(residue))
                }
            }
        };
        self.truth(&decide)
    }

    /// Returns the truth value of the formula from those of its atoms, which may be unknown
    /// (Kleene).
    fn truth(&self, decide: &impl Fn(&LinearExpression, Atom) -> Option<bool>) -> Option<bool> {
        // One part may decide the result; otherwise all parts have to be known.
        let joined = |parts: &[Self], decisive: bool| {
            let mut known = true;
            for part in parts {
                match part.truth(decide) {
                    Some(truth) if truth == decisive => return Some(decisive),
                    truth => known &= truth.is_some(),
                }
            }
            known.then_some(!decisive)
        };
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            Self::NotPositive(expression) => decide(expression, Atom::NotPositive),
            Self::Zero(expression) => decide(expression, Atom::Zero),
            Self::Congruent { expression, modulus, residue } => {
                decide(expression, Atom::Congruent { modulus: *modulus, residue: *residue })
            }
            Self::Not(inner) => inner.truth(decide).map(|truth| !truth),
            Self::And(parts) => joined(parts, false),
            Self::Or(parts) => joined(parts, true),
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

    /// Replaces each expression of the formula.
    ///
    /// ```
    /// use bouton_core::{Formula, LinearExpression, LinearOverflow, Variable};
    ///
    /// let [x, y] = [0, 1].map(|index| LinearExpression::variable(Variable(index)));
    /// let odd = |expression| Formula::Congruent { expression, modulus: 2, residue: 1 };
    /// let renamed = odd(x).negated().try_map(&|e| e.substitute(Variable(0), &y))?;
    /// assert_eq!(renamed, odd(y).negated());
    /// # Ok::<(), LinearOverflow>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of `replace`.
    pub fn try_map<E>(
        &self,
        replace: &impl Fn(&LinearExpression) -> Result<LinearExpression, E>,
    ) -> Result<Self, E> {
        let all = |parts: &[Self]| -> Result<Vec<Self>, E> {
            parts.iter().map(|part| part.try_map(replace)).collect()
        };
        Ok(match self {
            Self::True => Self::True,
            Self::False => Self::False,
            Self::NotPositive(expression) => Self::NotPositive(replace(expression)?),
            Self::Zero(expression) => Self::Zero(replace(expression)?),
            Self::Congruent { expression, modulus, residue } => {
                Self::Congruent { expression: replace(expression)?, modulus: *modulus, residue: *residue }
            }
            Self::Not(inner) => Self::Not(Box::new(inner.try_map(replace)?)),
            Self::And(parts) => Self::And(all(parts)?),
            Self::Or(parts) => Self::Or(all(parts)?),
        })
    }

    /// Whether the formula mentions `variable`.
    #[must_use]
    pub fn mentions(&self, variable: Variable) -> bool {
        let mut found = false;
        self.for_each_expression(&mut |expression| found |= expression.coefficient(variable) != 0);
        found
    }

    /// Returns the conjunction of both formulas, flattened, without needless `True`s.
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

    /// Returns the negation.
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

    /// Compares three ways to decide the same formulas: at small numbers, at numbers of any size,
    /// on boxes.
    #[test]
    fn truth_is_the_same_everywhere() {
        let form = |a: i64, b: i64, c: i64| {
            let (x, y) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
            x.scaled(a).unwrap().plus_scaled(&y, b).unwrap().with_constant(c).unwrap()
        };
        let mut formulas = vec![Formula::True, Formula::False];
        for (a, b, c) in [(1, -1, 0), (2, 3, -7), (-1, 0, 2)] {
            formulas.push(Formula::NotPositive(form(a, b, c)));
            formulas.push(Formula::Zero(form(a, b, c)).negated());
            formulas.push(Formula::Congruent { expression: form(a, b, c), modulus: 3, residue: 1 });
        }
        let mut more = formulas.clone();
        for pair in formulas.windows(2) {
            more.push(Formula::And(pair.to_vec()));
            more.push(Formula::Or(pair.to_vec()).negated());
        }
        let mut decided = 0;
        for formula in more {
            for x in 0..6i128 {
                for y in 0..6i128 {
                    let expected = formula.holds(&[x, y]);
                    assert_eq!(formula.holds_at(&[x.into(), y.into()]), expected, "{formula:?} {x} {y}");
                    assert_eq!(formula.holds_on(&[(x, x), (y, y)]), Some(expected), "{formula:?} {x} {y}");
                    let boxed = formula.holds_on(&[(x, x + 2), (0, y)]);
                    let all: Vec<bool> = (x..=x + 2)
                        .flat_map(|x| (0..=y).map(move |y| (x, y)))
                        .map(|(x, y)| formula.holds(&[x, y]))
                        .collect();
                    assert!(boxed.is_none_or(|truth| all.iter().all(|one| *one == truth)));
                    decided += usize::from(boxed.is_some());
                }
            }
        }
        assert!(decided > 300, "only {decided}");
    }

    #[test]
    fn empty_connectives_have_their_units() {
        assert!(Formula::And(vec![]).holds(&[]));
        assert!(!Formula::Or(vec![]).holds(&[]));
    }
}
