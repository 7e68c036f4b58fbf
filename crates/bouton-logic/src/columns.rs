//! Conditions on the columns of binary digits of some numbers, read from the left.

/// A condition on columns of digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reading {
    /// In every column the number of ones is a multiple of this.
    Multiple(u64),
    /// The number of ones in the first column in which it is not a multiple of `modulus` has this remainder.
    Leading { modulus: u64, rest: u64 },
    /// Some number is linked: it has a 1 in each column with a remainder of 1 by this modulus, and a 0 in each other
    /// column in which the number of ones is not a multiple.
    Linked(u64),
    /// The numbers of ones are in lists.
    Lists(Lists),
}

/// Lists of the numbers of ones that columns may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lists {
    /// The numbers of ones of a column, as long as no number is set apart.
    pub(crate) every: Vec<u64>,
    /// A column with a single 1 sets the number apart that has it; these are the numbers of ones of the other numbers from
    /// then on. `None` if no number may be set apart.
    pub(crate) beside: Option<Vec<u64>>,
    /// The numbers of ones of a column after which all digits are 0.
    pub(crate) ending: Vec<u64>,
}

/// What is known after some columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ColumnState {
    /// Nothing is decided.
    Open,
    /// The answer does not depend on further columns.
    Decided(bool),
    /// The numbers that are linked, a bit each.
    Linked(u64),
    /// The number that is set apart.
    Beside(usize),
    /// All further digits must be 0.
    Zeros,
}

/// The most numbers of which some are linked.
pub(crate) const MOST_NUMBERS: usize = 64;

impl Reading {
    /// The state before all columns. Columns without ones do not change it.
    pub(crate) fn start(&self) -> ColumnState {
        match self {
            Self::Linked(_) => ColumnState::Linked(u64::MAX),
            _ => ColumnState::Open,
        }
    }

    /// The state after one more column.
    pub(crate) fn next(&self, state: &ColumnState, digits: &[u8]) -> ColumnState {
        let ones: u64 = digits.iter().map(|&digit| u64::from(digit)).sum();
        match (self, state) {
            (_, ColumnState::Decided(_)) => state.clone(),
            (Self::Multiple(modulus), _) if !ones.is_multiple_of(*modulus) => ColumnState::Decided(false),
            (Self::Leading { modulus, rest }, _) if !ones.is_multiple_of(*modulus) => {
                ColumnState::Decided(ones % modulus == *rest)
            }
            (Self::Linked(modulus), ColumnState::Linked(linked)) => {
                let with: u64 = digits
                    .iter()
                    .enumerate()
                    .filter(|(_, digit)| **digit == 1)
                    .map(|(place, _)| 1 << place)
                    .sum();
                ColumnState::Linked(match ones % modulus {
                    0 => *linked,
                    1 => linked & with,
                    _ => linked & !with,
                })
            }
            (Self::Lists(lists), _) => lists.next(state, digits, ones),
            _ => state.clone(),
        }
    }

    /// Whether the condition holds if there are no further columns; `numbers` is the number of numbers.
    pub(crate) fn holds(&self, state: &ColumnState, numbers: usize) -> bool {
        match (self, state) {
            (_, ColumnState::Decided(truth)) => *truth,
            (_, ColumnState::Linked(linked)) => {
                linked.trailing_zeros() < u32::try_from(numbers).unwrap_or(u32::MAX)
            }
            (Self::Leading { rest, .. }, ColumnState::Open) => *rest == 0,
            _ => true,
        }
    }

    /// Whether the condition holds for some numbers.
    pub(crate) fn holds_for(&self, numbers: &[u64]) -> bool {
        let digits =
            |place: u32| numbers.iter().map(|number| u8::from(number >> place & 1 == 1)).collect::<Vec<_>>();
        let last = (0..u64::BITS).rev().fold(self.start(), |state, place| self.next(&state, &digits(place)));
        self.holds(&last, numbers.len())
    }
}

impl Lists {
    fn next(&self, state: &ColumnState, digits: &[u8], ones: u64) -> ColumnState {
        let allowed = match state {
            ColumnState::Open => {
                if self.every.contains(&ones) {
                    return ColumnState::Open;
                }
                if let (1, Some(_)) = (ones, &self.beside)
                    && let Some(apart) = digits.iter().position(|&digit| digit == 1)
                {
                    return ColumnState::Beside(apart);
                }
                if self.ending.contains(&ones) {
                    return ColumnState::Zeros;
                }
                false
            }
            ColumnState::Beside(apart) => {
                let others = ones - u64::from(digits.get(*apart) == Some(&1));
                self.beside.as_ref().is_some_and(|beside| beside.contains(&others))
            }
            ColumnState::Zeros => ones == 0,
            ColumnState::Decided(_) | ColumnState::Linked(_) => return state.clone(),
        };
        if allowed { state.clone() } else { ColumnState::Decided(false) }
    }
}
