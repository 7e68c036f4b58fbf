//! Which numbers the letters of rules may be, in words.

use bouton_canonical::{
    print,
    syntax::{ConditionKind, Expression, ExpressionKind, Operator, Relation},
};

use crate::Game;

impl Game {
    /// The range of the letters in mathematical notation: `1 ≤ a < b ≤ 2a`.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let text = "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap";
    /// assert_eq!(Game::parse(text).unwrap().letters_in_words(), "1 ≤ a < b ≤ 2a");
    /// ```
    #[must_use]
    pub fn letters_in_words(&self) -> String {
        let mut chains: Vec<(String, Relation, String)> = Vec::new();
        let falls = |relation| match relation {
            Relation::Less | Relation::AtMost => 1,
            Relation::Greater | Relation::AtLeast => 2,
            Relation::Equal | Relation::Unequal => 0,
        };
        for condition in self.conditions_of_letters() {
            let ConditionKind::Comparison(first, rest) = &condition.kind else {
                let text = print::conditions(std::slice::from_ref(condition));
                chains.push((text, Relation::Unequal, String::new()));
                continue;
            };
            let mut left = written(first);
            for (relation, right) in rest {
                let right = written(right);
                let link = format!(" {} {right}", sign(*relation));
                match chains.last_mut() {
                    Some((chain, known, last)) if *last == left && falls(*known) == falls(*relation) => {
                        chain.push_str(&link);
                        last.clone_from(&right);
                    }
                    _ => chains.push((format!("{left}{link}"), *relation, right.clone())),
                }
                left = right;
            }
        }
        let mut named = Vec::new();
        for condition in self.conditions_of_letters() {
            condition.visit_expressions(&mut |e| {
                if let ExpressionKind::Name(name) = &e.kind {
                    named.push(name.clone());
                }
            });
        }
        let conditions = chains.into_iter().map(|chain| chain.0).collect::<Vec<_>>().join(", ");
        match self.letters().iter().all(|letter| named.contains(letter)) {
            _ if conditions.is_empty() => self.letters().join(", "),
            true => conditions,
            false => format!("{} with {conditions}", self.letters().join(", ")),
        }
    }
}

/// An expression as a mathematician writes it.
fn written(e: &Expression) -> String {
    match &e.kind {
        ExpressionKind::Binary(Operator::Times, left, right)
            if matches!((&left.kind, &right.kind), (ExpressionKind::Number(_), ExpressionKind::Name(_))) =>
        {
            format!("{}{}", print::expression(left), print::expression(right))
        }
        ExpressionKind::Binary(operator @ (Operator::Plus | Operator::Minus), left, right)
            if !matches!(&right.kind, ExpressionKind::Binary(Operator::Plus | Operator::Minus, ..)) =>
        {
            let sign = if *operator == Operator::Plus { "+" } else { "-" };
            format!("{} {sign} {}", written(left), written(right))
        }
        _ => print::expression(e),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::Unequal => "≠",
        Relation::AtMost => "≤",
        Relation::AtLeast => "≥",
        Relation::Less => "<",
        Relation::Greater => ">",
    }
}
