//! The reference solver as an engine.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_core::{ControlState, LimitReached, Ruleset, TakeAndBreakCode, Valuation, Value, Watch};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{
    Engine, Question, Values,
    region::{Region, real, small},
};
use crate::{Cost, Moves, Node, Options, RulesetOptions, Solver, TakeAndBreak};

/// The definition with a memo: it visits only reachable positions.
///
/// ```
/// use bouton_core::{ControlState, TakeAndBreakCode, Valuation, Watch};
/// use bouton_solve::{Reference, Values};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7])?;
/// let mut engine = Reference::of_code(&kayles, Valuation::MisereOutcome, &Watch::unlimited());
/// assert_eq!(engine.small_value(&[1, 1], ControlState(0))?, 1); // two pins apart: won in misère play
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reference<O> {
    solver: Solver<O>,
    options: O,
    valuation: Valuation,
    size: Size,
    reach: Reach,
}

/// The size of the set of positions reachable from the last position of a question. It is the same
/// for every valuation, so the engines of a game may share it.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Moves, Question, Reach, Reference, Values};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let (moves, watch, reach) = (Moves::within(&nim, &Watch::unlimited()).unwrap(), Watch::unlimited(), Reach::default());
/// let [outcome, grundy] = [Valuation::NormalOutcome, Valuation::Grundy]
///     .map(|valuation| Reference::of_ruleset(&nim, &moves, valuation, &watch).unwrap().sharing(&reach));
/// let heaps = [3u32.into(), 4u32.into()];
/// let question = Question::Position(&heaps, ControlState(0));
/// assert_eq!(outcome.estimate(&question).unwrap().positions, grundy.estimate(&question).unwrap().positions);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reach(Arc<Mutex<Option<(Node, Counted)>>>);

/// Numbers of positions and options; `None` if they are large.
type Counted = Option<(f64, f64)>;

/// An upper bound of the number of positions.
#[derive(Debug)]
enum Size {
    Region(Box<Region>),
    /// Heaps that can be split: the number of partitions.
    Partitions,
    /// Heaps that can only become smaller: the number of positions with smaller heaps.
    Smaller,
}

/// The most steps in which reachable positions are counted.
const MOST_COUNTED: u64 = 20_000;
/// The time of a position, measured on a machine of 2024; see the tests of the planner.
const SECONDS_A_POSITION: f64 = 4e-7;
const SECONDS_A_STEP: f64 = 1.2e-7;
const BYTES_A_POSITION: f64 = 128.0;

impl Reference<RulesetOptions> {
    /// Creates the engine of a ruleset from its prepared moves.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::{Moves, Reference, Values};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let (moves, watch) = (Moves::within(&nim, &Watch::unlimited()).unwrap(), Watch::unlimited());
    /// let mut engine = Reference::of_ruleset(&nim, &moves, Valuation::Remoteness, &watch)?;
    /// assert_eq!(engine.small_value(&[2, 2], ControlState(0))?, 4); // four more moves
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn of_ruleset(
        ruleset: &Ruleset,
        moves: &Moves,
        valuation: Valuation,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let size = Size::Region(Box::new(Region::new(ruleset, moves, watch)?));
        Ok(Self::new(RulesetOptions::of_moves(ruleset, moves), valuation, size, watch))
    }
}

impl Reference<TakeAndBreak> {
    /// Creates the engine of a take-and-break game, on positions of any number of heaps.
    ///
    /// ```
    /// use bouton_core::{ControlState, TakeAndBreakCode, Valuation, Watch};
    /// use bouton_solve::{Reference, Values};
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    /// let mut engine = Reference::of_code(&kayles, Valuation::Grundy, &Watch::unlimited());
    /// assert_eq!(engine.small_value(&[5, 3], ControlState(0))?, 4 ^ 3);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn of_code(code: &TakeAndBreakCode, valuation: Valuation, watch: &Watch) -> Self {
        let size = if code.breaks_heaps() { Size::Partitions } else { Size::Smaller };
        Self::new(TakeAndBreak::new(code), valuation, size, watch)
    }
}

