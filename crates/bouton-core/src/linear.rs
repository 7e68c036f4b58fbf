//! Linear expressions with integer coefficients.

use std::fmt;

use num_bigint::BigInt;

/// The largest absolute value of a coefficient.
pub const MAX_COEFFICIENT: i64 = 1 << 20;
/// The largest absolute value of a constant term.
pub const MAX_CONSTANT: i64 = 1 << 40;

/// A variable of a move schema, by number.
///
/// In a schema of a game with d coordinates the variables 0..d are the
/// coordinates of the position moved from; d, d + 1, … are the schema's
/// parameters. All of them range over the natural numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u16);

impl Variable {
    /// The variable with this number.
    ///
    /// # Panics
    ///
    /// If it is 2^16 or more; rules have far fewer coordinates and parameters.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u16::try_from(index).expect("fewer than 2^16 variables"))
    }

    /// The variable's number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The error that a coefficient or constant is beyond [`MAX_COEFFICIENT`] or [`MAX_CONSTANT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number in a linear expression is too large (coefficients up to 2^20, constants up to 2^40)")]
pub struct LinearOverflow;

/// The bytes that an allocation takes besides those that were requested.
pub(crate) const ALLOCATED: usize = 16;

/// The expression `a₁ v₁ + … + aₙ vₙ + c`, with terms sorted by variable, and no coefficient zero.
///
/// Coefficients and the constant are bounded ([`MAX_COEFFICIENT`],
/// [`MAX_CONSTANT`]), so that an evaluation at coordinates below 2^63 cannot
/// overflow an `i128`.
///
/// ```
/// use bouton_core::{LinearExpression, Variable};
///
/// let (x, t) = (Variable(0), Variable(1));
/// let remaining = LinearExpression::variable(x).minus(&LinearExpression::variable(t)).unwrap();
/// assert_eq!(remaining.evaluate(&[10, 3]), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LinearExpression {
    terms: Vec<(Variable, i64)>,
    constant: i64,
}

impl LinearExpression {
    /// The number of bytes of the terms.
    pub(crate) fn bytes(&self) -> usize {
        ALLOCATED + size_of_val(&self.terms[..])
    }

    /// The constant `value`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if `value` is beyond [`MAX_CONSTANT`].
    pub fn constant(value: i64) -> Result<Self, LinearOverflow> {
        Self { terms: Vec::new(), constant: value }.checked()
    }

    /// The expression that consists of `variable` alone.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The terms, sorted by variable, no coefficient zero.
    #[must_use]
    pub fn terms(&self) -> &[(Variable, i64)] {
        &self.terms
    }

    /// The constant term.
    #[must_use]
    pub fn constant_term(&self) -> i64 {
        self.constant
    }

    /// The coefficient of `variable`, zero if it does not occur.
    #[must_use]
    pub fn coefficient(&self, variable: Variable) -> i64 {
        self.terms.binary_search_by_key(&variable, |term| term.0).map_or(0, |index| self.terms[index].1)
    }

    /// Returns the same expression with another constant term.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if `constant` is beyond [`MAX_CONSTANT`].
    pub fn with_constant(&self, constant: i64) -> Result<Self, LinearOverflow> {
        Self { terms: self.terms.clone(), constant }.checked()
    }

