//! The method that computes sixty-four heaps at a time by the sparse space of their values.
//!
//! In most octal games nearly all values are *common*: of odd parity under some mask. Two common
//! parts have a rare sum, so a common value is reached only by a split with a rare part, of which
//! there are few. For a block of sixty-four heaps all these marks are made at once, on bit planes
//! ([`Planes`]); the least common value that a heap misses is its candidate. Afterwards the rare
//! values below the candidates are verified to be reached, for the whole block, by splits into two
//! common parts that are likely to show it. Where no such split does, all splits are compared. If a
//! rare value is missed after all, it is the heap's value: the block is rolled back to that heap,
//! and computed again with one more rare heap.
//!
//! No value depends on an assumption about rare values: a poor mask only costs time.

mod candidates;
mod review;
mod space;
mod witnesses;

use bouton_core::{LimitReached, MemoryShare, Value, Watch};

use review::Review;
pub(crate) use space::Space;
use witnesses::Witnesses;

use super::dense::Stop;
use crate::cell::Cell;
use crate::{
    kernel::{
        partners::Partners,
        planes::{Class, EMPTY, Marks, Part, Planes, Pushes},
        spans::{Extent, Reached, SPAN, Spans},
        split,
    },
    moves::Moves,
};

/// The most words of planes that are kept: more distant rare heaps are marked one by one.
const WIDEST_WINDOW: usize = 1 << 14;
/// The most new rare heaps that are marked one by one before they join the planes.
const MOST_NEW: usize = 24;

/// The most heaps of a block whose splits are compared one heap at a time, and the number of these
/// splits.
const FEW: u32 = 4;
const SOON: usize = 1 << 11;

/// The state between blocks. It is valid only for the values for which it was created.
pub(crate) struct Sparse {
    pub(crate) space: Space,
    classes: Vec<Class>,
    planes: Planes,
    /// The planes from which whole spans are read, by large rare parts or by reviews.
    spans: Option<Spans>,
    /// Whether the large rare parts are many, so that they are tried for whole spans.
    spanned: bool,
    /// The heaps that they reach in the present span.
    reached: Reached,
    /// The partners of parts that are small enough, if there are spans.
    partners: Option<Partners>,
    /// The parts of all classes that are still tried on the planes if the others are tried on
    /// partners.
    untested: Vec<Class>,
    /// Rare heaps beyond the planes, and their indices.
    outlying: Vec<(usize, usize)>,
    new: usize,
    /// For an index of a common value and a chunk, sixty-four words: the marks that a part of this
    /// value makes, with rare parts, on heaps that are larger by 0 to 63 objects. Empty if there
    /// are no marks.
    pushes: Vec<Pushes>,
    witnesses: Witnesses,
    /// For each chunk of sixty-four indices, the marks of the heaps of the present block.
    marks: Vec<Marks>,
    /// The number of rare heaps, and the last of them.
    pub(crate) rare: usize,
    pub(crate) last_rare: usize,
    parts: usize,
    /// The review of rare values that may wait, unless splits for single blocks are sufficient.
    review: Option<Review>,
    threads: usize,
    /// The heaps before this one are reviewed with their block.
    immediate: usize,
    /// Whether reviews wait even if heaps were rare not long ago.
    eager: bool,
    /// Whether values were removed for which the state was valid.
    stale: bool,
    _held: MemoryShare,
}

/// The reason why a block is not computed.
enum Fault {
    /// All common values below 2^bits are reached.
    Space,
    /// A value does not fit its cell.
    Cell,
    /// A heap reaches all the common values for which large parts were tried.
    Spans,
    Limit(LimitReached),
}

impl Fault {
    /// The result of an extension that this ends.
    fn stop(self) -> Result<Stop, LimitReached> {
        match self {
            Self::Limit(limit) => Err(limit),
            Self::Space | Self::Cell | Self::Spans => Ok(Stop::Overflow),
        }
    }
}

