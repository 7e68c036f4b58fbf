//! Laws: the value of every position, as an automaton over digits.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::{
    ControlState, DigitAutomaton, LimitReached, NoGrundyValues, Numeration, Outcome, Ruleset, State,
    Valuation, Value, Watch, WordState,
};

/// The value of every position of a game, of any size. An automaton reads the digits of all
/// coordinates in step; its output is the value.
///
/// A law is a statement. Only a proof shows that it is true of a game.
///
/// ```
/// use bouton_core::{ControlState, DigitAutomaton, Law, Outcome, Valuation};
/// use num_bigint::BigUint;
///
/// // Take one or two from a heap: P exactly when 3 divides it.
/// let automaton = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2]).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, automaton);
/// let heap = BigUint::from(10u32).pow(30);
/// assert_eq!(law.outcome(ControlState(0), &[heap]), Outcome::N);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Law {
    /// The valuation that the outputs of the automaton belong to.
    pub valuation: Valuation,
    /// Whether the last track is a Nim heap that was added to the game. Then the valuation is the
    /// outcome under normal play, and the Grundy value of x is the h for which the output at (x, h)
    /// is P (Sprague, 1935; Grundy, 1939).
    pub nim_heap: bool,
    /// One track for each coordinate, and one for the Nim heap if there is one;
    /// one start state for each control state.
    pub automaton: DigitAutomaton,
}

/// The reason why a law cannot be a law of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawFault {
    /// The number of tracks is wrong.
    #[error(
        "the law reads {found} numbers, expected {expected}: one for each heap or counter, and one for a Nim heap"
    )]
    Tracks {
        /// The number of tracks found.
        found: usize,
        /// The number of tracks expected.
        expected: usize,
    },
    /// The number of start states is wrong.
    #[error("the law has {found} start states, expected {expected}: one for each control state")]
    Starts {
        /// The number of start states found.
        found: usize,
        /// The number of start states expected.
        expected: usize,
    },
    /// A Nim heap requires outcomes of normal play.
    #[error("a law with a Nim heap is about outcomes of normal play")]
    NimHeap,
    /// The law gives Grundy values, but the game does not have them.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// An output is not a value.
    #[error("the output {0} is not a value of the valuation")]
    Output(Value),
}

impl Law {
    /// Creates a law whose automaton has values of `valuation` as outputs.
    #[must_use]
    pub fn new(valuation: Valuation, automaton: DigitAutomaton) -> Self {
        Self { valuation, nim_heap: false, automaton }
    }

    /// Creates a law of Grundy values whose automaton reads the digits of the coordinates and of a
    /// Nim heap, and whose output is the outcome under normal play.
    #[must_use]
    pub fn with_nim_heap(automaton: DigitAutomaton) -> Self {
        Self { nim_heap: true, ..Self::new(Valuation::NormalOutcome, automaton) }
    }

