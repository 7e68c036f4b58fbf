//! Relations between natural numbers as automata, and the operations on them.
//!
//! A relation accepts only words of its numeration: sequences of digits that are not words have the
//! output 0, so that a projection finds only numbers. A complement is therefore a complement among
//! words.

use bouton_automata::{TooManyStates, WordReader, Worklist, live_states_within, minimize_within};
use bouton_core::{DigitAutomaton, LimitReached, MAX_TRACKS, Numeration, State, Value, Watch};
use num_bigint::BigUint;

use crate::term::Variable;

/// The reason why a condition was not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// An automaton would have too many states.
    #[error("an automaton for a part of it has more than {0} states")]
    States(usize),
    /// An automaton would read too many numbers at once.
    #[error("a part of it reads {0} numbers at once, more than an automaton for these digits can")]
    Numbers(usize),
    /// A number is too large.
    #[error("a part of it has numbers that are too large")]
    Large,
    /// A limit of time or memory was reached.
    #[error("{0}")]
    Limit(#[from] LimitReached),
}

impl From<TooManyStates> for Undecided {
    fn from(error: TooManyStates) -> Self {
        Self::States(error.limit)
    }
}

/// A relation between some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The variable of each track, in ascending order.
    pub(crate) variables: Vec<Variable>,
    /// The automaton with the output 1 where the relation holds, and 0 elsewhere.
    pub(crate) automaton: DigitAutomaton,
}

/// The numeration and the limits with which relations are built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine<'a> {
    pub(crate) numeration: &'a Numeration,
    /// The most states of an automaton before it is minimised.
    pub(crate) states: usize,
    pub(crate) watch: &'a Watch,
}

/// The approximate bytes of a state besides its transitions.
const STATE_BYTES: u64 = 128;

/// Returns the union of two lists of variables, ascending.
pub(crate) fn union(one: &[Variable], other: &[Variable]) -> Vec<Variable> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all
}

impl<'a> Engine<'a> {
    /// Returns the digits of each letter, track by track.
    fn digits(&self, tracks: usize) -> Result<Vec<Vec<u8>>, Undecided> {
        let alphabet = self.numeration.alphabet(tracks).filter(|_| tracks <= MAX_TRACKS);
        let alphabet = alphabet.ok_or(Undecided::Numbers(tracks))?;
        Ok((0..alphabet.letters()).map(|letter| alphabet.digits_of(letter).collect()).collect())
    }

    /// Returns the minimal automaton whose states are those reachable from a start.
    ///
    /// `next` gets the number of the letter and its digits.
    pub(crate) fn explore<S: Clone + Eq + std::hash::Hash>(
        &self,
        tracks: usize,
        start: S,
        mut next: impl FnMut(&S, usize, &[u8]) -> S,
        mut output: impl FnMut(&S) -> Value,
        bytes: impl Fn(&S) -> u64,
    ) -> Result<DigitAutomaton, Undecided> {
        let letters = self.digits(tracks)?;
        let mut work = Worklist::new(self.states);
        let mut held = self.watch.hold_none();
        let start = work.meet(start)?;
        let mut transitions = Vec::new();
        while let Some((_, state)) = work.take() {
            self.watch.spend(1 + letters.len() as u64)?;
            held.grow(8 * letters.len() as u64)?;
            for (letter, digits) in letters.iter().enumerate() {
                let after = next(&state, letter, digits);
                let (known, size) = (work.len(), bytes(&after));
                transitions.push(work.meet(after)?);
                if work.len() > known {
                    held.grow(STATE_BYTES + 2 * size)?;
                }
            }
        }
        let met = work.into_met();
        let mut outputs = Vec::with_capacity(met.len());
        for state in &met {
            self.watch.spend(1)?;
            outputs.push(output(state));
        }
        drop(met);
        let whole = DigitAutomaton::over(self.numeration, tracks, vec![start], outputs, transitions)
            .expect("zeros lead from the start to itself");
        Ok(minimize_within(&whole, self.watch)?)
    }

