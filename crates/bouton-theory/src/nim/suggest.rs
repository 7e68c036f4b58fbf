//! Good starting positions: distinct heaps, lost, as few objects as possible.

use bouton_core::{LimitReached, MemoryShare, Watch};

/// The greatest number of heaps that [`suggest`] accepts.
pub const MAX_SUGGESTED_HEAPS: usize = 256;

/// Good starting positions with a given number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The number of objects, the same in each position.
    pub total: u64,
    /// The positions, smallest heap first, in lexicographic order from the
    /// largest heap down, greatest first.
    pub positions: Vec<Vec<u64>>,
    /// Whether these are all positions, and not just the first ones up to the limit.
    pub complete: bool,
}

/// The reason why no starting position is suggested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuggestError {
    /// No lost position with distinct heaps exists.
    #[error(
        "no lost position of distinct heaps that cannot be paired up has {heaps} of them: ask for 3 heaps or more"
    )]
    TooFew {
        /// The requested number of heaps.
        heaps: usize,
    },
    /// The tables would grow too large.
    #[error("{heaps} heaps are requested, expected at most {MAX_SUGGESTED_HEAPS}")]
    TooMany {
        /// The requested number of heaps.
        heaps: usize,
    },
    /// Time or memory.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The best starting positions of `heaps` heaps by the rule of "Nim", blog post
/// of 9 April 2021: lost, all heaps different, the fewest objects; among those
/// the least largest heap; among those the greatest smallest heap. At most
/// `limit` of them are listed.
///
/// A set of k different sizes a₁ < … < aₖ has the *shifts* aᵢ - i, which never fall; their sum is
/// the excess over the triangle 1, …, k. For excess 0, 1, 2, … dynamic programming from the largest
/// heap down finds the pairs (nim-sum, excess) that the heaps i + 1, …, k can have with shifts ≥ d,
/// a bit set for each i and d with (k - i)·d ≤ excess. Cost: about k log k · 2k · k/64 words for
/// the excess k, which has always sufficed.
///
/// # Errors
///
/// For fewer than 3 and for more than [`MAX_SUGGESTED_HEAPS`] heaps.
///
/// # Examples
///
/// ```
/// use bouton_theory::nim::suggest;
///
/// assert_eq!(suggest(5, 10).unwrap().positions, [[3, 4, 6, 8, 9]]);
/// assert_eq!(suggest(13, 10).unwrap().positions.len(), 4);
/// ```
pub fn suggest(heaps: usize, limit: usize) -> Result<Suggestion, SuggestError> {
    suggest_within(heaps, limit, &Watch::unlimited())
}

/// Like [`suggest`], under a watch.
///
/// # Errors
///
/// As [`suggest`], and [`SuggestError::Limit`].
pub fn suggest_within(heaps: usize, limit: usize, watch: &Watch) -> Result<Suggestion, SuggestError> {
    if heaps < 3 {
        return Err(SuggestError::TooFew { heaps });
    }
    if heaps > MAX_SUGGESTED_HEAPS {
        return Err(SuggestError::TooMany { heaps });
    }
    // The loop ends, because lost sets of every size exist: [1, 2, 3] and [2, 3, 4, 5] times
    // different powers of 8, and [3, 4, 6, 8, 9] for 5 heaps.
    let mut ceiling = 15;
    loop {
        let tables = Tables::build(heaps, ceiling, ceiling, watch)?;
        if let Some(excess) = (0..=ceiling).find(|&excess| tables.contains(0, 0, 0, excess)) {
            return Ok(finish(heaps, excess, limit, watch)?);
        }
        ceiling = 2 * ceiling + 1;
    }
}

/// The least largest heap, then the greatest smallest heap, then all positions.
fn finish(heaps: usize, excess: usize, limit: usize, watch: &Watch) -> Result<Suggestion, LimitReached> {
    let mut shift_of_largest = 0;
    let tables = loop {
        let tables = Tables::build(heaps, excess, shift_of_largest, watch)?;
        if shift_of_largest == excess || tables.contains(0, 0, 0, excess) {
            break tables;
        }
        shift_of_largest += 1;
    };
    let shift_of_smallest =
        (0..=shift_of_largest).rev().find(|&least| tables.contains(0, least, 0, excess)).unwrap_or(0);
    let mut positions = Vec::new();
    let mut chosen = Vec::with_capacity(heaps);
    // The smallest heap has this shift, because no position has a greater one.
    let complete = tables.collect(&mut chosen, shift_of_smallest, 0, excess, limit, &mut positions, watch)?;
    positions.sort_unstable_by(|a: &Vec<u64>, b| b.iter().rev().cmp(a.iter().rev()));
    let total = positions.first().map_or(0, |position| position.iter().sum());
    Ok(Suggestion { total, positions, complete })
}

