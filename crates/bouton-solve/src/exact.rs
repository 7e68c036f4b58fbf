//! The exact value of one position.

use bouton_core::{Ruleset, Valuation, Value};

use crate::{LimitReached, Moves, Node, RulesetOptions, Solver, Table, Watch};

/// The memory of a first, short search.
const QUICK_MEMORY: u64 = 16 << 20;

/// Returns the value of one position of a ruleset.
///
/// A short search comes first, because far fewer positions may lie below this one than in the box
/// around it. A table follows, and at last a search with more memory.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::{Node, exact_value};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let position = Node { coordinates: vec![4, 5], control: ControlState(0) };
/// let watch = Watch::unlimited();
/// assert_eq!(exact_value(&wythoff, Valuation::NormalOutcome, &position, &watch)?, 1);
/// assert_eq!(exact_value(&wythoff, Valuation::Grundy, &position, &watch)?, 6);
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn exact_value(
    ruleset: &Ruleset,
    valuation: Valuation,
    position: &Node,
    watch: &Watch,
) -> Result<Value, LimitReached> {
    let moves = Moves::within(ruleset, watch)?;
    let within = |most: u64| watch.within_memory(most.min(watch.memory_limit() / 2));
    let options = || RulesetOptions::of_moves(ruleset, &moves);
    let solver = |watch: &Watch| Solver::new(options(), valuation, watch).value(position);
    match solver(&within(QUICK_MEMORY)) {
        Err(limit) if !limit.ends_all() => {}
        answer => return answer,
    }
    if ruleset.rank().is_some() {
        let mut table = Table::of_moves(ruleset, &moves, valuation, &within(u64::MAX))?;
        match table.value(&position.coordinates, position.control) {
            // The box is too large; the set of positions below may not be.
            Err(limit) if !limit.ends_all() => {}
            answer => return answer,
        }
    }
    solver(&within(u64::MAX))
}
