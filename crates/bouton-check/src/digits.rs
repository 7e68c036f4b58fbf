//! How running values go on, digit by digit.

use bouton_core::{MAX_RECURRENCE, Numeration};

/// How running values go on.
pub(crate) struct Digits {
    /// How many digits there are.
    pub(crate) count: usize,
    /// As many rows as a form has running values.
    pub(crate) matrix: Vec<Vec<i64>>,
    /// What each digit adds to these.
    pub(crate) vectors: Vec<Vec<i64>>,
    /// The cone's vector: how large each value has to be for each loss of 1 with the largest of the vectors.
    pub(crate) cone: Vec<i64>,
}

impl Digits {
    pub(crate) fn of(numeration: &Numeration) -> Self {
        let whole = |numbers: &Vec<u32>| numbers.iter().map(|&number| number.into()).collect();
        let vectors = (0..=numeration.largest_digit()).map(|digit| whole(&numeration.vector(digit)));
        let matrix = numeration.matrix().iter().map(whole).collect();
        let cone = whole(&numeration.cone());
        Self { count: numeration.digits(), matrix, vectors: vectors.collect(), cone }
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

    /// Multiplies the running values of a form by the matrix.
    pub(crate) fn lengthen(&self, values: &[i64]) -> [i64; MAX_RECURRENCE] {
        let mut longer = [0; MAX_RECURRENCE];
        for (sum, row) in longer.iter_mut().zip(&self.matrix) {
            *sum = row.iter().zip(values).map(|(entry, value)| entry * value).sum();
        }
        longer
    }
}
