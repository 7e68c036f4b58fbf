//! Laws for every number of heaps in which each heap has a state of its own.
//!
//! A hypothesis is learnt from the exact values of positions with few small heaps and compared with those of
//! positions with more heaps. Then strategies are sought among statements about a position, about the states
//! of a few marked heaps, and about partial moves of these. The checker decides, for every number of heaps.

mod continued;
mod guide;
mod learn;
mod reason;
mod small;
mod strategies;

use bouton_cert::{LocalClaim, NumbersOfHeaps};
use bouton_core::{
    ControlState, Convention, HeapMoves, LimitReached, LocalLaw, Lowering, Valuation, Value, Watch,
};

pub use continued::wrong_with_one_more;
pub use guide::{LocalGuide, LocalOption};
use learn::{Corner, NoHypothesis, Samples};
use small::SmallPositions;

/// The reason why no law with heap states was found.
///
/// ```
/// let no_law = bouton_families::NoLocal::NoLaw("three hypotheses failed".to_owned());
/// assert_eq!(no_law.to_string(), "no law with a state of each heap was found: three hypotheses failed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLocal {
    /// A limit from outside.
    #[error("no law with a state of each heap was found: {0}")]
    Limit(#[from] LimitReached),
    /// All hypotheses failed.
    #[error("no law with a state of each heap was found: {0}")]
    NoLaw(String),
}

/// More options are not examined for the values of one box of positions.
const MOST_STEPS: u64 = 60_000_000;
/// The boxes of positions from which hypotheses are learnt.
const LEARNT: [Corner; 3] =
    [Corner { heaps: 5, digits: 3 }, Corner { heaps: 4, digits: 4 }, Corner { heaps: 6, digits: 3 }];
/// The largest number of heaps of positions with which a hypothesis is compared, and the largest heap with as
/// many.
const COMPARED: [(usize, u8); 7] = [(1, 15), (2, 15), (3, 9), (4, 7), (6, 3), (7, 2), (9, 1)];
/// The most letters of a hypothesis.
const MOST_LETTERS: usize = 7;