    /// The numeration that the automaton reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        self.automaton.numeration()
    }

    /// The number of coordinates of a position.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.automaton.tracks() - usize::from(self.nim_heap)
    }

    /// Whether the values are Grundy values.
    #[must_use]
    pub fn is_grundy(&self) -> bool {
        self.nim_heap || self.valuation == Valuation::Grundy
    }

    /// Checks that the law is of a kind that a game with these rules can have.
    ///
    /// # Errors
    ///
    /// The first fault found, see [`LawFault`].
    pub fn fits(&self, ruleset: &Ruleset) -> Result<(), LawFault> {
        let automaton = &self.automaton;
        let tracks = ruleset.dimension() + usize::from(self.nim_heap);
        if automaton.tracks() != tracks {
            return Err(LawFault::Tracks { found: automaton.tracks(), expected: tracks });
        }
        let controls = ruleset.controls().len();
        if automaton.starts().len() != controls {
            return Err(LawFault::Starts { found: automaton.starts().len(), expected: controls });
        }
        if self.nim_heap && self.valuation != Valuation::NormalOutcome {
            return Err(LawFault::NimHeap);
        }
        if self.is_grundy() {
            ruleset.sprague_grundy()?;
        }
        // Grundy values and remoteness have no largest one.
        let is_value = |output: &Value| self.valuation.value_count().is_none_or(|count| *output < count);
        match automaton.outputs().iter().find(|output| !is_value(output)) {
            Some(&output) => Err(LawFault::Output(output)),
            None => Ok(()),
        }
    }

    /// The state of the automaton after reading all of `numbers` from the start of `control`.
    ///
    /// # Panics
    ///
    /// If there is not one number for each track, or no such control state.
    #[must_use]
    pub fn state_at(&self, control: ControlState, numbers: &[BigUint]) -> State {
        // Without a watch there is no limit.
        self.state_under(control, numbers, None).unwrap_or_default()
    }

    fn state_under(
        &self,
        control: ControlState,
        numbers: &[BigUint],
        watch: Option<&Watch>,
    ) -> Result<State, LimitReached> {
        assert_eq!(numbers.len(), self.automaton.tracks(), "one number for each track");
        let start = self.automaton.starts()[control.index()];
        Ok(self.automaton.read(start, self.numeration().letters_under(numbers, watch)?))
    }

    /// The value of a position: an outcome by its number (without the refinement of misère play), a
    /// Grundy value or a remoteness. `None` if the automaton, read with a Nim heap, has the output
    /// P for no heap: then the law is not true of any game.
    ///
    /// The time is linear in the digits of base 2, and in their square in other numerations.
    ///
    /// # Panics
    ///
    /// If the position has the wrong number of coordinates or no such control state.
    #[must_use]
    pub fn value(&self, control: ControlState, coordinates: &[BigUint]) -> Option<BigUint> {
        // Without a watch there is no limit.
        self.value_under(control, coordinates, None).unwrap_or_default()
    }

    /// Returns the value of a position as [`value`](Self::value) does, under a watch.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    pub fn value_within(
        &self,
        control: ControlState,
        coordinates: &[BigUint],
        watch: &Watch,
    ) -> Result<Option<BigUint>, LimitReached> {
        self.value_under(control, coordinates, Some(watch))
    }

    fn value_under(
        &self,
        control: ControlState,
        coordinates: &[BigUint],
        watch: Option<&Watch>,
    ) -> Result<Option<BigUint>, LimitReached> {
        if self.nim_heap {
            return self.heap_for_p(control, coordinates, watch);
        }
        let output = self.automaton.output(self.state_under(control, coordinates, watch)?);
        Ok(Some(BigUint::from(self.valuation.coarse(output))))
    }

    /// The outcome of a position.
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    #[must_use]
    pub fn outcome(&self, control: ControlState, coordinates: &[BigUint]) -> Outcome {
        self.outcome_at(self.state_at(control, &self.with_no_nim_heap(coordinates)))
    }

    /// Returns the outcome of a position, under a watch.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    pub fn outcome_within(
        &self,
        control: ControlState,
        coordinates: &[BigUint],
        watch: &Watch,
    ) -> Result<Outcome, LimitReached> {
        let numbers = self.with_no_nim_heap(coordinates);
        Ok(self.outcome_at(self.state_under(control, &numbers, Some(watch))?))
    }

    /// The numbers that the automaton reads for a position: 0 for the Nim heap, if there is one.
    fn with_no_nim_heap(&self, coordinates: &[BigUint]) -> Vec<BigUint> {
        let mut numbers = coordinates.to_vec();
        numbers.extend(self.nim_heap.then_some(BigUint::ZERO));
        numbers
    }

    /// The outcome of the positions whose digits lead to `state`. Where there is a Nim heap, its
    /// digits are included.
    ///
    /// # Panics
    ///
    /// If the state does not exist.
    #[must_use]
    pub fn outcome_at(&self, state: State) -> Outcome {
        self.valuation.outcome_of(self.automaton.output(state))
    }

    /// Returns the h for which (x, h) is a P-position.
    ///
    /// The automaton is run with every choice of the digits of h at once. Of two paths into one
    /// state only one is stored: if both could be completed, there would be two such h.
    fn heap_for_p(
        &self,
        control: ControlState,
        coordinates: &[BigUint],
        watch: Option<&Watch>,
    ) -> Result<Option<BigUint>, LimitReached> {
        assert_eq!(coordinates.len(), self.dimension(), "one coordinate for each track");
        let (automaton, numeration) = (&self.automaton, self.numeration());
        let alphabet = automaton.alphabet();
        let weight = alphabet.letters() / alphabet.digits();
        // The states after one more letter of x, with each digit by which h may continue.
        let after = |(state, word): Reading, letter: usize| {
            (0..=numeration.largest_digit()).filter_map(move |digit| {
                let word = numeration.follow(word, digit)?;
                Some(((automaton.next(state, letter + weight * usize::from(digit)), word), digit))
            })
        };
        // The digits of h before those of x: for each state the first path to it. A path that meets
        // a state twice could be made arbitrarily long.
        let start = (automaton.starts()[control.index()], 0);
        let mut before: BTreeMap<Reading, (Reading, u8)> = BTreeMap::new();
        let mut queue = vec![start];
        let mut done = 0;
        while done < queue.len() {
            for (next, digit) in after(queue[done], 0) {
                if next != start && !before.contains_key(&next) {
                    before.insert(next, (queue[done], digit));
                    queue.push(next);
                }
            }
            done += 1;
        }
        // The digits of h beside those of x: one layer for each place.
        let mut layers: Vec<BTreeMap<Reading, (Reading, u8)>> = Vec::new();
        let mut held = watch.map(Watch::hold_none);
        queue.sort_unstable();
        for letter in numeration.letters_under(coordinates, watch)? {
            if let (Some(watch), Some(held)) = (watch, &mut held) {
                watch.spend(1 + queue.len() as u64)?;
                held.grow(LAYER_BYTES + READING_BYTES * queue.len() as u64)?;
            }
            let mut layer = BTreeMap::new();
            for &state in &queue {
                for (next, digit) in after(state, letter) {
                    layer.entry(next).or_insert((state, digit));
                }
            }
            queue = layer.keys().copied().collect();
            layers.push(layer);
        }
        let lost = queue.into_iter().find(|&(state, _)| automaton.output(state) == 0);
        let Some(mut state) = lost else { return Ok(None) };
        let mut word = Vec::new();
        while let Some(layer) = layers.pop() {
            let (from, digit) = layer[&state];
            word.push(digit);
            state = from;
        }
        while state != start {
            let (from, digit) = before[&state];
            word.push(digit);
            state = from;
        }
        numeration.number_under(word.into_iter().rev(), watch)
    }
}

