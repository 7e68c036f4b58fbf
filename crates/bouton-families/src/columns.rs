//! Laws for every number of heaps that count the ones in each place.
//!
//! A hypothesis is learnt from few heaps: where numbers of ones from t on are equivalent modulo p, the exact
//! values of positions with at most t + p − 1 heaps show which prefixes differ. It is compared with the exact
//! values of small positions with more heaps, and then strategies are sought among statements about a
//! position and about the partial moves of a few marked heaps. The checker decides, for every number of
//! heaps.

mod learn;
mod small;
mod strategies;

use bouton_cert::ColumnClaim;
use bouton_core::{Convention, FreeTakes, LimitReached, Valuation, Watch};

use small::SmallPositions;

/// The reason why no law that counts ones was found.
///
/// ```
/// use bouton_core::{Convention, FreeTakes, Watch};
/// use bouton_families::{NoColumns, prove_columns};
///
/// let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
/// let refuse = &mut |_: &_| Err("not today".to_owned());
/// let no_law = prove_columns(&nim, Convention::Normal, refuse, &Watch::unlimited()).unwrap_err();
/// assert!(matches!(no_law, NoColumns::NoLaw { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoColumns {
    /// A limit from outside.
    #[error("no law that counts the ones in each place was found: {0}")]
    Limit(#[from] LimitReached),
    /// All hypotheses failed.
    #[error(
        "no law that counts the ones in each place was found with numbers of ones told apart up to {letters}, modulo a period; the last hypothesis {last}"
    )]
    NoLaw {
        /// The most letters that were tried.
        letters: usize,
        /// The fault of the last one.
        last: String,
    },
}

/// The most values of positions that are computed for one hypothesis.
const MOST_STEPS: u64 = 100_000_000;
/// The number of letters that are tried beyond the number of heaps that a move lowers.
const MORE_LETTERS: usize = 3;
/// The largest number of heaps of positions with which a hypothesis is compared, and the largest heap with as
/// many.
const COMPARED: [(usize, u32); 4] = [(3, 5), (4, 3), (5, 2), (7, 1)];

/// Searches for a law that counts ones; `accepts` is the checker, which returns the reason if it refuses a
/// claim.
///
/// # Errors
///
/// [`NoColumns`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Convention, FreeTakes, Watch};
/// use bouton_families::prove_columns;
///
/// // Nim: a move lowers one heap. A caller that wants a proof lets the checker accept.
/// let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
/// let claim = prove_columns(&nim, Convention::Normal, &mut |_| Ok(()), &Watch::unlimited())?;
/// assert_eq!(claim.law.counts(), (0, 2)); // ones in a column are counted modulo 2
/// assert_eq!(claim.law.outputs().len(), 2);
/// # Ok::<(), bouton_families::NoColumns>(())
/// ```
pub fn prove_columns(
    takes: &FreeTakes,
    convention: Convention,
    accepts: &mut dyn FnMut(&ColumnClaim) -> Result<(), String>,
    watch: &Watch,
) -> Result<ColumnClaim, NoColumns> {
    let valuation = Valuation::provable(convention);
    let letters = takes.most() + MORE_LETTERS;
    let mut last = "was not reached".to_owned();
    // A hypothesis that fits all small positions is the better one to report.
    let mut fits = None;
    let mut small = SmallPositions::new(takes, valuation, watch);
    for (threshold, period) in (2..=letters).flat_map(|all| (0..all.min(4)).map(move |t| (t, all - t))) {
        small.allow(MOST_STEPS);
        let Some(law) = learn::law(&mut small, (threshold, period), takes.passes + 1)? else {
            last = "had too many states, or needed too many values".to_owned();
            continue;
        };
        if let Some(wrong) = differs(&law, &mut small, takes.passes + 1)? {
            last = format!("is wrong at {wrong}");
            continue;
        }
        let Some(strategies) = strategies::strategies(takes, &law, watch)? else {
            let states = law.outputs().len();
            fits.get_or_insert_with(|| {
                format!("({states} states) has no strategy that marks as many heaps as a move lowers")
            });
            continue;
        };
        let claim = ColumnClaim { law, strategies };
        match accepts(&claim) {
            Ok(()) => return Ok(claim),
            Err(reason) => {
                fits.get_or_insert_with(|| format!("was refused: {reason}"));
            }
        }
    }
    Err(NoColumns::NoLaw { letters, last: fits.unwrap_or(last) })
}

/// A small position at which the law is wrong.
fn differs(
    law: &bouton_core::ColumnLaw,
    small: &mut SmallPositions<'_>,
    controls: usize,
) -> Result<Option<String>, LimitReached> {
    for (heaps, largest) in COMPARED {
        let mut position = vec![0u32; heaps];
        loop {
            for control in 0..controls {
                small.allow(MOST_STEPS);
                let Some(value) = small.value(control, &position)? else { return Ok(None) };
                let numbers: Vec<_> = position.iter().map(|&heap| heap.into()).collect();
                let used = bouton_core::ControlState::new(control);
                if law.value(&numbers, used) != Some(value) {
                    let numbers: Vec<String> = position.iter().map(ToString::to_string).collect();
                    return Ok(Some(numbers.join(",")));
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
