//! A law traced on a position: the columns of digits, the row or the condition that applies.

mod apart;
mod columns;
mod of_form;

use bouton_core::Value;
use bouton_forms::{Base, ControlLaw, Form};
use num_bigint::{BigInt, BigUint};

pub use columns::{Column, columns, columns_table, place_of};

use super::Speaker;
use bouton_prose::{Block, Formula, Text, say};

use crate::Explanation;

/// A law traced on a position.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_explain::explain;
///
/// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let value = |x: &[u64]| u32::from(x[0] ^ x[1] ^ x[2] != 0);
/// let law = bouton_automata::table_law(3, 1, |_, x| value(x), 3).unwrap();
/// let explanation = explain(&nim, &Law::new(Valuation::NormalOutcome, law));
/// let trace = explanation.trace(&[3u32, 4, 5].map(Into::into), "", None).unwrap();
/// assert_eq!(trace.value, "N");
/// assert_eq!(trace.reason.to_string(), "the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The value that the law gives the position: an outcome such as `P`, or a Grundy value.
    pub value: String,
    /// The reason in a clause, such as `the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0`.
    pub reason: Text,
    /// Tables and sentences that lead to it.
    pub blocks: Vec<Block>,
}

/// The value of a form at some numbers, with the reason.
struct Found {
    value: Value,
    reason: Text,
}

impl Found {
    fn new(value: Value, reason: Text) -> Self {
        Self { value, reason }
    }
}

impl Explanation {
    /// Traces the law on a position of one control state. A law of pairs of a position and its Grundy value
    /// needs that value, too.
    ///
    /// `None` if the position does not fit the law.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
    /// let explanation = explain(&nim, &Law::new(Valuation::NormalOutcome, law));
    /// let trace = explanation.trace(&[7u32, 7].map(Into::into), "", None).unwrap();
    /// assert_eq!(trace.value, "P");
    /// assert_eq!(explanation.trace(&[7u32.into()], "", None), None); // one heap is not a position
    /// ```
    #[must_use]
    pub fn trace(&self, position: &[BigUint], control: &str, grundy: Option<&BigUint>) -> Option<Trace> {
        let law = self.laws.iter().find(|law| law.controls.iter().any(|known| known == control))?;
        let own = self.coordinates.len() - usize::from(self.nim_heap);
        if position.len() != own {
            return None;
        }
        let speaker = Speaker::new(self, law);
        let mut numbers = position.to_vec();
        if speaker.is_of_pairs() {
            numbers.push(grundy?.clone());
            if matches!(&law.form, Form::Digits(digits) if digits.is_nim()) {
                return speaker.nim(position);
            }
        }
        let mut blocks = Vec::new();
        let Found { value, reason } = speaker.trace(&law.form, law, &numbers, &mut blocks)?;
        if speaker.is_of_pairs() {
            // At its own Grundy value a position is P.
            let of_pair = say![reason, ", so the position and a Nim heap of ", grundy?.to_string(), " are P"];
            return (value == 0).then(|| Trace { value: numbers[own].to_string(), reason: of_pair, blocks });
        }
        let Some(grundy) = &law.grundy else {
            return Some(Trace { value: self.value_name(value), reason, blocks });
        };
        let excess = grundy.excess(value);
        let number = match &grundy.base {
            Base::Zero => BigInt::from(excess),
            Base::NimSum => {
                let sum = position.iter().fold(BigUint::ZERO, |sum, heap| sum ^ heap);
                BigInt::from(sum ^ BigUint::try_from(excess).ok()?)
            }
            Base::Form { form } => of_form::at(form, position) + excess,
            Base::Quotient { form, plus, divisor } => {
                (of_form::at(form, position) + *plus) / *divisor + excess
            }
        };
        let terms = speaker.over_base(&grundy.base, excess);
        let reason = if grundy.base == Base::Zero {
            reason
        } else {
            say![
                reason,
                ", so ",
                speaker.letter("g").equals(terms).equals(Formula::Number(number.to_string()))
            ]
        };
        Some(Trace { value: number.to_string(), reason, blocks })
    }
}

