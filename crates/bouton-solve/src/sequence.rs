//! Grundy values of single heaps, with their periods and the theorems that prove them.

use bouton_core::{MemoryShare, Period, Ruleset, TakeAndBreakCode, Valuation, Value};
use bouton_sequence::{ApparentPeriod, Sequence, definition};

use crate::{
    LimitReached, Moves, Reference, Table, Values, Watch,
    one_heap::{OneHeap, Proved},
};

/// The Grundy values of one heap of 0, 1, 2, … objects.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::grundy_sequence;
///
/// let sequence = grundy_sequence(&TakeAndBreakCode::new(vec![0, 3, 3])?, 9, &Watch::unlimited())?;
/// assert_eq!(sequence.values, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundySequence {
    /// The values, from the empty heap on.
    pub values: Vec<Value>,
    /// The period, if one is visible.
    pub period: Option<Periodicity>,
}

/// g(n + length) = g(n) + saltus for all n ≥ preperiod.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::grundy_sequence;
///
/// let kayles = grundy_sequence(&TakeAndBreakCode::new(vec![0, 7, 7])?, 200, &Watch::unlimited())?;
/// let period = kayles.period.unwrap();
/// assert_eq!((period.length, period.preperiod, period.proved), (12, 71, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The length of the period.
    pub length: u64,
    /// The first periodic index.
    pub preperiod: u64,
    /// The increase from one period to the next.
    pub saltus: Value,
    /// Whether a theorem proves that the period never ends.
    pub proved: bool,
    /// The theorem, or the reason why it is not one.
    pub theorem: String,
    /// The number of values that must be known for a theorem to apply; `None` if there is no
    /// theorem.
    pub applies_from: Option<u64>,
}

const NOT_PROVED: &str = "not proved: the values repeat as far as they were computed";

/// Computes the Grundy values of one heap of a take-and-break game up to `upto` objects, by
/// [`bouton_sequence`]. If a theorem proves their period earlier, the remaining values follow from
/// it.
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
    grundy_sequence_on(Sequence::new(code), upto, watch, &mut |_| Ok(()))
}

/// Continues [`grundy_sequence`] from the values that a sequence already has. `step` is called
/// at intervals, for example to save the sequence.
///
/// # Errors
///
/// [`LimitReached`], and the errors of `step`.
///
/// # Examples
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::{grundy_sequence, grundy_sequence_on, sequences::Sequence};
///
/// let (kayles, watch) = (TakeAndBreakCode::new(vec![0, 7, 7])?, Watch::unlimited());
/// let mut steps = 0;
/// let sequence = grundy_sequence_on(Sequence::new(&kayles), 100, &watch, &mut |_| {
///     steps += 1;
///     Ok(())
/// })?;
/// assert!(steps > 0);
/// assert_eq!(sequence, grundy_sequence(&kayles, 100, &watch)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grundy_sequence_on(
    mut sequence: Sequence,
    upto: u64,
    watch: &Watch,
    step: &mut dyn FnMut(&Sequence) -> Result<(), LimitReached>,
) -> Result<GrundySequence, LimitReached> {
    let _held = hold(upto, watch)?;
    let count = usize::try_from(upto).map_err(|_| LimitReached::Coordinate(upto))?.saturating_add(1);
    let code = &sequence.code().clone();
    let mut known = FIRST_LOOK;
    loop {
        known = known.min(count);
        sequence.extend_by_steps(known, watch, step)?;
        step(&sequence)?;
        let values = sequence.values();
        watch.spend(known as u64 / 256)?;
        // A period visible in the first values alone is reported at the end.
        let found = ApparentPeriod::of(code, &values.first(known));
        let proved = found.is_some_and(|seen| seen.proved);
        if proved || known == count {
            let mut values: Vec<Value> = values.range(0, known).collect();
            if let Some(seen) = found.filter(|_| known < count) {
                let length = usize::try_from(seen.length).unwrap_or(usize::MAX);
                for heap in known..count {
                    let value = values[heap - length].checked_add(seen.saltus);
                    values.push(value.ok_or(LimitReached::Coordinate(upto))?);
                }
            }
            return Ok(GrundySequence { values, period: found.map(Periodicity::from) });
        }
        known += known / 2;
    }
}

/// The number of values at which a period is first sought; then it is sought each time they have
/// grown by half.
const FIRST_LOOK: usize = 256;

/// Computes the Grundy values of one heap of a take-and-break game from the definition. For each
/// heap all moves are tried, so that the cost is quadratic in `upto` (cubic with a hexadecimal
/// digit). The reference for [`grundy_sequence`].
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_solve::{grundy_sequence, grundy_sequence_by_definition};
///
/// let (dawsons_kayles, watch) = (TakeAndBreakCode::new(vec![0, 0, 7])?, Watch::unlimited());
/// let slow = grundy_sequence_by_definition(&dawsons_kayles, 50, &watch)?;
/// assert_eq!(slow.values, grundy_sequence(&dawsons_kayles, 50, &watch)?.values);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grundy_sequence_by_definition(
    code: &TakeAndBreakCode,
    upto: u64,
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    let _held = hold(upto, watch)?;
    let count = usize::try_from(upto).map_err(|_| LimitReached::Coordinate(upto))?.saturating_add(1);
    let values = definition::values(code, count, watch)?;
    let period = ApparentPeriod::of(code, &values.iter().copied().collect()).map(Periodicity::from);
    Ok(GrundySequence { values, period })
}

