//! Proofs that play ends: every move lowers a weighted sum of the coordinates.
//!
//! The method is Fourier–Motzkin elimination with the usual tightening of integer inequalities
//! (Williams, *Fourier–Motzkin elimination extension to integer programming problems*, 1976, gives
//! the exact method; only the sound half of it is needed here). A disjunction is split when the
//! conjunction around it is not sufficient; congruences are left out. So `true` is a proof, and
//! `false` means only that no proof was found. The cost is that of the elimination, in the worst
//! case doubly exponential in the number of variables. Fixed bounds on the number of inequalities
//! and of cases, far above what rules written by hand need, stop it.

use std::collections::BTreeMap;

use super::order::PlayOrder;
use crate::{Allowance, Formula, LinearExpression, MoveSchema, Target, arithmetic::rows::Row};

/// The most inequalities in one system.
const MAX_ROWS: usize = 1_500;
/// The most combinations of inequalities in one system.
const MAX_COMBINATIONS: usize = 30_000;
/// The most cases of disjunctions.
const MAX_CASES: usize = 1_000;

/// Whether every move of `schema` provably lowers Σ wᵢ xᵢ, or leaves all
/// coordinates as they are and leads to a control state of a higher number.
///
/// Sound and incomplete: `true` is a proof for all natural numbers, `false` means that no proof was
/// found.
///
/// ```
/// use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Target, Variable, descends};
///
/// // x → p where p < x
/// let (x, p) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
/// let below = p.minus(&x).unwrap().with_constant(1).unwrap();
/// let mut schema = MoveSchema {
///     from: ControlState(0),
///     to: ControlState(0),
///     parameters: 1,
///     guard: Formula::NotPositive(below),
///     targets: vec![Target::Becomes(p)],
/// };
/// assert!(descends(&schema, &[1]));
/// schema.guard = Formula::True;
/// assert!(!descends(&schema, &[1]));
/// ```
#[must_use]
pub fn descends(schema: &MoveSchema, weights: &[u64]) -> bool {
    let mut unlimited = u64::MAX;
    descends_within(schema, weights, &mut unlimited)
}

/// Decides the same as [`descends`], but returns `false` once the allowed work is used up. Work is
/// counted in combined inequalities; the work done is subtracted from `work`.
#[must_use]
pub fn descends_within(schema: &MoveSchema, weights: &[u64], work: &mut dyn Allowance) -> bool {
    descends_by(schema, &PlayOrder::by_weights(weights), work)
}

/// Whether every move of `schema` provably lowers the first sum of `order` that it changes, or
/// leaves all coordinates as they are and leads to a control state of a higher number. Work is
/// limited as in [`descends_within`].
#[must_use]
pub fn descends_by(schema: &MoveSchema, order: &PlayOrder, work: &mut dyn Allowance) -> bool {
    if order.sums().iter().any(|weights| weights.len() != schema.targets.len()) {
        return false;
    }
    if schema.to > schema.from && is_still(schema) {
        return true;
    }
    // Where the earlier sums do not change, this sum does not rise; and not all of them stay the
    // same.
    let mut stay: Vec<Row> = Row::natural_targets(schema).collect();
    let last = order.sums().len() - 1;
    for (place, weights) in order.sums().iter().enumerate() {
        let Some(fall) = Row::fall(schema, weights) else { return false };
        if fall.terms.is_empty() && fall.constant >= 1 {
            return true;
        }
        // fall ≤ 0, and strictly below 0 unless it is the last one
        let mut rows = stay.clone();
        let mut rises = fall.clone();
        rises.constant += i128::from(place < last);
        rows.push(rises);
        let guard = vec![(&schema.guard, true)];
        if !(Refutation { cases: 0, work }).refutes(rows, guard, Vec::new(), Variables::Natural) {
            return false;
        }
        let Some(back) = fall.reversed() else { return false };
        stay.extend([fall, back]);
    }
    true
}

impl Formula {
    /// Whether the formula is provably false for all natural numbers. Sound and incomplete like
    /// [`descends`]; [`satisfied_by`](Self::satisfied_by) decides it. Work is limited as in
    /// [`descends_within`].
    #[must_use]
    pub fn is_refuted(&self, work: &mut dyn Allowance) -> bool {
        Refutation { cases: 0, work }.refutes(Vec::new(), vec![(self, true)], Vec::new(), Variables::Natural)
    }
}

/// The moves of a schema in cases. Each case is a system of inequalities that is not known to be
/// infeasible. `None` if there are too many cases.
pub(super) fn cases_of(schema: &MoveSchema, work: &mut dyn Allowance) -> Option<Vec<Vec<Row>>> {
    const MOST: usize = 64;
    let all = crate::arithmetic::bounds::cases(&schema.guard, true);
    if all.len() > MOST {
        return None;
    }
    let mut cases = Vec::new();
    for mut rows in all {
        rows.extend(Row::natural_targets(schema));
        rows.iter_mut().for_each(Row::tighten);
        if !is_infeasible(rows.clone(), work) {
            cases.push(rows);
        }
    }
    Some(cases)
}

