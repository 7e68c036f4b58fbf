//! The positions of a box, by the engine of least cost.

use bouton_core::{ControlState, Ruleset, Valuation, Value};
use bouton_solve::{Cost, Engine, Question, for_each_in_box};
use num_bigint::BigUint;

use super::{Oracle, SourceId, boxes::CountPlan};
use crate::{AnswerError, Choice, Plan, TooMuch, ValueKind, plan};

/// The positions without a coordinate above a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxOf {
    pub(crate) upto: u64,
    /// The number of heaps of positions of a take-and-break game.
    pub(crate) heaps: usize,
    pub(crate) asked: ValueKind,
    /// Whether to visit all positions, not just the sorted ones.
    pub(crate) square: bool,
}

/// A visitor of rows; `false` ends the visit.
type Visit<'a> = &'a mut dyn FnMut(&[u64], ControlState, Value) -> bool;

impl Oracle {
    pub(super) fn dimension(&self, of: BoxOf) -> usize {
        self.game.playable.ruleset().map_or(of.heaps, Ruleset::dimension)
    }

    fn ways_to_fill(&mut self, of: BoxOf, choice: Choice) -> Result<Vec<(SourceId, Cost)>, AnswerError> {
        let valuation = self.valuation(of.asked)?;
        let question = self.box_question(of);
        self.ways(valuation, &question, choice)?.map_err(|needed| self.box_too_large(of, needed))
    }

