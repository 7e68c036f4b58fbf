//! Tests of candidates for sixty-four heaps: whether a rare part and a common partner have a value.
//!
//! The indices of the partners of a part, for sixty-four consecutive heaps, are sixty-four
//! consecutive bytes. So each heap is compared with candidates of its own, in its own lane, whereas
//! runs of bits ([spans](super::spans)) are read for every value that any heap may have. A few
//! candidates for each heap are left once the parts that show most have been tried as runs.
#![allow(unsafe_code)]

use super::{Level, level};

/// The number of heaps that are tested at once.
const LANES: usize = 64;
/// The number of candidates of each heap that are tested at once.
pub(crate) const CHOICES: usize = 3;
/// The number of parts that are tried on a single heap before the result is tested.
const BATCH: usize = 16;

/// For each candidate in turn, the candidates of all heaps.
pub(crate) type Candidates = [[u8; LANES]; CHOICES];

/// A rare part, with one of the amounts that may be taken.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The distance of the heap and the partner.
    offset: u32,
    /// The index of the value of the part.
    index: u8,
}

/// The indices of the values of the last heaps, and the parts whose partners they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partners {
    parts: Vec<Part>,
    /// The indices, from heap `base` on.
    indices: Vec<u8>,
    base: usize,
    /// The largest distance of a heap and a partner.
    furthest: usize,
}

for_each_level! {
    fn reached_by(partners: &Partners, candidates: &Candidates) -> [u64; CHOICES], Partners::reached_by
}

impl Partners {
    /// The most indices of values.
    pub(crate) const MOST_INDICES: usize = 1 << 8;
    /// The least distance of a heap and a partner: partners of all heaps of a block lie before it.
    pub(crate) const LEAST: usize = LANES;

    /// The bytes for this many parts, with distances up to `furthest`.
    pub(crate) fn bytes(parts: usize, furthest: usize) -> u64 {
        (parts * size_of::<Part>() + 4 * Self::room(furthest)) as u64
    }

    /// The number of indices that are kept at least.
    fn room(furthest: usize) -> usize {
        furthest.next_multiple_of(LANES) + LANES
    }

    /// Sets the parts: pairs of a distance and the index of a value.
    ///
    /// # Panics
    ///
    /// If a distance is below [`LEAST`](Self::LEAST), or an index is not below
    /// [`MOST_INDICES`](Self::MOST_INDICES).
    pub(crate) fn sort(&mut self, parts: impl Iterator<Item = (usize, usize)>) {
        self.parts.clear();
        self.parts.extend(parts.map(|(offset, index)| {
            assert!(offset >= Self::LEAST, "a partner before the block");
            let part = u32::try_from(offset).ok().zip(u8::try_from(index).ok());
            let (offset, index) = part.expect("a distance and an index that fit");
            Part { offset, index }
        }));
        let furthest = self.parts.iter().map(|part| part.offset as usize).max().unwrap_or(0);
        if furthest > self.furthest {
            self.furthest = furthest;
            // Heaps that are further away were not kept.
            self.indices.clear();
        }
    }

    /// The largest distance of a heap and a partner.
    pub(crate) fn furthest(&self) -> usize {
        self.furthest
    }

    /// Whether the indices of all partners of the heaps from `start` on are known.
    pub(crate) fn know(&self, start: usize) -> bool {
        self.base + self.furthest <= start && self.base + self.indices.len() == start
    }

    /// Appends the index of `heap`. If it is not the next one, earlier indices are forgotten.
    pub(crate) fn push(&mut self, heap: usize, index: usize) {
        if self.base + self.indices.len() != heap {
            self.indices.clear();
        }
        let room = Self::room(self.furthest);
        if self.indices.len() >= 3 * room {
            self.base += self.indices.len() - room;
            self.indices.drain(..self.indices.len() - room);
        }
        if self.indices.is_empty() {
            self.base = heap;
            self.indices.reserve_exact(3 * room);
        }
        // Indices that do not fit are not used: see `sort`.
        self.indices.push(u8::try_from(index).unwrap_or(u8::MAX));
    }

    /// Returns the heaps from `start` on that reach each of their candidates: bit j of a word is
    /// heap `start` + j.
    ///
    /// # Panics
    ///
    /// Unless the partners are [known](Self::know).
    pub(crate) fn reached(&self, start: usize, candidates: &Candidates) -> [u64; CHOICES] {
        self.reached_at(level(), start, candidates)
    }

    fn reached_at(&self, level: Level, start: usize, candidates: &Candidates) -> [u64; CHOICES] {
        assert!(self.know(start), "known partners");
        reached_by(level, self, candidates)
    }

    /// The least difference of each candidate and a sum is zero if the candidate is reached.
    #[inline(always)]
    fn reached_by(&self, candidates: &Candidates) -> [u64; CHOICES] {
        let mut least = [[u8::MAX; LANES]; CHOICES];
        // The next heap is `start`.
        let next = self.indices.len();
        for part in &self.parts {
            let from = next - part.offset as usize;
            let partners = &self.indices[from..from + LANES];
            for (least, candidates) in least.iter_mut().zip(candidates) {
                for lane in 0..LANES {
                    least[lane] = least[lane].min(partners[lane] ^ part.index ^ candidates[lane]);
                }
            }
        }
        least.map(|least| least.iter().rev().fold(0, |bits, &least| bits << 1 | u64::from(least == 0)))
    }

    /// Whether one heap reaches the common value of an index. The heap is `start` + `lane`, and the
    /// next index belongs to `start`.
    pub(crate) fn reaches(&self, lane: usize, index: u8) -> bool {
        let next = self.indices.len() + lane;
        self.parts.chunks(BATCH).any(|parts| {
            let hit = |part: &Part| self.indices[next - part.offset as usize] ^ part.index == index;
            parts.iter().fold(false, |any, part| any | hit(part))
        })
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
mod tests {
    use super::*;
    use crate::kernel::levels;

    fn noise(seed: usize) -> usize {
        let x = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize
    }

    #[test]
    fn every_level_reaches_what_single_comparisons_say() {
        let parts: Vec<_> = (0..70).map(|seed| (64 + noise(seed) % 900, noise(seed + 99) % 256)).collect();
        let mut partners = Partners::default();
        partners.sort(parts.iter().copied());
        let index = |heap: usize| noise(heap + 1000) % 256;
        for heap in 0..20_000 {
            assert_eq!(partners.know(heap), heap >= partners.furthest());
            if heap % 64 == 0 && partners.know(heap) {
                let candidates: Candidates = std::array::from_fn(|choice| {
                    std::array::from_fn(|lane| noise(heap + 300 * choice + lane) as u8)
                });
                let expected = candidates.map(|candidates| {
                    (0..64).fold(0, |bits, lane| {
                        let candidate = usize::from(candidates[lane]);
                        let hit = |&(offset, part): &(usize, usize)| {
                            index(heap + lane - offset) ^ part == candidate
                        };
                        assert_eq!(partners.reaches(lane, candidates[lane]), parts.iter().any(hit));
                        bits | u64::from(parts.iter().any(hit)) << lane
                    })
                });
                assert!(expected.iter().all(|&bits| bits != 0 && bits != u64::MAX));
                for level in levels() {
                    assert_eq!(partners.reached_at(level, heap, &candidates), expected);
                }
            }
            partners.push(heap, index(heap));
        }
    }
}
