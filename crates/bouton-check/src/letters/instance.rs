//! Numbers for the letters for which a law is wrong, found by the local rule at single heaps.
//!
//! Nothing that is accepted depends on this: it only completes the message about a refused law.

use bouton_canonical::{Rules, RulesWithLetters};
use bouton_core::{
    ControlState, Formula, LinearExpression, Target, Value, ValueSet, Variable, letters::LetterLaw,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::systems::{Sum, System};
use crate::limits::Budget;

/// Letters up to this number are tried.
const LARGEST: i64 = 9;
/// The most conditions that are evaluated.
const WORK: u64 = 4_000_000;
/// The heaps that are examined of a law in rows, for each choice of the letters.
const ROWS: u32 = 150;
/// The largest value of a heap that is examined.
const LARGEST_VALUE: Value = 1 << 16;
/// The work of finding one solution of a system.
const SEARCH: u64 = 2_000_000;

/// Numbers for the letters, which are these variables, that belong to a solution of a system, if one is
/// found.
pub(super) fn solution(system: &System, letters: std::ops::Range<usize>) -> Option<Vec<i64>> {
    let expression = |sum: &Sum, factor: i128| {
        let mut expression = LinearExpression::constant(i64::try_from(sum.constant * factor).ok()?).ok()?;
        for (index, term) in sum.terms.iter().enumerate() {
            let factor = i64::try_from(term * factor).ok()?;
            let variable = LinearExpression::variable(Variable(u16::try_from(index).ok()?));
            expression = expression.plus_scaled(&variable, factor).ok()?;
        }
        Some(expression)
    };
    let mut formula = Formula::True;
    for row in &system.rows {
        formula = formula.and(Formula::NotPositive(expression(row, -1)?));
    }
    for zero in &system.zeros {
        formula = formula.and(Formula::Zero(expression(zero, 1)?));
    }
    let variables = system.rows.iter().chain(&system.zeros).map(|sum| sum.terms.len()).max()?;
    let found = formula.satisfied_by(variables.max(letters.end), &mut SEARCH.clone()).ok()??;
    found[letters].iter().map(|&letter| i64::try_from(letter).ok()).collect()
}

/// The first numbers found for which the law is wrong, in words.
pub(super) fn wrong(
    game: &Rules,
    rules: &RulesWithLetters,
    law: &LetterLaw,
    suspect: Option<&[i64]>,
    budget: &mut Budget,
) -> Option<String> {
    let at = if law.heaps.is_empty() { wrong_heap_at } else { wrong_heaps_at };
    let letters = rules.letters.len();
    let mut work = WORK;
    // By the largest letter: small instances first.
    for largest in 0..=LARGEST {
        let mut values = vec![0i64; letters];
        loop {
            if values.iter().max() == Some(&largest) {
                budget.spend(1 + law.cases.len() + law.heaps.len()).ok()?;
                if let Some(found) = at(game, rules, law, &values, &mut work) {
                    return Some(found);
                }
            }
            let Some(at) = values.iter().rposition(|&value| value < largest) else { break };
            values[at] += 1;
            values[at + 1..].fill(0);
        }
    }
    let mut work = WORK;
    at(game, rules, law, suspect?, &mut work)
}

/// The heaps of a law of several that are examined, for each choice of the letters.
const LARGEST_HEAP: i128 = 24;

/// Heaps at which the local rule fails, in words.
fn wrong_heaps_at(
    game: &Rules,
    rules: &RulesWithLetters,
    law: &LetterLaw,
    values: &[i64],
    work: &mut u64,
) -> Option<String> {
    let count = rules.parts.coordinates.len();
    let control = ControlState::new(0);
    let at = |heaps: &[i128], more: &[i128]| -> Vec<i128> {
        let letters = values.iter().map(|&value| i128::from(value));
        heaps.iter().copied().chain(letters).chain(more.iter().copied()).collect()
    };
    if !rules.cone.holds(&at(&vec![0; count], &[])) {
        return None;
    }
    let big: Vec<BigInt> = values.iter().map(|&value| BigInt::from(value)).collect();
    let told = || {
        let pairs = game.letters().iter().zip(values).map(|(name, value)| format!("{name} = {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    };
    if law.case_of_heaps(&big).is_none() {
        return Some(format!("with {} no case holds", told()));
    }
    let value = |heaps: &[i128]| -> Option<Value> {
        let heaps: Vec<BigInt> = heaps.iter().map(|&heap| heap.into()).collect();
        law.value_of(&big, &heaps, control)?.to_u32().filter(|&value| value <= LARGEST_VALUE)
    };
    let mut heaps = vec![0i128; count];
    loop {
        *work = work.checked_sub(1)?;
        let mut options = ValueSet::new();
        let stopped = rules.parts.stop.holds(&at(&heaps, &[]));
        for schema in rules.parts.moves.iter().filter(|_| !stopped) {
            let chosen = usize::from(schema.parameters).checked_sub(values.len())?;
            let largest = heaps.iter().copied().max().unwrap_or(0);
            let mut choice = vec![0i128; chosen];
            loop {
                *work = work.checked_sub(1)?;
                let all = at(&heaps, &choice);
                if schema.guard.holds(&all) {
                    let after: Vec<i128> = (schema.targets.iter().zip(&heaps))
                        .map(|(target, &heap)| match target {
                            Target::Same => heap,
                            Target::Becomes(expression) => expression.evaluate(&all),
                        })
                        .collect();
                    if after.iter().all(|&heap| heap >= 0) {
                        options.insert(value(&after)?);
                    }
                }
                let Some(place) = choice.iter().rposition(|&number| number < largest) else { break };
                choice[place] += 1;
                choice[place + 1..].fill(0);
            }
        }
        let (claimed, called) = (value(&heaps), law.valuation.value(&options));
        if claimed != Some(called) {
            let claimed = claimed.map_or("no value".to_owned(), |value| format!("the value {value}"));
            let heaps = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            return Some(format!(
                "with {} the law gives {heaps} {claimed}, and its options call for {called}",
                told()
            ));
        }
        let place = heaps.iter().rposition(|&heap| heap < LARGEST_HEAP)?;
        heaps[place] += 1;
        heaps[place + 1..].fill(0);
    }
}

/// A heap at which the local rule fails, in words.
fn wrong_heap_at(
    game: &Rules,
    rules: &RulesWithLetters,
    law: &LetterLaw,
    values: &[i64],
    work: &mut u64,
) -> Option<String> {
    let at = |heap: i128, more: &[i128]| -> Vec<i128> {
        let letters = values.iter().map(|&value| i128::from(value));
        std::iter::once(heap).chain(letters).chain(more.iter().copied()).collect()
    };
    if !rules.cone.holds(&at(0, &[])) {
        return None;
    }
    let big: Vec<BigInt> = values.iter().map(|&value| BigInt::from(value)).collect();
    let told = || {
        let pairs = game.letters().iter().zip(values).map(|(name, value)| format!("{name} = {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let heaps = match (&law.rows, law.case(&big)) {
        (Some(_), _) => i128::from(ROWS),
        (None, None) => return Some(format!("with {} no case holds", told())),
        (None, Some(case)) => {
            let length = case.length.evaluate(&big).to_i128().filter(|length| *length > 0)?;
            (i128::try_from(case.block_count()).ok()? + 3).checked_mul(length)?
        }
    };
    let value = |heap: i128, control: ControlState| -> Option<Value> {
        law.value(&big, &heap.into(), control)?.to_u32().filter(|&value| value <= LARGEST_VALUE)
    };
    for heap in 0..heaps {
        for (control, name) in rules.parts.controls.iter().enumerate() {
            *work = work.checked_sub(1)?;
            let control = ControlState::new(control);
            let mut options = ValueSet::new();
            let stopped = rules.parts.stop.holds(&at(heap, &[]));
            for schema in rules.parts.moves.iter().filter(|schema| schema.from == control && !stopped) {
                let chosen = usize::from(schema.parameters).checked_sub(values.len())?;
                let tried = match chosen {
                    0 => 0..=0,
                    1 => 0..=heap,
                    _ => return None,
                };
                for choice in tried {
                    *work = work.checked_sub(1)?;
                    let all = at(heap, if chosen == 0 { &[] } else { std::slice::from_ref(&choice) });
                    let after = match &schema.targets[0] {
                        Target::Same => heap,
                        Target::Becomes(expression) => expression.evaluate(&all),
                    };
                    if after >= 0 && schema.guard.holds(&all) {
                        if after > heap {
                            return None;
                        }
                        options.insert(value(after, schema.to)?);
                    }
                }
            }
            let (claimed, called) = (value(heap, control), law.valuation.value(&options));
            if law.sum
                && rules.parts.convention == bouton_core::Convention::Misere
                && (claimed, options.is_empty(), options.contains(1)) == (Some(0), false, false)
            {
                return Some(format!(
                    "with {} the heap of {heap} has value 0 and moves, but none to value 1",
                    told()
                ));
            }
            if claimed != Some(called) {
                let claimed = claimed.map_or("no value".to_owned(), |value| format!("the value {value}"));
                let state = if name.is_empty() { String::new() } else { format!(" ({name})") };
                return Some(format!(
                    "with {} the law gives the heap of {heap}{state} {claimed}, and its options call for {called}",
                    told()
                ));
            }
        }
    }
    None
}
