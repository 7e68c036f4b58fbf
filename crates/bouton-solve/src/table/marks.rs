//! Positions that are won because they have a lost option, marked from the lost ones.
//!
//! There are far fewer lost positions than moves: where moves can be followed backwards, a table of
//! outcomes is filled faster by marking what each lost position forbids than by looking at the
//! options of each position. The weakness: where most moves lead to lost positions, there is more to
//! mark than to look at. So what marking may cost is bounded by the number of positions, and beyond
//! that the table goes on without it.

use bouton_core::{ControlState, Held, LimitReached, Ruleset, Valuation, Value, Watch};
use serde::{Deserialize, Serialize};

use crate::{
    Moves,
    index::Index,
    moves::{Within, backwards},
};

/// How much work for each position marking may be, and so many times the root of a position's choices of a move:
/// where k of m options are lost, to look for one takes m / (k + 1) steps, to mark from them k.
const WORK_FOR_A_POSITION: u64 = 48;
const WORK_FOR_A_ROOT: u64 = 4;
/// Choices are counted up to here.
pub(super) const MOST_CHOICES: u64 = 1 << 20;
/// More moves than these are not turned round: that takes longer than many a table, and most of them lead where others lead.
const MOST_MOVES: usize = 1 << 10;
/// Small tables may take this much.
const SMALL_WORK: u64 = 1 << 16;

/// The won positions of a region that is larger than what has been solved.
#[derive(Debug)]
pub(super) struct Marks {
    backwards: Moves,
    /// What marking has cost, and may cost.
    stage: Watch,
    held: Held,
    known: Known,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Known {
    /// The last region marked; `None` before the first.
    horizon: Option<u64>,
    /// One bit for each position and control state up to there.
    won: Vec<u64>,
    /// Work done, work allowed.
    standing: (u64, u64),
    /// Bytes.
    held: u64,
}

impl Marks {
    /// `None` for a valuation that is not decided by the lost options, or moves that cannot be followed backwards.
    /// Where all moves are constant there are no more options than moves to look at, and the first lost one ends the
    /// look: there is nothing to be gained.
    pub(super) fn new(ruleset: &Ruleset, valuation: Valuation, index: &Index, watch: &Watch) -> Option<Self> {
        use Valuation::{MisereOutcome, MisereOutcomeAndEnd, NormalOutcome};
        if !matches!(valuation, NormalOutcome | MisereOutcome | MisereOutcomeAndEnd) {
            return None;
        }
        let moves = ruleset.moves();
        if moves.len() > MOST_MOVES || moves.iter().all(|schema| schema.constant_vector().is_some()) {
            return None;
        }
        let within = match index {
            Index::Multiset { .. } => Within::Box,
            Index::Rank(index) => Within::Rank(index.weights_without_periods()?.to_vec()),
        };
        let backwards = backwards(ruleset, &within)?;
        Some(Self { backwards, stage: watch.within(0), held: watch.hold_none(), known: Known::default() })
    }

    /// The last region marked.
    pub(super) fn horizon(&self) -> Option<u64> {
        self.known.horizon
    }

    /// A region to mark as far as, if the table is to grow to one: large enough that the table is
    /// some half larger before all is marked anew.
    pub(super) fn horizon_for(region: u64, dimension: usize) -> u64 {
        region.saturating_add(1 + region / (2 * dimension.max(1) as u64))
    }

    /// Forgets all marks and makes room for those of all positions up to a region: `places` positions and control
    /// states with so many choices of a move, in an index that takes `tables` bytes. `false` if there is no room within
    /// `limit` bytes.
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
            let each = WORK_FOR_A_POSITION + WORK_FOR_A_ROOT * choices.min(MOST_CHOICES).isqrt();
            let most = places.saturating_mul(each).saturating_add(SMALL_WORK);
            let (done, before) = self.stage.standing();
            self.stage.stand((done, before.max(most)));
        }
        room
    }

    /// Forgets all marks: they are not whole.
    pub(super) fn forget(&mut self) {
        self.known.horizon = None;
    }

    /// Whether the position at a place has an option that was given to [`mark_from`](Self::mark_from).
    pub(super) fn is_won(&self, place: usize) -> bool {
        self.known.won[place / 64] >> (place % 64) & 1 == 1
    }

    /// Marks the positions from which a lost one can be moved to. `None` if that is more work than it is worth.
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
            before.copy_from_slice(&x[..dimension]);
            index.reduce(&mut before);
            let place = index.number(&before) * usize::from(controls) + control.index();
            won[place / 64] |= 1 << (place % 64);
            true
        });
        drop(batch);
        // Whether its work has ended, without a look at the clock for each lost position.
        if marked.is_ok() && self.stage.spend(0).is_ok() {
            return Ok(Some(()));
        }
        // The table's own limits, or that of the marks.
        watch.check().map(|()| None)
    }

    /// What a table that is restored goes on with.
    pub(super) fn saved(&self) -> Known {
        Known {
            horizon: self.known.horizon,
            won: self.known.won.clone(),
            standing: self.stage.standing(),
            held: self.held.bytes(),
        }
    }

    /// Goes on with what was saved; `false` if it does not fit.
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

/// The value of a position of which it is known whether it has a lost option.
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
