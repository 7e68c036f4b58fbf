//! Outcomes in a box, where moves go along lines: a few steps for each position, regardless of its
//! number of options.

use bouton_core::{
    ControlState, Formula, LimitReached, LinearExpression, MemoryShare, MoveSchema, Ruleset, Target,
    Valuation, Value, Variable, Watch, never_raises,
};
use num_bigint::BigUint;

use super::{
    Engine, Question, Values,
    region::{real, small},
};
use crate::Cost;

/// Outcomes of two players in a box, for games in which some moves take the same amount, of any
/// size, from some coordinates.
///
/// Positions are visited in lexicographic order. Each line (a row, a diagonal) has a mark, which is
/// set when a lost position is met on it: all later positions of the line have a move to it.
/// Constant moves are looked up one by one. The time is linear in the positions of the box.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Lines, Values};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let mut lines = Lines::new(&wythoff, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
/// lines.fill(100)?;
/// assert_eq!(lines.small_value(&[8, 13], ControlState(0))?, 0);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Debug)]
pub struct Lines {
    valuation: Valuation,
    /// The coordinates that fall together.
    lines: Vec<Vec<usize>>,
    /// Moves by constants, with their guards.
    constants: Vec<(Vec<u64>, Formula)>,
    stop: Formula,
    dimension: usize,
    interchangeable: bool,
    /// The greatest coordinates of the solved box, if there is one.
    most: Option<Vec<u64>>,
    /// A bit for each position of the box: whether it is lost.
    lost: Vec<u64>,
    held: MemoryShare,
    watch: Watch,
}

/// The time of a step, measured on a machine of 2024; see the tests of the planner.
const SECONDS_A_STEP: f64 = 6e-9;

impl Lines {
    /// Creates the engine of a ruleset. Returns `None` if no move goes along a line, if some move
    /// is neither along a line nor constant, or if the valuation is not an outcome of two players.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::Lines;
    ///
    /// // Moves by constants alone do not go along a line.
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// assert!(Lines::new(&game, Valuation::NormalOutcome, &Watch::unlimited()).is_none());
    /// ```
    #[must_use]
    pub fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Option<Self> {
        let two = matches!(valuation, Valuation::NormalOutcome | Valuation::MisereOutcome);
        if !two || ruleset.controls().len() != 1 {
            return None;
        }
        let (mut lines, mut constants) = (Vec::new(), Vec::new());
        for schema in ruleset.moves() {
            if let Some(line) = line(schema, ruleset.dimension()) {
                lines.push(line);
            } else {
                let vector = schema.constant_vector()?;
                let fall = vector.iter().map(|&by| u64::try_from(-by).ok()).collect::<Option<_>>()?;
                constants.push((fall, schema.guard.clone()));
            }
        }
        lines.sort();
        lines.dedup();
        // Few kinds of moves are left, for which this is decided quickly.
        let falls = !lines.is_empty() && ruleset.moves().iter().all(never_raises);
        falls.then(|| Self {
            valuation,
            lines,
            constants,
            stop: ruleset.stop().clone(),
            dimension: ruleset.dimension(),
            interchangeable: ruleset.interchangeable(),
            most: None,
            lost: Vec::new(),
            held: watch.hold_none(),
            watch: watch.clone(),
        })
    }

    fn covers(&self, coordinates: &[u64]) -> bool {
        self.most.as_ref().is_some_and(|most| coordinates.iter().zip(most).all(|(c, most)| c <= most))
    }

    /// The position that is looked up: interchangeable coordinates in increasing order.
    fn representative(&self, coordinates: &[u64]) -> Vec<u64> {
        let mut coordinates = coordinates.to_vec();
        if self.interchangeable {
            coordinates.sort_unstable();
        }
        coordinates
    }

