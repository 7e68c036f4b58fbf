//! Checked rulesets, and the parts from which they are built.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::{ControlState, Convention, Formula, MoveSchema, PlayOrder, Target};

/// The kind of the coordinates of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Space {
    /// Heap sizes `h1, h2, …`.
    Heaps,
    /// The number of heaps of each size: `m1, m2, …`.
    HeapSizes,
    /// Named counters.
    Counters,
}

impl Space {
    /// The common name of one number of a position.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Heaps => "heap",
            Self::HeapSizes => "number",
            Self::Counters => "counter",
        }
    }

    /// The weights that count the objects of a position.
    #[must_use]
    pub fn objects(&self, dimension: usize) -> Vec<u64> {
        match self {
            Self::HeapSizes => (1..=dimension as u64).collect(),
            Self::Heaps | Self::Counters => vec![1; dimension],
        }
    }
}

/// The parts of a [`Ruleset`], which can be changed and are not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetParts {
    /// The name of the game, or an empty text.
    pub name: String,
    /// The canonical text of the rules (with the number of heaps fixed).
    pub text: String,
    /// The kind of the coordinates.
    pub space: Space,
    /// The names of the coordinates; their number is d.
    pub coordinates: Vec<String>,
    /// The names of the control states, at least one, the starting one first;
    /// a single one has the empty name.
    pub controls: Vec<String>,
    /// The player to move in each control state (0, 1, … of the players), if the control states
    /// record it; every move hands the turn to the next player. `None` if in each control state any
    /// player may be to move.
    pub turns: Option<Vec<u8>>,
    /// Whether all coordinates are interchangeable: permuting them maps moves to moves.
    pub interchangeable: bool,
    /// A weight ≥ 1 for each coordinate. Without an `order` of its own, each move lowers the
    /// weighted sum of the coordinates, or leaves all coordinates as they are and raises the number
    /// of the control state. With an order, the sum only measures size.
    pub weights: Vec<u64>,
    /// The order by which play ends, if the weights do not give one. Each move lowers the first of
    /// these sums that it changes, or leaves all coordinates as they are and raises the control
    /// state.
    pub order: Option<PlayOrder>,
    /// The condition on the coordinates under which positions exist. Moves lead from existing
    /// positions to existing ones only. Other positions have no moves.
    pub exists: Formula,
    /// The condition on the coordinates under which the stopping rule makes positions terminal.
    pub stop: Formula,
    /// The moves from positions at which play has not stopped.
    pub moves: Vec<MoveSchema>,
    /// The winning condition and the number of players.
    pub convention: Convention,
}

/// An error in [`RulesetParts`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetFault {
    /// There is no control state, or there are more than 64.
    #[error("a ruleset has between 1 and 64 control states, not {0}")]
    ControlStates(usize),
    /// A list does not have one entry for each coordinate (or control state).
    #[error("{what} has {found} entries, expected {expected}")]
    Length {
        /// The name of the list.
        what: &'static str,
        /// The number of entries found.
        found: usize,
        /// The number of entries expected.
        expected: usize,
    },
    /// A weight is zero.
    #[error("the weight of coordinate {0} is zero")]
    Weight(usize),
    /// A move does not hand the turn to the next player, although the control states record the
    /// turn.
    #[error("move schema {0} does not hand the turn to the next player")]
    Turn(usize),
    /// A move schema, the stopping rule or the condition of existence mentions a variable or
    /// control state that does not exist.
    #[error("move schema {0} mentions a variable or a control state that does not exist")]
    Dangling(usize),
}

/// A checked ruleset with a fixed number of coordinates.
///
/// Where rules come from a text, `bouton-rules` has also shown that play always ends (the weights
/// fall) and that every parameter is bounded. A clone shares the moves: they may take tens of megabytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    parts: Arc<RulesetParts>,
}

