//! Each position of a value has an option with a required value, whatever the number of heaps.

use std::collections::{BTreeSet, HashSet};

use bouton_cert::{LocalClaim, LocalElement, LocalStrategy, LocalThread};
use bouton_core::{Condition, HeapMove, HeapMoves, LocalLaw, Lowering, State, Value};

use super::{good, image};
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// More marked heaps are refused.
const MAX_MARKED: usize = 6;

/// The bytes of a partial move in a set, with its share of the places that are free.
const THREAD: u64 = 4 * size_of::<LocalThread>() as u64;

struct Existential<'a> {
    law: &'a LocalLaw,
    moves: Vec<HeapMove<'a>>,
    /// Whether any amounts are taken, and the largest amount else.
    free: bool,
    largest: u32,
    /// For each state of the law the states that heaps may be in.
    within: Vec<u32>,
    /// The set of good heap states.
    good: u32,
    strategy: &'a LocalStrategy,
    required: &'a [Value],
    /// The most marked heaps of an element.
    most: usize,
}

/// Checks the strategies.
pub(super) fn check(
    claim: &LocalClaim,
    moves: &HeapMoves,
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    let law = &claim.law;
    let outputs = || law.columns().outputs().iter().chain(law.otherwise());
    let mut wanted = Vec::new();
    for (control, _) in (0u8..).zip(law.columns().starts()) {
        for (value, condition) in (0..).zip(conditions).filter(|(value, _)| outputs().any(|o| o == value)) {
            wanted.extend((0..condition.required.len()).map(|requirement| (control, value, requirement)));
        }
    }
    let found: Vec<(u8, Value, usize)> =
        claim.strategies.iter().map(|s| (s.control.0, s.value, s.requirement)).collect();
    if wanted != found {
        let reason = format!("(control, value, requirement) {wanted:?} are needed, found {found:?}");
        return Err(Refusal::new(Step::Strategies, reason));
    }
    let within = within(law);
    for strategy in &claim.strategies {
        let required = &conditions[strategy.value as usize].required[strategy.requirement];
        let most = strategy.elements.iter().map(|element| element.marks.len()).max().unwrap_or(0);
        let existential = Existential {
            law,
            moves: moves.moves(),
            free: moves.is_free(),
            largest: moves.largest(),
            within: within.clone(),
            good: good(law),
            strategy,
            required,
            most,
        };
        existential.check(budget)?;
    }
    Ok(())
}

/// For each state of the law a set that has the states of all heaps.
fn within(law: &LocalLaw) -> Vec<u32> {
    let columns = law.columns();
    let mut sets = vec![0u32; columns.outputs().len()];
    for &start in columns.starts() {
        sets[start as usize] = 1;
    }
    let mut waiting: BTreeSet<State> = columns.starts().iter().copied().collect();
    while let Some(state) = waiting.pop_first() {
        for ones in 0..columns.letters() {
            let next = columns.next(state, ones);
            let set = sets[state as usize];
            // Where no heap reads 1, no heap does.
            let some = ones > 0 || columns.counts().0 == 0;
            let after = image(law, set, ones, false) | if some { image(law, set, ones, true) } else { 0 };
            if after & !sets[next as usize] != 0 {
                sets[next as usize] |= after;
                waiting.insert(next);
            }
        }
    }
    sets
}

/// An element in a message.
fn shown(element: &LocalElement) -> String {
    let (state, marks, threads) = (element.state, element.marks.len(), element.threads.len());
    format!("the element at state {state} with {marks} marks and {threads} partial moves")
}

/// An element whose partial moves are a set: a statement about the first places.
struct Known {
    state: State,
    witness: bool,
    marks: Vec<u32>,
    threads: HashSet<LocalThread>,
}