impl Speaker<'_> {
    /// The Grundy value as a nim-sum.
    fn nim(&self, position: &[BigUint]) -> Option<Trace> {
        let sum = position.iter().fold(BigUint::ZERO, |sum, heap| sum ^ heap);
        let names = self.names[..position.len()].to_vec();
        let reason = match position {
            [_] => "the Grundy value of a heap is its size".into(),
            _ => say!["the nim-sum is ", nim_sum_of(position)],
        };
        let table = columns_table(&names, position, 2, &mut |_| false);
        Some(Trace { value: sum.to_string(), reason, blocks: table.into_iter().collect() })
    }

    /// Traces a form on the numbers that the names of the speaker stand for.
    fn trace(
        &self,
        form: &Form,
        law: &ControlLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        match form {
            Form::Constant(value) => Some(Found::new(*value, self.every_position(*value))),
            Form::Periodic(found) => self.trace_periodic(found, numbers.first()?),
            Form::Digits(found) => self.trace_digits(found, numbers, blocks),
            Form::LinkedPiles => self.trace_linked_piles(numbers, blocks),
            Form::Remainders(found) => self.trace_remainders(found, numbers, blocks),
            Form::HeapSum(found) => self.trace_heap_sum(found, numbers, blocks),
            Form::NimSum(found) => self.trace_nim_sum(found, numbers, blocks),
            Form::Halved(halved) => {
                let divisor = 1u64.checked_shl(halved.halvings)?;
                let names = self.names.iter().map(|name| Formula::floor(name, divisor)).collect();
                let quotients = Self { divisor, ..self.of(names, Some(super::sentence::QUOTIENT)) };
                let halves: Vec<BigUint> = numbers.iter().map(|number| number / divisor).collect();
                quotients.trace(&halved.form, law, &halves, blocks)
            }
            Form::Rows(rows) => self.trace_rows(rows, numbers, blocks),
            Form::Cases(cases) => self.trace_cases(cases, numbers, blocks),
            Form::Sorted(cases) => {
                let mut sorted = numbers.to_vec();
                sorted.sort_unstable();
                let inner = self.sorted();
                let found = inner.trace_cases(cases, &sorted, blocks)?;
                let order = Formula::tuple(inner.names.iter().cloned());
                let order = order.equals(Formula::tuple(sorted.iter().map(number)));
                Some(Found { reason: say!["in ascending order ", order, "; ", found.reason], ..found })
            }
            Form::Mostly(found) => self.trace_mostly(found, law, numbers, blocks),
            Form::Beatty(found) => self.trace_beatty(found, law, numbers, blocks),
            Form::Properties(found) => self.trace_properties(found, numbers, blocks),
            Form::Apart(found) => self.trace_apart(found, numbers, blocks),
            Form::Automaton { .. } => self.trace_automaton(&law.law, numbers, blocks),
        }
    }
}

/// A number of any size as a formula.
fn number(number: &BigUint) -> Formula {
    Formula::Number(number.to_string())
}

/// The most terms of a nim-sum that is written out, and the most characters of it.
const MOST_TERMS: usize = 12;
const MOST_CHARACTERS: usize = 120;

/// The nim-sum of some numbers: `3 ⊕ 4 ⊕ 5 = 2`, or the value alone if that is long.
///
/// ```
/// assert_eq!(bouton_explain::nim_sum_of(&[3u32, 4, 5].map(Into::into)).to_string(), "3 ⊕ 4 ⊕ 5 = 2");
/// ```
#[must_use]
pub fn nim_sum_of(numbers: &[BigUint]) -> Formula {
    let sum = number(&numbers.iter().fold(BigUint::ZERO, |sum, term| sum ^ term));
    let terms: Vec<Formula> = numbers.iter().map(number).collect();
    let whole = Formula::nim_sum(terms).equals(sum.clone());
    let long = whole.to_string().chars().count() > MOST_CHARACTERS;
    if numbers.len() > MOST_TERMS || numbers.len() < 2 || long { sum } else { whole }
}
