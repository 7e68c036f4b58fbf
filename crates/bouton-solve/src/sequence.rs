//! Grundy values of single heaps, and periods that are theorems.

use bouton_core::{Formula, Ruleset, TakeAndBreakCode, Valuation, Value, ValueSet};

use crate::{LimitReached, Limits, Table, TakeAndBreak, sparse_space};

/// The Grundy values of one heap of 0, 1, 2, … objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundySequence {
    /// The values, from the empty heap on.
    pub values: Vec<Value>,
    /// The period, where one is seen.
    pub period: Option<Periodicity>,
}

/// g(n + length) = g(n) + saltus for all n ≥ preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The length of the period.
    pub length: u64,
    /// The first periodic index.
    pub preperiod: u64,
    /// What is added from one period to the next.
    pub saltus: Value,
    /// Whether a theorem says that the period goes on for ever.
    pub proved: bool,
    /// The theorem, or what keeps it from being one.
    pub theorem: &'static str,
}

const GUY_SMITH: &str = "Guy and Smith's periodicity theorem for finite octal codes (The G-values of various games, 1956): the window was checked";
const GUY_SMITH_THREE: &str = "Guy and Smith's periodicity theorem (The G-values of various games, 1956), for moves that leave up to three heaps: the window was checked";
const SUBTRACTION: &str = "finite subtraction sets: as many values in a row as the largest amount recur, and each value depends on those alone";
const NOT_PROVED: &str = "not proved: the values repeat as far as they were computed";

/// The Grundy values of one heap of a take-and-break game up to `upto` objects.
///
/// Codes without a hexadecimal digit go through their sparse space (*Winning
/// Ways*, chapter 4), so that most heaps cost as many steps as there are rare
/// heaps below; the others are computed
/// [from the definition](grundy_sequence_by_definition).
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_solve::{Limits, grundy_sequence};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// let sequence = grundy_sequence(&kayles, 300, &Limits::default()).unwrap();
/// assert_eq!(sequence.values[..8], [0, 1, 2, 3, 1, 4, 3, 2]);
/// let period = sequence.period.unwrap();
/// assert_eq!((period.length, period.preperiod, period.proved), (12, 71, true));
/// ```
///
/// # Errors
///
/// [`LimitReached`].
pub fn grundy_sequence(
    code: &TakeAndBreakCode,
    upto: u64,
    limits: &Limits,
) -> Result<GrundySequence, LimitReached> {
    if code.is_hexadecimal() {
        return grundy_sequence_by_definition(code, upto, limits);
    }
    check_memory(upto, limits)?;
    let values = sparse_space::values(code, upto, limits)?;
    Ok(with_period(code, values))
}

/// The Grundy values of one heap of a take-and-break game, from the definition:
/// for each heap all moves are tried, so that the cost is quadratic in `upto`
/// (cubic with a hexadecimal digit). The reference for [`grundy_sequence`].
///
/// # Errors
///
/// [`LimitReached`].
pub fn grundy_sequence_by_definition(
    code: &TakeAndBreakCode,
    upto: u64,
    limits: &Limits,
) -> Result<GrundySequence, LimitReached> {
    check_memory(upto, limits)?;
    let game = TakeAndBreak::new(code);
    let mut values: Vec<Value> = Vec::new();
    let mut options = ValueSet::new();
    for heap in 0..=upto {
        options.clear();
        game.for_each_move_in_heap(heap, &mut |parts| {
            let value =
                parts.iter().fold(0, |sum, &part| sum ^ usize::try_from(part).map_or(0, |part| values[part]));
            options.insert(value);
        });
        values.push(options.mex());
        // A heap with many splits takes its time.
        if (heap % 64 == 0 || code.is_hexadecimal()) && limits.is_late() {
            return Err(LimitReached::Time { positions: values.len() });
        }
    }
    Ok(with_period(code, values))
}

fn with_period(code: &TakeAndBreakCode, values: Vec<Value>) -> GrundySequence {
    let period = code_period(code, &values).or_else(|| apparent_period(&values));
    GrundySequence { values, period }
}

/// A value and, for a rare one, its heap.
const BYTES_EACH: u128 = 12;

