//! Strategies of laws that count ones: a game between a player who reads places and one who marks heaps.

use std::collections::BTreeSet;

use bouton_cert::{ColumnElement, ColumnStrategy, ColumnThread};
use bouton_core::{ColumnLaw, ControlState, FreeTakes, LimitReached, MoveKind, State, Value, Watch};

use crate::closed::{Replies, closed_set};

/// The most nodes that are examined.
const MOST_NODES: usize = 40_000;

/// The strategies that the conditions of the law require; `None` if none of this form exist.
pub(super) fn strategies(
    takes: &FreeTakes,
    law: &ColumnLaw,
    watch: &Watch,
) -> Result<Option<Vec<ColumnStrategy>>, LimitReached> {
    let Some(conditions) = law.valuation().conditions(0) else { return Ok(None) };
    let mut strategies = Vec::new();
    for control in (0..law.starts().len()).map(ControlState::new) {
        for (value, condition) in (0..).zip(&conditions).filter(|(value, _)| law.outputs().contains(value)) {
            for (requirement, required) in condition.required.iter().enumerate() {
                let search = Search {
                    law,
                    kinds: takes.kinds(),
                    most: takes.most(),
                    exchanged: false,
                    control,
                    asked: reaching(law, &[value]),
                    live: reaching(law, required),
                    value,
                    required,
                    watch,
                };
                let mut elements = search.run()?;
                if elements.is_none() {
                    elements = Search { exchanged: true, ..search }.run()?;
                }
                let Some(elements) = elements else { return Ok(None) };
                strategies.push(ColumnStrategy { control, value, requirement, elements });
            }
        }
    }
    Ok(Some(strategies))
}

/// The states from which one of the outputs can be reached.
fn reaching(law: &ColumnLaw, outputs: &[Value]) -> Vec<bool> {
    let mut reach: Vec<bool> = law.outputs().iter().map(|output| outputs.contains(output)).collect();
    loop {
        let before = reach.clone();
        for (state, reached) in (0..).zip(&mut reach) {
            *reached |= law.row(state).iter().any(|&next| before[next as usize]);
        }
        if reach == before {
            return reach;
        }
    }
}

struct Search<'a> {
    law: &'a ColumnLaw,
    kinds: Vec<MoveKind>,
    most: usize,
    /// Whether a heap may be marked in place of one whose mark is taken away; this allows many more replies.
    exchanged: bool,
    control: ControlState,
    /// The states of x from which its value may still be the one in question.
    asked: Vec<bool>,
    /// The states of y from which a required value may still be reached.
    live: Vec<bool>,
    value: Value,
    required: &'a [Value],
    watch: &'a Watch,
}

impl Replies for Search<'_> {
    type Element = ColumnElement;

    fn replies(&self, element: &ColumnElement) -> Result<Vec<Vec<ColumnElement>>, LimitReached> {
        let places = self.places(element).into_iter();
        let of_place = |(generic, digits)| Ok(self.after(element, generic, digits)?.into_iter().collect());
        places.map(of_place).collect()
    }

    fn is_answered(&self, element: &ColumnElement) -> bool {
        let accepts = |thread: &ColumnThread| {
            let (least, most) = self.kinds[thread.kind].lowered;
            (least..=most).contains(&(thread.less.count_ones() as usize))
                && self.required.contains(&self.law.outputs()[thread.state as usize])
        };
        self.law.outputs()[element.state as usize] != self.value || element.threads.iter().any(accepts)
    }

    fn size(&self, element: &ColumnElement) -> (usize, usize) {
        (0, element.threads.len())
    }
}

