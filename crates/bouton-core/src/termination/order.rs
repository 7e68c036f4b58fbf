//! Orders by which play ends: weighted sums of the coordinates, compared one after the other.

use std::{fmt, str::FromStr};

use super::descent::cases_of;
use super::simplex::{Constraint, cheapest};
use crate::{Allowance, MAX_COEFFICIENT, MoveSchema, arithmetic::rows::Row};

use num_bigint::BigInt;
use num_rational::BigRational;

/// A lexicographic order of the positions, by weighted sums of the coordinates. Each move lowers
/// the first sum that it changes, so every play ends.
///
/// With one sum of positive weights each move lowers the *rank* of the position, and only
/// finitely many positions have a rank that is no greater. With several sums there may be
/// infinitely many positions below one, of which a play meets finitely many.
///
/// ```
/// use bouton_core::PlayOrder;
///
/// let order: PlayOrder = "0,1 then 1,0".parse().unwrap();
/// assert_eq!(order.sums(), [[0, 1], [1, 0]]);
/// assert_eq!(order.to_string(), "0,1 then 1,0");
/// assert!("1,2 then 3".parse::<PlayOrder>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayOrder {
    sums: Vec<Vec<u64>>,
}

/// The error that a text is not a [`PlayOrder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected weights such as `1,2`, or several of them with `then`, all of one length")]
pub struct ParseOrderError;

impl PlayOrder {
    /// Creates the order by these sums; `None` if there are no sums, or their lengths differ.
    #[must_use]
    pub fn new(sums: Vec<Vec<u64>>) -> Option<Self> {
        let length = sums.first()?.len();
        sums.iter().all(|weights| weights.len() == length).then_some(Self { sums })
    }

    /// Creates the order by one sum.
    #[must_use]
    pub fn by_weights(weights: &[u64]) -> Self {
        Self { sums: vec![weights.to_vec()] }
    }

    /// The weights of each sum, in order.
    #[must_use]
    pub fn sums(&self) -> &[Vec<u64>] {
        &self.sums
    }

    /// The weights, if there is one sum and all its weights are positive.
    #[must_use]
    pub fn rank(&self) -> Option<&[u64]> {
        match &self.sums[..] {
            [weights] if weights.iter().all(|&weight| weight > 0) => Some(weights),
            _ => None,
        }
    }

    /// Returns the same order with one more coordinate, which counts in the first sum.
    #[must_use]
    pub fn with_one_more(&self) -> Self {
        let mut sums = self.sums.clone();
        for (place, weights) in sums.iter_mut().enumerate() {
            weights.push(u64::from(place == 0));
        }
        Self { sums }
    }

    /// Finds weights or an order under which all of these schemas descend: first a solution with
    /// one sum of positive weights is sought, then a lexicographic order.
    ///
    /// A sum falls with all moves of a case of a schema (a polyhedron) exactly if its fall is a
    /// combination of the case's inequalities (Farkas), so the weights and the factors of the
    /// combination solve one linear program. The order is built greedily: each sum falls strictly
    /// on as many of the remaining cases as possible. If there is any such order of linear forms,
    /// this finds one (Alias, Darte, Feautrier and Gonnord, *Multi-dimensional rankings, program
    /// termination, and complexity bounds of flowchart programs*, 2010). Integers are treated as
    /// rationals, and congruences are left out. Verify the result with
    /// [`descends_by`](crate::descends_by).
    ///
    /// # Errors
    ///
    /// The numbers of schemas on which no sum falls that falls or stays on all of them; all schemas
    /// if the work is used up.
    pub fn find(
        schemas: &[&MoveSchema],
        dimension: usize,
        work: &mut dyn Allowance,
    ) -> Result<Self, Vec<usize>> {
        let all = || (0..schemas.len()).collect::<Vec<_>>();
        let mut left: Vec<Case> = Vec::new();
        for (number, schema) in schemas.iter().enumerate() {
            for rows in cases_of(schema, work).ok_or_else(all)? {
                left.push(Case { number, rows });
            }
        }
        if let Some(weights) = Program::of(schemas, &left, dimension, true).ok_or_else(all)?.solve(work) {
            return Ok(Self { sums: vec![weights.0] });
        }
        let mut sums = Vec::new();
        while !left.is_empty() {
            let stuck = |left: &[Case]| {
                let mut numbers: Vec<usize> = left.iter().map(|case| case.number).collect();
                numbers.dedup();
                numbers
            };
            let program = Program::of(schemas, &left, dimension, false).ok_or_else(|| stuck(&left))?;
            let Some((weights, falls)) = program.solve(work) else { return Err(stuck(&left)) };
            if !falls.contains(&true) {
                return Err(stuck(&left));
            }
            let mut next = Vec::new();
            for (mut case, _) in left.into_iter().zip(falls).filter(|(_, falls)| !falls) {
                // Where the sum falls, the case is settled; the next sum is for the moves on which
                // it stays.
                case.rows.extend(Row::fall(schemas[case.number], &weights));
                next.push(case);
            }
            left = next;
            sums.push(weights);
        }
        Self::new(sums).ok_or_else(all)
    }
}

