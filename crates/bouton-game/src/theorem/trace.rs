//! Traces of theorems on positions: the numbers that the theorem reads there, and the decision that
//! they give.

use bouton_cert::{OpenClaim, QuotientClaim};
use bouton_core::{ControlState, LocalLaw, Period, State, Value};
use bouton_explain::{Column, Explanation, Trace, columns, columns_table};
use bouton_prose::{Block, Formula, Text, say};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{
    Statement, Theorem, TheoremError,
    local::{self, First},
    open::{self, OpenTheorem},
};
use crate::BigPosition;

/// The most heaps that are written out in a table, and the most steps of an automaton.
const MOST_ROWS: usize = 12;
const MOST_STEPS: usize = 24;

impl Theorem {
    /// Traces the theorem on a position: the value there, the reason in a clause, and tables of the
    /// numbers read.
    ///
    /// # Errors
    ///
    /// If the theorem does not apply to the position.
    ///
    /// ```
    /// let theorem = bouton::Game::named("take-three")?.prove()?;
    /// let trace = theorem.trace(&(vec![7u32.into()], bouton::ControlState(0)))?;
    /// assert_eq!((&*trace.value, &*trace.reason.to_string()), ("N", "h1 mod 4 = 7 mod 4 = 3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(&self, position: &BigPosition) -> Result<Trace, TheoremError> {
        let (heaps, control) = (&position.0[..], position.1);
        let found = match &self.statement {
            Statement::Law(words) => {
                let law = words.law.law();
                let name = words.law.ruleset().controls().get(control.index()).cloned().unwrap_or_default();
                let grundy = law.nim_heap.then(|| law.value(control, heaps)).flatten();
                (law.dimension() == heaps.len())
                    .then(|| words.explanation().trace(heaps, &name, grundy.as_ref()))
                    .flatten()
            }
            Statement::Period(about) => of_period(&about.2, heaps),
            Statement::Quotient(about) => of_quotient(&about.2, heaps),
            Statement::EveryNumber(theorem) => theorem.trace(heaps, control),
        };
        found.ok_or(TheoremError::NoTrace)
    }

    /// Whether the value of a [`trace`](Self::trace) is a Grundy value rather than an outcome.
    #[must_use]
    pub fn traces_grundy_values(&self) -> bool {
        self.law().is_some_and(crate::CheckedLaw::is_grundy)
    }
}

/// Returns the names h1, h2, ….
fn names(count: usize) -> Vec<Formula> {
    (1..=count).map(|place| Formula::name(&format!("h{place}"))).collect()
}

fn number(number: &BigUint) -> Formula {
    Formula::Number(number.to_string())
}

/// Decides `P` or `N` by a nim-sum, with the reason.
fn of_sum(lead: &str, values: &[BigUint], blocks: Vec<Block>) -> Trace {
    let sum = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
    let lost = sum == BigUint::ZERO;
    let not = if lost { Text::new() } else { say![", not ", 0u32] };
    let reason = say![lead, bouton_explain::nim_sum_of(values), not];
    Trace { value: if lost { "P" } else { "N" }.to_owned(), reason, blocks }
}

/// Writes a table with a row for each heap, unless there are many.
fn table(head: &[&str], rows: impl ExactSizeIterator<Item = Vec<Text>>) -> Vec<Block> {
    if rows.len() > MOST_ROWS {
        return Vec::new();
    }
    vec![Block::Table { head: head.iter().map(|&name| name.into()).collect(), rows: rows.collect() }]
}

/// The words before the nim-sum of the values of heaps, or the value of the only one.
fn values_of(heaps: &[BigUint]) -> &'static str {
    if heaps.len() == 1 { "the value of the heap is " } else { "the nim-sum of the values of the heaps is " }
}

fn of_period(period: &Period, heaps: &[BigUint]) -> Option<Trace> {
    let values: Vec<BigUint> = heaps.iter().map(|heap| period.value(heap)).collect::<Option<_>>()?;
    let length = BigUint::from(period.length);
    let row = |((name, heap), value): ((&Formula, &BigUint), &BigUint)| {
        // The least n of the period with the same remainder.
        let from = BigUint::from(period.preperiod);
        let like = if *heap >= &from + &length && period.saltus == 0 {
            &from + (heap - &from) % &length
        } else {
            heap.clone()
        };
        vec![name.into(), number(heap).into(), number(&like).into(), number(value).into()]
    };
    let names = names(heaps.len().min(MOST_ROWS + 1));
    let blocks = if heaps.len() > MOST_ROWS {
        Vec::new()
    } else {
        table(&["", "heap", "as n", "g(n)"], names.iter().zip(heaps).zip(&values).map(row))
    };
    Some(of_sum(values_of(heaps), &values, blocks))
}

