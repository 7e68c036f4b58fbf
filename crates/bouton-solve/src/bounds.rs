//! Between which bounds the parameters of a move schema lie.
//!
//! The parameters are enumerated one after the other, each between bounds that
//! depend on the coordinates and on the parameters before it. Where guard and
//! natural targets bound a parameter only together with later ones (`s + t < x`),
//! the later ones are eliminated first (Fourier and Motzkin); a disjunction that
//! is needed for a bound is split into cases. Bounds may be too wide (whoever
//! enumerates checks the whole guard), never too narrow. The elimination is doubly
//! exponential in the worst case and stops at fixed numbers of inequalities.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::{Formula, LinearExpression, MoveSchema, Target};

/// More cases of disjunctions than this are not told apart.
const MAX_CASES: usize = 1_000;
/// More inequalities than this are not combined any further.
const MAX_ROWS: usize = 1_500;
/// Beyond this a coefficient could overflow in an evaluation.
const MAX_NUMBER: i128 = 1 << 40;

/// `coefficient · parameter + rest ≤ 0`, for each entry of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    upper: Vec<(i128, Rest)>,
    lower: Vec<(i128, Rest)>,
}

/// A [`Row`] for fast evaluation.
#[derive(Clone, Debug)]
struct Rest {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

impl Rest {
    fn of(row: Row) -> Self {
        Self { terms: row.terms.into_iter().collect(), constant: row.constant }
    }

    fn evaluate(&self, values: &[i128]) -> i128 {
        self.terms.iter().fold(self.constant, |sum, &(variable, a)| sum + a * values[variable])
    }
}

/// Σ aᵢ vᵢ + c, meaning that it is ≤ 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    terms: BTreeMap<usize, i128>,
    constant: i128,
}

impl Bounds {
    /// The least and the greatest value that the parameter may have.
    ///
    /// # Panics
    ///
    /// If there is no upper bound.
    pub(crate) fn range(&self, values: &[i128]) -> std::ops::RangeInclusive<i128> {
        // coefficient < 0: parameter ≥ rest / |coefficient|, rounded up
        let low =
            self.lower.iter().map(|(c, rest)| -(-rest.evaluate(values)).div_euclid(-c)).fold(0, i128::max);
        let high = self.upper.iter().map(|(c, rest)| (-rest.evaluate(values)).div_euclid(*c)).min();
        let Some(high) = high else {
            // A guess would be a false value. Rules from a text are checked to bound their parameters.
            panic!(
                "a parameter of a move has no upper bound, so that a position has no finite set of options"
            );
        };
        low..=high
    }
}

/// For each of some cases that cover all moves of `schema`, the bounds of each parameter.
pub(crate) fn bounds(schema: &MoveSchema, dimension: usize, weights: &[u64]) -> Vec<Vec<Bounds>> {
    let parameters = dimension..dimension + usize::from(schema.parameters);
    let mut common: Vec<Row> = parameters.clone().filter_map(|p| Row::default().plus(p, -1)).collect();
    for target in &schema.targets {
        if let Target::Becomes(expression) = target {
            common.push(Row::of(expression, -1));
        }
    }
    let mut conjuncts = Vec::new();
    collect(&schema.guard, &mut conjuncts);
    let simple = nest(common.iter().cloned().chain(conjuncts).collect(), parameters.clone());
    if simple.iter().all(|bounds| !bounds.upper.is_empty()) {
        return vec![simple];
    }
    // No move raises the rank.
    common.extend(rank_does_not_rise(schema, weights));
    cases(&schema.guard, true)
        .into_iter()
        .map(|rows| nest(common.iter().cloned().chain(rows).collect(), parameters.clone()))
        .collect()
}