/// Some of the moves of a schema: those that satisfy the rows.
struct Case {
    number: usize,
    rows: Vec<Row>,
}

/// A linear program for weights. Its variables are the weights, then for each case, if needed, the
/// amount by which its fall is below 1, and the factors of its rows.
struct Program {
    costs: Vec<u32>,
    constraints: Vec<Constraint>,
    dimension: usize,
    /// The variable for the amount that a case lacks.
    lacks: Vec<usize>,
    strict: bool,
}

impl Program {
    /// Creates the program. If `strict`, weights are positive and each case falls under them.
    fn of(schemas: &[&MoveSchema], cases: &[Case], dimension: usize, strict: bool) -> Option<Self> {
        let mut costs = vec![u32::from(strict); dimension];
        let (mut constraints, mut lacks) = (Vec::new(), Vec::new());
        if strict {
            constraints.extend((0..dimension).map(|weight| (vec![(weight, 1)], 1)));
        }
        for case in cases {
            let lack = costs.len();
            if !strict {
                costs.push(1);
                lacks.push(lack);
                constraints.push((vec![(lack, -1)], -1));
            }
            let first = costs.len();
            costs.resize(first + case.rows.len(), 0);
            // The fall of one unit of each weight, as a linear form.
            let units: Vec<(usize, Row)> = (0..dimension)
                .map(|unit| {
                    let mut weights = vec![0; dimension];
                    weights[unit] = 1;
                    Row::fall(schemas[case.number], &weights).map(|row| (unit, row))
                })
                .collect::<Option<_>>()?;
            let factors = (first..).zip(&case.rows);
            let forms = || units.iter().map(|(unit, row)| (*unit, row)).chain(factors.clone());
            let mut variables: Vec<u16> = forms().flat_map(|(_, row)| row.terms.keys().copied()).collect();
            variables.sort_unstable();
            variables.dedup();
            // fall + Σ factor · row is non-negative in every variable, and 1 without them.
            for variable in variables {
                let terms = forms().filter_map(|(column, row)| Some((column, *row.terms.get(&variable)?)));
                constraints.push((terms.collect(), 0));
            }
            let mut terms: Vec<(usize, i128)> = forms()
                .filter(|(_, row)| row.constant != 0)
                .map(|(column, row)| (column, row.constant))
                .collect();
            terms.extend((!strict).then_some((lack, 1)));
            constraints.push((terms, 1));
        }
        Some(Self { costs, constraints, dimension, lacks, strict })
    }

    /// The weights, and whether each case falls under them.
    fn solve(&self, work: &mut dyn Allowance) -> Option<(Vec<u64>, Vec<bool>)> {
        let solution = cheapest(&self.costs, &self.constraints, work)?;
        let one = BigRational::from_integer(1.into());
        let falls = self.lacks.iter().map(|&lack| self.strict || solution[lack] < one).collect();
        let weights = &solution[..self.dimension];
        let lcm = |left: BigInt, right: &BigRational| num_integer::lcm(left, right.denom().clone());
        let common = weights.iter().fold(BigInt::from(1), lcm);
        let whole: Vec<BigInt> = weights.iter().map(|w| w.numer() * (&common / w.denom())).collect();
        let gcd = whole.iter().fold(BigInt::from(0), |left, right| num_integer::gcd(left, right.clone()));
        let weight = |w: &BigInt| {
            let least = if gcd == BigInt::from(0) { w.clone() } else { w / &gcd };
            u64::try_from(least).ok().filter(|&w| w <= MAX_COEFFICIENT.unsigned_abs())
        };
        Some((whole.iter().map(weight).collect::<Option<_>>()?, falls))
    }
}

impl fmt::Display for PlayOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, weights) in self.sums.iter().enumerate() {
            let list: Vec<String> = weights.iter().map(ToString::to_string).collect();
            write!(f, "{}{}", if place == 0 { "" } else { " then " }, list.join(","))?;
        }
        Ok(())
    }
}