fn of_quotient(claim: &QuotientClaim, heaps: &[BigUint]) -> Option<Trace> {
    let quotient = &claim.quotient;
    let value = |heap: &BigUint| {
        let small = match claim.period {
            Some((length, from)) if *heap >= BigUint::from(from) => {
                (BigUint::from(from) + (heap - BigUint::from(from)) % BigUint::from(length)).to_usize()?
            }
            _ => heap.to_usize()?,
        };
        quotient.values().get(small).copied()
    };
    let values = heaps.iter().map(value).collect::<Option<Vec<_>>>()?;
    let product = values.iter().fold(0, |product, &value| quotient.product(product, value));
    let names = names(heaps.len().min(MOST_ROWS + 1));
    let row = |((name, heap), value): ((&Formula, &BigUint), &u16)| {
        vec![name.into(), number(heap).into(), Text::from(u64::from(*value))]
    };
    let blocks = if heaps.len() > MOST_ROWS {
        Vec::new()
    } else {
        table(&["", "heap", "Φ"], names.iter().zip(heaps).zip(&values).map(row))
    };
    let lost = quotient.is_lost_element(product);
    let is = if lost { "an element of P" } else { "not an element of P" };
    let reason = say!["the product of the values of the heaps is ", u64::from(product), ", ", is];
    Some(Trace { value: if lost { "P" } else { "N" }.to_owned(), reason, blocks })
}

impl OpenTheorem {
    fn trace(&self, heaps: &[BigUint], control: ControlState) -> Option<Trace> {
        if !self.numbers_of_heaps().has(heaps.len()) {
            return None;
        }
        match &self.claim {
            OpenClaim::Sum(_) => match (self.one(), self.quotient()) {
                (_, Some(claim)) => of_quotient(claim, heaps),
                (Some(_), _) if self.is_nim() => {
                    let names = names(heaps.len().min(MOST_ROWS + 1));
                    let odd = &mut |column: &Column| column.ones % 2 == 1;
                    let blocks = columns_table(&names, heaps, 2, odd).into_iter().collect();
                    Some(of_sum("the nim-sum is ", heaps, blocks))
                }
                (Some(one), _) => {
                    let (law, explanation) = (one.law.law(), one.explanation());
                    let value = |heap: &BigUint| law.value(ControlState(0), std::slice::from_ref(heap));
                    let values = heaps.iter().map(value).collect::<Option<Vec<_>>>()?;
                    let rows = heaps.iter().zip(&values).enumerate().take(MOST_ROWS + 1);
                    let blocks = if heaps.len() > MOST_ROWS {
                        Vec::new()
                    } else {
                        let rows =
                            rows.map(|(place, (heap, value))| of_heap(explanation, place, heap, value));
                        table(&["", "heap", "value", "since"], rows.collect::<Vec<_>>().into_iter())
                    };
                    Some(of_sum(values_of(heaps), &values, blocks))
                }
                (None, None) => None,
            },
            OpenClaim::Columns(claim) => {
                let law = open::plain(&claim.law)?;
                let form = open::form(&claim.law);
                traced(&law, heaps, control, |value, blocks| match &form {
                    Some(form) => Some(of_columns(form, heaps, blocks)),
                    None => of_states(&law, heaps, control, value, blocks),
                })
            }
            OpenClaim::Local(claim) => {
                let law = &claim.law;
                traced(law, heaps, control, |value, blocks| match local::form(law) {
                    Some(local::Form::Total(values)) => {
                        let total: BigUint = heaps.iter().sum();
                        let modulus = values.len();
                        let rest = &total % modulus;
                        Some(say![
                            "the number of objects is ",
                            number(&total),
                            ", which is ",
                            number(&rest),
                            " modulo ",
                            modulus
                        ])
                    }
                    Some(local::Form::First(first)) => Some(of_first(law, &first, heaps, blocks)),
                    None => of_states(law, heaps, control, value, blocks),
                })
            }
        }
    }
}

/// Returns a trace with the value of the law, and the reason that is found.
fn traced(
    law: &LocalLaw,
    heaps: &[BigUint],
    control: ControlState,
    reason: impl FnOnce(Value, &mut Vec<Block>) -> Option<Text>,
) -> Option<Trace> {
    let value = law.value(heaps, control)?;
    let mut blocks = Vec::new();
    let reason = reason(value, &mut blocks)?;
    Some(Trace { value: local::outcome(law, value), reason, blocks })
}

