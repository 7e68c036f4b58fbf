//! Whole boxes filled at once, as an engine: bit tables, and tables of numbers.

use bouton_core::{ControlState, Ruleset, Valuation, Value, Watch};
use bouton_solve::{Cost, Engine, LimitReached, Question, Values};
use bouton_tables::{
    BoxPlan, BoxTable, LostPairs, NumberPlan, NumberTable, SparsePlan, SparseTable, Symmetry,
};
use num_bigint::BigUint;

/// Tables of all positions of a box, where tables are made for such rules.
#[derive(Debug)]
pub(super) struct BoxValues {
    ruleset: Ruleset,
    valuation: Valuation,
    filled: Option<Filled>,
    watch: Watch,
}

/// The values of all positions of a box.
#[derive(Debug)]
struct Filled {
    last: Vec<u64>,
    table: FilledTable,
}

/// A table of all positions of a box.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "an oracle holds a few of them")]
pub(crate) enum FilledTable {
    /// Outcomes, some bits a position.
    Bits(BoxTable),
    /// Outcomes where a row has one lost position at most: a number for each row.
    Sparse(SparseTable),
    /// Grundy values or remoteness.
    Numbers(NumberTable),
}

impl FilledTable {
    /// The values of all positions with no coordinate above `last`; nothing where no tables are made for such rules,
    /// or a limit is in the way.
    pub(crate) fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64], watch: &Watch) -> Option<Self> {
        Plan::new(ruleset, valuation, last)?.table(watch).ok()
    }

    /// The value of a position; nothing outside of the box.
    pub(crate) fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        match self {
            Self::Bits(table) => table.value(coordinates, control),
            Self::Sparse(table) => table.value(coordinates, control),
            Self::Numbers(table) => table.value(coordinates, control),
        }
    }
}

/// How the outcomes of a box are filled.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum OutcomePlan {
    Bits(BoxPlan),
    Sparse(SparsePlan),
}

impl OutcomePlan {
    /// The quicker of the plans.
    fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Option<Self> {
        let bits = BoxPlan::new(ruleset, valuation, last).ok();
        let sparse = SparsePlan::new(ruleset, valuation, last).ok();
        match (bits, sparse) {
            (Some(bits), Some(sparse)) if bits.seconds() < sparse.seconds() => Some(Self::Bits(bits)),
            (_, Some(sparse)) => Some(Self::Sparse(sparse)),
            (bits, None) => bits.map(Self::Bits),
        }
    }

    fn bytes(&self) -> u128 {
        match self {
            Self::Bits(plan) => plan.bytes(),
            Self::Sparse(plan) => plan.bytes(),
        }
    }

    fn bytes_to_count(&self) -> u128 {
        match self {
            Self::Bits(plan) => plan.bytes_to_count(),
            Self::Sparse(plan) => plan.bytes_to_count(),
        }
    }

    fn seconds(&self) -> f64 {
        match self {
            Self::Bits(plan) => plan.seconds(),
            Self::Sparse(plan) => plan.seconds(),
        }
    }

    fn symmetry(&self) -> Symmetry {
        match self {
            Self::Bits(plan) => plan.symmetry(),
            Self::Sparse(plan) => plan.symmetry(),
        }
    }

    fn table(self, watch: &Watch) -> Result<FilledTable, LimitReached> {
        Ok(match self {
            Self::Bits(plan) => FilledTable::Bits(plan.table(watch)?),
            Self::Sparse(plan) => FilledTable::Sparse(plan.table(watch)?),
        })
    }
}

/// How a box would be filled.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum Plan {
    Outcomes(OutcomePlan),
    Numbers(NumberPlan),
}

impl Plan {
    fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Option<Self> {
        let numbers = || NumberPlan::new(ruleset, valuation, last).map(Self::Numbers);
        OutcomePlan::new(ruleset, valuation, last).map(Self::Outcomes).or_else(|| numbers().ok())
    }

    fn bytes(&self) -> u128 {
        match self {
            Self::Outcomes(plan) => plan.bytes(),
            Self::Numbers(plan) => plan.bytes(),
        }
    }

    fn seconds(&self) -> f64 {
        match self {
            Self::Outcomes(plan) => plan.seconds(),
            Self::Numbers(plan) => plan.seconds(),
        }
    }

    fn symmetry(&self) -> Symmetry {
        match self {
            Self::Outcomes(plan) => plan.symmetry(),
            Self::Numbers(plan) => plan.symmetry(),
        }
    }

    fn table(self, watch: &Watch) -> Result<FilledTable, LimitReached> {
        match self {
            Self::Outcomes(plan) => plan.table(watch),
            Self::Numbers(plan) => Ok(FilledTable::Numbers(plan.table(watch)?)),
        }
    }
}

/// What is done before the first word of a table is written.
const SECONDS_TO_BEGIN: f64 = 1e-4;

impl BoxValues {
    pub(super) fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Self {
        Self { ruleset: ruleset.clone(), valuation, filled: None, watch: watch.clone() }
    }

    /// The corner of the box that is filled for a position.
    fn corner(&self, coordinates: &[u64]) -> Vec<u64> {
        if self.ruleset.interchangeable() {
            return vec![coordinates.iter().copied().max().unwrap_or(0); coordinates.len()];
        }
        coordinates.to_vec()
    }

    /// The corner of the box that a question asks for.
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

