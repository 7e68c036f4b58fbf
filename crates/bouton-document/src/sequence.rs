//! Grundy values of single heaps.

documents! {
    /// The Grundy values of one heap.
    pub struct Sequence {
        /// The game.
        pub game: String,
        /// The heap of the first value.
        pub start: u64,
        /// The values.
        pub values: Vec<u32>,
        /// The period, if one is seen.
        pub period: Option<SequencePeriod>,
        /// Statistics of the values, if they were requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub statistics: Option<SequenceStatistics>,
        /// The comparison with a list, if one was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub against: Option<Against>,
    }

    /// The largest of the values, and their sparse space.
    pub struct SequenceStatistics {
        /// The largest value.
        pub largest: u32,
        /// The least heap that has it.
        pub largest_at: u64,
        /// The mask under which the fewest heaps are rare: those whose values have an even number of binary digits 1 in common with it.
        pub mask: u32,
        /// The number of rare heaps, without the empty one.
        pub rare: u64,
        /// The largest rare heap; null if no heap is rare.
        pub last_rare: Option<u64>,
    }

    /// A list of terms with which values were compared.
    pub struct Against {
        /// The list.
        pub list: String,
        /// The first n that was compared.
        pub first: u64,
        /// The last one.
        pub last: u64,
        /// The first difference; null if all terms agree.
        pub difference: Option<Difference>,
    }

    /// A term of a list that differs from the value.
    pub struct Difference {
        /// The heap.
        pub n: u64,
        /// Its Grundy value.
        pub grundy: u32,
        /// The term of the list.
        pub listed: String,
    }

    /// g(n + length) = g(n) + saltus for all n ≥ preperiod.
    pub struct SequencePeriod {
        /// The length of the period.
        pub length: u64,
        /// The least periodic index.
        pub preperiod: u64,
        /// The number that is added from one period to the next.
        pub saltus: u32,
        /// Whether a theorem proves that the period continues without end.
        pub proved: bool,
        /// The theorem, or the reason why none applies.
        pub theorem: String,
        /// The number of values that have to be known for a theorem to apply; null without a theorem.
        pub applies_from: Option<u64>,
    }
}

/// The terms of a sequence, created one by one as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms<'a> {
    start: u64,
    values: &'a [u32],
}

impl Iterator for Terms<'_> {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        let (&grundy, rest) = self.values.split_first()?;
        let term = Term { n: self.start, grundy };
        *self = Self { start: self.start + 1, values: rest };
        Some(term)
    }
}

impl serde::Serialize for Terms<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

/// One term of a sequence, a row of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Term {
    /// The heap.
    pub n: u64,
    /// Its Grundy value.
    pub grundy: u32,
}

impl Sequence {
    /// The terms in order.
    #[must_use]
    pub fn terms(&self) -> Terms<'_> {
        Terms { start: self.start, values: &self.values }
    }
}