impl From<ApparentPeriod> for Periodicity {
    fn from(seen: ApparentPeriod) -> Self {
        let theorem = match (seen.window, seen.applies_from()) {
            (Some(window), _) if seen.proved => window.theorem.to_string(),
            (_, Some(count)) => not_yet(seen.preperiod, count),
            _ => NOT_PROVED.to_owned(),
        };
        Self {
            length: seen.length,
            preperiod: seen.preperiod,
            saltus: seen.saltus,
            proved: seen.proved,
            theorem,
            applies_from: seen.applies_from().and_then(|from| u64::try_from(from).ok()),
        }
    }
}

/// The bytes of a value that is stored twice: packed and unpacked.
const BYTES_EACH: u128 = 8;

fn hold(upto: u64, watch: &Watch) -> Result<MemoryShare, LimitReached> {
    let needed = (u128::from(upto) + 1) * BYTES_EACH;
    let limit = watch.memory_limit();
    u64::try_from(needed)
        .map_err(|_| LimitReached::Memory { needed, limit })
        .and_then(|bytes| watch.hold(bytes))
}

/// Computes the Grundy values of one heap of a ruleset with a single coordinate, in the starting
/// control state.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Panics
///
/// If the number of coordinates of the ruleset is not 1.
///
/// # Examples
///
/// ```
/// use bouton_core::Watch;
/// use bouton_solve::grundy_sequence_of_ruleset;
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap();
/// let sequence = grundy_sequence_of_ruleset(&game.ruleset().unwrap(), 6, &Watch::unlimited())?;
/// assert_eq!(sequence.values, [0, 1, 2, 0, 1, 2, 0]);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn grundy_sequence_of_ruleset(
    ruleset: &Ruleset,
    upto: u64,
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    assert_eq!(ruleset.dimension(), 1, "a sequence is about one heap");
    let _held = hold(upto, watch)?;
    let mut table = Table::new(ruleset, Valuation::Grundy, watch)?;
    let control = bouton_core::ControlState(0);
    table.value(&[upto], control)?;
    let values: Vec<Value> =
        (0..=upto).map(|heap| table.value(&[heap], control)).collect::<Result<_, _>>()?;
    let period = period_of_ruleset(ruleset, &values, watch)?;
    Ok(GrundySequence { values, period })
}

/// Computes the same as [`grundy_sequence_of_ruleset`] from the definition: every move of every
/// heap is tried, with a memo.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Panics
///
/// As [`grundy_sequence_of_ruleset`].
///
/// # Examples
///
/// ```
/// use bouton_core::Watch;
/// use bouton_solve::{grundy_sequence_of_ruleset, grundy_sequence_of_ruleset_by_definition};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take {1,3,4} from 1 heap").unwrap().ruleset().unwrap();
/// let slow = grundy_sequence_of_ruleset_by_definition(&game, 20, &Watch::unlimited())?;
/// assert_eq!(slow.values, grundy_sequence_of_ruleset(&game, 20, &Watch::unlimited())?.values);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn grundy_sequence_of_ruleset_by_definition(
    ruleset: &Ruleset,
    upto: u64,
    watch: &Watch,
) -> Result<GrundySequence, LimitReached> {
    assert_eq!(ruleset.dimension(), 1, "a sequence is about one heap");
    let _held = hold(upto, watch)?;
    let mut reference =
        Reference::of_ruleset(ruleset, &Moves::within(ruleset, watch)?, Valuation::Grundy, watch)?;
    let control = bouton_core::ControlState(0);
    let values: Vec<Value> =
        (0..=upto).map(|heap| reference.small_value(&[heap], control)).collect::<Result<_, _>>()?;
    let period = period_of_ruleset(ruleset, &values, watch)?;
    Ok(GrundySequence { values, period })
}

/// Returns the period of the values of one heap: one that a theorem shows, or one that is seen.
fn period_of_ruleset(
    ruleset: &Ruleset,
    values: &[Value],
    watch: &Watch,
) -> Result<Option<Periodicity>, LimitReached> {
    let theorems = OneHeap::of(ruleset, &Moves::within(ruleset, watch)?);
    watch.spend(values.len() as u64)?;
    if let Some(Proved { period, theorem }) = theorems.proved(values) {
        let Period { length, preperiod, saltus, .. } = period;
        let applies_from = theorems.applies_from(length, preperiod, saltus);
        return Ok(Some(Periodicity { length, preperiod, saltus, proved: true, theorem, applies_from }));
    }
    let seen = apparent_period(values, watch)?;
    Ok(seen.map(|seen| {
        let applies_from = theorems.applies_from(seen.length, seen.preperiod, seen.saltus);
        let count = applies_from.map(u128::from);
        let theorem = count.map_or(NOT_PROVED.to_owned(), |count| not_yet(seen.preperiod, count));
        Periodicity { theorem, applies_from, ..seen }
    }))
}

/// Writes the message that a period is not proved, although a theorem applies once `count` values are known.
fn not_yet(preperiod: u64, count: u128) -> String {
    let last = count.saturating_sub(1);
    format!(
        "not proved: periodic from {preperiod} as far as seen; the theorem needs the values of heaps 0 to {last}"
    )
}

/// Returns the result for the first length that has one; `look` also returns its amount of work.
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
            theorem: NOT_PROVED.to_owned(),
            applies_from: None,
        });
        (found, count - length - from)
    })
}
