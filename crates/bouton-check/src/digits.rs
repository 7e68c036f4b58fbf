//! The recurrence of running values, digit by digit.

use bouton_core::{MAX_RECURRENCE, Numeration};

/// The recurrence of running values: a matrix, and a vector for each digit.
pub(crate) struct Digits {
    /// The number of digits.
    pub(crate) count: usize,
    /// The matrix, with one row for each running value.
    pub(crate) matrix: Vec<Vec<i64>>,
    /// The vector that each digit adds to the running values.
    pub(crate) vectors: Vec<Vec<i64>>,
    /// The vector of the cone: the lower bound of each value for each loss of 1 times the largest
    /// of the vectors.
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

    /// The number of tuples of `digits` digits, if it is at most 2^20.
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