/// The approximate bytes of a layer, and of each reading in it.
const LAYER_BYTES: u64 = 256;
const READING_BYTES: u64 = 32;

/// A state of a law, and a state of the automaton of words.
type Reading = (State, WordState);

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of Nim with one heap and an added Nim heap: P if both are equal.
    fn nim() -> Law {
        Law::with_nim_heap(DigitAutomaton::new(2, vec![0], vec![0, 1], vec![0, 1, 1, 0, 1, 1, 1, 1]).unwrap())
    }

    #[test]
    fn grundy_values_are_read_off_the_nim_heap() {
        let law = nim();
        for heap in [BigUint::ZERO, BigUint::from(5u32), BigUint::from(7u32).pow(50)] {
            assert_eq!(law.value(ControlState(0), std::slice::from_ref(&heap)), Some(heap.clone()));
            let lost = law.outcome(ControlState(0), std::slice::from_ref(&heap)).is_lost();
            assert_eq!(lost, heap == BigUint::ZERO);
        }
        assert!(law.is_grundy() && law.dimension() == 1);
    }

    /// g(n) = 8 n + 5 has more digits than n.
    #[test]
    fn grundy_values_may_be_longer_than_the_position() {
        // The automaton carries h - 8 n along, cut off at ±9: 2 e + digit - 8 digit of n.
        let carried: Vec<i64> = (-9..=9).collect();
        let number = |e: i64| u32::try_from(e.clamp(-9, 9) + 9).unwrap();
        let transitions = carried
            .iter()
            .flat_map(|e| (0..4).map(move |letter| number(2 * e + (letter >> 1) - 8 * (letter & 1))))
            .collect();
        let outputs = carried.iter().map(|&e| Value::from(e != 5)).collect();
        let automaton = DigitAutomaton::new(2, vec![number(0)], outputs, transitions).unwrap();
        let law = Law::with_nim_heap(automaton);
        for n in 0u32..200 {
            assert_eq!(law.value(ControlState(0), &[n.into()]), Some((8 * n + 5).into()), "{n}");
        }
    }

    /// The law of Nim with one heap in the digits of Zeckendorf: sequences that are not words have
    /// the output P and must not be found.
    #[test]
    fn grundy_values_are_words_of_the_numeration() {
        let fibonacci = Numeration::fibonacci();
        // (a, b) with equal digits so far; unequal ones; not a word, reached from a digit 1 of b
        // after a digit 1.
        let mut next = vec![0, 2, 2, 1];
        next.extend([0, 2, 3, 3]);
        next.extend([2, 2, 2, 2]);
        next.extend([3; 4]);
        let automaton = DigitAutomaton::over(&fibonacci, 2, vec![0], vec![0, 0, 1, 0], next).unwrap();
        let law = Law::with_nim_heap(automaton);
        for n in 0u32..100 {
            assert_eq!(law.value(ControlState(0), &[n.into()]), Some(n.into()));
        }
    }

    #[test]
    fn a_law_without_p_positions_has_no_grundy_values() {
        let law = Law::with_nim_heap(DigitAutomaton::new(2, vec![0], vec![1], vec![0; 4]).unwrap());
        assert_eq!(law.value(ControlState(0), &[3u32.into()]), None);
    }

    #[test]
    fn misfits_are_named() {
        let ruleset = Ruleset::new(crate::RulesetParts {
            name: String::new(),
            text: String::new(),
            space: crate::Space::Heaps,
            coordinates: vec!["h1".into()],
            controls: vec![String::new()],
            turns: None,
            interchangeable: true,
            weights: vec![1],
            order: None,
            exists: crate::Formula::True,
            stop: crate::Formula::False,
            moves: vec![],
            convention: crate::Convention::Normal,
        })
        .unwrap();
        let law = nim();
        assert_eq!(law.fits(&ruleset), Ok(()));
        let without = Law { nim_heap: false, ..law.clone() };
        assert_eq!(without.fits(&ruleset), Err(LawFault::Tracks { found: 2, expected: 1 }));
        let coalition = Law { valuation: Valuation::Coalition, ..law.clone() };
        assert_eq!(coalition.fits(&ruleset), Err(LawFault::NimHeap));
        let automaton = DigitAutomaton::new(1, vec![0, 0], vec![2], vec![0, 0]).unwrap();
        let two = Law::new(Valuation::NormalOutcome, automaton);
        assert_eq!(two.fits(&ruleset), Err(LawFault::Starts { found: 2, expected: 1 }));
        let automaton = DigitAutomaton::new(1, vec![0], vec![2], vec![0, 0]).unwrap();
        assert_eq!(Law::new(Valuation::NormalOutcome, automaton).fits(&ruleset), Err(LawFault::Output(2)));
    }
}