impl Ruleset {
    /// Checks the parts and creates a ruleset from them.
    ///
    /// # Errors
    ///
    /// All faults that were found.
    pub fn new(parts: RulesetParts) -> Result<Self, Vec<RulesetFault>> {
        let mut faults = Vec::new();
        let dimension = parts.coordinates.len();
        if parts.controls.is_empty() || parts.controls.len() > 64 {
            faults.push(RulesetFault::ControlStates(parts.controls.len()));
        }
        if parts.weights.len() != dimension {
            faults.push(RulesetFault::Length {
                what: "weights",
                found: parts.weights.len(),
                expected: dimension,
            });
        }
        let found = parts.order.iter().flat_map(PlayOrder::sums).map(Vec::len);
        faults.extend(found.filter(|&found| found != dimension).map(|found| RulesetFault::Length {
            what: "the order of play",
            found,
            expected: dimension,
        }));
        for (index, &weight) in parts.weights.iter().enumerate() {
            if weight == 0 {
                faults.push(RulesetFault::Weight(index));
            }
        }
        let players = parts.convention.players();
        if let Some(turns) = &parts.turns {
            if turns.len() != parts.controls.len() {
                faults.push(RulesetFault::Length {
                    what: "turns",
                    found: turns.len(),
                    expected: parts.controls.len(),
                });
            } else {
                let next = |turn: u8| (turn + 1) % players;
                let hands_on = |schema: &MoveSchema| match (
                    turns.get(schema.from.index()),
                    turns.get(schema.to.index()),
                ) {
                    (Some(&from), Some(&to)) => from < players && to == next(from),
                    _ => true, // no such control state, which is reported below
                };
                faults.extend(
                    (0..).zip(&parts.moves).filter(|(_, m)| !hands_on(m)).map(|(i, _)| RulesetFault::Turn(i)),
                );
            }
        }
        let fits = |formula: &Formula, variables: usize| {
            let mut fit = true;
            formula
                .for_each_expression(&mut |e| fit &= e.terms().iter().all(|term| term.0.index() < variables));
            fit
        };
        if !fits(&parts.stop, dimension) || !fits(&parts.exists, dimension) {
            faults.push(RulesetFault::Dangling(usize::MAX));
        }
        for (index, schema) in parts.moves.iter().enumerate() {
            if schema.targets.len() != dimension {
                faults.push(RulesetFault::Length {
                    what: "targets",
                    found: schema.targets.len(),
                    expected: dimension,
                });
            }
            let variables = dimension + usize::from(schema.parameters);
            let targets_fit = schema.targets.iter().all(|target| match target {
                Target::Same => true,
                Target::Becomes(e) => e.terms().iter().all(|term| term.0.index() < variables),
            });
            let controls_fit =
                schema.from.index() < parts.controls.len() && schema.to.index() < parts.controls.len();
            if !targets_fit || !controls_fit || !fits(&schema.guard, variables) {
                faults.push(RulesetFault::Dangling(index));
            }
        }
        if faults.is_empty() { Ok(Self { parts: Arc::new(parts) }) } else { Err(faults) }
    }

