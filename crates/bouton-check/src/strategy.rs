//! The existential half: strategies are closed under appending digits.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use bouton_cert::Element;
use bouton_core::{ControlState, DigitAutomaton, State, Value};

use crate::{Refused, Step, family::Family, limits::Budget};

/// A set of states of families: what (X, Y) is, for a pair of control states.
type Moving = u32;

/// A partial move: what (X, Y) is for the families, and the law's state at Y.
type Thread = (Moving, State);

/// What a strategy has to show: each position of `value` in `control` has an
/// option with a value in `required`.
pub(crate) struct Task<'a> {
    pub(crate) control: ControlState,
    pub(crate) value: Value,
    pub(crate) required: &'a [Value],
    /// The states from which the value can still be reached.
    pub(crate) goal: &'a [bool],
}

/// Partial moves, made deterministic and numbered as they are met.
pub(crate) struct Reserve<'a> {
    automaton: &'a DigitAutomaton,
    families: &'a [Family],
    /// Non-empty sets of (family, state), sorted.
    sets: Vec<Rc<[(u32, u32)]>>,
    numbers: HashMap<Rc<[(u32, u32)]>, Moving>,
    /// What follows a set under a letter of x: letters of y, and sets.
    steps: HashMap<(Moving, usize), Rc<[(usize, Moving)]>>,
    /// The sets of the prefixes 0, for each pair of control states that has moves.
    starts: BTreeMap<(ControlState, ControlState), Moving>,
}

impl<'a> Reserve<'a> {
    pub(crate) fn new(
        automaton: &'a DigitAutomaton,
        families: &'a [Family],
        budget: &mut Budget,
    ) -> Result<Self, Refused> {
        let (sets, numbers, steps, starts) = Default::default();
        let mut reserve = Self { automaton, families, sets, numbers, steps, starts };
        let mut zero: BTreeMap<_, BTreeSet<(u32, u32)>> = BTreeMap::new();
        for (index, family) in (0..).zip(families) {
            let set = zero.entry((family.from, family.to)).or_default();
            // Guessed digits may be there before those of x and y begin.
            let mut waiting = vec![0];
            while let Some(state) = waiting.pop() {
                if set.insert((index, state)) {
                    budget.spend(family.width())?;
                    family.successors(state, 0, |y, next| waiting.extend((y == 0).then_some(next)));
                }
            }
        }
        for (pair, set) in zero {
            let number = reserve.number(set.into_iter().collect(), budget)?;
            reserve.starts.insert(pair, number);
        }
        Ok(reserve)
    }

