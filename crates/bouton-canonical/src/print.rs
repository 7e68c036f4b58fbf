//! The canonical text of rules: parsing it gives the same rules again.

use crate::{
    place::Place,
    syntax::{
        Amount, AmountKind, Assignment, Choice, Condition, ConditionKind, Expression, ExpressionKind, Move,
        Operator, Pass, PassCount, Property, Quantity, Relation, Seating, Statement, Take, Tie,
    },
};

/// An expression, with brackets where they are needed.
pub fn expression(e: &Expression) -> String {
    match &e.kind {
        ExpressionKind::Number(number) => number.to_string(),
        ExpressionKind::Name(name) => name.clone(),
        ExpressionKind::Heap => "heap".to_owned(),
        ExpressionKind::Total => "total".to_owned(),
        ExpressionKind::Largest => "largest".to_owned(),
        ExpressionKind::Smallest => "smallest".to_owned(),
        ExpressionKind::Binary(operator, left, right) => {
            if *operator == Operator::Quotient
                && left.kind == ExpressionKind::Heap
                && right.kind == ExpressionKind::Number(2)
            {
                return "half".to_owned();
            }
            let sign = match operator {
                Operator::Plus => "+",
                Operator::Minus => "-",
                Operator::Times => "*",
                Operator::Quotient => "div",
                Operator::Remainder => "mod",
            };
            let left_brackets = operator.is_product() && is_sum(left);
            let right_brackets = is_sum(right) || operator.is_product() && is_product(right);
            format!("{} {sign} {}", bracketed(left, left_brackets), bracketed(right, right_brackets))
        }
    }
}

/// An expression at the beginning of a range: a dash between two numbers would not be read there.
fn end_of_range(e: &Expression) -> String {
    let is_number = |e: &Expression| matches!(e.kind, ExpressionKind::Number(_));
    let dash = matches!(&e.kind, ExpressionKind::Binary(Operator::Minus, left, right) if is_number(left) && is_number(right));
    bracketed(e, dash)
}

fn bracketed(e: &Expression, brackets: bool) -> String {
    if brackets { format!("({})", expression(e)) } else { expression(e) }
}

fn is_sum(e: &Expression) -> bool {
    matches!(&e.kind, ExpressionKind::Binary(operator, ..) if !operator.is_product())
}

fn is_product(e: &Expression) -> bool {
    matches!(&e.kind, ExpressionKind::Binary(operator, ..) if operator.is_product())
}

pub(crate) fn condition(c: &Condition) -> String {
    match &c.kind {
        ConditionKind::Comparison(first, rest) => {
            let mut text = expression(first);
            for (relation, e) in rest {
                text.push_str(match relation {
                    Relation::Equal => " = ",
                    Relation::Unequal => " != ",
                    Relation::Less => " < ",
                    Relation::AtMost => " <= ",
                    Relation::Greater => " > ",
                    Relation::AtLeast => " >= ",
                });
                text.push_str(&expression(e));
            }
            text
        }
        ConditionKind::Divisible(e, by) if by.kind == ExpressionKind::Number(2) => {
            format!("{} is even", expression(e))
        }
        ConditionKind::Divisible(e, by) => {
            format!("{} is divisible by {}", expression(e), expression(by))
        }
        ConditionKind::Count(quantity, property) => count(quantity, property),
        ConditionKind::Empty => "empty".to_owned(),
        ConditionKind::Not(inner) => match &inner.kind {
            ConditionKind::And(_) | ConditionKind::Or(_) => format!("not ({})", condition(inner)),
            ConditionKind::Divisible(e, by) if by.kind == ExpressionKind::Number(2) => {
                format!("{} is odd", expression(e))
            }
            _ => format!("not {}", condition(inner)),
        },
        ConditionKind::And(parts) => {
            let part = |part: &Condition| match &part.kind {
                ConditionKind::Or(_) => format!("({})", condition(part)),
                _ => condition(part),
            };
            parts.iter().map(part).collect::<Vec<_>>().join(" and ")
        }
        ConditionKind::Or(parts) => parts.iter().map(condition).collect::<Vec<_>>().join(" or "),
    }
}

