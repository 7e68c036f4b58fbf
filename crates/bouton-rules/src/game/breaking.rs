//! The codes of games in words: moves that split heaps, and sets of amounts that may not be taken.

use std::collections::BTreeSet;

use bouton_core::{CodeFault, TakeAndBreakCode};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    place::Place,
    scope::Elaborated,
    syntax::{AmountKind, Choice, Expression, ExpressionKind, Move, Quantity, Take, Tie},
};

/// `move split a heap into 2 heaps`, or `move take … from 1 heap, then may split the rest in two heaps`.
#[derive(Clone, Debug)]
pub(super) struct Breaking {
    /// The take before the split, if there is one.
    pub(super) take: Option<Take>,
    pub(super) unequal: bool,
    pub(super) place: Place,
}

/// The largest amount that is listed in a code.
const MOST_LISTED: usize = 10_000;

/// The amounts of a move: fixed ones, and an unbounded arithmetic progression.
struct Amounts {
    listed: Vec<usize>,
    /// All amounts k ≥ the first number with k ≡ the second modulo the third.
    endless: Option<(usize, usize, usize)>,
}

/// The code of a game in which heaps are split; `number` evaluates a constant expression.
pub(super) fn code(
    breaking: &[Breaking],
    moves: &[Move],
    number: &dyn Fn(&Expression) -> Elaborated<i64>,
) -> Elaborated<TakeAndBreakCode> {
    let [first, others @ ..] = breaking else {
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
    for breaking in breaking {
        match &breaking.take {
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

/// The code of the game in which all amounts may be taken except `amounts`.
pub(super) fn all_but(
    kind: &AmountKind,
    place: Place,
    number: &dyn Fn(&Expression) -> Elaborated<i64>,
) -> Elaborated<TakeAndBreakCode> {
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

/// The amounts that are taken from one heap.
fn amounts(take: &Take, number: &dyn Fn(&Expression) -> Elaborated<i64>) -> Elaborated<Amounts> {
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

fn listed(
    kind: &AmountKind,
    place: Place,
    number: &dyn Fn(&Expression) -> Elaborated<i64>,
) -> Elaborated<Amounts> {
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
            let fault = Diagnostic::new(Code::EmptyAmount, place, "nothing is taken by this move");
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

#[cfg(test)]
mod tests {
    use crate::{Game, resolve};

    fn text(rules: &str) -> String {
        let text = Game::parse(rules).unwrap().text();
        assert_eq!(Game::parse(&text).unwrap().text(), text);
        text
    }

    #[test]
    fn splits_in_words_are_codes() {
        let may = |rest: &str| format!("move take 1..2 from 1 heap, then may split the rest in {rest}");
        assert_eq!(text(&may("two heaps")), "octal 0.77");
        assert_eq!(text(&may("two unequal heaps")), "octal 0.77 unequal");
        assert_eq!(text("move split a heap into 2 unequal heaps"), "grundy");
        assert_eq!(text("heaps any; move split a heap into 2 heaps"), "octal 4.0");
        assert_eq!(text("move take any from 1 heap; move split a heap into two heaps"), "octal 4.[3]");
        assert_eq!(text("move take odd from 1 heap; move split a heap into two heaps"), "octal 4.[30]");
        assert_eq!(text("subtraction all but {1, 3}"), "octal 0.030[3]");
        assert_eq!(
            text("counters split; move split -> split - 1"),
            "counters split\nmove split -> split - 1"
        );
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for rules in [
            "heaps 2; move split a heap into 2 heaps",
            "move split a heap into 2 heaps; move take 1 from 2 heaps",
            "move split a heap into 2 heaps; move take 1, then may split the rest in two unequal heaps",
            "move split a heap into 2 heaps; move take half from 1 heap",
            "move split a heap into 3 heaps",
        ] {
            assert!(Game::parse(rules).is_err(), "{rules}");
        }
    }

    #[test]
    fn codes_are_read_as_they_are_printed() {
        for code in ["0.[3]", "0.3[30]", "4.0", "4.[3]", "0.0", "0.77 unequal"] {
            assert_eq!(text(&format!("octal {code}")), format!("octal {code}"));
        }
        assert_eq!(resolve("0.30[30]").unwrap().text(), "octal 0.[30]");
        assert!(resolve("0.8").unwrap_err().to_string().contains("hexadecimal 0.8"));
        assert_eq!(text("hexadecimal 0.8"), "hexadecimal 0.8");
        for wrong in ["0.[", "0.3]", "0.[]", "0.[3]3", "3.0", "0.", "8.0"] {
            assert!(Game::parse(&format!("octal {wrong}")).is_err(), "{wrong}");
        }
    }
}
