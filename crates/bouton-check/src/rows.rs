//! Rows that are met while exploring, each stored once.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::{limits::Budget, refused::Verdict};

/// Rows of cells, numbered in the order in which they are met.
///
/// All rows lie in one allocation, which is counted before it is made: however many there are, they
/// are freed at once.
pub(crate) struct Rows<T> {
    cells: Vec<T>,
    /// The end of each row.
    ends: Vec<usize>,
    /// An open-addressing hash table: a part of the hash and the number of a row in each place.
    places: Vec<(u32, u32)>,
}

/// The mark of a free place.
const FREE: u32 = u32::MAX;

impl<T: Copy + Eq + Hash> Rows<T> {
    pub(crate) fn new() -> Self {
        Self { cells: Vec::new(), ends: Vec::new(), places: Vec::new() }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The cells of a row.
    pub(crate) fn row(&self, number: usize) -> &[T] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[begin..self.ends[number]]
    }

    /// The number of a row, and whether it is new.
    pub(crate) fn number(&mut self, row: &[T], budget: &mut Budget) -> Verdict<(u32, bool)> {
        if 2 * (self.len() + 1) > self.places.len() {
            self.rehash(budget)?;
        }
        let (mut at, tag) = self.first_place(row);
        loop {
            match self.places[at] {
                (_, FREE) => break,
                (known, number) if known == tag && self.row(number as usize) == row => {
                    return Ok((number, false));
                }
                _ => at = (at + 1) & (self.places.len() - 1),
            }
        }
        let number = Budget::number(self.len())?;
        if number == FREE {
            return Budget::number(usize::MAX).map(|number| (number, false));
        }
        budget.room(&mut self.cells, row.len())?;
        budget.room(&mut self.ends, 1)?;
        self.cells.extend_from_slice(row);
        self.ends.push(self.cells.len());
        self.places[at] = (tag, number);
        Ok((number, true))
    }

    /// The place where the search for a row begins, and the part of its hash that is stored.
    #[expect(clippy::cast_possible_truncation, reason = "bits of a hash")]
    fn first_place(&self, row: &[T]) -> (usize, u32) {
        let hash = FxBuildHasher.hash_one(row);
        (hash as usize & (self.places.len() - 1), (hash >> 32) as u32)
    }

    /// Doubles the number of places.
    fn rehash(&mut self, budget: &mut Budget) -> Verdict<()> {
        let count = (2 * self.places.len()).max(16);
        let mut places = Vec::new();
        budget.room(&mut places, count)?;
        places.resize(count, (0, FREE));
        let before = std::mem::replace(&mut self.places, places);
        for number in 0..self.len() {
            let (mut at, tag) = self.first_place(self.row(number));
            while self.places[at].1 != FREE {
                at = (at + 1) & (count - 1);
            }
            self.places[at] = (tag, Budget::number(number)?);
        }
        budget.give_back(&before);
        Ok(())
    }

    /// The bytes of the three lists.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        let bytes = self.cells.capacity() * size_of::<T>()
            + self.ends.capacity() * size_of::<usize>()
            + self.places.capacity() * size_of::<(u32, u32)>();
        bytes as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Step};

    #[test]
    fn rows_are_numbered_as_they_are_met() {
        let mut budget = Budget::new(Limits::default());
        let (mut rows, mut known) = (Rows::new(), std::collections::HashMap::new());
        for n in 0..5_000u64 {
            let row: Vec<u64> = (0..n % 5).map(|place| n * n % 701 + place).collect();
            let fresh = u32::try_from(known.len()).unwrap();
            let expected = *known.entry(row.clone()).or_insert(fresh);
            assert_eq!(rows.number(&row, &mut budget).unwrap(), (expected, expected == fresh));
            assert_eq!(rows.row(expected as usize), row);
        }
        assert_eq!(rows.len(), known.len());
    }

    #[test]
    fn memory_is_counted_before_it_is_taken() {
        let memory = 1 << 20;
        let limits = bouton_core::Limits { memory, ..bouton_core::Limits::default() };
        let watch = bouton_core::Watch::new(&limits);
        let mut budget = Budget::new(Limits { watch: watch.clone(), ..Limits::default() });
        let mut rows = Rows::new();
        let ended = (0..).find_map(|n: u64| rows.number(&[n, n + 1], &mut budget).err());
        assert_eq!(ended.map(|refused| refused.step), Some(Step::Limit));
        assert!(rows.bytes() <= memory && rows.bytes() > memory / 4, "{}", rows.bytes());
        drop(budget);
        assert_eq!(watch.memory_left(), memory);
    }
}