impl Sparse {
    /// Prepares for more values after `cells`, whose number is a multiple of sixty-four.
    pub(crate) fn new<T: Cell>(
        cells: &[T],
        moves: &Moves,
        space: Space,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        debug_assert!(cells.len().is_multiple_of(64));
        let word = cells.len() / 64;
        let rare: Vec<usize> = space.rare_heaps(cells).map(|(heap, _)| heap).collect();
        let last_rare = rare.last().copied().unwrap_or(0);
        let window = (last_rare / 64 + 2).next_power_of_two().clamp(16, WIDEST_WINDOW);
        let (groups, largest) = (space.indices() / 8, last_rare.min(Spans::MOST));
        let large = rare.iter().filter(|&&part| (SPAN..=largest).contains(&part)).count();
        let mut held = watch.hold(Planes::bytes(groups, window, moves.last))?;
        let witnesses = Witnesses::choose(cells, moves, space, window);
        let review = if witnesses.scattered() && moves.last < SPAN {
            held.grow(Review::bytes(space))?;
            Review::choose(cells, moves, space, witnesses.counts())
        } else {
            None
        };
        let spanned = Spans::worthwhile(large) && moves.last < SPAN;
        let (mut spans, mut partners) = (None, None);
        if spanned || review.is_some() {
            let largest = if review.is_some() { largest.max(Review::LARGEST) } else { largest };
            held.grow(Spans::bytes(space.indices(), largest, moves.last))?;
            spans = Some(Spans::new(space.indices(), largest, moves.last, cells.len()));
        }
        if spanned && space.indices() <= Partners::MOST_INDICES {
            held.grow(Partners::bytes(rare.len() * moves.splits.len(), largest + moves.last))?;
            partners = Some(Partners::default());
        }
        let mut planes = Planes::new(groups, window, moves.last, word);
        let first_run = spans.as_ref().map_or(usize::MAX, Spans::first);
        let first = planes.first().min(first_run).saturating_sub(moves.last).max(1);
        for (part, &cell) in cells.iter().enumerate().skip(first) {
            let value = cell.into();
            if !space.is_rare(value) {
                let index = space.index(value);
                for position in moves.splits.iter().map(|taken| part + taken) {
                    if position >= planes.first() {
                        planes.set(index, position);
                    }
                    if let Some(spans) = spans.as_mut().filter(|_| position >= first_run) {
                        spans.set(index, position);
                    }
                }
            }
        }
        watch.spend(cells.len() as u64 / 64)?;
        // More threads than cores would only wait for each other.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut sparse = Self {
            space,
            classes: Vec::new(),
            planes,
            spanned,
            spans,
            reached: Reached::none(),
            partners,
            untested: Vec::new(),
            outlying: Vec::new(),
            new: 0,
            pushes: Vec::new(),
            witnesses,
            marks: vec![[EMPTY; 8]; space.indices() / 64],
            rare: rare.len(),
            last_rare,
            parts: 0,
            review,
            threads: watch.threads().min(cores),
            immediate: 0,
            eager: false,
            stale: false,
            _held: held,
        };
        sparse.sort(&rare, cells, moves);
        Ok(sparse)
    }

    /// Sorts the rare heaps into classes, and those beyond the planes.
    fn sort<T: Cell>(&mut self, rare: &[usize], cells: &[T], moves: &Moves) {
        let empty = |index| Class { index, parts: Vec::new() };
        let mut classes: Vec<Class> = (0..self.space.indices()).map(empty).collect();
        let mut untested = classes.clone();
        let tested = |heap: usize| (Partners::LEAST..=Spans::MOST).contains(&heap);
        self.outlying.clear();
        self.parts = 0;
        let (mut near, mut large) = (Vec::new(), Vec::new());
        let sizes = self.spans.as_ref().filter(|_| self.spanned).map(|spans| spans.sizes(cells.len()));
        for &heap in rare {
            let index = self.space.index(cells[heap].into());
            if sizes.as_ref().is_some_and(|sizes| sizes.contains(&heap)) {
                large.push((heap, index));
                self.parts += 1;
            } else if heap.div_ceil(64) < self.planes.window() {
                classes[index].parts.push(Part::new(heap));
                if !tested(heap) {
                    untested[index].parts.push(Part::new(heap));
                }
                self.parts += 1;
            } else {
                self.outlying.push((heap, index));
            }
            let offsets = moves.splits.iter().map(|taken| taken + heap).filter(|&offset| offset < 64);
            near.extend(offsets.map(|offset| (offset, index)));
        }
        for classes in [&mut classes, &mut untested] {
            classes.retain(|class| !class.parts.is_empty());
            // Large classes first: they fill the rows soonest.
            classes.sort_by_key(|class| (std::cmp::Reverse(class.parts.len()), class.index));
        }
        (self.classes, self.untested) = (classes, untested);
        let mut sample = Vec::new();
        if let Some(spans) = self.spans.as_mut().filter(|_| self.spanned) {
            // With small parts less of most planes is read.
            let first = large.partition_point(|&(part, _)| part < Spans::LEAST_SAMPLED);
            sample = self.witnesses.sample(&large[first..first.max(large.len() * 4 / 5)]);
            spans.sort(&large, &sample, cells.len());
            self.reached = spans.begin(cells.len(), Extent::Known);
        }
        if let Some(partners) = &mut self.partners {
            sample.sort_unstable();
            let sampled = |heap| sample.binary_search_by_key(&heap, |&(part, _)| part).is_ok();
            let parts = rare.iter().filter(|&&heap| tested(heap) && !sampled(heap));
            let indices = parts.map(|&heap| (heap, self.space.index(cells[heap].into())));
            partners.sort(
                indices.flat_map(|(heap, index)| moves.splits.iter().map(move |taken| (heap + taken, index))),
            );
            if !partners.know(cells.len()) {
                let first = cells.len().saturating_sub(partners.furthest());
                for (heap, &cell) in cells.iter().enumerate().skip(first) {
                    partners.push(heap, self.space.index(cell.into()));
                }
            }
        }
        let chunks = self.marks.len();
        self.pushes.clear();
        if !near.is_empty() {
            self.pushes.resize(self.space.indices() * chunks, [0; 64 + 8]);
        }
        for common in 0..self.space.indices().min(self.pushes.len()) {
            for &(offset, rare) in &near {
                let reached = common ^ rare;
                self.pushes[common * chunks + reached / 64][8 + offset] |= 1 << (reached % 64);
            }
        }
        self.new = 0;
        assert!(
            [&self.classes, &self.untested, self.witnesses.classes()]
                .into_iter()
                .all(|classes| self.planes.holds(classes)),
            "all parts lie in the planes"
        );
    }

    /// The work for sixty-four heaps, in the units of a [`Watch`].
    pub(crate) fn work(&self) -> u64 {
        (self.parts * self.space.indices() / 4096 + 64 * self.outlying.len() / 64 + 32) as u64
    }

    /// Extends values until there are at least `count`, by whole blocks.
    ///
    /// [`Stop::Overflow`] means that cells must be wider, or the space larger.
    pub(crate) fn extend<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        count: usize,
        watch: &Watch,
    ) -> Result<Stop, LimitReached> {
        while cells.len() < count {
            if self.stale {
                self.renew(cells, moves, watch)?;
            }
            if self.may_wait(cells.len(), moves) {
                match self.extend_before_review(cells, moves, count, watch)? {
                    Stop::Overflow => return Ok(Stop::Overflow),
                    Stop::Done => continue,
                }
            }
            watch.spend(self.work())?;
            if let Err(fault) = self.block(cells, moves, watch, true) {
                return fault.stop();
            }
            if self.new >= MOST_NEW {
                if self.last_rare / 64 + 2 > self.planes.window() && self.planes.window() < WIDEST_WINDOW {
                    self.renew(cells, moves, watch)?;
                } else {
                    let all: Vec<usize> = self.space.rare_heaps(cells).map(|(heap, _)| heap).collect();
                    self.sort(&all, cells, moves);
                }
            }
        }
        Ok(Stop::Done)
    }

    /// Prepares again for more values after `cells`.
    fn renew<T: Cell>(&mut self, cells: &[T], moves: &Moves, watch: &Watch) -> Result<(), LimitReached> {
        let renewed = Self::new(cells, moves, self.space, watch)?;
        *self = Self { immediate: self.immediate, eager: self.eager, ..renewed };
        Ok(())
    }

    /// The rare parts that are tried on the span of a heap from whose block on values are computed.
    fn extent(&self, start: usize) -> Extent {
        if self.can_test(start) { Extent::Sample } else { Extent::Known }
    }

    /// Computes which heaps the large parts reach in the span that begins with `start`, unless they are
    /// known or no span begins there.
    fn begin_span(&mut self, start: usize) {
        let extent = self.extent(start);
        if let Some(spans) = self.spans.as_mut().filter(|_| start.is_multiple_of(SPAN)) {
            spans.prepare(start);
            if self.spanned && self.reached.start() != start {
                self.reached = spans.begin(start, extent);
            }
        }
    }

    /// Appends the next sixty-four values. On a fault their number does not change. Whether they
    /// reach the rare values below is reviewed here if `reviewed`.
    fn block<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        moves: &Moves,
        watch: &Watch,
        reviewed: bool,
    ) -> Result<(), Fault> {
        let start = cells.len();
        debug_assert!(start.is_multiple_of(64));
        self.planes.reach(start / 64);
        self.begin_span(start);
        let (rare, outlying, last_rare, new) = (self.rare, self.outlying.len(), self.last_rare, self.new);
        let mut fixed = 0;
        let result = loop {
            let can_test = self.can_test(start);
            if let Some(spans) = &mut self.spans
                && self.reached.extent() == Extent::Sample
                && !can_test
            {
                self.reached = spans.begin(start, Extent::Known);
            }
            match (self.candidates(cells, moves, start, fixed), &mut self.spans) {
                (Ok(()), _) => {}
                (Err(Fault::Spans), Some(spans)) if self.reached.limit() < self.space.indices() => {
                    self.reached = spans.begin(start, Extent::All);
                    cells.truncate(start + fixed);
                    continue;
                }
                (Err(fault), _) => break Err(fault),
            }
            if !reviewed {
                break Ok(());
            }
            match self.missed(cells, moves, start, fixed, watch) {
                Err(limit) => break Err(Fault::Limit(limit)),
                Ok(None) => break Ok(()),
                Ok(Some((lane, value))) => {
                    let heap = start + lane;
                    cells.truncate(heap);
                    let Ok(cell) = T::try_from(value) else { break Err(Fault::Cell) };
                    cells.push(cell);
                    self.outlying.push((heap, self.space.index(value)));
                    self.rare += 1;
                    self.new += 1;
                    self.last_rare = heap;
                    fixed = lane + 1;
                    if fixed == 64 {
                        break Ok(());
                    }
                }
            }
        };
        if result.is_err() {
            cells.truncate(start);
            self.outlying.truncate(outlying);
            (self.rare, self.last_rare, self.new) = (rare, last_rare, new);
            return result;
        }
        for (part, &cell) in cells.iter().enumerate().skip(start) {
            let value = cell.into();
            let index = self.space.index(value);
            if let Some(partners) = &mut self.partners {
                partners.push(part, index);
            }
            if !self.space.is_rare(value) {
                for &taken in &moves.splits {
                    self.planes.set(index, part + taken);
                    if let Some(spans) = &mut self.spans {
                        spans.set(index, part + taken);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the first heap of a block that misses a rare value below its candidate, and the
    /// least such value.
    fn missed<T: Cell>(
        &mut self,
        cells: &[T],
        moves: &Moves,
        start: usize,
        fixed: usize,
        watch: &Watch,
    ) -> Result<Option<(usize, Value)>, LimitReached> {
        let space = self.space;
        // For each index, the heaps whose candidate is above that rare value.
        let mut above = vec![0u64; space.indices() + 1];
        for lane in fixed..64 {
            above[space.rare_below(cells[start + lane].into())] |= 1 << lane;
        }
        for index in (0..space.indices()).rev() {
            above[index] |= above[index + 1];
        }
        self.witnesses.sieve(&self.planes, start / 64, &mut above[1..]);
        let mut first: Option<(usize, Value)> = None;
        for index in 0..space.indices() {
            let mut needed = above[index + 1];
            if let Some((lane, _)) = first {
                // Only an earlier heap matters now.
                needed &= (1 << lane) - 1;
            }
            if needed == 0 {
                continue;
            }
            if needed.count_ones() <= FEW {
                let value = space.rare(index);
                let shown = |&lane: &usize| {
                    needed >> lane & 1 == 1 && soon_reaches(cells, moves, start + lane, value)
                };
                needed &= !(0..64).filter(shown).fold(0, |shown, lane| shown | 1 << lane);
            }
            let mut left = self.witnesses.missing(cells, start, index, needed);
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let value = space.rare(index);
                if !reaches(cells, moves, start + lane, value) {
                    watch.spend((start / 1024) as u64)?;
                    first = Some((lane, value));
                    break;
                }
            }
        }
        Ok(first)
    }
}

/// Whether one of the first splits of a heap shows that the heap reaches a value.
fn soon_reaches<T: Cell>(cells: &[T], moves: &Moves, heap: usize, value: Value) -> bool {
    let (Ok(cell), Some(taken)) = (T::try_from(value), moves.splits.first()) else { return false };
    let most = moves.most_small(heap.saturating_sub(*taken)).min(SOON);
    most > 0 && split::attains(cells, heap - taken, 1, most, cell)
}

/// Whether a heap has an option of a value, by the definition. The values of all smaller heaps are
/// known.
fn reaches<T: Cell>(cells: &[T], moves: &Moves, heap: usize, value: Value) -> bool {
    let Ok(cell) = T::try_from(value) else { return false };
    moves.whole.iter().any(|&taken| taken == heap && value == 0)
        || moves.single.iter().any(|&taken| taken < heap && cells[heap - taken] == cell)
        || moves.splits.iter().any(|&taken| {
            let most = moves.most_small(heap.saturating_sub(taken));
            most > 0 && split::attains(cells, heap - taken, 1, most, cell)
        })
}
