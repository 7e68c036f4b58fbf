//! Learning a law from exact values.
//!
//! Angluin's L* (*Learning regular sets from queries and counterexamples*, 1987) with the
//! counterexample analysis of Rivest and Schapire (1993), most significant digit first, with an
//! exact table as the teacher. Values beyond the teacher's limits are wildcards: a prefix is
//! identified with the first state that agrees with it wherever both are known. The result is a
//! conjecture.
//!
//! A position that does not exist has a value of its own here, so that the function learnt has just one
//! minimal automaton. In the hypothesis its value is free, and states that agree at the positions that
//! exist are merged ([`merge`]).

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    io::{self, Read, Write},
};

use bouton_core::{
    AutomatonFault, ControlState, DigitAutomaton, LimitReached, MemoryShare, Numeration, State, Value, Watch,
    limits::map_bytes,
};
use rustc_hash::FxHashMap;

use bouton_automata::WordReader;

use crate::verify::SmallPosition;

mod begin;
mod merge;
mod orbits;
mod saved;
mod states;

pub(crate) use merge::without_free;
use orbits::Orbits;
use states::States;

/// Answers questions about exact values.
///
/// ```
/// use bouton_core::{ControlState, LimitReached, Value};
/// use bouton_prove::Teacher;
///
/// /// Knows that a heap is lost exactly if 3 divides it.
/// struct Thirds;
///
/// impl Teacher for Thirds {
///     fn value(&mut self, heaps: &[u64], _: ControlState) -> Result<Option<Value>, LimitReached> {
///         Ok(Some(Value::from(heaps[0] % 3 != 0)))
///     }
/// }
///
/// assert_eq!(Thirds.value(&[6], ControlState(0)), Ok(Some(0)));
/// ```
pub trait Teacher {
    /// The value at a position; `None` where computing it would cost too much.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends the search.
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Option<Value>, LimitReached>;

    /// Appends the values at several positions to `into`, in order; their coordinates follow each
    /// other in `coordinates`. The result is that of one call of [`value`](Self::value) for each.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    ///
    /// # Panics
    ///
    /// If the length of `coordinates` is not a multiple of the game's dimension.
    fn values(
        &mut self,
        coordinates: &[u64],
        positions: usize,
        control: ControlState,
        into: &mut Vec<Option<Value>>,
    ) -> Result<(), LimitReached> {
        let Some(dimension) = coordinates.len().checked_div(positions) else { return Ok(()) };
        for place in 0..positions {
            into.push(self.value(&coordinates[place * dimension..(place + 1) * dimension], control)?);
        }
        Ok(())
    }
}