/// Whether every parameter of `schema` provably has an upper bound, given the position moved from:
/// guard and natural targets leave no direction in which a parameter could grow for ever. Sound and
/// incomplete like [`descends`].
///
/// ```
/// use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Target, Variable, bounds_parameters};
///
/// let (x, t) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
/// let mut schema = MoveSchema {
///     from: ControlState(0),
///     to: ControlState(0),
///     parameters: 1,
///     guard: Formula::True,
///     targets: vec![Target::Becomes(x.minus(&t).unwrap())],
/// };
/// assert!(bounds_parameters(&schema)); // x - t is a natural number
/// schema.targets = vec![Target::Becomes(t)];
/// assert!(!bounds_parameters(&schema));
/// ```
#[must_use]
pub fn bounds_parameters(schema: &MoveSchema) -> bool {
    let mut unlimited = u64::MAX;
    bounds_parameters_within(schema, &mut unlimited)
}

/// Decides the same as [`bounds_parameters`], but returns `false` once the allowed work is used up,
/// as in
/// [`descends_within`].
#[must_use]
pub fn bounds_parameters_within(schema: &MoveSchema, work: &mut dyn Allowance) -> bool {
    let dimension = schema.targets.len();
    (0..usize::from(schema.parameters)).all(|parameter| {
        let Ok(index) = u16::try_from(dimension + parameter) else { return false };
        // A direction of growth with at least one step of this parameter.
        let step = Row { terms: BTreeMap::from([(index, -1)]), constant: 1 };
        let mut rows = vec![step];
        for row in Row::natural_targets(schema) {
            rows.push(row.direction(dimension));
        }
        let kind = Variables::Directions { dimension };
        Refutation { cases: 0, work }.refutes(rows, vec![(&schema.guard, true)], Vec::new(), kind)
    })
}

/// Whether the schema provably never makes a coordinate larger. Sound and incomplete like
/// [`descends`].
///
/// ```
/// use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Target, Variable, never_raises};
///
/// // x, y → y, x - 1
/// let (x, y) = (LinearExpression::variable(Variable(0)), LinearExpression::variable(Variable(1)));
/// let mut schema = MoveSchema {
///     from: ControlState(0),
///     to: ControlState(0),
///     parameters: 0,
///     guard: Formula::NotPositive(y.minus(&x).unwrap()),
///     targets: vec![Target::Becomes(y.clone()), Target::Same],
/// };
/// assert!(never_raises(&schema)); // x → y where y ≤ x
/// schema.guard = Formula::True;
/// assert!(!never_raises(&schema));
/// ```
#[must_use]
pub fn never_raises(schema: &MoveSchema) -> bool {
    let mut unlimited = u64::MAX;
    never_raises_within(schema, &mut unlimited)
}

/// Decides the same as [`never_raises`], but returns `false` once the allowed work is used up, as
/// in [`descends_within`].
#[must_use]
pub fn never_raises_within(schema: &MoveSchema, work: &mut dyn Allowance) -> bool {
    work.take(1);
    schema.targets.iter().enumerate().all(|(coordinate, target)| {
        let Target::Becomes(expression) = target else { return true };
        if let [(variable, 1)] = expression.terms()
            && variable.index() == coordinate
        {
            return expression.constant_term() <= 0;
        }
        // e ≤ x exactly if e - 1 < x, and e = 0 raises nothing: a schema that only
        // moves this coordinate to e - 1 descends.
        let Some(Ok(less)) =
            expression.constant_term().checked_sub(1).map(|constant| expression.with_constant(constant))
        else {
            return false;
        };
        let mut targets = vec![Target::Same; schema.targets.len()];
        targets[coordinate] = Target::Becomes(less);
        let alone = MoveSchema { from: schema.from, to: schema.from, targets, ..schema.clone() };
        descends_within(&alone, &vec![1; schema.targets.len()], work)
    })
}

/// Whether the schema syntactically changes no coordinate.
fn is_still(schema: &MoveSchema) -> bool {
    schema.targets.iter().enumerate().all(|(index, target)| match target {
        Target::Same => true,
        Target::Becomes(expression) => {
            expression.constant_term() == 0
                && matches!(expression.terms(), [(variable, 1)] if variable.index() == index)
        }
    })
}

/// The range of the variables of a system.
#[derive(Clone, Copy)]
enum Variables {
    /// Natural numbers.
    Natural,
    /// Directions in which the parameters may grow; coordinates do not change.
    Directions {
        /// The number of coordinates.
        dimension: usize,
    },
}

