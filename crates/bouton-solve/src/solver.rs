//! The reference solver: the definition of a valuation, with a memo.

use bouton_core::{
    ControlState, LimitReached, MemoryShare, Ruleset, Valuation, Value, ValueSet, Watch, limits::map_bytes,
};
use rustc_hash::FxHashMap;

use crate::Moves;

/// A position in small coordinates.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::{Node, Options, RulesetOptions};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let options = RulesetOptions::new(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap();
/// let position = Node { coordinates: vec![1, 1], control: ControlState(0) };
/// let mut reached = Vec::new();
/// options.for_each_option(&position, &mut |option| reached.push(option.coordinates));
/// assert_eq!(reached, [[0, 1], [1, 0]]);
/// // the heaps are interchangeable
/// assert_eq!(options.representative(Node { coordinates: vec![1, 0], ..position }).coordinates, [0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The coordinates.
    pub coordinates: Vec<u64>,
    /// The control state.
    pub control: ControlState,
}

/// A source of the options of a position.
///
/// ```
/// use bouton_core::{ControlState, LimitReached, Valuation, Watch};
/// use bouton_solve::{Node, Options, Solver};
///
/// /// From n > 0 move to n − 1 or to ⌊n/2⌋.
/// struct Halving;
///
/// impl Options for Halving {
///     fn try_each_option(
///         &self,
///         position: &Node,
///         _: &Watch,
///         visit: &mut dyn FnMut(Node) -> bool,
///     ) -> Result<(), LimitReached> {
///         let n = position.coordinates[0];
///         let options = if n == 0 { vec![] } else { vec![n - 1, n / 2] };
///         options.into_iter().map(|n| Node { coordinates: vec![n], ..position.clone() }).all(visit);
///         Ok(())
///     }
/// }
///
/// let mut solver = Solver::new(Halving, Valuation::Grundy, &Watch::unlimited());
/// let position = Node { coordinates: vec![4], control: ControlState(0) };
/// assert_eq!(solver.value(&position), Ok(1));
/// ```
pub trait Options {
    /// Calls `visit` with every option, possibly more than once.
    fn for_each_option(&self, position: &Node, visit: &mut dyn FnMut(Node)) {
        let all = self.try_each_option(position, &Watch::unlimited(), &mut |option| {
            visit(option);
            true
        });
        debug_assert_eq!(all, Ok(()), "an unlimited watch ends nothing");
    }

    /// Calls `visit` with the options, possibly more than once, until it returns `false`. The work
    /// is counted.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends it.
    fn try_each_option(
        &self,
        position: &Node,
        watch: &Watch,
        visit: &mut dyn FnMut(Node) -> bool,
    ) -> Result<(), LimitReached>;

    /// The representative of equivalent positions.
    fn representative(&self, position: Node) -> Node {
        position
    }
}

/// The options by a ruleset; interchangeable coordinates are sorted.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Node, RulesetOptions, Solver};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let options = RulesetOptions::new(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap();
/// let mut solver = Solver::new(options, Valuation::NormalOutcome, &Watch::unlimited());
/// assert_eq!(solver.value(&Node { coordinates: vec![2, 2], control: ControlState(0) }), Ok(0));
/// ```
#[derive(Clone, Debug)]
pub struct RulesetOptions {
    moves: Moves,
    interchangeable: bool,
}

impl RulesetOptions {
    /// The options of `ruleset`.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::{Node, Options, RulesetOptions};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let (mut count, node) = (0, Node { coordinates: vec![1, 2], control: ControlState(0) });
    /// RulesetOptions::new(&nim, &Watch::unlimited())?.for_each_option(&node, &mut |_| count += 1);
    /// assert_eq!(count, 3); // (0, 2), (1, 1), (1, 0)
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn new(ruleset: &Ruleset, watch: &Watch) -> Result<Self, LimitReached> {
        Ok(Self::of_moves(ruleset, &Moves::within(ruleset, watch)?))
    }

    /// Creates the same options from prepared moves.
    #[must_use]
    pub(crate) fn of_moves(ruleset: &Ruleset, moves: &Moves) -> Self {
        Self { moves: moves.clone(), interchangeable: ruleset.interchangeable() }
    }
}