    fn number(&mut self, set: Rc<[(u32, u32)]>, budget: &mut Budget) -> Result<Moving, Refused> {
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        budget.hold(1 + set.len() / 4)?;
        let number = Moving::try_from(self.sets.len()).unwrap_or(Moving::MAX);
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, number);
        Ok(number)
    }

    /// All that may follow a set under the letter `x`: each letter of y with the
    /// set that it leads to, if that is not empty.
    fn step(
        &mut self,
        moving: Moving,
        x: usize,
        budget: &mut Budget,
    ) -> Result<Rc<[(usize, Moving)]>, Refused> {
        if let Some(step) = self.steps.get(&(moving, x)) {
            return Ok(Rc::clone(step));
        }
        let mut found = BTreeSet::new();
        for &(index, state) in self.sets[moving as usize].iter() {
            let family = &self.families[index as usize];
            budget.spend(family.width())?;
            family.successors(state, x, |y, next| {
                found.insert((y, index, next));
            });
        }
        let found: Vec<_> = found.into_iter().collect();
        let mut step = Vec::new();
        for same in found.chunk_by(|left, right| left.0 == right.0) {
            let set = same.iter().map(|&(_, index, state)| (index, state)).collect();
            step.push((same[0].0, self.number(set, budget)?));
        }
        budget.hold(1 + step.len() / 4)?;
        let step: Rc<[_]> = step.into();
        self.steps.insert((moving, x), Rc::clone(&step));
        Ok(step)
    }

    /// All threads that follow those of `threads` under the letter `x`.
    fn post(
        &mut self,
        threads: impl Iterator<Item = Thread>,
        x: usize,
        budget: &mut Budget,
    ) -> Result<HashSet<Thread>, Refused> {
        let mut post = HashSet::new();
        for (moving, state) in threads {
            let step = self.step(moving, x, budget)?;
            budget.spend(step.len())?;
            post.extend(step.iter().map(|&(y, next)| (next, self.automaton.next(state, y))));
        }
        Ok(post)
    }

    /// The thread that a partial move names, if a move can be completed from it.
    fn thread(
        &mut self,
        from: ControlState,
        prefix: &[u64],
        to: ControlState,
        target: &[u64],
        budget: &mut Budget,
    ) -> Result<Option<Thread>, Refused> {
        let Some(&(mut moving)) = self.starts.get(&(from, to)) else { return Ok(None) };
        let digits =
            u64::BITS - prefix.iter().chain(target).fold(0, |all, number| all | number).leading_zeros();
        for place in (0..digits).rev() {
            let letter = |numbers: &[u64]| {
                let digits = numbers.iter().enumerate();
                digits.fold(0, |all, (track, number)| all | usize::from(number >> place & 1 == 1) << track)
            };
            let y = letter(target);
            let step = self.step(moving, letter(prefix), budget)?;
            let Ok(index) = step.binary_search_by_key(&y, |next| next.0) else { return Ok(None) };
            moving = step[index].1;
        }
        Ok(Some((moving, self.automaton.state_at_small(to.index(), target))))
    }

    /// Checks that the elements show what the task says.
    pub(crate) fn check(
        &mut self,
        task: &Task<'_>,
        elements: &[Element],
        budget: &mut Budget,
    ) -> Result<(), Refused> {
        let refuse = |reason: String| Err(Refused::new(Step::Existential, reason));
        let (automaton, tracks) = (self.automaton, self.automaton.tracks());
        // The elements at each state of the law: their threads.
        let mut at: BTreeMap<State, Vec<(usize, Vec<Thread>)>> = BTreeMap::new();
        for (index, Element { prefix, partial_moves }) in elements.iter().enumerate() {
            budget.hold(1 + partial_moves.len())?;
            if prefix.len() != tracks {
                return refuse(format!("element {index} has {} coordinates, not {tracks}", prefix.len()));
            }
            let mut threads = Vec::new();
            for (to, target) in partial_moves {
                let fits = to.index() < automaton.starts().len() && target.len() == tracks;
                let thread =
                    if fits { self.thread(task.control, prefix, *to, target, budget)? } else { None };
                match thread {
                    Some(thread) => threads.push(thread),
                    None => {
                        let place = format!("{prefix:?} to {}:{target:?}", to.0);
                        return refuse(format!("element {index}: no move can be completed from {place}"));
                    }
                }
            }
            let state = automaton.state_at_small(task.control.index(), prefix);
            at.entry(state).or_default().push((index, threads));
        }
        let is_in = |state: State, threads: &HashSet<Thread>, budget: &mut Budget| {
            for (_, element) in at.get(&state).into_iter().flatten() {
                budget.spend(1 + element.len())?;
                if element.iter().all(|thread| threads.contains(thread)) {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let start = automaton.starts()[task.control.index()];
        if !is_in(start, &self.zero_closure(task.control, budget)?, budget)? {
            return refuse("no element fits the prefixes 0".to_owned());
        }
        for (&state, elements) in &at {
            for (index, threads) in elements {
                let wins = |&(moving, target): &Thread| {
                    let complete =
                        |&(family, state): &(u32, u32)| self.families[family as usize].accepts(state);
                    task.required.contains(&automaton.output(target))
                        && self.sets[moving as usize].iter().any(complete)
                };
                if automaton.output(state) == task.value && !threads.iter().any(wins) {
                    return refuse(format!("element {index} has no complete move to a required value"));
                }
                for letter in 0..automaton.letters() {
                    let next = automaton.next(state, letter);
                    if task.goal[next as usize] {
                        let post = self.post(threads.iter().copied(), letter, budget)?;
                        if !is_in(next, &post, budget)? {
                            return refuse(format!(
                                "nothing follows element {index} under the letter {letter}"
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// What threads there are at the prefix 0 of x, after any number of leading zeros.
    fn zero_closure(
        &mut self,
        control: ControlState,
        budget: &mut Budget,
    ) -> Result<HashSet<Thread>, Refused> {
        let starts = self.starts.iter().filter(|(pair, _)| pair.0 == control);
        let start = |(pair, &moving): (&(ControlState, ControlState), &Moving)| {
            (moving, self.automaton.starts()[pair.1.index()])
        };
        let mut waiting: Vec<Thread> = starts.map(start).collect();
        let mut closure = HashSet::new();
        while let Some(thread) = waiting.pop() {
            if closure.insert(thread) {
                budget.hold(1)?;
                waiting.extend(self.post(std::iter::once(thread), 0, budget)?);
            }
        }
        Ok(closure)
    }
}
