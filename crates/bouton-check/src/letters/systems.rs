//! Systems of linear conditions on integers: shown to have no solution, or divided into cases.
//!
//! The proof is an elimination (Fourier and Motzkin) in which each row is tightened to integers. A system
//! without solutions may fail to be refuted; one that has a solution is never refuted.

use bouton_core::letters::LetterForm;

use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The most rows that one elimination may meet.
const MAX_ROWS: usize = 4_000;

/// Σ terms·x + constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sum {
    pub(super) terms: Vec<i128>,
    pub(super) constant: i128,
}

impl Sum {
    pub(super) fn zero(variables: usize) -> Self {
        Self { terms: vec![0; variables], constant: 0 }
    }

    pub(super) fn variable(index: usize) -> Self {
        let mut sum = Self::zero(index + 1);
        sum.terms[index] = 1;
        sum
    }

    /// A form, with these sums for its quantities.
    pub(super) fn of_form(form: &LetterForm, values: &[Self]) -> Verdict<Self> {
        if form.coefficients.len() != values.len() {
            return Err(Refusal::new(
                Step::Cases,
                "a form does not have a number for each of its quantities",
            ));
        }
        let start = Self { terms: Vec::new(), constant: form.constant.into() };
        (values.iter().zip(&form.coefficients))
            .try_fold(start, |sum, (value, coefficient)| sum.plus(value, i128::from(*coefficient)))
    }

    /// `self + factor · other`.
    pub(super) fn plus(&self, other: &Self, factor: i128) -> Verdict<Self> {
        let too_large = || Refusal::new(Step::Limit, "a number in a linear condition became too large");
        let add = |left: i128, right: i128| {
            right.checked_mul(factor).and_then(|right| left.checked_add(right)).ok_or_else(too_large)
        };
        // Sums may have been made before further variables were introduced.
        let count = self.terms.len().max(other.terms.len());
        let at = |sum: &Self, index: usize| sum.terms.get(index).copied().unwrap_or(0);
        let terms = (0..count).map(|index| add(at(self, index), at(other, index))).collect::<Verdict<_>>()?;
        Ok(Self { terms, constant: add(self.constant, other.constant)? })
    }

    pub(super) fn plus_constant(&self, constant: i128) -> Verdict<Self> {
        self.plus(&Self { terms: Vec::new(), constant }, 1)
    }

    /// −self − 1: that self ≥ 0 does not hold.
    pub(super) fn opposite(&self) -> Verdict<Self> {
        Self::zero(0).plus(self, -1)?.plus_constant(-1)
    }

    pub(super) fn at(&self, index: usize) -> i128 {
        self.terms.get(index).copied().unwrap_or(0)
    }

    fn divisor(&self) -> i128 {
        let mut divisor = 0u128;
        for term in &self.terms {
            let mut other = term.unsigned_abs();
            while other > 0 {
                (divisor, other) = (other, divisor % other);
            }
        }
        i128::try_from(divisor).unwrap_or(1)
    }

