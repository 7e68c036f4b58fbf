//! States from which a goal can be reached.

use bouton_core::{DigitAutomaton, LimitReached, State, Value, Watch};

/// Returns, for each node of a graph, whether it can reach a node where `goal` is true. Edges lead
/// from the first node of a pair to the second; their order and repetitions do not matter.
///
/// The time is linear in the number of edges.
///
/// ```
/// assert_eq!(bouton_automata::reaching(vec![false, false, true], &[(0, 1), (1, 1), (0, 2)]), [true, false, true]);
/// ```
///
/// # Panics
///
/// If an edge has a node that does not exist.
#[must_use]
pub fn reaching(goal: Vec<bool>, edges: &[(u32, u32)]) -> Vec<bool> {
    // The sources of the edges into each node, contiguous.
    let mut first = vec![0usize; goal.len() + 1];
    for &(_, to) in edges {
        first[to as usize + 1] += 1;
    }
    for node in 0..goal.len() {
        first[node + 1] += first[node];
    }
    let mut place = first.clone();
    let mut sources = vec![0u32; edges.len()];
    for &(from, to) in edges {
        sources[place[to as usize]] = from;
        place[to as usize] += 1;
    }
    let mut live = goal;
    let mut waiting: Vec<usize> = (0..live.len()).filter(|&node| live[node]).collect();
    while let Some(node) = waiting.pop() {
        for &from in &sources[first[node]..first[node + 1]] {
            if !std::mem::replace(&mut live[from as usize], true) {
                waiting.push(from as usize);
            }
        }
    }
    live
}

/// Returns, for each state of a law, whether it can still reach an accepted output.
///
/// ```
/// use bouton_automata::{live_states, table_law};
///
/// // 1 for n ≤ 1, else 0: after two digits the 1 cannot be reached.
/// let law = table_law(1, 1, |_, n| u32::from(n[0] <= 1), 2).unwrap();
/// assert_eq!(live_states(&law, |value| value == 1).iter().filter(|live| **live).count(), 2);
/// ```
#[must_use]
pub fn live_states(law: &DigitAutomaton, accept: impl Fn(Value) -> bool) -> Vec<bool> {
    live_from(law, law.outputs().iter().map(|&output| accept(output)).collect())
}

/// Returns, for each state of a law, whether it can still reach a state where `goal` is true.
///
/// # Panics
///
/// If the length of `goal` is not the number of states.
///
/// # Examples
///
/// ```
/// use bouton_automata::{live_from, live_states, table_law};
///
/// let zero = table_law(1, 1, |_, n| u32::from(n[0] == 0), 3)?;
/// assert_eq!(live_states(&zero, |value| value == 1), live_from(&zero, vec![true, false]));
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
#[must_use]
pub fn live_from(law: &DigitAutomaton, goal: Vec<bool>) -> Vec<bool> {
    assert_eq!(goal.len(), law.states(), "one goal for each state");
    reaching(goal, &edges(law))
}

/// The transitions of a law, without repetitions under successive letters.
fn edges(law: &DigitAutomaton) -> Vec<(State, State)> {
    let runs = |row| <[State]>::chunk_by(row, |left, right| left == right);
    let rows = || law.transitions().chunks(law.letters());
    let mut edges = Vec::with_capacity(rows().map(|row| runs(row).count()).sum());
    for (state, row) in (0..).zip(rows()) {
        edges.extend(runs(row).map(|run| (state, run[0])));
    }
    edges
}

/// Computes the same as [`live_states`], under a watch.
///
/// # Errors
///
/// Any [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_automata::{live_states, live_states_within, table_law};
/// use bouton_core::{Limits, Watch};
///
/// let law = table_law(1, 1, |_, n| u32::from(n[0] <= 1), 2)?;
/// let live = live_states_within(&law, |value| value == 1, &Watch::unlimited());
/// assert_eq!(live, Ok(live_states(&law, |value| value == 1)));
/// let small = Watch::new(&Limits { memory: 10, ..Limits::default() });
/// assert!(live_states_within(&law, |value| value == 1, &small).is_err());
/// # Ok::<(), bouton_core::AutomatonFault>(())
/// ```
pub fn live_states_within(
    law: &DigitAutomaton,
    accept: impl Fn(Value) -> bool,
    watch: &Watch,
) -> Result<Vec<bool>, LimitReached> {
    live_within(law, &accept, watch)
}

fn live_within(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    watch: &Watch,
) -> Result<Vec<bool>, LimitReached> {
    let transitions = law.transitions().len() as u64;
    watch.spend(law.states() as u64 + transitions / 4)?;
    // The memory of the edges, of their sources by target, and of the places of these.
    let _held = watch.hold(12 * transitions + 32 * law.states() as u64)?;
    Ok(live_states(law, accept))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests on all graphs with four nodes and few edges that live is the least set that contains
    /// the goal and is closed under predecessors.
    #[test]
    fn live_is_the_closure_of_the_goal() {
        for code in 0u32..1 << 12 {
            let edges: Vec<(u32, u32)> =
                (0..3).map(|i| (code >> (4 * i) & 3, code >> (4 * i + 2) & 3)).collect();
            for goal in 0u32..4 {
                let mut expected: Vec<bool> = (0..4).map(|node| node == goal).collect();
                for _ in 0..4 {
                    for &(from, to) in &edges {
                        expected[from as usize] |= expected[to as usize];
                    }
                }
                let found = reaching((0..4).map(|node| node == goal).collect(), &edges);
                assert_eq!(found, expected, "{edges:?} {goal}");
            }
        }
    }
}
