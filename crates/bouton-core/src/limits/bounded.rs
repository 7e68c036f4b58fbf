//! Loops over an answer, and answers that must be held whole.

use std::{fmt, io};

use num_bigint::BigUint;

use super::{Batch, LimitReached, MemoryShare, Watch};

/// The bytes that a value takes outside itself, on the heap.
///
/// ```
/// use bouton_core::Weigh;
///
/// assert_eq!(7u64.weight(), 0);
/// assert!(vec![1u64, 2, 3].weight() >= 24);
/// ```
pub trait Weigh {
    /// The approximate number of these bytes.
    fn weight(&self) -> u64;
}

/// The bytes that an allocation takes besides its contents.
const ALLOCATION: u64 = 16;

macro_rules! weightless {
    ($($number:ty)*) => { $(impl Weigh for $number { fn weight(&self) -> u64 { 0 } })* };
}

weightless!(bool u8 u16 u32 u64 u128 usize i64 char);

impl Weigh for String {
    fn weight(&self) -> u64 {
        ALLOCATION + self.capacity() as u64
    }
}

impl Weigh for BigUint {
    fn weight(&self) -> u64 {
        ALLOCATION + self.bits().div_ceil(64) * 8
    }
}

impl<T: Weigh> Weigh for Vec<T> {
    fn weight(&self) -> u64 {
        let parts: u64 = self.iter().map(Weigh::weight).sum();
        ALLOCATION + (self.capacity() * size_of::<T>()) as u64 + parts
    }
}

impl<T: Weigh> Weigh for Option<T> {
    fn weight(&self) -> u64 {
        self.as_ref().map_or(0, Weigh::weight)
    }
}

impl<T: Weigh, const N: usize> Weigh for [T; N] {
    fn weight(&self) -> u64 {
        self.iter().map(Weigh::weight).sum()
    }
}

impl<A: Weigh, B: Weigh> Weigh for (A, B) {
    fn weight(&self) -> u64 {
        self.0.weight() + self.1.weight()
    }
}

impl<T: Weigh> Weigh for Box<T> {
    fn weight(&self) -> u64 {
        ALLOCATION + size_of::<T>() as u64 + T::weight(self)
    }
}

/// A list whose memory is charged to a [`Watch`] while it grows. Each entry counts as work, and its
/// bytes are charged before the list takes them.
///
/// ```
/// use bouton_core::{LimitReached, Limits, Watch};
///
/// let watch = Watch::new(&Limits { memory: 10_000, ..Limits::default() });
/// let mut names = watch.gather(1);
/// let full = loop {
///     if let Err(limit) = names.push("a name of some length".to_owned()) {
///         break limit;
///     }
/// };
/// assert!(matches!(full, LimitReached::Memory { .. }) && names.len() > 50);
/// ```
#[derive(Debug)]
pub struct BoundedList<'a, T> {
    entries: Vec<T>,
    held: MemoryShare,
    batch: Batch<'a>,
    copies: u64,
}

impl<T: Weigh> BoundedList<'_, T> {
    /// Adds one more entry.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`]; then the entry is not added.
    pub fn push(&mut self, entry: T) -> Result<(), LimitReached> {
        self.batch.spend(1)?;
        // A growing list reserves space for the same number of entries again.
        let bytes = 2 * size_of::<T>() as u64 + entry.weight();
        self.held.grow(bytes.saturating_mul(self.copies))?;
        self.entries.push(entry);
        Ok(())
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all entries, and releases their memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        // Fewer bytes are always possible.
        let _ = self.held.resize(0);
    }

    /// Returns the list. Its bytes stay charged for as long as the computation is watched: it is
    /// the answer, or a part of it.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.held.keep();
        self.entries
    }
}

/// Bytes that are charged to a [`Watch`] while they are written. They count as work, and are
/// charged before they are taken.
///
/// ```
/// use std::io::Write;
/// use bouton_core::{LimitReached, Limits, Watch};
///
/// let watch = Watch::new(&Limits { memory: 1000, ..Limits::default() });
/// let mut file = watch.written();
/// assert!(file.write_all(b"a short file").is_ok());
/// assert!(file.write_all(&[7; 1000]).is_err());
/// assert!(matches!(file.into_bytes(), Err(LimitReached::Memory { .. })));
/// ```
#[derive(Debug)]
pub struct BoundedBytes<'a> {
    bytes: Vec<u8>,
    held: MemoryShare,
    batch: Batch<'a>,
    reached: Option<LimitReached>,
}

impl BoundedBytes<'_> {
    /// Writes more bytes.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`], in this call and in all later ones.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), LimitReached> {
        if let Some(limit) = self.reached {
            return Err(limit);
        }
        let taken = self.room(bytes.len());
        self.reached = taken.err();
        taken?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Reserves space for more bytes. While they move to a larger place, both places are charged.
    fn room(&mut self, more: usize) -> Result<(), LimitReached> {
        self.batch.spend(more as u64)?;
        if more <= self.bytes.capacity() - self.bytes.len() {
            return Ok(());
        }
        let needed = self.bytes.len().saturating_add(more);
        let capacity = needed.max(2 * self.bytes.capacity());
        let before = self.held.bytes();
        self.held.grow(capacity as u64)?;
        self.bytes.reserve_exact(capacity - self.bytes.len());
        self.held.resize(self.held.bytes() - before)
    }

    /// Returns the bytes that were written. They stay charged as long as the watch exists.
    ///
    /// # Errors
    ///
    /// The limit that was met while they were written.
    pub fn into_bytes(self) -> Result<Vec<u8>, LimitReached> {
        if let Some(limit) = self.reached {
            return Err(limit);
        }
        self.held.keep();
        Ok(self.bytes)
    }
}

