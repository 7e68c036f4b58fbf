//! The rare values of many blocks at once, after the common values of these blocks are known.
//!
//! Where no heap was rare for long, the next values are computed as if none were, span by span. Each span
//! is reviewed when its values are known: for each heap, whether it reaches each rare value below its own.
//! A sample of large rare parts is tried on each span before; the values of the span before that one are
//! not needed for it. So another thread can do both while the next span is computed. If a heap misses
//! a rare value, all values from its block on are computed again.

use std::{
    cmp::Reverse,
    collections::VecDeque,
    hint::spin_loop,
    ops::Range,
    panic::resume_unwind,
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
};

use bouton_core::{LimitReached, Watch};

use super::{Fault, Space, Sparse, reaches};
use crate::{
    cell::Cell,
    kernel::{
        spans::{Extent, Reached, SPAN, Spans},
        split,
        trials::Trials,
    },
    moves::Moves,
    values::dense::Stop,
};

/// The least distance of the last rare heap from those whose review may wait; it is also at least the
/// eighth part of their size, so that little is computed twice.
const QUIET: usize = 1 << 13;
/// The number of groups of eight values that partners have, and the most parts of each value that are tried.
const PARTNERS: usize = 12;
const PARTS: usize = 56;
/// The number of splits that are compared for a single heap.
const SOON: usize = 1 << 11;
/// The number of reviews that may be open after a span is computed.
const OPEN: usize = 1;
/// The number of times that a thread looks for a message before it sleeps.
const AWAKE: usize = 2000;
/// The most indices for which reviews may wait.
const MOST_INDICES: usize = 1 << 12;

/// Splits that are likely to show that heaps reach rare values.
pub(super) struct Review {
    trials: Trials,
}

/// Pairs of a heap and the index of a rare value.
type Pairs = Vec<(usize, usize)>;

/// The number of values before a heap that its first splits have.
fn soon_before(moves: &Moves) -> usize {
    SOON + moves.splits.first().copied().unwrap_or(0)
}

/// A chunk of values, with what its review reads.
struct Chunk<T> {
    heaps: Range<usize>,
    /// The values from this heap on.
    from: usize,
    recent: Vec<T>,
    /// The values of the smallest heaps, from 1 on.
    smallest: Vec<T>,
}

impl<T: Cell> Chunk<T> {
    /// Copies what the review of some heaps reads.
    fn new(cells: &[T], heaps: Range<usize>, moves: &Moves) -> Self {
        let from = heaps.start - soon_before(moves);
        let (recent, smallest) = (cells[from..heaps.end].to_vec(), cells[1..=SOON].to_vec());
        Self { heaps, from, recent, smallest }
    }

    fn value(&self, heap: usize) -> u32 {
        self.recent[heap - self.from].into()
    }

    /// Whether one of the first splits of a heap has a value.
    fn soon_reaches(&self, moves: &Moves, heap: usize, value: u32) -> bool {
        let (Ok(cell), Some(taken)) = (T::try_from(value), moves.splits.first()) else { return false };
        let left = heap - taken;
        let most = moves.most_small(left).min(SOON);
        let end = left - self.from;
        split::pairs_attain(&self.smallest[..most], &self.recent[end - most..end], cell)
    }
}

impl Review {
    /// The largest common part that is tried for whole spans.
    pub(super) const LARGEST: usize = 1 << 14;

    /// The most bytes of a review.
    pub(super) fn bytes(space: Space) -> u64 {
        // The copies of values are of at most four bytes.
        Trials::bytes(space.indices(), PARTS) + 4 * (2 * SPAN + 2 * SOON) as u64
    }

    /// Chooses splits if no few values are frequent. `counts` has the numbers of common heaps among the
    /// last ones, by index.
    pub(super) fn choose<T: Cell>(cells: &[T], moves: &Moves, space: Space, counts: &[u64]) -> Option<Self> {
        let most = moves.splits.last()?;
        if counts.len() > MOST_INDICES {
            return None;
        }
        // Less than half of the heap, so that the parts differ.
        let largest = Self::LARGEST.min(cells.len().saturating_sub(most + 1) / 2);
        let mut known = vec![0; counts.len()];
        let mut parts = Vec::new();
        for (part, &cell) in cells.iter().enumerate().take(largest).skip(1) {
            let value = cell.into();
            let index = space.index(value);
            if !space.is_rare(value) && known[index] < PARTS {
                known[index] += 1;
                parts.push((part, index));
            }
        }
        let groups: Vec<u64> = counts.chunks(8).map(|counts| counts.iter().sum()).collect();
        let mut partners: Vec<usize> = (0..groups.len()).filter(|&group| groups[group] > 0).collect();
        partners.sort_by_key(|&group| (Reverse(groups[group]), group));
        partners.truncate(PARTNERS);
        Some(Self { trials: Trials::new(&parts, partners, counts.len()) })
    }

