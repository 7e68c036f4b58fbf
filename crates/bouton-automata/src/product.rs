//! The product of a law and another deterministic reader.

use std::hash::Hash;

use bouton_core::{DigitAutomaton, State, Value};

use crate::{TooManyStates, Worklist, live_states};

/// Reads the law together with another deterministic reader, from the first start state. Calls
/// `visit` on each pair of an accepted output and a state of the reader that some position reaches.
/// Prefixes that lead to no accepted output are left out.
///
/// ```
/// use bouton_automata::{for_each_reached, table_law};
///
/// // The remainders modulo 3 of the even numbers.
/// let even = table_law(1, 1, |_, n| u32::from(n[0] % 2 == 0), 2).unwrap();
/// let mut remainders = Vec::new();
/// let step = |r: &u32, digit: usize| (2 * r + u32::from(digit == 1)) % 3;
/// for_each_reached(&even, |value| value == 1, 0, step, |_, r| remainders.push(*r), 100).unwrap();
/// remainders.sort_unstable();
/// assert_eq!(remainders, [0, 1, 2]);
/// ```
///
/// # Errors
///
/// [`TooManyStates`] if more than `limit` pairs of states are reached.
pub fn for_each_reached<X: Clone + Eq + Hash>(
    law: &DigitAutomaton,
    accept: impl Fn(Value) -> bool,
    start: X,
    mut step: impl FnMut(&X, usize) -> X,
    mut visit: impl FnMut(Value, &X),
    limit: usize,
) -> Result<(), TooManyStates> {
    for_each_pair(law, &accept, start, (&mut step, &mut visit), limit)
}

type Step<'a, X> = &'a mut dyn FnMut(&X, usize) -> X;
type Visit<'a, X> = &'a mut dyn FnMut(Value, &X);

/// Reads as [`for_each_reached`] does. This is compiled once for each type of readers.
fn for_each_pair<X: Clone + Eq + Hash>(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    start: X,
    (step, visit): (Step<'_, X>, Visit<'_, X>),
    limit: usize,
) -> Result<(), TooManyStates> {
    let live = live_states(law, accept);
    let first = law.starts()[0];
    let mut work: Worklist<(State, X)> = Worklist::new(limit);
    if live[first as usize] {
        work.meet((first, start))?;
    }
    while let Some((_, (state, reader))) = work.take() {
        if accept(law.output(state)) {
            visit(law.output(state), &reader);
        }
        for letter in 0..law.letters() {
            let to = law.next(state, letter);
            if live[to as usize] {
                work.meet((to, step(&reader, letter)))?;
            }
        }
    }
    Ok(())
}
