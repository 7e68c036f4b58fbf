//! Eight words of 32 bits, for searches in flags.

use std::array::from_fn;

use super::{InstructionSet, avx2};

/// Eight words of 32 bits.
pub(crate) trait Eight: Copy {
    /// Returns eight words without bits.
    fn zero() -> Self;
    /// Returns these words.
    fn new(words: &[u32; 8]) -> Self;
    /// Returns each word.
    fn words(self) -> [u32; 8];
    /// Returns the union.
    fn or(self, other: Self) -> Self;
    /// Returns the 32 bits from bit `by` on, which is below 32, of each word of `low` and the word
    /// of `high` that follows it.
    fn from_bit(low: Self, high: Self, by: u32) -> Self;
    /// Returns a mask of the full words, as the eight lowest bits.
    fn full(self) -> u32;
}

/// Work that uses vectors of some kind.
pub(crate) trait UsesEights {
    type Output;

    /// Does the work; always inlined.
    fn run<E: Eight>(self) -> Self::Output;
}

/// Runs some work with the vectors of an instruction set.
///
/// # Panics
///
/// If the machine does not have these instructions.
pub(crate) fn with_eights<W: UsesEights>(instructions: InstructionSet, work: W) -> W::Output {
    assert!(InstructionSet::available().contains(&instructions), "instructions of this machine");
    match instructions {
        InstructionSet::Portable => work.run::<Words>(),
        // SAFETY: they are available.
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe { avx2::eights(work) },
    }
}

/// Eight words in an array, which the compiler turns into vectors of the target.
#[derive(Clone, Copy)]
pub(super) struct Words([u32; 8]);

impl Eight for Words {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; 8])
    }

    #[inline(always)]
    fn new(words: &[u32; 8]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn words(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(from_fn(|place| self.0[place] | other.0[place]))
    }

    #[inline(always)]
    fn from_bit(low: Self, high: Self, by: u32) -> Self {
        Self(from_fn(|place| low.0[place] >> by | high.0[place] << 1 << (31 - by)))
    }

    #[inline(always)]
    fn full(self) -> u32 {
        (0..8).zip(self.0).map(|(place, word)| u32::from(word == u32::MAX) << place).sum()
    }
}
