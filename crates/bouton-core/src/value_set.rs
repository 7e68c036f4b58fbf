//! Values of positions, and sets of them.

/// A value of a position: an outcome by number, a Grundy value, a remoteness.
pub type Value = u32;

/// A set of [`Value`]s as a bit set; clearing keeps the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// Creates the empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the set empty.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Adds `value`.
    #[inline]
    pub fn insert(&mut self, value: Value) {
        let (word, bit) = ((value / 64) as usize, value % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Whether `value` is in the set.
    #[must_use]
    pub fn contains(&self, value: Value) -> bool {
        self.words.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The members, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0u32..).zip(&self.words).flat_map(|(index, &word)| {
            (0u32..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }

    /// The least member.
    #[must_use]
    pub fn minimum(&self) -> Option<Value> {
        (0u32..)
            .zip(&self.words)
            .find(|(_, word)| **word != 0)
            .map(|(index, word)| index * 64 + word.trailing_zeros())
    }

    /// The greatest member.
    #[must_use]
    pub fn maximum(&self) -> Option<Value> {
        (0u32..)
            .zip(&self.words)
            .filter(|(_, word)| **word != 0)
            .last()
            .map(|(index, word)| index * 64 + 63 - word.leading_zeros())
    }

    /// The minimal excludant: the least natural number that is not in the set.
    #[must_use]
    pub fn mex(&self) -> Value {
        let mut base = 0;
        for &word in &self.words {
            if word != u64::MAX {
                return base + word.trailing_ones();
            }
            base += 64;
        }
        base
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut set = Self::new();
        for value in values {
            set.insert(value);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_crosses_words() {
        assert_eq!((0..64).collect::<ValueSet>().mex(), 64);
        assert_eq!((0..130).filter(|&v| v != 100).collect::<ValueSet>().mex(), 100);
        assert_eq!(ValueSet::new().mex(), 0);
    }

    #[test]
    fn extremes_and_members() {
        let set: ValueSet = [5, 70, 200].into_iter().collect();
        assert_eq!((set.minimum(), set.maximum()), (Some(5), Some(200)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [5, 70, 200]);
    }
}
