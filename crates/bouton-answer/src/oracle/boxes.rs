//! An engine that fills whole boxes at once: bit tables, and tables of numbers.

mod plan;

use std::{borrow::Cow, sync::Arc};

use bouton_core::{ControlState, Formula, Ruleset, Valuation, Value, Watch};
use bouton_solve::{Cost, Engine, LimitReached, Question};
use bouton_tables::{BoxTable, LostPairs, NumberTable, SparseTable, StoredTable};
use num_bigint::BigUint;

use self::plan::BoxPlans;

pub(super) use self::plan::{BoxResult, FillPlan};
use super::{
    knows::{Knows, Role, Search, converted, determines},
    lost::LostPlan,
    searched::because,
};
use crate::AnswerError;

/// Tables of all positions of a box, for rules that have tables.
#[derive(Debug)]
pub(super) struct BoxValues {
    ruleset: Ruleset,
    valuation: Valuation,
    filled: Option<Filled>,
    /// The plans of the last box that was requested, by its corner.
    compiled: Option<(Vec<u64>, BoxPlans)>,
    watch: Watch,
}

/// The values of all positions of a box.
#[derive(Debug)]
struct Filled {
    last: Vec<u64>,
    table: FilledTable,
    /// The estimate of the bytes needed.
    bytes: u128,
}

/// A table of all positions of a box.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "an oracle holds a few of them")]
pub(crate) enum FilledTable {
    /// Outcomes, some bits for each position.
    Bits(BoxTable),
    /// Outcomes where a row has at most one lost position: a number for each row.
    Sparse(SparseTable),
    /// Grundy values or remoteness.
    Numbers(NumberTable),
}

impl FilledTable {
    /// Computes the values of all positions without a coordinate above `last`; `None` if these
    /// rules do not have tables, or a limit prevents it.
    pub(crate) fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64], watch: &Watch) -> Option<Self> {
        BoxPlans::new(ruleset, valuation, last).fitting(BoxResult::Table, room(watch))?.table(watch).ok()
    }

    /// The value of a position; `None` outside of the box.
    pub(crate) fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        match self {
            Self::Bits(table) => table.value(coordinates, control),
            Self::Sparse(table) => table.value(coordinates, control),
            Self::Numbers(table) => table.value(coordinates, control),
        }
    }
}

/// The seconds before the first word of a table is written.
const SECONDS_TO_BEGIN: f64 = 1e-4;

impl BoxValues {
    pub(super) fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Self {
        Self { ruleset: ruleset.clone(), valuation, filled: None, compiled: None, watch: watch.clone() }
    }

    /// Returns the corner of the box that is filled for a position.
    fn corner(&self, coordinates: &[u64]) -> Vec<u64> {
        if self.ruleset.interchangeable() {
            return vec![coordinates.iter().copied().max().unwrap_or(0); coordinates.len()];
        }
        coordinates.to_vec()
    }

    /// Returns the corner of the box for a question.
    fn asked(&self, question: &Question<'_>) -> Option<Vec<u64>> {
        match question {
            Question::Position(coordinates, _) => {
                let small = coordinates.iter().map(|c| u64::try_from(c).ok()).collect::<Option<Vec<_>>>()?;
                Some(self.corner(&small))
            }
            Question::Box { upto, dimension } => Some(vec![*upto; *dimension]),
        }
    }

    fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.filled.as_ref()?.table.value(coordinates, control)
    }

    /// Returns the corner of the box that contains this one and the box filled before.
    fn grown(&self, mut last: Vec<u64>) -> Vec<u64> {
        if let Some(filled) = &self.filled {
            last.iter_mut().zip(&filled.last).for_each(|(last, &before)| *last = before.max(*last));
        }
        last
    }

    /// The plans for a box, which are compiled once.
    fn plans(&mut self, last: &[u64]) -> &BoxPlans {
        let known = self.compiled.take().filter(|(corner, _)| corner == last);
        let compile = || (last.to_vec(), BoxPlans::new(&self.ruleset, self.valuation, last));
        &self.compiled.insert(known.unwrap_or_else(compile)).1
    }

    /// The plan for filling the box, and the bytes of the table that it replaces.
    fn plan(&mut self, last: &[u64]) -> Option<(FillPlan, u128)> {
        let before = self.filled.as_ref().map_or(0, |filled| filled.bytes);
        let room = room(&self.watch).saturating_add(before);
        Some((self.plans(last).fitting(BoxResult::Table, room)?, before))
    }

    fn fill_to(&mut self, last: Vec<u64>) -> Result<(), LimitReached> {
        let last = self.grown(last);
        let beyond = LimitReached::Coordinate(last.iter().copied().max().unwrap_or(0));
        let (plan, _) = self.plan(&last).ok_or(beyond)?;
        (self.filled, self.compiled) = (None, None);
        let bytes = plan.bytes();
        let table = plan.table(&self.watch)?;
        self.filled = Some(Filled { last, table, bytes });
        Ok(())
    }

    /// The cost of the answer to a question.
    fn cost(&mut self, question: &Question<'_>) -> Option<Cost> {
        let last = self.asked(question)?;
        if self.known(&last, ControlState(0)).is_some() {
            return Some(Cost::NOTHING);
        }
        let last = self.grown(last);
        let (plan, before) = self.plan(&last)?;
        let cost = cost(&plan, &last);
        Some(Cost { bytes: (cost.bytes - real(before)).max(0.0), ..cost })
    }

    /// The corner of the box up to a bound.
    fn cube(&self, upto: u64) -> Vec<u64> {
        vec![upto; self.ruleset.dimension()]
    }
}

impl Knows for BoxValues {
    fn engine(&self) -> Engine {
        Engine::Tables
    }

    fn role(&self) -> Role {
        Role::Engine
    }

    fn because(&self) -> Cow<'static, str> {
        because(Engine::Tables)
    }

    fn gives(&self, wanted: Valuation) -> bool {
        determines(self.valuation, wanted)
    }

    fn estimate(
        &mut self,
        _: Valuation,
        question: &Question<'_>,
        _: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        Ok(self.cost(question))
    }

    fn holds(&self, coordinates: &[BigUint], control: ControlState) -> bool {
        let small: Option<Vec<u64>> = coordinates.iter().map(|c| u64::try_from(c).ok()).collect();
        small.is_some_and(|small| self.known(&small, control).is_some())
    }

    fn notes(&mut self, question: &Question<'_>) -> Vec<String> {
        let last = self.asked(question).map(|last| self.grown(last));
        let plan = last.and_then(|last| self.plan(&last));
        plan.map_or_else(Vec::new, |(plan, _)| plan.notes())
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let small: Option<Vec<u64>> = coordinates.iter().map(|c| u64::try_from(c).ok()).collect();
        let small = small.ok_or(LimitReached::Coordinate(u64::MAX))?;
        self.small_value(wanted, &small, control).map(BigUint::from)
    }

    fn small_value(
        &mut self,
        wanted: Valuation,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Value, AnswerError> {
        if let Some(value) = self.known(coordinates, control) {
            return Ok(converted(value, self.valuation, wanted));
        }
        self.fill_to(self.corner(coordinates))?;
        let value = self.known(coordinates, control).ok_or(LimitReached::Coordinate(u64::MAX))?;
        Ok(converted(value, self.valuation, wanted))
    }

    fn fill(&mut self, upto: u64, dimension: usize) -> Result<(), LimitReached> {
        let last = vec![upto; dimension];
        if self.known(&last, ControlState(0)).is_some() { Ok(()) } else { self.fill_to(last) }
    }

    /// Returns the fastest plan that fits the memory, or else the one that needs the least memory.
    /// The box is counted while it is filled, or the lost positions of two heaps are listed.
    fn to_count(&mut self, wanted: Valuation, upto: u64) -> Option<(CountPlan, Cost)> {
        // The plan counts the whole box.
        if wanted != self.valuation || *self.ruleset.exists() != Formula::True {
            return None;
        }
        let room = room(&self.watch);
        let listing = listed_pairs(&self.ruleset, wanted, upto)
            .map(|(pairs, cost)| (CountPlan::Listing { pairs, upto }, cost));
        if listing.as_ref().is_some_and(|(_, cost)| cost.bytes <= real(room)) {
            return listing;
        }
        let last = self.cube(upto);
        let filling = self.plans(&last).fitting(BoxResult::Count, room);
        let filling = filling
            .map(|plan| (cost(&plan, &last), plan))
            .map(|(cost, plan)| (CountPlan::Filling(plan), cost));
        match (listing, filling) {
            (Some(listing), Some(filling)) if listing.1.bytes <= filling.1.bytes => Some(listing),
            (listing, filling) => filling.or(listing),
        }
    }

    fn to_list(&mut self, wanted: Valuation, upto: u64) -> Option<(LostPlan, Cost)> {
        let whole = *self.ruleset.exists() == Formula::True && self.ruleset.controls().len() == 1;
        if wanted != self.valuation || !whole {
            return None;
        }
        if let Some((pairs, cost)) = listed_pairs(&self.ruleset, wanted, upto) {
            return Some((LostPlan::Pairs(pairs), cost));
        }
        let (last, room) = (self.cube(upto), room(&self.watch));
        LostPlan::of_rows(self.plans(&last).fitting_rows(BoxResult::Table, room)?, &last)
    }
}

