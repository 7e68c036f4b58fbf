//! Learning a law from exact values.
//!
//! Angluin's L* (*Learning regular sets from queries and counterexamples*, 1987)
//! with the counterexample analysis of Rivest and Schapire (1993), most
//! significant digit first, an exact table as the teacher. Values beyond what
//! the teacher may compute are wildcards: a prefix is taken for the first state
//! that agrees with it wherever both are known. What is learnt is a conjecture.

use bouton_core::{AutomatonFault, ControlState, DigitAutomaton, State, Value};
use rustc_hash::FxHashMap;

use crate::verify::SmallPosition;

/// Answers questions about exact values.
pub trait Teacher {
    /// The value at a position; `None` where it would cost too much to know.
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Option<Value>;
}

/// Why no hypothesis could be formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnLimit {
    /// More states than allowed.
    #[error("more than {0} states are needed")]
    States(usize),
    /// A prefix would need more than 60 binary digits.
    #[error("prefixes of more than 60 binary digits would be needed")]
    Digits,
    /// Time ran out.
    #[error("the time limit was reached")]
    Time,
    /// The tables do not make an automaton.
    #[error("the hypothesis is not an automaton: {0}")]
    Automaton(#[from] AutomatonFault),
}

/// A value that is not known.
const UNKNOWN: Value = Value::MAX;

/// A word of letters as numbers: its length, and the digits of each coordinate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Suffix {
    length: u32,
    digits: Vec<u64>,
}

/// The observation table of L*.
pub(crate) struct Learner {
    tracks: usize,
    controls: usize,
    suffixes: Vec<Suffix>,
    /// The values at prefix · suffix, one for each suffix asked so far.
    rows: FxHashMap<(u8, Vec<u64>), Vec<Value>>,
    access: Vec<(u8, Vec<u64>)>,
    max_states: usize,
    deadline: Option<std::time::Instant>,
}

impl Learner {
    pub(crate) fn new(
        tracks: usize,
        controls: usize,
        max_states: usize,
        deadline: Option<std::time::Instant>,
    ) -> Self {
        Self {
            tracks,
            controls,
            suffixes: vec![Suffix { length: 0, digits: vec![0; tracks] }],
            rows: FxHashMap::default(),
            access: Vec::new(),
            max_states,
            deadline,
        }
    }

    /// Forgets what was unknown, after the teacher may compute more.
    pub(crate) fn forget_unknown(&mut self) {
        self.rows.retain(|_, row| !row.contains(&UNKNOWN));
    }

