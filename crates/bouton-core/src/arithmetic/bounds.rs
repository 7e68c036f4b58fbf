//! The bounds of the parameters of a move schema.
//!
//! The parameters are enumerated one after the other, each between bounds that depend on the
//! coordinates and on the parameters before it. Where guard and natural targets bound a parameter
//! only together with later ones (`s + t < x`), the later ones are eliminated first (Fourier and
//! Motzkin). A disjunction that is needed for a bound is split into cases. Bounds may be too wide,
//! because the caller checks the whole guard for each value, but they are never too narrow. The
//! elimination is doubly exponential in the worst case and stops at fixed numbers of inequalities.

use std::collections::BTreeSet;

use super::rows::Row;
use crate::{Formula, MoveSchema, Variable};

/// The most cases of disjunctions that are distinguished.
const MAX_CASES: usize = 1_000;
/// The most inequalities that are combined.
const MAX_ROWS: usize = 1_500;
/// The bound beyond which a coefficient could overflow in an evaluation.
const MAX_NUMBER: i128 = 1 << 40;

/// The bounds of a parameter of a move, given the coordinates and the parameters before it:
/// `coefficient · parameter + rest ≤ 0` for each entry of a list.
#[derive(Clone, Debug, Default)]
pub struct ParameterBounds {
    upper: Vec<(i128, Rest)>,
    lower: Vec<(i128, Rest)>,
    /// The values of which the parameter must be one (`largest`, `smallest`), if the guard lists
    /// them.
    one_of: Option<Vec<Rest>>,
}

/// The other terms of a row, for fast evaluation.
#[derive(Clone, Debug)]
struct Rest {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

impl Rest {
    /// The coefficient of `parameter`, and the rest.
    fn of(parameter: u16, mut row: Row) -> Option<(i128, Self)> {
        let coefficient = row.terms.remove(&parameter)?;
        let terms = row.terms.into_iter().map(|(variable, a)| (usize::from(variable), a)).collect();
        Some((coefficient, Self { terms, constant: row.constant }))
    }

    fn evaluate(&self, values: &[i128]) -> i128 {
        self.terms.iter().fold(self.constant, |sum, &(variable, a)| sum + a * values[variable])
    }
}

impl ParameterBounds {
    /// Whether the parameter has an upper bound.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        !self.upper.is_empty()
    }

    /// The range of values that the parameter may have.
    ///
    /// # Panics
    ///
    /// If there is no upper bound.
    #[must_use]
    pub fn range(&self, values: &[i128]) -> std::ops::RangeInclusive<i128> {
        // coefficient < 0: parameter ≥ rest / |coefficient|, rounded up
        let low =
            self.lower.iter().map(|(c, rest)| -(-rest.evaluate(values)).div_euclid(-c)).fold(0, i128::max);
        let high = self.upper.iter().map(|(c, rest)| (-rest.evaluate(values)).div_euclid(*c)).min();
        let Some(high) = high else {
            // A guess would give a wrong value. Rules from a text are checked to bound their
            // parameters.
            panic!(
                "a parameter of a move has no upper bound, so that a position has no finite set of options"
            );
        };
        low..=high
    }

    /// The values that the parameter may have, ascending: all of its [range](Self::range), or the
    /// few that the guard lists.
    ///
    /// # Panics
    ///
    /// If there is no upper bound.
    #[must_use]
    pub fn values(&self, values: &[i128]) -> ParameterValues {
        let range = self.range(values);
        let Some(named) = &self.one_of else { return ParameterValues::Range(range) };
        let mut named: Vec<i128> = named.iter().map(|rest| rest.evaluate(values)).collect();
        named.retain(|value| range.contains(value));
        named.sort_unstable();
        named.dedup();
        ParameterValues::Named(named.into_iter())
    }
}

/// An iterator over the values of a parameter; see [`ParameterBounds::values`].
#[derive(Clone, Debug)]
pub enum ParameterValues {
    /// All values within the bounds.
    Range(std::ops::RangeInclusive<i128>),
    /// The listed values.
    Named(std::vec::IntoIter<i128>),
}

impl Iterator for ParameterValues {
    type Item = i128;

