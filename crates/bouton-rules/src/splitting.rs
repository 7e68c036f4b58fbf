//! The codes of games in words: moves that split heaps, and sets of amounts that may not be taken.

use std::collections::BTreeSet;

use bouton_core::{CodeFault, TakeAndBreakCode};

use bouton_canonical::{
    Draft, Place,
    syntax::{AmountKind, Choice, Expression, ExpressionKind, Line, Move, Quantity, Statement, Take, Tie},
};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    statement::{SourceLine, SourceStatement},
};

type Found<T> = Result<T, Box<Diagnostic>>;

/// Adds lines to a draft that has the names of numbers. The short forms of subtraction games are
/// written out, and splits in words become a code.
///
/// # Errors
///
/// The fault of splits that have no code.
pub(crate) fn add(lines: Vec<SourceLine>, draft: &mut Draft, faults: &mut Vec<Diagnostic>) -> Found<()> {
    let mut splits = Vec::new();
    let mut written: Vec<Line> = Vec::new();
    for SourceLine { said, place } in lines {
        let mut write = |statement| written.push(Line { statement, place });
        match said {
            SourceStatement::Line(statement) => write(statement),
            SourceStatement::Split { take, unequal } => splits.push(Split { take, unequal, place }),
            SourceStatement::AllBut(amount) => {
                match all_but(&amount.kind, amount.place, &|e| number(draft, e)) {
                    Ok(code) => write(line_of(&code, place)),
                    Err(fault) => faults.push(*fault),
                }
            }
            SourceStatement::Subtraction(amount) => {
                let one = Expression::leaf(ExpressionKind::Number(1), place);
                let choice = Choice::Heaps(Quantity::Exactly(one), None);
                let take = Take { amount, tie: Tie::Independent, choice, when: vec![], place };
                write(Statement::Move(Box::new(Move::Take(take))));
                if !written.iter().any(|line| says_space(&line.statement)) {
                    written.push(Line { statement: Statement::HeapsAny, place });
                }
            }
        }
    }
    let mut found = Vec::new();
    draft.add_rules(&written, &mut found);
    faults.extend(found.into_iter().map(Diagnostic::from));
    let Some(first) = splits.first() else { return Ok(()) };
    if let Some(place) = draft.fixed_space() {
        let fault = Diagnostic::new(Code::WrongKind, place, "splitting a heap makes more heaps");
        return Err(Box::new(fault.expected("`heaps any`")));
    }
    let code = code(&splits, draft.moves(), &|e| number(draft, e))?;
    let line = Line { statement: line_of(&code, first.place), place: first.place };
    draft.replace_moves_by(&line).map_err(|fault| Box::new((*fault).into()))
}

/// Returns the value of an expression of numbers and their names.
fn number(draft: &Draft, e: &Expression) -> Found<i64> {
    draft.number(e).map_err(|fault| Box::new(Diagnostic::from(*fault)))
}

/// Whether a line describes a position.
fn says_space(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::HeapsFixed(_)
            | Statement::HeapsAny
            | Statement::HeapSizes(..)
            | Statement::Counters(_)
            | Statement::Octal(..)
            | Statement::Hexadecimal(..)
            | Statement::Grundy
    )
}

/// Returns the line of a code with the digits 0 to 7.
fn line_of(code: &TakeAndBreakCode, place: Place) -> Statement {
    if *code == TakeAndBreakCode::grundys_game() {
        Statement::Grundy
    } else {
        Statement::Octal(code.to_string(), place)
    }
}

/// The statement `move split a heap into 2 heaps`, or `move take … from 1 heap, then may split the
/// rest in two heaps`.
struct Split {
    /// The take before the split, if there is one.
    take: Option<Box<Take>>,
    unequal: bool,
    place: Place,
}

/// The largest amount that is listed in a code.
const MOST_LISTED: usize = 10_000;

/// The amounts of a move: fixed amounts, and an unbounded arithmetic progression.
struct Amounts {
    listed: Vec<usize>,
    /// The progression: all amounts k ≥ the first number with k ≡ the second modulo the third.
    endless: Option<(usize, usize, usize)>,
}

/// Returns the code of a game in which heaps are split; `number` evaluates a constant expression.
fn code(
    splits: &[Split],
    moves: &[Move],
    number: &dyn Fn(&Expression) -> Found<i64>,
) -> Found<TakeAndBreakCode> {
    let [first, others @ ..] = splits else {
        return Ok(TakeAndBreakCode::grundys_game());
    };
    if let Some(other) = others.iter().find(|other| other.unequal != first.unequal) {
        let fault = Diagnostic::new(
            Code::Contradiction,
            other.place,
            "some moves leave unequal heaps, others any two",
        );
        return Err(Box::new(fault.expected("`unequal` in all moves that split a heap, or in none")));
    }
    // The digits of listed amounts, one after the other, and the bits of unbounded progressions.
    let (mut digits, mut endless, mut end) = (vec![0u8; MOST_LISTED + 1], BTreeSet::new(), 0);
    let mut add = |bits: u8, amounts: Amounts| {
        for &amount in &amounts.listed {
            digits[amount] |= bits;
            end = end.max(amount + 1);
        }
        if let Some(from @ (first, ..)) = amounts.endless {
            endless.insert((bits, from));
            end = end.max(first + 1);
        }
    };
    for split in splits {
        match &split.take {
            None => add(4, Amounts { listed: vec![0], endless: None }),
            Some(take) => add(7, amounts(take, number)?),
        }
    }
    for rule in moves {
        match rule {
            Move::Take(take) => add(3, amounts(take, number)?),
            Move::Assignment(assignment) => {
                let fault = Diagnostic::new(
                    Code::WrongKind,
                    assignment.place,
                    "a move of counters in a game where heaps are split",
                );
                return Err(Box::new(fault.expected("moves that take from one heap, or split it")));
            }
        }
    }
    let digit = |place: usize| {
        let bits = endless.iter().filter(|(_, from)| is_in(*from, place)).map(|(bits, _)| *bits);
        bits.fold(digits.get(place).copied().unwrap_or(0), |digit, bits| digit | bits)
    };
    // Every unbounded progression has period 1 or 2.
    let code = TakeAndBreakCode::repeating((0..end).map(digit).collect(), vec![digit(end), digit(end + 1)])
        .and_then(|code| if first.unequal { code.with_unequal_parts() } else { Ok(code) });
    code.map_err(|fault| bad(first.place, fault))
}

