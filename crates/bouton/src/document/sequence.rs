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
    }

    /// g(n + length) = g(n) + saltus for all n ≥ preperiod.
    pub struct SequencePeriod {
        /// The length of the period.
        pub length: u64,
        /// The least periodic index.
        pub preperiod: u64,
        /// What is added from one period to the next.
        pub saltus: u32,
        /// Whether a theorem says that the period goes on for ever.
        pub proved: bool,
        /// The theorem, or what keeps it from being one.
        pub theorem: String,
        /// So many values have to be known for a theorem to apply; null if there is no theorem.
        pub applies_from: Option<u64>,
    }
}

impl From<&bouton_solve::Periodicity> for SequencePeriod {
    fn from(period: &bouton_solve::Periodicity) -> Self {
        Self {
            length: period.length,
            preperiod: period.preperiod,
            saltus: period.saltus,
            proved: period.proved,
            theorem: period.theorem.clone(),
            applies_from: period.applies_from,
        }
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
    pub fn terms(&self) -> Vec<Term> {
        (self.start..).zip(&self.values).map(|(n, &grundy)| Term { n, grundy }).collect()
    }
}
