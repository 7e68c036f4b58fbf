//! The law over all coordinates: the product of a learnt law on some, and the classes of the
//! others.

use bouton_automata::{Groups, minimize};
use bouton_core::{Alphabet, AutomatonFault, DigitAutomaton, LimitReached, Numeration, State, Value};
use bouton_solve::PeriodicCoordinate;
use rustc_hash::FxHashMap;

use super::{index_of, position_of, size_of_class};
use crate::learn::LearnLimit;

/// The most states of a product.
const MOST_STATES: usize = 400_000;
/// The most half-read letters of it at once.
const MOST_HALVES: usize = 4 * MOST_STATES;

/// Numbers for pairs of a state and a class: a full list if it is not too long.
enum Pairs {
    Listed { classes: usize, numbers: Vec<u32> },
    Met(FxHashMap<(State, usize), u32>),
}

impl Pairs {
    /// The longest list.
    const MOST: usize = 1 << 22;

    fn new(states: usize, classes: usize) -> Self {
        match states.checked_mul(classes) {
            Some(all) if all <= Self::MOST => Self::Listed { classes, numbers: vec![u32::MAX; all] },
            _ => Self::Met(FxHashMap::default()),
        }
    }

    /// The number of a pair; a new pair gets the next number in the list of those met.
    #[inline]
    fn number(
        &mut self,
        pair: (State, usize),
        met: &mut Vec<(State, usize)>,
        most: usize,
    ) -> Result<u32, LearnLimit> {
        let number = match self {
            Self::Listed { classes, numbers } => &mut numbers[pair.0 as usize * *classes + pair.1],
            Self::Met(numbers) => numbers.entry(pair).or_insert(u32::MAX),
        };
        if *number == u32::MAX {
            if met.len() >= most {
                return Err(LearnLimit::States(MOST_STATES));
            }
            *number = u32::try_from(met.len()).map_err(|_| LearnLimit::States(MOST_STATES))?;
            met.push(pair);
        }
        Ok(*number)
    }
}

/// An automaton over all coordinates under construction.
pub(super) struct Product {
    numeration: Numeration,
    alphabet: Alphabet,
    outputs: Vec<Value>,
    transitions: Vec<State>,
    /// The number of pairs of a state and a class that were met.
    pairs: usize,
}

impl Product {
    pub(super) fn new(tracks: usize) -> Result<Self, AutomatonFault> {
        let numeration = Numeration::binary();
        let alphabet = numeration.alphabet(tracks).ok_or(AutomatonFault::Tracks(tracks))?;
        Ok(Self { numeration, alphabet, outputs: Vec::new(), transitions: Vec::new(), pairs: 0 })
    }

