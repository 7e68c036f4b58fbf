//! The elimination of quotients from conditions: conditions on ⌊e / k⌋ become conditions on e.
//!
//! In a move, a quotient becomes a parameter. Where there are no parameters (in the conditions for
//! existence and for the end of play), `y <= z div 2` is written out as `2 y <= z`, and other
//! conditions by the remainder of e.

use bouton_core::{Formula, LinearExpression, Variable};

use crate::limits::MAX_ATOMS;

/// A variable for ⌊expression / divisor⌋; the expression may mention earlier ones.
#[derive(Clone, Debug)]
pub(crate) struct Quotient {
    pub(crate) variable: Variable,
    pub(crate) expression: LinearExpression,
    pub(crate) divisor: i64,
}

/// Eliminates these quotients from the formula; `None` if it becomes too large.
pub(crate) fn written_out(formula: Formula, quotients: &[Quotient]) -> Option<Formula> {
    let formula =
        quotients.iter().rev().try_fold(formula, |formula, quotient| without(&formula, quotient))?;
    let mut atoms = 0;
    formula.for_each_expression(&mut |_| atoms += 1);
    (atoms <= MAX_ATOMS).then_some(formula)
}

fn without(formula: &Formula, quotient: &Quotient) -> Option<Formula> {
    let all =
        |parts: &[Formula]| parts.iter().map(|part| without(part, quotient)).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::Not(inner) => without(inner, quotient)?.negated(),
        Formula::And(parts) => Formula::And(all(parts)?),
        Formula::Or(parts) => Formula::Or(all(parts)?),
        atom if !atom.mentions(quotient.variable) => atom.clone(),
        Formula::NotPositive(e) => not_positive(e, quotient)?,
        Formula::Zero(e) => {
            let below = Formula::NotPositive(e.clone());
            let above = Formula::NotPositive(e.scaled(-1).ok()?);
            Formula::And(vec![without(&below, quotient)?, without(&above, quotient)?])
        }
        atom => by_remainder(atom, quotient)?,
    })
}

/// Eliminates the quotient from `e ≤ 0`.
fn not_positive(e: &LinearExpression, quotient: &Quotient) -> Option<Formula> {
    let Quotient { variable, expression, divisor } = quotient;
    let coefficient = e.coefficient(*variable);
    let rest = e.substitute(*variable, &LinearExpression::default()).ok()?.scaled(*divisor).ok()?;
    Some(Formula::NotPositive(match coefficient {
        // r ≤ ⌊x / k⌋ exactly if k r ≤ x.
        -1 => rest.minus(expression).ok()?,
        // ⌊x / k⌋ ≤ -r exactly if x ≤ -k r + k - 1.
        1 => {
            let sum = rest.plus(expression).ok()?;
            sum.with_constant(sum.constant_term().checked_sub(divisor - 1)?).ok()?
        }
        _ => return by_remainder(&Formula::NotPositive(e.clone()), quotient),
    }))
}

/// Returns, for each remainder r of the expression, k times the atom, with x − r for k ⌊x / k⌋.
fn by_remainder(atom: &Formula, quotient: &Quotient) -> Option<Formula> {
    let Quotient { variable, expression, divisor } = quotient;
    let modulus = u32::try_from(*divisor).ok()?;
    let cases = (0..modulus).map(|residue| {
        let whole = expression.with_constant(expression.constant_term().checked_sub(residue.into())?).ok()?;
        let scaled = |e: &LinearExpression| {
            let rest = e.substitute(*variable, &LinearExpression::default()).ok()?.scaled(*divisor).ok()?;
            rest.plus_scaled(&whole, e.coefficient(*variable)).ok()
        };
        let said = match atom {
            Formula::NotPositive(e) => Formula::NotPositive(scaled(e)?),
            Formula::Congruent { expression, modulus: of, residue } => Formula::Congruent {
                expression: scaled(expression)?,
                modulus: of.checked_mul(modulus).filter(|&of| of <= 1 << 16)?,
                residue: residue.checked_mul(modulus)?,
            },
            _ => return None,
        };
        let here = Formula::Congruent { expression: expression.clone(), modulus, residue };
        Some(Formula::And(vec![here, said]))
    });
    if divisor.checked_mul(2)? > i64::try_from(MAX_ATOMS).ok()? {
        return None;
    }
    Some(Formula::Or(cases.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_quotient_is_said_without_it() {
        let var = |v: u16| LinearExpression::variable(Variable(v));
        // v2 = ⌊(3x - y + 1) / 4⌋, v3 = ⌊(v2 + y) / 3⌋
        let first = var(0).scaled(3).unwrap().minus(&var(1)).unwrap().with_constant(1).unwrap();
        let second = var(2).plus(&var(1)).unwrap();
        let quotients = [
            Quotient { variable: Variable(2), expression: first, divisor: 4 },
            Quotient { variable: Variable(3), expression: second, divisor: 3 },
        ];
        let mut formulas = Vec::new();
        for (a, b, c) in [(1, 0, -2), (-1, 1, 0), (2, -3, 1), (-2, 0, 5), (0, -1, 3), (3, 2, -9)] {
            let e = var(2).scaled(a).unwrap().plus_scaled(&var(3), b).unwrap();
            let e = e.plus_scaled(&var(0), -1).unwrap().with_constant(c).unwrap();
            formulas.push(Formula::NotPositive(e.clone()));
            formulas.push(Formula::Zero(e.clone()).negated());
            formulas.push(Formula::Congruent { expression: e, modulus: 3, residue: 1 });
        }
        for formula in formulas {
            let plain = written_out(formula.clone(), &quotients).unwrap();
            for (x, y) in (0..12i128).flat_map(|x| (0..12i128).map(move |y| (x, y))) {
                let q = (3 * x - y + 1).div_euclid(4);
                let expected = formula.holds(&[x, y, q, (q + y).div_euclid(3)]);
                assert_eq!(plain.holds(&[x, y]), expected, "{formula:?} {x} {y}");
            }
        }
    }
}
