//! Stored Grundy values, in the narrowest cells that fit.

pub mod definition;
pub(crate) mod dense;
pub(crate) mod sets;
pub(crate) mod sparse;

use bouton_core::Value;

use crate::cell::Cell;

/// The Grundy values of heaps of 0, 1, 2, … objects, packed: one byte each as long as all are below
/// 256, then two, then four.
///
/// ```
/// let mut values = bouton_sequence::Values::new();
/// values.extend([0, 1, 2, 300]);
/// assert_eq!((values.len(), values.get(3), values.get(4)), (4, Some(300), None));
/// assert_eq!(values.iter().collect::<Vec<_>>(), [0, 1, 2, 300]);
/// ```
#[derive(Clone, Debug)]
pub struct Values(pub(crate) Cells);

/// The cells, by width.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    Narrow(Vec<u8>),
    Middle(Vec<u16>),
    Wide(Vec<u32>),
}

/// Expands to the same code for cells of every width.
macro_rules! for_cells {
    ($cells:expr, $name:ident => $body:expr) => {
        match $cells {
            $crate::values::Cells::Narrow($name) => $body,
            $crate::values::Cells::Middle($name) => $body,
            $crate::values::Cells::Wide($name) => $body,
        }
    };
}
pub(crate) use for_cells;

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

impl Values {
    /// Creates an empty list of values.
    #[must_use]
    pub fn new() -> Self {
        Self(Cells::Narrow(Vec::new()))
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        for_cells!(&self.0, cells => cells.len())
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<Value> {
        for_cells!(&self.0, cells => value_at(cells, heap))
    }

    /// The bytes of one value.
    ///
    /// ```
    /// let mut values: bouton_sequence::Values = [0, 255].into_iter().collect();
    /// assert_eq!(values.bytes_each(), 1);
    /// values.push(256);
    /// assert_eq!(values.bytes_each(), 2);
    /// ```
    #[must_use]
    pub fn bytes_each(&self) -> usize {
        match &self.0 {
            Cells::Narrow(_) => 1,
            Cells::Middle(_) => 2,
            Cells::Wide(_) => 4,
        }
    }

    /// The values, from the empty heap on.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.range(0, self.len())
    }