/// Returns the value of a heap, and the reason.
fn of_heap(explanation: &Explanation, place: usize, heap: &BigUint, value: &BigUint) -> Vec<Text> {
    let mut own = explanation.clone();
    if let Some(name) = own.coordinates.first_mut() {
        *name = format!("h{}", place + 1);
    }
    let since = own.trace(std::slice::from_ref(heap), "", Some(value)).map(|trace| trace.reason);
    let name = Formula::name(&format!("h{}", place + 1));
    vec![name.into(), number(heap).into(), number(value).into(), since.unwrap_or_default()]
}

/// Returns the reason of a law of columns in words.
fn of_columns(form: &open::Form, heaps: &[BigUint], blocks: &mut Vec<Block>) -> Text {
    let period = form.period;
    let small = heaps.iter().all(|heap| heap.bits() <= 1);
    let ones = form.ones.as_ref();
    if ones.is_some() && small {
        let count = heaps.iter().filter(|heap| **heap != BigUint::ZERO).count();
        return say![
            "no heap has more than one object, and ",
            count,
            if count == 1 { " heap is" } else { " heaps are" },
            " not empty, which is ",
            count % period,
            " modulo ",
            period
        ];
    }
    let modulus = u32::try_from(period).unwrap_or(u32::MAX);
    let names = names(heaps.len().min(MOST_ROWS + 1));
    blocks.extend(columns_table(&names, heaps, modulus, &mut |column| column.ones % period != 0));
    let large = if ones.is_some() { "some heap has two or more objects, and " } else { "" };
    let all = columns(heaps);
    let wrong = all.iter().find(|column| column.ones % period != 0);
    match (wrong, period) {
        (_, 2) => {
            let not = if wrong.is_some() { say![", not ", 0u32] } else { Text::new() };
            say![large, "the nim-sum is ", bouton_explain::nim_sum_of(heaps), not]
        }
        (None, _) => say![large, "in each place the number of heaps that have a 1 is divisible by ", period],
        (Some(column), _) => say![
            large,
            "in the place of ",
            bouton_explain::place_of(column.place),
            if column.ones == 1 { " there is " } else { " there are " },
            column.ones,
            if column.ones == 1 { " heap" } else { " heaps" },
            " with a 1, not a multiple of ",
            period
        ],
    }
}

/// Returns the reason of a law that the first place decides.
fn of_first(law: &LocalLaw, first: &First, heaps: &[BigUint], blocks: &mut Vec<Block>) -> Text {
    let period = first.stays.len();
    let modulus = u32::try_from(period).unwrap_or(u32::MAX);
    let names = names(heaps.len().min(MOST_ROWS + 1));
    blocks.extend(columns_table(&names, heaps, modulus, &mut |column| column.ones % period != 0));
    let all = columns(heaps);
    let Some(column) = all.iter().find(|column| column.ones % period != 0) else {
        return say!["v is ", 0u32, " in every place"];
    };
    let v = column.ones % period;
    let decisive = say![
        "the first place where v is not ",
        0u32,
        " is that of ",
        bouton_explain::place_of(column.place),
        ", where ",
        Formula::name("v").equals(v)
    ];
    let depends = first.by.get(v - 1).is_some_and(|(good, otherwise)| good != otherwise);
    if !depends {
        return decisive;
    }
    match law.good_heap(heaps) {
        Some(heap) => say![decisive, ", and ", Formula::name(&format!("h{}", heap + 1)), " is linked"],
        None => say![decisive, ", and no heap is linked"],
    }
}

/// Returns the reason of a law that has no words but its states.
fn of_states(
    law: &LocalLaw,
    heaps: &[BigUint],
    control: ControlState,
    value: Value,
    blocks: &mut Vec<Block>,
) -> Option<Text> {
    let automaton = law.columns();
    let mut state: State = *automaton.starts().get(control.index())?;
    let mut rows = Vec::new();
    for column in columns(heaps) {
        let next = automaton.next(state, column.ones);
        rows.push(vec![
            bouton_explain::place_of(column.place),
            column.ones.into(),
            u64::from(state).into(),
            u64::from(next).into(),
        ]);
        state = next;
    }
    let skipped = rows.len().saturating_sub(MOST_STEPS);
    rows.drain(..skipped);
    if !rows.is_empty() {
        let head = ["place", "ones", "state", "next state"].map(Text::from).to_vec();
        blocks.push(Block::Table { head, rows });
    }
    let good = match (law.output(state, true) == law.output(state, false), law.output(state, true) == value) {
        (true, _) => Text::new(),
        (false, true) => match law.good_heap(heaps) {
            Some(heap) => say![", and ", Formula::name(&format!("h{}", heap + 1)), " is good at the end"],
            None => Text::new(),
        },
        (false, false) => say![", and no heap is good at the end"],
    };
    Some(say!["the automaton ends in state ", u64::from(state), good])
}