    /// The hypothesis of the present table.
    pub(crate) fn hypothesis(&mut self, teacher: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit> {
        let mut states = States::default();
        let mut starts = Vec::new();
        self.access.clear();
        for control in 0..self.controls {
            let control = u8::try_from(control).unwrap_or(u8::MAX);
            starts.push(self.state_of(&mut states, (control, vec![0; self.tracks]), teacher)?);
        }
        let mut transitions: Vec<State> = Vec::new();
        let mut done = 0;
        let mut next = vec![0; self.tracks];
        while done < self.access.len() {
            if self.deadline.is_some_and(|deadline| std::time::Instant::now() > deadline) {
                return Err(LearnLimit::Time);
            }
            let (control, prefix) = self.access[done].clone();
            if prefix.iter().any(|coordinate| coordinate >> 59 != 0) {
                return Err(LearnLimit::Digits);
            }
            for letter in 0..1usize << self.tracks {
                for (track, coordinate) in next.iter_mut().enumerate() {
                    *coordinate = prefix[track] << 1 | (letter as u64 >> track & 1);
                }
                // Zero from a start state is that state itself.
                let state = match starts.iter().position(|&start| start as usize == done) {
                    Some(_) if letter == 0 && prefix.iter().all(|&coordinate| coordinate == 0) => {
                        State::try_from(done).map_err(|_| LearnLimit::States(self.max_states))?
                    }
                    _ => self.state_of(&mut states, (control, next.clone()), teacher)?,
                };
                transitions.push(state);
            }
            done += 1;
        }
        let outputs = states.rows.iter().map(|row| if row[0] == UNKNOWN { 0 } else { row[0] }).collect();
        Ok(DigitAutomaton::new(self.tracks, starts, outputs, transitions)?)
    }

    fn state_of(
        &mut self,
        states: &mut States,
        prefix: (u8, Vec<u64>),
        teacher: &mut dyn Teacher,
    ) -> Result<State, LearnLimit> {
        let row = self.rows.entry(prefix.clone()).or_default();
        for suffix in &self.suffixes[row.len()..] {
            row.push(ask(teacher, prefix.0, &prefix.1, suffix));
        }
        if let Some(state) = states.find(row) {
            return Ok(state);
        }
        let state = states.add(row.clone());
        self.access.push(prefix);
        if self.access.len() > self.max_states {
            return Err(LearnLimit::States(self.max_states));
        }
        Ok(state)
    }

    /// Adds what a position on which the hypothesis is wrong has to teach.
    /// Returns whether the table has grown.
    pub(crate) fn refine(
        &mut self,
        hypothesis: &DigitAutomaton,
        position: &SmallPosition,
        teacher: &mut dyn Teacher,
    ) -> bool {
        let (coordinates, control) = position;
        let bits = coordinates.iter().fold(0, |all, coordinate| all | coordinate);
        let length = u64::BITS - bits.leading_zeros();
        // value of (access word of the state after i letters) · (the rest).
        let mut state = hypothesis.starts()[control.index()];
        let mut previous: Option<Value> = None;
        let mut states = vec![state];
        for place in (0..length).rev() {
            let letter = coordinates
                .iter()
                .enumerate()
                .fold(0, |l, (track, c)| l | usize::from(c >> place & 1 == 1) << track);
            state = hypothesis.next(state, letter);
            states.push(state);
        }
        for (read, &state) in (0u32..).zip(&states) {
            let rest = length - read;
            let suffix = Suffix {
                length: rest,
                digits: coordinates
                    .iter()
                    .map(|c| if rest == 0 { 0 } else { c & (u64::MAX >> (64 - rest)) })
                    .collect(),
            };
            let (control, access) = self.access[state as usize].clone();
            let value = ask(teacher, control, &access, &suffix);
            if value == UNKNOWN {
                previous = None;
                continue;
            }
            if previous.is_some_and(|previous| previous != value) && !self.suffixes.contains(&suffix) {
                self.suffixes.push(suffix);
                return true;
            }
            previous = Some(value);
        }
        // Something was unknown on the way: every suffix may be the one that tells.
        let mut grown = false;
        for rest in 1..length {
            let digits: Vec<u64> = coordinates.iter().map(|c| c & (u64::MAX >> (64 - rest))).collect();
            let suffix = Suffix { length: rest, digits };
            if !self.suffixes.contains(&suffix) {
                self.suffixes.push(suffix);
                grown = true;
            }
        }
        grown
    }
}

fn ask(teacher: &mut dyn Teacher, control: u8, prefix: &[u64], suffix: &Suffix) -> Value {
    let mut position = Vec::with_capacity(prefix.len());
    for (&high, &low) in prefix.iter().zip(&suffix.digits) {
        if high != 0 && high.leading_zeros() <= suffix.length + 1 {
            return UNKNOWN;
        }
        position.push(if suffix.length >= 64 { low } else { high << suffix.length | low });
    }
    teacher.value(&position, ControlState(control)).unwrap_or(UNKNOWN)
}

/// The states found so far, by row.
#[derive(Default)]
struct States {
    rows: Vec<Vec<Value>>,
    exact: FxHashMap<Vec<Value>, State>,
    some_unknown: bool,
}

impl States {
    fn find(&self, row: &[Value]) -> Option<State> {
        if let Some(&state) = self.exact.get(row) {
            return Some(state);
        }
        if !self.some_unknown && !row.contains(&UNKNOWN) {
            return None;
        }
        let agrees =
            |known: &[Value]| known.iter().zip(row).all(|(&a, &b)| a == b || a == UNKNOWN || b == UNKNOWN);
        let shared =
            |known: &[Value]| known.iter().zip(row).filter(|&(&a, &b)| a == b && a != UNKNOWN).count();
        (0u32..)
            .zip(&self.rows)
            .filter(|(_, known)| agrees(known))
            .max_by_key(|(state, known)| (shared(known), std::cmp::Reverse(*state)))
            .map(|(state, _)| state)
    }

    #[expect(clippy::cast_possible_truncation, reason = "bounded by the limit on states")]
    fn add(&mut self, row: Vec<Value>) -> State {
        let state = self.rows.len() as State;
        self.some_unknown |= row.contains(&UNKNOWN);
        self.exact.insert(row.clone(), state);
        self.rows.push(row);
        state
    }
}
