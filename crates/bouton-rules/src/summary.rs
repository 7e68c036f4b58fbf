//! Rules in words, in one line: what there is, what a move does, who wins.

use bouton_canonical::{
    HeapCount,
    syntax::{
        Amount, AmountKind, Choice, Expression, ExpressionKind, Move, Operator, Quantity, Statement, Take,
        Tie,
    },
};
use bouton_core::Convention;

use crate::{Game, parse, statement::SourceStatement};

impl Game {
    /// The rules in words: the heaps or counters, the moves, the winner. A line that has no words is in it as it is
    /// written, between backticks; if a move has none, all moves are. So nothing is left out.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let words = |rules| Game::parse(rules).unwrap().in_words();
    /// assert_eq!(
    ///     words("heaps 21; move take 1..3 from 1 heap"),
    ///     "21 heaps of any size; a move takes 1 to 3 from one heap; the last move wins"
    /// );
    /// assert_eq!(
    ///     words("heaps 2; move take any from 1 heap; pass 1"),
    ///     "2 heaps of any size; a move takes any number from one heap; with the line `pass 1`; the last move wins"
    /// );
    /// ```
    #[must_use]
    pub fn in_words(&self) -> String {
        let (mut parts, mut moves, mut others) = (Vec::new(), Vec::new(), Vec::new());
        if self.code().is_some() {
            parts.push("any number of heaps".to_owned());
        }
        for (_, line) in parse::statements(&self.text()) {
            match &line {
                // The name of the game is beside its rules, and the winner is stated last.
                SourceStatement::Line(
                    Statement::Game(_) | Statement::Players(..) | Statement::Play { .. },
                ) => {}
                line if is_move(line) => moves.push(line.clone()),
                SourceStatement::Line(Statement::HeapsAny) if self.code().is_some() => {}
                line => match self.things(line) {
                    Some(words) => parts.push(words),
                    None => others.push(format!("`{}`", line.text())),
                },
            }
        }
        parts.extend(moves_in_words(&moves));
        match &others[..] {
            [] => {}
            [one] => parts.push(format!("with the line {one}")),
            _ => parts.push(format!("with the lines {}", listed(&others, "and"))),
        }
        parts.push(match self.convention() {
            Convention::Normal => "the last move wins".to_owned(),
            Convention::Misere => "the last move loses".to_owned(),
            Convention::Podium { players } => {
                format!("{players} players, podium rule: whoever moves last is first")
            }
            Convention::Coalition => "3 players, coalitions: the last move wins".to_owned(),
        });
        parts.join("; ")
    }

    /// The heaps or counters of a line about them.
    fn things(&self, line: &SourceStatement) -> Option<String> {
        let SourceStatement::Line(line) = line else { return None };
        match line {
            Statement::HeapsAny => Some("any number of heaps".to_owned()),
            Statement::HeapsFixed(_) => match self.heaps() {
                HeapCount::Fixed(1) => Some("one heap of any size".to_owned()),
                HeapCount::Fixed(heaps) => Some(format!("{heaps} heaps of any size")),
                HeapCount::Any => None,
            },
            Statement::HeapSizes(low, high) => {
                Some(format!("any number of heaps, of the sizes {}", range(number(low)?, number(high)?)))
            }
            Statement::Counters(names) => {
                let names: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
                Some(match &names[..] {
                    [one] => format!("the counter {one}"),
                    names => format!("the counters {}", listed(names, "and")),
                })
            }
            _ => None,
        }
    }
}

/// Whether the line states what a move does.
fn is_move(line: &SourceStatement) -> bool {
    match line {
        SourceStatement::Line(line) => matches!(
            line,
            Statement::Move(_) | Statement::Octal(..) | Statement::Hexadecimal(..) | Statement::Grundy
        ),
        SourceStatement::Split { .. } | SourceStatement::Subtraction(_) | SourceStatement::AllBut(_) => true,
    }
}

/// The moves, all in words or all as they are written.
fn moves_in_words(lines: &[SourceStatement]) -> Option<String> {
    if lines.is_empty() {
        return None;
    }
    if let Some(told) = lines.iter().map(move_in_words).collect::<Option<Vec<_>>>() {
        return Some(format!("a move {}", told.join(", or ")));
    }
    let written = |line: &SourceStatement| format!("`{}`", line.text().trim_start_matches("move "));
    Some(format!("a move is {}", listed(&lines.iter().map(written).collect::<Vec<_>>(), "or")))
}

