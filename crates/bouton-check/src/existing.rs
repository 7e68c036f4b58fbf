//! The law restricted to the positions that exist: a law claims nothing about others.

use std::borrow::Cow;

use bouton_core::{Formula, MoveSchema, Ruleset, State, Target, Value};
use rustc_hash::FxHashMap;

use crate::{
    family::{Family, Only},
    limits::Budget,
    refused::Verdict,
    words::{NOWHERE, Words, can_reach},
};

/// The number of a pair: a state of the law, and a state of the condition of existence after the
/// same digits.
pub(crate) type Place = u32;

/// The places that prefixes of positions lead to.
///
/// A prefix that no existing position continues has no place.
pub(crate) struct Existing<'a> {
    letters: usize,
    /// The place of the prefixes 0 in each control state, if any position exists.
    starts: Vec<Option<Place>>,
    next: Cow<'a, [Place]>,
    /// The law's state at each place.
    states: Vec<State>,
    /// The law's output at each place, if a position that ends there exists.
    outputs: Vec<Option<Value>>,
}

impl<'a> Existing<'a> {
    /// Runs the law together with the condition of the rules for the existence of positions. The
    /// condition may mention fewer coordinates than the law has: a Nim heap may have any size.
    pub(crate) fn new(ruleset: &Ruleset, law: &'a Words, budget: &mut Budget) -> Verdict<Self> {
        let letters = law.letters;
        if *ruleset.exists() == Formula::True {
            return Ok(Self {
                letters,
                starts: law.starts.iter().copied().map(Some).collect(),
                next: Cow::Borrowed(&law.table),
                states: (0..).take(law.outputs.len()).collect(),
                outputs: law.outputs.iter().copied().map(Some).collect(),
            });
        }
        // The positions that meet the condition are exactly those from which a move that changes
        // nothing is possible.
        let control = bouton_core::ControlState(0);
        let stay = MoveSchema {
            from: control,
            to: control,
            parameters: 0,
            guard: ruleset.exists().clone(),
            targets: vec![Target::Same; law.tracks],
        };
        let Some(condition) = Family::new(&stay, law.tracks, Only::All, &law.numeration, budget)? else {
            return Ok(Self {
                letters,
                starts: vec![None; law.starts.len()],
                next: Cow::Owned(Vec::new()),
                states: Vec::new(),
                outputs: Vec::new(),
            });
        };
        let mut numbers: FxHashMap<(State, u32), Place> = FxHashMap::default();
        let mut met: Vec<(State, u32)> = Vec::new();
        let mut number = |pair: (State, u32), met: &mut Vec<(State, u32)>| {
            let fresh = Budget::number(met.len())?;
            Ok(*numbers.entry(pair).or_insert_with(|| {
                met.push(pair);
                fresh
            }))
        };
        let starts = law.starts.iter().map(|&start| Ok(Some(number((start, 0), &mut met)?)));
        let (starts, mut next) = (starts.collect::<Verdict<_>>()?, Vec::new());
        let mut done = 0;
        while let Some(&(state, place)) = met.get(done) {
            budget.hold(1 + letters / 8)?;
            budget.spend(letters)?;
            budget.room(&mut next, letters)?;
            // The pairs that were met, in a list and a map that double.
            budget.take(8 * size_of::<(State, u32)>() as u64)?;
            for letter in 0..letters {
                let mut after = None;
                condition.for_each_successor(place, letter, |_, to| after = Some(to));
                next.push(match law.next(state, letter).zip(after) {
                    Some(pair) => number(pair, &mut met)?,
                    None => NOWHERE,
                });
            }
            done += 1;
        }
        let exists = |place: u32| condition.accepting[place as usize];
        let output = |&(state, place): &(State, u32)| exists(place).then(|| law.outputs[state as usize]);
        Ok(Self {
            letters,
            starts,
            next: Cow::Owned(next),
            outputs: met.iter().map(output).collect(),
            states: met.iter().map(|pair| pair.0).collect(),
        })
    }

    /// Whether all positions exist: then places are the states of the law.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self.next, Cow::Borrowed(_))
    }

    /// The place of the prefixes 0.
    pub(crate) fn start(&self, control: usize) -> Option<Place> {
        self.starts[control]
    }

    /// The place after one more letter; `None` if no existing position continues so.
    pub(crate) fn next(&self, place: Place, letter: usize) -> Option<Place> {
        Some(self.next[place as usize * self.letters + letter]).filter(|&next| next != NOWHERE)
    }

    /// The place of a prefix.
    pub(crate) fn read(&self, control: usize, letters: impl IntoIterator<Item = usize>) -> Option<Place> {
        letters.into_iter().try_fold(self.start(control)?, |place, letter| self.next(place, letter))
    }

    /// The law's state at a place.
    pub(crate) fn state(&self, place: Place) -> State {
        self.states[place as usize]
    }

    /// The law's output at the position whose digits lead to a place, if the position exists.
    pub(crate) fn output(&self, place: Place) -> Option<Value> {
        self.outputs[place as usize]
    }

    /// Marks the places from which an existing position of this value can still be reached.
    pub(crate) fn reaching(&self, value: Value, budget: &mut Budget) -> Verdict<Vec<bool>> {
        let goal: Vec<bool> = self.outputs.iter().map(|&output| output == Some(value)).collect();
        can_reach(&self.next, self.letters, &goal, budget)
    }
}
