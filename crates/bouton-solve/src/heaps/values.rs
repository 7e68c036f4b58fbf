//! Sums of heaps as an engine.

use bouton_core::{ControlState, LimitReached, Valuation, Value, Watch};
use num_bigint::BigUint;

use super::HeapSum;
use crate::{
    Cost, Engine, Question, Values,
    values::{SECONDS_A_QUESTION, boxed},
};

/// Sums of heaps, by the Grundy values of single heaps.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::{HeapSum, HeapValues, Values};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
/// let mut engine = HeapValues::new(heaps, &Watch::unlimited());
/// assert_eq!(engine.small_value(&[1_000_000, 7], ControlState(0))?, 1_000_007);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Debug)]
pub struct HeapValues {
    /// The heaps.
    pub heaps: HeapSum,
    watch: Watch,
}

impl HeapValues {
    /// Creates the engine of a sum of heaps.
    ///
    /// ```
    /// use bouton_core::ControlState;
    /// use bouton_solve::{HeapSum, HeapValues, Values, Watch};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let sum = HeapSum::of_ruleset(&nim, &Watch::unlimited()).unwrap().unwrap();
    /// let mut values = HeapValues::new(sum, &Watch::unlimited());
    /// assert_eq!(values.small_value(&[6, 3], ControlState(0))?, 5);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn new(heaps: HeapSum, watch: &Watch) -> Self {
        Self { heaps, watch: watch.clone() }
    }
}

impl Values for HeapValues {
    fn engine(&self) -> Engine {
        Engine::Law
    }

    fn valuation(&self) -> Valuation {
        Valuation::Grundy
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        match question {
            Question::Position(coordinates, _) => self.heaps.estimate(coordinates),
            Question::Box { upto, dimension } => {
                let single = self.heaps.estimate(&vec![BigUint::from(*upto); *dimension])?;
                let positions = boxed(*upto, *dimension);
                Some(
                    single
                        + Cost {
                            positions,
                            steps: positions,
                            bytes: 0.0,
                            seconds: positions * SECONDS_A_QUESTION,
                        },
                )
            }
        }
    }

    fn value(&mut self, coordinates: &[BigUint], _: ControlState) -> Result<BigUint, LimitReached> {
        self.heaps.value(coordinates, &self.watch)
    }

    fn small_value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        if let Some(value) = self.heaps.known_small(coordinates) {
            return Ok(value);
        }
        let coordinates: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
        let value = self.value(&coordinates, control)?;
        Value::try_from(value).map_err(|_| LimitReached::Coordinate(u64::MAX))
    }

    fn fill(&mut self, _: u64) -> Result<(), LimitReached> {
        Ok(())
    }
}
