//! The reference solver: the definition of a valuation, with a memo.

use bouton_core::{ControlState, Ruleset, Valuation, Value, ValueSet};
use rustc_hash::FxHashMap;

use crate::{LimitReached, Limits, Moves};

/// A position in small coordinates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The coordinates.
    pub coordinates: Vec<u64>,
    /// The control state.
    pub control: ControlState,
}

/// Anything that says what the options of a position are.
pub trait Options {
    /// Calls `visit` with every option, some perhaps more than once.
    fn for_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node));

    /// As [`for_each_option`](Self::for_each_option), but nothing more is visited once
    /// `visit` says `false`.
    fn try_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node) -> bool) {
        let mut going = true;
        self.for_each_option(position, &mut |option| going = going && visit(option));
    }

    /// The representative of positions that are the same game.
    fn representative(&self, position: Node) -> Node {
        position
    }
}

/// The options that a ruleset gives; interchangeable coordinates are sorted.
#[derive(Clone, Debug)]
pub struct RulesetOptions {
    moves: Moves,
    interchangeable: bool,
}

impl RulesetOptions {
    /// The options of `ruleset`.
    #[must_use]
    pub fn new(ruleset: &Ruleset) -> Self {
        Self { moves: Moves::new(ruleset), interchangeable: ruleset.interchangeable() }
    }
}

impl Options for RulesetOptions {
    fn for_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node)) {
        self.moves.for_each_option(&position.coordinates, position.control, &mut |coordinates, control| {
            visit(Node { coordinates: coordinates.to_vec(), control });
        });
    }

    fn try_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node) -> bool) {
        self.moves.try_each_option(&position.coordinates, position.control, |coordinates, control| {
            visit(Node { coordinates: coordinates.to_vec(), control })
        });
    }

    fn representative(&self, mut position: Node) -> Node {
        if self.interchangeable {
            position.coordinates.sort_unstable();
        }
        position
    }
}

/// The readable reference engine: computes one valuation straight from its
/// definition, by depth-first search with a memo. The other engines are tested
/// against it.
///
/// ```
/// use bouton_core::{ControlState, Valuation};
/// use bouton_solve::{Limits, Node, RulesetOptions, Solver};
///
/// let game = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap();
/// let options = RulesetOptions::new(&game.ruleset().unwrap());
/// let mut solver = Solver::new(options, Valuation::Grundy, Limits::default());
/// let position = Node { coordinates: vec![3, 4, 5], control: ControlState(0) };
/// assert_eq!(solver.value(&position).unwrap(), 3 ^ 4 ^ 5);
/// ```
#[derive(Clone, Debug)]
pub struct Solver<O> {
    options: O,
    valuation: Valuation,
    limits: Limits,
    memo: FxHashMap<Node, Value>,
    memo_bytes: usize,
}

/// A position whose options are being valued.
struct Frame {
    position: Node,
    waiting: Vec<Node>,
    values: ValueSet,
    bytes: usize,
}

/// About what a position takes in the memo, or while it waits.
fn bytes_of(position: &Node) -> usize {
    96 + 8 * position.coordinates.len()
}

impl<O: Options> Solver<O> {
    /// A solver with an empty memo.
    pub fn new(options: O, valuation: Valuation, limits: Limits) -> Self {
        Self { options, valuation, limits, memo: FxHashMap::default(), memo_bytes: 0 }
    }

    /// How many positions are in the memo.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was solved stays in the memo.
    pub fn value(&mut self, position: &Node) -> Result<Value, LimitReached> {
        let root = self.options.representative(position.clone());
        if let Some(&value) = self.memo.get(&root) {
            return Ok(value);
        }
        let mut stack = vec![self.frame(root.clone(), self.memo_bytes)?];
        let mut stack_bytes = stack[0].bytes;
        while let Some(frame) = stack.last_mut() {
            let Some(next) = frame.waiting.pop() else {
                let value = self.valuation.value(&frame.values);
                if let Some(done) = stack.pop() {
                    stack_bytes -= done.bytes;
                    self.memo_bytes += bytes_of(&done.position);
                    self.memo.insert(done.position, value);
                }
                if self.memo.len().is_multiple_of(4096) && self.limits.is_late() {
                    return Err(LimitReached::Time { positions: self.memo.len() });
                }
                continue;
            };
            if let Some(&value) = self.memo.get(&next) {
                frame.values.insert(value);
                continue;
            }
            // It comes back to this option once it is valued.
            frame.waiting.push(next.clone());
            let frame = self.frame(next, self.memo_bytes + stack_bytes)?;
            stack_bytes += frame.bytes;
            stack.push(frame);
            let needed = self.memo_bytes + stack_bytes;
            if needed > self.limits.memory {
                return Err(LimitReached::Memory { needed: needed as u128, limit: self.limits.memory });
            }
        }
        Ok(self.memo[&root])
    }

    /// The options of a position; `taken` is what memo and stack take already.
    fn frame(&self, position: Node, taken: usize) -> Result<Frame, LimitReached> {
        let mut waiting = Vec::new();
        let mut needed = taken;
        self.options.try_each_option(&position, &mut |option| {
            needed = needed.saturating_add(bytes_of(&option));
            let fits = needed <= self.limits.memory;
            if fits {
                waiting.push(self.options.representative(option));
            }
            fits
        });
        if needed > self.limits.memory {
            return Err(LimitReached::Memory { needed: needed as u128, limit: self.limits.memory });
        }
        waiting.sort_unstable();
        waiting.dedup();
        // The last is looked at first: begin with the smallest.
        waiting.reverse();
        let bytes = bytes_of(&position) + waiting.iter().map(bytes_of).sum::<usize>();
        Ok(Frame { position, waiting, values: ValueSet::new(), bytes })
    }
}
