//! Positions that are won because they have a lost option, marked from the lost ones.
//!
//! There are far fewer lost positions than moves. Where moves can be followed backwards, marking
//! the predecessors of each lost position fills a table of outcomes faster than looking at the
//! options of each position. The weakness: where most moves lead to lost positions, marking is more
//! work than looking. So the work of marking is bounded by the number of positions, and beyond that
//! bound the table continues without it.

use bouton_core::{ControlState, LimitReached, MemoryShare, Ruleset, Valuation, Value, Watch};
use serde::{Deserialize, Serialize};

use crate::{
    Moves,
    index::Index,
    moves::{Within, backwards},
};

/// The most work of marking for each position; it is multiplied by the root of the number of a
/// position's choices. Where k of m options are lost, a search for one takes m / (k + 1) steps, and
/// marking from them takes k.
const WORK_FOR_A_POSITION: u64 = 48;
const WORK_FOR_A_ROOT: u64 = 4;
/// The number of choices from which on more work is allowed: lost options are then rarely among the
/// first ones that a search meets.
const MANY_CHOICES: u64 = 1 << 12;
const WORK_FOR_A_LARGE_ROOT: u64 = 16;
/// The largest count of choices.
pub(super) const MOST_CHOICES: u64 = 1 << 20;
/// The most moves that are reversed. Reversing more takes longer than filling many a table, and
/// most of them lead to the same positions.
pub(super) const MOST_MOVES: usize = 1 << 10;
/// The work that small tables may always take.
const SMALL_WORK: u64 = 1 << 16;

/// The won positions of a region that is larger than the solved one.
#[derive(Debug)]
pub(super) struct Marks {
    backwards: Moves,
    /// The stage that counts and limits the work of marking.
    stage: Watch,
    held: MemoryShare,
    known: Known,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Known {
    /// The last region marked; `None` before the first.
    horizon: Option<u64>,
    /// One bit for each position and control state up to the horizon.
    won: Vec<u64>,
    /// Work done, and work allowed.
    standing: (u64, u64),
    /// The bytes held.
    held: u64,
}

impl Known {
    /// The same state before anything was marked.
    pub(super) fn without_marks(self) -> Self {
        Self { horizon: None, won: Vec::new(), held: 0, ..self }
    }
}

impl Marks {
    /// Returns `None` for a valuation that the lost options do not decide, for moves that cannot be
    /// followed backwards, and where there is not enough memory for the moves. It also returns
    /// `None` where all moves are constant. Then there are no more options than moves to look at,
    /// and the first lost one ends the search, so that marking gains nothing.
    ///
    /// # Errors
    ///
    /// A [`LimitReached`] that ends everything.
    pub(super) fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        index: &Index,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        if !lost_options_decide(valuation) {
            return Ok(None);
        }
        let moves = ruleset.moves();
        if moves.len() > MOST_MOVES || moves.iter().all(|schema| schema.constant_vector().is_some()) {
            return Ok(None);
        }
        let within = match index {
            Index::Multiset { .. } | Index::Boxes { .. } => Within::Box,
            Index::Partitions(_) => Within::Rank {
                weights: vec![1; ruleset.dimension()],
                bounds: vec![None; ruleset.dimension()],
            },
            Index::Rank(index) => match index.without_periods() {
                Some((weights, bounds)) => {
                    Within::Rank { weights: weights.to_vec(), bounds: bounds.to_vec() }
                }
                None => return Ok(None),
            },
        };
        let backwards = match backwards(ruleset, moves, &within, watch) {
            Err(limit) if limit.ends_all() => return Err(limit),
            Err(_) | Ok(None) => return Ok(None),
            Ok(Some(backwards)) => backwards,
        };
        let (stage, held) = (watch.within(0), watch.hold_none());
        Ok(Some(Self { backwards, stage, held, known: Known::default() }))
    }

    /// The last region marked.
    pub(super) fn horizon(&self) -> Option<u64> {
        self.known.horizon
    }

    /// The region up to which to mark, if the table is to grow to `region`: large enough that the
    /// table is about half larger before everything is marked again.
    pub(super) fn horizon_for(region: u64, dimension: usize) -> u64 {
        region.saturating_add(1 + region / (2 * dimension.max(1) as u64))
    }