    fn solve(&mut self, most: &[u64]) -> Result<(), LimitReached> {
        let too_large = || LimitReached::Memory { needed: u128::MAX, limit: self.watch.memory_limit() };
        let size = most.iter().try_fold(1u64, |size, &m| size.checked_mul(m.checked_add(1)?));
        let size = size.and_then(|size| usize::try_from(size).ok()).ok_or_else(too_large)?;
        let words = size.div_ceil(64);
        self.held.resize(8 * words as u64)?;
        let mut marked = self.watch.hold(0)?;
        marked.grow((8 * words as u64).saturating_mul(self.lines.len() as u64))?;
        self.most = None;
        self.lost = vec![0; words];
        let mut marks = vec![vec![0u64; words]; self.lines.len()];
        // The distance to the next position of each coordinate.
        let mut strides = vec![1usize; most.len()];
        for place in (1..most.len()).rev() {
            strides[place - 1] = strides[place] * (usize::try_from(most[place]).unwrap_or(usize::MAX) + 1);
        }
        let along: Vec<usize> =
            self.lines.iter().map(|line| line.iter().map(|&c| strides[c]).sum()).collect();
        let step = |by: u64, stride: usize| usize::try_from(by).unwrap_or(usize::MAX).saturating_mul(stride);
        let jumps: Vec<usize> = self
            .constants
            .iter()
            .map(|(fall, _)| fall.iter().zip(&strides).map(|(&by, &stride)| step(by, stride)).sum())
            .collect();
        let unguarded =
            self.constants.iter().all(|(_, guard)| *guard == Formula::True) && self.stop == Formula::False;
        let mut position = vec![0u64; most.len()];
        let mut values = vec![0i128; most.len()];
        let per_position = 1 + (self.lines.len() + self.constants.len()) as u64 / 4;
        for index in 0..size {
            if index.is_multiple_of(256) {
                self.watch.spend(256 * per_position)?;
            }
            if !unguarded {
                values.iter_mut().zip(&position).for_each(|(value, &c)| *value = i128::from(c));
            }
            let (mut moves, mut won) = (false, false);
            if unguarded || !self.stop.holds(&values) {
                for ((line, marks), &along) in self.lines.iter().zip(&marks).zip(&along) {
                    let length = line.iter().map(|&c| position[c]).min().unwrap_or(0);
                    moves |= length > 0;
                    won |= bit(marks, index - step(length, along));
                }
                for ((fall, guard), jump) in self.constants.iter().zip(&jumps) {
                    if won {
                        break;
                    }
                    let fits = position.iter().zip(fall).all(|(c, by)| c >= by);
                    if fits && (unguarded || guard.holds(&values)) {
                        moves = true;
                        won |= bit(&self.lost, index - jump);
                    }
                }
                if !moves && self.valuation == Valuation::MisereOutcome {
                    won = true;
                }
            } else if self.valuation == Valuation::MisereOutcome {
                won = true;
            }
            if !won {
                set(&mut self.lost, index);
                for ((line, marks), &along) in self.lines.iter().zip(&mut marks).zip(&along) {
                    let length = line.iter().map(|&c| position[c]).min().unwrap_or(0);
                    set(marks, index - step(length, along));
                }
            }
            for (c, &most) in position.iter_mut().zip(most).rev() {
                if *c < most {
                    *c += 1;
                    break;
                }
                *c = 0;
            }
        }
        self.most = Some(most.to_vec());
        Ok(())
    }
}

fn bit(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 == 1
}

fn set(words: &mut [u64], index: usize) {
    words[index / 64] |= 1 << (index % 64);
}

impl Values for Lines {
    fn engine(&self) -> Engine {
        Engine::Tables
    }

    fn valuation(&self) -> Valuation {
        self.valuation
    }

    fn estimate(&self, question: &Question<'_>) -> Option<Cost> {
        let most = match question {
            Question::Position(coordinates, _) => self.representative(&small(coordinates)?),
            Question::Box { upto, dimension } => vec![*upto; *dimension],
        };
        if self.covers(&most) {
            return Some(Cost::NOTHING);
        }
        let positions: f64 = most.iter().map(|&c| real(c) + 1.0).product();
        let steps = positions * real((1 + self.lines.len() + self.constants.len()) as u64);
        let bytes = 8.0 * (positions / 64.0).ceil() * real(1 + self.lines.len() as u64);
        Some(Cost { positions, steps, bytes, seconds: steps * SECONDS_A_STEP })
    }

    fn value(&mut self, coordinates: &[BigUint], control: ControlState) -> Result<BigUint, LimitReached> {
        let coordinates = small(coordinates).ok_or(LimitReached::Coordinate(u64::MAX))?;
        self.small_value(&coordinates, control).map(BigUint::from)
    }