    fn fill_to(&mut self, mut last: Vec<u64>) -> Result<(), LimitReached> {
        if let Some(filled) = self.filled.take() {
            last.iter_mut().zip(&filled.last).for_each(|(last, &before)| *last = before.max(*last));
        }
        let beyond = LimitReached::Coordinate(last.iter().copied().max().unwrap_or(0));
        let plan = Plan::new(&self.ruleset, self.valuation, &last).ok_or(beyond)?;
        let table = plan.table(&self.watch)?;
        self.filled = Some(Filled { last, table });
        Ok(())
    }
}

impl Values for BoxValues {
    fn engine(&self) -> Engine {
        Engine::Tables
    }

    fn valuation(&self) -> Valuation {
        self.valuation
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        let last = self.asked(question)?;
        if self.known(&last, ControlState(0)).is_some() {
            return Some(Cost::NOTHING);
        }
        let plan = Plan::new(&self.ruleset, self.valuation, &last)?;
        let positions: f64 = last.iter().map(|&last| real(last.into()) + 1.0).product();
        let seconds = SECONDS_TO_BEGIN + plan.seconds();
        Some(Cost { positions, steps: positions, bytes: real(plan.bytes()), seconds })
    }

    fn note(&self, question: &Question<'_>) -> Option<String> {
        let plan = Plan::new(&self.ruleset, self.valuation, &self.asked(question)?)?;
        Some(plan.symmetry().to_string())
    }

    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached> {
        let small: Option<Vec<u64>> = coordinates.iter().map(|c| u64::try_from(c).ok()).collect();
        let small = small.ok_or(LimitReached::Coordinate(u64::MAX))?;
        self.small_value(&small, control).map(BigUint::from)
    }

    fn small_value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        if let Some(value) = self.known(coordinates, control) {
            return Ok(value);
        }
        self.fill_to(self.corner(coordinates))?;
        self.known(coordinates, control).ok_or(LimitReached::Coordinate(u64::MAX))
    }

    fn fill(&mut self, upto: u64) -> Result<(), LimitReached> {
        let last = vec![upto; self.ruleset.dimension()];
        if self.known(&last, ControlState(0)).is_some() { Ok(()) } else { self.fill_to(last) }
    }
}

/// How a box is counted: no more is kept than is still read.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum CountPlan {
    /// While it is filled.
    Filling(OutcomePlan),
    /// The lost positions of two heaps are listed, all others are won.
    Listing { pairs: LostPairs, upto: u64 },
}

impl CountPlan {
    /// The plan, and its cost.
    pub(super) fn new(ruleset: &Ruleset, valuation: Valuation, upto: u64) -> Option<(Self, Cost)> {
        if *ruleset.exists() != bouton_core::Formula::True {
            return None; // the plan counts the whole box
        }
        if let Some((pairs, cost)) = listed_pairs(ruleset, valuation, upto) {
            return Some((Self::Listing { pairs, upto }, cost));
        }
        let last = vec![upto; ruleset.dimension()];
        let plan = OutcomePlan::new(ruleset, valuation, &last)?;
        let positions: f64 = last.iter().map(|&last| real(last.into()) + 1.0).product();
        let cost = Cost {
            positions,
            steps: positions,
            bytes: real(plan.bytes_to_count()),
            seconds: SECONDS_TO_BEGIN + plan.seconds(),
        };
        Some((Self::Filling(plan), cost))
    }

    /// What is done, in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Filling(_) => "a table of the box is counted while it is filled",
            Self::Listing { .. } => "the lost positions of two heaps are found one after the other",
        }
    }

    /// What is made of interchangeable coordinates, if it is a table that is filled.
    pub(super) fn note(&self) -> Option<String> {
        match self {
            Self::Filling(plan) => Some(plan.symmetry().to_string()),
            Self::Listing { .. } => None,
        }
    }

    /// How many positions each control state has of each value.
    pub(super) fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        match self {
            Self::Filling(OutcomePlan::Bits(plan)) => plan.count(watch),
            Self::Filling(OutcomePlan::Sparse(plan)) => plan.count(watch),
            Self::Listing { pairs, upto } => {
                let lost = pairs.up_to(*upto, watch)?.len() as u128;
                Ok(vec![vec![lost, (u128::from(*upto) + 1).pow(2) - lost]])
            }
        }
    }
}

/// Seconds that a row of two heaps takes, at most about.
const SECONDS_A_PAIR: f64 = 1e-7;

/// How the lost positions of two heaps are listed, and at what cost.
pub(super) fn listed_pairs(ruleset: &Ruleset, valuation: Valuation, upto: u64) -> Option<(LostPairs, Cost)> {
    let pairs = (valuation == Valuation::NormalOutcome).then(|| LostPairs::new(ruleset).ok())??;
    let (rows, bytes) = (real(upto.into()) + 1.0, real(pairs.bytes(upto)));
    Some((pairs, Cost { positions: rows, steps: rows, bytes, seconds: rows * SECONDS_A_PAIR }))
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn real(number: u128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// The estimate is right within a factor: of five runs the one that was disturbed least counts.
    #[test]
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
            let cost = BoxValues::new(&ruleset, valuation, &watch).estimate(&question).unwrap();
            let measured = (0..5).map(|_| {
                let mut values = BoxValues::new(&ruleset, valuation, &watch);
                let start = Instant::now();
                values.fill(upto).unwrap();
                assert_eq!(values.estimate(&question), Some(Cost::NOTHING));
                start.elapsed().as_secs_f64()
            });
            let measured = measured.fold(f64::INFINITY, f64::min);
            let off = (measured.max(1e-3) / cost.seconds.max(1e-3)).ln().abs().exp();
            assert!(off < 20.0, "{text} {valuation:?}: {measured} s, {} s estimated", cost.seconds);
        }
    }
}
