//! The existential half: strategies are closed under appending digits.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use bouton_cert::Element;
use bouton_core::{ControlState, DigitAutomaton, State, Value};

use crate::{Refused, Step, family::Family, graph::can_reach, limits::Budget};

/// The number of a set of states of families: what (X, Y) is, for a pair of control states.
type Moving = u32;
/// A state of a family, after the number of the family.
type Item = (u32, u32);
/// What (X, Y) is, and the law's state at Y.
type Thread = (Moving, State);

/// What a strategy has to show: each position of `value` in `control` has an
/// option with a value in `required`.
pub(crate) struct Task<'a> {
    pub(crate) control: ControlState,
    pub(crate) value: Value,
    pub(crate) required: &'a [Value],
}

/// Partial moves, made deterministic and numbered as they are met.
pub(crate) struct Reserve<'a> {
    automaton: &'a DigitAutomaton,
    families: &'a [Family],
    budget: &'a mut Budget,
    /// Non-empty sorted sets, and their numbers.
    sets: Vec<Rc<[Item]>>,
    numbers: HashMap<Rc<[Item]>, Moving>,
    /// What follows a set under a letter of x: letters of y, sorted, and sets.
    steps: HashMap<(Moving, usize), Rc<[(usize, Moving)]>>,
    /// The sets of the prefixes 0, for each pair of control states that has moves.
    starts: BTreeMap<(ControlState, ControlState), Moving>,
}

impl<'a> Reserve<'a> {
    pub(crate) fn new(
        automaton: &'a DigitAutomaton,
        families: &'a [Family],
        budget: &'a mut Budget,
    ) -> Result<Self, Refused> {
        let (sets, numbers, steps, starts) = Default::default();
        let mut reserve = Self { automaton, families, budget, sets, numbers, steps, starts };
        let mut zero: BTreeMap<_, BTreeSet<Item>> = BTreeMap::new();
        for (index, family) in (0..).zip(families) {
            let set = zero.entry((family.from, family.to)).or_default();
            // Guessed digits may begin before those of x and y.
            let mut waiting = vec![0];
            while let Some(state) = waiting.pop() {
                if set.insert((index, state)) {
                    family.successors(state, 0, |y, next| waiting.extend((y == 0).then_some(next)));
                }
            }
        }
        for (pair, set) in zero {
            let number = reserve.number(set.into_iter().collect())?;
            reserve.starts.insert(pair, number);
        }
        Ok(reserve)
    }