impl Options for RulesetOptions {
    fn try_each_option(
        &self,
        position: &Node,
        watch: &Watch,
        visit: &mut dyn FnMut(Node) -> bool,
    ) -> Result<(), LimitReached> {
        let Node { coordinates, control } = position;
        self.moves.try_each_option(coordinates, *control, &mut watch.batch(), |coordinates, control| {
            visit(Node { coordinates: coordinates.to_vec(), control })
        })
    }

    fn representative(&self, mut position: Node) -> Node {
        if self.interchangeable {
            position.coordinates.sort_unstable();
        }
        position
    }
}

/// The readable reference engine: computes one valuation directly from its definition, by
/// depth-first search with a memo. The other engines are tested against it.
///
/// ```
/// use bouton_core::{ControlState, Valuation};
/// use bouton_solve::{Node, RulesetOptions, Solver, Watch};
///
/// let game = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap();
/// let options = RulesetOptions::new(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap();
/// let mut solver = Solver::new(options, Valuation::Grundy, &Watch::unlimited());
/// let position = Node { coordinates: vec![3, 4, 5], control: ControlState(0) };
/// assert_eq!(solver.value(&position).unwrap(), 3 ^ 4 ^ 5);
/// ```
#[derive(Debug)]
pub struct Solver<O> {
    options: O,
    valuation: Valuation,
    watch: Watch,
    /// The most bytes of memo and stack.
    most: u64,
    memo: FxHashMap<Node, Value>,
    /// The bytes held for memo and stack, possibly slightly more than needed.
    held: MemoryShare,
    /// The bytes of the coordinates in the memo, and of the frames on the stack.
    nodes: u64,
}

/// A position whose options are being evaluated.
struct Frame {
    position: Node,
    waiting: Vec<Node>,
    values: ValueSet,
}

/// The bytes of a position beside its place in a list: its coordinates, as allocated.
fn bytes_of(position: &Node) -> u64 {
    (8 * position.coordinates.len() as u64 + 8).next_multiple_of(16).max(32)
}

/// The bytes of a place in the memo, and in a list of options.
const IN_MEMO: usize = size_of::<(Node, Value)>();
const IN_LIST: u64 = size_of::<Node>() as u64;