impl<O: Options + Clone> Reference<O> {
    fn new(options: O, valuation: Valuation, size: Size, watch: &Watch) -> Self {
        let solver = Solver::new(options.clone(), valuation, watch);
        Self { solver, options, valuation, size, reach: Reach::default() }
    }

    /// Shares the count of reachable positions with other engines of the game.
    #[must_use]
    pub fn sharing(mut self, reach: &Reach) -> Self {
        self.reach = reach.clone();
        self
    }
}

impl Reach {
    /// The counted positions and options below `position`; `None` if there are many.
    fn below<O: Options>(&self, position: &Node, options: &O) -> Counted {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, counted)) if known == position => *counted,
            _ => {
                let counted = counted(position, options);
                *last = Some((position.clone(), counted));
                counted
            }
        }
    }
}

fn counted<O: Options>(position: &Node, options: &O) -> Counted {
    let watch = Watch::unlimited().within(MOST_COUNTED);
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let start = options.representative(position.clone());
    let mut waiting = vec![start.clone()];
    seen.insert(start);
    let mut steps = 0u64;
    while let Some(node) = waiting.pop() {
        let each = options.try_each_option(&node, &watch, &mut |option| {
            steps += 1;
            let option = options.representative(option);
            if seen.insert(option.clone()) {
                waiting.push(option);
            }
            steps < MOST_COUNTED
        });
        if each.is_err() || steps >= MOST_COUNTED {
            return None;
        }
    }
    Some((real(seen.len() as u64), real(steps)))
}

impl<O: Options + Clone + std::fmt::Debug + Send> Values for Reference<O> {
    fn engine(&self) -> Engine {
        Engine::Reference
    }

    fn valuation(&self) -> Valuation {
        self.valuation
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        let (coordinates, control) = match question {
            Question::Position(coordinates, control) => (small(coordinates)?, *control),
            Question::Box { upto, dimension } => (vec![*upto; *dimension], ControlState(0)),
        };
        let node = Node { coordinates, control };
        let (positions, steps) = match question {
            Question::Position(..) if self.solver.known(&node).is_some() => return Some(Cost::NOTHING),
            Question::Position(..) => self.reach.below(&node, &self.options),
            Question::Box { .. } => None,
        }
        .unwrap_or_else(|| match &self.size {
            Size::Region(region) => {
                let positions = region.below(&node.coordinates);
                (positions, positions * region.choices(&node.coordinates))
            }
            Size::Partitions => {
                let total = total(&node);
                let positions = partitions(total);
                (positions, positions * 2.0 * total)
            }
            Size::Smaller => {
                let positions: f64 = node.coordinates.iter().map(|&heap| real(heap) + 1.0).product();
                (positions, positions * total(&node))
            }
        });
        Some(Cost {
            positions,
            steps,
            bytes: positions * (BYTES_A_POSITION + 16.0 * real(node.coordinates.len() as u64)),
            seconds: positions * SECONDS_A_POSITION + steps * SECONDS_A_STEP,
        })
    }

    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached> {
        let coordinates = small(coordinates).ok_or(LimitReached::Coordinate(u64::MAX))?;
        self.small_value(&coordinates, control).map(BigUint::from)
    }

    fn small_value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        self.solver.value(&Node { coordinates: coordinates.to_vec(), control })
    }

    fn fill(&mut self, _: u64) -> Result<(), LimitReached> {
        Ok(())
    }
}

/// The sum of the heaps.
fn total(position: &Node) -> f64 {
    position.coordinates.iter().map(|&heap| real(heap)).sum()
}

/// The approximate number of multisets of heaps with a sum of at most `total` (Hardy and Ramanujan,
/// 1918).
fn partitions(total: f64) -> f64 {
    let n = total + 1.0;
    (std::f64::consts::PI * (2.0 * n / 3.0).sqrt()).exp() / (6.9 * n) * n.sqrt()
}
