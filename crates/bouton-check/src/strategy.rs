//! The existential half: strategies are closed under appending digits.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bouton_cert::Element;
use bouton_core::{ControlState, Numeration, State, Value};
use rustc_hash::FxHashMap as HashMap;

use crate::{Refused, Step, family::Family, limits::Budget, refused::Verdict, words::Words};

/// The number of a set of states of families: what (X, Y) is, for a pair of control states.
type Moving = u32;
/// A state of a family, after the number of the family.
type Item = (u32, u32);
/// What (X, Y) is, and the law's state at Y.
type Thread = (Moving, State);
/// Letters of y, sorted, and the sets that they lead to.
type Next = Rc<[(usize, Moving)]>;
/// A control state and the prefixes of a target.
type Partial = (ControlState, Vec<u64>);

/// What a strategy has to show: each position of `value` in `control` has an
/// option with a value in `required`.
pub(crate) struct Task<'a> {
    pub(crate) control: ControlState,
    pub(crate) value: Value,
    pub(crate) required: &'a [Value],
    /// The states of the law from which the value can still be reached.
    pub(crate) goal: &'a [bool],
}

/// Partial moves, made deterministic and numbered as they are met.
pub(crate) struct Reserve<'a> {
    numeration: &'a Numeration,
    law: &'a Words,
    moves: &'a [Family],
    budget: &'a mut Budget,
    /// Non-empty sorted sets, and their numbers.
    sets: Vec<Rc<[Item]>>,
    numbers: HashMap<Rc<[Item]>, Moving>,
    /// What follows a set under a letter of x.
    steps: HashMap<(Moving, usize), Next>,
    /// The sets of the prefixes 0, for each pair of control states that has moves.
    starts: BTreeMap<(ControlState, ControlState), Moving>,
}

impl<'a> Reserve<'a> {
    pub(crate) fn new(
        numeration: &'a Numeration,
        law: &'a Words,
        moves: &'a [Family],
        budget: &'a mut Budget,
    ) -> Verdict<Self> {
        let (sets, numbers, steps, starts) = Default::default();
        let mut reserve = Self { numeration, law, moves, budget, sets, numbers, steps, starts };
        let mut zero: BTreeMap<_, Vec<Item>> = BTreeMap::new();
        for (index, family) in (0..).zip(moves) {
            zero.entry((family.from, family.to)).or_default().push((index, 0));
        }
        for (pair, set) in zero {
            // Guessed digits may begin before those of x and y: the sets grow.
            let (mut before, mut moving) = (None, reserve.number(set.into())?);
            while before != Some(moving) {
                let next = reserve.step(moving, 0)?;
                (before, moving) = (Some(moving), next.first().map_or(moving, |next| next.1));
            }
            reserve.starts.insert(pair, moving);
        }
        Ok(reserve)
    }