    /// Returns the values of heaps from `from` on, before `to`.
    ///
    /// # Panics
    ///
    /// If `from` > `to` or `to` is beyond the end.
    ///
    /// # Examples
    ///
    /// ```
    /// let values: bouton_sequence::Values = [0, 1, 2, 3, 1].into_iter().collect();
    /// assert_eq!(values.range(1, 4).collect::<Vec<_>>(), [1, 2, 3]);
    /// ```
    pub fn range(&self, from: usize, to: usize) -> impl Iterator<Item = Value> + '_ {
        let (mut narrow, mut middle, mut wide): (&[u8], &[u16], &[u32]) = (&[], &[], &[]);
        match &self.0 {
            Cells::Narrow(cells) => narrow = &cells[from..to],
            Cells::Middle(cells) => middle = &cells[from..to],
            Cells::Wide(cells) => wide = &cells[from..to],
        }
        let narrow = narrow.iter().map(|&value| Value::from(value));
        narrow.chain(middle.iter().map(|&value| Value::from(value))).chain(wide.iter().copied())
    }

    /// Returns a copy of the values of the first `count` heaps.
    ///
    /// # Panics
    ///
    /// If there are fewer values.
    ///
    /// # Examples
    ///
    /// ```
    /// let values: bouton_sequence::Values = [0, 1, 2, 3, 1].into_iter().collect();
    /// assert_eq!(values.first(2).iter().collect::<Vec<_>>(), [0, 1]);
    /// ```
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        Self(match &self.0 {
            Cells::Narrow(cells) => Cells::Narrow(cells[..count].to_vec()),
            Cells::Middle(cells) => Cells::Middle(cells[..count].to_vec()),
            Cells::Wide(cells) => Cells::Wide(cells[..count].to_vec()),
        })
    }

    /// Appends a value, and makes the cells wider if necessary.
    pub fn push(&mut self, value: Value) {
        loop {
            match &mut self.0 {
                Cells::Narrow(cells) => {
                    if let Ok(value) = u8::try_from(value) {
                        return cells.push(value);
                    }
                }
                Cells::Middle(cells) => {
                    if let Ok(value) = u16::try_from(value) {
                        return cells.push(value);
                    }
                }
                Cells::Wide(cells) => return cells.push(value),
            }
            self.widen();
        }
    }

    /// Returns the values of the first `count` heaps as bytes, the least significant byte of each
    /// first.
    ///
    /// # Panics
    ///
    /// If there are fewer values.
    ///
    /// # Examples
    ///
    /// ```
    /// let values: bouton_sequence::Values = [0, 1, 258].into_iter().collect();
    /// assert_eq!(values.into_bytes(3), [0, 0, 1, 0, 2, 1]);
    /// ```
    #[must_use]
    pub fn into_bytes(self, count: usize) -> Vec<u8> {
        match self.0 {
            Cells::Narrow(mut cells) => {
                assert!(cells.len() >= count, "fewer values than requested");
                cells.truncate(count);
                cells.shrink_to_fit();
                cells
            }
            Cells::Middle(cells) => cells[..count].iter().flat_map(|cell| cell.to_le_bytes()).collect(),
            Cells::Wide(cells) => cells[..count].iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        }
    }

    /// Makes the cells one step wider.
    pub(crate) fn widen(&mut self) {
        self.0 = match &self.0 {
            Cells::Narrow(cells) => Cells::Middle(cells.iter().map(|&value| value.into()).collect()),
            Cells::Middle(cells) => Cells::Wide(cells.iter().map(|&value| value.into()).collect()),
            Cells::Wide(cells) => Cells::Wide(cells.clone()),
        };
    }

    /// Reserves space for `more` further values.
    pub(crate) fn reserve(&mut self, more: usize) {
        for_cells!(&mut self.0, cells => cells.reserve_exact(more));
    }

    pub(crate) fn capacity(&self) -> usize {
        for_cells!(&self.0, cells => cells.capacity())
    }

    /// Returns the least n₀ with g(n + `length`) = g(n) for all n ≥ n₀, as far as values are known.
    ///
    /// # Panics
    ///
    /// If `length` is beyond the end.
    ///
    /// # Examples
    ///
    /// ```
    /// let values: bouton_sequence::Values = [5, 0, 1, 2, 0, 1, 2, 0].into_iter().collect();
    /// assert_eq!(values.repeats_from(3), 1);
    /// ```
    #[must_use]
    pub fn repeats_from(&self, length: usize) -> usize {
        for_cells!(&self.0, cells => repeats_from(cells, length))
    }
}

/// Returns the number of occurrences of each value, without the empty heap.
pub(crate) fn counts<T: Cell>(cells: &[T]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &cell in cells.iter().skip(1) {
        let value: u32 = cell.into();
        let value = value as usize;
        if value >= counts.len() {
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    counts
}

fn value_at<T: Cell>(cells: &[T], heap: usize) -> Option<Value> {
    cells.get(heap).map(|&value| value.into())
}

fn repeats_from<T: Eq>(cells: &[T], length: usize) -> usize {
    const BLOCK: usize = 1 << 12;
    let mut from = cells.len() - length;
    // Blocks come first, because comparing slices is fast.
    while from >= BLOCK && cells[from - BLOCK..from] == cells[from - BLOCK + length..from + length] {
        from -= BLOCK;
    }
    while from > 0 && cells[from - 1] == cells[from - 1 + length] {
        from -= 1;
    }
    from
}

impl Extend<Value> for Values {
    fn extend<I: IntoIterator<Item = Value>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut store = Self::new();
        store.extend(values);
        store
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Values {}
