//! Linear programs over the rationals: the dual simplex method, with Bland's rule.
//!
//! The programs here have no negative costs, so the slack basis is dual feasible and one phase is
//! enough. Numbers are exact. Bland's rule (*New finite pivoting rules for the simplex method*, 1977)
//! prevents cycling. The number of pivots may be exponential, and the work is limited.

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::Allowance;

/// The constraint `Σ coefficient · variable ≥ bound`.
pub(super) type Constraint = (Vec<(usize, i128)>, i128);

/// The most numbers in a table; larger programs are not tried.
const MOST_ENTRIES: usize = 60_000;

/// Returns a solution in non-negative rationals with the least cost. `None` if there is no
/// solution, or if the work (counted in entries that a pivot changes) is used up.
pub(super) fn cheapest(
    costs: &[u32],
    constraints: &[Constraint],
    work: &mut dyn Allowance,
) -> Option<Vec<BigRational>> {
    let (columns, rows) = (costs.len(), constraints.len());
    if (columns + 1).checked_mul(rows + 1)? > MOST_ENTRIES {
        return None;
    }
    let number = |value: i128| BigRational::from_integer(value.into());
    // Each basic variable is its constant and a combination of the others; the last column has the
    // constants.
    let mut table: Vec<Vec<BigRational>> = constraints
        .iter()
        .map(|(terms, bound)| {
            let mut row = vec![BigRational::zero(); columns + 1];
            terms.iter().for_each(|&(variable, a)| row[variable] += number(a));
            row[columns] = number(-bound);
            row
        })
        .collect();
    let mut cost: Vec<BigRational> = costs.iter().map(|&cost| number(cost.into())).collect();
    let mut basic: Vec<usize> = (columns..columns + rows).collect();
    let mut others: Vec<usize> = (0..columns).collect();
    loop {
        let Some(leaving) =
            (0..rows).filter(|&row| table[row][columns].is_negative()).min_by_key(|&row| basic[row])
        else {
            let mut solution = vec![BigRational::zero(); columns];
            for (row, &variable) in basic.iter().enumerate().filter(|(_, variable)| **variable < columns) {
                solution[variable] = table[row][columns].clone();
            }
            return Some(solution);
        };
        let entering = (0..columns)
            .filter(|&column| table[leaving][column].is_positive())
            .min_by_key(|&column| (&cost[column] / &table[leaving][column], others[column]))?;
        work.take(((rows + 1) * (columns + 1)) as u64);
        if work.is_used_up() {
            return None;
        }
        // leaving = … + a · entering, so entering = (leaving − …) / a.
        let a = table[leaving][entering].clone();
        let mut pivot: Vec<BigRational> = table[leaving].iter().map(|entry| -entry / &a).collect();
        pivot[entering] = a.recip();
        let replace = |row: &mut [BigRational]| {
            let factor = std::mem::take(&mut row[entering]);
            if factor.is_zero() {
                return;
            }
            for (entry, pivot) in row.iter_mut().zip(&pivot) {
                *entry += &factor * pivot;
            }
        };
        table.iter_mut().enumerate().filter(|(row, _)| *row != leaving).for_each(|(_, row)| replace(row));
        replace(&mut cost);
        table[leaving] = pivot;
        std::mem::swap(&mut basic[leaving], &mut others[entering]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(costs: &[u32], constraints: &[Constraint]) -> Option<Vec<(i64, i64)>> {
        let solution = cheapest(costs, constraints, &mut 1_000_000u64)?;
        let pair = |x: &BigRational| (x.numer().try_into().unwrap(), x.denom().try_into().unwrap());
        Some(solution.iter().map(pair).collect())
    }

    #[test]
    fn a_program_has_its_cheapest_solution() {
        // x + 2y ≥ 4, 3x + y ≥ 6: the minimum of x + y is where both are equations.
        let found = solve(&[1, 1], &[(vec![(0, 1), (1, 2)], 4), (vec![(0, 3), (1, 1)], 6)]);
        assert_eq!(found, Some(vec![(8, 5), (6, 5)]));
        assert_eq!(solve(&[1], &[(vec![(0, -1)], 1)]), None, "-x ≥ 1");
        assert_eq!(solve(&[0, 0], &[(vec![(0, 1), (1, -1)], 1), (vec![(0, -1), (1, 1)], 0)]), None);
    }

    /// Compares all programs with two variables, three constraints and small numbers with the
    /// half-integers, which include their vertices.
    #[test]
    fn solutions_are_feasible_and_optimal() {
        let (mut found, mut none) = (0, 0);
        for number in 0..3i128.pow(6) {
            let digit = |place: u32| number / 3i128.pow(place) % 3 - 1;
            let constraints: Vec<Constraint> =
                (0..3).map(|i| (vec![(0, digit(2 * i)), (1, digit(2 * i + 1))], i128::from(i) - 1)).collect();
            let fits = |x: i128, y: i128| {
                constraints.iter().all(|(terms, bound)| terms[0].1 * x + terms[1].1 * y >= 2 * bound)
            };
            let exists = (0..12).any(|x| (0..12).any(|y| fits(x, y)));
            match solve(&[1, 1], &constraints) {
                Some(solution) => {
                    assert!(exists, "{constraints:?} {solution:?}");
                    let value = |i: usize| solution[i].0 as f64 / solution[i].1 as f64;
                    for (terms, bound) in &constraints {
                        let sum = terms[0].1 as f64 * value(0) + terms[1].1 as f64 * value(1);
                        assert!(sum >= *bound as f64 - 1e-9);
                    }
                    found += 1;
                }
                None => {
                    assert!(!exists, "{constraints:?}");
                    none += 1;
                }
            }
        }
        assert!(found > 50 && none > 50);
    }
}