    /// The name of the game, or an empty text.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// The canonical text of the rules.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.parts.text
    }

    /// The number of coordinates d.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.parts.coordinates.len()
    }

    /// The kind of the coordinates.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.parts.space
    }

    /// The names of the coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[String] {
        &self.parts.coordinates
    }

    /// The names of the control states, the starting one first.
    #[must_use]
    pub fn controls(&self) -> &[String] {
        &self.parts.controls
    }

    /// The control states by number, the starting one first.
    pub fn control_states(&self) -> impl DoubleEndedIterator<Item = ControlState> + use<> {
        // `new` has checked that there are at most 64.
        (0..=u8::MAX).map(ControlState).take(self.parts.controls.len())
    }

    /// The player to move in each control state, if the control states record it.
    #[must_use]
    pub fn turns(&self) -> Option<&[u8]> {
        self.parts.turns.as_deref()
    }

    /// The control state with this name; the starting one if no name is given.
    #[must_use]
    pub fn control_named(&self, name: Option<&str>) -> Option<ControlState> {
        let index = match name {
            None => 0,
            Some(name) => self.parts.controls.iter().position(|known| known == name)?,
        };
        u8::try_from(index).ok().map(ControlState)
    }

    /// Whether all coordinates may be permuted.
    #[must_use]
    pub fn interchangeable(&self) -> bool {
        self.parts.interchangeable
    }

    /// A positive weight for each coordinate, which measures size. Every move lowers the weighted
    /// sum if these are the [`rank`](Self::rank).
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.parts.weights
    }

    /// The weights whose sum every move lowers; `None` if play ends by an order that has no finite
    /// rank.
    #[must_use]
    pub fn rank(&self) -> Option<&[u64]> {
        self.parts.order.is_none().then_some(&self.parts.weights)
    }

    /// The order by which play ends.
    #[must_use]
    pub fn order(&self) -> PlayOrder {
        self.parts.order.clone().unwrap_or_else(|| PlayOrder::by_weights(&self.parts.weights))
    }

    /// The order by which play ends, unless it is the number of objects. A certificate names this
    /// order.
    #[must_use]
    pub fn named_order(&self) -> Option<PlayOrder> {
        let order = self.order();
        (order != PlayOrder::by_weights(&self.parts.space.objects(self.dimension()))).then_some(order)
    }

    /// Returns the same ruleset with another order by which play ends.
    ///
    /// # Errors
    ///
    /// If the number of weights of a sum is not the number of coordinates.
    pub fn ended_by(self, order: &PlayOrder) -> Result<Self, RulesetFault> {
        let mut parts = Arc::unwrap_or_clone(self.parts);
        match order.rank() {
            Some(weights) => (parts.weights, parts.order) = (weights.to_vec(), None),
            None => parts.order = Some(order.clone()),
        }
        Self::new(parts).map_err(|mut faults| faults.remove(0))
    }

    /// The condition under which positions exist.
    #[must_use]
    pub fn exists(&self) -> &Formula {
        &self.parts.exists
    }

    /// The condition under which positions exist, as the rules write it.
    #[must_use]
    pub fn exists_text(&self) -> Option<&str> {
        self.parts.text.lines().find_map(|line| line.strip_prefix("positions where "))
    }

    /// Whether a position with coordinates of any size exists.
    #[must_use]
    pub fn has_big(&self, coordinates: &[BigUint]) -> bool {
        let exists = &self.parts.exists;
        let numbers = || coordinates.iter().map(|c| BigInt::from(c.clone())).collect::<Vec<_>>();
        matches!(exists, Formula::True) || exists.holds_at(&numbers())
    }

    /// Whether a position exists; the coordinates must be below 2^63.
    #[must_use]
    pub fn has(&self, coordinates: &[u64]) -> bool {
        let exists = &self.parts.exists;
        matches!(exists, Formula::True)
            || exists.holds(&coordinates.iter().map(|&c| i128::from(c)).collect::<Vec<_>>())
    }

    /// The condition under which the stopping rule makes positions terminal.
    #[must_use]
    pub fn stop(&self) -> &Formula {
        &self.parts.stop
    }

    /// The moves from positions at which play has not stopped.
    #[must_use]
    pub fn moves(&self) -> &[MoveSchema] {
        &self.parts.moves
    }

    /// The winning condition and the number of players.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.parts.convention
    }

    /// The number of bytes of moves and conditions beyond the first MiB, which a memory limit has
    /// to count: rules of a few words may have some ten thousand move schemas. The rest is within
    /// the tolerance of every limit.
    #[must_use]
    pub fn counted_bytes(&self) -> u64 {
        const UNCOUNTED: u64 = 1 << 20;
        let parts = &*self.parts;
        let moves = parts.moves.iter().map(MoveSchema::bytes).sum::<usize>();
        let bytes = size_of::<RulesetParts>() + parts.exists.bytes() + parts.stop.bytes() + moves;
        (bytes as u64).saturating_sub(UNCOUNTED)
    }

    /// Returns the parts with other moves, to be checked again. The present moves, which may be
    /// many, are not copied.
    #[must_use]
    pub fn parts_with(&self, moves: Vec<MoveSchema>) -> RulesetParts {
        let parts = &*self.parts;
        RulesetParts {
            name: parts.name.clone(),
            text: parts.text.clone(),
            space: parts.space.clone(),
            coordinates: parts.coordinates.clone(),
            controls: parts.controls.clone(),
            turns: parts.turns.clone(),
            interchangeable: parts.interchangeable,
            weights: parts.weights.clone(),
            order: parts.order.clone(),
            exists: parts.exists.clone(),
            stop: parts.stop.clone(),
            moves,
            convention: parts.convention,
        }
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &RulesetParts {
        &self.parts
    }

    /// Returns the parts, which can be changed and checked again.
    #[must_use]
    pub fn into_parts(self) -> RulesetParts {
        Arc::unwrap_or_clone(self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinearExpression, Variable};

    #[test]
    fn all_faults_are_named_at_once() {
        let parts = RulesetParts {
            name: String::new(),
            text: String::new(),
            space: Space::Heaps,
            coordinates: vec!["h1".into()],
            controls: vec![],
            turns: None,
            interchangeable: false,
            weights: vec![0, 1],
            order: None,
            exists: Formula::True,
            stop: Formula::NotPositive(LinearExpression::variable(Variable(7))),
            moves: vec![],
            convention: Convention::Normal,
        };
        assert_eq!(Ruleset::new(parts).unwrap_err().len(), 4);
    }

    #[test]
    fn a_move_that_keeps_the_turn_is_a_fault_where_control_states_name_it() {
        let schema = |from, to| MoveSchema {
            from: ControlState(from),
            to: ControlState(to),
            parameters: 0,
            guard: Formula::True,
            targets: vec![],
        };
        let parts = |moves| RulesetParts {
            name: String::new(),
            text: String::new(),
            space: Space::Heaps,
            coordinates: vec![],
            controls: vec!["one".into(), "two".into()],
            turns: Some(vec![0, 1]),
            interchangeable: false,
            weights: vec![],
            order: None,
            exists: Formula::True,
            stop: Formula::False,
            moves,
            convention: Convention::Normal,
        };
        let faults = Ruleset::new(parts(vec![schema(0, 1), schema(1, 1)])).unwrap_err();
        assert_eq!(faults, [RulesetFault::Turn(1)]);
        let ruleset = Ruleset::new(parts(vec![schema(0, 1), schema(1, 0)])).unwrap();
        assert!(!ruleset.is_impartial());
        let impartial = Ruleset::new(RulesetParts { turns: None, ..ruleset.into_parts() }).unwrap();
        assert!(impartial.is_impartial());
    }
}