    /// Returns, for each letter over some variables, the letter of an automaton whose tracks are
    /// some of these variables.
    pub(crate) fn letters_of(&self, all: &[Variable], tracks: &[Variable]) -> Result<Vec<usize>, Undecided> {
        let alphabet = self.numeration.alphabet(tracks.len()).ok_or(Undecided::Numbers(tracks.len()))?;
        let places: Vec<usize> = tracks
            .iter()
            .map(|variable| all.iter().position(|known| known == variable).unwrap_or_default())
            .collect();
        let of = |digits: Vec<u8>| alphabet.letter(places.iter().map(|&place| digits[place]));
        Ok(self.digits(all.len())?.into_iter().map(of).collect())
    }

    /// Returns the relation that holds where `truth` does, applied to the outputs of automata, each
    /// over some variables.
    pub(crate) fn combine(
        &self,
        parts: &[(&[Variable], &DigitAutomaton)],
        truth: impl Fn(&[Value]) -> bool,
    ) -> Result<Relation, Undecided> {
        let variables = parts.iter().fold(Vec::new(), |all, part| union(&all, part.0));
        let maps =
            parts.iter().map(|part| self.letters_of(&variables, part.0)).collect::<Result<Vec<_>, _>>()?;
        let words = WordReader::new(self.numeration, variables.len());
        let start: Vec<State> = parts.iter().map(|part| part.1.starts()[0]).collect();
        let bytes = 16 + 4 * parts.len() as u64;
        let automaton = self.explore(
            variables.len(),
            Some((start, 0)),
            |state, letter, _| {
                let (states, word) = state.as_ref()?;
                let word = words.follow(*word, letter)?;
                let next = states
                    .iter()
                    .zip(parts)
                    .zip(&maps)
                    .map(|((&state, (_, automaton)), map)| automaton.next(state, map[letter]))
                    .collect();
                Some((next, word))
            },
            |state| {
                state.as_ref().map_or(0, |(states, _)| {
                    let outputs: Vec<Value> =
                        states.iter().zip(parts).map(|(&state, part)| part.1.output(state)).collect();
                    Value::from(truth(&outputs))
                })
            },
            |_| bytes,
        )?;
        Ok(self.narrowed(Relation { variables, automaton }))
    }

    /// Returns the relation without variables, which is true or false.
    pub(crate) fn constant(&self, truth: bool) -> Result<Relation, Undecided> {
        let automaton = self.explore(0, (), |(), _, _| (), |()| Value::from(truth), |()| 0)?;
        Ok(Relation { variables: Vec::new(), automaton })
    }

    /// Returns the same relation; a constant one gets no variables.
    fn narrowed(&self, relation: Relation) -> Relation {
        let never = relation.automaton.states() == 1 && relation.automaton.output(0) == 0;
        match self.constant(false) {
            Ok(constant) if never => constant,
            _ => relation,
        }
    }

    pub(crate) fn and(&self, one: &Relation, other: &Relation) -> Result<Relation, Undecided> {
        let both = [one.part(), other.part()];
        self.combine(&both, |outputs| outputs[0] == 1 && outputs[1] == 1)
    }

    pub(crate) fn or(&self, one: &Relation, other: &Relation) -> Result<Relation, Undecided> {
        let both = [one.part(), other.part()];
        self.combine(&both, |outputs| outputs[0] == 1 || outputs[1] == 1)
    }

    pub(crate) fn not(&self, one: &Relation) -> Result<Relation, Undecided> {
        self.combine(&[one.part()], |outputs| outputs[0] != 1)
    }