    /// Returns `self + other`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn plus(&self, other: &Self) -> Result<Self, LinearOverflow> {
        self.plus_scaled(other, 1)
    }

    /// Returns `self - other`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn minus(&self, other: &Self) -> Result<Self, LinearOverflow> {
        self.plus_scaled(other, -1)
    }

    /// Returns `factor · self`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn scaled(&self, factor: i64) -> Result<Self, LinearOverflow> {
        Self::default().plus_scaled(self, factor)
    }

    /// Returns `self + factor · other`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn plus_scaled(&self, other: &Self, factor: i64) -> Result<Self, LinearOverflow> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut before = self.terms.iter().copied().peekable();
        for &(variable, coefficient) in &other.terms {
            while let Some(term) = before.next_if(|term| term.0 < variable) {
                terms.push(term);
            }
            let known = before.next_if(|term| term.0 == variable).map_or(0, |term| term.1);
            let added = coefficient.checked_mul(factor).ok_or(LinearOverflow)?;
            terms.push((variable, known.checked_add(added).ok_or(LinearOverflow)?));
        }
        terms.extend(before);
        terms.retain(|term| term.1 != 0);
        let constant = other
            .constant
            .checked_mul(factor)
            .and_then(|added| added.checked_add(self.constant))
            .ok_or(LinearOverflow)?;
        Self { terms, constant }.checked()
    }

    /// Replaces variables, all at once; a variable for which `by` returns `None` stays.
    ///
    /// ```
    /// use bouton_core::{LinearExpression, Variable};
    ///
    /// let [x, y] = [0, 1].map(|index| LinearExpression::variable(Variable::new(index)));
    /// let exchanged = |variable: Variable| Some(if variable.index() == 0 { y.clone() } else { x.clone() });
    /// // x - 2 y becomes y - 2 x.
    /// assert_eq!(x.plus_scaled(&y, -2)?.replace(exchanged)?, y.plus_scaled(&x, -2)?);
    /// # Ok::<(), bouton_core::LinearOverflow>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn replace(&self, by: impl Fn(Variable) -> Option<Self>) -> Result<Self, LinearOverflow> {
        let mut sum = Self::constant(self.constant_term())?;
        for &(variable, coefficient) in self.terms() {
            let value = by(variable).unwrap_or_else(|| Self::variable(variable));
            sum = sum.plus_scaled(&value, coefficient)?;
        }
        Ok(sum)
    }

    /// Replaces `variable` by `replacement`.
    ///
    /// # Errors
    ///
    /// [`LinearOverflow`] if a number of the result is too large.
    pub fn substitute(&self, variable: Variable, replacement: &Self) -> Result<Self, LinearOverflow> {
        let coefficient = self.coefficient(variable);
        let mut rest = self.clone();
        rest.terms.retain(|term| term.0 != variable);
        rest.plus_scaled(replacement, coefficient)
    }

    /// The value when variable i has the value `values[i]`; each of these must
    /// be below 2^63 in absolute value, and there are at most 2^16 of them.
    ///
    /// # Panics
    ///
    /// If a variable has no value.
    #[must_use]
    pub fn evaluate(&self, values: &[i128]) -> i128 {
        self.terms.iter().fold(i128::from(self.constant), |sum, &(variable, coefficient)| {
            sum + i128::from(coefficient) * values[variable.index()]
        })
    }

    /// The value when variable i has the value `values[i]`, of any size.
    ///
    /// # Panics
    ///
    /// If a variable has no value.
    #[must_use]
    pub fn evaluate_at(&self, values: &[BigInt]) -> BigInt {
        self.terms.iter().fold(BigInt::from(self.constant), |sum, &(variable, coefficient)| {
            sum + &values[variable.index()] * coefficient
        })
    }

    /// The least and the greatest value on a box: the ranges of the variables, within the
    /// bounds of [`evaluate`](Self::evaluate).
    ///
    /// # Panics
    ///
    /// If a variable has no range.
    #[must_use]
    pub fn range(&self, ranges: &[(i128, i128)]) -> (i128, i128) {
        let constant = i128::from(self.constant);
        self.terms.iter().fold((constant, constant), |(least, greatest), &(variable, coefficient)| {
            let (low, high) = ranges[variable.index()];
            let (low, high) = (low * i128::from(coefficient), high * i128::from(coefficient));
            (least + low.min(high), greatest + low.max(high))
        })
    }

    fn checked(self) -> Result<Self, LinearOverflow> {
        let small = self.constant.abs_diff(0) <= MAX_CONSTANT.unsigned_abs()
            && self.terms.iter().all(|term| term.1.abs_diff(0) <= MAX_COEFFICIENT.unsigned_abs());
        if small { Ok(self) } else { Err(LinearOverflow) }
    }

    /// Writes the expression with the given names for the variables.
    #[must_use]
    pub fn display(&self, name: &dyn Fn(Variable) -> String) -> String {
        let mut text = String::new();
        for &(variable, coefficient) in &self.terms {
            let sign = match (text.is_empty(), coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            if coefficient.unsigned_abs() != 1 {
                text.push_str(&format!("{} ", coefficient.unsigned_abs()));
            }
            text.push_str(&name(variable));
        }
        if text.is_empty() {
            return self.constant.to_string();
        }
        match self.constant {
            0 => text,
            c if c < 0 => format!("{text} - {}", c.unsigned_abs()),
            c => format!("{text} + {c}"),
        }
    }
}

impl fmt::Display for LinearExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.display(&|variable| format!("v{}", variable.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_cancel_vanish() {
        let x = LinearExpression::variable(Variable(3));
        assert_eq!(x.minus(&x).unwrap(), LinearExpression::default());
    }

    #[test]
    fn overflow_is_an_error() {
        let x = LinearExpression::variable(Variable(0));
        assert_eq!(x.scaled(MAX_COEFFICIENT + 1), Err(LinearOverflow));
        assert_eq!(LinearExpression::constant(i64::MIN), Err(LinearOverflow));
    }

    #[test]
    fn substitution_replaces_every_occurrence() {
        let (x, y) = (Variable(0), Variable(1));
        let twice = LinearExpression::variable(x).scaled(2).unwrap();
        let result = twice.substitute(x, &LinearExpression::variable(y).with_constant(5).unwrap()).unwrap();
        assert_eq!(result.to_string(), "2 v1 + 10");
    }
}