    /// Returns pairs of a heap and the index of a rare value below the heap's own for which no split was
    /// found, sorted. The heaps are of one span.
    fn unshown<T: Cell>(&mut self, spans: &Spans, chunk: &Chunk<T>, moves: &Moves, space: Space) -> Pairs {
        let mut unshown = Vec::new();
        let below = |heap| space.rare_below(chunk.value(heap));
        self.trials.unshown(spans, chunk.heaps.clone(), below, |heap, rare| {
            if !chunk.soon_reaches(moves, heap, space.rare(rare)) {
                unshown.push((heap, rare));
            }
        });
        unshown.sort_unstable();
        unshown
    }
}

impl Sparse {
    /// Whether the review of the heaps from `start` on may wait.
    pub(super) fn may_wait(&self, start: usize, moves: &Moves) -> bool {
        let quiet = if self.eager { 0 } else { QUIET.max(start / 8) };
        self.review.is_some()
            && start > soon_before(moves)
            && start >= self.immediate
            && start > self.last_rare + quiet
    }

    /// Extends values until there are at least `count`, by whole blocks, or until a block needs its
    /// review at once: then there are fewer values, up to this block.
    ///
    /// What is computed does not depend on the number of threads.
    pub(super) fn extend_before_review<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
    ) -> Result<Stop, LimitReached> {
        self.begin_span(cells.len());
        let (review, spans) = self.review.take().zip(self.spans.take()).expect("reviews may wait");
        let mut assistant = Box::new(Assistant { spans, review, moves, space: self.space });
        let (result, assistant) = if self.threads == 1 {
            let (reached, unshown) = <(VecDeque<_>, VecDeque<_>)>::default();
            let mut here = Worker::Here { assistant, reached, unshown };
            let result = self.extend_with(cells, moves, count, watch, &mut here);
            let Worker::Here { assistant, .. } = here else { unreachable!("the worker stays here") };
            (result, assistant)
        } else {
            let (tasks, given) = channel::<Task<T>>();
            let (shows, reached) = channel();
            let (reports, unshown) = channel();
            thread::scope(|scope| {
                let thread = scope.spawn(move || {
                    while let Some(task) = soon(&given) {
                        // What is no longer awaited is lost.
                        assistant.run(
                            &task,
                            |reached| drop(shows.send(reached)),
                            |pairs| drop(reports.send(pairs)),
                        );
                    }
                    assistant
                });
                let mut there = Worker::There { tasks, reached, unshown };
                let result = self.extend_with(cells, moves, count, watch, &mut there);
                drop(there);
                (result, thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })
        };
        let Assistant { spans, review, .. } = *assistant;
        (self.review, self.spans) = (Some(review), Some(spans));
        result
    }

    fn extend_with<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
        worker: &mut Worker<'_, T>,
    ) -> Result<Stop, LimitReached> {
        let space = self.space;
        let mut end = None;
        let mut pending = cells.len()..cells.len();
        // The span that was tried ahead, and the number of chunks whose review is not known.
        let (mut ahead, mut reviews) = (None, 0);
        loop {
            let start = cells.len();
            let (span, next) = (start / SPAN * SPAN, (start / SPAN + 1) * SPAN);
            let goal = if end.is_none() { count.min(next) } else { start };
            let mut tried = Vec::new();
            let waits = self.spanned && goal > start && self.reached.start() != span;
            if waits && ahead != Some(span) {
                tried.push((span, self.extent(start)));
            }
            if self.spanned && goal == next && next < count && self.can_test(start) {
                ahead = Some(next);
                tried.push((next, Extent::Sample));
            }
            worker.give(Task { chunk: Chunk::new(cells, pending, moves), tried });
            reviews += 1;
            if waits {
                self.reached = worker.reached();
            }
            let stop = self.blocks(cells, moves, goal, watch);
            if end.is_none() {
                end = match stop {
                    Ok(()) => None,
                    Err(Fault::Spans) if self.reached.limit() < space.indices() => {
                        self.immediate = cells.len() + 64;
                        Some(Ok(Stop::Done))
                    }
                    Err(fault) => Some(fault.stop()),
                };
            }
            pending = start..cells.len();
            let open = if pending.is_empty() { 0 } else { OPEN };
            while reviews > open {
                reviews -= 1;
                let mut missed = worker.unshown().into_iter();
                if let Some((heap, _)) =
                    missed.find(|&(heap, index)| !reaches(cells, moves, heap, space.rare(index)))
                {
                    cells.truncate(heap / 64 * 64);
                    (self.stale, self.immediate) = (true, cells.len() + 64);
                    return Ok(Stop::Done);
                }
            }
            if pending.is_empty() {
                break;
            }
        }
        end.unwrap_or(Ok(Stop::Done))
    }

    /// Appends values until there are at least `count`, by whole blocks, without a review.
    fn blocks<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
    ) -> Result<(), Fault> {
        while cells.len() < count {
            watch.spend(self.work()).map_err(Fault::Limit)?;
            self.block(cells, moves, watch, false)?;
        }
        Ok(())
    }
}

