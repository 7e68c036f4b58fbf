//! Systems of linear inequalities over the integers.

use std::collections::BTreeMap;

use crate::{LinearExpression, MoveSchema, Target, Variable};

/// An inequality Σ aᵢ vᵢ + c ≤ 0 over the integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    /// aᵢ by the variable's number; none is zero.
    pub(crate) terms: BTreeMap<u16, i128>,
    /// The constant c.
    pub(crate) constant: i128,
}

impl Row {
    /// Returns the row `factor · expression ≤ 0`.
    pub(crate) fn of(expression: &LinearExpression, factor: i128) -> Self {
        let terms = expression
            .terms()
            .iter()
            .map(|&(variable, coefficient)| (variable.0, factor * i128::from(coefficient)));
        Self { terms: terms.collect(), constant: factor * i128::from(expression.constant_term()) }
    }

    /// Returns the row for `expression ≤ 0` if `sign`, and for its negation otherwise.
    pub(crate) fn not_positive(expression: &LinearExpression, sign: bool) -> Self {
        if sign { Self::of(expression, 1) } else { Self::of(expression, -1).plus_constant(1) }
    }

    /// The two inequalities that together mean that the expression is 0.
    pub(crate) fn zero(expression: &LinearExpression) -> [Self; 2] {
        [1, -1].map(|factor| Self::of(expression, factor))
    }

    /// Two inequalities, one of which holds where the expression is not 0.
    pub(crate) fn not_zero(expression: &LinearExpression) -> [Self; 2] {
        [1, -1].map(|factor| Self::of(expression, factor).plus_constant(1))
    }

    /// The rows −target ≤ 0 for every target that changes its coordinate.
    pub(crate) fn natural_targets(schema: &MoveSchema) -> impl Iterator<Item = Self> + '_ {
        schema.targets.iter().filter_map(|target| match target {
            Target::Same => None,
            Target::Becomes(expression) => Some(Self::of(expression, -1)),
        })
    }

    /// Returns the row Σ wᵢ (xᵢ − targetᵢ) ≤ 0: the move does not lower the weighted sum. `None` if
    /// a number becomes too large.
    pub(crate) fn fall(schema: &MoveSchema, weights: &[u64]) -> Option<Self> {
        let mut row = Self::default();
        for ((index, target), &weight) in (0u16..).zip(&schema.targets).zip(weights) {
            if let Target::Becomes(expression) = target {
                let weight = i128::from(weight);
                row.add(&Self::of(&LinearExpression::variable(Variable(index)), 1), weight)?;
                row.add(&Self::of(expression, 1), -weight)?;
            }
        }
        Some(row)
    }

    /// Returns the opposite sum: Σ aᵢ vᵢ + c ≥ 0.
    pub(crate) fn reversed(&self) -> Option<Self> {
        let mut row = Self::default();
        row.add(self, -1)?;
        Some(row)
    }

    fn plus_constant(mut self, constant: i128) -> Self {
        self.constant += constant;
        self
    }

    fn add(&mut self, other: &Self, factor: i128) -> Option<()> {
        for (&variable, &coefficient) in &other.terms {
            let entry = self.terms.entry(variable).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(())
    }

    /// Divides by the greatest common divisor of the coefficients and rounds the bound, because the
    /// variables are integers.
    pub(crate) fn tighten(&mut self) {
        let divisor = self.terms.values().fold(0u128, |divisor, &a| gcd(divisor, a.unsigned_abs()));
        if let Ok(divisor) = i128::try_from(divisor)
            && divisor > 1
        {
            self.terms.values_mut().for_each(|coefficient| *coefficient /= divisor);
            self.constant =
                self.constant.div_euclid(divisor) + i128::from(self.constant.rem_euclid(divisor) > 0);
        }
    }

    /// The homogeneous part over the parameters.
    pub(crate) fn direction(mut self, dimension: usize) -> Self {
        self.terms.retain(|&variable, _| usize::from(variable) >= dimension);
        self.constant = 0;
        self
    }

    /// The consequence of two rows that eliminates `variable`, which has a positive coefficient in
    /// `high` and a negative one in `low`: one step of the elimination of Fourier and Motzkin.
    /// `None` if a number becomes too large.
    pub(crate) fn without(variable: u16, high: &Self, low: &Self) -> Option<Self> {
        let (up, down) = (*high.terms.get(&variable)?, low.terms.get(&variable)?.checked_neg()?);
        let divisor = i128::try_from(gcd(up.unsigned_abs(), down.unsigned_abs())).ok()?;
        let mut row = Self::default();
        row.add(high, down / divisor)?;
        row.add(low, up / divisor)?;
        Some(row)
    }

    /// Splits rows into those that bound `variable` from above, those that bound it from below, and
    /// the others.
    pub(crate) fn parted(variable: u16, rows: impl IntoIterator<Item = Self>) -> [Vec<Self>; 3] {
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for row in rows {
            let part = match row.terms.get(&variable) {
                Some(coefficient) if *coefficient > 0 => 0,
                Some(_) => 1,
                None => 2,
            };
            parts[part].push(row);
        }
        parts
    }
}

fn gcd(mut left: u128, mut right: u128) -> u128 {
    while right > 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(u16, i128)], constant: i128) -> Row {
        Row { terms: terms.iter().copied().collect(), constant }
    }

    #[test]
    fn a_variable_is_eliminated() {
        // 2 x + y ≤ 5 and x ≥ z give y + 2 z ≤ 5.
        let found = Row::without(0, &row(&[(0, 2), (1, 1)], -5), &row(&[(0, -1), (2, 1)], 0));
        assert_eq!(found, Some(row(&[(1, 1), (2, 2)], -5)));
        let [above, below, rest] = Row::parted(1, [row(&[(1, 3)], 0), row(&[(1, -1)], 0), row(&[(0, 1)], 0)]);
        assert_eq!((above.len(), below.len(), rest.len()), (1, 1, 1));
    }

    #[test]
    fn integers_tighten_a_bound() {
        // 2 x ≤ 5 means x ≤ 2.
        let mut bound = row(&[(0, 2)], -5);
        bound.tighten();
        assert_eq!(bound, row(&[(0, 1)], -2));
    }
}
