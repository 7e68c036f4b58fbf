//! The values of a game, extended by the fastest method for the data.

use bouton_core::{LimitReached, MemoryShare, TakeAndBreakCode, Value, Watch};

use crate::{
    cell::Cell,
    moves::Moves,
    values::{
        Values, counts,
        dense::{self, Stop},
        for_cells,
        sets::Sets,
        sparse::{Space, Sparse},
    },
};

/// The method that computes values.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
/// use bouton_sequence::{Method, Sequence};
///
/// let kayles = Sequence::new(&TakeAndBreakCode::new(vec![0, 7, 7])?);
/// assert_eq!(kayles.method(), Method::Dense);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Candidates are compared with all splits, many at once.
    Dense,
    /// Uses the sparse space of the values, sixty-four heaps at once.
    Sparse,
    /// Uses the sets of values of all rests, for codes that repeat or leave three heaps.
    Sets,
}

/// The Grundy values of one heap of a take-and-break game, as many as were requested.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_sequence::Sequence;
///
/// let mut kayles = Sequence::new(&TakeAndBreakCode::new(vec![0, 7, 7]).unwrap());
/// kayles.extend_to(1000, &Watch::unlimited()).unwrap();
/// assert_eq!(kayles.values().range(0, 8).collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
pub struct Sequence {
    code: TakeAndBreakCode,
    moves: Option<Moves>,
    values: Values,
    sets: Sets,
    sparse: Option<Sparse>,
    /// The number of values at which the method is chosen again.
    next_look: usize,
    held: Option<MemoryShare>,
}

/// The statistics of the sparse space of a sequence.
///
/// ```
/// use bouton_sequence::{Sparsity, Values};
///
/// // 0 and 3 have an even number of ones in common with the mask 3: they are rare
/// let values: Values = [0, 1, 2, 1, 2, 3, 1].into_iter().collect();
/// let sparsity = Sparsity::of(&values);
/// assert_eq!((sparsity.mask, sparsity.rare, sparsity.last_rare), (3, 1, Some(5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparsity {
    /// The mask: a value is rare if it has an even number of binary digits 1 in common with it.
    pub mask: Value,
    /// The number of rare heaps, without the empty one.
    pub rare: u64,
    /// The largest rare heap.
    pub last_rare: Option<usize>,
}

impl Sparsity {
    /// Returns the sparsest space of values: the one that contains the fewest of them.
    ///
    /// ```
    /// use bouton_sequence::{Sparsity, Values};
    ///
    /// let values: Values = [0, 1, 2, 4, 7, 1, 3, 2].into_iter().collect();
    /// let sparsity = Sparsity::of(&values);
    /// assert_eq!((sparsity.mask, sparsity.rare, sparsity.last_rare), (7, 1, Some(6)));
    /// ```
    #[must_use]
    pub fn of(values: &Values) -> Self {
        let (space, rare) = Space::sparsest(&values.counts());
        let last_rare = for_cells!(&values.0, cells => last_rare(cells, space));
        Self { mask: space.mask, rare, last_rare }
    }
}

impl Values {
    /// The number of occurrences of each value, without the empty heap.
    ///
    /// ```
    /// let values: bouton_sequence::Values = [0, 1, 0, 1, 2].into_iter().collect();
    /// assert_eq!(values.counts(), [1, 2, 1]);
    /// ```
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        for_cells!(&self.0, cells => counts(cells))
    }
}

/// The number of values at which the method is first chosen.
const FIRST_LOOK: usize = 1 << 11;
/// The number of values between two calls of `step`.
const STEP: usize = 1 << 16;

impl Sequence {
    /// Creates the sequence of a code, without any value.
    #[must_use]
    pub fn new(code: &TakeAndBreakCode) -> Self {
        Self {
            code: code.clone(),
            moves: Moves::of(code),
            values: Values::new(),
            sets: Sets::default(),
            sparse: None,
            next_look: FIRST_LOOK,
            held: None,
        }
    }