    fn next(&mut self) -> Option<i128> {
        match self {
            Self::Range(range) => range.next(),
            Self::Named(named) => named.next(),
        }
    }
}

/// Returns the expressions one of which the parameter must equal, if a formula lists them without
/// later parameters.
fn one_of(formula: &Formula, parameter: u16) -> Option<Vec<Rest>> {
    match formula {
        Formula::Zero(e) => {
            let variable = Variable(parameter);
            let sign = i128::from(e.coefficient(variable));
            let earlier = e.terms().iter().all(|(v, _)| v.index() <= usize::from(parameter));
            (sign.abs() == 1 && earlier).then(|| {
                // sign · parameter + rest = 0
                let terms = e.terms().iter().filter(|(v, _)| *v != variable);
                let terms = terms.map(|&(v, a)| (v.index(), -sign * i128::from(a))).collect();
                vec![Rest { terms, constant: -sign * i128::from(e.constant_term()) }]
            })
        }
        Formula::And(parts) => parts.iter().filter_map(|part| one_of(part, parameter)).min_by_key(Vec::len),
        Formula::Or(parts) => {
            let all: Option<Vec<Vec<Rest>>> = parts.iter().map(|part| one_of(part, parameter)).collect();
            all.map(|all| all.into_iter().flatten().collect())
        }
        _ => None,
    }
}

impl MoveSchema {
    /// The bounds of each parameter, for cases that together cover all moves of the schema.
    /// `weights` are such that no move raises Σ wᵢ xᵢ.
    ///
    /// ```
    /// use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Target, Variable};
    ///
    /// // x → p where p < x
    /// let (x, p) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
    /// let schema = MoveSchema {
    ///     from: ControlState(0),
    ///     to: ControlState(0),
    ///     parameters: 1,
    ///     guard: Formula::NotPositive(p.minus(&x).unwrap().with_constant(1).unwrap()),
    ///     targets: vec![Target::Becomes(p)],
    /// };
    /// let cases = schema.parameter_bounds(&[1]);
    /// assert_eq!(cases[0][0].range(&[7]), 0..=6);
    /// ```
    #[must_use]
    pub fn parameter_bounds(&self, weights: &[u64]) -> Vec<Vec<ParameterBounds>> {
        // Schemas have far fewer variables than 2^16.
        let first = u16::try_from(self.targets.len()).unwrap_or(u16::MAX);
        let parameters = first..first.saturating_add(self.parameters);
        let natural = parameters.clone().map(|p| Row { terms: [(p, -1)].into(), constant: 0 });
        let mut common: Vec<Row> = natural.chain(Row::natural_targets(self)).collect();
        let mut conjuncts = Vec::new();
        collect(&self.guard, &mut conjuncts);
        let simple = nest(common.iter().cloned().chain(conjuncts).collect(), parameters.clone());
        let named = |mut nest: Vec<ParameterBounds>| {
            for (parameter, bounds) in parameters.clone().zip(&mut nest) {
                bounds.one_of = one_of(&self.guard, parameter);
            }
            nest
        };
        if simple.iter().all(|bounds| !bounds.upper.is_empty()) {
            return vec![named(simple)];
        }
        // No move raises the rank.
        common.extend(Row::fall(self, weights).and_then(|fall| fall.reversed()));
        cases(&self.guard, true)
            .into_iter()
            .map(|rows| named(nest(common.iter().cloned().chain(rows).collect(), parameters.clone())))
            .collect()
    }
}

/// The bounds of each parameter, the last one eliminated first.
fn nest(mut rows: BTreeSet<Row>, parameters: std::ops::Range<u16>) -> Vec<ParameterBounds> {
    let mut nest = Vec::new();
    for parameter in parameters.rev() {
        let [uppers, lowers, remaining] = Row::parted(parameter, rows);
        rows = remaining.into_iter().collect();
        'all: for upper in &uppers {
            for lower in &lowers {
                if rows.len() >= MAX_ROWS {
                    break 'all;
                }
                // Dropping rows only makes the bounds wider.
                rows.extend(Row::without(parameter, upper, lower).filter(is_small));
            }
        }
        let rests = |rows: Vec<Row>| rows.into_iter().filter_map(|row| Rest::of(parameter, row)).collect();
        nest.push(ParameterBounds { upper: rests(uppers), lower: rests(lowers), one_of: None });
    }
    nest.reverse();
    nest
}

