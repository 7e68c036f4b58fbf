//! Elements for a certificate, computed from a closed set of elements over single moves.
//!
//! A certificate identifies a partial move by its two prefixes, which represent all single moves
//! that lead from the one to the other. Where the search has followed single moves, each element
//! found is lifted: for each of its moves it takes the prefixes that lead to it. The successors of
//! a lifted element under a letter contain all successors of the element, and so contain some other
//! element again. Prefixes are distinguished only as far as the sets of moves that they represent
//! differ. Only the sets along the strategy are computed.

use bouton_cert::Element;
use bouton_core::{State, Watch};
use rustc_hash::FxHashMap;

use super::{Partial, PartialMoves, VerifyLimit, VerifyLimits, append};
use crate::relation::{RelationState, Sets};

/// A part of the moves, a set of its relation's states, and the law's state at the prefix of y.
type Thread = (usize, u32, State);

/// Elements over single moves, by the law's state at the prefix of x.
pub(super) struct Found<'a, F> {
    /// The numbers of the elements of each state.
    pub(super) by_state: &'a [Vec<u32>],
    /// The partial moves of each of them.
    pub(super) partials: F,
    /// The states of the law from which the value can still be reached.
    pub(super) relevant: &'a [bool],
}

struct Lifted {
    state: State,
    prefix: Vec<u64>,
    /// The threads, ascending.
    threads: Vec<Thread>,
    /// The prefix of y of each thread.
    written: Vec<Vec<u64>>,
}

struct Lift<'a, 'b, F> {
    moves: &'a PartialMoves<'b>,
    found: &'a Found<'a, F>,
    /// The sets of each part.
    sets: Vec<Sets<'b>>,
    lifted: Vec<Lifted>,
    at: FxHashMap<State, Vec<usize>>,
}

/// Returns the lifted elements, closed like those that were found.
pub(super) fn elements<'a, F: Fn(u32) -> &'a [Partial]>(
    moves: &PartialMoves<'_>,
    found: &Found<'_, F>,
    limits: &VerifyLimits<'_>,
) -> Result<Vec<Element>, VerifyLimit> {
    let sets = moves.parts.iter().map(|&(_, relation)| Sets::new(relation)).collect();
    let mut lift = Lift { moves, found, sets, lifted: Vec::new(), at: FxHashMap::default() };
    let mut held = limits.watch.hold_none();
    let start = lift.start(limits.watch)?;
    if !lift.add(moves.start(), vec![0; moves.law.tracks()], &start) {
        return Err(VerifyLimit::Digits);
    }
    let mut done = 0;
    while done < lift.lifted.len() {
        if lift.lifted.len() > limits.product {
            return Err(VerifyLimit::Product(limits.product));
        }
        for letter in 0..moves.law.letters() {
            let Some(next) = moves.next_state(lift.lifted[done].state, letter) else { continue };
            if !found.relevant[next as usize] {
                continue;
            }
            let after = lift.after(done, letter);
            limits.watch.spend(4 + after.len() as u64)?;
            if lift.is_matched(next, &after) {
                continue;
            }
            let mut prefix = lift.lifted[done].prefix.clone();
            append(moves.law.numeration(), &mut prefix, letter)?;
            let mut longer = Vec::with_capacity(after.len());
            for &(thread, from, written) in &after {
                let mut y = lift.lifted[done].written[from].clone();
                // Those that are too long are not chosen.
                if append(moves.law.numeration(), &mut y, usize::from(written)).is_ok() {
                    longer.push((thread, y));
                }
            }
            if !lift.add(next, prefix, &longer) {
                return Err(VerifyLimit::Digits);
            }
        }
        done += 1;
        let sets: u64 = lift.sets.iter().map(Sets::bytes).sum();
        let elements = lift.lifted.iter().map(|one| 64 + one.threads.len() * (48 + 8 * one.prefix.len()));
        if done.is_power_of_two() || done % 1024 == 0 {
            held.resize(sets + elements.sum::<usize>() as u64)?;
        }
    }
    let element = |one: Lifted| {
        let controls = one.threads.iter().map(|thread| moves.parts[thread.0].0);
        let mut partial_moves: Vec<_> = controls.zip(one.written).collect();
        partial_moves.sort();
        Element { prefix: one.prefix, partial_moves }
    };
    let mut elements: Vec<Element> = lift.lifted.into_iter().map(element).collect();
    elements.sort_by(|a, b| (&a.prefix, &a.partial_moves).cmp(&(&b.prefix, &b.partial_moves)));
    Ok(elements)
}