    fn small_value(&mut self, coordinates: &[u64], _: ControlState) -> Result<Value, LimitReached> {
        let position = self.representative(coordinates);
        if !self.covers(&position) {
            let most: Vec<u64> = match &self.most {
                Some(most) => most.iter().zip(&position).map(|(&most, &c)| most.max(c)).collect(),
                None => position.clone(),
            };
            self.solve(&most)?;
        }
        let most = self.most.as_deref().unwrap_or_default();
        let index = position.iter().zip(most).fold(0u64, |index, (&c, &most)| index * (most + 1) + c);
        Ok(Value::from(!bit(&self.lost, usize::try_from(index).unwrap_or(usize::MAX))))
    }

    fn fill(&mut self, upto: u64) -> Result<(), LimitReached> {
        self.small_value(&vec![upto; self.dimension], ControlState(0)).map(|_| ())
    }
}

/// The coordinates from which a schema takes the same amount, which may be any.
fn line(schema: &MoveSchema, dimension: usize) -> Option<Vec<usize>> {
    if schema.parameters != 1 {
        return None;
    }
    let parameter = Variable(u16::try_from(dimension).ok()?);
    let mut coordinates = Vec::new();
    let mut amount: Option<LinearExpression> = None;
    let mut is_what_remains = false;
    for (coordinate, target) in schema.targets.iter().enumerate() {
        let Target::Becomes(expression) = target else { continue };
        let before = LinearExpression::variable(Variable(u16::try_from(coordinate).ok()?));
        let taken = before.minus(expression).ok()?;
        if taken == LinearExpression::default() {
            continue;
        }
        if amount.get_or_insert_with(|| taken.clone()) != &taken {
            return None;
        }
        is_what_remains |= *expression == LinearExpression::variable(parameter);
        coordinates.push(coordinate);
    }
    let amount = amount?;
    // The parameter is the amount, or the rest of one of the coordinates: natural exactly if the
    // targets are.
    let is_amount = amount == LinearExpression::variable(parameter);
    let none_taken = LinearExpression::constant(1).ok()?.minus(&amount).ok()?;
    let any = schema.guard == Formula::NotPositive(none_taken);
    (any && (is_amount || is_what_remains)).then_some(coordinates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, RulesetOptions, Solver};

    fn ruleset(text: &str) -> Ruleset {
        bouton_rules::Game::parse(text).unwrap().ruleset().unwrap()
    }

    #[test]
    fn outcomes_are_those_of_the_definition() {
        let watch = Watch::unlimited();
        for text in [
            "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
            "heaps 3; move take any from 1 heap; move take the same any from 2 heaps",
            "heaps 3; move take the same any from 3 heaps; move take 1..2 from 1 heap",
            "heaps 2; move take any from h1; move take 2 from h2 when h1 mod 3 = 1; move take 1 from h2",
            "heaps 2; move take any from 1 heap; stop when h1 + h2 = 4",
        ] {
            for convention in ["", "; play misere"] {
                let ruleset = ruleset(&format!("{text}{convention}"));
                let valuation = Valuation::outcome(ruleset.convention());
                let mut lines = Lines::new(&ruleset, valuation, &watch).unwrap();
                let mut solver = Solver::new(
                    RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
                    valuation,
                    &watch,
                );
                let side: u64 = if ruleset.dimension() == 2 { 17 } else { 7 };
                let d = u32::try_from(ruleset.dimension()).unwrap();
                for code in 0..side.pow(d) {
                    let coordinates: Vec<u64> = (0..d).map(|place| code / side.pow(place) % side).collect();
                    let node = Node { coordinates, control: ControlState(0) };
                    let found = lines.small_value(&node.coordinates, ControlState(0)).unwrap();
                    assert_eq!(
                        found,
                        solver.value(&node).unwrap(),
                        "{text}{convention} {:?}",
                        node.coordinates
                    );
                }
            }
        }
    }

    #[test]
    fn other_moves_are_left_to_others() {
        let watch = Watch::unlimited();
        for text in [
            "heaps 2; move take any from at most 2 heaps",
            "heaps 2; move take odd from 1 heap",
            "heaps 2; move take 1..3 from 1 heap",
            "heaps 2; move take any from 1 heap; pass 1 unless empty",
        ] {
            assert!(Lines::new(&ruleset(text), Valuation::NormalOutcome, &watch).is_none(), "{text}");
        }
    }
}