    fn box_question(&self, of: BoxOf) -> Question<'static> {
        Question::Box { upto: of.upto, dimension: self.dimension(of) }
    }

    fn box_too_large(&self, of: BoxOf, needed: TooMuch) -> AnswerError {
        let corner = vec![of.upto.to_string(); self.dimension(of)].join(",");
        AnswerError::TooLarge { position: format!("the box up to {corner}"), needed }
    }

    /// Plans to find the values of a box, and returns the plan with its cost.
    pub(crate) fn plan_box(&mut self, of: BoxOf, choice: Choice) -> Result<Plan, AnswerError> {
        let ways = self.ways_to_fill(of, choice)?;
        let question = self.box_question(of);
        let notes = self.sources[ways[0].0.0].notes(&question);
        Ok(Plan { notes, ..self.plan_of(&ways[0], ways.len(), choice) })
    }

    /// Visits the positions of a box with their values, only sorted ones where coordinates are
    /// interchangeable, until `visit` returns `false`. Coordinates that are `fixed` do not vary;
    /// then all positions are visited.
    ///
    /// # Errors
    ///
    /// A value that the game does not have, [`AnswerError::TooLarge`] before the first visit, and
    /// limits that are reached on the way.
    pub(crate) fn for_each_row(
        &mut self,
        of: BoxOf,
        fixed: &[Option<u64>],
        choice: Choice,
        visit: Visit<'_>,
    ) -> Result<(), AnswerError> {
        let valuation = self.valuation(of.asked)?;
        let mut failed = None;
        let dimension = self.dimension(of);
        for (way, _) in self.ways_to_fill(of, choice)? {
            match self.sources[way.0].fill(of.upto, dimension) {
                Ok(()) => return self.rows_by(way, valuation, of, fixed, visit),
                Err(limit) if limit.ends_all() => return Err(limit.into()),
                // An estimate may be wrong: the next way may succeed.
                Err(limit) => failed = failed.or(Some(limit)),
            }
        }
        Err(failed.map_or_else(|| self.box_too_large(of, TooMuch::Numbers), AnswerError::Limit))
    }

    fn rows_by(
        &mut self,
        way: SourceId,
        valuation: Valuation,
        of: BoxOf,
        fixed: &[Option<u64>],
        visit: Visit<'_>,
    ) -> Result<(), AnswerError> {
        let of = BoxOf { square: of.square || fixed.iter().any(Option::is_some), ..of };
        let ruleset = self.game.playable.ruleset().cloned();
        let controls: Vec<ControlState> = match &ruleset {
            Some(ruleset) => ruleset.control_states().collect(),
            None => vec![ControlState::default()],
        };
        let mut failed = Ok(());
        let mut batch = 0u64;
        let dimension = self.dimension(of);
        let unsorted = of.square && ruleset.as_ref().is_none_or(Ruleset::interchangeable);
        let mut sorted: Vec<u64> = Vec::new();
        let (source, watch) = (&mut self.sources[way.0], &self.game.watch);
        let mut step = |coordinates: &[u64]| {
            batch += 1;
            if batch.is_multiple_of(256) {
                failed = watch.spend(256).map_err(AnswerError::from);
                if failed.is_err() {
                    return false;
                }
            }
            if of.square && ruleset.as_ref().is_some_and(|ruleset| !ruleset.has(coordinates)) {
                return true;
            }
            // The values of interchangeable heaps are requested in order.
            let asked = if unsorted {
                sorted.clear();
                sorted.extend_from_slice(coordinates);
                sorted.sort_unstable();
                &sorted
            } else {
                coordinates
            };
            for &control in &controls {
                match source.small_value(valuation, asked, control) {
                    Ok(value) if visit(coordinates, control, value) => {}
                    Ok(_) => return false,
                    Err(error) => {
                        failed = Err(error);
                        return false;
                    }
                }
            }
            true
        };
        match &ruleset {
            _ if of.square => all_in_box(dimension, of.upto, fixed, &mut step),
            Some(ruleset) => for_each_in_box(ruleset, of.upto, &mut step),
            None => sorted_heaps(of.heaps, of.upto, &mut step),
        }
        failed
    }

    /// Computes the values of a box again with another engine and compares. Returns the plan of
    /// that engine.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Disagreement`] if they differ; [`AnswerError::TooLarge`] if no other engine
    /// can answer.
    pub(crate) fn verify_box(&mut self, of: BoxOf, choice: Choice) -> Result<Plan, AnswerError> {
        let valuation = self.valuation(of.asked)?;
        let used = self.plan_box(of, choice)?.engine;
        let mut refused = self.box_too_large(of, TooMuch::Numbers);
        let others = [Engine::Tables, Engine::Reference, Engine::Law];
        for engine in others.into_iter().filter(|&engine| engine != used) {
            let other = Choice::Only(engine);
            let ways = match self.ways_to_fill(of, other) {
                Ok(ways) => ways,
                Err(error @ AnswerError::TooLarge { .. }) => {
                    refused = error;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut values: Vec<Value> = Vec::new();
            let mut held = self.game.watch.hold(0)?;
            let mut full = Ok(());
            self.for_each_row(of, &[], choice, &mut |_, _, value| {
                if values.len() == values.capacity() {
                    full = held.grow(4 * values.len().max(64) as u64);
                    if full.is_err() {
                        return false;
                    }
                }
                values.push(value);
                true
            })?;
            full?;
            let (mut first, mut differs) = (values.into_iter(), None);
            self.for_each_row(of, &[], other, &mut |coordinates, control, value| {
                let expected = first.next();
                if expected != Some(value) {
                    differs = Some((coordinates.to_vec(), control, expected, value));
                }
                differs.is_none()
            })?;
            if let Some((coordinates, control, expected, value)) = differs {
                let coordinates: Vec<BigUint> = coordinates.into_iter().map(BigUint::from).collect();
                return Err(AnswerError::Disagreement {
                    position: self.game.playable.write(&coordinates, control).to_string(),
                    left: expected.map_or_else(|| "nothing".to_owned(), |value| valuation.value_name(value)),
                    right: valuation.value_name(value),
                });
            }
            return Ok(self.plan_of(&ways[0], ways.len(), other));
        }
        Err(refused)
    }

    /// Returns the number of positions of the box of each outcome in each control state, if a table
    /// counts them while it is filled and no other way costs less; otherwise `None`.
    ///
    /// # Errors
    ///
    /// If a limit is reached on the way.
    pub(crate) fn count_at_once(
        &mut self,
        of: BoxOf,
        choice: Choice,
    ) -> Result<Option<Vec<Vec<u128>>>, AnswerError> {
        match self.plan_to_count(of, choice)? {
            Some((plan, _)) => Ok(Some(plan.count(&self.game.watch)?)),
            None => Ok(None),
        }
    }

    /// Plans to count a box, and returns the plan with its cost.
    pub(crate) fn plan_count(&mut self, of: BoxOf, choice: Choice) -> Result<Plan, AnswerError> {
        match self.plan_to_count(of, choice)? {
            // This is reported as a table that holds the answer.
            Some((CountPlan::Stored(_), _)) => self.plan_box(of, choice),
            Some((plan, cost)) => Ok(Plan { notes: plan.notes(), ..at_once(plan.what(), cost, choice) }),
            None => self.plan_box(of, choice),
        }
    }

    fn plan_to_count(&mut self, of: BoxOf, choice: Choice) -> Result<Option<(CountPlan, Cost)>, AnswerError> {
        let valuation = self.valuation(of.asked)?;
        if !choice.admits(Engine::Tables) {
            return Ok(None);
        }
        self.make_engines(valuation)?;
        let plan = self.sources.iter_mut().find_map(|source| source.to_count(valuation, of.upto));
        let Some((plan, cost)) = plan else { return Ok(None) };
        Ok(self.is_cheapest(of, choice, &cost)?.then_some((plan, cost)))
    }

    /// Whether this cost fits the limits, and no way to fill the box costs less.
    ///
    /// # Errors
    ///
    /// [`AnswerError::TooLarge`] with the least requirement, if neither this nor any other way
    /// fits.
    pub(super) fn is_cheapest(
        &mut self,
        of: BoxOf,
        choice: Choice,
        cost: &Cost,
    ) -> Result<bool, AnswerError> {
        let refused = plan::refusal(*cost, plan::patience(&self.box_question(of)), &self.game.watch);
        match (self.ways_to_fill(of, choice), refused) {
            (Ok(_), Some(_)) => Ok(false),
            (Ok(ways), None) => Ok(cost.seconds <= ways[0].1.seconds),
            (Err(AnswerError::TooLarge { .. }), None) => Ok(true),
            (Err(AnswerError::TooLarge { needed, .. }), Some(refused)) => {
                Err(self.box_too_large(of, needed.or_less(refused)))
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// Visits all points of a box in lexicographic order until `visit` returns `false`; fixed
/// coordinates do not vary.
fn all_in_box(dimension: usize, upto: u64, fixed: &[Option<u64>], visit: &mut dyn FnMut(&[u64]) -> bool) {
    let fixed = |place: usize| fixed.get(place).copied().flatten();
    let mut position: Vec<u64> = (0..dimension).map(|place| fixed(place).unwrap_or(0)).collect();
    loop {
        if !visit(&position) {
            return;
        }
        let runs = |&place: &usize| fixed(place).is_none() && position[place] < upto;
        let Some(place) = (0..dimension).rev().find(runs) else { return };
        position[place] += 1;
        for (place, at) in position.iter_mut().enumerate().skip(place + 1) {
            *at = fixed(place).unwrap_or(0);
        }
    }
}

/// The plan of a table that answers while it is filled.
pub(super) fn at_once(what: &str, cost: Cost, choice: Choice) -> Plan {
    let why = match choice {
        Choice::Only(_) => "this engine was asked for",
        Choice::Auto => "every other way costs more",
    };
    Plan::new(Engine::Tables, format!("{what}; {why}"), cost)
}

/// Visits sorted heaps up to a size, in lexicographic order.
fn sorted_heaps(count: usize, upto: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
    let mut heaps = vec![0; count];
    while visit(&heaps) {
        let Some(place) = heaps.iter().rposition(|&heap| heap < upto) else { return };
        let next = heaps[place] + 1;
        heaps[place..].fill(next);
    }
}