fn move_in_words(line: &SourceStatement) -> Option<String> {
    let divides = |unequal: bool| {
        format!("divides a heap into two heaps{}", if unequal { " of different sizes" } else { "" })
    };
    match line {
        SourceStatement::Line(Statement::Move(one)) => match &**one {
            Move::Take(take) => Some(format!("takes {}", take_in_words(take)?)),
            Move::Assignment(_) => None,
        },
        SourceStatement::Line(Statement::Grundy) => Some(divides(true)),
        SourceStatement::Split { take: None, unequal } => Some(divides(*unequal)),
        SourceStatement::Subtraction(amount) => {
            Some(format!("takes {} from one heap", amount_in_words(amount)?))
        }
        _ => None,
    }
}

/// `a`, `a or b`, `a, b or c`.
fn listed(items: &[String], last: &str) -> String {
    match items.split_last() {
        Some((end, others @ [_, ..])) => format!("{} {last} {end}", others.join(", ")),
        _ => items.concat(),
    }
}

/// `1 or 2`, `1 to 3`.
fn range(low: u64, high: u64) -> String {
    let between = if low.checked_add(1) == Some(high) { "or" } else { "to" };
    format!("{low} {between} {high}")
}

fn take_in_words(take: &Take) -> Option<String> {
    if !take.when.is_empty() {
        return None;
    }
    let from = match &take.choice {
        Choice::Heaps(Quantity::Exactly(heaps), None) => match number(heaps)? {
            1 => "one heap".to_owned(),
            heaps => format!("each of {heaps} heaps"),
        },
        Choice::Heaps(Quantity::AtMost(heaps), None) => format!("each of at most {} heaps", number(heaps)?),
        _ => return None,
    };
    let several = from != "one heap";
    let amount = amount_in_words(&take.amount)?;
    match take.tie {
        Tie::Independent => Some(format!("{amount} from {from}")),
        Tie::Same if several => Some(format!("{amount}, the same, from {from}")),
        Tie::Same | Tie::Total => None,
    }
}

fn amount_in_words(amount: &Amount) -> Option<String> {
    let one = |low: &Expression, high: Option<&Expression>| match high {
        None => Some(number(low)?.to_string()),
        Some(high) => Some(range(number(low)?, number(high)?)),
    };
    Some(match &amount.kind {
        AmountKind::Any => "any number".to_owned(),
        AmountKind::Odd => "an odd number".to_owned(),
        AmountKind::Even => "an even number".to_owned(),
        AmountKind::Exactly(all) if all.kind == ExpressionKind::Heap => "all objects".to_owned(),
        AmountKind::AtMost(most) if is_half(most) => "at most half".to_owned(),
        AmountKind::Exactly(half) if is_half(half) => "half (rounded down)".to_owned(),
        AmountKind::Exactly(exactly) => one(exactly, None)?,
        AmountKind::AtMost(most) => format!("at most {}", number(most)?),
        AmountKind::AtLeast(least) => format!("at least {}", number(least)?),
        AmountKind::Between(low, high) => one(low, Some(high))?,
        AmountKind::Set(items) => {
            // A range stands alone in a list: `1, 2 or 5 to 7` is clear, `1 or 2 or 5` is not.
            let item = |(low, high): &(Expression, Option<Expression>)| match high {
                None => Some(vec![number(low)?.to_string()]),
                Some(high) => {
                    let (low, high) = (number(low)?, number(high)?);
                    let two = low.checked_add(1) == Some(high);
                    Some(if two { vec![low.to_string(), high.to_string()] } else { vec![range(low, high)] })
                }
            };
            listed(&items.iter().map(item).collect::<Option<Vec<_>>>()?.concat(), "or")
        }
    })
}

/// Whether an amount is half of the heap.
fn is_half(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Binary(Operator::Quotient, heap, two)
        if heap.kind == ExpressionKind::Heap && number(two) == Some(2))
}

fn number(expression: &Expression) -> Option<u64> {
    match expression.kind {
        ExpressionKind::Number(number) => Some(number),
        _ => None,
    }
}