impl Search<'_> {
    /// A closed set of elements.
    fn run(&self) -> Result<Option<Vec<ColumnElement>>, LimitReached> {
        let threads = (0..).zip(&self.kinds).filter(|(_, kind)| kind.from == self.control);
        let threads =
            threads.map(|(kind, of)| ColumnThread { kind, less: 0, state: self.law.starts()[of.to.index()] });
        let start = self.law.starts()[self.control.index()];
        let start = self.known(start, threads.collect())?;
        closed_set(self, vec![start], MOST_NODES, &|| self.watch.check())
    }

    /// The digits of the marked heaps, with each number of other heaps that read 1, as far as numbers differ.
    fn places(&self, node: &ColumnElement) -> Vec<(usize, u32)> {
        let numbers = self.law.letters() + self.most;
        let marked = node.marked;
        (0..numbers).flat_map(|generic| (0..1u32 << marked).map(move |digits| (generic, digits))).collect()
    }

    /// The elements after a place, for each way to mark heaps that read 1, and to forget others.
    fn after(
        &self,
        node: &ColumnElement,
        generic: usize,
        digits: u32,
    ) -> Result<BTreeSet<ColumnElement>, LimitReached> {
        let mut replies = BTreeSet::new();
        let state = self.law.next(node.state, generic + digits.count_ones() as usize);
        let room = if self.exchanged { self.most } else { self.most - node.marked };
        for new in 0..=generic.min(room) {
            let marked = node.marked + new;
            let read = digits | ((1 << new) - 1) << node.marked;
            let mut threads = BTreeSet::new();
            for thread in &node.threads {
                self.step(*thread, marked, read, generic - new, &mut threads);
            }
            let few = |forgotten: &u32| marked - forgotten.count_ones() as usize <= self.most;
            for forgotten in (0..1u32 << marked).filter(few) {
                let stays = |thread: &&ColumnThread| thread.less & forgotten == 0;
                let threads = threads.iter().filter(stays).copied().collect();
                replies.insert(self.known(state, Known { forgotten, threads }.renumbered(marked))?);
                // Then nothing is known about the others.
                if !self.asked[state as usize] {
                    return Ok(replies);
                }
            }
        }
        Ok(replies)
    }

    /// The continuations of a partial move under one place.
    fn step(
        &self,
        thread: ColumnThread,
        marked: usize,
        read: u32,
        ones: usize,
        threads: &mut BTreeSet<ColumnThread>,
    ) {
        let (_, most) = self.kinds[thread.kind].lowered;
        for after in 0..1u32 << marked {
            if after & !read & !thread.less != 0 {
                continue;
            }
            let less = thread.less | read & !after;
            let state = self.law.next(thread.state, ones + after.count_ones() as usize);
            if self.live[state as usize] && less.count_ones() as usize <= most {
                threads.insert(ColumnThread { less, state, ..thread });
            }
        }
    }

    /// The element in its least order of marked heaps; without heaps or moves where nothing remains to be
    /// shown.
    fn known(&self, state: State, known: Renumbered) -> Result<ColumnElement, LimitReached> {
        let Renumbered { marked, threads } = known;
        if !self.asked[state as usize] {
            return Ok(ColumnElement { state, marked: 0, threads: Vec::new() });
        }
        let mut least: Option<Vec<ColumnThread>> = None;
        // There are marked! orders.
        let mut seen = 0u32;
        for_each_order(marked, &mut |order| {
            seen = seen.wrapping_add(1);
            if seen.is_multiple_of(256) {
                self.watch.check()?;
            }
            let mut moved: Vec<ColumnThread> = threads
                .iter()
                .map(|thread| {
                    let bits =
                        order.iter().enumerate().map(|(heap, &place)| (thread.less >> heap & 1) << place);
                    ColumnThread { less: bits.fold(0, |all, bit| all | bit), ..*thread }
                })
                .collect();
            moved.sort_unstable();
            if least.as_ref().is_none_or(|least| moved < *least) {
                least = Some(moved);
            }
            Ok(())
        })?;
        Ok(ColumnElement { state, marked, threads: least.unwrap_or_default() })
    }
}

/// Partial moves that lower none of the forgotten heaps.
struct Known {
    forgotten: u32,
    threads: Vec<ColumnThread>,
}

/// Partial moves over marked heaps that are renumbered.
struct Renumbered {
    marked: usize,
    threads: Vec<ColumnThread>,
}

impl FromIterator<ColumnThread> for Renumbered {
    fn from_iter<T: IntoIterator<Item = ColumnThread>>(threads: T) -> Self {
        Self { marked: 0, threads: threads.into_iter().collect() }
    }
}

impl Known {
    /// The heaps that are not forgotten, numbered from 0.
    fn renumbered(self, marked: usize) -> Renumbered {
        let kept: Vec<usize> = (0..marked).filter(|&heap| self.forgotten >> heap & 1 == 0).collect();
        let moved = |thread: &ColumnThread| {
            let bits = kept.iter().enumerate().map(|(to, &heap)| (thread.less >> heap & 1) << to);
            ColumnThread { less: bits.fold(0, |all, bit| all | bit), ..*thread }
        };
        Renumbered { marked: kept.len(), threads: self.threads.iter().map(moved).collect() }
    }
}

/// Calls `visit` with each order of this number of heaps, until it fails.
fn for_each_order<E>(heaps: usize, visit: &mut impl FnMut(&[usize]) -> Result<(), E>) -> Result<(), E> {
    fn go<E>(
        order: &mut Vec<usize>,
        heaps: usize,
        visit: &mut impl FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        if order.len() == heaps {
            return visit(order);
        }
        for place in 0..heaps {
            if !order.contains(&place) {
                order.push(place);
                go(order, heaps, visit)?;
                order.pop();
            }
        }
        Ok(())
    }
    go(&mut Vec::new(), heaps, visit)
}
