//! The existential half: strategies that are closed under appending digits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bouton_cert::Element;
use bouton_core::{ControlState, Numeration, State, Value};
use rustc_hash::{FxHashMap as HashMap, FxHashSet};

use crate::{
    Refusal, Step,
    existing::{Existing, Place},
    family::Family,
    limits::Budget,
    refused::Verdict,
    rows::Rows,
    words::Words,
};

/// The number of a set of states of families: the state of (X, Y) for a pair of control states.
type Moving = u32;
/// A state of a family, after the number of the family.
type Item = (u32, u32);
/// The state of (X, Y), and the law's state at Y.
type Thread = (Moving, State);
/// The range of a list that holds letters of y, sorted, and the sets that they lead to.
type Next = Range<usize>;
/// A control state and the prefixes of a target.
type Partial = (ControlState, Vec<u64>);

/// The claim that a strategy has to prove: each position of `value` in `control` has an option with
/// a value in `required`.
pub(crate) struct Task<'a> {
    pub(crate) control: ControlState,
    pub(crate) value: Value,
    pub(crate) required: &'a [Value],
    /// The places from which a position of the value can still be reached.
    pub(crate) goal: &'a [bool],
    /// The states of the law in which threads may still win. Those in other states never win, and nor do those
    /// that follow them, so elements may leave them out.
    pub(crate) hopeful: &'a [bool],
}

/// An element of a strategy.
struct Held {
    /// The place of its prefix, if an existing position continues it.
    place: Option<Place>,
    threads: Vec<Thread>,
    signature: u64,
}

/// The elements by their states, and by the thread that the fewest elements at the same state have: an element
/// can only be a part of a list that has this thread.
struct Fitting {
    by_thread: HashMap<(State, Thread), Vec<usize>>,
    /// The elements without threads, which are a part of every list.
    empty: HashMap<State, Vec<usize>>,
}

impl Fitting {
    fn new(held: &[Held], at: &BTreeMap<State, Vec<usize>>, budget: &mut Budget) -> Verdict<Self> {
        let (mut by_thread, mut empty) =
            (HashMap::<_, Vec<usize>>::default(), HashMap::<_, Vec<usize>>::default());
        for (&state, elements) in at {
            let mut counts: HashMap<Thread, usize> = HashMap::default();
            for thread in elements.iter().flat_map(|&index| &held[index].threads) {
                *counts.entry(*thread).or_default() += 1;
            }
            for &index in elements {
                budget.spend(2 * held[index].threads.len())?;
                // An entry of a map that doubles, and of a list.
                budget.take(2 * size_of::<((State, Thread), Vec<usize>)>() as u64 + 32)?;
                match held[index].threads.iter().min_by_key(|thread| counts[thread]) {
                    Some(&thread) => by_thread.entry((state, thread)).or_default().push(index),
                    None => empty.entry(state).or_default().push(index),
                }
            }
        }
        Ok(Self { by_thread, empty })
    }

    /// The elements at a state that may be a part of a list, ascending.
    fn candidates(&self, state: State, found: &[Thread]) -> Vec<usize> {
        let mut candidates = self.empty.get(&state).cloned().unwrap_or_default();
        for &thread in found {
            candidates.extend(self.by_thread.get(&(state, thread)).into_iter().flatten());
        }
        candidates.sort_unstable();
        candidates
    }
}

/// One bit for each thread; some share a bit. A list whose bits are not all among those of another one is not
/// a part of it.
fn signature(threads: &[Thread]) -> u64 {
    threads.iter().fold(0, |all, &(moving, state)| {
        all | 1 << ((moving.wrapping_mul(0x9E37_79B9) ^ state.wrapping_mul(0x85EB_CA6B)) >> 26)
    })
}

/// Partial moves, made deterministic and numbered as they are met.
pub(crate) struct Reserve<'a> {
    numeration: &'a Numeration,
    law: &'a Words,
    existing: &'a Existing<'a>,
    moves: &'a [Family],
    budget: &'a mut Budget,
    /// Non-empty sorted sets, and their numbers.
    sets: Rows<Item>,
    /// The successors of a set under a letter of x.
    steps: HashMap<(Moving, usize), Next>,
    listed: Vec<(usize, Moving)>,
    /// The sets of the prefixes 0, for each pair of control states that has moves.
    starts: BTreeMap<(ControlState, ControlState), Moving>,
}