fn check_memory(upto: u64, limits: &Limits) -> Result<(), LimitReached> {
    let needed = (u128::from(upto) + 1) * BYTES_EACH;
    if needed > limits.memory as u128 {
        return Err(LimitReached::Memory { needed, limit: limits.memory });
    }
    Ok(())
}

/// The Grundy values of one heap of a ruleset with a single coordinate, in the
/// starting control state.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Panics
///
/// If the ruleset has not exactly one coordinate.
pub fn grundy_sequence_of_ruleset(
    ruleset: &Ruleset,
    upto: u64,
    limits: &Limits,
) -> Result<GrundySequence, LimitReached> {
    assert_eq!(ruleset.dimension(), 1, "a sequence is about one heap");
    check_memory(upto, limits)?;
    let mut table = Table::new(ruleset, Valuation::Grundy, *limits);
    let control = bouton_core::ControlState(0);
    table.value(&[upto], control)?;
    let values: Vec<Value> =
        (0..=upto).map(|heap| table.value(&[heap], control)).collect::<Result<_, _>>()?;
    let period = subtraction_period(ruleset, &values).or_else(|| apparent_period(&values));
    Ok(GrundySequence { values, period })
}

/// The least index from which `values[n + length] == values[n]`, if at least
/// one whole period repeats.
fn periodic_from(values: &[Value], length: usize) -> usize {
    let mut from = values.len() - length;
    while from > 0 && values[from - 1] == values[from - 1 + length] {
        from -= 1;
    }
    from
}

/// A period to which the theorem of Guy and Smith applies, for moves that leave at most J
/// heaps (J = 3 with a hexadecimal digit, else 2): with last digit place k, g(n + p) = g(n)
/// for n₀ ≤ n < J n₀ + (J − 1) p + k, n₀ ≥ 1.
fn code_period(code: &TakeAndBreakCode, values: &[Value]) -> Option<Periodicity> {
    if code.parts_are_unequal() {
        return None;
    }
    let heaps = if code.is_hexadecimal() { 3 } else { 2 };
    let last = code.digits().len() - 1;
    (1..=values.len() / 2).find_map(|length| {
        let from = periodic_from(values, length);
        let window_end = heaps * from.max(1) + (heaps - 1) * length + last;
        (window_end + length <= values.len()).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus: 0,
            proved: true,
            theorem: if code.is_hexadecimal() { GUY_SMITH_THREE } else { GUY_SMITH },
        })
    })
}

/// The amounts of a ruleset that only takes fixed amounts from one heap.
fn subtraction_set(ruleset: &Ruleset) -> Option<Vec<usize>> {
    if ruleset.dimension() != 1 || ruleset.controls().len() != 1 || *ruleset.stop() != Formula::False {
        return None;
    }
    ruleset
        .moves()
        .iter()
        .map(|schema| match (schema.constant_vector()?.as_slice(), &schema.guard) {
            (&[by], Formula::True) if by < 0 => usize::try_from(by.unsigned_abs()).ok(),
            _ => None,
        })
        .collect()
}

fn subtraction_period(ruleset: &Ruleset, values: &[Value]) -> Option<Periodicity> {
    let largest = subtraction_set(ruleset)?.into_iter().max()?;
    (1..=values.len() / 2).find_map(|length| {
        let from = periodic_from(values, length);
        // Below `largest` not all amounts can be taken; the window lies above.
        let window = from.max(largest);
        (window + largest + length <= values.len()).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus: 0,
            proved: true,
            theorem: SUBTRACTION,
        })
    })
}

/// The shortest period, with or without a saltus, that at least half of the values show.
fn apparent_period(values: &[Value]) -> Option<Periodicity> {
    let count = values.len();
    (1..=count / 4).find_map(|length| {
        let saltus = values[count - 1].checked_sub(values[count - 1 - length])?;
        let mut from = count - length;
        while from > 0 && values[from - 1] + saltus == values[from - 1 + length] {
            from -= 1;
        }
        (from <= count / 4).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus,
            proved: false,
            theorem: NOT_PROVED,
        })
    })
}