    fn number(&mut self, set: Rc<[Item]>) -> Verdict<Moving> {
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        self.budget.hold(1 + set.len() / 4)?;
        let number = Budget::number(self.sets.len())?;
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, number);
        Ok(number)
    }

    /// All that may follow a set under the letter `x`: each letter of y with the
    /// set that it leads to, if that is not empty.
    fn step(&mut self, moving: Moving, x: usize) -> Verdict<Next> {
        if let Some(step) = self.steps.get(&(moving, x)) {
            return Ok(Rc::clone(step));
        }
        let mut found = Vec::new();
        for &(index, state) in self.sets[moving as usize].iter() {
            let family = &self.moves[index as usize];
            self.budget.spend(family.width())?;
            family.successors(state, x, |y, next| found.push((y, (index, next))));
        }
        found.sort_unstable();
        found.dedup();
        let mut step = Vec::new();
        for same in found.chunk_by(|left, right| left.0 == right.0) {
            step.push((same[0].0, self.number(same.iter().map(|both| both.1).collect())?));
        }
        self.budget.hold(1 + step.len() / 4)?;
        let step: Next = step.into();
        self.steps.insert((moving, x), Rc::clone(&step));
        Ok(step)
    }

    /// All threads that follow `threads` under the letter `x`, sorted.
    fn post(&mut self, threads: &[Thread], x: usize) -> Verdict<Vec<Thread>> {
        let mut post = Vec::new();
        for &(moving, state) in threads {
            let step = self.step(moving, x)?;
            self.budget.spend(step.len())?;
            post.extend(step.iter().filter_map(|&(y, next)| Some((next, self.law.next(state, y)?))));
        }
        post.sort_unstable();
        post.dedup();
        Ok(post)
    }

    /// The threads at the prefix 0 of x, after any number of leading zeros.
    fn start(&mut self, control: ControlState) -> Verdict<Vec<Thread>> {
        let starts = self.starts.iter().filter(|(pair, _)| pair.0 == control);
        let starts = starts.map(|(pair, &moving)| (moving, self.law.starts[pair.1.index()]));
        let mut waiting: Vec<Thread> = starts.collect();
        let mut closure = BTreeSet::new();
        while let Some(thread) = waiting.pop() {
            if closure.insert(thread) {
                self.budget.hold(1)?;
                waiting.extend(self.post(&[thread], 0)?);
            }
        }
        Ok(closure.into_iter().collect())
    }

    /// The thread that X and a partial move Y name, if a move can be completed from it.
    fn thread(&mut self, from: ControlState, x: &[u64], (to, y): &Partial) -> Verdict<Option<Thread>> {
        let Some(&(mut moving)) = self.starts.get(&(from, *to)) else { return Ok(None) };
        // The letters of both, zeros before the shorter word.
        let mut both = [x, y].map(|numbers| self.numeration.letters_of_small(numbers).collect::<Vec<_>>());
        let digits = both.iter().map(Vec::len).max().unwrap_or(0);
        both.iter_mut().for_each(|letters| _ = letters.splice(..0, vec![0; digits - letters.len()]));
        for (&x, y) in both[0].iter().zip(&both[1]) {
            let step = self.step(moving, x)?;
            let Ok(index) = step.binary_search_by_key(y, |next| next.0) else { return Ok(None) };
            moving = step[index].1;
        }
        let state = self.law.read(self.law.starts[to.index()], both[1].iter().copied());
        Ok(state.map(|state| (moving, state)))
    }

    /// Checks that the elements show what the task says.
    pub(crate) fn check(&mut self, task: &Task<'_>, elements: &[Element]) -> Verdict<()> {
        let refuse = |reason: String| Err(Refused::new(Step::Existential, reason));
        let (law, tracks) = (self.law, self.law.tracks);
        // The elements at each state of the law: their numbers and threads.
        let mut at: BTreeMap<State, Vec<(usize, Vec<Thread>)>> = BTreeMap::new();
        for (index, Element { prefix, partial_moves }) in elements.iter().enumerate() {
            self.budget.hold(1 + partial_moves.len())?;
            if partial_moves.iter().map(|partial| &partial.1).chain([prefix]).any(|all| all.len() != tracks) {
                return refuse(format!("element {index} is not over {tracks} tracks"));
            }
            let mut threads = Vec::new();
            for partial in partial_moves {
                let Some(thread) = self.thread(task.control, prefix, partial)? else {
                    return refuse(format!("element {index}: no move {prefix:?} to {partial:?}"));
                };
                threads.push(thread);
            }
            let start = law.starts[task.control.index()];
            let Some(state) = law.read(start, self.numeration.letters_of_small(prefix)) else {
                return refuse(format!("element {index}: {prefix:?} has no words"));
            };
            at.entry(state).or_default().push((index, threads));
        }
        let matched = |state: State, found: &[Thread], budget: &mut Budget| {
            let elements = at.get(&state).map_or(&[][..], Vec::as_slice);
            budget.spend(elements.iter().map(|element| 1 + element.1.len()).sum())?;
            Ok(elements
                .iter()
                .any(|element| element.1.iter().all(|thread| found.binary_search(thread).is_ok())))
        };
        let (start, found) = (law.starts[task.control.index()], self.start(task.control)?);
        if !matched(start, &found, self.budget)? {
            return refuse("no element fits the prefixes 0".to_owned());
        }
        for (state, index, threads) in at.iter().flat_map(|(&q, all)| all.iter().map(move |e| (q, e.0, &e.1)))
        {
            let wins = |&(moving, target): &Thread| {
                let complete =
                    |&(family, state): &Item| self.moves[family as usize].accepting[state as usize];
                task.required.contains(&law.outputs[target as usize])
                    && self.sets[moving as usize].iter().any(complete)
            };
            if law.outputs[state as usize] == task.value && !threads.iter().any(wins) {
                return refuse(format!("element {index} has no complete move to a required value"));
            }
            for letter in 0..law.letters {
                let Some(next) = law.next(state, letter) else { continue };
                if task.goal[next as usize] {
                    let found = self.post(threads, letter)?;
                    if !matched(next, &found, self.budget)? {
                        return refuse(format!("no element follows element {index} under letter {letter}"));
                    }
                }
            }
        }
        Ok(())
    }
}