/// Returns the code of the game in which all amounts may be taken except `amounts`.
fn all_but(
    kind: &AmountKind,
    place: Place,
    number: &dyn Fn(&Expression) -> Found<i64>,
) -> Found<TakeAndBreakCode> {
    let missing = listed(kind, place, number)?;
    let end = missing.listed.iter().copied().max().unwrap_or(0) + 1;
    let digit = |amount: usize| if amount == 0 || missing.contain(amount) { 0 } else { 3 };
    TakeAndBreakCode::repeating((0..end).map(digit).collect(), vec![digit(end), digit(end + 1)])
        .map_err(|fault| bad(place, fault))
}

fn bad(place: Place, fault: CodeFault) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::BadCode, place, fault.to_string()))
}

impl Amounts {
    fn contain(&self, amount: usize) -> bool {
        self.listed.binary_search(&amount).is_ok()
            || self.endless.is_some_and(|endless| is_in(endless, amount))
    }
}

/// Whether an amount belongs to an unbounded progression.
fn is_in((from, residue, modulus): (usize, usize, usize), amount: usize) -> bool {
    amount >= from && amount % modulus == residue % modulus
}

/// Returns the amounts that are taken from one heap.
fn amounts(take: &Take, number: &dyn Fn(&Expression) -> Found<i64>) -> Found<Amounts> {
    let one = match &take.choice {
        Choice::Heaps(Quantity::Exactly(e), None) => {
            matches!(e.kind, ExpressionKind::Number(1)) || number(e).is_ok_and(|count| count == 1)
        }
        _ => false,
    };
    if !one || !take.when.is_empty() || take.tie != Tie::Independent {
        let fault = Diagnostic::new(
            Code::WrongKind,
            take.place,
            "where heaps are split, every move is about one heap",
        );
        return Err(Box::new(fault.expected("`take … from 1 heap`, without `when`")));
    }
    listed(&take.amount.kind, take.amount.place, number)
}

fn listed(kind: &AmountKind, place: Place, number: &dyn Fn(&Expression) -> Found<i64>) -> Found<Amounts> {
    let fixed = |e: &Expression| {
        let value = number(e)?;
        usize::try_from(value).ok().filter(|value| (1..=MOST_LISTED).contains(value)).ok_or_else(|| {
            let fault = Diagnostic::new(Code::SizeLimit, e.place, "this amount is out of range");
            Box::new(fault.expected(format!("a number from 1 to {MOST_LISTED}")))
        })
    };
    let endless =
        |from, residue, modulus| Amounts { listed: Vec::new(), endless: Some((from, residue, modulus)) };
    let range = |low: usize, high: usize| {
        if low > high {
            let fault = Diagnostic::new(Code::EmptyAmount, place, "this move takes nothing");
            return Err(Box::new(fault.expected("an amount of at least 1")));
        }
        Ok(Amounts { listed: (low..=high).collect(), endless: None })
    };
    match kind {
        AmountKind::Any => Ok(endless(1, 0, 1)),
        AmountKind::Odd => Ok(endless(1, 1, 2)),
        AmountKind::Even => Ok(endless(2, 0, 2)),
        AmountKind::AtLeast(e) => Ok(endless(fixed(e)?, 0, 1)),
        AmountKind::AtMost(e) => range(1, fixed(e)?),
        AmountKind::Exactly(e) => fixed(e).and_then(|amount| range(amount, amount)),
        AmountKind::Between(low, high) => range(fixed(low)?, fixed(high)?),
        AmountKind::Set(items) => {
            let mut there = vec![false; MOST_LISTED + 1];
            let mut ranges = BTreeSet::new();
            for (low, high) in items {
                let (low, high) = (fixed(low)?, fixed(high.as_ref().unwrap_or(low))?);
                if low > high {
                    range(low, high)?;
                }
                ranges.insert((low, high));
            }
            let mut beyond = 0;
            for (low, high) in ranges {
                (low.max(beyond)..=high).for_each(|amount| there[amount] = true);
                beyond = beyond.max(high + 1);
            }
            let listed = (0..there.len()).filter(|&amount| there[amount]).collect();
            Ok(Amounts { listed, endless: None })
        }
    }
}