impl<'a> Reserve<'a> {
    pub(crate) fn new(
        (numeration, law, existing): (&'a Numeration, &'a Words, &'a Existing<'a>),
        moves: &'a [Family],
        budget: &'a mut Budget,
    ) -> Verdict<Self> {
        let (sets, (steps, listed, starts)) = (Rows::new(), Default::default());
        let mut reserve = Self { numeration, law, existing, moves, budget, sets, steps, listed, starts };
        let mut zero: BTreeMap<_, Vec<Item>> = BTreeMap::new();
        for (index, family) in (0..).zip(moves) {
            zero.entry((family.from, family.to)).or_default().push((index, 0));
        }
        for (pair, set) in zero {
            // Guessed digits may begin before those of x and y, so the sets grow.
            let (mut before, mut moving) = (None, reserve.number(&set)?);
            while before != Some(moving) {
                let next = reserve.step(moving, 0)?;
                (before, moving) = (Some(moving), reserve.listed[next].first().map_or(moving, |next| next.1));
            }
            reserve.starts.insert(pair, moving);
        }
        Ok(reserve)
    }

    fn number(&mut self, set: &[Item]) -> Verdict<Moving> {
        let (number, fresh) = self.sets.number(set, self.budget)?;
        if fresh {
            self.budget.hold(1 + set.len() / 4)?;
        }
        Ok(number)
    }

    /// The successors of a set under the letter `x`: each letter of y with the set that it leads
    /// to, if that is not empty.
    fn step(&mut self, moving: Moving, x: usize) -> Verdict<Next> {
        if let Some(step) = self.steps.get(&(moving, x)) {
            return Ok(step.clone());
        }
        let mut found = Vec::new();
        for &(index, state) in self.sets.row(moving as usize) {
            let family = &self.moves[index as usize];
            let before = found.len();
            family.for_each_successor(state, x, |y, next| found.push((y, (index, next))));
            self.budget.spend(1 + found.len() - before)?;
        }
        found.sort_unstable();
        found.dedup();
        let mut step = Vec::new();
        for same in found.chunk_by(|left, right| left.0 == right.0) {
            let set: Vec<Item> = same.iter().map(|both| both.1).collect();
            step.push((same[0].0, self.number(&set)?));
        }
        self.budget.hold(1 + step.len() / 4)?;
        self.budget.room(&mut self.listed, step.len())?;
        // Its entry, in a map that doubles.
        self.budget.take(3 * size_of::<((Moving, usize), Next)>() as u64)?;
        let begin = self.listed.len();
        self.listed.extend(step);
        let step = begin..self.listed.len();
        self.steps.insert((moving, x), step.clone());
        Ok(step)
    }

    /// All threads that follow `threads` under the letter `x` and may still win, sorted.
    fn post(&mut self, threads: &[Thread], x: usize, hopeful: &[bool]) -> Verdict<Vec<Thread>> {
        let mut post = Vec::new();
        for &(moving, state) in threads {
            let step = self.step(moving, x)?;
            self.budget.spend(step.len())?;
            post.extend(self.listed[step].iter().filter_map(|&(y, next)| {
                let state = self.law.next(state, y).filter(|&state| hopeful[state as usize])?;
                Some((next, state))
            }));
        }
        post.sort_unstable();
        post.dedup();
        Ok(post)
    }

    /// The threads at the prefix 0 of x, after any number of leading zeros.
    fn start(&mut self, control: ControlState, hopeful: &[bool]) -> Verdict<Vec<Thread>> {
        let starts = self.starts.iter().filter(|(pair, _)| pair.0 == control);
        let starts = starts.map(|(pair, &moving)| (moving, self.law.starts[pair.1.index()]));
        let mut waiting: Vec<Thread> = starts.filter(|thread| hopeful[thread.1 as usize]).collect();
        let mut closure = BTreeSet::new();
        while let Some(thread) = waiting.pop() {
            if closure.insert(thread) {
                self.budget.hold(1)?;
                waiting.extend(self.post(&[thread], 0, hopeful)?);
            }
        }
        Ok(closure.into_iter().collect())
    }

    /// The thread of X and a partial move Y, if a move can be completed from it.
    fn thread(&mut self, from: ControlState, x: &[u64], (to, y): &Partial) -> Verdict<Option<Thread>> {
        let Some(&(mut moving)) = self.starts.get(&(from, *to)) else { return Ok(None) };
        // The letters of both, zeros before the shorter word.
        let mut both = [x, y].map(|numbers| self.numeration.letters_of_small(numbers).collect::<Vec<_>>());
        let digits = both.iter().map(Vec::len).max().unwrap_or(0);
        both.iter_mut().for_each(|letters| _ = letters.splice(..0, vec![0; digits - letters.len()]));
        for (&x, y) in both[0].iter().zip(&both[1]) {
            let step = self.step(moving, x)?;
            let next = &self.listed[step];
            let Ok(index) = next.binary_search_by_key(y, |next| next.0) else { return Ok(None) };
            moving = next[index].1;
        }
        let state = self.law.read(self.law.starts[to.index()], both[1].iter().copied());
        Ok(state.map(|state| (moving, state)))
    }