impl Existential<'_> {
    fn check(&self, budget: &mut Budget) -> Verdict<()> {
        if !self.listed(&self.begun(), budget)? {
            return Err(self.refused("no element is met at the start"));
        }
        for element in &self.strategy.elements {
            self.is_element(element)?;
            if !self.is_answered(element) {
                return Err(self.refused(&format!("no partial move is complete at {}", shown(element))));
            }
            let (threshold, period) = self.law.columns().counts();
            // From threshold + most on the cases repeat with the period.
            for generic in 0..threshold + period + self.most {
                for digits in 0..1u32 << element.marks.len() {
                    if !self.has_reply(element, generic, digits, budget)? {
                        let place = format!("{generic} other heaps and the marked ones {digits:b} read 1");
                        let reason = format!("at {} there is no reply if {place}", shown(element));
                        return Err(self.refused(&reason));
                    }
                }
            }
        }
        Ok(())
    }

    fn refused(&self, reason: &str) -> Refusal {
        let LocalStrategy { control, value, requirement, .. } = self.strategy;
        let of = format!("control {}, value {value}, requirement {requirement}", control.0);
        Refusal::new(Step::Existential, format!("{of}: {reason}"))
    }

    /// Before the first place. If positions of the value have a good heap, one of them is the witness.
    fn begun(&self) -> Known {
        let witness = !self.law.otherwise().contains(&self.strategy.value);
        let marks = vec![1; usize::from(witness)];
        let controls: BTreeSet<u8> =
            self.moves.iter().filter(|of| of.from == self.strategy.control).map(|of| of.to.0).collect();
        let starts = self.law.columns().starts();
        let thread = |to: u8| LocalThread {
            to: bouton_core::ControlState(to),
            state: starts[usize::from(to)],
            lowered: vec![0; marks.len()],
            marks: marks.clone(),
        };
        let threads = controls.into_iter().map(thread).collect();
        Known { state: starts[self.strategy.control.index()], witness, marks, threads }
    }

    fn is_element(&self, element: &LocalElement) -> Verdict<()> {
        let states = self.law.columns().outputs().len();
        let marked = element.marks.len();
        let is_set = |set: &u32| *set < 1 << self.law.heap().good.len();
        let most = if self.free { 1 } else { self.largest };
        let is_thread = |thread: &LocalThread| {
            thread.to.index() < self.law.columns().starts().len()
                && (thread.state as usize) < states
                && thread.lowered.len() == marked
                && thread.lowered.iter().all(|&lowered| lowered <= most)
                && thread.marks.len() == marked
                && thread.marks.iter().all(is_set)
        };
        let fits = marked <= MAX_MARKED
            && (element.state as usize) < states
            && (marked > 0 || !element.witness)
            && element.marks.iter().all(is_set)
            && element.threads.iter().all(is_thread)
            && element.threads.is_sorted();
        if fits {
            Ok(())
        } else {
            Err(self.refused(&format!("{} does not fit the rules and the law", shown(element))))
        }
    }

    /// Whether a partial move is complete, if a position of the value may end here.
    fn is_answered(&self, element: &LocalElement) -> bool {
        // A heap that is not good is not a witness.
        if element.witness && element.marks[0] & self.good == 0 {
            return true;
        }
        let value = self.strategy.value;
        let surely = element.witness || self.surely(&element.marks);
        let may_be = self.law.output(element.state, true) == value
            || !surely && self.law.output(element.state, false) == value;
        !may_be || element.threads.iter().any(|thread| self.accepts(thread))
    }

    /// Whether one of the heaps is good, whichever states of these sets they are in.
    fn surely(&self, marks: &[u32]) -> bool {
        marks.iter().any(|set| set & !self.good == 0)
    }

    /// Whether the thread is a whole move to a required value.
    fn accepts(&self, thread: &LocalThread) -> bool {
        let mut amounts: Vec<u32> = thread.lowered.iter().copied().filter(|&amount| amount > 0).collect();
        amounts.sort_unstable();
        let is_move = |of: &HeapMove<'_>| {
            of.from == self.strategy.control
                && of.to == thread.to
                && match of.lowering {
                    None => amounts.is_empty(),
                    Some(&Lowering::Free(least, most)) => (least..=most).contains(&amounts.len()),
                    Some(Lowering::By(taken)) => *taken == amounts,
                    // Heaps without a mark are left alone.
                    Some(Lowering::All(_)) => false,
                }
        };
        let value = |good: bool| self.required.contains(&self.law.output(thread.state, good));
        self.moves.iter().any(is_move) && value(true) && (self.surely(&thread.marks) || value(false))
    }

    /// Whether some of the generic heaps that read 1 can be marked such that an element is met, after some
    /// marks are taken away.
    fn has_reply(
        &self,
        element: &LocalElement,
        generic: usize,
        digits: u32,
        budget: &mut Budget,
    ) -> Verdict<bool> {
        for new in 0..=generic.min(self.most) {
            let before = budget.taken();
            let known = self.continued(element, generic - new, digits, new, budget)?;
            let listed = self.listed(&known, budget)?;
            drop(known);
            budget.leave(before);
            if listed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The element after one more place, where `ones` heaps without a mark have a 1, and so do `new` heaps
    /// that are marked now.
    fn continued(
        &self,
        element: &LocalElement,
        ones: usize,
        digits: u32,
        new: usize,
        budget: &mut Budget,
    ) -> Verdict<Known> {
        let (law, old) = (self.law, element.marks.len());
        let read = |heap: usize| heap >= old || digits >> heap & 1 == 1;
        let heaps = old + new;
        let all = ones + (0..heaps).filter(|&heap| read(heap)).count();
        let known = |marks: &[u32], state: State, heap: usize| {
            marks.get(heap).copied().unwrap_or(self.within[state as usize])
        };
        let marks = (0..heaps)
            .map(|heap| image(law, known(&element.marks, element.state, heap), all, read(heap)))
            .collect();
        let mut threads = HashSet::new();
        for thread in &element.threads {
            for after in 0..1u32 << heaps {
                budget.spend(1)?;
                let reads = |heap: usize| after >> heap & 1 == 1;
                let taken = |heap: usize| {
                    let before = thread.lowered.get(heap).copied().unwrap_or(0);
                    let (x, y) = (u32::from(read(heap)), u32::from(reads(heap)));
                    if self.free {
                        (before == 1 || x >= y).then_some(before.max(u32::from(x > y)))
                    } else {
                        (2 * before + x).checked_sub(y).filter(|&taken| taken <= self.largest)
                    }
                };
                let Some(lowered) = (0..heaps).map(taken).collect::<Option<Vec<u32>>>() else { continue };
                let total = ones + after.count_ones() as usize;
                let sets = (0..heaps)
                    .map(|heap| image(law, known(&thread.marks, thread.state, heap), total, reads(heap)))
                    .collect();
                let state = law.columns().next(thread.state, total);
                let next = LocalThread { to: thread.to, state, lowered, marks: sets };
                if threads.insert(next) {
                    budget.take(THREAD + 8 * heaps as u64)?;
                }
            }
        }
        let state = law.columns().next(element.state, all);
        Ok(Known { state, witness: element.witness, marks, threads })
    }

    /// Whether an element applies: all that it requires of a position is known.
    fn listed(&self, known: &Known, budget: &mut Budget) -> Verdict<bool> {
        for element in &self.strategy.elements {
            let near = element.state == known.state
                && element.marks.len() <= known.marks.len()
                && (known.witness || !element.witness);
            if near && meets(element, known, &mut Vec::new(), budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the marked heaps of an element from `places.len()` on can be some of these, each another one.
fn meets(
    element: &LocalElement,
    known: &Known,
    places: &mut Vec<usize>,
    budget: &mut Budget,
) -> Verdict<bool> {
    budget.spend(1)?;
    let heap = places.len();
    if heap == element.marks.len() {
        budget.spend(element.threads.len() * (1 + known.threads.len()))?;
        return Ok(element
            .threads
            .iter()
            .all(|thread| known.threads.iter().any(|other| is_that(thread, other, places))));
    }
    for place in 0..known.marks.len() {
        // The witness is the first marked heap in both.
        let witness = heap == 0 && element.witness;
        let fits = !places.contains(&place)
            && (!witness || place == 0)
            && known.marks[place] & !element.marks[heap] == 0;
        if fits {
            places.push(place);
            let found = meets(element, known, places, budget)?;
            places.pop();
            if found {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a partial move of an element is one that is known: it lowers no heap without a mark, and states no
/// more about the states.
fn is_that(thread: &LocalThread, known: &LocalThread, places: &[usize]) -> bool {
    let same = |(heap, &place): (usize, &usize)| {
        thread.lowered[heap] == known.lowered[place] && known.marks[place] & !thread.marks[heap] == 0
    };
    let left_alone = |place: usize| places.contains(&place) || known.lowered[place] == 0;
    thread.to == known.to
        && thread.state == known.state
        && places.iter().enumerate().all(same)
        && (0..known.lowered.len()).all(left_alone)
}