/// Searches for a law with heap states; `accepts` is the checker, which returns the reason if it refuses a
/// claim.
///
/// # Errors
///
/// [`NoLocal`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Convention, HeapMoves, Lowering, Watch};
/// use bouton_families::prove_local;
///
/// // One heap is lowered, for three players. A caller that wants a proof lets the checker accept.
/// let nim = HeapMoves { lowerings: vec![Lowering::Free(1, 1)], passes: 0 };
/// let podium = Convention::Podium { players: 3 };
/// let claim = prove_local(&nim, podium, &mut |_| Ok(()), &Watch::unlimited())?;
/// assert_eq!(claim.law.columns().counts(), (0, 3)); // ones in a column are counted modulo 3
/// assert_eq!(claim.law.heap().good.len(), 2); // a heap is good, or it is not
/// # Ok::<(), bouton_families::NoLocal>(())
/// ```
pub fn prove_local(
    moves: &HeapMoves,
    convention: Convention,
    accepts: &mut dyn FnMut(&LocalClaim) -> Result<(), String>,
    watch: &Watch,
) -> Result<LocalClaim, NoLocal> {
    let valuation = Valuation::provable(convention);
    let Some(conditions) = valuation.conditions(0) else {
        return Err(NoLocal::NoLaw("the convention has no finite list of outcomes".to_owned()));
    };
    let from_all = moves.lowerings.iter().any(|lowering| matches!(lowering, Lowering::All(_)));
    let numbers = if from_all { &NumbersOfHeaps::EVERY[..] } else { &NumbersOfHeaps::EVERY[..1] };
    let mut small = SmallPositions::new(moves, valuation, watch);
    // The failure to report: that of the last hypothesis among those that came furthest.
    let mut failure = (0, "it would need too many states, or too many values of positions".to_owned());
    for &numbers in numbers {
        for corner in LEARNT {
            small.allow(MOST_STEPS);
            let Some(samples) = Samples::new(corner, numbers, moves.passes + 1, &mut small)? else {
                continue;
            };
            let most = MOST_LETTERS.min(corner.heaps + 1);
            let counts =
                (2..=most).flat_map(|letters| (0..letters.min(4)).map(move |from| (from, letters - from)));
            for counts in counts.filter(|counts| moves.most() + 1 >= counts.0) {
                watch.check()?;
                let law = match learn::law(&samples, valuation, counts) {
                    Ok(law) => law,
                    Err(NoHypothesis::Values(values)) if failure.0 == 0 => {
                        failure.1 = three_values(valuation, counts, &values);
                        continue;
                    }
                    Err(_) => continue,
                };
                let learnt = format!(
                    "the law of {} that fits all positions of {} heaps of at most {} objects",
                    states(&law),
                    corner.heaps,
                    (1u32 << corner.digits) - 1
                );
                let mut fail = |rank: u8, why: String| {
                    if rank >= failure.0 {
                        failure = (rank, format!("{learnt} {why}"));
                    }
                };
                small.allow(MOST_STEPS);
                if let Some(wrong) = differs(&law, numbers, moves.passes + 1, &mut small)? {
                    fail(1, format!("is wrong at {wrong}"));
                    continue;
                }
                let Some(strategies) = strategies::strategies(moves, &law, &conditions, watch)? else {
                    fail(2, "has no strategy of the kind that is sought".to_owned());
                    continue;
                };
                let claim = LocalClaim { numbers, law, strategies };
                match accepts(&claim) {
                    Ok(()) => return Ok(claim),
                    Err(reason) => fail(3, format!("was refused: {reason}")),
                }
            }
        }
    }
    small.allow(MOST_STEPS);
    let grows = if failure.0 < 2 && numbers.len() == 1 { reason::grows(&mut small)? } else { None };
    Err(NoLocal::NoLaw(grows.unwrap_or(failure.1)))
}

/// The reason why two kinds of heaps are too few.
fn three_values(valuation: Valuation, (threshold, period): (usize, usize), values: &[Value]) -> String {
    let outcomes: Vec<String> =
        values.iter().map(|&value| valuation.outcome_of(valuation.coarse(value)).to_string()).collect();
    let from = if threshold == 0 { String::new() } else { format!(" from {threshold} on") };
    format!(
        "positions with the same numbers of ones in each place, modulo {period}{from}, have three values or more ({}), and a good heap tells two apart",
        outcomes.join(", ")
    )
}

/// The size of a law in words.
fn states(law: &LocalLaw) -> String {
    let (states, of_heaps) = (law.columns().outputs().len(), law.heap().good.len());
    let plural = |count: usize| if count == 1 { "state" } else { "states" };
    format!("{states} {} with {of_heaps} {} of each heap", plural(states), plural(of_heaps))
}

/// A small position at which the law is wrong, as it is written.
fn differs(
    law: &LocalLaw,
    numbers: NumbersOfHeaps,
    controls: usize,
    small: &mut SmallPositions<'_>,
) -> Result<Option<String>, LimitReached> {
    for (heaps, largest) in COMPARED.into_iter().filter(|&(heaps, _)| numbers.has(heaps)) {
        let mut position = vec![0u8; heaps];
        loop {
            for control in 0..controls {
                // Values that cost too much are not compared.
                let Some(value) = small.value(control, &position)? else { return Ok(None) };
                let exact: Vec<_> = position.iter().map(|&heap| heap.into()).collect();
                if law.value(&exact, ControlState::new(control)) != Some(value) {
                    let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
                    return Ok(Some(heaps.join(",")));
                }
            }
            // The next sorted position.
            let Some(place) = position.iter().rposition(|&heap| heap < largest) else { break };
            let next = position[place] + 1;
            position[place..].fill(next);
        }
    }
    Ok(None)
}
