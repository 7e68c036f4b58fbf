//! The range of the letters in mathematical notation.

use bouton_canonical::{
    print,
    syntax::{Condition, ConditionKind, Expression, ExpressionKind, Operator, Relation},
};
use bouton_prose::{Formula, Sign, Text, say};
use bouton_rules::Game;

/// A chain of comparisons in one direction, or another condition in its original form.
enum Part {
    Chain { formula: Formula, direction: Direction, last: Formula },
    Rules(String),
}

/// The direction of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Rises,
    Falls,
    Neither,
}

/// Writes the range of the letters of a game: `1 ≤ a < b ≤ 2a`.
pub(super) fn range(game: &Game) -> Text {
    let conditions = game.conditions_of_letters();
    let mut parts: Vec<Part> = Vec::new();
    for condition in conditions {
        add(condition, &mut parts);
    }
    let mut named: Vec<String> = Vec::new();
    for condition in conditions {
        condition.visit_expressions(&mut |expression| {
            if let ExpressionKind::Name(name) = &expression.kind {
                named.push(name.clone());
            }
        });
    }
    let letters = || Formula::list(game.letters().iter().map(|letter| Formula::name(letter)));
    let parts = Text::joined(
        parts.into_iter().map(|part| match part {
            Part::Chain { formula, .. } => Text::from(formula),
            Part::Rules(rules) => Text::rules(rules),
        }),
        ", ",
    );
    match game.letters().iter().all(|letter| named.contains(letter)) {
        _ if parts.is_empty() => letters().into(),
        true => parts,
        false => say![letters(), " with ", parts],
    }
}

/// The least number that the rules allow for a letter, as far as a comparison with a number says so.
pub(super) fn least(game: &Game, letter: &str) -> i64 {
    let mut least = 0;
    for condition in game.conditions_of_letters() {
        let ConditionKind::Comparison(first, rest) = &condition.kind else { continue };
        let mut left = first;
        for (relation, right) in rest {
            let (number, name, strict) = match relation {
                Relation::AtMost | Relation::Less => (left, right, *relation == Relation::Less),
                Relation::AtLeast | Relation::Greater => (right, left, *relation == Relation::Greater),
                Relation::Equal | Relation::Unequal => continue,
            };
            left = right;
            if let (ExpressionKind::Number(number), ExpressionKind::Name(name)) = (&number.kind, &name.kind)
                && name == letter
            {
                let number = i64::try_from(*number).unwrap_or(i64::MAX);
                least = least.max(number.saturating_add(i64::from(strict)));
            }
        }
    }
    least
}

/// Adds a condition to the last chain if it continues it, otherwise as a part of its own.
fn add(condition: &Condition, parts: &mut Vec<Part>) {
    let ConditionKind::Comparison(first, rest) = &condition.kind else {
        parts.push(Part::Rules(print::conditions(std::slice::from_ref(condition))));
        return;
    };
    let mut left = written(first);
    for (relation, right) in rest {
        let (right, own) = (written(right), direction(*relation));
        match parts.last_mut() {
            Some(Part::Chain { formula, direction, last }) if *last == left && *direction == own => {
                *formula = formula.clone().related(sign(*relation), right.clone());
                last.clone_from(&right);
            }
            _ => parts.push(Part::Chain {
                formula: left.related(sign(*relation), right.clone()),
                direction: own,
                last: right.clone(),
            }),
        }
        left = right;
    }
}

/// Writes an expression as a formula: `2a` for `2 * a`.
fn written(expression: &Expression) -> Formula {
    match &expression.kind {
        ExpressionKind::Number(number) => (*number).into(),
        ExpressionKind::Name(name) => Formula::name(name),
        ExpressionKind::Binary(operator, left, right) => {
            let (first, second) = (written(left), written(right));
            match operator {
                Operator::Plus | Operator::Minus => {
                    let mut terms = match first {
                        Formula::Sum(terms) => terms,
                        first => vec![(false, first)],
                    };
                    terms.push((*operator == Operator::Minus, second));
                    Formula::Sum(terms)
                }
                Operator::Times => {
                    let beside = matches!(
                        (&left.kind, &right.kind),
                        (ExpressionKind::Number(_), ExpressionKind::Name(_))
                    );
                    Formula::Product(vec![first, second], !beside)
                }
                Operator::Quotient => Formula::floor(first, second),
                Operator::Remainder => Formula::remainder(first, second),
            }
        }
        // Conditions of letters are not about heaps.
        _ => Formula::Words(print::expression(expression)),
    }
}

fn direction(relation: Relation) -> Direction {
    match relation {
        Relation::Less | Relation::AtMost => Direction::Rises,
        Relation::Greater | Relation::AtLeast => Direction::Falls,
        Relation::Equal | Relation::Unequal => Direction::Neither,
    }
}

fn sign(relation: Relation) -> Sign {
    match relation {
        Relation::Equal => Sign::Equal,
        Relation::Unequal => Sign::Unequal,
        Relation::AtMost => Sign::AtMost,
        Relation::AtLeast => Sign::AtLeast,
        Relation::Less => Sign::Less,
        Relation::Greater => Sign::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_chains_of_formulas() {
        for (conditions, plain) in [
            ("1 <= a, a < b, b <= 2 * a", "1 ≤ a < b ≤ 2a"),
            ("b > a, a >= 1", "b > a ≥ 1"),
            ("1 <= a, b = 2 * a - 1", "1 ≤ a, b = 2a − 1"),
            ("1 <= a, b >= a + (2 * a - 1)", "1 ≤ a, b ≥ a + (2a − 1)"),
            ("a >= 3", "a, b with a ≥ 3"),
            ("a is odd, 1 <= b, b < a div 2", "a is odd, 1 ≤ b < ⌊a/2⌋"),
        ] {
            let text = format!(
                "for all a, b where {conditions}; heaps 1; move take a from 1 heap; stop when h1 <= b"
            );
            let game = Game::parse(&text).unwrap();
            assert_eq!(range(&game).to_string(), plain, "{conditions}");
        }
        let game = Game::parse("for all a where 1 <= a; heaps 1; move take a from 1 heap").unwrap();
        assert!(range(&game).html().starts_with("<math>"), "formulas, in every format");
    }
}
