//! The rare values of many blocks at once, after the common values of these blocks are known.
//!
//! Where no heap was rare for long, the next values are computed as if none were, span by span. While
//! one span is computed, the one before it is reviewed: for each heap, whether it reaches each rare value
//! below its own; and a sample of large rare parts is tried on the one after it, whose partners are all
//! known. Neither needs values of the present span, so another thread can do both. If a heap misses a
//! rare value, all values from its block on are computed again.

use std::{
    cmp::Reverse,
    mem::replace,
    ops::Range,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use bouton_core::{LimitReached, Watch};

use super::{Fault, Space, Sparse, reaches};
use crate::{
    cell::Cell,
    kernel::{
        spans::{Extent, Reached, SPAN, Spans},
        split,
        trials::{NONE, RUN, Splits, Trials},
    },
    moves::Moves,
    values::dense::Stop,
};

/// The least distance of the last rare heap from those whose review may wait; it is also at least the
/// eighth part of their size, so that little is computed twice.
const QUIET: usize = 1 << 13;
/// The largest part of a split that is tried on runs.
const LARGEST: usize = 1 << 14;
/// The number of the most frequent values that partners have, and the most parts that are tried with the
/// partners of one value.
const PARTNERS: usize = 40;
const PARTS: usize = 56;
/// The number of splits that are compared for a single heap.
const SOON: usize = 1 << 11;
/// The most indices for which reviews may wait.
const MOST_INDICES: usize = 1 << 12;

/// Splits that are likely to show that heaps reach rare values.
pub(super) struct Review {
    trials: Trials,
    /// The number of values before a heap that its first splits have.
    soon: usize,
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
    /// The most bytes of a review.
    pub(super) fn bytes(space: Space, moves: &Moves) -> u64 {
        let furthest = LARGEST + moves.splits.first().copied().unwrap_or(0);
        // The copies of values are of at most four bytes.
        Trials::bytes(PARTNERS, space.indices(), PARTS, furthest)
            + 4 * (furthest + 2 * SPAN + 2 * SOON) as u64
    }

    /// Chooses splits if no few values are frequent. `counts` has the numbers of common heaps among the
    /// last ones, by index.
    pub(super) fn choose<T: Cell>(cells: &[T], moves: &Moves, space: Space, counts: &[u64]) -> Option<Self> {
        let &taken = moves.splits.first()?;
        if counts.len() > MOST_INDICES {
            return None;
        }
        // Less than half of the heap, so that the parts differ.
        let largest = LARGEST.min(cells.len().saturating_sub(taken + 1) / 2);
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); counts.len()];
        for (part, &cell) in cells.iter().enumerate().take(largest).skip(1) {
            let value = cell.into();
            if !space.is_rare(value) && parts[space.index(value)].len() < PARTS {
                parts[space.index(value)].push(part + taken);
            }
        }
        let mut frequent: Vec<usize> = (0..counts.len()).filter(|&index| counts[index] > 0).collect();
        frequent.sort_by_key(|&index| (Reverse(counts[index]), index));
        frequent.truncate(PARTNERS);
        let mut splits: Vec<Splits> = Vec::new();
        for &partner in &frequent {
            let shown = (0..counts.len()).map(|rare| (rare, partner, parts[rare ^ partner].clone()));
            splits.extend(shown.filter(|(_, _, offsets)| !offsets.is_empty()));
        }
        let trials = Trials::new(&splits, counts.len());
        Some(Self { trials, soon: SOON + taken })
    }

    /// Copies what the review of some heaps reads.
    fn chunk<T: Cell>(&self, cells: &[T], heaps: Range<usize>) -> Chunk<T> {
        let from = heaps.start - self.trials.unknown(heaps.start).max(self.soon);
        let (recent, smallest) = (cells[from..heaps.end].to_vec(), cells[1..=SOON].to_vec());
        Chunk { heaps, from, recent, smallest }
    }

    /// Returns pairs of a heap and the index of a rare value below the heap's own for which no split was
    /// found, sorted.
    fn unshown<T: Cell>(&mut self, chunk: &Chunk<T>, moves: &Moves, space: Space) -> Vec<(usize, usize)> {
        let mut unshown = Vec::new();
        for start in chunk.heaps.clone().step_by(RUN) {
            let end = (start + RUN).min(chunk.heaps.end);
            let index = |heap| match chunk.value(heap) {
                value if space.is_rare(value) => NONE,
                value => u16::try_from(space.index(value)).unwrap_or(NONE),
            };
            let below = |heap| space.rare_below(chunk.value(heap));
            self.trials.unshown(start..end, index, below, |heap, rare| {
                if !chunk.soon_reaches(moves, heap, space.rare(rare)) {
                    unshown.push((heap, rare));
                }
            });
        }
        unshown.sort_unstable();
        unshown
    }
}