impl<'a, F: Fn(u32) -> &'a [Partial]> Lift<'_, '_, F> {
    /// The threads after leading zeros of x, with the prefix of y.
    fn start(&mut self, watch: &Watch) -> Result<Vec<(Thread, Vec<u64>)>, VerifyLimit> {
        let law = self.moves.law;
        let mut threads: Vec<(Thread, Vec<u64>)> = Vec::new();
        for (part, &(to, _)) in self.moves.parts.iter().enumerate() {
            let set = self.sets[part].start_after_zeros();
            threads.push(((part, set, law.starts()[to.index()]), vec![0; law.tracks()]));
        }
        let mut done = 0;
        while let Some(((part, set, state), prefix)) = threads.get(done).cloned() {
            done += 1;
            for &(written, set) in self.sets[part].step(set, 0).iter() {
                watch.spend(1 + threads.len() as u64 / 16)?;
                let Some(state) = self.moves.next_state(state, usize::from(written)) else { continue };
                let thread = (part, set, state);
                let mut prefix = prefix.clone();
                if threads.iter().all(|known| known.0 != thread)
                    && append(law.numeration(), &mut prefix, usize::from(written)).is_ok()
                {
                    threads.push((thread, prefix));
                }
            }
        }
        threads.sort();
        Ok(threads)
    }

    /// The threads that follow an element under a letter of x, ascending, each with the one that it
    /// follows and the letter of y.
    fn after(&mut self, element: usize, letter: usize) -> Vec<(Thread, usize, u16)> {
        let mut after = Vec::new();
        for (from, &(part, set, state)) in self.lifted[element].threads.iter().enumerate() {
            for &(written, set) in self.sets[part].step(set, letter).iter() {
                if let Some(state) = self.moves.next_state(state, usize::from(written)) {
                    after.push(((part, set, state), from, written));
                }
            }
        }
        after.sort_unstable();
        after.dedup_by_key(|next| next.0);
        after
    }

    /// Whether all threads of some lifted element are among these.
    fn is_matched(&self, state: State, after: &[(Thread, usize, u16)]) -> bool {
        let among = |thread: &Thread| after.binary_search_by_key(thread, |next| next.0).is_ok();
        let known = self.at.get(&state).map_or(&[][..], Vec::as_slice);
        known.iter().any(|&element| self.lifted[element].threads.iter().all(among))
    }

    /// Lifts the smallest element that these threads contain; `false` if they contain none.
    fn add(&mut self, state: State, prefix: Vec<u64>, threads: &[(Thread, Vec<u64>)]) -> bool {
        let smallest = self.found.by_state[state as usize]
            .iter()
            .filter_map(|&element| self.held(element, threads))
            .min_by_key(Vec::len);
        let Some(chosen) = smallest else { return false };
        let (threads, written) = chosen.into_iter().map(|index| threads[index].clone()).unzip();
        self.at.entry(state).or_default().push(self.lifted.len());
        self.lifted.push(Lifted { state, prefix, threads, written });
        true
    }

    /// The indices of threads that contain the partial moves of an element, ascending; `None` if
    /// some are missing.
    fn held(&self, element: u32, threads: &[(Thread, Vec<u64>)]) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::new();
        for &partial in (self.found.partials)(element) {
            let (part, single, state) = self.moves.split(partial);
            let holds = |&index: &usize| self.holds(threads[index].0, part, single, state);
            if !chosen.iter().any(holds) {
                chosen.push((0..threads.len()).find(holds)?);
            }
        }
        chosen.sort_unstable();
        Some(chosen)
    }

    fn holds(&self, thread: Thread, part: usize, single: RelationState, state: State) -> bool {
        (thread.0, thread.2) == (part, state)
            && self.sets[part].states(thread.1).binary_search(&single).is_ok()
    }
}
