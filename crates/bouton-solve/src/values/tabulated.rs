//! Tables as engines.

use bouton_core::{ControlState, LimitReached, Ruleset, Valuation, Value, Watch};
use num_bigint::BigUint;

use super::{
    Engine, Question, Values,
    region::{Region, real, small},
};
use crate::{Cost, Moves, Table};

/// A table of all positions of a region.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Moves, TableEngine, Values};
///
/// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let mut engine = TableEngine::new(&nim, &Moves::within(&nim, &watch)?, Valuation::Grundy, &watch)?.unwrap();
/// assert_eq!(engine.small_value(&[3, 4, 5], ControlState(0))?, 2);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Debug)]
pub struct TableEngine {
    table: Table,
    region: Region,
    dimension: usize,
}

/// The time of a position, measured on a machine of 2024; see the tests of the planner.
const SECONDS_A_POSITION: f64 = 6e-8;
const SECONDS_A_STEP: f64 = 1.5e-8;
/// The fraction of options that are looked at for outcomes.
const LOOKED_AT: f64 = 0.5;

impl TableEngine {
    /// Creates the engine of a ruleset from its prepared moves; `None` if play ends by an order
    /// that has no finite rank.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::{Moves, TableEngine};
    ///
    /// // Doubling b is paid for by 1 of a: play ends, by an order that has no finite rank.
    /// let rules = "counters a, b; move a, b -> a - 1, 2 * b; move b -> b - 1";
    /// let rules = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    /// let watch = Watch::unlimited();
    /// let table = TableEngine::new(&rules, &Moves::within(&rules, &watch)?, Valuation::Grundy, &watch)?;
    /// assert!(table.is_none());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn new(
        ruleset: &Ruleset,
        moves: &Moves,
        valuation: Valuation,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        if ruleset.rank().is_none() {
            return Ok(None);
        }
        Ok(Some(Self {
            table: Table::of_moves(ruleset, moves, valuation, watch)?,
            region: Region::new(ruleset, moves, watch)?,
            dimension: ruleset.dimension(),
        }))
    }
}

impl Values for TableEngine {
    fn engine(&self) -> Engine {
        Engine::Tables
    }

    fn valuation(&self) -> Valuation {
        self.table.valuation()
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        let (coordinates, control) = match question {
            Question::Position(coordinates, control) => (small(coordinates)?, *control),
            Question::Box { upto, .. } => (vec![*upto; self.dimension], ControlState(0)),
        };
        if self.table.known(&coordinates, control).is_some() {
            return Some(Cost::NOTHING);
        }
        let positions = self.region.tabulated(&coordinates);
        // The table grows from its present size.
        let new = (positions - real(self.table.positions() as u64)).max(0.0);
        let grundy = matches!(self.valuation(), Valuation::Grundy | Valuation::Remoteness);
        let share = if grundy { 1.0 } else { LOOKED_AT };
        let steps = new * self.region.choices(&coordinates) * share;
        // Each value takes a byte. Where Grundy values or remoteness may exceed 255, it takes four
        // in addition to the bytes that they replace.
        let wide = grundy && self.region.longest_play(&coordinates) > f64::from(u8::MAX);
        Some(Cost {
            positions: new,
            steps,
            bytes: positions * if wide { 6.0 } else { 1.0 } + self.region.counting_tables(&coordinates),
            seconds: new * SECONDS_A_POSITION + steps * SECONDS_A_STEP,
        })
    }

    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached> {
        let coordinates = small(coordinates).ok_or(LimitReached::Coordinate(u64::MAX))?;
        self.table.value(&coordinates, control).map(BigUint::from)
    }

    fn small_value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        self.table.value(coordinates, control)
    }

    fn fill(&mut self, upto: u64) -> Result<(), LimitReached> {
        self.table.grow_to_largest(upto)
    }
}
