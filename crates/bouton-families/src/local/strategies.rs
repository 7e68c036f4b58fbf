//! Strategies of laws with heap states: a game between a player who reads places and one who marks heaps.

use std::collections::BTreeSet;

use bouton_cert::{LocalElement, LocalStrategy, LocalThread};
use bouton_core::{
    Condition, ControlState, HeapMoves, LimitReached, LocalLaw, Lowering, State, Value, Watch,
};

use crate::closed::{Replies, closed_set};

/// The most nodes that are examined in one search.
const MOST_NODES: usize = 20_000;

/// The strategies that the conditions of the law require; `None` if none of this form were found.
pub(super) fn strategies(
    moves: &HeapMoves,
    law: &LocalLaw,
    conditions: &[Condition],
    watch: &Watch,
) -> Result<Option<Vec<LocalStrategy>>, LimitReached> {
    let outputs = || law.columns().outputs().iter().chain(law.otherwise());
    let reached = reached_sets(law);
    let mut strategies = Vec::new();
    for control in (0..law.columns().starts().len()).map(ControlState::new) {
        for (value, condition) in (0..).zip(conditions).filter(|(value, _)| outputs().any(|o| o == value)) {
            for (requirement, required) in condition.required.iter().enumerate() {
                let mut elements = None;
                // One partial move at a time first, and few marked heaps.
                for marks in 1..=moves.most() + 1 {
                    for single in [true, false] {
                        if elements.is_none() {
                            let search =
                                Search::new(moves, law, &reached, (control, value, required), marks, single);
                            elements = search.run(watch)?;
                        }
                    }
                }
                let Some(elements) = elements else { return Ok(None) };
                strategies.push(LocalStrategy { control, value, requirement, elements });
            }
        }
    }
    Ok(Some(strategies))
}

/// For each state of the law the heap states that occur beside it.
pub(super) fn reached_sets(law: &LocalLaw) -> Vec<u32> {
    let columns = law.columns();
    let (letters, threshold) = (columns.letters(), columns.counts().0);
    let mut sets = vec![0u32; columns.outputs().len()];
    columns.starts().iter().for_each(|&start| sets[start as usize] |= 1);
    loop {
        let before = sets.clone();
        for (state, &set) in (0..).zip(&before) {
            for ones in 0..letters {
                let next = columns.next(state, ones) as usize;
                sets[next] |= moved(law, set, ones, false);
                if ones > 0 || threshold == 0 {
                    sets[next] |= moved(law, set, ones, true);
                }
            }
        }
        if sets == before {
            return sets;
        }
    }
}

/// The heap states that follow those of a set.
pub(super) fn moved(law: &LocalLaw, set: u32, ones: usize, digit: bool) -> u32 {
    let mut after = 0;
    let mut left = set;
    while left != 0 {
        after |= 1 << law.next_of_heap(left.trailing_zeros(), ones, digit);
        left &= left - 1;
    }
    after
}

/// A state for each of which `is` holds, or leads to one for which it does.
fn leads(count: usize, is: &dyn Fn(usize) -> bool, next: &dyn Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut leads: Vec<bool> = (0..count).map(is).collect();
    loop {
        let before = leads.clone();
        for (state, lead) in leads.iter_mut().enumerate() {
            *lead |= next(state).into_iter().any(|next| before[next]);
        }
        if leads == before {
            return leads;
        }
    }
}

struct Search<'a> {
    moves: &'a HeapMoves,
    law: &'a LocalLaw,
    reached: &'a [u32],
    control: ControlState,
    value: Value,
    required: &'a [Value],
    /// The most marked heaps.
    marks: usize,
    /// Whether one partial move is kept at a time.
    single: bool,
    free: bool,
    largest: u32,
    good: u32,
    /// The heap states from which a heap never becomes good.
    never: u32,
    /// The states of x from which its value may still be the one in question.
    asked: Vec<bool>,
    /// The states of y from which a required value may still be reached.
    live: Vec<bool>,
}

impl Replies for Search<'_> {
    type Element = LocalElement;

    fn replies(&self, element: &LocalElement) -> Result<Vec<Vec<LocalElement>>, LimitReached> {
        let numbers = 0..self.law.columns().letters() + self.marks;
        let places =
            numbers.flat_map(|generic| (0..1u32 << element.marks.len()).map(move |digits| (generic, digits)));
        Ok(places
            .map(|(generic, digits)| self.after(element, generic, digits).into_iter().collect())
            .collect())
    }

    fn is_answered(&self, node: &LocalElement) -> bool {
        if node.witness && node.marks[0] & self.good == 0 {
            return true;
        }
        let good = node.witness || self.surely(&node.marks);
        let outputs = [self.law.output(node.state, true), self.law.output(node.state, good)];
        !outputs.contains(&self.value) || node.threads.iter().any(|thread| self.accepts(thread))
    }

    fn size(&self, element: &LocalElement) -> (usize, usize) {
        (element.marks.len(), element.threads.len())
    }
}

