//! The lost positions of a box, where they can be listed without examining the others.

use bouton_core::{ControlState, Ruleset, Value};
use bouton_solve::{Cost, Engine};
use bouton_tables::{LostPairs, SparsePlan};
use num_bigint::BigUint;

use super::{
    Oracle,
    boxes::{FillPlan, FilledTable},
    rows::{BoxOf, at_once},
};
use crate::{AnswerError, Choice, Plan};

/// The value of positions that are lost for the player to move, among outcomes.
pub(crate) const LOST: Value = 0;

/// A plan for listing lost positions.
pub(super) enum LostPlan {
    /// The lost positions of two heaps, one after the other.
    Pairs(LostPairs),
    /// At most one lost position in each row.
    Rows(FillPlan),
}

/// The seconds to examine a position of a table.
const SECONDS_A_ROW: f64 = 5e-9;

impl Oracle {
    /// Visits the lost positions of a box, only sorted ones where coordinates are interchangeable,
    /// until `visit` returns `false`. Returns whether they could be listed; otherwise the box must
    /// be filled.
    ///
    /// # Errors
    ///
    /// If a limit is reached on the way.
    pub(crate) fn for_each_lost(
        &mut self,
        of: BoxOf,
        choice: Choice,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<bool, AnswerError> {
        let Some((plan, _)) = self.lost_plan(of, choice)? else { return Ok(false) };
        let sorted = self.game.playable.ruleset().is_some_and(Ruleset::interchangeable);
        match plan {
            LostPlan::Pairs(pairs) => {
                for pair in self.game.watch.each(pairs.up_to(of.upto, &self.game.watch)?) {
                    let (one, other) = pair?;
                    if (!sorted || one <= other) && !visit(&[one, other]) {
                        break;
                    }
                }
            }
            LostPlan::Rows(plan) => {
                let (mut batch, mut failed) = (self.game.watch.batch(), Ok(()));
                let FilledTable::Sparse(table) = plan.table(&self.game.watch)? else { return Ok(false) };
                table.for_each_lost(&mut |at| {
                    failed = batch.spend(1);
                    failed.is_ok() && ((sorted && !at.is_sorted()) || visit(at))
                });
                failed?;
            }
        }
        Ok(true)
    }

    /// Plans to find the lost positions of a box, and returns the plan with its cost.
    pub(crate) fn plan_lost(&mut self, of: BoxOf, choice: Choice) -> Result<Plan, AnswerError> {
        match self.lost_plan(of, choice)? {
            Some((LostPlan::Pairs(_), cost)) => {
                Ok(at_once("the lost positions of two heaps are found one after the other", cost, choice))
            }
            Some((LostPlan::Rows(_), cost)) => {
                Ok(at_once("at most one lost position is found in each row", cost, choice))
            }
            None => self.plan_box(of, choice),
        }
    }

    /// Finds the lost positions of a box again with another engine and compares. Returns the plan
    /// of that engine.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Disagreement`] if they differ; [`AnswerError::TooLarge`] if no other engine
    /// can answer.
    pub(crate) fn verify_lost(&mut self, of: BoxOf, choice: Choice) -> Result<Plan, AnswerError> {
        if self.lost_plan(of, choice)?.is_none() {
            return self.verify_box(of, choice);
        }
        let mut refused = None;
        for engine in [Engine::Reference, Engine::Law] {
            let other = Choice::Only(engine);
            match self.plan_box(of, other) {
                Ok(plan) => {
                    self.compare_lost(of, choice, other)?;
                    return Ok(plan);
                }
                Err(error @ AnswerError::TooLarge { .. }) => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        refused.map_or_else(|| self.verify_box(of, choice), Err)
    }

    fn compare_lost(&mut self, of: BoxOf, choice: Choice, other: Choice) -> Result<(), AnswerError> {
        let valuation = self.valuation(of.asked)?;
        let dimension = self.dimension(of);
        let mut held = self.game.watch.hold(0)?;
        let (mut lost, mut full) = (Vec::new(), Ok(()));
        self.for_each_lost(of, choice, &mut |at| {
            if lost.len() + dimension > lost.capacity() {
                full = held.grow(8 * lost.len().max(64) as u64);
            }
            lost.extend_from_slice(at);
            full.is_ok()
        })?;
        full?;
        let (mut listed, mut differs) = (lost.chunks(dimension).peekable(), None);
        self.for_each_row(of, &[], other, &mut |coordinates, _, value| {
            let is_listed = listed.next_if(|next| *next == coordinates).is_some();
            if is_listed != (value == LOST) {
                differs = Some((coordinates.to_vec(), value));
            }
            differs.is_none()
        })?;
        if differs.is_none() {
            differs = listed.next().map(|beyond| (beyond.to_vec(), LOST + 1));
        }
        let Some((coordinates, value)) = differs else { return Ok(()) };
        let coordinates: Vec<BigUint> = coordinates.into_iter().map(BigUint::from).collect();
        let listed = if value == LOST { LOST + 1 } else { LOST };
        Err(AnswerError::Disagreement {
            position: self.game.playable.write(&coordinates, ControlState::default()).to_string(),
            left: valuation.value_name(listed),
            right: valuation.value_name(value),
        })
    }

    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    fn lost_plan(&mut self, of: BoxOf, choice: Choice) -> Result<Option<(LostPlan, Cost)>, AnswerError> {
        let valuation = self.valuation(of.asked)?;
        if of.square || !choice.admits(Engine::Tables) || self.has_table(choice) {
            return Ok(None);
        }
        self.make_engines(valuation)?;
        let plan = self.sources.iter_mut().find_map(|source| source.to_list(valuation, of.upto));
        let Some((plan, cost)) = plan else { return Ok(None) };
        // Filling the box is followed by a visit of all positions.
        let looked_at = (of.upto as f64 + 1.0).powi(i32::try_from(self.dimension(of)).unwrap_or(i32::MAX));
        let compared = Cost { seconds: cost.seconds - looked_at * SECONDS_A_ROW, ..cost };
        Ok(self.is_cheapest(of, choice, &compared)?.then_some((plan, cost)))
    }
}

impl LostPlan {
    /// Returns the plan for the lost positions of the box up to `last` by a table of rows, with its
    /// cost; `None` if its rows are not filled in order.
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub(super) fn of_rows(plan: FillPlan, last: &[u64]) -> Option<(Self, Cost)> {
        if !plan.rows().is_some_and(SparsePlan::is_in_order) {
            return None;
        }
        let rows: f64 = last.iter().skip(1).map(|&last| last as f64 + 1.0).product();
        let seconds = plan.seconds() + rows * SECONDS_A_ROW;
        let cost = Cost { positions: rows, steps: rows, bytes: plan.bytes() as f64, seconds };
        Some((Self::Rows(plan), cost))
    }
}