fn count(quantity: &Quantity, property: &Property) -> String {
    let (number, plural) = match quantity {
        Quantity::Exactly(e) => (format!("exactly {}", expression(e)), !is_one(e)),
        Quantity::AtMost(e) => (format!("at most {}", expression(e)), !is_one(e)),
        Quantity::AtLeast(e) => (format!("at least {}", expression(e)), !is_one(e)),
        Quantity::Between(low, high) => (format!("{}..{}", end_of_range(low), expression(high)), true),
        Quantity::Any => ("some".to_owned(), false),
        Quantity::All => ("all".to_owned(), true),
    };
    let property = match property {
        Property::Nonempty => "nonempty".to_owned(),
        Property::Empty => "empty".to_owned(),
        Property::Even => "even".to_owned(),
        Property::Odd => "odd".to_owned(),
        Property::Largest => "largest".to_owned(),
        Property::Distinct => "distinct".to_owned(),
        Property::Smallest => "smallest".to_owned(),
        Property::Exactly(e) => format!("exactly {}", expression(e)),
        Property::AtMost(e) => format!("at most {}", expression(e)),
        Property::AtLeast(e) => format!("at least {}", expression(e)),
    };
    format!("{number} {} {property}", if plural { "heaps are" } else { "heap is" })
}

fn is_one(e: &Expression) -> bool {
    e.kind == ExpressionKind::Number(1)
}

/// Conditions that all hold.
pub fn conditions(list: &[Condition]) -> String {
    list.iter().map(condition).collect::<Vec<_>>().join(", ")
}

fn clause(keyword: &str, list: &[Condition]) -> String {
    if list.is_empty() { String::new() } else { format!(" {keyword} {}", conditions(list)) }
}

fn set(items: &[(Expression, Option<Expression>)]) -> String {
    let item = |(low, high): &(Expression, Option<Expression>)| match high {
        None => end_of_range(low),
        Some(high) => format!("{}..{}", end_of_range(low), expression(high)),
    };
    format!("{{{}}}", items.iter().map(item).collect::<Vec<_>>().join(","))
}

/// An amount.
pub fn amount(amount: &Amount) -> String {
    match &amount.kind {
        AmountKind::Any => "any".to_owned(),
        AmountKind::Odd => "odd".to_owned(),
        AmountKind::Even => "even".to_owned(),
        AmountKind::Exactly(e) if e.kind == ExpressionKind::Heap => "all".to_owned(),
        AmountKind::Exactly(e) => end_of_range(e),
        AmountKind::AtMost(e) => format!("at most {}", expression(e)),
        AmountKind::AtLeast(e) => format!("at least {}", expression(e)),
        AmountKind::Between(low, high) => format!("{}..{}", end_of_range(low), expression(high)),
        AmountKind::Set(items) => set(items),
    }
}

fn listed(names: &[(String, Place)], between: &str) -> String {
    names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(between)
}

fn choice(choice: &Choice) -> String {
    let (quantity, property) = match choice {
        Choice::AllNonempty => return "all nonempty heaps".to_owned(),
        Choice::Each(names) => return listed(names, " and "),
        Choice::Some(names, _) => return format!("{{{}}}", listed(names, ", ")),
        Choice::Consecutive(most, arrangement) => {
            let noun = if is_one(most) { "heap" } else { "heaps" };
            let (most, arrangement) = (expression(most), arrangement.noun());
            return format!("at most {most} consecutive {noun} of a {arrangement}");
        }
        Choice::Heaps(quantity, property) => (quantity, property),
    };
    let (number, plural) = match quantity {
        Quantity::Exactly(e) if matches!(e.kind, ExpressionKind::Number(_)) => (expression(e), !is_one(e)),
        Quantity::Exactly(e) => (format!("exactly {}", expression(e)), true),
        Quantity::AtMost(e) => (format!("at most {}", expression(e)), !is_one(e)),
        Quantity::AtLeast(e) => (format!("at least {}", expression(e)), !is_one(e)),
        Quantity::Between(low, high) => (format!("{}..{}", end_of_range(low), expression(high)), true),
        Quantity::Any => ("any".to_owned(), true),
        Quantity::All => ("all".to_owned(), true),
    };
    let noun = if plural { "heaps" } else { "heap" };
    match property {
        None => format!("{number} {noun}"),
        Some(Property::Even) => format!("{number} even {noun}"),
        Some(Property::Odd) => format!("{number} odd {noun}"),
        Some(Property::Largest) => format!("{number} largest {noun}"),
        Some(Property::Smallest) => format!("{number} smallest {noun}"),
        Some(Property::Distinct) => format!("{number} distinct {noun}"),
        Some(Property::Nonempty) => format!("{number} nonempty {noun}"),
        Some(Property::Empty) => format!("{number} empty {noun}"),
        Some(Property::Exactly(e)) => format!("{number} {noun} of exactly {}", expression(e)),
        Some(Property::AtMost(e)) => format!("{number} {noun} of at most {}", expression(e)),
        Some(Property::AtLeast(e)) => format!("{number} {noun} of at least {}", expression(e)),
    }
}