/// Whether an evaluation at coordinates below 2^63 cannot overflow.
fn is_small(row: &Row) -> bool {
    row.terms.values().all(|a| (-MAX_NUMBER..=MAX_NUMBER).contains(a))
        && row.constant.unsigned_abs() <= 1 << 80
}

/// The conjuncts of a formula that are inequalities.
fn collect(formula: &Formula, rows: &mut Vec<Row>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| collect(part, rows)),
        Formula::Or(_) => {}
        _ => {
            let mut only = cases(formula, true);
            if let (Some(case), true) = (only.pop(), only.is_empty()) {
                rows.extend(case);
            }
        }
    }
}

/// Splits a formula into cases, each a conjunction of inequalities. One of the cases holds where
/// the formula has the truth value `sign`.
pub(crate) fn cases(formula: &Formula, sign: bool) -> Vec<Vec<Row>> {
    match (formula, sign) {
        (Formula::True, true) | (Formula::False, false) | (Formula::Congruent { .. }, _) => vec![vec![]],
        (Formula::True, false) | (Formula::False, true) => vec![],
        (Formula::NotPositive(e), sign) => vec![vec![Row::not_positive(e, sign)]],
        (Formula::Zero(e), true) => vec![Row::zero(e).into()],
        (Formula::Zero(e), false) => Row::not_zero(e).map(|row| vec![row]).into(),
        (Formula::Not(inner), sign) => cases(inner, !sign),
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            let mut all: Vec<Vec<Row>> = vec![vec![]];
            for part in parts {
                let split = cases(part, sign);
                if all.len().saturating_mul(split.len()) > MAX_CASES {
                    continue;
                }
                all = all
                    .iter()
                    .flat_map(|case| split.iter().map(move |more| case.iter().chain(more).cloned().collect()))
                    .collect();
            }
            all
        }
        (Formula::And(parts), false) | (Formula::Or(parts), true) => {
            let any: Vec<Vec<Row>> = parts.iter().flat_map(|part| cases(part, sign)).collect();
            if any.len() > MAX_CASES { vec![vec![]] } else { any }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ControlState, LinearExpression, Target, Variable};

    #[test]
    fn later_parameters_are_eliminated() {
        // s ≤ t and t ≤ x: s lies between 0 and x.
        let [x, s, t] = [0, 1, 2].map(|v| LinearExpression::variable(Variable(v)));
        let schema = MoveSchema {
            from: ControlState(0),
            to: ControlState(0),
            parameters: 2,
            guard: Formula::And(vec![
                Formula::NotPositive(s.minus(&t).unwrap()),
                Formula::NotPositive(t.minus(&x).unwrap()),
            ]),
            targets: vec![Target::Becomes(s)],
        };
        let nest = &schema.parameter_bounds(&[1])[0];
        assert_eq!(nest[0].range(&[7]), 0..=7);
        assert_eq!(nest[1].range(&[7, 3]), 3..=7);
    }

    #[test]
    fn an_extreme_heap_is_one_of_the_heaps() {
        // s = smallest of x and y: the search does not try all numbers below both.
        let [x, y, s] = [0, 1, 2].map(|v| LinearExpression::variable(Variable(v)));
        let is = |e: &LinearExpression| Formula::Zero(e.minus(&s).unwrap());
        let schema = MoveSchema {
            from: ControlState(0),
            to: ControlState(0),
            parameters: 1,
            guard: Formula::And(vec![
                Formula::NotPositive(s.minus(&x).unwrap()),
                Formula::NotPositive(s.minus(&y).unwrap()),
                Formula::Or(vec![is(&x), is(&y)]),
            ]),
            targets: vec![Target::Becomes(s.clone()), Target::Same],
        };
        let bounds = &schema.parameter_bounds(&[1, 1])[0][0];
        assert_eq!(bounds.values(&[1 << 40, 7]).collect::<Vec<_>>(), [7]);
        assert_eq!(bounds.values(&[9, 9]).collect::<Vec<_>>(), [9]);
    }
}
