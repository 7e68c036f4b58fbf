//! Laws of positions of any number of heaps, in which each heap has a state of its own.

use num_bigint::BigUint;

use crate::{ColumnLaw, ControlState, State, Value};

/// The automaton that runs on each heap of a [`LocalLaw`]. With the digit of the heap it reads the
/// number of heaps that have a 1 in the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapStates {
    /// For each state whether a heap in it is good. Each heap begins in state 0.
    pub good: Vec<bool>,
    /// For each state a row of successors: under the letter r and the digit d the entry 2r + d.
    pub transitions: Vec<State>,
}

impl HeapStates {
    /// An automaton with one state, which distinguishes nothing.
    #[must_use]
    pub fn none(letters: usize) -> Self {
        Self { good: vec![false], transitions: vec![0; 2 * letters] }
    }
}

/// A law of all positions of a game of any number of heaps. As a [`ColumnLaw`] it reads the number
/// of heaps that have a 1 in each place. Besides, an automaton runs on each heap, and the value
/// depends on whether some heap is good at the end.
///
/// ```
/// use bouton_core::{ColumnLaw, ControlState, HeapStates, LocalLaw, Valuation};
///
/// // Three players, podium rule: P if 3 divides the number of ones in each place. A heap is good
/// // as long as it reads 1 where that number is 1 modulo 3, and 0 where it is 2. The position is N
/// // if that number is 1 first, and some heap stays good; otherwise O.
/// let podium = Valuation::Podium { players: 3 };
/// let law = ColumnLaw::new(podium, (0, 3), vec![0], vec![0, 1, 2], vec![0, 1, 2, 1, 1, 1, 2, 2, 2])?;
/// let heap = HeapStates { good: vec![true, false], transitions: vec![0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1] };
/// let law = LocalLaw::new(law, vec![0, 2, 2], heap)?;
/// let value = |position: [u32; 3]| law.value(&position.map(Into::into), ControlState(0));
/// assert_eq!(value([5, 0, 0]), Some(1));
/// assert_eq!(value([1, 1, 0]), Some(2));
/// assert_eq!(value([7, 7, 7]), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalLaw {
    columns: ColumnLaw,
    otherwise: Vec<Value>,
    heap: HeapStates,
}

/// The most states of a heap in a [`LocalLaw`].
pub const MAX_HEAP_STATES: usize = 8;

/// The reason why some parts are not a [`LocalLaw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalLawFault {
    /// The list of values without a good heap has another length.
    #[error("there are {0} values where no heap is good, expected {1}: one for each state")]
    Otherwise(usize, usize),
    /// There is no heap state, there are too many, or the table has another size.
    #[error("{0} entries of {1} heap states are not a table; there are 1 to {MAX_HEAP_STATES} heap states")]
    Table(usize, usize),
    /// A successor is not a heap state.
    #[error("{0} is not a heap state")]
    State(State),
    /// Leading zeros change the state of a heap.
    #[error("the heap state 0 does not go to itself under the letter 0 and the digit 0")]
    LeadingZeros,
}

impl LocalLaw {
    /// Creates a law. The outputs of `columns` are the values where some heap is good at the end;
    /// `otherwise` has the values where no heap is.
    ///
    /// # Errors
    ///
    /// [`LocalLawFault`].
    pub fn new(columns: ColumnLaw, otherwise: Vec<Value>, heap: HeapStates) -> Result<Self, LocalLawFault> {
        let states = columns.outputs().len();
        if otherwise.len() != states {
            return Err(LocalLawFault::Otherwise(otherwise.len(), states));
        }
        let heap_states = heap.good.len();
        if heap_states == 0
            || heap_states > MAX_HEAP_STATES
            || heap.transitions.len() != 2 * columns.letters() * heap_states
        {
            return Err(LocalLawFault::Table(heap.transitions.len(), heap_states));
        }
        if let Some(&state) = heap.transitions.iter().find(|&&state| state as usize >= heap_states) {
            return Err(LocalLawFault::State(state));
        }
        if heap.transitions[0] != 0 {
            return Err(LocalLawFault::LeadingZeros);
        }
        Ok(Self { columns, otherwise, heap })
    }

    /// The automaton that reads the numbers of ones, with the values where some heap is good.
    #[must_use]
    pub fn columns(&self) -> &ColumnLaw {
        &self.columns
    }

    /// The values of the states of [`columns`](Self::columns) where no heap is good.
    #[must_use]
    pub fn otherwise(&self) -> &[Value] {
        &self.otherwise
    }

    /// The automaton that runs on each heap.
    #[must_use]
    pub fn heap(&self) -> &HeapStates {
        &self.heap
    }

    /// The successor of a heap state under a number of ones and the digit of the heap.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn next_of_heap(&self, state: State, ones: usize, digit: bool) -> State {
        let letters = self.columns.letters();
        self.heap.transitions[2 * (state as usize * letters + self.columns.letter(ones)) + usize::from(digit)]
    }

    /// The value of a state, by whether some heap is good.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn output(&self, state: State, good: bool) -> Value {
        if good { self.columns.outputs()[state as usize] } else { self.otherwise[state as usize] }
    }

    /// The value of a position; `None` if there is no such control state.
    #[must_use]
    pub fn value(&self, heaps: &[BigUint], control: ControlState) -> Option<Value> {
        let start = *self.columns.starts().get(control.index())?;
        let ones = crate::column_law::columns(heaps);
        let state = ones.iter().fold(start, |state, &ones| self.columns.next(state, ones));
        // No heap is read where the value does not depend on it.
        let matters = self.columns.outputs()[state as usize] != self.otherwise[state as usize];
        Some(self.output(state, matters && self.first_good(heaps, &ones).is_some()))
    }

    /// The first heap that is good at the end.
    #[must_use]
    pub fn good_heap(&self, heaps: &[BigUint]) -> Option<usize> {
        self.first_good(heaps, &crate::column_law::columns(heaps))
    }

    fn first_good(&self, heaps: &[BigUint], ones: &[usize]) -> Option<usize> {
        heaps.iter().position(|heap| {
            let places = (0..ones.len() as u64).rev();
            let state = ones
                .iter()
                .zip(places)
                .fold(0, |state, (&ones, place)| self.next_of_heap(state, ones, heap.bit(place)));
            self.heap.good[state as usize]
        })
    }
}
