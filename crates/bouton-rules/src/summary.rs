//! Rules in words, in one line: what there is, what a move does, who wins.

use bouton_canonical::{
    HeapCount,
    syntax::{Amount, AmountKind, Choice, Expression, ExpressionKind, Move, Quantity, Statement, Take, Tie},
};
use bouton_core::Convention;

use crate::{Game, parse, statement::SourceStatement};

impl Game {
    /// The rules in words: the heaps, the moves if all of them are simple, the winner. Conditions, passes and letters
    /// are not put into words; rules with them have no moves in these words.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let game = Game::parse("heaps 21; move take 1..3 from 1 heap").unwrap();
    /// assert_eq!(game.in_words(), "21 heaps of any size; a move takes 1 to 3 from one heap; the last move wins");
    /// ```
    #[must_use]
    pub fn in_words(&self) -> String {
        let lines: Vec<Statement> = parse::statements(&self.text())
            .filter_map(|(_, line)| match line {
                SourceStatement::Line(line) => Some(line),
                _ => None,
            })
            .collect();
        let mut parts = Vec::new();
        parts.extend(lines.iter().find_map(|line| match line {
            Statement::HeapsAny => Some("any number of heaps".to_owned()),
            Statement::HeapsFixed(_) => match self.heaps() {
                HeapCount::Fixed(1) => Some("one heap of any size".to_owned()),
                HeapCount::Fixed(heaps) => Some(format!("{heaps} heaps of any size")),
                HeapCount::Any => None,
            },
            _ => None,
        }));
        parts.extend(moves(&lines));
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
}

/// The moves in words, if all of them have words, and nothing else changes what may be done.
fn moves(lines: &[Statement]) -> Option<String> {
    let mut told = Vec::new();
    for line in lines {
        match line {
            Statement::Move(one) => match &**one {
                Move::Take(take) => told.push(take_in_words(take)?),
                Move::Assignment(_) => return None,
            },
            Statement::Pass { .. } | Statement::Stop(_) | Statement::Positions(_) | Statement::ForAll(..) => {
                return None;
            }
            _ => {}
        }
    }
    (!told.is_empty()).then(|| format!("a move takes {}", told.join(", or ")))
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
        Some(high) => Some(format!("{} to {}", number(low)?, number(high)?)),
    };
    Some(match &amount.kind {
        AmountKind::Any => "any number".to_owned(),
        AmountKind::Odd => "an odd number".to_owned(),
        AmountKind::Even => "an even number".to_owned(),
        AmountKind::Exactly(exactly) => one(exactly, None)?,
        AmountKind::AtMost(most) => format!("at most {}", number(most)?),
        AmountKind::AtLeast(least) => format!("at least {}", number(least)?),
        AmountKind::Between(low, high) => one(low, Some(high))?,
        AmountKind::Set(items) => {
            let items =
                items.iter().map(|(low, high)| one(low, high.as_ref())).collect::<Option<Vec<_>>>()?;
            match items.split_last()? {
                (last, []) => last.clone(),
                (last, others) => format!("{} or {last}", others.join(", ")),
            }
        }
    })
}

fn number(expression: &Expression) -> Option<u64> {
    match expression.kind {
        ExpressionKind::Number(number) => Some(number),
        _ => None,
    }
}