impl<O: Options> Solver<O> {
    /// Creates a solver with an empty memo.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Valuation, Watch};
    /// use bouton_solve::{Solver, TakeAndBreak};
    ///
    /// let kayles = TakeAndBreak::new(&TakeAndBreakCode::new(vec![0, 7, 7])?);
    /// let solver = Solver::new(kayles, Valuation::MisereOutcome, &Watch::unlimited());
    /// assert_eq!(solver.positions(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(options: O, valuation: Valuation, watch: &Watch) -> Self {
        let (memo, held) = (FxHashMap::default(), watch.hold_none());
        Self { options, valuation, watch: watch.clone(), most: u64::MAX, memo, held, nodes: 0 }
    }

    /// Sets the memory limit; by default it is what the watch allows.
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// All positions in the memo, in any order.
    pub(crate) fn all_known(&self) -> impl Iterator<Item = (&Node, Value)> {
        self.memo.iter().map(|(node, &value)| (node, value))
    }

    /// Adds a value that another engine computed.
    pub(crate) fn learn(&mut self, position: Node, value: Value) -> Result<(), LimitReached> {
        self.nodes += bytes_of(&position);
        self.insert(position, value)
    }

    /// The number of positions in the memo.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::{Node, RulesetOptions, Solver};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let (options, watch) = (RulesetOptions::new(&nim, &Watch::unlimited())?, Watch::unlimited());
    /// let mut solver = Solver::new(options, Valuation::Grundy, &watch);
    /// solver.value(&Node { coordinates: vec![1, 1], control: ControlState(0) })?;
    /// assert!(solver.positions() >= 2); // (0, 1) was solved, too
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// The value of a position, if it has been solved.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::{Node, RulesetOptions, Solver};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut solver = Solver::new(RulesetOptions::new(&nim, &Watch::unlimited()).unwrap(), Valuation::Grundy, &Watch::unlimited());
    /// let node = |heap| Node { coordinates: vec![heap], control: ControlState(0) };
    /// solver.value(&node(3))?;
    /// assert_eq!((solver.known(&node(2)), solver.known(&node(4))), (Some(2), None));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn known(&self, position: &Node) -> Option<Value> {
        self.memo.get(&self.options.representative(position.clone())).copied()
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay in the memo.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::{Node, RulesetOptions, Solver};
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let mut solver = Solver::new(RulesetOptions::new(&wythoff, &Watch::unlimited()).unwrap(), Valuation::Remoteness, &Watch::unlimited());
    /// let position = Node { coordinates: vec![1, 2], control: ControlState(0) };
    /// assert_eq!(solver.value(&position), Ok(2)); // lost, after two more moves
    /// ```
    pub fn value(&mut self, position: &Node) -> Result<Value, LimitReached> {
        let root = self.options.representative(position.clone());
        if let Some(&value) = self.memo.get(&root) {
            return Ok(value);
        }
        let result = self.solve(root);
        if result.is_err() {
            // The stack is empty now.
            self.nodes = self.memo.keys().map(bytes_of).sum();
            let _ = self.hold(0);
        }
        result
    }

    fn solve(&mut self, root: Node) -> Result<Value, LimitReached> {
        let mut stack = vec![self.frame(root)?];
        while let Some(frame) = stack.last_mut() {
            let Some(next) = frame.waiting.pop() else {
                let value = self.valuation.value(&frame.values);
                let Some(done) = stack.pop() else { break };
                self.remember(done, value)?;
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            self.watch.spend(1)?;
            if let Some(&value) = self.memo.get(&next) {
                frame.values.insert(value);
                self.nodes -= IN_LIST + bytes_of(&next);
                continue;
            }
            // This option is visited again once it has a value.
            frame.waiting.push(next.clone());
            stack.push(self.frame(next)?);
        }
        unreachable!("the loop returns at the root of the stack")
    }

    /// Puts a value into the memo, and grows the memo if necessary.
    fn remember(&mut self, done: Frame, value: Value) -> Result<(), LimitReached> {
        self.nodes -= size_of::<Frame>() as u64;
        self.insert(done.position, value)
    }

    fn insert(&mut self, position: Node, value: Value) -> Result<(), LimitReached> {
        let capacity = self.memo.capacity();
        if self.memo.len() == capacity {
            // Both tables exist while the memo moves.
            self.hold(map_bytes((2 * capacity).max(3), IN_MEMO))?;
            self.memo.reserve(capacity.max(3));
        }
        self.memo.insert(position, value);
        self.hold(0)
    }

    /// Accounts for the present bytes and `more`, with some reserve if the limit allows it.
    fn hold(&mut self, more: u64) -> Result<(), LimitReached> {
        let needed = map_bytes(self.memo.capacity(), IN_MEMO) + self.nodes + more;
        if needed > self.most {
            return Err(LimitReached::Memory { needed: needed.into(), limit: self.most });
        }
        if needed > self.held.bytes() || needed + (1 << 20) < self.held.bytes() {
            let generous = self.held.resize(needed + (1 << 16));
            return generous.or_else(|_| self.held.resize(needed));
        }
        Ok(())
    }

    /// Collects the options of a position.
    fn frame(&mut self, position: Node) -> Result<Frame, LimitReached> {
        let mut waiting = Vec::new();
        let (mut bytes, room) = (0u64, self.watch.memory_left());
        let mut full = Ok(());
        let Self { options, watch, .. } = self;
        options.try_each_option(&position, watch, &mut |option| {
            bytes += IN_LIST + bytes_of(&option);
            if bytes > room {
                let limit = watch.memory_limit();
                full = Err(LimitReached::Memory { needed: u128::from(limit) + u128::from(bytes), limit });
            }
            waiting.push(options.representative(option));
            full.is_ok()
        })?;
        full?;
        waiting.sort_unstable();
        waiting.dedup();
        waiting.shrink_to_fit();
        // The last is visited first: begin with the smallest.
        waiting.reverse();
        self.nodes += size_of::<Frame>() as u64 + bytes_of(&position);
        self.nodes += waiting.iter().map(|option| IN_LIST + bytes_of(option)).sum::<u64>();
        self.hold(0)?;
        Ok(Frame { position, waiting, values: ValueSet::new() })
    }
}