    /// Clears all marks and allocates those of all positions up to a region: `places` positions and
    /// control states with `choices` choices of a move, in an index that takes `tables` bytes.
    /// Returns `false` if there is not enough memory within `limit` bytes.
    pub(super) fn clear(
        &mut self,
        horizon: u64,
        (places, choices): (u64, u64),
        tables: u64,
        limit: u64,
    ) -> bool {
        self.known.horizon = None;
        let bytes = places.div_ceil(64).saturating_mul(8);
        let Ok(words) = usize::try_from(places.div_ceil(64)) else { return false };
        let won = &mut self.known.won;
        won.clear();
        let room = bytes <= limit
            && self.held.resize(bytes.saturating_add(tables)).is_ok()
            && won.try_reserve_exact(words).is_ok();
        if room {
            won.resize(words, 0);
            self.known.horizon = Some(horizon);
            let of_root = if choices < MANY_CHOICES { WORK_FOR_A_ROOT } else { WORK_FOR_A_LARGE_ROOT };
            let each = WORK_FOR_A_POSITION + of_root * choices.min(MOST_CHOICES).isqrt();
            let most = places.saturating_mul(each).saturating_add(SMALL_WORK);
            let (done, before) = self.stage.standing();
            self.stage.stand((done, before.max(most)));
        }
        room
    }

    /// Clears all marks, because they are incomplete.
    pub(super) fn forget(&mut self) {
        self.known.horizon = None;
    }

    /// Whether the position at an index has an option that was given to
    /// [`mark_from`](Self::mark_from).
    pub(super) fn is_won(&self, place: usize) -> bool {
        self.known.won[place / 64] >> (place % 64) & 1 == 1
    }

    /// Marks the positions from which a move leads to a lost one. Returns `None` if that takes more
    /// work than it saves.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] of the table's watch.
    pub(super) fn mark_from(
        &mut self,
        lost: (&[u64], ControlState),
        (index, controls): (&Index, u8),
        watch: &Watch,
    ) -> Result<Option<()>, LimitReached> {
        let Some(horizon) = self.known.horizon else { return Ok(None) };
        let (dimension, won) = (lost.0.len(), &mut self.known.won);
        let mut from = lost.0.to_vec();
        from.push(horizon);
        let mut before = vec![0; dimension];
        let mut batch = self.stage.batch();
        let marked = self.backwards.try_each_option(&from, lost.1, &mut batch, |x, control| {
            let place = index.place(&x[..dimension], &mut before) * usize::from(controls) + control.index();
            won[place / 64] |= 1 << (place % 64);
            true
        });
        drop(batch);
        // Tests whether the work of the stage has ended, without a look at the clock for each lost
        // position.
        if marked.is_ok() && self.stage.spend(0).is_ok() {
            return Ok(Some(()));
        }
        // The error comes from the table's own limits, or from the limit of the marks.
        watch.check().map(|()| None)
    }

    /// Returns the state with which a restored table continues.
    pub(super) fn saved(&self) -> Known {
        Known {
            horizon: self.known.horizon,
            won: self.known.won.clone(),
            standing: self.stage.standing(),
            held: self.held.bytes(),
        }
    }

    /// Restores a saved state; `false` if it does not fit.
    pub(super) fn restore(&mut self, known: Known, places: impl FnOnce(u64) -> Option<u64>) -> bool {
        let fits = match known.horizon {
            None => known.won.is_empty(),
            Some(horizon) => {
                places(horizon).is_some_and(|places| known.won.len() as u64 == places.div_ceil(64))
            }
        };
        let fits = fits && self.held.resize(known.held).is_ok();
        if fits {
            self.stage.stand(known.standing);
            self.known = known;
        }
        fits
    }
}

/// Whether the value of a position depends on whether it has a lost option, and on whether it is terminal.
pub(super) fn lost_options_decide(valuation: Valuation) -> bool {
    use Valuation::{MisereOutcome, MisereOutcomeAndEnd, NormalOutcome};
    matches!(valuation, NormalOutcome | MisereOutcome | MisereOutcomeAndEnd)
}

/// The value of a position, given whether it has a lost option.
pub(super) fn value(
    valuation: Valuation,
    has_lost_option: bool,
    is_terminal: impl FnOnce() -> Result<bool, LimitReached>,
) -> Result<Value, LimitReached> {
    Ok(match valuation {
        _ if has_lost_option => 1,
        Valuation::MisereOutcome => Value::from(is_terminal()?),
        Valuation::MisereOutcomeAndEnd => 2 * Value::from(is_terminal()?),
        _ => 0,
    })
}
