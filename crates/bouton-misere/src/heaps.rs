//! The options of the heaps of a one-heap game.

use bouton_core::{LimitReached, TakeAndBreakCode, Watch};

/// A position of a one-heap game: its heaps in increasing order, without empty ones.
pub type Heaps = Vec<u32>;

/// The options of each single heap of a game, up to some size.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::OptionTable;
///
/// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 3, &Watch::unlimited())?;
/// assert_eq!(kayles.of(3), [vec![1], vec![2], vec![1, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptionTable {
    options: Vec<Vec<Heaps>>,
}

impl OptionTable {
    /// Computes the options of the heaps of `0..=largest` objects.
    ///
    /// # Errors
    ///
    /// A limit that was reached.
    pub fn new(code: &TakeAndBreakCode, largest: u32, watch: &Watch) -> Result<Self, LimitReached> {
        let mut options = vec![Vec::new()];
        let mut held = watch.hold_none();
        for heap in 1..=largest {
            let mut found: Vec<Heaps> = Vec::new();
            // A part of a heap has a size below 2^32, as the heap has.
            let size = |&part: &u64| u32::try_from(part).unwrap_or(u32::MAX);
            code.for_each_move(heap.into(), &mut |parts| found.push(parts.iter().map(size).collect()));
            watch.spend(u64::from(heap) + found.len() as u64)?;
            found.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            found.dedup();
            found.shrink_to_fit();
            held.grow(found.iter().map(|parts| bytes(parts)).sum())?;
            options.push(found);
        }
        Ok(Self { options })
    }

    /// The largest heap whose options are known.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_misere::OptionTable;
    ///
    /// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 12, &Watch::unlimited())?;
    /// assert_eq!(kayles.largest(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn largest(&self) -> u32 {
        u32::try_from(self.options.len() - 1).unwrap_or(u32::MAX)
    }

    /// The options of one heap: few parts first, each once.
    ///
    /// # Panics
    ///
    /// If the heap is larger than [`largest`](Self::largest).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_misere::OptionTable;
    ///
    /// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 5, &Watch::unlimited())?;
    /// assert_eq!(kayles.of(3), [vec![1], vec![2], vec![1, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(&self, heap: u32) -> &[Heaps] {
        &self.options[heap as usize]
    }

    /// The position without parts that change nothing in any sum: heaps that have no options, and
    /// pairs of heaps whose only options are empty (such a pair has the value 0 in misère play as
    /// well).
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_misere::OptionTable;
    ///
    /// // in Dawson's Kayles a heap of one object has no options
    /// let game = OptionTable::new(&TakeAndBreakCode::new(vec![0, 0, 7])?, 5, &Watch::unlimited())?;
    /// assert_eq!(game.simplest(&[1, 1, 3]), [3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn simplest(&self, position: &[u32]) -> Heaps {
        let mut heaps: Heaps = Vec::with_capacity(position.len());
        let mut one = false;
        for &heap in position {
            match self.of(heap) {
                [] => {}
                [option] if option.is_empty() => one = !one,
                _ => heaps.push(heap),
            }
        }
        if one {
            let is_one = |heap: &u32| matches!(self.of(*heap), [option] if option.is_empty());
            heaps.extend(position.iter().copied().filter(is_one).min());
        }
        heaps.sort_unstable();
        heaps
    }

    /// Calls `visit` with each position that one move from `position` leads to, possibly more than
    /// once.
    pub(crate) fn each(&self, position: &[u32], mut visit: impl FnMut(&[u32])) {
        let mut option = Vec::new();
        for (index, &heap) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == heap {
                continue;
            }
            for parts in self.of(heap) {
                option.clear();
                option.extend_from_slice(&position[..index]);
                option.extend_from_slice(&position[index + 1..]);
                option.extend_from_slice(parts);
                option.sort_unstable();
                visit(&option);
            }
        }
    }
}

/// The memory of a position in a list: the list's entry, and a block of its own with the allocator's share.
pub(crate) fn bytes(position: &[u32]) -> u64 {
    24 + (8 + 4 * position.len() as u64).next_multiple_of(16).max(32)
}

/// A rank of a position that falls with every move: splits lower it, too, even if nothing is taken.
pub(crate) fn rank(position: &[u32]) -> u64 {
    position.iter().map(|&heap| 2 * u64::from(heap) - 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(digits: Vec<u8>, largest: u32) -> OptionTable {
        OptionTable::new(&TakeAndBreakCode::new(digits).unwrap(), largest, &Watch::unlimited()).unwrap()
    }

    #[test]
    fn splits_without_taking_and_into_three_parts() {
        assert_eq!(options(vec![4, 3], 4).of(4), [vec![3], vec![1, 3], vec![2, 2]]);
        assert_eq!(options(vec![0, 8], 5).of(5), [vec![1, 1, 2]]);
        let grundy = OptionTable::new(&TakeAndBreakCode::grundys_game(), 6, &Watch::unlimited()).unwrap();
        assert_eq!(grundy.of(6), [vec![1, 5], vec![2, 4]]);
        for position in grundy.of(6) {
            assert!(rank(position) < rank(&[6]));
        }
    }

    #[test]
    fn dead_heaps_and_pairs_of_ones_go() {
        let dawson = options(vec![0, 0, 7], 6);
        assert_eq!(dawson.simplest(&[1, 1, 2, 2, 2, 5]), [2, 5]);
        assert_eq!(dawson.simplest(&[1, 2, 2]), [] as [u32; 0]);
    }
}