    /// Creates the sequence with values that were computed before, to be continued.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_sequence::Sequence;
    ///
    /// let (kayles, watch) = (TakeAndBreakCode::new(vec![0, 7, 7])?, Watch::unlimited());
    /// let mut begun = Sequence::new(&kayles);
    /// begun.extend_to(100, &watch)?;
    /// let mut continued = Sequence::resumed(&kayles, begun.into_values());
    /// continued.extend_to(200, &watch)?;
    /// assert_eq!(continued.values().get(199), continued.values().get(187)); // period 12
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resumed(code: &TakeAndBreakCode, values: Values) -> Self {
        let mut sequence = Self::new(code);
        if sequence.moves.is_some() {
            sequence.next_look = values.len().max(FIRST_LOOK);
            sequence.values = values;
        }
        sequence
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &TakeAndBreakCode {
        &self.code
    }

    /// The values so far; possibly a few more than were requested.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the values alone.
    #[must_use]
    pub fn into_values(self) -> Values {
        self.values
    }

    /// The present method.
    #[must_use]
    pub fn method(&self) -> Method {
        match (&self.moves, &self.sparse) {
            (None, _) => Method::Sets,
            (_, Some(_)) => Method::Sparse,
            (_, None) => Method::Dense,
        }
    }

    /// The sparsest space of the values so far.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_sequence::Sequence;
    ///
    /// let mut sequence = Sequence::new(&TakeAndBreakCode::new(vec![0, 1, 6])?);
    /// sequence.extend_to(40, &Watch::unlimited())?;
    /// let sparsity = sequence.sparsity();
    /// assert_eq!((sparsity.mask, sparsity.rare, sparsity.last_rare), (0b111, 6, Some(30)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sparsity(&self) -> Sparsity {
        Sparsity::of(&self.values)
    }

    /// Computes values until there are at least `count`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; the values so far stay, and the next call continues from them.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_sequence::Sequence;
    ///
    /// let mut sequence = Sequence::new(&TakeAndBreakCode::new(vec![0, 3, 3])?); // take one or two
    /// sequence.extend_to(100, &Watch::unlimited())?;
    /// assert_eq!(sequence.values().get(98), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend_to(&mut self, count: usize, watch: &Watch) -> Result<(), LimitReached> {
        self.extend_by_steps(count, watch, &mut |_| Ok(()))
    }

    /// Extends the values as [`extend_to`](Self::extend_to) does, and calls `step` with the
    /// sequence at intervals, for example to save it.
    ///
    /// # Errors
    ///
    /// As [`extend_to`](Self::extend_to), and the errors of `step`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_sequence::Sequence;
    ///
    /// let mut sequence = Sequence::new(&TakeAndBreakCode::new(vec![0, 7, 7])?);
    /// let mut steps = Vec::new();
    /// sequence.extend_by_steps(200_000, &Watch::unlimited(), &mut |sequence| {
    ///     steps.push(sequence.values().len());
    ///     Ok(())
    /// })?;
    /// assert!(steps.len() > 1 && steps.is_sorted());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend_by_steps(
        &mut self,
        count: usize,
        watch: &Watch,
        step: &mut dyn FnMut(&Self) -> Result<(), LimitReached>,
    ) -> Result<(), LimitReached> {
        if self.values.len() >= count {
            return Ok(());
        }
        self.make_room(count, watch)?;
        let Some(moves) = &self.moves.clone() else {
            return self.sets.extend(&mut self.values, &self.code, count, watch);
        };
        let mut last_step = self.values.len();
        while self.values.len() < count {
            let length = self.values.len();
            if length >= self.next_look && length.is_multiple_of(64) {
                self.sparse = None;
                let space = for_cells!(&self.values.0, cells => favoured(cells, moves));
                if let Some(space) = space {
                    self.sparse = Some(for_cells!(&self.values.0, cells => {
                        Sparse::new(cells, moves, space, watch)?
                    }));
                }
                self.next_look = length + length / 2;
            }
            // Blocks begin at multiples of sixty-four.
            let goal = match length.max(self.next_look).next_multiple_of(64) {
                goal if goal == length => length + 64,
                goal => goal.min(count).min((length + STEP).next_multiple_of(64)),
            };
            let stop = match &mut self.sparse {
                Some(sparse) => {
                    for_cells!(&mut self.values.0, cells => sparse.extend(cells, moves, goal, watch)?)
                }
                None => for_cells!(&mut self.values.0, cells => dense::extend(cells, moves, goal, watch)?),
            };
            if let Stop::Overflow = stop {
                self.widen(watch)?;
            }
            if self.values.len() >= last_step + STEP {
                last_step = self.values.len();
                step(self)?;
            }
        }
        Ok(())
    }

    /// Handles a value that did not fit: uses wider cells, or a space that includes the value.
    fn widen(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        let length = self.values.len();
        if self.sparse.take().is_some() {
            // The definition computes these values; then a new space is sought.
            self.next_look = length + 64;
            let Some(moves) = &self.moves.clone() else { return Ok(()) };
            let stop =
                for_cells!(&mut self.values.0, cells => dense::extend(cells, moves, length + 64, watch)?);
            if let Stop::Done = stop {
                return Ok(());
            }
        }
        let room = self.values.capacity();
        self.held = None;
        self.held = Some(watch.hold((room * 3 * self.values.bytes_each()) as u64)?);
        self.values.widen();
        self.values.reserve(room.saturating_sub(self.values.len()));
        self.held = Some(watch.hold((room * self.values.bytes_each()) as u64)?);
        Ok(())
    }

    /// Accounts for the memory of `count` values before it is allocated.
    fn make_room(&mut self, count: usize, watch: &Watch) -> Result<(), LimitReached> {
        let room = count.saturating_add(64);
        if room > self.values.capacity() || self.held.is_none() {
            let bytes = (room as u64).saturating_mul(self.values.bytes_each() as u64);
            match &mut self.held {
                Some(held) => held.grow(bytes.saturating_sub(held.bytes()))?,
                None => self.held = Some(watch.hold(bytes)?),
            }
            self.values.reserve(room.saturating_sub(self.values.len()));
        }
        Ok(())
    }
}