    /// Divides by the common divisor of all terms; the constant of a condition ≥ 0 is rounded down.
    fn tighten(mut self) -> Self {
        let divisor = self.divisor();
        if divisor > 1 {
            self.terms.iter_mut().for_each(|term| *term /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

/// Conditions that hold together, on integers.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// Sums that are not negative.
    pub(super) rows: Vec<Sum>,
    /// Sums that are 0.
    pub(super) zeros: Vec<Sum>,
}

/// No solution.
struct Contradiction;

impl System {
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.rows.extend(other.rows.iter().cloned());
        both.zeros.extend(other.zeros.iter().cloned());
        both
    }

    pub(super) fn with(&self, row: Sum) -> Self {
        let mut more = self.clone();
        more.rows.push(row);
        more
    }

    /// The same conditions, and the equations that two opposite ones make.
    pub(super) fn with_equations(&self) -> Verdict<Self> {
        let mut system = self.clone();
        let trimmed = |sum: &Sum| {
            let mut sum = sum.clone();
            while sum.terms.last() == Some(&0) {
                sum.terms.pop();
            }
            sum
        };
        let rows: Vec<Sum> = self.rows.iter().map(trimmed).collect();
        for (number, row) in rows.iter().enumerate() {
            let negative = trimmed(&Sum::zero(0).plus(row, -1)?);
            if !row.terms.is_empty() && rows[..number].contains(&negative) {
                system.zeros.push(row.clone());
            }
        }
        Ok(system)
    }

    /// The conditions where some equations hold: these replace some of the first variables by others.
    pub(super) fn within(&self, zeros: &[Sum], variables: usize) -> Verdict<Self> {
        let mut system = self.clone();
        let mut zeros = zeros.to_vec();
        while let Some(zero) = zeros.pop() {
            let Some(index) = (0..variables).find(|&index| zero.at(index).abs() == 1) else { continue };
            let sign = zero.at(index);
            for sum in system.rows.iter_mut().chain(&mut system.zeros).chain(&mut zeros) {
                let factor = sum.at(index);
                if factor != 0 {
                    *sum = sum.plus(&zero, -factor * sign)?;
                }
            }
        }
        Ok(system)
    }

    /// Uses equations to remove variables, those of `variables` if they are named; each has coefficient ±1
    /// there.
    fn substitute(&mut self, variables: Option<&[usize]>) -> Verdict<Result<(), Contradiction>> {
        let mut done: Vec<Sum> = Vec::new();
        while let Some(mut zero) = self.zeros.pop() {
            let divisor = zero.divisor();
            if divisor == 0 {
                if zero.constant != 0 {
                    return Ok(Err(Contradiction));
                }
                continue;
            }
            if zero.constant.rem_euclid(divisor) != 0 {
                return Ok(Err(Contradiction));
            }
            zero.terms.iter_mut().for_each(|term| *term /= divisor);
            zero.constant /= divisor;
            let allowed = |index: usize| variables.is_none_or(|variables| variables.contains(&index));
            let unit = (0..zero.terms.len()).find(|&index| zero.at(index).abs() == 1 && allowed(index));
            let Some(index) = unit else {
                done.push(zero);
                continue;
            };
            let sign = zero.at(index);
            for list in [&mut self.rows, &mut self.zeros, &mut done] {
                for sum in list {
                    let factor = sum.at(index);
                    if factor != 0 {
                        *sum = sum.plus(&zero, -factor * sign)?;
                    }
                }
            }
            // An equation that was put aside may have a coefficient ±1 now.
            self.zeros.append(&mut done);
        }
        self.zeros = done;
        Ok(Ok(()))
    }

    /// The rows, in their order, where the equations give these variables; `None` if they do not, or give
    /// more.
    pub(super) fn without(&self, variables: &[usize]) -> Verdict<Option<Vec<Sum>>> {
        let mut system = self.clone();
        let solved = system.substitute(Some(variables))?.is_ok() && system.zeros.is_empty();
        let left = |row: &Sum| variables.iter().any(|&index| row.at(index) != 0);
        Ok((solved && !system.rows.iter().any(left)).then_some(system.rows))
    }

    /// Tightened rows, each with its least constant; or a contradiction.
    fn simplify(&mut self) -> Result<(), Contradiction> {
        let mut kept: std::collections::BTreeMap<Vec<i128>, i128> = std::collections::BTreeMap::new();
        for row in self.rows.drain(..) {
            let row = row.tighten();
            if row.terms.iter().all(|term| *term == 0) {
                if row.constant < 0 {
                    return Err(Contradiction);
                }
                continue;
            }
            let mut terms = row.terms;
            while terms.last() == Some(&0) {
                terms.pop();
            }
            let least = kept.entry(terms).or_insert(row.constant);
            *least = row.constant.min(*least);
        }
        for (terms, constant) in &kept {
            let negative: Vec<i128> = terms.iter().map(|term| -term).collect();
            if kept
                .get(&negative)
                .is_some_and(|other| constant.checked_add(*other).is_some_and(|sum| sum < 0))
            {
                return Err(Contradiction);
            }
        }
        self.rows = kept.into_iter().map(|(terms, constant)| Sum { terms, constant }).collect();
        Ok(())
    }

    /// Whether the system is known to have no solution.
    pub(super) fn is_refuted(&self, budget: &mut Budget) -> Verdict<bool> {
        let mut system = self.clone();
        budget.spend(1 + system.rows.len())?;
        if system.substitute(None)?.is_err() {
            return Ok(true);
        }
        for zero in std::mem::take(&mut system.zeros) {
            system.rows.push(Sum::zero(0).plus(&zero, -1)?);
            system.rows.push(zero);
        }
        loop {
            if system.simplify().is_err() {
                return Ok(true);
            }
            let variables = system.rows.iter().map(|row| row.terms.len()).max().unwrap_or(0);
            let cost = |index: usize| {
                let above = system.rows.iter().filter(|row| row.at(index) < 0).count();
                let below = system.rows.iter().filter(|row| row.at(index) > 0).count();
                (above + below > 0).then_some((above * below, index))
            };
            let Some((_, index)) = (0..variables).filter_map(cost).min() else { return Ok(false) };
            system.rows = eliminated(&system.rows, index)?;
            budget.spend(system.rows.len())?;
            if system.rows.len() > MAX_ROWS {
                return Ok(false);
            }
        }
    }

    /// The condition that remains for the other variables when some are eliminated: the exact condition that
    /// integers for them exist; `None` if elimination does not give it. A condition that never holds is `-1 ≥
    /// 0`.
    pub(super) fn project(&self, hidden: &[usize], budget: &mut Budget) -> Verdict<Option<Vec<Sum>>> {
        let never = || Ok(Some(vec![Sum { terms: Vec::new(), constant: -1 }]));
        let mut system = self.clone();
        if system.substitute(Some(hidden))?.is_err() {
            return never();
        }
        if system.zeros.iter().any(|zero| hidden.iter().any(|&index| zero.at(index) != 0)) {
            return Ok(None);
        }
        for zero in std::mem::take(&mut system.zeros) {
            system.rows.push(Sum::zero(0).plus(&zero, -1)?);
            system.rows.push(zero);
        }
        if system.simplify().is_err() {
            return never();
        }
        for &index in hidden {
            let (mut above, mut below) = (true, true);
            for row in &system.rows {
                above &= row.at(index) >= -1;
                below &= row.at(index) <= 1;
            }
            // Between two bounds lies an integer if one of them is exact.
            if !above && !below {
                return Ok(None);
            }
            system.rows = eliminated(&system.rows, index)?;
            budget.spend(system.rows.len())?;
            // Rows are missing: the remaining ones would be too weak.
            if system.rows.len() > MAX_ROWS {
                return Ok(None);
            }
            if system.simplify().is_err() {
                return never();
            }
        }
        Ok(Some(system.rows))
    }
}

/// The rows without a variable, and the joint consequences of those with it.
fn eliminated(rows: &[Sum], index: usize) -> Verdict<Vec<Sum>> {
    let (with, mut others): (Vec<&Sum>, Vec<&Sum>) = rows.iter().partition(|row| row.at(index) != 0);
    let mut combined: Vec<Sum> = others.drain(..).cloned().collect();
    for low in with.iter().filter(|row| row.at(index) > 0) {
        for high in with.iter().filter(|row| row.at(index) < 0) {
            if combined.len() > MAX_ROWS {
                return Ok(combined);
            }
            let scaled = Sum::zero(0).plus(low, -high.at(index))?;
            combined.push(scaled.plus(high, low.at(index))?.tighten());
        }
    }
    Ok(combined)
}

/// Whether it is shown that each solution of `region` satisfies all rows of at least one of `cases`; if not,
/// a part of the region in which it was not shown.
pub(super) fn uncovered(region: &System, cases: &[Vec<Sum>], budget: &mut Budget) -> Verdict<Option<System>> {
    if region.is_refuted(budget)? {
        return Ok(None);
    }
    // The case that excludes least goes first: one that excludes nothing ends the search.
    let mut best: Option<(usize, Vec<Sum>)> = None;
    for (number, case) in cases.iter().enumerate() {
        let mut left = Vec::new();
        for row in case {
            if !region.with(row.opposite()?).is_refuted(budget)? {
                left.push(row.clone());
            }
        }
        if left.is_empty() {
            return Ok(None);
        }
        let together = System { rows: left.clone(), zeros: Vec::new() };
        if best.as_ref().is_none_or(|(_, rows)| left.len() < rows.len())
            && !region.and(&together).is_refuted(budget)?
        {
            best = Some((number, left));
        }
    }
    let Some((number, rows)) = best else { return Ok(Some(region.clone())) };
    let others: Vec<Vec<Sum>> = cases
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != number)
        .map(|(_, case)| case.clone())
        .collect();
    let mut inside = region.clone();
    for row in rows {
        if let Some(part) = uncovered(&inside.with(row.opposite()?), &others, budget)? {
            return Ok(Some(part));
        }
        inside.rows.push(row);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn sum(terms: &[i128], constant: i128) -> Sum {
        Sum { terms: terms.to_vec(), constant }
    }

    /// All small systems of a kind: refuted systems have no solution, and projections are exact.
    #[test]
    fn what_is_shown_is_true() {
        let mut budget = Budget::new(Limits::default());
        let (mut refuted, mut projected) = (0, 0);
        let mut seed = 1u64;
        let mut next = |range: i128| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(seed >> 40) % (2 * range + 1) - range
        };
        for _ in 0..3_000 {
            let mut random = |range| sum(&[next(range), next(range), next(range)], next(4));
            let mut system = System { rows: (0..4).map(|_| random(2)).collect(), zeros: vec![random(3)] };
            for index in 0..3 {
                // 0 ≤ x ≤ 4
                system.rows.push(Sum::variable(index));
                system.rows.push(sum(&[0; 3], 4).plus(&Sum::variable(index), -1).unwrap());
            }
            let at = |of: &Sum, point: [i128; 3]| {
                of.terms.iter().zip(point).map(|(term, x)| term * x).sum::<i128>() + of.constant
            };
            let solves = |system: &System, point| {
                system.rows.iter().all(|row| at(row, point) >= 0)
                    && system.zeros.iter().all(|row| at(row, point) == 0)
            };
            let points = || (0..125).map(|code: i128| [code % 5, code / 5 % 5, code / 25]);
            let solvable = points().any(|point| solves(&system, point));
            if system.is_refuted(&mut budget).unwrap() {
                refuted += 1;
                assert!(!solvable, "{system:?}");
            }
            if let Some(rows) = system.project(&[2], &mut budget).unwrap() {
                projected += 1;
                for (x, y) in (0..25).map(|code: i128| (code % 5, code / 5)) {
                    let exists = (0..5).any(|z| solves(&system, [x, y, z]));
                    let said = rows.iter().all(|row| at(row, [x, y, 0]) >= 0);
                    assert_eq!(exists, said, "{system:?} {x} {y}");
                }
            }
        }
        assert!(refuted > 300 && projected > 300, "{refuted} {projected}");
    }
}
