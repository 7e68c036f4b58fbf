//! The analysis of one position.

use bouton_core::{Convention, NoGrundyValues, Ruleset, Valuation, Value};

use crate::{LimitReached, Moves, Node, RulesetOptions, Solver, Table, Watch};

/// One move and its result.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::{Node, analyse};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let position = Node { coordinates: vec![1, 3], control: ControlState(0) };
/// let analysis = analyse(&nim.ruleset().unwrap(), &position, &Watch::unlimited())?;
/// let winning = analysis.moves.iter().filter(|option| option.winning);
/// assert_eq!(winning.map(|option| &option.to.coordinates[..]).collect::<Vec<_>>(), [[1, 1]]);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedMove {
    /// The position moved to.
    pub to: Node,
    /// Its outcome, by number.
    pub value: Value,
    /// Its outcome, by name.
    pub outcome: String,
    /// Whether the move wins: it leads to a P-position.
    pub winning: bool,
    /// Whether no move is better for the player who makes it. (Under the podium rule the second
    /// place may be the best possible.)
    pub best: bool,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The outcome, by number.
    pub value: Value,
    /// The outcome, by name.
    pub outcome: String,
    /// The Grundy value (two players, impartial rules; for misère rules that under normal play).
    pub grundy: Option<Value>,
    /// The remoteness (two players, normal play).
    pub remoteness: Option<Value>,
    /// All moves, each position once, in a fixed order.
    pub moves: Vec<AnalysedMove>,
}

/// The memory of a first, short search.
const QUICK_MEMORY: u64 = 16 << 20;

/// A short search, a table, a search with all the remaining memory.
type Engines = (Solver<RulesetOptions>, Option<Table>, Solver<RulesetOptions>);

/// Solves a position of a ruleset.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::{Node, analyse};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let position = Node { coordinates: vec![3, 5], control: ControlState(0) };
/// let analysis = analyse(&wythoff, &position, &Watch::unlimited())?;
/// assert_eq!((analysis.outcome.as_str(), analysis.grundy), ("P", Some(0)));
/// assert!(analysis.moves.iter().all(|option| !option.winning));
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn analyse(ruleset: &Ruleset, position: &Node, watch: &Watch) -> Result<Analysis, LimitReached> {
    let moves = Moves::within(ruleset, watch)?;
    let mut options = Vec::new();
    let mut held = watch.hold_none();
    let mut full = Ok(());
    moves.try_each_option(
        &position.coordinates,
        position.control,
        &mut watch.batch(),
        |coordinates, control| {
            // Once as a node, once as output.
            let bytes = 3 * size_of::<AnalysedMove>() as u64 + 96 + 24 * coordinates.len() as u64;
            full = held.grow(bytes);
            options.push(Node { coordinates: coordinates.to_vec(), control });
            full.is_ok()
        },
    )?;
    full?;
    // For misère rules the value is that under normal play; the theorem requires nothing else
    // there.
    let has_grundy = match ruleset.sprague_grundy() {
        Ok(()) => true,
        Err(NoGrundyValues::Convention(Convention::Misere)) => ruleset.is_impartial(),
        Err(_) => false,
    };
    let engine = |valuation| -> Result<Engines, LimitReached> {
        let share = watch.within_memory(watch.memory_limit() / 4);
        let table =
            ruleset.rank().map(|_| Table::of_moves(ruleset, &moves, valuation, &share)).transpose()?;
        let share = watch.within_memory(watch.memory_limit() / 4);
        let solver = Solver::new(RulesetOptions::of_moves(ruleset, &moves), valuation, &share);
        let share = watch.within_memory(QUICK_MEMORY.min(watch.memory_limit() / 4));
        let quick = Solver::new(RulesetOptions::of_moves(ruleset, &moves), valuation, &share);
        Ok((quick, table, solver))
    };
    let value_of = |(quick, table, solver): &mut Engines, node: &Node| {
        // The positions below this one may be far fewer than those of the box around it.
        match quick.value(node) {
            Err(limit) if !limit.ends_all() => {}
            answer => return answer,
        }
        let Some(table) = table else { return solver.value(node) };
        match table.value(&node.coordinates, node.control) {
            // The box is too large; the set of positions below may not be.
            Err(limit) if !limit.ends_all() => solver.value(node),
            answer => answer,
        }
    };
    let valuation = Valuation::outcome(ruleset.convention());
    let mut outcomes = engine(valuation)?;
    let value = value_of(&mut outcomes, position)?;
    let grundy = if has_grundy { Some(value_of(&mut engine(Valuation::Grundy)?, position)?) } else { None };
    let remoteness = if ruleset.convention() == Convention::Normal {
        Some(value_of(&mut engine(Valuation::Remoteness)?, position)?)
    } else {
        None
    };
    let moves = analysed(options, valuation, &mut |node| value_of(&mut outcomes, node))?;
    Ok(Analysis { value, outcome: valuation.value_name(value), grundy, remoteness, moves })
}

fn analysed(
    mut options: Vec<Node>,
    valuation: Valuation,
    value_of: &mut dyn FnMut(&Node) -> Result<Value, LimitReached>,
) -> Result<Vec<AnalysedMove>, LimitReached> {
    options.sort_unstable();
    options.dedup();
    let values: Vec<Value> = options.iter().map(value_of).collect::<Result<_, _>>()?;
    // Two players: 0 before 1. Podium: the option's value is the number of places that the mover
    // loses. Coalitions: P, else any value that keeps a chance; no order beyond P.
    let best = values.iter().copied().min();
    Ok(options
        .into_iter()
        .zip(values)
        .map(|(to, value)| AnalysedMove {
            to,
            value,
            outcome: valuation.value_name(value),
            winning: value == 0,
            best: if valuation == Valuation::Coalition {
                value == 0 || best != Some(0)
            } else {
                Some(value) == best
            },
        })
        .collect())
}