/// A line in its best form.
pub fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Game(name) => format!("game {name}"),
        Statement::HeapsAny => "heaps any".to_owned(),
        Statement::HeapsFixed(e) => format!("heaps {}", expression(e)),
        Statement::HeapSizes(low, high) => format!("heap sizes {}..{}", end_of_range(low), expression(high)),
        Statement::Counters(names) => format!("counters {}", listed(names, ", ")),
        Statement::Let(name, _, e) => format!("let {name} = {}", expression(e)),
        Statement::ForAll(names, list) => for_all(&listed(names, ", "), list),
        Statement::Players(e, seating) => {
            format!("players {}{}", expression(e), self::seating(*seating))
        }
        Statement::Play { misere } => if *misere { "play misere" } else { "play normal" }.to_owned(),
        Statement::Move(of) => rule(of),
        Statement::Pass { count, each, unless, when } => {
            let mut text = format!("pass {}", expression(count));
            text.push_str(if *each { " each" } else { "" });
            for (word, list) in [("unless", unless), ("when", when)] {
                if !list.is_empty() {
                    text.push_str(&format!(" {word} {}", conditions(list)));
                }
            }
            text
        }
        Statement::Stop(list) => format!("stop when {}", conditions(list)),
        Statement::Positions(list) => format!("positions where {}", conditions(list)),
        Statement::Octal(code, _) => format!("octal {code}"),
        Statement::Hexadecimal(code, _) => format!("hexadecimal {code}"),
        Statement::Grundy => "grundy".to_owned(),
    }
}

/// The words for the kind of seating, after the number of players.
fn seating(seating: Option<Seating>) -> &'static str {
    match seating {
        None => "",
        Some(Seating::Podium) => " podium",
        Some(Seating::Coalition) => " coalition",
    }
}

/// The line of the letters, with their names separated by commas.
pub(crate) fn for_all(names: &str, conditions: &[Condition]) -> String {
    format!("for all {names}{}", clause("where", conditions))
}

/// A move.
pub fn rule(rule: &Move) -> String {
    match rule {
        Move::Take(Take { amount: what, tie, choice: from, when, .. }) => {
            let (before, after) = match tie {
                Tie::Independent => ("", ""),
                Tie::Same => ("the same ", ""),
                Tie::Total => ("", " in total"),
            };
            format!("move take {before}{}{after} from {}{}", amount(what), choice(from), clause("when", when))
        }
        Move::Assignment(Assignment { targets, values, conditions, when, .. }) => {
            let values: Vec<String> = values.iter().map(expression).collect();
            format!(
                "move {} -> {}{}{}",
                listed(targets, ", "),
                values.join(", "),
                clause("where", conditions),
                clause("when", when)
            )
        }
    }
}

pub(crate) fn pass(pass: &Pass) -> String {
    let each = if pass.each { " each" } else { "" };
    let count = match &pass.count {
        PassCount::Fixed(count) => count.to_string(),
        PassCount::Letter(name) => name.clone(),
    };
    format!("pass {count}{each}{}{}", clause("unless", &pass.unless), clause("when", &pass.when))
}
