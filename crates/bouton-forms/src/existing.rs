//! Simplification of a law by changing it at positions that do not exist.

use bouton_automata::{live_from, minimize};
use bouton_core::{DigitAutomaton, Formula, State, Value};

/// The most states of the condition and the law together; larger ones are left as they are.
const MOST_STATES: usize = 200;

/// Laws that agree with `law` wherever the condition holds, simpler ones among them; the law itself
/// is the last one.
///
/// States of the product with the condition are merged as long as no required output contradicts it
/// (Oncina and García, *Inferring regular languages in polynomial updated time*, 1992); undefined
/// transitions lead to a state that keeps one value for ever, if there is one.
pub(crate) fn simpler(law: &DigitAutomaton, exists: &Formula) -> Vec<DigitAutomaton> {
    let mut laws = candidates(law, exists).unwrap_or_default();
    laws.push(law.clone());
    laws
}

fn candidates(law: &DigitAutomaton, exists: &Formula) -> Option<Vec<DigitAutomaton>> {
    if *exists == Formula::True || law.starts().len() != 1 {
        return None;
    }
    let exists = minimize(&exists.automaton(law.tracks(), MOST_STATES)?);
    let letters = law.letters();
    // The product: each state with the numbers of its successors.
    let mut pairs = vec![(law.starts()[0], exists.starts()[0])];
    let mut known = rustc_hash::FxHashMap::default();
    known.insert(pairs[0], 0u32);
    let (mut next, mut done) = (Vec::new(), 0);
    while let Some(&(state, place)) = pairs.get(done) {
        for letter in 0..letters {
            let pair = (law.next(state, letter), exists.next(place, letter));
            let fresh = u32::try_from(pairs.len()).ok()?;
            next.push(*known.entry(pair).or_insert_with(|| {
                pairs.push(pair);
                fresh
            }));
        }
        if pairs.len() > MOST_STATES {
            return None;
        }
        done += 1;
    }
    let live = live_from(&exists, exists.outputs().iter().map(|&output| output == 1).collect());
    let is_live = |state: u32| live[pairs[state as usize].1 as usize];
    let outputs = pairs.iter().map(|&(state, place)| (exists.output(place) == 1).then(|| law.output(state)));
    let mut classes = Classes {
        parents: (0..u32::try_from(pairs.len()).ok()?).collect(),
        outputs: outputs.collect(),
        next: next.into_iter().map(|to| is_live(to).then_some(to)).collect(),
        letters,
    };
    let mut kept: Vec<u32> = Vec::new();
    for state in (0..u32::try_from(pairs.len()).ok()?).filter(|&state| is_live(state)) {
        if classes.find(state) != state {
            continue;
        }
        let merged = kept.iter().find_map(|&earlier| {
            let mut tried = classes.clone();
            (tried.find(earlier) == earlier && tried.merge(earlier, state)).then_some(tried)
        });
        match merged {
            Some(merged) => classes = merged,
            None => kept.push(state),
        }
    }
    let mut values: Vec<Value> = law.outputs().to_vec();
    values.sort_unstable();
    values.dedup();
    values.reverse();
    Some(values.into_iter().filter_map(|value| classes.automaton(law.tracks(), value)).collect())
}

/// Classes of merged states, with the outputs and successors known so far.
#[derive(Clone)]
struct Classes {
    parents: Vec<u32>,
    outputs: Vec<Option<Value>>,
    next: Vec<Option<u32>>,
    letters: usize,
}

impl Classes {
    fn find(&self, mut state: u32) -> u32 {
        while self.parents[state as usize] != state {
            state = self.parents[state as usize];
        }
        state
    }

    /// Merges two states and their successors; `false` if outputs contradict each other.
    fn merge(&mut self, one: u32, other: u32) -> bool {
        let mut waiting = vec![(one, other)];
        while let Some((one, other)) = waiting.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            let (one, other) = (one.min(other), one.max(other));
            self.parents[other as usize] = one;
            match (self.outputs[one as usize], self.outputs[other as usize]) {
                (Some(left), Some(right)) if left != right => return false,
                (left, right) => self.outputs[one as usize] = left.or(right),
            }
            for letter in 0..self.letters {
                let place = |state: u32| state as usize * self.letters + letter;
                match (self.next[place(one)], self.next[place(other)]) {
                    (Some(left), Some(right)) => waiting.push((left, right)),
                    (left, right) => self.next[place(one)] = left.or(right),
                }
            }
        }
        true
    }

    /// The automaton of the classes; undefined outputs become `value`.
    fn automaton(&self, tracks: usize, value: Value) -> Option<DigitAutomaton> {
        let states = u32::try_from(self.parents.len()).ok()?;
        let last = State::try_from(states).ok()?;
        let (mut outputs, mut next) = (Vec::new(), Vec::new());
        for state in 0..states {
            let class = self.find(state);
            outputs.push(self.outputs[class as usize].unwrap_or(value));
            for letter in 0..self.letters {
                let to = self.next[class as usize * self.letters + letter];
                next.push(to.map_or(last, |to| self.find(to)));
            }
        }
        outputs.push(value);
        next.extend(vec![last; self.letters]);
        let start = self.find(0);
        DigitAutomaton::new(tracks, vec![start], outputs, next).ok().map(|law| minimize(&law))
    }
}