    /// Adds the part reachable from a start, one of the given states, and returns its state. A
    /// state reads the digits of the coordinates in `long`, and its successors are by their
    /// letters; the class is that of the coordinates in `short`.
    ///
    /// A letter of all coordinates is read in two steps, first the digits of those in `short`. So
    /// each step has few successors, and equivalent pairs are found by steps, not by letters.
    pub(super) fn part(
        &mut self,
        (long, short): (&[usize], &[(usize, PeriodicCoordinate)]),
        (start, states): (State, usize),
        next: impl Fn(State, usize) -> State,
        mut output: impl FnMut(State, usize) -> Result<Option<Value>, LimitReached>,
    ) -> Result<State, LearnLimit> {
        let short_tracks: Vec<usize> = short.iter().map(|&(track, _)| track).collect();
        let (long_letters, long_parts) = self.letters_of(long);
        let (short_letters, short_parts) = self.letters_of(&short_tracks);
        let all = short.iter().map(|&(_, periodic)| size_of_class(periodic)).fold(1, usize::saturating_mul);
        let classes = self.classes_after(short, short_letters, all)?;
        // A pair of a state and a class. After the first step it is such a pair again, half read.
        let (mut pairs, mut halves) = (Pairs::new(states, all), Pairs::new(states, all));
        let (mut met, mut half_met) = (Vec::new(), Vec::new());
        let (mut first, mut second, mut outputs): (Vec<u32>, Vec<u32>, Vec<Value>) = Default::default();
        pairs.number((start, 0), &mut met, MOST_STATES)?;
        let mut done = 0;
        while let Some(&(state, class)) = met.get(done) {
            done += 1;
            outputs.push(output(state, class)?.unwrap_or(0));
            for &after in &classes[class * short_letters..(class + 1) * short_letters] {
                let before = half_met.len();
                first.push(halves.number((state, after), &mut half_met, MOST_HALVES)?);
                if half_met.len() > before {
                    for letter in 0..long_letters {
                        second.push(pairs.number((next(state, letter), after), &mut met, MOST_STATES)?);
                    }
                }
            }
        }
        self.pairs += met.len();
        if self.pairs > MOST_STATES {
            return Err(LearnLimit::States(MOST_STATES));
        }
        let of_pair = |pair: usize| &first[pair * short_letters..(pair + 1) * short_letters];
        let of_half = |half: usize| &second[half * long_letters..(half + 1) * long_letters];
        // Moore's refinement, as in `minimize`.
        let mut group = outputs.clone();
        let mut count = 0;
        loop {
            let mut halves = Groups::new(long_letters);
            let half_group: Vec<State> = (0..half_met.len())
                .map(|half| halves.meet(of_half(half).iter().map(|&pair| group[pair as usize])))
                .collect();
            let mut refined = Groups::new(1 + short_letters);
            group = (0..met.len())
                .map(|pair| {
                    let after = of_pair(pair).iter().map(|&half| half_group[half as usize]);
                    refined.meet(std::iter::once(group[pair]).chain(after))
                })
                .collect();
            if refined.count() == count {
                break;
            }
            count = refined.count();
        }
        // Each group is added by the first of its pairs that was met; the start is the first of
        // all.
        let base = self.outputs.len();
        let mut added = 0;
        for (pair, &own) in group.iter().enumerate() {
            if own as usize == added {
                added += 1;
                self.outputs.push(outputs[pair]);
                for (&long, &short) in long_parts.iter().zip(&short_parts) {
                    let half = of_pair(pair)[short] as usize;
                    let to = group[of_half(half)[long] as usize] as usize;
                    let to = State::try_from(base + to).map_err(|_| LearnLimit::States(MOST_STATES))?;
                    self.transitions.push(to);
                }
            }
        }
        State::try_from(base).map_err(|_| LearnLimit::States(MOST_STATES))
    }

    /// The number of letters of some tracks, and for each letter of all tracks its part on these.
    fn letters_of(&self, tracks: &[usize]) -> (usize, Vec<usize>) {
        let part = |letter: usize| {
            self.alphabet.letter(tracks.iter().map(|&track| self.alphabet.digit(letter, track)))
        };
        let parts: Vec<usize> = (0..self.alphabet.letters()).map(part).collect();
        (parts.iter().max().map_or(1, |most| most + 1), parts)
    }

    /// For each class the classes after one more digit of each of its coordinates.
    fn classes_after(
        &self,
        short: &[(usize, PeriodicCoordinate)],
        letters: usize,
        all: usize,
    ) -> Result<Vec<usize>, LearnLimit> {
        if all > MOST_STATES {
            return Err(LearnLimit::States(MOST_STATES));
        }
        let mut classes = Vec::with_capacity(all * letters);
        for class in 0..all {
            let position = position_of(class, short, self.alphabet.tracks());
            for letter in 0..letters {
                let mut after = 0;
                for (place, &(track, periodic)) in short.iter().enumerate().rev() {
                    let digit = self.alphabet.digit(letter, place);
                    let longer = self.numeration.append(position[track], digit).ok_or(LearnLimit::Digits)?;
                    after = after * size_of_class(periodic) + index_of(periodic.reduce(longer));
                }
                classes.push(after);
            }
        }
        Ok(classes)
    }

    /// The minimal automaton of all parts.
    pub(super) fn law(self, starts: Vec<State>) -> Result<DigitAutomaton, LearnLimit> {
        let Self { numeration, alphabet, outputs, transitions, .. } = self;
        Ok(minimize(&DigitAutomaton::over(&numeration, alphabet.tracks(), starts, outputs, transitions)?))
    }
}
