//! Laws as automata: finite automata with output over tuples of digits.

use num_bigint::BigUint;

use crate::{Alphabet, Numeration, Value};

/// A state of an automaton, by number.
pub type State = u32;

/// The largest number of tracks (coordinates) of an explicit automaton.
pub const MAX_TRACKS: usize = 16;

/// A deterministic automaton with output that reads all coordinates of a
/// position in step, most significant digit first.
///
/// A letter has one digit for each track, in the automaton's [numeration](Self::numeration); in
/// base 2 bit i is the digit of coordinate i. There is one start state for each control state of
/// the game. Leading zeros change nothing: every start state goes to itself under the letter 0.
/// Every letter has a successor; the result for a sequence of digits that is not a word of the
/// numeration has no meaning.
///
/// ```
/// use bouton_core::DigitAutomaton;
///
/// // The law of Nim with two heaps: P (0) exactly when the heaps are equal.
/// let law = DigitAutomaton::new(2, vec![0], vec![0, 1], vec![0, 1, 1, 0, 1, 1, 1, 1]).unwrap();
/// assert_eq!(law.evaluate_small(0, &[5, 5]), 0);
/// assert_eq!(law.evaluate_small(0, &[5, 4]), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DigitAutomaton {
    numeration: Numeration,
    alphabet: Alphabet,
    starts: Vec<State>,
    outputs: Vec<Value>,
    transitions: Vec<State>,
}

/// An error in the data of a [`DigitAutomaton`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonFault {
    /// Too many tracks.
    #[error("an automaton has at most {MAX_TRACKS} tracks, not {0}")]
    Tracks(usize),
    /// No start state.
    #[error("an automaton needs at least one start state")]
    NoStart,
    /// The table has the wrong length.
    #[error("the transition table has {found} entries, expected {expected}")]
    Table {
        /// The number of entries found.
        found: usize,
        /// The number of entries expected.
        expected: usize,
    },
    /// A state that does not exist.
    #[error("state {0} does not exist")]
    NoSuchState(State),
    /// Leading zeros would change the state.
    #[error("start state {0} does not go to itself under leading zeros")]
    LeadingZeros(State),
}

impl DigitAutomaton {
    /// Creates an automaton over binary digits from its tables. `starts[c]` is the state in which
    /// reading begins in control state c; `transitions[s << tracks | letter]` is the successor of
    /// s.
    ///
    /// # Errors
    ///
    /// The first fault found, see [`AutomatonFault`].
    pub fn new(
        tracks: usize,
        starts: Vec<State>,
        outputs: Vec<Value>,
        transitions: Vec<State>,
    ) -> Result<Self, AutomatonFault> {
        Self::over(&Numeration::binary(), tracks, starts, outputs, transitions)
    }

    /// Creates an automaton over the digits of any numeration from its tables:
    /// `transitions[s * letters + letter]` is the successor of s.
    ///
    /// # Errors
    ///
    /// The first fault found, see [`AutomatonFault`].
    pub fn over(
        numeration: &Numeration,
        tracks: usize,
        starts: Vec<State>,
        outputs: Vec<Value>,
        transitions: Vec<State>,
    ) -> Result<Self, AutomatonFault> {
        let alphabet = numeration.alphabet(tracks).ok_or(AutomatonFault::Tracks(tracks))?;
        if starts.is_empty() {
            return Err(AutomatonFault::NoStart);
        }
        let expected = outputs.len() * alphabet.letters();
        if transitions.len() != expected {
            return Err(AutomatonFault::Table { found: transitions.len(), expected });
        }
        if let Some(&state) =
            starts.iter().chain(&transitions).find(|&&state| state as usize >= outputs.len())
        {
            return Err(AutomatonFault::NoSuchState(state));
        }
        let automaton = Self { numeration: numeration.clone(), alphabet, starts, outputs, transitions };
        match automaton.starts.iter().find(|&&start| automaton.next(start, 0) != start) {
            Some(&start) => Err(AutomatonFault::LeadingZeros(start)),
            None => Ok(automaton),
        }
    }

