//! Splits that are likely to show that heaps reach a rare value.

use super::Space;
use crate::{
    kernel::planes::{Class, Part, Planes, Row, Witness, unwitnessed},
    moves::Moves,
    values::Cell,
};

/// How many of the most frequent common values are tried as the larger part.
const FREQUENT: usize = 48;
/// How many smaller parts are tried with each.
const PARTS: usize = 32;
/// How many splits there are at most for each rare value.
const MOST: usize = 640;
/// Smaller parts are sought below this.
const REACH: usize = 1 << 18;
/// How many parts of a class the planes are asked for at once, and how often.
const ROUND: usize = 4;
const ROUNDS: usize = 8;

/// For each rare value splits into two common parts.
pub(super) struct Witnesses {
    lists: Vec<Vec<Witness>>,
    /// Common parts, by value, in rounds; none if a few values are so frequent that lists do.
    rounds: Vec<Class>,
}

impl Witnesses {
    /// A heap reaches the rare value u by a smaller part of value u ⊕ w, if the larger part has
    /// the value w: the frequent w are tried, with parts of that value. If no value is frequent,
    /// parts of all values are tried on the planes, for many u at once, before that.
    pub(super) fn choose<T: Cell>(cells: &[T], moves: &Moves, space: Space, window: usize) -> Self {
        let mut lists = vec![Vec::new(); space.indices()];
        let Some(&taken) = moves.splits.first() else { return Self { lists, rounds: Vec::new() } };
        let mut counts = vec![0u64; space.indices()];
        for &cell in &cells[cells.len() - cells.len().min(1 << 16)..] {
            if !space.is_rare(cell.into()) {
                counts[space.index(cell.into())] += 1;
            }
        }
        let mut frequent: Vec<usize> = (0..counts.len()).filter(|&index| counts[index] > 0).collect();
        frequent.sort_by_key(|&index| (std::cmp::Reverse(counts[index]), index));
        frequent.truncate(FREQUENT);
        // Parts at least as large as a block, so that the other part lies before it; and less
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
        let mut rounds = Vec::new();
        for round in 0..if squares * 25 < total * total { ROUNDS } else { 0 } {
            for (index, parts) in parts.iter().enumerate() {
                let near = parts.iter().filter(|part| part.div_ceil(64) < window);
                let parts: Vec<Part> =
                    near.skip(round * ROUND).take(ROUND).map(|&part| Part::new(part)).collect();
                if !parts.is_empty() {
                    rounds.push(Class { index, parts });
                }
            }
        }
        Self { lists, rounds }
    }

    /// The parts that the planes must hold.
    pub(super) fn classes(&self) -> &[Class] {
        &self.rounds
    }

    /// Takes from `needed`, for each rare index, heaps of a word that the planes show to reach it.
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

    /// Which of the heaps `needed` from `start` on no split shows to reach a rare value.
    pub(super) fn missing<T: Cell>(&self, cells: &[T], start: usize, index: usize, needed: u64) -> u64 {
        unwitnessed(cells, start, &self.lists[index], needed)
    }
}