/// What is done while values are computed.
struct Task<T> {
    /// Heaps whose values are new. They are reviewed.
    chunk: Chunk<T>,
    /// The spans on which large rare parts are tried before, and which parts.
    tried: Vec<(usize, Extent)>,
}

/// Does tasks.
struct Assistant<'a> {
    spans: Spans,
    review: Review,
    moves: &'a Moves,
    space: Space,
}

impl Assistant<'_> {
    /// Does a task. `shows` is given what the parts reach in each span, and `reports` the result of the review.
    fn run<T: Cell>(
        &mut self,
        Task { chunk, tried }: &Task<T>,
        mut shows: impl FnMut(Reached),
        reports: impl FnOnce(Pairs),
    ) {
        self.spans.prepare(chunk.heaps.start);
        for part in chunk.heaps.clone() {
            let value = chunk.value(part);
            if !self.space.is_rare(value) {
                let index = self.space.index(value);
                self.moves.splits.iter().for_each(|taken| self.spans.set(index, part + taken));
            }
        }
        tried.iter().for_each(|&(start, extent)| shows(self.spans.begin(start, extent)));
        reports(self.review.unshown(&self.spans, chunk, self.moves, self.space));
    }
}

/// Where tasks are done, one after the other.
enum Worker<'a, T> {
    /// On this thread, at once.
    Here {
        assistant: Box<Assistant<'a>>,
        reached: VecDeque<Reached>,
        unshown: VecDeque<Pairs>,
    },
    There {
        tasks: Sender<Task<T>>,
        reached: Receiver<Reached>,
        unshown: Receiver<Pairs>,
    },
}

impl<T: Cell> Worker<'_, T> {
    /// Begins a task.
    fn give(&mut self, task: Task<T>) {
        match self {
            Self::Here { assistant, reached, unshown } => {
                assistant.run(&task, |shown| reached.push_back(shown), |pairs| unshown.push_back(pairs));
            }
            Self::There { tasks, .. } => tasks.send(task).expect("the thread waits for tasks"),
        }
    }

    /// Returns what parts reach in the next span on which they were tried.
    fn reached(&mut self) -> Reached {
        match self {
            Self::Here { reached, .. } => reached.pop_front(),
            Self::There { reached, .. } => soon(reached),
        }
        .expect("a span of a task")
    }

    /// Returns the result of the next review.
    fn unshown(&mut self) -> Pairs {
        match self {
            Self::Here { unshown, .. } => unshown.pop_front(),
            Self::There { unshown, .. } => soon(unshown),
        }
        .expect("the review of a task")
    }
}

/// Waits for what another thread sends; `None` if it sends no more. It is usually sent soon, so that this
/// thread stays awake for a while: to wake it would take as long.
fn soon<R>(receiver: &Receiver<R>) -> Option<R> {
    for _ in 0..AWAKE {
        match receiver.try_recv() {
            Ok(received) => return Some(received),
            Err(TryRecvError::Empty) => spin_loop(),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
    receiver.recv().ok()
}

#[cfg(test)]
mod tests {
    use bouton_core::{Limits, TakeAndBreakCode, Watch};

    use super::*;
    use crate::{definition, values::counts};

    /// Extends values by reviews that wait although heaps are often rare, and returns the end of the
    /// last block that was computed again.
    fn again(code: &TakeAndBreakCode, from: usize, to: usize, threads: usize) -> usize {
        let expected = definition::values(code, to, &Watch::unlimited()).unwrap();
        let mut cells: Vec<u16> = expected.iter().map(|&value| value.try_into().unwrap()).collect();
        let (space, _) = Space::sparsest(&counts(&cells));
        cells.truncate(from);
        let moves = Moves::of(code).unwrap();
        let watch = Watch::new(&Limits { threads, ..Limits::default() });
        let mut sparse = Sparse::new(&cells, &moves, space, &watch).unwrap();
        let mut again = 0;
        sparse.eager = true;
        while cells.len() < to {
            let count = cells.len() + 640;
            assert!(matches!(sparse.extend(&mut cells, &moves, count, &watch), Ok(Stop::Done)));
            again = again.max(sparse.immediate);
        }
        assert!(cells.iter().zip(&expected).all(|(&cell, &value)| u32::from(cell) == value), "{code}");
        again
    }

    #[test]
    fn blocks_with_a_new_rare_heap_are_computed_again() {
        let officers = TakeAndBreakCode::new(vec![0, 6]).unwrap();
        for threads in [1, 2] {
            // Heaps are rare up to 20627.
            assert!(again(&officers, 8192, 21_000, threads) > 20_000);
        }
    }
}
