//! Outcomes and Grundy values of the four-heap game, from the rules.

use rustc_hash::FxHashMap;

use super::base_cases::options;

/// The kind of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// 0 for lost, 1 for won.
    Outcomes,
    /// Grundy values.
    Grundy,
}

impl Values {
    /// The values of a typical row for the remainders 0, 1, 2 of the number of
    /// objects mod 3.
    #[must_use]
    pub fn typical(self) -> [u32; 3] {
        match self {
            Self::Outcomes => [0, 1, 1],
            Self::Grundy => [0, 2, 1],
        }
    }
}

/// Values calculated from the rules alone.
#[derive(Clone, Debug)]
pub(super) struct Known {
    values: Values,
    known: FxHashMap<[u64; 4], u32>,
}

impl Known {
    pub(super) fn new(values: Values) -> Self {
        Self { values, known: FxHashMap::default() }
    }

    pub(super) fn values(&self) -> Values {
        self.values
    }

    /// The value of a sorted position; the recursion is as deep as the number of objects.
    pub(super) fn value(&mut self, heaps: [u64; 4]) -> u32 {
        if let Some(&value) = self.known.get(&heaps) {
            return value;
        }
        let reached: Vec<u32> = options(heaps).into_iter().map(|option| self.value(option)).collect();
        let value = match self.values {
            Values::Outcomes => u32::from(reached.contains(&0)),
            Values::Grundy => (0..).find(|value| !reached.contains(value)).unwrap_or(0),
        };
        self.known.insert(heaps, value);
        value
    }
}