    /// The numeration whose digits the automaton reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The alphabet that the automaton reads.
    #[must_use]
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The number of tracks d: a letter has d digits.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.alphabet.tracks()
    }

    /// The number of letters: 2^d for binary digits.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.alphabet.letters()
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The start states, one for each control state.
    #[must_use]
    pub fn starts(&self) -> &[State] {
        &self.starts
    }

    /// The output of each state.
    #[must_use]
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// The whole transition table, see [`new`](Self::new).
    #[must_use]
    pub fn transitions(&self) -> &[State] {
        &self.transitions
    }

    /// The output of `state`.
    ///
    /// # Panics
    ///
    /// If the state does not exist.
    #[must_use]
    pub fn output(&self, state: State) -> Value {
        self.outputs[state as usize]
    }

    /// The successor of `state` under `letter`.
    ///
    /// # Panics
    ///
    /// If the state or the letter does not exist.
    #[must_use]
    #[inline]
    pub fn next(&self, state: State, letter: usize) -> State {
        debug_assert!(letter < self.letters());
        self.transitions[state as usize * self.letters() + letter]
    }

    /// The state after reading some letters, most significant first, from `state`.
    ///
    /// # Panics
    ///
    /// If the state or a letter does not exist.
    #[must_use]
    pub fn read(&self, state: State, letters: impl IntoIterator<Item = usize>) -> State {
        letters.into_iter().fold(state, |state, letter| self.next(state, letter))
    }

    /// The state after reading `coordinates` from the start state of `control`.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or no such control state.
    #[must_use]
    pub fn state_at_small(&self, control: usize, coordinates: &[u64]) -> State {
        assert_eq!(coordinates.len(), self.tracks(), "one coordinate for each track");
        let start = self.starts[control];
        if !self.numeration.is_binary() {
            return self.read(start, self.numeration.letters_of_small(coordinates));
        }
        // In base 2 a letter has the digit of coordinate i as its bit i.
        let bits = coordinates.iter().fold(0, |all, number| all | number);
        let (places, letters) = (u64::BITS - bits.leading_zeros(), self.letters());
        let next = |state: State, letter: usize| self.transitions[state as usize * letters + letter];
        if coordinates.len() > 8 {
            return (0..places).rev().fold(start, |state, place| {
                let digits = coordinates.iter().rev();
                let letter =
                    digits.fold(0, |letter, number| letter << 1 | usize::from(number >> place & 1 == 1));
                next(state, letter)
            });
        }
        let (mut state, mut left) = (start, places);
        while left > 0 {
            let lowest = (left - 1) / 8 * 8;
            let bytes = coordinates.iter().rev().fold(0, |all, number| all << 8 | (number >> lowest & 0xff));
            let letters = transposed(bytes);
            while left > lowest {
                left -= 1;
                state = next(state, usize::from((letters >> (8 * (left - lowest))).to_le_bytes()[0]));
            }
        }
        state
    }

    /// The output at a position of small coordinates.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or no such control state.
    #[must_use]
    pub fn evaluate_small(&self, control: usize, coordinates: &[u64]) -> Value {
        self.output(self.state_at_small(control, coordinates))
    }

    /// The output at a position of any size, in one step for each digit.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or no such control state.
    #[must_use]
    pub fn evaluate(&self, control: usize, coordinates: &[BigUint]) -> Value {
        assert_eq!(coordinates.len(), self.tracks(), "one coordinate for each track");
        self.output(self.read(self.starts[control], self.numeration.letters_of(coordinates)))
    }
}

/// The columns of eight rows of eight bits, as bytes: exchanges blocks of one, two and four bits (Warren, *Hacker's
/// Delight*, section 7-3).
fn transposed(mut bytes: u64) -> u64 {
    for (distance, block) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let differ = (bytes ^ bytes >> distance) & block;
        bytes ^= differ ^ differ << distance;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_read_alike() {
        let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]).unwrap(); // n mod 3
        for n in 0..200u64 {
            assert_eq!(u64::from(law.evaluate_small(0, &[n])), n % 3);
            assert_eq!(law.evaluate(0, &[BigUint::from(n)]), law.evaluate_small(0, &[n]));
        }
        assert_eq!(law.evaluate(0, &[BigUint::from(10u32).pow(30)]), 1);
    }

    #[test]
    fn several_digits_are_read_at_once() {
        // The state has the last letters: the value depends on all digits, and on their order.
        for tracks in [1, 2, 3, 5, 8, 9] {
            let letters = 1usize << tracks;
            let step = |state: usize, letter: usize| (31 * state + 7 * letter + state * letter % 5) % 101;
            let of = |state| (0..letters).map(move |letter| u32::try_from(step(state, letter)).unwrap());
            let transitions = (0..101).flat_map(of).collect();
            let law = DigitAutomaton::new(tracks, vec![0], (0..101).collect(), transitions).unwrap();
            for number in [0, 1, 2, 77, 255, 256, 0x1234_5678_9abc, 1 << 63, u64::MAX] {
                let number_of = |track: u32| number.rotate_left(9 * track) >> (3 * track);
                let x: Vec<u64> = (0..).take(tracks).map(number_of).collect();
                let large: Vec<BigUint> = x.iter().copied().map(BigUint::from).collect();
                assert_eq!(law.evaluate_small(0, &x), law.evaluate(0, &large), "{x:?}");
            }
        }
    }

    #[test]
    fn numbers_are_read_in_the_numeration_of_the_automaton() {
        let fibonacci = Numeration::fibonacci();
        // 1 if the word ends in 1.
        let ends = DigitAutomaton::over(&fibonacci, 1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
        let found: Vec<u64> = (0..20).filter(|&n| ends.evaluate_small(0, &[n]) == 1).collect();
        assert_eq!(found, [1, 4, 6, 9, 12, 14, 17, 19]); // OEIS A003622
        assert!((0..200u64).all(|n| ends.evaluate(0, &[n.into()]) == ends.evaluate_small(0, &[n])));
        let three = Numeration::base(3).unwrap();
        let fault = DigitAutomaton::over(&three, 1, vec![0], vec![0], vec![0, 0]).unwrap_err();
        assert_eq!(fault, AutomatonFault::Table { found: 2, expected: 3 });
    }

    #[test]
    fn leading_zeros_must_not_matter() {
        let fault = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![1, 0, 1, 1]).unwrap_err();
        assert_eq!(fault, AutomatonFault::LeadingZeros(0));
    }
}