impl Variables {
    fn row(self, row: Row) -> Row {
        match self {
            Self::Natural => row,
            Self::Directions { dimension } => row.direction(dimension),
        }
    }
}

/// A search for a contradiction, under a bound on the number of cases.
struct Refutation<'w> {
    cases: usize,
    /// The work that may still be done.
    work: &'w mut dyn Allowance,
}

type Signed<'a> = (&'a Formula, bool);

impl Refutation<'_> {
    /// Whether `rows` and all of `pending` (formulas with their sign) contradict
    /// each other; `choices` are disjunctions still to be split.
    fn refutes<'a>(
        &mut self,
        mut rows: Vec<Row>,
        mut pending: Vec<Signed<'a>>,
        mut choices: Vec<Choice<'a>>,
        kind: Variables,
    ) -> bool {
        self.cases += 1;
        if self.cases > MAX_CASES {
            return false;
        }
        while let Some((formula, sign)) = pending.pop() {
            match (formula, sign) {
                (Formula::True, true) | (Formula::False, false) | (Formula::Congruent { .. }, _) => {}
                (Formula::True, false) | (Formula::False, true) => return true,
                (Formula::NotPositive(e), sign) => rows.push(kind.row(Row::not_positive(e, sign))),
                (Formula::Zero(e), true) => rows.extend(Row::zero(e).map(|row| kind.row(row))),
                (Formula::Zero(e), false) => choices.push(Choice::Sides(e)),
                (Formula::Not(inner), sign) => pending.push((inner, !sign)),
                (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                    pending.extend(parts.iter().map(|part| (part, sign)));
                }
                (Formula::And(parts), false) | (Formula::Or(parts), true) => {
                    choices.push(Choice::Parts(parts, sign));
                }
            }
        }
        // Implied rows are not looked at again in each case.
        reduce(&mut rows);
        if is_infeasible(rows.clone(), self.work) {
            return true;
        }
        if self.work.is_used_up() {
            return false;
        }
        match choices.pop() {
            None => false,
            Some(Choice::Parts(parts, sign)) => {
                parts.iter().all(|part| self.refutes(rows.clone(), vec![(part, sign)], choices.clone(), kind))
            }
            Some(Choice::Sides(expression)) => Row::not_zero(expression).into_iter().all(|row| {
                let mut rows = rows.clone();
                rows.push(kind.row(row));
                self.refutes(rows, Vec::new(), choices.clone(), kind)
            }),
        }
    }
}

