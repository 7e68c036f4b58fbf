//! Laws of interchangeable heaps that count the ones of each column, and set one heap apart.
//!
//! The columns of binary digits are read from the left. At first only the number of ones in a column matters:
//! some numbers change nothing, and a column with a single 1 sets the heap apart that has it. From then on
//! the number of ones of the *other* heaps matters. In Nim in which exactly two of five heaps are taken from,
//! columns of 0 or 4 ones change nothing, and beside a heap that is set apart 0 or 3 ones are allowed.

use bouton_automata::{difference, explore, is_symmetric};
use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::prefix::NUMERATION;

/// A law by the number of ones in each column, with one heap set apart by a column with a single 1.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::{Form, control_laws};
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let rules = bouton_rules::Game::parse("heaps 5; move take any from exactly 2 heaps").unwrap().ruleset().unwrap();
/// let proof = prove(&rules, Goal::Outcome, &ProveOptions::default(), &bouton_core::Watch::unlimited()).unwrap();
/// let laws = control_laws(&rules, proof.law());
/// let Form::Apart(found) = &laws[0].form else { panic!("{laws:?}") };
/// assert_eq!((&found.before[..], &found.beside[..], &found.last[..]), (&[0, 4][..], &[0, 3][..], &[5][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// The numbers of ones that change nothing, as long as no heap is set apart.
    pub before: Vec<u32>,
    /// The numbers of ones of the other heaps that are allowed beside the heap that is set apart.
    pub beside: Vec<u32>,
    /// The numbers of ones of a column after which all digits are 0, as long as no heap is set apart.
    pub last: Vec<u32>,
    /// The value of a position all of whose columns are allowed.
    pub all: Value,
    /// The value of every other position.
    pub otherwise: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Before,
    Beside(usize),
    Zeros,
    Refused,
}

impl Apart {
    fn automaton(&self, tracks: usize) -> Option<DigitAutomaton> {
        let digits = |letter: usize| (0..tracks).filter(move |&track| NUMERATION.digit(letter, track) == 1);
        let next = |state: &State, letter: usize| {
            let ones = u32::try_from(digits(letter).count()).unwrap_or(u32::MAX);
            let first = digits(letter).next();
            match *state {
                State::Before => match (ones, first) {
                    (1, Some(track)) => State::Beside(track),
                    _ if self.before.contains(&ones) => State::Before,
                    _ if self.last.contains(&ones) => State::Zeros,
                    _ => State::Refused,
                },
                State::Beside(track) => {
                    let others = ones - u32::from(NUMERATION.digit(letter, track) == 1);
                    if self.beside.contains(&others) { *state } else { State::Refused }
                }
                State::Zeros if ones == 0 => State::Zeros,
                State::Zeros | State::Refused => State::Refused,
            }
        };
        let output = |state: &State| if *state == State::Refused { self.otherwise } else { self.all };
        explore(tracks, [State::Before], next, output, 1_000).ok()
    }
}

/// The form of a law, if it has this one.
pub(crate) fn find(law: &DigitAutomaton) -> Option<Apart> {
    let tracks = law.tracks();
    let start = law.starts()[0];
    if tracks < 3 || law.states() != tracks + 3 && law.states() != tracks + 2 || !is_symmetric(law) {
        return None;
    }
    // The letter in which some tracks have a 1.
    let letter = |ones: &[usize]| {
        (0..law.letters()).find(|&letter| {
            (0..tracks).all(|track| (NUMERATION.digit(letter, track) == 1) == ones.contains(&track))
        })
    };
    let first = |count: usize| letter(&(0..count).collect::<Vec<_>>());
    let beside = law.next(start, letter(&[0])?);
    let refused = law.states();
    let refused = (0..u32::try_from(refused).ok()?).find(|&state| {
        law.output(state) != law.output(start) && (0..law.letters()).all(|of| law.next(state, of) == state)
    })?;
    let (mut before, mut last, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
    for count in 0..=tracks {
        let (ones, to) = (u32::try_from(count).ok()?, law.next(start, first(count)?));
        if to == start {
            before.push(ones);
        } else if to != refused && count != 1 {
            last.push(ones);
        }
        if count < tracks && law.next(beside, letter(&(1..=count).collect::<Vec<_>>())?) == beside {
            allowed.push(ones);
        }
    }
    let found =
        Apart { before, beside: allowed, last, all: law.output(start), otherwise: law.output(refused) };
    difference(law, &found.automaton(tracks)?).is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use bouton_automata::{minimize, table_law};

    use super::*;

    #[test]
    fn a_heap_is_set_apart() {
        let form = Apart { before: vec![0, 4], beside: vec![0, 3], last: vec![5], all: 0, otherwise: 1 };
        let law = minimize(&form.automaton(5).unwrap());
        assert_eq!(find(&law), Some(form));
        // Columns of 4 ones; then the first heap alone, with 0 or 3 ones beside it.
        assert_eq!(law.evaluate_small(0, &[0b0110, 0b1001, 0b1001, 0b1001, 0b1000]), 0);
        assert_eq!(law.evaluate_small(0, &[0b0110, 0b1001, 0b1001, 0b1000, 0b1000]), 1);
        assert_eq!(law.evaluate_small(0, &[2, 2, 2, 2, 2]), 0);
        assert_eq!(law.evaluate_small(0, &[2, 2, 2, 2, 3]), 1);
    }

    #[test]
    fn other_laws_have_other_forms() {
        let sum = minimize(&table_law(3, 1, |_, x| Value::from((x[0] ^ x[1] ^ x[2]) != 0), 3).unwrap());
        assert_eq!(find(&sum), None);
        let first = minimize(&table_law(3, 1, |_, x| Value::from(x[0] != 0), 3).unwrap());
        assert_eq!(find(&first), None);
    }
}
