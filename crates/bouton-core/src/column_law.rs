//! Laws of positions of any number of heaps: automata that read the number of heaps that have a 1
//! in each place.

use num_bigint::BigUint;

use crate::{ControlState, State, Valuation, Value};

/// A law of all positions of a game of any number of heaps. It reads the binary digits of all heaps
/// in step, most significant first, and of each place only the number of ones.
///
/// Two numbers n ≥ t and n + p of ones have the same letter: the letters are 0, …, t + p − 1.
///
/// ```
/// use bouton_core::{ColumnLaw, ControlState, Valuation};
///
/// // Nim: N from the first place on whose number of ones is odd.
/// let nim = ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0], vec![0, 1], vec![0, 1, 1, 1]).unwrap();
/// let position = [3u32, 5, 6].map(Into::into);
/// assert_eq!(nim.value(&position, ControlState(0)), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLaw {
    valuation: Valuation,
    threshold: usize,
    period: usize,
    starts: Vec<State>,
    outputs: Vec<Value>,
    transitions: Vec<State>,
}

/// The most letters of a [`ColumnLaw`].
pub const MAX_COLUMN_LETTERS: usize = 64;
/// The most states of a [`ColumnLaw`].
pub const MAX_COLUMN_STATES: usize = 1 << 12;

/// The reason why some parts are not a [`ColumnLaw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnLawFault {
    /// The period is 0, or there are too many letters.
    #[error("t + p has to be from 1 to {MAX_COLUMN_LETTERS} with p ≥ 1, not {0} with p = {1}")]
    Letters(usize, usize),
    /// There is no state, there are too many, or the table has another size.
    #[error("{0} entries of {1} states are not a table; there are 1 to {MAX_COLUMN_STATES} states")]
    Table(usize, usize),
    /// A start or a successor is not a state.
    #[error("{0} is not a state")]
    State(State),
    /// Leading zeros change the meaning.
    #[error("the start {0} does not go to itself under the letter 0")]
    LeadingZeros(State),
}

impl ColumnLaw {
    /// Creates a law. For `(threshold, period)` = (t, p), the numbers of ones are taken modulo p
    /// from t on. There is a start for each control state, an output for each state, and a row of
    /// t + p successors for each state.
    ///
    /// # Errors
    ///
    /// [`ColumnLawFault`].
    pub fn new(
        valuation: Valuation,
        (threshold, period): (usize, usize),
        starts: Vec<State>,
        outputs: Vec<Value>,
        transitions: Vec<State>,
    ) -> Result<Self, ColumnLawFault> {
        let letters = threshold.saturating_add(period);
        if period == 0 || letters > MAX_COLUMN_LETTERS {
            return Err(ColumnLawFault::Letters(letters, period));
        }
        let states = outputs.len();
        if states == 0
            || states > MAX_COLUMN_STATES
            || transitions.len() != states * letters
            || starts.is_empty()
        {
            return Err(ColumnLawFault::Table(transitions.len(), states));
        }
        if let Some(&state) = starts.iter().chain(&transitions).find(|&&state| state as usize >= states) {
            return Err(ColumnLawFault::State(state));
        }
        if let Some(&start) = starts.iter().find(|&&start| transitions[start as usize * letters] != start) {
            return Err(ColumnLawFault::LeadingZeros(start));
        }
        Ok(Self { valuation, threshold, period, starts, outputs, transitions })
    }

    /// The valuation of the law.
    #[must_use]
    pub fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// t and p: numbers of ones from t on are taken modulo p.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.threshold, self.period)
    }

    /// The number of letters, t + p.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.threshold + self.period
    }

    /// The letter of a number of ones.
    #[must_use]
    pub fn letter(&self, ones: usize) -> usize {
        let Self { threshold, period, .. } = self;
        if ones < threshold + period { ones } else { threshold + (ones - threshold) % period }
    }

    /// The state of the law in which reading begins, for each control state.
    #[must_use]
    pub fn starts(&self) -> &[State] {
        &self.starts
    }

    /// The output of each state.
    #[must_use]
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// The successors of a state under all letters.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn row(&self, state: State) -> &[State] {
        &self.transitions[state as usize * self.letters()..][..self.letters()]
    }

    /// The successor under a number of ones.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn next(&self, state: State, ones: usize) -> State {
        self.row(state)[self.letter(ones)]
    }

    /// The value of a position; `None` if there is no such control state.
    #[must_use]
    pub fn value(&self, heaps: &[BigUint], control: ControlState) -> Option<Value> {
        let start = *self.starts.get(control.index())?;
        let state = columns(heaps).into_iter().fold(start, |state, ones| self.next(state, ones));
        Some(self.outputs[state as usize])
    }
}

/// The number of heaps that have a 1 in each place, the most significant place first.
pub(crate) fn columns(heaps: &[BigUint]) -> Vec<usize> {
    let places = heaps.iter().map(BigUint::bits).max().unwrap_or(0);
    let mut ones = vec![0; usize::try_from(places).unwrap_or(usize::MAX)];
    for heap in heaps {
        for (word, digits) in heap.iter_u64_digits().enumerate() {
            let mut left = digits;
            while left != 0 {
                ones[64 * word + left.trailing_zeros() as usize] += 1;
                left &= left - 1;
            }
        }
    }
    ones.reverse();
    ones
}

/// Moves that exist in the same form for any number of heaps. A move lowers some of the heaps, each
/// by any positive amount, independently of one another and of the heaps that it does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeTakes {
    /// For each kind of move, the least and the greatest number of heaps that it lowers, at least one.
    pub lowered: Vec<(usize, usize)>,
    /// The number of passes at the start, which either player may use at any time. The control
    /// states count the passes used.
    pub passes: usize,
}

impl FreeTakes {
    /// The most heaps that a move lowers.
    #[must_use]
    pub fn most(&self) -> usize {
        self.lowered.iter().map(|kind| kind.1).max().unwrap_or(0)
    }

    /// All kinds of moves, from control state to control state: passes lower no heap.
    #[must_use]
    pub fn kinds(&self) -> Vec<MoveKind> {
        let control = |used: usize| u8::try_from(used).ok().map(ControlState);
        let mut kinds = Vec::new();
        for used in 0..=self.passes {
            let Some(from) = control(used) else { break };
            kinds.extend(self.lowered.iter().map(|&lowered| MoveKind { from, to: from, lowered }));
            let to = control(used + 1).filter(|_| used < self.passes);
            kinds.extend(to.map(|to| MoveKind { from, to, lowered: (0, 0) }));
        }
        kinds
    }
}

/// A kind of moves of [`FreeTakes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveKind {
    /// The control state before the move.
    pub from: ControlState,
    /// The control state after it.
    pub to: ControlState,
    /// The least and the greatest number of heaps that it lowers.
    pub lowered: (usize, usize),
}