fn last_rare<T: Cell>(cells: &[T], space: Space) -> Option<usize> {
    (1..cells.len()).rev().find(|&heap| space.is_rare(cells[heap].into()))
}

/// Returns the space that gives the next values faster than a comparison of all splits does, if
/// there is one.
///
/// The costs are rough cycles for each heap. A comparison of all splits is needed about twice, for
/// as many splits at once as a vector has cells. The planes take two cycles for each rare part and
/// row. A new rare heap costs a comparison and its block again. The next values are assumed to be
/// like the last half.
#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn favoured<T: Cell>(cells: &[T], moves: &Moves) -> Option<Space> {
    if moves.splits.is_empty() {
        return None;
    }
    let counts = counts(cells);
    let (space, rare) = Space::sparsest(&counts);
    let half = cells.len() / 2;
    let new = cells[half..].iter().filter(|&&cell| space.is_rare(cell.into())).count();
    let comparisons = (moves.splits.len() * cells.len() * T::BYTES) as f64 / 2.0 * 2.0 / 64.0 * 2.0;
    let block = (rare as f64) * (space.indices() / 8) as f64 * 2.0 + 64.0 * 400.0;
    let planes = block / 64.0 + new as f64 / (cells.len() - half) as f64 * (comparisons + block);
    (planes < comparisons).then_some(space)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition;

    fn agrees(code: &TakeAndBreakCode, count: usize) {
        let mut sequence = Sequence::new(code);
        sequence.extend_to(count, &Watch::unlimited()).unwrap();
        let expected = definition::values(code, count, &Watch::unlimited()).unwrap();
        assert!(sequence.values().range(0, count).eq(expected), "{code}");
    }

    #[test]
    fn every_method_gives_what_the_definition_gives() {
        for digits in [[0, 7, 7, 0], [0, 6, 0, 0], [0, 0, 7, 0], [0, 1, 6, 0], [4, 0, 0, 0], [0, 1, 5, 6]] {
            agrees(&TakeAndBreakCode::new(digits.to_vec()).unwrap(), 6000);
        }
        agrees(&TakeAndBreakCode::grundys_game(), 6000);
        // Many heaps are rare.
        agrees(&TakeAndBreakCode::new(vec![0, 0, 0, 7]).unwrap(), 9000);
    }

    #[test]
    fn the_sparse_space_is_used() {
        // All partners of rare heaps are common from twice the last rare heap on, 20627.
        let count = 43_500;
        let mut officers = Sequence::new(&TakeAndBreakCode::new(vec![0, 6]).unwrap());
        officers.extend_to(count, &Watch::unlimited()).unwrap();
        assert_eq!(officers.method(), Method::Sparse);
        assert!(officers.sparse.as_ref().is_some_and(Sparse::sampled));
        let expected = definition::values(officers.code(), count, &Watch::unlimited()).unwrap();
        assert!(officers.values().range(0, count).eq(expected));
    }

    #[test]
    fn codes_that_repeat_or_leave_three_heaps_agree_with_the_definition() {
        let codes = [
            (vec![0], vec![3]),
            (vec![4], vec![3]),
            (vec![0, 3, 3, 3], vec![3, 0, 0, 0]),
            (vec![0, 1, 2], vec![7, 0, 4]),
            (vec![0], vec![0xc, 1]),
            (vec![0, 0xf, 8], vec![]),
            (vec![8], vec![]),
            (vec![0xc, 0, 3], vec![]),
        ];
        for (digits, tail) in codes {
            agrees(&TakeAndBreakCode::repeating(digits, tail).unwrap(), 150);
        }
    }

    #[test]
    fn cells_of_all_widths_hold_the_values() {
        let sequence = |tail| {
            let mut nim = Sequence::new(&TakeAndBreakCode::repeating(vec![0], tail).unwrap());
            nim.extend_to(70_000, &Watch::unlimited()).unwrap();
            nim.into_values()
        };
        assert!(sequence(vec![3]).iter().eq(0..70_000));
    }
}