    /// Returns the relation between the other variables that holds if there are numbers for the
    /// hidden ones.
    pub(crate) fn project(&self, relation: &Relation, hidden: &[Variable]) -> Result<Relation, Undecided> {
        let kept: Vec<Variable> = union(&relation.variables, &[])
            .into_iter()
            .filter(|variable| !hidden.contains(variable))
            .collect();
        let gone: Vec<Variable> = union(&relation.variables, &[])
            .into_iter()
            .filter(|variable| hidden.contains(variable))
            .collect();
        if gone.is_empty() {
            return Ok(relation.clone());
        }
        let law = &relation.automaton;
        let live = live_states_within(law, |value| value == 1, self.watch)?;
        // For each letter of the kept variables, the letters of the relation.
        let all: Vec<Variable> = [kept.clone(), gone.clone()].concat();
        let map = self.letters_of(&all, &relation.variables)?;
        let letters = self.digits(kept.len())?.len();
        let ways: Vec<Vec<usize>> = (0..letters)
            .map(|letter| (letter..map.len()).step_by(letters).map(|of| map[of]).collect())
            .collect();
        let after = |states: &[State], letter: usize| {
            let mut next: Vec<State> = Vec::new();
            for &state in states {
                next.extend(
                    ways[letter].iter().map(|&of| law.next(state, of)).filter(|&to| live[to as usize]),
                );
                if next.len() > law.states() * 4 {
                    next.sort_unstable();
                    next.dedup();
                }
            }
            next.sort_unstable();
            next.dedup();
            next
        };
        // A hidden number may have more digits than the others, which then begin with zeros.
        let mut start: Vec<State> =
            law.starts().iter().copied().filter(|&state| live[state as usize]).collect();
        loop {
            let next = after(&start, 0);
            self.watch.spend(1 + next.len() as u64)?;
            if next == start {
                break;
            }
            start = next;
        }
        let watch = self.watch;
        let mut reached = Ok(());
        let automaton = self.explore(
            kept.len(),
            start,
            |states, letter, _| {
                reached = reached.and(watch.spend((states.len() * ways[letter].len()) as u64 / 4));
                // No new states are found once a limit is reached.
                if reached.is_err() { Vec::new() } else { after(states, letter) }
            },
            |states| Value::from(states.iter().any(|&state| law.output(state) == 1)),
            |states| 4 * states.len() as u64,
        );
        reached?;
        Ok(self.narrowed(Relation { variables: kept, automaton: automaton? }))
    }

    /// Returns the automaton of a relation over a given list of variables, in that order.
    pub(crate) fn over(
        &self,
        relation: &Relation,
        variables: &[Variable],
    ) -> Result<DigitAutomaton, Undecided> {
        let map = self.letters_of(variables, &relation.variables)?;
        let words = WordReader::new(self.numeration, variables.len());
        self.explore(
            variables.len(),
            Some((relation.automaton.starts()[0], 0)),
            |state, letter, _| {
                let (state, word) = (*state)?;
                Some((relation.automaton.next(state, map[letter]), words.follow(word, letter)?))
            },
            |state| state.map_or(0, |(state, _)| relation.automaton.output(state)),
            |_| 0,
        )
    }

    /// Returns the same relation between other variables, some of which may be equal. As in every relation, each
    /// variable then has one track, in ascending order.
    pub(crate) fn renamed(
        &self,
        relation: &Relation,
        to: &[(Variable, Variable)],
    ) -> Result<Relation, Undecided> {
        let new =
            |variable: &Variable| to.iter().find(|pair| pair.0 == *variable).map_or(*variable, |pair| pair.1);
        let variables: Vec<Variable> = relation.variables.iter().map(new).collect();
        let named = Relation { variables, automaton: relation.automaton.clone() };
        let variables = union(&named.variables, &[]);
        if named.variables == variables {
            return Ok(named);
        }
        let automaton = self.over(&named, &variables)?;
        Ok(Relation { variables, automaton })
    }

    /// Whether a relation holds nowhere.
    pub(crate) fn is_empty(&self, relation: &Relation) -> Result<bool, Undecided> {
        let law = &relation.automaton;
        Ok(!live_states_within(law, |value| value == 1, self.watch)?[law.starts()[0] as usize])
    }

