//! Runs of bits that begin anywhere in a plane: one bit for each of many consecutive heaps.
//!
//! For a plane, eight copies are made, each shifted by one more bit, so that in one of them the run
//! begins at a byte. The copies stay in the nearest cache until all runs of the plane were read.

/// The number of bits in a byte.
pub(super) const COPIES: usize = 8;

/// A bit for each of 8 × `BYTES` heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Run<const BYTES: usize>(pub(super) [u8; BYTES]);

impl<const BYTES: usize> Run<BYTES> {
    /// The run without any heap.
    pub(super) const NONE: Self = Self([0; BYTES]);

    /// Adds the heaps of another run.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &[u8; BYTES]) {
        for (byte, other) in self.0.iter_mut().zip(other) {
            *byte |= other;
        }
    }

    /// Removes the heaps of another run.
    #[inline(always)]
    pub(super) fn remove(&mut self, other: &Self) {
        for (byte, other) in self.0.iter_mut().zip(&other.0) {
            *byte &= !other;
        }
    }

    /// The number of heaps.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words().map(u64::count_ones).sum()
    }

    /// The heaps, sixty-four to a word.
    #[inline(always)]
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.0.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes))
    }
}

/// Eight copies of the part of a plane from which runs are read; bit k of copy c is bit k + c of the
/// plane.
#[derive(Clone, Debug)]
pub(super) struct Copies {
    bytes: Vec<u8>,
    stride: usize,
}

impl Copies {
    /// Creates copies of `words` words; a plane has one word more.
    pub(super) fn new(words: usize) -> Self {
        Self { bytes: vec![0; COPIES * words * 8], stride: words * 8 }
    }

    /// The byte at which the run begins that begins at a bit of the plane.
    pub(super) fn place(&self, bit: usize) -> u32 {
        u32::try_from(bit % COPIES * self.stride + bit / 8).unwrap_or(u32::MAX)
    }

    /// Returns the run that begins at a byte.
    #[inline(always)]
    pub(super) fn run<const BYTES: usize>(&self, place: u32) -> &[u8; BYTES] {
        let run = self.bytes[place as usize..].first_chunk();
        run.expect("a run within the copies")
    }

    /// Makes the copies of a plane, without its first words.
    #[inline(always)]
    pub(super) fn fill(&mut self, words: &[u64], without: usize) {
        let words = &words[without..];
        let bytes = self.bytes.chunks_exact_mut(self.stride);
        for (by, copy) in (0..).zip(bytes) {
            let (bytes, _) = copy[8 * without..].as_chunks_mut::<8>();
            for ((bytes, low), high) in bytes.iter_mut().zip(words).zip(&words[1..]) {
                // There are two shifts, because a shift by 64 would not shift.
                *bytes = (low >> by | high << 1 << (63 - by)).to_le_bytes();
            }
        }
    }
}