/// A disjunction that is still to be split.
#[derive(Clone, Copy)]
enum Choice<'a> {
    /// One of these parts holds, each with the sign.
    Parts(&'a [Formula], bool),
    /// The expression is below or above zero.
    Sides(&'a LinearExpression),
}

/// Removes the rows that others imply: of rows with the same terms, the one with the greatest
/// constant is left.
fn reduce(rows: &mut Vec<Row>) {
    rows.iter_mut().for_each(Row::tighten);
    rows.sort_unstable();
    rows.reverse();
    rows.dedup_by(|weaker, kept| weaker.terms == kept.terms);
}

/// Whether the rows provably have no solution in natural numbers.
fn is_infeasible(mut rows: Vec<Row>, work: &mut dyn Allowance) -> bool {
    let mut variables: Vec<u16> = rows.iter().flat_map(|row| row.terms.keys().copied()).collect();
    variables.sort_unstable();
    variables.dedup();
    for &variable in &variables {
        rows.push(Row { terms: BTreeMap::from([(variable, -1)]), constant: 0 });
    }
    let mut combinations = 0;
    loop {
        // Rows that are removed have cost as much as others.
        work.take(rows.len() as u64);
        reduce(&mut rows);
        if rows.iter().any(|row| row.terms.is_empty() && row.constant > 0) {
            return true;
        }
        rows.retain(|row| !row.terms.is_empty());
        if rows.len() > MAX_ROWS {
            return false;
        }
        let mut signs: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
        for row in &rows {
            for (&variable, &coefficient) in &row.terms {
                let entry = signs.entry(variable).or_default();
                if coefficient > 0 { entry.0 += 1 } else { entry.1 += 1 }
            }
        }
        let Some((variable, (above, below))) =
            signs.into_iter().min_by_key(|(_, (above, below))| above * below)
        else {
            return false;
        };
        combinations += above * below;
        work.take((above * below) as u64);
        if combinations > MAX_COMBINATIONS || work.is_used_up() {
            return false;
        }
        let [upper, lower, mut without] = Row::parted(variable, rows);
        for high in &upper {
            for low in &lower {
                let Some(row) = Row::without(variable, high, low) else { return false };
                without.push(row);
            }
        }
        rows = without;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ControlState, Variable};

    fn expression(terms: &[(u16, i64)], constant: i64) -> LinearExpression {
        let zero = LinearExpression::constant(constant).unwrap();
        terms.iter().fold(zero, |sum, &(variable, coefficient)| {
            sum.plus_scaled(&LinearExpression::variable(Variable(variable)), coefficient).unwrap()
        })
    }

    fn schema(parameters: u16, guard: Formula, targets: Vec<Target>) -> MoveSchema {
        MoveSchema { from: ControlState(0), to: ControlState(0), parameters, guard, targets }
    }

    fn becomes(terms: &[(u16, i64)], constant: i64) -> Target {
        Target::Becomes(expression(terms, constant))
    }

    #[test]
    fn halving_a_positive_counter_lowers_it() {
        // a → q with 2q ≤ a, a ≥ 1
        let half = Formula::NotPositive(expression(&[(1, 2), (0, -1)], 0));
        let positive = Formula::NotPositive(expression(&[(0, -1)], 1));
        let targets = vec![becomes(&[(1, 1)], 0)];
        assert!(descends(&schema(1, half.clone().and(positive), targets.clone()), &[1]));
        assert!(!descends(&schema(1, half, targets), &[1]), "0 may be halved for ever");
    }

    #[test]
    fn swapping_needs_the_guard() {
        // a, b → b, a - 1
        let targets = vec![becomes(&[(1, 1)], 0), becomes(&[(0, 1)], -1)];
        assert!(descends(&schema(0, Formula::True, targets.clone()), &[1, 1]));
        assert!(!descends(&schema(0, Formula::True, targets.clone()), &[2, 1]));
        let guard = Formula::NotPositive(expression(&[(1, 1), (0, -1)], 1)); // a > b
        assert!(descends(&schema(0, guard, targets), &[2, 1]));
    }

    #[test]
    fn every_case_of_a_disjunction_is_needed() {
        // x → p where p ≤ x - 1 or p ≤ x - 2 (or, in the second guard, p ≤ x)
        let below = |c| Formula::NotPositive(expression(&[(1, 1), (0, -1)], c));
        let targets = vec![becomes(&[(1, 1)], 0)];
        assert!(descends(&schema(1, Formula::Or(vec![below(1), below(2)]), targets.clone()), &[1]));
        assert!(!descends(&schema(1, Formula::Or(vec![below(1), below(0)]), targets.clone()), &[1]));
        // x ≠ p and p ≤ x
        let unequal = Formula::Zero(expression(&[(1, 1), (0, -1)], 0)).negated();
        assert!(descends(&schema(1, unequal.and(below(0)), targets), &[1]));
    }

    #[test]
    fn a_still_move_must_raise_the_control_state() {
        let mut still = schema(0, Formula::True, vec![Target::Same]);
        assert!(!descends(&still, &[1]));
        still.to = ControlState(1);
        assert!(descends(&still, &[1]));
    }

    #[test]
    fn integers_are_tighter_than_rationals() {
        // 2p ≤ 2x - 1 means p ≤ x - 1.
        let guard = Formula::NotPositive(expression(&[(1, 2), (0, -2)], 1));
        assert!(descends(&schema(1, guard, vec![becomes(&[(1, 1)], 0)]), &[1]));
    }

    #[test]
    fn parameters_need_a_bound_in_every_case() {
        let bounded = Formula::NotPositive(expression(&[(1, 1), (0, -1)], 1));
        let unbounded = Formula::NotPositive(expression(&[(1, -1), (0, 1)], 0));
        let targets = vec![Target::Same];
        assert!(bounds_parameters(&schema(1, bounded.clone(), targets.clone())));
        assert!(!bounds_parameters(&schema(1, Formula::Or(vec![bounded, unbounded]), targets)));
    }

    /// A proof must agree with every move of a small box, for all guards
    /// `a p + b x + c ≤ 0` with small numbers.
    #[test]
    fn proofs_hold_on_a_box() {
        let mut proved = 0;
        for (a, b, c) in (-2..=2).flat_map(|a| (-2..=2).flat_map(move |b| (-2..=2).map(move |c| (a, b, c)))) {
            let guard = Formula::NotPositive(expression(&[(1, a), (0, b)], c));
            let claim = descends(&schema(1, guard.clone(), vec![becomes(&[(1, 1)], 0)]), &[1]);
            let holds = (0..12).all(|x: i128| (0..40).all(|p: i128| !guard.holds(&[x, p]) || p < x));
            assert!(!claim || holds, "{a} {b} {c}");
            proved += u32::from(claim);
        }
        assert!(proved > 5, "too few proofs were tested");
    }
}
