//! Cells for Grundy values, by width.

use std::{fmt, ops::BitXor};

/// A cell for a Grundy value.
pub(crate) trait Cell:
    Copy + Eq + Ord + Default + fmt::Debug + BitXor<Output = Self> + TryFrom<u32> + Into<u32> + Send + Sync
{
    /// The bytes of a cell.
    const BYTES: usize;
    /// Returns a cell with all bits set if `holds`, so that comparisons become lanes of a vector.
    fn flag(holds: bool) -> Self;
    /// Returns the bitwise or.
    fn or(self, other: Self) -> Self;
}

macro_rules! cell {
    ($type:ty) => {
        impl Cell for $type {
            const BYTES: usize = size_of::<$type>();
            #[inline(always)]
            fn flag(holds: bool) -> Self {
                if holds { Self::MAX } else { 0 }
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
        }
    };
}
cell!(u8);
cell!(u16);
cell!(u32);