/// The bytes of memory that are left.
fn room(watch: &Watch) -> u128 {
    watch.memory_left().into()
}

/// The cost of filling a box.
fn cost(plan: &FillPlan, last: &[u64]) -> Cost {
    let positions: f64 = last.iter().map(|&last| real(last.into()) + 1.0).product();
    let seconds = SECONDS_TO_BEGIN + plan.seconds();
    Cost { positions, steps: positions, bytes: real(plan.bytes()), seconds }
}

/// A plan for counting a box. Values are not kept once they are no longer read.
pub(super) enum CountPlan {
    /// Counting while the box is filled.
    Filling(FillPlan),
    /// Listing the lost positions of two heaps; all others are won.
    Listing { pairs: LostPairs, upto: u64 },
    /// Adding the counts of the tiles of a stored table.
    Stored(Arc<StoredTable>),
}

impl CountPlan {
    /// The method in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Filling(_) => "a table of the box is counted while it is filled",
            Self::Listing { .. } => "the lost positions of two heaps are found one after the other",
            Self::Stored(_) => "the counts of the tiles are added",
        }
    }

    /// Further notes, if a table is filled.
    pub(super) fn notes(&self) -> Vec<String> {
        match self {
            Self::Filling(plan) => plan.notes(),
            Self::Listing { .. } | Self::Stored(_) => Vec::new(),
        }
    }

    /// The number of positions of each value in each control state.
    pub(super) fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, AnswerError> {
        match self {
            Self::Filling(plan) => Ok(plan.count(watch)?),
            Self::Stored(table) => Ok(table.store().counts()?),
            Self::Listing { pairs, upto } => {
                let lost = pairs.up_to(*upto, watch)?.len() as u128;
                Ok(vec![vec![lost, (u128::from(*upto) + 1).pow(2) - lost]])
            }
        }
    }
}

/// An approximate bound on the seconds of a row of two heaps.
const SECONDS_A_PAIR: f64 = 1e-7;