/// `rows[placed][d]` is the set of (nim-sum, excess) of the heaps after the first `placed` ones, if
/// their shifts are at least d.
struct Tables {
    heaps: usize,
    sums: usize,
    words: usize,
    excess: usize,
    rows: Vec<Vec<Vec<u64>>>,
    /// The memory of the rows.
    held: MemoryShare,
}

impl Tables {
    fn build(heaps: usize, excess: usize, most_shift: usize, watch: &Watch) -> Result<Self, LimitReached> {
        let sums = (heaps + most_shift + 1).next_power_of_two();
        let words = excess / 64 + 1;
        let bytes = 8 * (sums * words) as u64;
        let held = watch.hold(bytes * (most_shift as u64 + 2))?;
        let mut end = vec![0; sums * words];
        if let Some(first) = end.first_mut() {
            *first = 1;
        }
        let mut tables = Self { heaps, sums, words, excess, rows: vec![Vec::new(); heaps + 1], held };
        tables.rows[heaps] = vec![end; most_shift + 1];
        for placed in (0..heaps).rev() {
            let highest = most_shift.min(excess / (heaps - placed));
            let mut rows: Vec<Vec<u64>> = vec![Vec::new(); highest + 1];
            for shift in (0..=highest).rev() {
                watch.spend(1 + bytes / 8)?;
                tables.held.grow(bytes)?;
                let mut row = rows.get(shift + 1).filter(|row| !row.is_empty()).cloned().unwrap_or_default();
                row.resize(sums * words, 0);
                if let Some(rest) = tables.rows[placed + 1].get(shift) {
                    tables.add_heap(&mut row, rest, placed + 1 + shift, shift);
                }
                rows[shift] = row;
            }
            tables.rows[placed] = rows;
        }
        Ok(tables)
    }

    /// Adds to `row` the pairs that those of `rest` become by a further heap.
    fn add_heap(&self, row: &mut [u64], rest: &[u64], heap: usize, shift: usize) {
        let (whole, part) = (shift / 64, shift % 64);
        for (sum, from) in rest.chunks_exact(self.words).enumerate() {
            let start = (sum ^ heap) * self.words;
            let Some(into) = row.get_mut(start..start + self.words) else { continue };
            for (index, &word) in from.iter().enumerate() {
                if let Some(slot) = into.get_mut(index + whole) {
                    *slot |= word << part;
                }
                if part > 0
                    && let Some(slot) = into.get_mut(index + whole + 1)
                {
                    *slot |= word >> (64 - part);
                }
            }
        }
    }

    fn contains(&self, placed: usize, shift: usize, sum: usize, excess: usize) -> bool {
        excess <= self.excess
            && sum < self.sums
            && self
                .rows
                .get(placed)
                .and_then(|rows| rows.get(shift))
                .and_then(|row| row.get(sum * self.words + excess / 64))
                .is_some_and(|word| word >> (excess % 64) & 1 == 1)
    }

    /// Collects the positions; `false` if there are more than `limit`.
    #[expect(clippy::too_many_arguments, reason = "the arguments of one recursion")]
    fn collect(
        &self,
        chosen: &mut Vec<u64>,
        shift: usize,
        sum: usize,
        excess: usize,
        limit: usize,
        positions: &mut Vec<Vec<u64>>,
        watch: &Watch,
    ) -> Result<bool, LimitReached> {
        watch.spend(1)?;
        let placed = chosen.len();
        if placed == self.heaps {
            if positions.len() == limit {
                return Ok(false);
            }
            positions.push(chosen.clone());
            return Ok(true);
        }
        for next in shift..self.rows[placed].len() {
            let heap = placed + 1 + next;
            let Some(rest) = excess.checked_sub(next) else { break };
            if self.contains(placed + 1, next, sum ^ heap, rest) {
                chosen.push(heap as u64);
                let went_on = self.collect(chosen, next, sum ^ heap, rest, limit, positions, watch)?;
                chosen.pop();
                if !went_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
