//! How running values go on, digit by digit.

use bouton_core::{MAX_RECURRENCE, Numeration};

/// How running values go on.
pub(crate) struct Digits {
    /// How many digits there are, and the largest.
    pub(crate) count: usize,
    pub(crate) largest: i64,
    /// Its length is how many running values a form has.
    pub(crate) recurrence: Vec<i64>,
}

impl Digits {
    pub(crate) fn of(numeration: &Numeration) -> Self {
        let recurrence = numeration.recurrence().iter().map(|&c| i64::from(c)).collect();
        Self { count: numeration.digits(), largest: numeration.largest_digit().into(), recurrence }
    }

    /// How many tuples of so many digits there are, if no more than 2^20.
    pub(crate) fn tuples(&self, digits: usize) -> Option<usize> {
        self.count.checked_pow(u32::try_from(digits).ok()?).filter(|&tuples| tuples <= 1 << 20)
    }

    /// The digit at a place of a tuple.
    pub(crate) fn digit(&self, tuple: usize, place: usize) -> usize {
        if self.count == 2 {
            return tuple >> place & 1;
        }
        (0..place).fold(tuple, |rest, _| rest / self.count) % self.count
    }

    /// The running values of a form after one more letter, at whose digits it is `added`.
    pub(crate) fn append(&self, values: &[i64], added: i64) -> [i64; MAX_RECURRENCE] {
        let mut longer = [0; MAX_RECURRENCE];
        longer[0] = values.iter().zip(&self.recurrence).map(|(value, c)| value * c).sum::<i64>() + added;
        for (place, value) in values[..values.len() - 1].iter().enumerate() {
            longer[place + 1] = value + if place == 0 { added } else { 0 };
        }
        longer
    }
}