    /// Checks that the elements prove the task.
    pub(crate) fn check(&mut self, task: &Task<'_>, elements: &[Element]) -> Verdict<()> {
        let mut counted = 0;
        let found = self.follow(task, elements, &mut counted);
        self.budget.leave(self.budget.taken().saturating_sub(counted));
        found
    }

    /// Checks that the elements prove the task; adds to `counted` the bytes that are counted for this task alone.
    fn follow(&mut self, task: &Task<'_>, elements: &[Element], counted: &mut u64) -> Verdict<()> {
        let refuse = |reason: String| Err(Refusal::new(Step::Existential, reason));
        let (law, existing, tracks, hopeful) = (self.law, self.existing, self.law.tracks, task.hopeful);
        // The states that may still win were found for this task.
        self.budget.spend(hopeful.len().saturating_mul(task.required.len().max(1)))?;
        let mut held: Vec<Held> = Vec::with_capacity(elements.len());
        // The numbers of the elements at each state of the law.
        let mut at: BTreeMap<State, Vec<usize>> = BTreeMap::new();
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
                threads.extend(hopeful[thread.1 as usize].then_some(thread));
            }
            let control = task.control.index();
            let letters = || self.numeration.letters_of_small(prefix);
            let Some(state) = law.read(law.starts[control], letters()) else {
                return refuse(format!("element {index}: {prefix:?} has no words"));
            };
            let bytes = size_of::<Held>() + 8 + threads.capacity() * size_of::<Thread>();
            self.budget.take(2 * bytes as u64)?;
            *counted += 2 * bytes as u64;
            let signature = signature(&threads);
            held.push(Held { place: existing.read(control, letters()), threads, signature });
            at.entry(state).or_default().push(index);
        }
        let before = self.budget.taken();
        let fitting = Fitting::new(&held, &at, self.budget)?;
        *counted += self.budget.taken() - before;
        // The element that is matched at a place: preferably one whose own prefix leads there.
        let matched = |place: Place, found: &[Thread], budget: &mut Budget| -> Verdict<Option<usize>> {
            let (within, mut other) = (signature(found), None);
            let candidates = fitting.candidates(existing.state(place), found);
            let mut tried = found.len() + candidates.len();
            for index in candidates {
                let Held { place: own, threads, signature } = &held[index];
                let is_own = *own == Some(place);
                if signature & !within != 0 || other.is_some() && !is_own {
                    continue;
                }
                tried += threads.len();
                if threads.iter().all(|thread| found.binary_search(thread).is_ok()) {
                    if is_own {
                        budget.spend(tried)?;
                        return Ok(Some(index));
                    }
                    other = Some(index);
                }
            }
            budget.spend(tried)?;
            Ok(other)
        };
        let (Some(start), found) = (existing.start(task.control.index()), self.start(task.control, hopeful)?)
        else {
            return Ok(());
        };
        let Some(first) = matched(start, &found, self.budget)? else {
            return refuse("no element fits the prefixes 0".to_owned());
        };
        // Each element at the place of its prefix, and wherever else it is matched.
        let own = at.values().flatten().filter_map(|&index| Some((index, held[index].place?)));
        let mut queue: Vec<(usize, Place)> = own.chain([(first, start)]).collect();
        let mut known: FxHashSet<(usize, Place)> = queue.iter().copied().collect();
        let mut done = 0;
        while let Some(&(index, place)) = queue.get(done) {
            done += 1;
            let threads = &held[index].threads;
            let wins = |&(moving, target): &Thread| {
                let complete =
                    |&(family, state): &Item| self.moves[family as usize].accepting[state as usize];
                task.required.contains(&law.outputs[target as usize])
                    && self.sets.row(moving as usize).iter().any(complete)
            };
            if existing.output(place) == Some(task.value) && !threads.iter().any(wins) {
                return refuse(format!("element {index} has no complete move to a required value"));
            }
            for letter in 0..law.letters {
                let Some(next) = existing.next(place, letter) else { continue };
                if task.goal[next as usize] {
                    let found = self.post(threads, letter, hopeful)?;
                    let Some(follows) = matched(next, &found, self.budget)? else {
                        return refuse(format!("no element follows element {index} under letter {letter}"));
                    };
                    if known.insert((follows, next)) {
                        self.budget.hold(1)?;
                        let bytes = 4 * size_of::<(usize, Place)>() as u64;
                        self.budget.take(bytes)?;
                        *counted += bytes;
                        queue.push((follows, next));
                    }
                }
            }
        }
        Ok(())
    }
}