impl io::Write for BoundedBytes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Write for BoundedBytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes()).map_err(|_| fmt::Error)
    }
}

impl Watch {
    /// Creates an empty file whose bytes are counted and charged while it is written.
    #[must_use]
    pub fn written(&self) -> BoundedBytes<'_> {
        BoundedBytes { bytes: Vec::new(), held: self.hold_none(), batch: self.batch(), reached: None }
    }

    /// Creates an empty list whose entries are counted and charged. `copies` is the number of forms
    /// in which the entries are in memory before the answer is written: for example, as they are
    /// found, and as a document.
    #[must_use]
    pub fn gather<T: Weigh>(&self, copies: u64) -> BoundedList<'_, T> {
        BoundedList { entries: Vec::new(), held: self.hold_none(), batch: self.batch(), copies }
    }

    /// Collects the entries of an iterator in a list that is charged; see [`gather`](Self::gather).
    ///
    /// ```
    /// use bouton_core::{Limits, Watch};
    ///
    /// let watch = Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
    /// assert_eq!(watch.collect(1, 0u64..3), Ok(vec![0, 1, 2]));
    /// assert!(watch.collect(1, 0u64..).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn collect<T: Weigh>(
        &self,
        copies: u64,
        entries: impl IntoIterator<Item = T>,
    ) -> Result<Vec<T>, LimitReached> {
        let mut list = self.gather(copies);
        entries.into_iter().try_for_each(|entry| list.push(entry))?;
        Ok(list.into_vec())
    }

    /// Iterates over the entries of a long answer, and counts each of them as work.
    ///
    /// ```
    /// use bouton_core::{LimitReached, Watch};
    ///
    /// let watch = Watch::unlimited();
    /// let sum: Result<u64, LimitReached> = watch.each(1u64..=1000).sum();
    /// assert_eq!(sum, Ok(500_500));
    /// watch.cancel();
    /// assert_eq!(watch.each(0..).find_map(Result::err), Some(LimitReached::Cancelled));
    /// ```
    pub fn each<I: IntoIterator>(&self, entries: I) -> impl Iterator<Item = Result<I::Item, LimitReached>> {
        let mut batch = self.batch();
        entries.into_iter().map(move |entry| batch.spend(1).map(|()| entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn what_was_gathered_stays_charged_and_what_was_given_up_does_not() {
        let watch = Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
        let mut list = watch.gather(2);
        (0..100u64).for_each(|number| list.push(number).unwrap());
        assert_eq!(watch.memory_left(), (1 << 20) - 100 * 2 * 16);
        list.clear();
        assert_eq!(watch.memory_left(), 1 << 20);
        list.push(1).unwrap();
        drop(list.into_vec());
        assert_eq!(watch.memory_left(), (1 << 20) - 32);
        let _ = watch.gather::<u64>(1).push(1);
        assert_eq!(watch.memory_left(), (1 << 20) - 32);
    }

    #[test]
    fn no_more_is_taken_than_may_be_held() {
        let watch = Watch::new(&Limits { memory: 1 << 16, ..Limits::default() });
        let mut list = watch.gather(1);
        while list.push(vec![0u64; 100]).is_ok() {}
        assert!(list.len() * 800 < 1 << 16 && list.len() > 60, "{}", list.len());
    }

    #[test]
    fn bytes_are_charged_before_they_are_taken() {
        let watch = Watch::new(&Limits { memory: 1 << 16, ..Limits::default() });
        let mut file = watch.written();
        while file.push(&[7; 100]).is_ok() {}
        // A file that moves exists twice.
        assert!(file.bytes.capacity() <= 1 << 16 && file.bytes.len() >= 1 << 14, "{}", file.bytes.len());
        assert_eq!(watch.memory_limit() - watch.memory_left(), file.bytes.capacity() as u64);
        assert!(file.push(b"").is_err() && file.into_bytes().is_err());
        assert_eq!(watch.memory_left(), 1 << 16);
        let mut file = watch.written();
        file.push(b"kept").unwrap();
        assert_eq!((file.into_bytes(), watch.memory_left()), (Ok(b"kept".to_vec()), (1 << 16) - 4));
    }

    #[test]
    fn weights_are_those_of_what_is_on_the_heap() {
        assert_eq!(BigUint::from(1u32).weight(), 24);
        assert_eq!((BigUint::from(1u32) << 6400u32).weight(), 16 + 808);
        assert_eq!(vec![String::with_capacity(10)].weight(), 16 + 24 + 26);
        assert_eq!([Some(3u8), None].weight(), 0);
        assert_eq!(Box::new((1u64, String::new())).weight(), 16 + 32 + 16);
    }
}
