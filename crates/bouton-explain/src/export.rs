//! Laws for other tools: an automaton for Walnut, an automaton in the format of ω-automata, a
//! formula for MONA.

mod hoa;
mod mona;
mod walnut;

use bouton_automata::Words;
use bouton_core::{ControlState, DigitAutomaton, Law, Ruleset, State};

pub use hoa::hoa;
pub use mona::mona;
pub use walnut::walnut;

use crate::diagram::words_last;

/// The error of a law that cannot be written for another tool.
///
/// ```
/// use bouton_core::{ControlState, Law, Valuation};
/// use bouton_explain::{ExportError, hoa};
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// assert!(matches!(hoa(&rules, &law, ControlState(0), 10), Err(ExportError::Bytes { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The tool does not have these digits.
    #[error("{tool} has no numbers in numeration {numeration}, expected {expected}")]
    Numeration {
        /// The tool.
        tool: &'static str,
        /// The numeration of the law.
        numeration: String,
        /// The numerations that can be written.
        expected: &'static str,
    },
    /// The automaton would be too long to be written out.
    #[error("the automaton has {0} transitions, {MOST_TRANSITIONS} are the most that are written out")]
    Transitions(usize),
    /// The valuation does not have a local rule with finitely many conditions.
    #[error("the law says {0}, which has no rule that looks at the options' values alone")]
    Valuation(&'static str),
    /// The text would be too long.
    #[error("the text would have more than {most} bytes")]
    Bytes {
        /// The limit.
        most: usize,
    },
}

/// The most transitions of an automaton that is written out.
const MOST_TRANSITIONS: usize = 1 << 22;
/// The longest text, where no other bound is given.
pub const MOST_BYTES: usize = 1 << 26;

/// Refuses a text that has become too long. Called for each transition, so that a text never
/// becomes much longer.
fn short_enough(text: &str, most: usize) -> Result<(), ExportError> {
    if text.len() > most { Err(ExportError::Bytes { most }) } else { Ok(()) }
}

/// The automaton of a law, prepared for writing in one control state.
struct Exported {
    law: DigitAutomaton,
    /// The number of states to write: input that is not a word leads nowhere.
    states: usize,
    start: State,
    /// The names of the numbers in its input.
    names: Vec<String>,
}

impl Exported {
    fn new(ruleset: &Ruleset, law: &Law, control: ControlState) -> Result<Self, ExportError> {
        // Outputs as printed: an N-position at which play has ended is N.
        let printed =
            bouton_automata::combine(&law.automaton, &law.automaton, |value, _| law.valuation.coarse(value));
        let starts = vec![printed.starts()[control.index()]];
        let one = DigitAutomaton::over(
            printed.numeration(),
            printed.tracks(),
            starts,
            printed.outputs().to_vec(),
            printed.transitions().to_vec(),
        )
        .expect("the same automaton with one start");
        let Words { law, none } = words_last(&bouton_automata::minimize(&one));
        let states = law.states() - usize::from(none.is_some());
        let transitions = states.saturating_mul(law.letters());
        if transitions > MOST_TRANSITIONS {
            return Err(ExportError::Transitions(transitions));
        }
        let start = law.starts()[0];
        let mut names = ruleset.coordinates().to_vec();
        names.resize_with(law.tracks(), || "g".to_owned());
        Ok(Self { law, states, start, names })
    }

    /// The successor, if the digits are still the beginning of words.
    fn next(&self, state: usize, letter: usize) -> Option<usize> {
        let to = self.law.next(State::try_from(state).ok()?, letter) as usize;
        (to < self.states).then_some(to)
    }

    fn output(&self, state: usize) -> u32 {
        self.law.outputs()[state]
    }
}

/// The game and the outputs, for a comment: lines without line ends.
fn about(ruleset: &Ruleset, law: &Law, control: Option<ControlState>) -> Vec<String> {
    let mut lines: Vec<String> = ruleset.text().lines().map(ToOwned::to_owned).collect();
    if let Some(name) =
        control.and_then(|control| ruleset.controls().get(control.index())).filter(|name| !name.is_empty())
    {
        lines.push(format!("(control state {name})"));
    }
    let values: Vec<String> = (0..law.valuation.value_count().unwrap_or(0))
        .filter(|&value| law.valuation.coarse(value) == value)
        .map(|value| format!("{value} is {}", law.valuation.value_name(value)))
        .collect();
    if !values.is_empty() {
        lines.push(values.join(", "));
    }
    if law.nim_heap {
        lines.push("g is the Grundy value: it is the one number for which the output is 0".to_owned());
    }
    lines
}
