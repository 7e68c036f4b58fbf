//! Automata built from states of any kind, by exploring the reachable ones.

use std::hash::Hash;

use bouton_core::{AutomatonFault, DigitAutomaton, MAX_TRACKS, Numeration, State, Value};

use crate::{TooManyStates, Worklist};

/// The reason why an exploration did not give an automaton.
///
/// ```
/// use bouton_automata::{ExploreError, TooManyStates, explore};
///
/// let modulo_five = explore(1, [0usize], |r, digit| (2 * r + digit) % 5, |r| u32::from(*r == 0), 4);
/// assert_eq!(modulo_five, Err(ExploreError::States(TooManyStates { limit: 4 })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// There are more states than allowed.
    #[error(transparent)]
    States(#[from] TooManyStates),
    /// The explored states are not an automaton: there are too many tracks, no start, or leading
    /// zeros matter.
    #[error(transparent)]
    Automaton(#[from] AutomatonFault),
}

/// Returns the automaton over `tracks` binary digits whose states are those reachable from
/// `starts`, one for each control state. States are numbered breadth first.
///
/// ```
/// use bouton_automata::explore;
///
/// // n mod 5
/// let law = explore(1, [0u32], |r, digit| (2 * r + u32::from(digit == 1)) % 5, |r| *r, 100)?;
/// assert_eq!(law.states(), 5);
/// assert_eq!(law.evaluate_small(0, &[23]), 3);
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
///
/// # Errors
///
/// [`ExploreError`] if there are more than `limit` states, or the result is not an automaton.
pub fn explore<S: Clone + Eq + Hash>(
    tracks: usize,
    starts: impl IntoIterator<Item = S>,
    next: impl FnMut(&S, usize) -> S,
    output: impl FnMut(&S) -> Value,
    limit: usize,
) -> Result<DigitAutomaton, ExploreError> {
    explore_over(&Numeration::binary(), tracks, starts, next, output, limit)
}

/// Explores states as [`explore`] does, over the digits of any numeration.
///
/// # Errors
///
/// [`ExploreError`].
///
/// # Examples
///
/// ```
/// use bouton_automata::explore_over;
/// use bouton_core::Numeration;
///
/// // n mod 3, read in base 10
/// let ten = Numeration::base(10).unwrap();
/// let law = explore_over(&ten, 1, [0usize], |r, digit| (r + digit) % 3, |r| u32::try_from(*r).unwrap(), 100)?;
/// assert_eq!((law.states(), law.evaluate_small(0, &[1234])), (3, 1));
/// # Ok::<(), bouton_automata::ExploreError>(())
/// ```
pub fn explore_over<S: Clone + Eq + Hash>(
    numeration: &Numeration,
    tracks: usize,
    starts: impl IntoIterator<Item = S>,
    next: impl FnMut(&S, usize) -> S,
    output: impl FnMut(&S) -> Value,
    limit: usize,
) -> Result<DigitAutomaton, ExploreError> {
    let states = &mut Explored { work: Worklist::new(limit), starts: starts.into_iter(), next, output };
    explored(numeration, tracks, states)
}

/// States of some type, of which [`explored`] knows the numbers.
trait States {
    /// The next start.
    fn start(&mut self) -> Option<Result<State, TooManyStates>>;
    /// The number of states met.
    fn count(&self) -> usize;
    /// The successor of a state.
    fn next(&mut self, state: usize, letter: usize) -> Result<State, TooManyStates>;
    fn output(&mut self, state: usize) -> Value;
}

struct Explored<S, I, N, O> {
    work: Worklist<S>,
    starts: I,
    next: N,
    output: O,
}

impl<S, I, N, O> States for Explored<S, I, N, O>
where
    S: Clone + Eq + Hash,
    I: Iterator<Item = S>,
    N: FnMut(&S, usize) -> S,
    O: FnMut(&S) -> Value,
{
    fn start(&mut self) -> Option<Result<State, TooManyStates>> {
        Some(self.work.meet(self.starts.next()?))
    }

    fn count(&self) -> usize {
        self.work.len()
    }

    fn next(&mut self, state: usize, letter: usize) -> Result<State, TooManyStates> {
        let next = (self.next)(&self.work.met()[state], letter);
        self.work.meet(next)
    }

    fn output(&mut self, state: usize) -> Value {
        (self.output)(&self.work.met()[state])
    }
}

/// Explores states. This is compiled once for states of every type.
fn explored(
    numeration: &Numeration,
    tracks: usize,
    states: &mut dyn States,
) -> Result<DigitAutomaton, ExploreError> {
    let alphabet =
        numeration.alphabet(tracks).filter(|_| tracks <= MAX_TRACKS).ok_or(AutomatonFault::Tracks(tracks))?;
    let starts = std::iter::from_fn(|| states.start()).collect::<Result<_, _>>()?;
    let mut transitions = Vec::new();
    let mut state = 0;
    while state < states.count() {
        for letter in 0..alphabet.letters() {
            transitions.push(states.next(state, letter)?);
        }
        state += 1;
    }
    let outputs = (0..state).map(|state| states.output(state)).collect();
    Ok(DigitAutomaton::over(numeration, tracks, starts, outputs, transitions)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_leading_zeros_are_kept() {
        let residue = |r: &u32, digit: usize| (2 * r + u32::from(digit == 1)) % 5;
        assert!(explore(1, [0], residue, |r| *r, 5).is_ok());
        let error = explore(1, [0], residue, |r| *r, 4).unwrap_err();
        assert_eq!(error, ExploreError::States(TooManyStates { limit: 4 }));
        let error = explore(1, [1], residue, |r| *r, 5).unwrap_err();
        assert_eq!(error, ExploreError::Automaton(AutomatonFault::LeadingZeros(0)));
        let error = explore(17, [0], residue, |r| *r, 5).unwrap_err();
        assert_eq!(error, ExploreError::Automaton(AutomatonFault::Tracks(17)));
    }

    #[test]
    fn base_three_is_read_digit_by_digit() {
        let law = explore_over(
            &Numeration::base(3).unwrap(),
            1,
            [0u32],
            |r, digit| (3 * r + u32::try_from(digit).unwrap()) % 7,
            |r| *r,
            100,
        )
        .unwrap();
        assert!((0..200u32).all(|n| law.evaluate_small(0, &[n.into()]) == n % 7));
    }
}
