//! Rare and common values: the space of index two that contains the fewest values.

use bouton_core::Value;

use crate::cell::Cell;

/// The rare values are those of even parity under a mask; they are closed under nim-addition,
/// and two common values have a rare sum (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4).
///
/// Values below 2^`bits` have an *index*: the value without the lowest digit of the mask, which the
/// parity determines. Indices of rare values have the order of the values, and so have those of
/// common ones. The index of a sum is the sum of the indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    pub(crate) mask: Value,
    pub(crate) bits: u32,
}

/// The least number of digits: planes come in groups of 128 values.
const LEAST_BITS: u32 = 7;

impl Space {
    /// Returns the space that contains the values of the fewest heaps, without the empty one, and
    /// the number of these heaps. `counts[v]` is the number of heaps with the value v.
    ///
    /// The numbers for all masks come from one Walsh–Hadamard transform.
    pub(crate) fn sparsest(counts: &[u64]) -> (Self, u64) {
        let bits = LEAST_BITS.max(counts.len().next_power_of_two().trailing_zeros());
        let mut sums = vec![0i64; 1 << bits];
        for (sum, &count) in sums.iter_mut().zip(counts) {
            *sum = i64::try_from(count).unwrap_or(i64::MAX >> 32);
        }
        let total: i64 = sums.iter().sum();
        let mut step = 1;
        while step < sums.len() {
            for block in sums.chunks_exact_mut(2 * step) {
                let (low, high) = block.split_at_mut(step);
                for (low, high) in low.iter_mut().zip(high) {
                    (*low, *high) = (*low + *high, *low - *high);
                }
            }
            step *= 2;
        }
        // The difference of the even and the odd counts; of equal differences the least mask is
        // chosen.
        let mask = (1..sums.len()).min_by_key(|&mask| sums[mask]).unwrap_or(1);
        let rare = u64::try_from((total + sums[mask]) / 2).unwrap_or(0);
        (Self { mask: Value::try_from(mask).unwrap_or(1), bits }, rare)
    }

    /// The number of indices.
    pub(crate) fn indices(self) -> usize {
        1 << (self.bits - 1)
    }

    pub(crate) fn is_rare(self, value: Value) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Returns the rare heaps with their values, without the empty one.
    pub(crate) fn rare_heaps<T: Cell>(self, cells: &[T]) -> impl Iterator<Item = (usize, T)> {
        cells.iter().copied().enumerate().skip(1).filter(move |&(_, value)| self.is_rare(value.into()))
    }

    fn dropped(self) -> u32 {
        self.mask.trailing_zeros()
    }

    pub(crate) fn index(self, value: Value) -> usize {
        let low = (1 << self.dropped()) - 1;
        (value & low | (value >> 1) & !low) as usize
    }

    fn value(self, index: usize, rare: bool) -> Value {
        let index = Value::try_from(index).unwrap_or(Value::MAX);
        let low = (1 << self.dropped()) - 1;
        let value = index & low | (index & !low) << 1;
        if self.is_rare(value) == rare { value } else { value | 1 << self.dropped() }
    }

    pub(crate) fn common(self, index: usize) -> Value {
        self.value(index, false)
    }

    pub(crate) fn rare(self, index: usize) -> Value {
        self.value(index, true)
    }

    /// Returns the number of rare values that are less than a common one.
    pub(crate) fn rare_below(self, common: Value) -> usize {
        let high = common >> (self.dropped() + 1);
        ((high + (common >> self.dropped() & 1)) << self.dropped()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_keep_order_and_sums() {
        for mask in 1..128 {
            let space = Space { mask, bits: 7 };
            let (rare, common): (Vec<Value>, Vec<Value>) = (0..128).partition(|&value| space.is_rare(value));
            assert_eq!((0..64).map(|index| space.rare(index)).collect::<Vec<_>>(), rare);
            assert_eq!((0..64).map(|index| space.common(index)).collect::<Vec<_>>(), common);
            for &value in &common {
                assert_eq!(space.common(space.index(value)), value);
                assert_eq!(space.rare_below(value), rare.iter().filter(|&&known| known < value).count());
                assert_eq!(space.index(value ^ rare[9]), space.index(value) ^ space.index(rare[9]));
            }
        }
    }

    #[test]
    fn the_transform_counts_as_counting_does() {
        let counts: Vec<u64> = (0..100).map(|value| value * 7919 % 101 + 50 * (value % 3)).collect();
        let (space, rare) = Space::sparsest(&counts);
        let count = |mask: Value| -> u64 {
            let space = Space { mask, bits: 7 };
            (0..).zip(&counts).filter(|&(value, _)| space.is_rare(value)).map(|(_, &count)| count).sum()
        };
        assert_eq!(rare, count(space.mask));
        assert_eq!(rare, (1..128).map(count).min().unwrap());
    }
}