/// The bounds of each parameter, the last one eliminated first.
fn nest(mut rows: BTreeSet<Row>, parameters: std::ops::Range<usize>) -> Vec<Bounds> {
    let mut nest = Vec::new();
    for parameter in parameters.rev() {
        let (mut uppers, mut lowers) = (Vec::new(), Vec::new());
        let mut remaining = BTreeSet::new();
        for mut row in rows {
            match row.terms.remove(&parameter) {
                Some(coefficient) if coefficient > 0 => uppers.push((coefficient, row)),
                Some(coefficient) => lowers.push((coefficient, row)),
                None => {
                    remaining.insert(row);
                }
            }
        }
        for ((a, upper), (b, lower)) in
            uppers.iter().flat_map(|upper| lowers.iter().map(move |lower| (upper, lower)))
        {
            if remaining.len() >= MAX_ROWS {
                break;
            }
            remaining.extend(Row::combined(upper, -*b, lower, *a));
        }
        rows = remaining;
        let rests = |rows: Vec<(i128, Row)>| rows.into_iter().map(|(c, row)| (c, Rest::of(row))).collect();
        nest.push(Bounds { upper: rests(uppers), lower: rests(lowers) });
    }
    nest.reverse();
    nest
}

impl Row {
    fn of(expression: &LinearExpression, factor: i128) -> Self {
        let terms = expression.terms().iter().map(|&(v, a)| (v.index(), factor * i128::from(a))).collect();
        Self { terms, constant: factor * i128::from(expression.constant_term()) }
    }

    fn plus(mut self, variable: usize, coefficient: i128) -> Option<Self> {
        let entry = self.terms.entry(variable).or_insert(0);
        *entry = entry.checked_add(coefficient)?;
        if *entry == 0 {
            self.terms.remove(&variable);
        }
        Some(self)
    }

    fn plus_constant(mut self, constant: i128) -> Self {
        self.constant += constant;
        self
    }

    /// `left · a + right · b` for a, b ≥ 1; nothing if a number becomes too large.
    fn combined(left: &Self, a: i128, right: &Self, b: i128) -> Option<Self> {
        let mut row = Self { terms: BTreeMap::new(), constant: 0 };
        for (part, factor) in [(left, a), (right, b)] {
            for (&variable, &coefficient) in &part.terms {
                row = row.plus(variable, coefficient.checked_mul(factor)?)?;
            }
            row.constant = row.constant.checked_add(part.constant.checked_mul(factor)?)?;
        }
        let small = row.terms.values().all(|a| (-MAX_NUMBER..=MAX_NUMBER).contains(a));
        (small && row.constant.unsigned_abs() <= 1 << 80).then_some(row)
    }
}

/// Σ wᵢ (targetᵢ − xᵢ) ≤ 0.
fn rank_does_not_rise(schema: &MoveSchema, weights: &[u64]) -> Option<Row> {
    let mut row = Row::default();
    for (index, (target, &weight)) in schema.targets.iter().zip(weights).enumerate() {
        if let Target::Becomes(expression) = target {
            let weight = i128::from(weight);
            row = Row::combined(&row, 1, &Row::of(expression, 1), weight)?.plus(index, -weight)?;
        }
    }
    Some(row)
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

/// Cases, each a conjunction of inequalities, one of which holds where the
/// formula has the truth value `sign`.
fn cases(formula: &Formula, sign: bool) -> Vec<Vec<Row>> {
    match (formula, sign) {
        (Formula::True, true) | (Formula::False, false) | (Formula::Congruent { .. }, _) => vec![vec![]],
        (Formula::True, false) | (Formula::False, true) => vec![],
        (Formula::NotPositive(e), true) => vec![vec![Row::of(e, 1)]],
        (Formula::NotPositive(e), false) => vec![vec![Row::of(e, -1).plus_constant(1)]],
        (Formula::Zero(e), true) => vec![vec![Row::of(e, 1), Row::of(e, -1)]],
        (Formula::Zero(e), false) => {
            vec![vec![Row::of(e, 1).plus_constant(1)], vec![Row::of(e, -1).plus_constant(1)]]
        }
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
    use bouton_core::{ControlState, Variable};

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
        let nest = &bounds(&schema, 1, &[1])[0];
        assert_eq!(nest[0].range(&[7]), 0..=7);
        assert_eq!(nest[1].range(&[7, 3]), 3..=7);
    }
}
