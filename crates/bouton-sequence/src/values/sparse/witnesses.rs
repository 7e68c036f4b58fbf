//! Splits that are likely to show that heaps reach a rare value.

use super::Space;
use crate::{
    cell::Cell,
    kernel::planes::{Class, Part, Planes, Row, Witness, unwitnessed},
    moves::Moves,
};

/// The number of the most frequent common values that are tried as the larger part.
const FREQUENT: usize = 48;
/// The number of smaller parts that are tried with each.
const PARTS: usize = 32;
/// The most splits for each rare value.
const MOST: usize = 640;
/// The bound below which smaller parts are sought.
const REACH: usize = 1 << 18;
/// The number of parts of a class that are tried on the planes at once, and the number of rounds.
const ROUND: usize = 4;
const ROUNDS: usize = 8;
/// The expected number of parts of a sample by which a heap reaches a common value, and the number of
/// parts of one value that are taken at once.
const SAMPLED: u64 = 5;
const BATCH: usize = 4;

/// Splits into two common parts, for each rare value.
pub(super) struct Witnesses {
    lists: Vec<Vec<Witness>>,
    /// Common parts, by value, in rounds; empty if a few values are so frequent that lists are
    /// sufficient.
    rounds: Vec<Class>,
    /// The numbers of common heaps among the last ones, by index.
    counts: Vec<u64>,
    /// Whether no few values are frequent.
    scattered: bool,
}

impl Witnesses {
    /// Chooses the splits. A heap reaches the rare value u by a smaller part of value u ⊕ w, if the
    /// larger part has the value w. So the frequent w are tried, with parts of that value. If no
    /// value is frequent, parts of all values are tried first, on the planes, for many u at once.
    pub(super) fn choose<T: Cell>(cells: &[T], moves: &Moves, space: Space, window: usize) -> Self {
        let mut lists = vec![Vec::new(); space.indices()];
        let Some(&taken) = moves.splits.first() else {
            return Self { lists, rounds: Vec::new(), counts: Vec::new(), scattered: false };
        };
        let mut counts = vec![0u64; space.indices()];
        for &cell in &cells[cells.len() - cells.len().min(1 << 16)..] {
            if !space.is_rare(cell.into()) {
                counts[space.index(cell.into())] += 1;
            }
        }
        let mut frequent: Vec<usize> = (0..counts.len()).filter(|&index| counts[index] > 0).collect();
        frequent.sort_by_key(|&index| (std::cmp::Reverse(counts[index]), index));
        frequent.truncate(FREQUENT);
        // Parts are at least as large as a block, so that the other part lies before it, and less
        // than half of the heap, so that the two differ.
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); space.indices()];
        let most = REACH.min(cells.len().saturating_sub(taken + 64) / 2);
        for (part, &cell) in cells.iter().enumerate().take(most).skip(64) {
            let value = cell.into();
            if !space.is_rare(value) && parts[space.index(value)].len() < PARTS {
                parts[space.index(value)].push(part);
            }
        }
        for (rare, list) in lists.iter_mut().enumerate() {
            for &common in &frequent {
                let value = space.common(common);
                for part in parts[rare ^ common].iter().take(MOST - list.len()) {
                    let offset = u32::try_from(part + taken).unwrap_or(u32::MAX);
                    list.push(Witness { offset, value });
                }
            }
        }
        let total: u64 = counts.iter().sum();
        let squares: u64 = counts.iter().map(|count| count * count).sum();
        let scattered = squares * 25 < total * total;
        let mut rounds = Vec::new();
        for round in 0..if scattered { ROUNDS } else { 0 } {
            for (index, parts) in parts.iter().enumerate() {
                let near = parts.iter().filter(|part| part.div_ceil(64) < window);
                let parts: Vec<Part> =
                    near.skip(round * ROUND).take(ROUND).map(|&part| Part::new(part)).collect();
                if !parts.is_empty() {
                    rounds.push(Class { index, parts });
                }
            }
        }
        Self { lists, rounds, counts, scattered }
    }

    /// Whether there are splits, and no few values are frequent.
    pub(super) fn scattered(&self) -> bool {
        self.scattered
    }

    /// The numbers of common heaps among the last ones, by index.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns some of the `parts`, each with the index of its value, such that a heap reaches
    /// common values by several of them.
    pub(super) fn sample(&self, parts: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut classes: Vec<Vec<usize>> = vec![Vec::new(); self.counts.len()];
        for &(part, index) in parts {
            classes[index].push(part);
        }
        let total: u64 = self.counts.iter().sum();
        let mut open = vec![SAMPLED * total; used(&self.counts)];
        let mut sample = Vec::new();
        loop {
            let gain = |index: usize| -> u64 {
                let gains = open.iter().enumerate();
                gains.map(|(value, &open)| open.min(BATCH as u64 * self.counts[value ^ index])).sum()
            };
            let candidates = (0..classes.len()).filter(|&index| !classes[index].is_empty());
            let best = candidates.map(|index| (gain(index), index)).max();
            let Some((1.., index)) = best else { break };
            let kept = classes[index].len().saturating_sub(BATCH);
            sample.extend(classes[index].drain(kept..).map(|part| (part, index)));
            for (value, open) in open.iter_mut().enumerate() {
                *open = open.saturating_sub(BATCH as u64 * self.counts[value ^ index]);
            }
        }
        sample
    }

    /// The parts that must be on the planes.
    pub(super) fn classes(&self) -> &[Class] {
        &self.rounds
    }

    /// Removes from `needed`, for each rare index, heaps of a word for which the planes show that
    /// they reach it.
    pub(super) fn sieve(&self, planes: &Planes, word: usize, needed: &mut [u64]) {
        if self.rounds.is_empty() {
            return;
        }
        for (pair, needed) in needed.chunks_exact_mut(16).enumerate() {
            if needed.iter().all(|&heaps| heaps == 0) {
                break;
            }
            let known = [0, 8].map(|half| Row(std::array::from_fn(|lane| !needed[half + lane])));
            let reached = planes.reached(word, &self.rounds, pair, known);
            for (needed, reached) in needed.iter_mut().zip(reached.iter().flat_map(|row| row.0)) {
                *needed &= !reached;
            }
        }
    }

    /// Returns the heaps of `needed` from `start` on for which no split shows that they reach a
    /// rare value.
    pub(super) fn missing<T: Cell>(&self, cells: &[T], start: usize, index: usize, needed: u64) -> u64 {
        unwitnessed(cells, start, &self.lists[index], needed)
    }
}

/// The index from which on no value is counted.
fn used(counts: &[u64]) -> usize {
    counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)
}
