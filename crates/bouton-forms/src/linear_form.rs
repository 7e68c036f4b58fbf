//! Integer combinations of coordinates.

use bouton_core::{LinearExpression, LinearOverflow, Variable};
use serde::Serialize;

use crate::prefix;

/// A linear form a₁ x₁ + … + a_d x_d, with small integer coefficients, over the coordinates of a
/// position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct LinearForm {
    coefficients: Vec<i64>,
}

impl LinearForm {
    /// The form of one coordinate.
    pub(crate) fn coordinate(dimension: usize, track: usize) -> Self {
        Self::sum(dimension, &[track])
    }

    /// The sum of some coordinates.
    pub(crate) fn sum(dimension: usize, tracks: &[usize]) -> Self {
        Self { coefficients: (0..dimension).map(|track| i64::from(tracks.contains(&track))).collect() }
    }

    /// The difference of the coordinates `plus` and `minus`.
    pub(crate) fn difference(dimension: usize, plus: usize, minus: usize) -> Self {
        Self {
            coefficients: (0..dimension)
                .map(|track| i64::from(track == plus) - i64::from(track == minus))
                .collect(),
        }
    }

    /// The sum of one coordinate and a multiple of another one.
    pub(crate) fn mixed(dimension: usize, one: usize, times: i64, other: usize) -> Self {
        let mut form = Self::coordinate(dimension, one);
        form.coefficients[other] = times;
        form
    }

    /// The coefficients, one for each coordinate.
    #[must_use]
    pub fn coefficients(&self) -> &[i64] {
        &self.coefficients
    }

    /// The form with these coefficients.
    pub fn of(coefficients: Vec<i64>) -> Self {
        Self { coefficients }
    }

    /// The difference of two forms.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let terms = self.coefficients.iter().zip(&other.coefficients);
        Self { coefficients: terms.map(|(one, other)| one - other).collect() }
    }

    /// The form with all signs changed.
    pub fn negated(&self) -> Self {
        Self { coefficients: self.coefficients.iter().map(|a| -a).collect() }
    }

    /// The form less a number, as an expression.
    pub(crate) fn less(&self, value: i64) -> Result<LinearExpression, LinearOverflow> {
        let terms = self.coefficients.iter().enumerate();
        let less = LinearExpression::constant(-value);
        terms.fold(less, |sum, (track, &a)| {
            sum?.plus_scaled(&LinearExpression::variable(Variable::new(track)), a)
        })
    }

    /// The sum of the absolute values of the coefficients.
    pub fn weight(&self) -> i64 {
        self.coefficients.iter().map(|a| a.abs()).sum()
    }

    /// The value of the form at the digits of a letter.
    pub(crate) fn at_letter(&self, letter: usize) -> i64 {
        prefix::with_digits(&self.coefficients, letter).map(|(a, digit)| a * i64::from(digit)).sum()
    }

    /// The value after one more digit of each coordinate.
    pub(crate) fn append(&self, value: i64, letter: usize) -> i64 {
        prefix::linear(value, self.at_letter(letter))
    }

    /// The value at a position of coordinates below 2^32.
    pub(crate) fn at(&self, position: &[u64]) -> i64 {
        self.coefficients.iter().zip(position).map(|(a, &x)| a * i64::try_from(x).unwrap_or(i64::MAX)).sum()
    }

    /// The added and the subtracted coordinate, if the form is the difference of two coordinates.
    pub fn as_difference(&self) -> Option<(usize, usize)> {
        let plus = self.coefficients.iter().position(|&a| a == 1)?;
        let minus = self.coefficients.iter().position(|&a| a == -1)?;
        (self.weight() == 2).then_some((plus, minus))
    }
}
