//! Grundy values of single heaps, and periods that are theorems.

use bouton_core::{Formula, Held, Ruleset, TakeAndBreakCode, Valuation, Value, ValueSet};

use crate::{LimitReached, Table, TakeAndBreak, Watch, sparse_space};

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
/// use bouton_solve::{Watch, grundy_sequence};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// let sequence = grundy_sequence(&kayles, 300, &Watch::unlimited()).unwrap();
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
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    if code.is_hexadecimal() {
        return grundy_sequence_by_definition(code, upto, watch);
    }
    let _held = hold(upto, watch)?;
    let values = sparse_space::values(code, upto, watch)?;
    with_period(code, values, watch)
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
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    let _held = hold(upto, watch)?;
    let game = TakeAndBreak::new(code);
    let mut values: Vec<Value> = Vec::new();
    let mut options = ValueSet::new();
    let mut batch = watch.batch();
    for heap in 0..=upto {
        options.clear();
        game.try_each_move_in_heap(heap, &mut batch, &mut |parts| {
            let value =
                parts.iter().fold(0, |sum, &part| sum ^ usize::try_from(part).map_or(0, |part| values[part]));
            options.insert(value);
            true
        })?;
        values.push(options.mex());
    }
    with_period(code, values, watch)
}

fn with_period(
    code: &TakeAndBreakCode,
    values: Vec<Value>,
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    let period = match code_period(code, &values, watch)? {
        None => apparent_period(&values, watch)?,
        proved => proved,
    };
    Ok(GrundySequence { values, period })
}

/// A value and, for a rare one, its heap.
const BYTES_EACH: u128 = 12;

fn hold(upto: u64, watch: &Watch) -> Result<Held, LimitReached> {
    let needed = (u128::from(upto) + 1) * BYTES_EACH;
    let limit = watch.memory_limit();
    u64::try_from(needed)
        .map_err(|_| LimitReached::Memory { needed, limit })
        .and_then(|bytes| watch.hold(bytes))
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
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    assert_eq!(ruleset.dimension(), 1, "a sequence is about one heap");
    let _held = hold(upto, watch)?;
    let mut table = Table::new(ruleset, Valuation::Grundy, watch);
    let control = bouton_core::ControlState(0);
    table.value(&[upto], control)?;
    let values: Vec<Value> =
        (0..=upto).map(|heap| table.value(&[heap], control)).collect::<Result<_, _>>()?;
    let period = match subtraction_period(ruleset, &values, watch)? {
        None => apparent_period(&values, watch)?,
        proved => proved,
    };
    Ok(GrundySequence { values, period })
}

/// What is found at the first length that has it; each look says how much work it was.
fn first(
    lengths: std::ops::RangeInclusive<usize>,
    watch: &Watch,
    look: impl Fn(usize) -> (Option<Periodicity>, usize),
) -> Result<Option<Periodicity>, LimitReached> {
    let mut batch = watch.batch();
    for length in lengths {
        let (found, work) = look(length);
        batch.spend(1 + work as u64 / 16)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
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
fn code_period(
    code: &TakeAndBreakCode,
    values: &[Value],
    watch: &Watch,
) -> Result<Option<Periodicity>, LimitReached> {
    if code.parts_are_unequal() {
        return Ok(None);
    }
    let heaps = if code.is_hexadecimal() { 3 } else { 2 };
    let last = code.digits().len() - 1;
    first(1..=values.len() / 2, watch, |length| {
        let from = periodic_from(values, length);
        let work = values.len() - length - from;
        let window_end = heaps * from.max(1) + (heaps - 1) * length + last;
        let found = (window_end + length <= values.len()).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus: 0,
            proved: true,
            theorem: if code.is_hexadecimal() { GUY_SMITH_THREE } else { GUY_SMITH },
        });
        (found, work)
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

fn subtraction_period(
    ruleset: &Ruleset,
    values: &[Value],
    watch: &Watch,
) -> Result<Option<Periodicity>, LimitReached> {
    let Some(largest) = subtraction_set(ruleset).and_then(|amounts| amounts.into_iter().max()) else {
        return Ok(None);
    };
    first(1..=values.len() / 2, watch, |length| {
        let from = periodic_from(values, length);
        let work = values.len() - length - from;
        // Below `largest` not all amounts can be taken; the window lies above.
        let window = from.max(largest);
        let found = (window + largest + length <= values.len()).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus: 0,
            proved: true,
            theorem: SUBTRACTION,
        });
        (found, work)
    })
}

/// The shortest period, with or without a saltus, that at least half of the values show.
fn apparent_period(values: &[Value], watch: &Watch) -> Result<Option<Periodicity>, LimitReached> {
    let count = values.len();
    first(1..=count / 4, watch, |length| {
        let Some(saltus) = values[count - 1].checked_sub(values[count - 1 - length]) else {
            return (None, 0);
        };
        let mut from = count - length;
        while from > 0 && values[from - 1] + saltus == values[from - 1 + length] {
            from -= 1;
        }
        let found = (from <= count / 4).then_some(Periodicity {
            length: length as u64,
            preperiod: from as u64,
            saltus,
            proved: false,
            theorem: NOT_PROVED,
        });
        (found, count - length - from)
    })
}