/// The plan for listing the lost positions of two heaps, with its cost.
fn listed_pairs(ruleset: &Ruleset, valuation: Valuation, upto: u64) -> Option<(LostPairs, Cost)> {
    let is_possible = valuation == Valuation::NormalOutcome && LostPairs::reaches(upto);
    let pairs = is_possible.then(|| LostPairs::new(ruleset).ok())??;
    let (rows, bytes) = (real(upto.into()) + 1.0, real(pairs.bytes(upto)));
    Some((pairs, Cost { positions: rows, steps: rows, bytes, seconds: rows * SECONDS_A_PAIR }))
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn real(number: u128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, time::Instant};

    use super::*;
    use crate::{Choice, Oracle, Query, ValueKind, oracle::BoxOf};
    use bouton_core::Position;
    use bouton_game::Playable;

    thread_local! {
        /// The number of boxes whose plans were compiled.
        pub(super) static COMPILED: Cell<u32> = const { Cell::new(0) };
    }

    /// Tests that any number of questions may be asked about a box before it is filled.
    #[test]
    fn the_plans_of_a_box_are_compiled_once() {
        for (text, asked) in [
            ("heaps 3; move take any from 1 heap", ValueKind::Outcome),
            ("heaps 3; move take any from 1 heap; move take the same any from 2 heaps", ValueKind::Outcome),
            ("heaps 2; move take 1..3 from 1 heap; move take the same any from 2 heaps", ValueKind::Grundy),
        ] {
            let game = bouton_rules::Game::parse(text).unwrap();
            let mut oracle = Oracle::new(Playable::new(&game, None).unwrap(), &Watch::unlimited());
            let of = BoxOf { upto: 40, heaps: 1, asked, square: false };
            let choice = Choice::Only(Engine::Tables);
            COMPILED.set(0);
            oracle.plan_box(of, choice).unwrap();
            oracle.plan_count(of, choice).unwrap();
            oracle.plan_lost(of, choice).unwrap();
            let counted = oracle.count_at_once(of, choice).unwrap();
            let mut visited = 0u32;
            let mut visit = |_: &[u64], _, _| {
                visited += 1;
                true
            };
            oracle.for_each_row(of, &[], choice, &mut visit).unwrap();
            assert_eq!(COMPILED.get(), 1, "{text}");
            assert!(counted.is_some() && visited > 500, "{text}: {visited}");
        }
    }

    /// Tests that a table which was filled for an earlier question gives the values of single questions.
    #[test]
    fn a_filled_table_has_the_values_of_single_questions() {
        for text in [
            "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
            "heaps 3; move take 1..3 from 1 heap; move take 1 from 2 heaps",
            "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty",
            "counters a, b; positions where a <= b; move b -> b - 1 when b > a; move a, b -> a - 1, b - 1",
        ] {
            let game = bouton_rules::Game::parse(text).unwrap();
            let playable = Playable::new(&game, None).unwrap();
            let controls = game.controls();
            let query =
                Query { value: ValueKind::Grundy, moves: Some(0), streamed: true, ..Query::default() };
            let mut oracle = Oracle::new(playable.clone(), &Watch::unlimited());
            let mut by_tables = 0u32;
            for number in (0..200u64).rev() {
                let mut coordinates = vec![number % 15, number % 40];
                coordinates.resize(playable.ruleset().unwrap().dimension(), number % 7);
                let control = Some(controls[usize::from(number % 3 == 0) % controls.len()].clone());
                let position = Position {
                    coordinates: coordinates.into_iter().map(BigUint::from).collect(),
                    control: control.filter(|_| controls.len() > 1),
                };
                let alone = Query { engine: Choice::Only(Engine::Reference), ..query };
                let alone = Oracle::new(playable.clone(), &Watch::unlimited()).answer(&position, &alone);
                let answer = oracle.answer(&position, &query);
                match (answer, alone) {
                    (Ok(answer), Ok(alone)) => {
                        assert_eq!((&answer.outcome, &answer.grundy), (&alone.outcome, &alone.grundy));
                        assert_eq!((answer.position, answer.value), (alone.position, alone.value));
                        by_tables += u32::from(answer.plan.engine == Engine::Tables);
                    }
                    (answer, alone) => assert_eq!(answer.is_err(), alone.is_err(), "{text} {position}"),
                }
            }
            assert!(by_tables > 50, "{text}: {by_tables}");
        }
    }

    /// Tests that the estimate is right within a factor; the fastest of five runs counts.
    #[test]
    #[ignore = "it measures seconds; `just estimates` runs it on a quiet machine"]
    fn estimates_are_near_what_is_measured() {
        let cases = [
            ("heaps 3; move take any from 1 heap", Valuation::NormalOutcome, 160),
            ("heaps 3; move take any from 1 heap", Valuation::Grundy, 60),
            (
                "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
                Valuation::Grundy,
                300,
            ),
            ("heaps 4; move take 1..2 in total from at most 2 heaps", Valuation::NormalOutcome, 60),
            ("heaps 3; move take 1..3 from 1 heap", Valuation::Remoteness, 50),
        ];
        for (text, valuation, upto) in cases {
            let ruleset = bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
            let watch = Watch::unlimited();
            let question = Question::Box { upto, dimension: ruleset.dimension() };
            let cost = BoxValues::new(&ruleset, valuation, &watch).cost(&question).unwrap();
            let measured = (0..5).map(|_| {
                let mut values = BoxValues::new(&ruleset, valuation, &watch);
                let start = Instant::now();
                values.fill(upto, ruleset.dimension()).unwrap();
                assert_eq!(values.cost(&question), Some(Cost::NOTHING));
                start.elapsed().as_secs_f64()
            });
            let measured = measured.fold(f64::INFINITY, f64::min);
            let off = (measured.max(1e-3) / cost.seconds.max(1e-3)).ln().abs().exp();
            assert!(off < 20.0, "{text} {valuation:?}: {measured} s, {} s estimated", cost.seconds);
        }
    }
}