impl Sparse {
    /// Whether the review of the heaps from `start` on may wait.
    pub(super) fn may_wait(&self, start: usize) -> bool {
        let quiet = if self.eager { 0 } else { QUIET.max(start / 8) };
        self.review.as_ref().is_some_and(|review| start > review.trials.before().max(review.soon))
            && start >= self.immediate
            && start > self.last_rare + quiet
    }

    /// Extends values until there are at least `count`, by whole blocks, or until a block needs its
    /// review at once: then there are fewer values, up to this block.
    ///
    /// What is computed, and in which order, does not depend on the number of threads.
    pub(super) fn extend_before_review<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
    ) -> Result<Stop, LimitReached> {
        if self.threads == 1 {
            return self.extend_with(cells, moves, count, watch, Worker::Here(Box::default()));
        }
        let space = self.space;
        let (tasks, given) = channel::<Task<T>>();
        let (done, results) = channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                for mut task in given {
                    task.run(moves, space);
                    if done.send(task).is_err() {
                        break;
                    }
                }
            });
            self.extend_with(cells, moves, count, watch, Worker::There { tasks, results })
        })
    }

    fn extend_with<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
        mut worker: Worker<T>,
    ) -> Result<Stop, LimitReached> {
        let space = self.space;
        let mut end = None;
        let mut pending = cells.len()..cells.len();
        while let Some(review) = self.review.take() {
            let start = cells.len();
            let next = (start / SPAN + 1) * SPAN;
            let goal = if end.is_none() { count.min(next) } else { start };
            if goal > start {
                self.begin_span(start);
            }
            let ahead = (next < count && goal > start && self.can_test(start)).then_some(next);
            let chunk = review.chunk(cells, pending);
            let reached = self.ahead.take().unwrap_or_else(|| Reached::new(space.indices()));
            let spans = self.spans.take();
            worker.give(Task { spans, ahead, reached, review, chunk, unshown: Vec::new() });
            let stop = self.blocks(cells, moves, goal, watch);
            let task = worker.take(moves, space);
            (self.review, self.spans) = (Some(task.review), task.spans);
            self.ahead = Some(match ahead.filter(|&next| next == cells.len()) {
                Some(_) => replace(&mut self.reached, task.reached),
                None => task.reached,
            });
            if let Some(spans) = &mut self.spans {
                for (part, &cell) in cells.iter().enumerate().skip(start) {
                    let value = cell.into();
                    if !space.is_rare(value) {
                        moves.splits.iter().for_each(|taken| spans.set(space.index(value), part + taken));
                    }
                }
            }
            let mut missed = task.unshown.into_iter();
            if let Some((heap, _)) =
                missed.find(|&(heap, index)| !reaches(cells, moves, heap, space.rare(index)))
            {
                cells.truncate(heap / 64 * 64);
                (self.stale, self.immediate) = (true, cells.len() + 64);
                return Ok(Stop::Done);
            }
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

/// What is done while a span is computed.
struct Task<T> {
    spans: Option<Spans>,
    /// The first heap of the span for which a sample of large parts is tried.
    ahead: Option<usize>,
    reached: Reached,
    review: Review,
    chunk: Chunk<T>,
    /// The result of the review.
    unshown: Vec<(usize, usize)>,
}

impl<T: Cell> Task<T> {
    fn run(&mut self, moves: &Moves, space: Space) {
        if let (Some(spans), Some(start)) = (&mut self.spans, self.ahead) {
            spans.begin(start, Extent::Sample, &mut self.reached);
        }
        self.unshown = self.review.unshown(&self.chunk, moves, space);
    }
}

/// The thread that runs tasks.
enum Worker<T> {
    /// This thread, when the result is needed.
    Here(Box<Option<Task<T>>>),
    There {
        tasks: Sender<Task<T>>,
        results: Receiver<Task<T>>,
    },
}

impl<T: Cell> Worker<T> {
    /// Begins a task.
    fn give(&mut self, task: Task<T>) {
        match self {
            Self::Here(waiting) => **waiting = Some(task),
            Self::There { tasks, .. } => tasks.send(task).expect("the thread waits for tasks"),
        }
    }

    /// Waits for the end of the last task.
    fn take(&mut self, moves: &Moves, space: Space) -> Task<T> {
        match self {
            Self::Here(waiting) => {
                let mut task = waiting.take().expect("a task was given");
                task.run(moves, space);
                task
            }
            Self::There { results, .. } => results.recv().expect("the thread ends its task"),
        }
    }
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
