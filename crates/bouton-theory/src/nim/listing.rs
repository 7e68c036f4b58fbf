//! Lists of lost positions.

use bouton_core::{LimitReached, Watch};

use super::is_paired_up;

/// The order in which positions are listed; each is written smallest heap first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By the smallest heap, then the second smallest, and so on.
    #[default]
    SmallestHeap,
    /// By the largest heap, then the second largest, and so on.
    LargestHeap,
}

/// The conditions on the lost positions that are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostFilter {
    /// The number of heaps, all nonempty.
    pub heaps: usize,
    /// The largest size of a heap.
    pub largest: u64,
    /// The exact size of the smallest heap, if given.
    pub smallest: Option<u64>,
    /// The most objects, if given.
    pub total: Option<u64>,
    /// Whether all heaps have different sizes.
    pub distinct: bool,
    /// Whether positions whose heaps are paired up are left out.
    pub not_paired_up: bool,
    /// The order of the list.
    pub order: Order,
    /// The number of positions after which the list stops.
    pub limit: usize,
}

impl LostFilter {
    /// Creates a filter for all lost positions of `heaps` heaps that are not paired up, with no
    /// heap larger than `largest`, and at most a million of them.
    #[must_use]
    pub fn new(heaps: usize, largest: u64) -> Self {
        Self {
            heaps,
            largest,
            smallest: None,
            total: None,
            distinct: false,
            not_paired_up: true,
            order: Order::default(),
            limit: 1_000_000,
        }
    }
}

/// A list of lost positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostListing {
    /// The positions, smallest heap first.
    pub positions: Vec<Vec<u64>>,
    /// Whether the list ended before the limit.
    pub complete: bool,
}

/// Lists the lost positions of Nim that satisfy the filter (Bouton 1902).
///
/// All heaps but one are enumerated, and the last is their nim-sum: the cost is that of one heap
/// fewer. More than a thousand heaps are not searched at all: the list is then empty and not
/// complete.
///
/// ```
/// use bouton_theory::nim::{LostFilter, Order, lost_positions};
///
/// let filter = LostFilter { order: Order::LargestHeap, ..LostFilter::new(4, 15) };
/// let listing = lost_positions(&filter);
/// assert_eq!(listing.positions.len(), 105);
/// assert_eq!(listing.positions[0], [2, 3, 4, 5]);
/// ```
#[must_use]
pub fn lost_positions(filter: &LostFilter) -> LostListing {
    match lost_positions_within(filter, &Watch::unlimited()) {
        Ok(listing) => listing,
        Err(limit) => unreachable!("there is no limit, and yet: {limit}"),
    }
}

/// Like [`lost_positions`], under a watch: the search may be long even if the list is short.
///
/// # Errors
///
/// [`LimitReached`] of time or memory.
pub fn lost_positions_within(filter: &LostFilter, watch: &Watch) -> Result<LostListing, LimitReached> {
    // The memory of the list, counted twice for its output.
    let (mut positions, mut held) = (Vec::new(), watch.hold_none());
    let complete = for_each_lost_position(filter, watch, &mut |heaps| {
        held.grow(96 + 64 * heaps.len() as u64)?;
        positions.push(heaps);
        Ok(true)
    })?;
    Ok(LostListing { positions, complete })
}

/// Visits the positions of [`lost_positions`] without storing them, until `visit` returns `false`; returns
/// whether the search ended before the limit of the filter.
///
/// # Errors
///
/// [`LimitReached`] of time, and the errors of `visit`.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_theory::nim::{LostFilter, for_each_lost_position};
///
/// let mut count = 0;
/// let complete = for_each_lost_position(&LostFilter::new(4, 15), &Watch::unlimited(), &mut |_| {
///     count += 1;
///     Ok(true)
/// });
/// assert_eq!((complete, count), (Ok(true), 105));
/// ```
pub fn for_each_lost_position(
    filter: &LostFilter,
    watch: &Watch,
    visit: &mut dyn FnMut(Vec<u64>) -> Result<bool, LimitReached>,
) -> Result<bool, LimitReached> {
    let chosen = Vec::new();
    let mut search =
        Search { filter, chosen, sum: 0, total: 0, found: 0, complete: true, over: false, watch, visit };
    if filter.heaps > MAX_HEAPS {
        search.complete = false;
    } else if filter.heaps == 0 {
        search.offer()?;
    } else {
        search.extend()?;
    }
    Ok(search.complete)
}

/// The search recurs once for each heap.
const MAX_HEAPS: usize = 1000;

struct Search<'a> {
    filter: &'a LostFilter,
    chosen: Vec<u64>,
    sum: u64,
    total: u64,
    /// The number of positions found.
    found: usize,
    complete: bool,
    /// Whether no more positions are taken.
    over: bool,
    watch: &'a Watch,
    visit: &'a mut dyn FnMut(Vec<u64>) -> Result<bool, LimitReached>,
}

impl Search<'_> {
    fn offer(&mut self) -> Result<(), LimitReached> {
        let mut heaps = self.chosen.clone();
        heaps.sort_unstable();
        let right_smallest =
            self.filter.smallest.is_none_or(|smallest| heaps.first().is_some_and(|&heap| heap == smallest));
        if !right_smallest || (self.filter.not_paired_up && is_paired_up(&heaps)) {
            return Ok(());
        }
        if self.found == self.filter.limit {
            (self.complete, self.over) = (false, true);
            return Ok(());
        }
        self.found += 1;
        self.over = !(self.visit)(heaps)?;
        Ok(())
    }

    fn extend(&mut self) -> Result<(), LimitReached> {
        let last = self.chosen.len() + 1 == self.filter.heaps;
        let gap = u64::from(self.filter.distinct);
        let bounds = match (self.chosen.last().copied(), self.filter.order) {
            (Some(previous), Order::SmallestHeap) => {
                previous.checked_add(gap).map(|from| (from, self.filter.largest))
            }
            (Some(previous), Order::LargestHeap) => Some((self.filter.smallest.unwrap_or(1), previous - gap)),
            (None, Order::SmallestHeap) => {
                Some((self.filter.smallest.unwrap_or(1), self.filter.smallest.unwrap_or(self.filter.largest)))
            }
            (None, Order::LargestHeap) => Some((self.filter.smallest.unwrap_or(1), self.filter.largest)),
        };
        let Some((from, to)) = bounds else { return Ok(()) };
        let (from, to) =
            if last { (from.max(self.sum), to.min(self.sum)) } else { (from, to.min(self.filter.largest)) };
        for heap in from.max(1)..=to {
            self.watch.spend(1)?;
            let Some(total) = self.total.checked_add(heap) else { return Ok(()) };
            if self.over || self.filter.total.is_some_and(|most| total > most) {
                return Ok(());
            }
            let before = std::mem::replace(&mut self.total, total);
            self.chosen.push(heap);
            self.sum ^= heap;
            if last {
                self.offer()?;
            } else {
                self.extend()?;
            }
            self.sum ^= heap;
            self.chosen.pop();
            self.total = before;
        }
        Ok(())
    }
}