impl<'a> Search<'a> {
    fn new(
        moves: &'a HeapMoves,
        law: &'a LocalLaw,
        reached: &'a [u32],
        (control, value, required): (ControlState, Value, &'a [Value]),
        marks: usize,
        single: bool,
    ) -> Self {
        let columns = law.columns();
        let number = |state: usize| State::try_from(state).unwrap_or(State::MAX);
        let next = |state: usize| columns.row(number(state)).iter().map(|&next| next as usize).collect();
        let either = |state: usize, of: &dyn Fn(Value) -> bool| {
            [true, false].into_iter().any(|good| of(law.output(number(state), good)))
        };
        let count = columns.outputs().len();
        let heap = law.heap();
        let row = 2 * columns.letters();
        let of_heap =
            |state: usize| heap.transitions[state * row..][..row].iter().map(|&next| next as usize).collect();
        let gets_good = leads(heap.good.len(), &|state| heap.good[state], &of_heap);
        let set = |is: &[bool], of: bool| {
            (0..is.len()).fold(0u32, |set, state| set | u32::from(is[state] == of) << state)
        };
        Self {
            moves,
            law,
            reached,
            control,
            value,
            required,
            marks,
            single,
            free: moves.is_free(),
            largest: moves.largest(),
            good: set(&heap.good, true),
            never: set(&gets_good, false),
            asked: leads(count, &|state| either(state, &|output| output == value), &next),
            live: leads(count, &|state| either(state, &|output| required.contains(&output)), &next),
        }
    }

    /// A closed set of elements.
    fn run(&self, watch: &Watch) -> Result<Option<Vec<LocalElement>>, LimitReached> {
        closed_set(self, self.begun(), MOST_NODES, &|| watch.check())
    }

    /// The elements that may be kept before the first place.
    fn begun(&self) -> Vec<LocalElement> {
        let starts = self.law.columns().starts();
        let state = starts[self.control.index()];
        let controls: BTreeSet<ControlState> =
            self.moves.moves().iter().filter(|of| of.from == self.control).map(|of| of.to).collect();
        let witness = !self.law.otherwise().contains(&self.value);
        let mut begun = Vec::new();
        for witness in [false, true].into_iter().filter(|&with| witness || !with) {
            let marks = vec![1u32; usize::from(witness)];
            let threads: Vec<LocalThread> = controls
                .iter()
                .map(|&to| LocalThread {
                    to,
                    state: starts[to.index()],
                    lowered: vec![0; marks.len()],
                    marks: marks.clone(),
                })
                .collect();
            let sets: Vec<Vec<LocalThread>> = if self.single {
                threads.into_iter().map(|thread| vec![thread]).collect()
            } else {
                vec![threads]
            };
            begun
                .extend(sets.into_iter().map(|threads| self.element(state, witness, marks.clone(), threads)));
        }
        begun
    }

    fn surely(&self, marks: &[u32]) -> bool {
        marks.iter().any(|set| set & !self.good == 0)
    }

    fn accepts(&self, thread: &LocalThread) -> bool {
        let fits = self.required.contains(&self.law.output(thread.state, true))
            && self.required.contains(&self.law.output(thread.state, self.surely(&thread.marks)));
        let mut amounts: Vec<u32> = thread.lowered.iter().copied().filter(|&amount| amount != 0).collect();
        amounts.sort_unstable();
        fits && self.moves.moves().into_iter().any(|of| {
            (of.from, of.to) == (self.control, thread.to)
                && match of.lowering {
                    None => amounts.is_empty(),
                    Some(&Lowering::Free(least, most)) => amounts.len() >= least && amounts.len() <= most,
                    Some(Lowering::By(taken)) => amounts == *taken,
                    Some(Lowering::All(_)) => false,
                }
        })
    }

    /// The elements after a place, for each way to mark heaps that read 1, to continue, and to forget marks.
    fn after(&self, node: &LocalElement, generic: usize, digits: u32) -> BTreeSet<LocalElement> {
        let mut replies = BTreeSet::new();
        let columns = self.law.columns();
        let state = columns.next(node.state, generic + digits.count_ones() as usize);
        let old = node.marks.len();
        for new in 0..=generic.min(self.marks.saturating_sub(old)) {
            let heaps = old + new;
            let read = digits | ((1 << new) - 1) << old;
            let all = generic - new + read.count_ones() as usize;
            let marks = self.sets(&node.marks, node.state, heaps, all, read);
            let mut threads = BTreeSet::new();
            for thread in &node.threads {
                self.step(thread, heaps, read, generic - new, &mut threads);
            }
            for forgotten in 0..1u32 << heaps {
                let stays = |thread: &&LocalThread| {
                    (0..heaps).all(|heap| forgotten >> heap & 1 == 0 || thread.lowered[heap] == 0)
                };
                let kept: Vec<usize> = (0..heaps).filter(|&heap| forgotten >> heap & 1 == 0).collect();
                let chosen = |list: &[u32]| kept.iter().map(|&heap| list[heap]).collect::<Vec<u32>>();
                let over: Vec<LocalThread> = threads
                    .iter()
                    .filter(stays)
                    .map(|thread| LocalThread {
                        lowered: chosen(&thread.lowered),
                        marks: chosen(&thread.marks),
                        ..thread.clone()
                    })
                    .collect();
                let witness = node.witness && forgotten & 1 == 0;
                if self.single {
                    for thread in over {
                        replies.insert(self.element(state, witness, chosen(&marks), vec![thread]));
                    }
                    replies.insert(self.element(state, witness, chosen(&marks), Vec::new()));
                } else {
                    replies.insert(self.element(state, witness, chosen(&marks), over));
                }
                if !self.asked[state as usize] {
                    return replies;
                }
            }
        }
        replies
    }

    /// The sets of the states of marked heaps after a place.
    fn sets(&self, before: &[u32], state: State, heaps: usize, ones: usize, digits: u32) -> Vec<u32> {
        let set = |heap: usize| before.get(heap).copied().unwrap_or(self.reached[state as usize]);
        (0..heaps).map(|heap| moved(self.law, set(heap), ones, digits >> heap & 1 == 1)).collect()
    }

    /// The continuations of a partial move under one place.
    fn step(
        &self,
        thread: &LocalThread,
        heaps: usize,
        read: u32,
        ones: usize,
        threads: &mut BTreeSet<LocalThread>,
    ) {
        for after in 0..1u32 << heaps {
            let mut lowered = Vec::with_capacity(heaps);
            for heap in 0..heaps {
                let before = i64::from(thread.lowered.get(heap).copied().unwrap_or(0));
                let (x, y) = (i64::from(read >> heap & 1), i64::from(after >> heap & 1));
                let next = match (self.free, before) {
                    (true, 1) => 1,
                    (true, _) => x - y,
                    (false, before) => 2 * before + x - y,
                };
                let most = if self.free { 1 } else { i64::from(self.largest) };
                match u32::try_from(next) {
                    Ok(next) if i64::from(next) <= most => lowered.push(next),
                    _ => break,
                }
            }
            if lowered.len() < heaps {
                continue;
            }
            let total = ones + after.count_ones() as usize;
            let state = self.law.columns().next(thread.state, total);
            if self.live[state as usize] {
                let marks = self.sets(&thread.marks, thread.state, heaps, total, after);
                threads.insert(LocalThread { to: thread.to, state, lowered, marks });
            }
        }
    }

    /// The element in its least order of marked heaps, without the parts that do not matter.
    fn element(
        &self,
        state: State,
        witness: bool,
        mut marks: Vec<u32>,
        mut threads: Vec<LocalThread>,
    ) -> LocalElement {
        if !self.asked[state as usize] {
            return LocalElement { state, witness: false, marks: Vec::new(), threads: Vec::new() };
        }
        // Then it is not the witness, whatever follows.
        if witness && marks[0] & !self.never == 0 {
            return LocalElement { state, witness, marks: vec![self.never], threads: Vec::new() };
        }
        if threads.is_empty() {
            // Only the witness may still decide.
            marks.truncate(usize::from(witness));
        }
        threads.iter_mut().for_each(|thread| thread.marks.truncate(marks.len()));
        threads.iter_mut().for_each(|thread| thread.lowered.truncate(marks.len()));
        threads.sort_unstable();
        threads.dedup();
        let mut least: Option<(Vec<u32>, Vec<LocalThread>)> = None;
        for_each_order(marks.len(), usize::from(witness), &mut |order| {
            let of = |list: &[u32]| order.iter().map(|&heap| list[heap]).collect::<Vec<u32>>();
            let mut moved: Vec<LocalThread> = threads
                .iter()
                .map(|thread| LocalThread {
                    lowered: of(&thread.lowered),
                    marks: of(&thread.marks),
                    ..thread.clone()
                })
                .collect();
            moved.sort_unstable();
            let moved = (of(&marks), moved);
            if least.as_ref().is_none_or(|least| moved < *least) {
                least = Some(moved);
            }
        });
        let (marks, threads) = least.unwrap_or_default();
        LocalElement { state, witness, marks, threads }
    }
}

/// Calls `visit` with each order of this number of heaps in which the first ones stay.
fn for_each_order(heaps: usize, first: usize, visit: &mut dyn FnMut(&[usize])) {
    fn go(order: &mut Vec<usize>, heaps: usize, visit: &mut dyn FnMut(&[usize])) {
        if order.len() == heaps {
            return visit(order);
        }
        for place in 0..heaps {
            if !order.contains(&place) {
                order.push(place);
                go(order, heaps, visit);
                order.pop();
            }
        }
    }
    go(&mut (0..first).collect(), heaps, visit);
}