impl FromStr for PlayOrder {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Self, ParseOrderError> {
        let weight = |word: &str| {
            let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| word.parse().ok()).flatten()
        };
        let sums = text.split(" then ").map(|weights| weights.split(',').map(weight).collect());
        sums.collect::<Option<_>>().and_then(Self::new).ok_or(ParseOrderError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ControlState, Formula, LinearExpression, Target, Variable, descends_by};

    fn expression(terms: &[(u16, i64)], constant: i64) -> LinearExpression {
        let zero = LinearExpression::constant(constant).unwrap();
        terms.iter().fold(zero, |sum, &(variable, coefficient)| {
            sum.plus_scaled(&LinearExpression::variable(Variable(variable)), coefficient).unwrap()
        })
    }

    fn at_least(terms: &[(u16, i64)], constant: i64) -> Formula {
        let terms: Vec<(u16, i64)> = terms.iter().map(|&(v, c)| (v, -c)).collect();
        Formula::NotPositive(expression(&terms, constant))
    }

    fn schema(parameters: u16, guard: Vec<Formula>, targets: &[(&[(u16, i64)], i64)]) -> MoveSchema {
        let targets = targets.iter().map(|(terms, c)| Target::Becomes(expression(terms, *c))).collect();
        MoveSchema {
            from: ControlState(0),
            to: ControlState(0),
            parameters,
            guard: Formula::And(guard),
            targets,
        }
    }

    fn found(schemas: &[MoveSchema]) -> Result<String, Vec<usize>> {
        let schemas: Vec<&MoveSchema> = schemas.iter().collect();
        let order = PlayOrder::find(&schemas, schemas[0].targets.len(), &mut 10_000_000u64)?;
        for schema in &schemas {
            assert!(descends_by(schema, &order, &mut 1_000_000u64), "{order} {schema:?}");
        }
        Ok(order.to_string())
    }

    #[test]
    fn weights_are_solved_for() {
        // a, b → a - 1, b + 5 and b → b - 1
        let moves = [
            schema(0, vec![], &[(&[(0, 1)], -1), (&[(1, 1)], 5)]),
            schema(0, vec![], &[(&[(0, 1)], 0), (&[(1, 1)], -1)]),
        ];
        assert_eq!(found(&moves), Ok("6,1".to_owned()));
    }

    #[test]
    fn an_order_is_solved_for() {
        // a, b → a - 1, 2 b and b → b - 1: no weights suffice.
        let moves = [
            schema(0, vec![], &[(&[(0, 1)], -1), (&[(1, 2)], 0)]),
            schema(0, vec![], &[(&[(0, 1)], 0), (&[(1, 1)], -1)]),
        ];
        let order = found(&moves).unwrap();
        let order: PlayOrder = order.parse().unwrap();
        assert_eq!(order.sums().len(), 2);
        assert_eq!(order.rank(), None);
        assert_eq!(order.with_one_more().sums()[0][2], 1);
    }

    #[test]
    fn what_defeats_every_order_is_told() {
        // a → a - 1 is harmless; b, c → b - 1, c + 1 and b + 1, c - 1 go on for ever.
        let moves = [
            schema(0, vec![], &[(&[(0, 1)], -1), (&[(1, 1)], 0), (&[(2, 1)], 0)]),
            schema(0, vec![], &[(&[(0, 1)], 0), (&[(1, 1)], -1), (&[(2, 1)], 1)]),
            schema(0, vec![], &[(&[(0, 1)], 0), (&[(1, 1)], 1), (&[(2, 1)], -1)]),
        ];
        assert_eq!(found(&moves), Err(vec![1, 2]));
    }

    #[test]
    fn a_guard_takes_part() {
        // b ≥ 1, t < b: a, b → t, t; and b ≤ t < a: a → t. (Chomp with two rows.)
        let eat = schema(1, vec![at_least(&[(1, 1), (2, -1)], 1)], &[(&[(2, 1)], 0), (&[(2, 1)], 0)]);
        let first = vec![at_least(&[(0, 1), (2, -1)], 1), at_least(&[(2, 1), (1, -1)], 0)];
        let shorten = schema(1, first, &[(&[(2, 1)], 0), (&[(1, 1)], 0)]);
        assert_eq!(found(&[eat, shorten]), Ok("0,1 then 1,0".to_owned()));
    }
}