    fn number(&mut self, set: Rc<[Item]>) -> Result<Moving, Refused> {
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        self.budget.hold(1 + set.len() / 4)?;
        let number = Moving::try_from(self.sets.len()).unwrap_or(Moving::MAX);
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, number);
        Ok(number)
    }

    /// All that may follow a set under the letter `x`: each letter of y with the
    /// set that it leads to, if that is not empty.
    fn step(&mut self, moving: Moving, x: usize) -> Result<Rc<[(usize, Moving)]>, Refused> {
        if let Some(step) = self.steps.get(&(moving, x)) {
            return Ok(Rc::clone(step));
        }
        let mut found = Vec::new();
        for &(index, state) in self.sets[moving as usize].iter() {
            let family = &self.families[index as usize];
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
        let step: Rc<[_]> = step.into();
        self.steps.insert((moving, x), Rc::clone(&step));
        Ok(step)
    }

    /// All threads that follow `threads` under the letter `x`.
    fn post(&mut self, threads: &[Thread], x: usize) -> Result<HashSet<Thread>, Refused> {
        let mut post = HashSet::new();
        for &(moving, state) in threads {
            let step = self.step(moving, x)?;
            self.budget.spend(step.len())?;
            post.extend(step.iter().map(|&(y, next)| (next, self.automaton.next(state, y))));
        }
        Ok(post)
    }

    /// The threads at the prefix 0 of x, after any number of leading zeros.
    fn start(&mut self, control: ControlState) -> Result<HashSet<Thread>, Refused> {
        let starts = self.starts.iter().filter(|(pair, _)| pair.0 == control);
        let starts = starts.map(|(pair, &moving)| (moving, self.automaton.starts()[pair.1.index()]));
        let mut waiting: Vec<Thread> = starts.collect();
        let mut closure = HashSet::new();
        while let Some(thread) = waiting.pop() {
            if closure.insert(thread) {
                self.budget.hold(1)?;
                waiting.extend(self.post(&[thread], 0)?);
            }
        }
        Ok(closure)
    }

    /// The thread that X and a partial move Y name, if a move can be completed from it.
    fn thread(
        &mut self,
        from: ControlState,
        prefix: &[u64],
        (to, target): &(ControlState, Vec<u64>),
    ) -> Result<Option<Thread>, Refused> {
        let Some(&(mut moving)) = self.starts.get(&(from, *to)) else { return Ok(None) };
        let tracks = self.automaton.tracks();
        if prefix.len() != tracks || target.len() != tracks {
            return Ok(None);
        }
        let digits = u64::BITS - prefix.iter().chain(target).fold(0, |all, n| all | n).leading_zeros();
        for place in (0..digits).rev() {
            let letter = |numbers: &[u64]| {
                numbers.iter().rev().fold(0, |all, number| all << 1 | usize::from(number >> place & 1 == 1))
            };
            let step = self.step(moving, letter(prefix))?;
            let found = step.binary_search_by_key(&letter(target), |next| next.0);
            let Ok(index) = found else { return Ok(None) };
            moving = step[index].1;
        }
        Ok(Some((moving, self.automaton.state_at_small(to.index(), target))))
    }

    /// Checks that the elements show what the task says.
    pub(crate) fn check(&mut self, task: &Task<'_>, elements: &[Element]) -> Result<(), Refused> {
        let refuse = |reason: String| Err(Refused::new(Step::Existential, reason));
        let automaton = self.automaton;
        // The elements at each state of the law: their numbers and threads.
        let mut at: BTreeMap<State, Vec<(usize, Vec<Thread>)>> = BTreeMap::new();
        for (index, Element { prefix, partial_moves }) in elements.iter().enumerate() {
            self.budget.hold(1 + partial_moves.len())?;
            let mut threads = Vec::new();
            for partial in partial_moves {
                let Some(thread) = self.thread(task.control, prefix, partial)? else {
                    return refuse(format!(
                        "element {index}: no move goes on from {prefix:?} to {partial:?}"
                    ));
                };
                threads.push(thread);
            }
            if prefix.len() != automaton.tracks() {
                return refuse(format!("element {index}: {prefix:?} is no position"));
            }
            let state = automaton.state_at_small(task.control.index(), prefix);
            at.entry(state).or_default().push((index, threads));
        }
        let matched = |state: State, found: &HashSet<Thread>, budget: &mut Budget| {
            let elements = at.get(&state).map_or(&[][..], Vec::as_slice);
            budget.spend(elements.iter().map(|element| 1 + element.1.len()).sum())?;
            Ok(elements.iter().any(|element| element.1.iter().all(|thread| found.contains(thread))))
        };
        let goal = automaton.outputs().iter().map(|&output| output == task.value).collect();
        let goal = can_reach(automaton.transitions(), automaton.letters(), goal, self.budget)?;
        let (start, found) = (automaton.starts()[task.control.index()], self.start(task.control)?);
        if !matched(start, &found, self.budget)? {
            return refuse("no element fits the prefixes 0".to_owned());
        }
        for (&state, (index, threads)) in
            at.iter().flat_map(|(state, all)| all.iter().map(move |e| (state, e)))
        {
            let wins = |&(moving, target): &Thread| {
                let complete = |&(family, state): &Item| self.families[family as usize].accepts(state);
                task.required.contains(&automaton.output(target))
                    && self.sets[moving as usize].iter().any(complete)
            };
            if automaton.output(state) == task.value && !threads.iter().any(wins) {
                return refuse(format!("element {index} has no complete move to a required value"));
            }
            for letter in 0..automaton.letters() {
                let next = automaton.next(state, letter);
                if goal[next as usize] {
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