/// Forms hypotheses from a teacher's answers.
pub(crate) trait Student {
    /// Returns a hypothesis that fits all answers.
    fn hypothesis(&mut self, teacher: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit>;

    /// Learns from a position on which the last hypothesis is wrong. Returns whether there is more
    /// to ask now.
    fn refine(&mut self, position: &SmallPosition, teacher: &mut dyn Teacher) -> Result<bool, LimitReached>;

    /// Allows unknown values to be asked again, after the teacher's limits have grown.
    fn ask_again(&mut self);

    /// Writes the learnt table.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Loads a table that a student of the same question has saved.
    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// Has a single hypothesis, and learns nothing.
pub(crate) struct Known(pub(crate) Option<DigitAutomaton>);

impl Student for Known {
    fn hypothesis(&mut self, _: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit> {
        self.0.take().ok_or(LearnLimit::States(0))
    }

    fn refine(&mut self, _: &SmallPosition, _: &mut dyn Teacher) -> Result<bool, LimitReached> {
        Ok(false)
    }

    fn ask_again(&mut self) {}

    fn save(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn restore(&mut self, _: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// The reason why no hypothesis could be formed.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, LearnLimit, NoLaw, NumerationChoice, ProveOptions, prove};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..9 from 1 heap").unwrap().ruleset().unwrap();
/// let numeration: NumerationChoice = "2".parse().unwrap();
/// let options = ProveOptions { states: 4, numeration, ..ProveOptions::default() };
/// let no_law = prove(&game, Goal::Outcome, &options, &Watch::unlimited()).unwrap_err();
/// assert!(matches!(no_law, NoLaw::Learn(LearnLimit::States(4)))); // five states are needed
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnLimit {
    /// More states than allowed.
    #[error("more than {} needed", if *.0 == 1 { "1 state is".to_owned() } else { format!("{} states are", .0) })]
    States(usize),
    /// A prefix would be too long.
    #[error("prefixes of numbers of 2^60 or more would be needed")]
    Digits,
    /// Time, memory or work.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The tables do not make an automaton.
    #[error("the hypothesis is not an automaton: {0}")]
    Automaton(#[from] AutomatonFault),
}

/// The bound of prefixes, which leaves space for digits to follow.
const PREFIXES_END: u64 = 1 << 60;
/// The bound of the coordinates of positions given to the teacher.
const POSITIONS_END: u64 = 1 << 62;

/// A value that is not known.
const UNKNOWN: Value = Value::MAX;
/// Marks, instead of a value, that prefix and suffix are not a word.
const NO_WORD: Value = Value::MAX - 1;
/// The value of a position that does not exist.
pub(crate) const FREE: Value = Value::MAX - 2;

/// A word of letters as numbers: its length, and the digits of each coordinate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Suffix {
    length: u32,
    digits: Vec<u64>,
}

/// The values after one prefix.
#[derive(Default)]
struct Row {
    /// One for each suffix asked so far.
    values: Vec<Value>,
    /// The indices of the unknown values.
    unknown: Vec<u32>,
    /// The generation in which they were asked.
    generation: u32,
}

/// The observation table of L*.
pub(crate) struct Learner {
    numeration: Numeration,
    words: WordReader,
    tracks: usize,
    orbits: Orbits,
    /// The weight of an object in each coordinate: light positions are known first. With zeros,
    /// short words come first.
    weights: Vec<u64>,
    controls: usize,
    suffixes: Vec<Suffix>,
    /// The values at prefix · suffix.
    rows: FxHashMap<(u8, Vec<u64>), Row>,
    /// The number of times that the teacher's limits have grown.
    generation: u32,
    access: Vec<(u8, Vec<u64>)>,
    /// The last hypothesis.
    last: Option<DigitAutomaton>,
    max_states: usize,
    watch: Watch,
    /// The memory of the table.
    held: MemoryShare,
    questions: Questions,
}

impl Student for Learner {
    fn hypothesis(&mut self, teacher: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit> {
        let hypothesis = self.form(teacher)?;
        self.last = Some(hypothesis.clone());
        if hypothesis.outputs().contains(&FREE) {
            // A permutation may not act on merged states as it acts on the values.
            let alike = !self.orbits.is_full();
            return Ok(merge::without_free(&hypothesis, alike, &self.watch)?);
        }
        Ok(hypothesis)
    }

    fn refine(&mut self, position: &SmallPosition, teacher: &mut dyn Teacher) -> Result<bool, LimitReached> {
        let Some(hypothesis) = self.last.take() else { return Ok(false) };
        let grown = self.take_in(&hypothesis, position, teacher);
        self.last = Some(hypothesis);
        grown
    }

    fn ask_again(&mut self) {
        self.generation += 1;
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write(to)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.read(from)
    }
}

impl Learner {
    pub(crate) fn new(
        numeration: &Numeration,
        weights: &[u64],
        controls: usize,
        max_states: usize,
        watch: &Watch,
    ) -> Self {
        let tracks = weights.len();
        Self {
            numeration: numeration.clone(),
            words: WordReader::new(numeration, tracks),
            tracks,
            orbits: Orbits::default(),
            weights: weights.to_vec(),
            controls,
            suffixes: vec![Suffix { length: 0, digits: vec![0; tracks] }],
            rows: FxHashMap::default(),
            generation: 0,
            access: Vec::new(),
            last: None,
            max_states,
            watch: watch.clone(),
            held: watch.hold_none(),
            questions: Questions::default(),
        }
    }

    /// The same learner for values that do not change when coordinates are exchanged with the next ones where
    /// they `may` be. Then only the rows of sorted prefixes are asked for, and those of access words with
    /// neighbours exchanged.
    pub(crate) fn with_exchanges(mut self, may: Vec<bool>) -> Self {
        self.orbits = Orbits::of(may);
        self
    }

    /// The same learner, which asks from the beginning what distinguishes the states of a law in the same
    /// digits: that of a part of the positions, or of a similar game.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends the search.
    pub(crate) fn beginning_with(
        mut self,
        law: &DigitAutomaton,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let fits = law.numeration().is_binary()
            && self.numeration.is_binary()
            && (law.tracks(), law.starts().len()) == (self.tracks, self.controls);
        if fits {
            self.suffixes = begin::distinguishing(law, watch)?;
        }
        Ok(self)
    }

    /// Asks all open questions, and forms the hypothesis of the table.
    fn form(&mut self, teacher: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit> {
        let mut states = States::default();
        self.orbits.clear();
        let mut starts = Vec::new();
        self.access.clear();
        for control in (0..=u8::MAX).take(self.controls) {
            starts.push(self.state_of(&mut states, (control, vec![0; self.tracks]), teacher)?);
        }
        let alphabet = self.numeration.alphabet(self.tracks).ok_or(AutomatonFault::Tracks(self.tracks))?;
        let letters = alphabet.letters();
        let mut transitions: Vec<State> = Vec::new();
        // Light prefixes first: a state's access word is the lightest that leads there, and more of
        // its values are within the teacher's limits.
        let mut waiting = BinaryHeap::new();
        let mut expanded = 0;
        loop {
            while expanded < self.access.len() {
                self.put_extensions(expanded, letters, &starts, &mut waiting)?;
                transitions.resize((expanded + 1) * letters, NO_STATE);
                if starts.iter().any(|&start| start as usize == expanded) {
                    // Zero from a start state is that state itself.
                    transitions[expanded * letters] =
                        State::try_from(expanded).map_err(|_| LearnLimit::States(self.max_states))?;
                }
                expanded += 1;
            }
            let Some(Reverse((_, from, letter))) = waiting.pop() else { break };
            let word = self.extension(from, letter)?;
            let state = self.state_by_order(&mut states, word, teacher)?;
            transitions[from * letters + letter] = state;
        }
        let output = |row: &[Value]| if row[0] == UNKNOWN { 0 } else { row[0] };
        let mut outputs: Vec<Value> = states.rows.iter().map(|(_, row)| output(row)).collect();
        if transitions.contains(&NO_STATE) {
            // Sequences that are not words stay so; their output has no meaning.
            let none = State::try_from(outputs.len()).map_err(|_| LearnLimit::States(self.max_states))?;
            transitions.resize(transitions.len() + letters, none);
            transitions.iter_mut().filter(|next| **next == NO_STATE).for_each(|next| *next = none);
            outputs.push(outputs[starts[0] as usize]);
        }
        Ok(DigitAutomaton::over(&self.numeration, self.tracks, starts, outputs, transitions)?)
    }

    /// Adds to the queue the words that are one letter longer than an access word.
    fn put_extensions(
        &self,
        state: usize,
        letters: usize,
        starts: &[State],
        waiting: &mut BinaryHeap<Reverse<(u128, usize, usize)>>,
    ) -> Result<(), LearnLimit> {
        let first = usize::from(starts.iter().any(|&start| start as usize == state));
        let read = self.words.after(&self.access[state].1);
        for letter in first..letters {
            if self.words.follow(read, letter).is_none() {
                continue;
            }
            let (_, word) = self.extension(state, letter)?;
            let weight = word.iter().zip(&self.weights).map(|(&x, &w)| u128::from(x) * u128::from(w)).sum();
            waiting.push(Reverse((weight, state, letter)));
        }
        Ok(())
    }

    /// The access word of a state, extended by one letter.
    fn extension(&self, state: usize, letter: usize) -> Result<(u8, Vec<u64>), LearnLimit> {
        let (control, prefix) = &self.access[state];
        let word = self.numeration.append_letter(prefix, letter).ok_or(LearnLimit::Digits)?;
        if word.iter().any(|&number| number >= PREFIXES_END) {
            return Err(LearnLimit::Digits);
        }
        Ok((*control, word))
    }

    fn state_of(
        &mut self,
        states: &mut States,
        prefix: (u8, Vec<u64>),
        teacher: &mut dyn Teacher,
    ) -> Result<State, LearnLimit> {
        self.watch.spend(1 + self.suffixes.len() as u64 / 8)?;
        let capacity = self.rows.capacity();
        if capacity == self.rows.len() && !self.rows.contains_key(&prefix) {
            self.rows.reserve(1);
            let grown = self.rows.capacity() - capacity;
            self.held.grow(map_bytes(grown, size_of::<((u8, Vec<u64>), Row)>()))?;
        }
        let row = self.rows.entry(prefix.clone()).or_default();
        let known = row.values.len();
        let news = self.suffixes.len() - known;
        // Values, possibly as many indices of unknown ones, and the prefix once.
        let once = if known == 0 { 48 + 8 * self.tracks as u64 } else { 0 };
        self.held.grow(once + 6 * news as u64)?;
        let again = row.generation < self.generation;
        if again || news > 0 {
            let questions = &mut self.questions;
            questions.clear();
            if again {
                for &number in &row.unknown {
                    questions.put(&self.numeration, &prefix.1, &self.suffixes, number);
                }
            }
            for (number, _) in (0u32..).zip(&self.suffixes).skip(known) {
                questions.put(&self.numeration, &prefix.1, &self.suffixes, number);
            }
            // If a limit ends this, everything is asked again later.
            questions.ask(teacher, ControlState(prefix.0))?;
            row.values.resize(self.suffixes.len(), UNKNOWN);
            if again {
                row.unknown.clear();
            }
            for &(number, value) in &questions.answers {
                row.values[number as usize] = value;
                if value == UNKNOWN {
                    row.unknown.push(number);
                }
            }
            row.generation = self.generation;
        }
        let read = self.words.after(&prefix.1);
        self.watch.spend(states.cost(&row.values))?;
        if let Some(state) = states.find(read, &row.values) {
            return Ok(state);
        }
        let state = states.add(read, row.values.clone());
        self.access.push(prefix);
        if self.access.len() > self.max_states {
            return Err(LearnLimit::States(self.max_states));
        }
        Ok(state)
    }

    /// Learns from a position on which the hypothesis is wrong. Returns whether the table has
    /// grown.
    fn take_in(
        &mut self,
        hypothesis: &DigitAutomaton,
        position: &SmallPosition,
        teacher: &mut dyn Teacher,
    ) -> Result<bool, LimitReached> {
        let (coordinates, control) = position;
        let numeration = &self.numeration;
        let length = coordinates.iter().map(|&number| numeration.places_small(number)).max().unwrap_or(0);
        let ending = |places: u32| Suffix {
            length: places,
            digits: coordinates.iter().map(|&number| numeration.ending(number, places)).collect(),
        };
        // Compares the values of (access word of the state after some letters) · (the rest), from
        // one number of letters to the next.
        let mut state = hypothesis.starts()[control.index()];
        // Before anything is read: two control states may have been identified.
        let mut previous = teacher.value(coordinates, *control)?;
        let mut found = None;
        let mut steps = vec![(state, ending(length))];
        for (read, letter) in (1u32..).zip(numeration.letters_of_small(coordinates)) {
            let suffix = ending(length - read);
            steps.extend(self.steps_of_order(state, letter, &suffix));
            state = hypothesis.next(state, letter);
            steps.push((state, suffix));
        }
        // Suffixes with unknown values since the last known one, and the last of those lists after
        // which the value differs from that before it.
        let (mut known, mut unknown, mut between) = (previous, Vec::new(), Vec::new());
        let mut some_free = false;
        for (state, suffix) in steps {
            let (control, access) = self.access[state as usize].clone();
            let value = ask(&self.numeration, teacher, control, &access, &suffix)?;
            if value == UNKNOWN {
                previous = None;
                unknown.push(suffix);
                continue;
            }
            some_free |= value == FREE;
            if known.is_some_and(|known| known != value) && !unknown.is_empty() {
                between = std::mem::take(&mut unknown);
                between.push(suffix.clone());
            }
            unknown.clear();
            known = Some(value);
            if previous.is_some_and(|previous| previous != value) && !self.suffixes.contains(&suffix) {
                found = Some(suffix);
            }
            previous = Some(value);
        }
        if let Some(suffix) = found {
            self.suffixes.push(suffix);
            return Ok(true);
        }
        let mut grown = false;
        if some_free {
            // Long suffixes lead beyond the table, so only those that may be the distinguishing one.
            for suffix in between {
                if !self.suffixes.contains(&suffix) {
                    self.suffixes.push(suffix);
                    grown = true;
                }
            }
            if grown {
                return Ok(true);
            }
        }
        // Some value was unknown on the way: any suffix may be the distinguishing one.
        for rest in 1..length {
            let suffix = ending(rest);
            if !self.suffixes.contains(&suffix) {
                self.suffixes.push(suffix);
                grown = true;
            }
        }
        Ok(grown)
    }
}

/// The value at prefix · suffix.
fn ask(
    numeration: &Numeration,
    teacher: &mut dyn Teacher,
    control: u8,
    prefix: &[u64],
    suffix: &Suffix,
) -> Result<Value, LimitReached> {
    let mut question = Questions::default();
    question.put(numeration, prefix, std::slice::from_ref(suffix), 0);
    question.ask(teacher, ControlState(control))?;
    Ok(question.answers.first().map_or(UNKNOWN, |&(_, value)| value))
}

/// Questions about one prefix, with buffers reused for all prefixes.
#[derive(Default)]
struct Questions {
    /// The number of each suffix with its value.
    answers: Vec<(u32, Value)>,
    /// The answers that the teacher is to give, and the positions, one after the other.
    asked: Vec<usize>,
    coordinates: Vec<u64>,
    found: Vec<Option<Value>>,
}

impl Questions {
    fn clear(&mut self) {
        self.answers.clear();
        self.asked.clear();
        self.coordinates.clear();
    }

    /// Adds the question for the value at prefix · suffix.
    fn put(&mut self, numeration: &Numeration, prefix: &[u64], suffixes: &[Suffix], number: u32) {
        let suffix = &suffixes[number as usize];
        let both = || prefix.iter().zip(&suffix.digits);
        // In base 2 every word can be followed by every other.
        if let (true, Some(room)) = (numeration.is_binary(), POSITIONS_END.checked_shr(suffix.length))
            && prefix.iter().all(|&high| high < room)
        {
            self.coordinates.extend(both().map(|(&high, &low)| high << suffix.length | low));
            self.asked.push(self.answers.len());
            self.answers.push((number, UNKNOWN));
            return;
        }
        if !both().all(|(&high, &low)| numeration.can_join(high, low, suffix.length)) {
            self.answers.push((number, NO_WORD));
            return;
        }
        let before = self.coordinates.len();
        for (&high, &low) in both() {
            match numeration.join(high, low, suffix.length).filter(|&n| n < POSITIONS_END) {
                Some(number) => self.coordinates.push(number),
                None => {
                    self.coordinates.truncate(before);
                    self.answers.push((number, UNKNOWN));
                    return;
                }
            }
        }
        self.asked.push(self.answers.len());
        self.answers.push((number, UNKNOWN));
    }

    /// Gets the answers of the teacher.
    fn ask(&mut self, teacher: &mut dyn Teacher, control: ControlState) -> Result<(), LimitReached> {
        self.found.clear();
        teacher.values(&self.coordinates, self.asked.len(), control, &mut self.found)?;
        for (&place, found) in self.asked.iter().zip(&self.found) {
            self.answers[place].1 = found.unwrap_or(UNKNOWN);
        }
        Ok(())
    }
}

/// A successor that was not requested: no word begins with the letter.
const NO_STATE: State = State::MAX;
