//! Moves in terms of what remains instead of what is taken.
//!
//! If x − t is a number of the position moved to, for a parameter t, both are unknown numbers,
//! joined by an equation. In terms of what remains, u = x − t, there is one unknown less and no
//! equation. In binary digits an equation costs little; in other digits the search keeps several
//! values of it.

use bouton_core::{Formula, LinearExpression, LinearOverflow, MoveSchema, Target, Variable};

/// Returns an equivalent schema. Each parameter that is determined by a number of the position moved to, and
/// by others, is replaced by this number, if that is not another parameter already.
pub(crate) fn by_remainders(schema: &MoveSchema, dimension: usize) -> Result<MoveSchema, LinearOverflow> {
    let mut schema = schema.clone();
    let lone = |target: &Target| match target {
        Target::Becomes(expression) if expression.constant_term() == 0 => match *expression.terms() {
            [(variable, 1)] if variable.index() >= dimension => Some(variable),
            _ => None,
        },
        _ => None,
    };
    let mut taken: Vec<Variable> = schema.targets.iter().filter_map(lone).collect();
    for track in 0..schema.targets.len() {
        let (Target::Becomes(expression), None) = (&schema.targets[track], lone(&schema.targets[track]))
        else {
            continue;
        };
        let free = |term: &&(Variable, i64)| term.0.index() >= dimension && !taken.contains(&term.0);
        let Some(&(parameter, sign)) = expression.terms().iter().filter(free).find(|term| term.1.abs() == 1)
        else {
            continue;
        };
        // expression = sign · t + rest, and the new parameter, in the place of t, is its value.
        let new = LinearExpression::variable(parameter);
        let rest = expression.plus_scaled(&new, -sign)?;
        let amount = new.minus(&rest)?.scaled(sign)?;
        let guard = schema.guard.try_map(&|e| e.substitute(parameter, &amount))?;
        schema.guard = guard.and(Formula::NotPositive(amount.scaled(-1)?));
        for target in &mut schema.targets {
            if let Target::Becomes(expression) = target {
                *expression = expression.substitute(parameter, &amount)?;
            }
        }
        taken.push(parameter);
    }
    Ok(schema)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All positions moved to from positions below 7, with parameters below 20.
    fn options(schema: &MoveSchema) -> BTreeSet<(Vec<i128>, Vec<i128>)> {
        let mut found = BTreeSet::new();
        for number in 0..7 * 7 * 20 * 20 {
            let values: Vec<i128> = vec![number % 7, number / 7 % 7, number / 49 % 20, number / 980];
            let value = |(target, &same): (&Target, &i128)| match target {
                Target::Same => same,
                Target::Becomes(expression) => expression.evaluate(&values),
            };
            let moved: Vec<i128> = schema.targets.iter().zip(&values).map(value).collect();
            if schema.guard.holds(&values) && moved.iter().all(|&number| number >= 0) {
                found.insert((values[..2].to_vec(), moved));
            }
        }
        found
    }

    #[test]
    fn moves_stay_the_same() {
        let rules = [
            "counters x, y; move x, y -> x - s, y - t where s >= 1, t >= 1, s - t < 2, t - s < 2",
            "counters x, y; move x, y -> x - t, 2 * t where t >= 1, t <= y",
            "counters x, y; move x, y -> y - t, t where t <= 1, s <= x, s >= 1, t != s",
            "counters x, y; move x, y -> x - s - t, y - t where t >= 1, s < t, (s + t) mod 3 = 1",
        ];
        for rules in rules {
            let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
            for schema in ruleset.moves() {
                let two = MoveSchema { parameters: 2, ..schema.clone() };
                let other = by_remainders(&two, 2).unwrap();
                assert!(!options(&two).is_empty());
                assert_eq!(options(&two), options(&other), "{rules}");
            }
        }
    }

    #[test]
    fn what_remains_is_the_parameter() {
        let rules = "counters x, y; move x, y -> x - s, y - t where s >= 1, t >= 1, s - t < 2, t - s < 2";
        let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
        let other = by_remainders(&ruleset.moves()[0], 2).unwrap();
        let parameters = [Variable(2), Variable(3)].map(|v| Target::Becomes(LinearExpression::variable(v)));
        assert_eq!(other.targets, parameters);
    }
}