    /// Returns the `most` least numbers for which a relation holds, by their sum, then in
    /// lexicographic order.
    pub(crate) fn least(&self, relation: &Relation, most: usize) -> Result<Vec<Vec<BigUint>>, Undecided> {
        let law = &relation.automaton;
        if self.is_empty(relation)? {
            return Ok(Vec::new());
        }
        let digits = self.digits(law.tracks())?;
        let zero = vec![BigUint::ZERO; law.tracks() + 1];
        // For each state the least continuations with the same number of digits: the sum, and the
        // numbers.
        let mut ways: Vec<Vec<Vec<BigUint>>> =
            law.outputs().iter().map(|&output| vec![zero.clone(); usize::from(output == 1)]).collect();
        let mut found = ways[law.starts()[0] as usize].clone();
        let (matrix, mut vectors) = (self.numeration.matrix(), Vec::new());
        for digit in 0..=self.numeration.largest_digit() {
            vectors.push(self.numeration.vector(digit).into_iter().map(BigUint::from).collect::<Vec<_>>());
        }
        // If there are infinitely many, there is a word of at least as many digits as there are
        // states, and fewer than twice as many.
        let (mut many, once) = (false, law.states());
        let mut held = self.watch.hold_none();
        for place in 0.. {
            let beyond = found.last().is_some_and(|last| found.len() >= most && vectors[1][0] > last[0]);
            if beyond || place > 2 * once && !many || law.tracks() == 0 {
                break;
            }
            let before = found.clone();
            // The amount that each letter adds at this place.
            let added: Vec<Vec<BigUint>> = digits
                .iter()
                .map(|digits| {
                    let numbers: Vec<&BigUint> =
                        digits.iter().map(|&digit| &vectors[usize::from(digit)][0]).collect();
                    std::iter::once(numbers.iter().copied().sum())
                        .chain(numbers.iter().map(|&n| n.clone()))
                        .collect()
                })
                .collect();
            let longer = |way: &Vec<BigUint>, letter: usize| -> Vec<BigUint> {
                way.iter().zip(&added[letter]).map(|(number, more)| number + more).collect()
            };
            let mut next = Vec::with_capacity(ways.len());
            // The bytes of a number of this many digits, and of its allocation.
            let number = size_of::<BigUint>() as u64 + 32 + place as u64 / 8;
            let mut bytes = 0;
            for state in (0u32..).take(law.states()) {
                self.watch.spend(1 + digits.len() as u64 * (1 + place as u64 / 64))?;
                let mut all: Vec<Vec<BigUint>> = Vec::new();
                for letter in 0..digits.len() {
                    let to = law.next(state, letter) as usize;
                    let new = ways[to].iter().map(|way| longer(way, letter));
                    if state == law.starts()[0] && letter > 0 {
                        found.extend(new.clone());
                    }
                    all.extend(new);
                    if all.len() > most.saturating_mul(4) {
                        keep(&mut all, most);
                    }
                }
                keep(&mut all, most);
                self.watch.spend(all.len() as u64)?;
                let more = 64 + all.len() as u64 * (32 + number * (law.tracks() as u64 + 1));
                held.grow(more)?;
                bytes += more;
                next.push(all);
            }
            keep(&mut found, most);
            many |= place >= once && found != before;
            ways = next;
            // The solutions so far, and those before.
            self.watch.spend(found.len() as u64)?;
            held.resize(bytes + 2 * found.len() as u64 * (32 + number * (law.tracks() as u64 + 1)))?;
            for vector in &mut vectors {
                *vector = matrix
                    .iter()
                    .map(|row| row.iter().zip(&*vector).map(|(&entry, value)| value * entry).sum())
                    .collect();
            }
        }
        Ok(found.into_iter().map(|mut way| way.split_off(1)).collect())
    }
}

/// Keeps the least solutions.
fn keep(all: &mut Vec<Vec<BigUint>>, most: usize) {
    all.sort_unstable();
    all.dedup();
    all.truncate(most);
}

impl Relation {
    pub(crate) fn part(&self) -> (&[Variable], &DigitAutomaton) {
        (&self.variables, &self.automaton)
    }
}
