//! The running values of a number under one more digit, and the weights that follow from them.

use num_bigint::BigUint;

/// The running values v of a prefix become M v + a, where a is the vector of the digit; the number
/// is v₀.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Arithmetic {
    /// The coefficients c₁, …, c_m: the first row of M; below the diagonal are ones. The vector of
    /// d is (d, d, 0, …).
    Recurrence(Vec<u32>),
    Matrix(Matrix),
}

/// A matrix for two running values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Matrix {
    pub(super) rows: [[u32; 2]; 2],
    /// The vector of the digit d is (d, `second[d]`).
    pub(super) second: Vec<u32>,
    /// The cone; see [`Numeration::cone`](super::Numeration::cone).
    pub(super) cone: [u32; 2],
}

impl Matrix {
    /// Creates the matrix. Returns `None` if it is not of the supported kind, or there is no small
    /// cone.
    ///
    /// One root has to be greater than 1, and the other one less than 1 in absolute value, but not 0.
    /// The values of p(x) = x² − trace · x + determinant at 1 and −1 decide this.
    pub(super) fn new(rows: [[u32; 2]; 2], second: Vec<u32>) -> Option<Self> {
        let [[a, b], [c, d]] = rows.map(|row| row.map(i64::from));
        let (trace, determinant) = (a + d, a * d - b * c);
        let pisot = 1 - trace + determinant < 0 && 1 + trace + determinant > 0 && determinant != 0;
        if a < 1 || b < 1 || c < 1 || !pisot || second.first() != Some(&0) {
            return None;
        }
        let most = [second.len() - 1, usize::try_from(second.iter().copied().max()?).ok()?];
        let [most, second_most] = most.map(|most| i64::try_from(most).unwrap_or(i64::MAX));
        let left = |&(t, u): &(i64, i64)| (a - 1) * t + b * u >= most && c * t + (d - 1) * u >= second_most;
        let edge = |most: i64| (0..most).flat_map(move |t| [(t, most), (most, t)]).chain([(most, most)]);
        let least = |most: i64| edge(most).filter(left).min_by_key(|&(t, u)| (t + u, t));
        let (t, u) = (1..=LARGEST_CONE).find_map(least)?;
        let cone = [u32::try_from(t).ok()?, u32::try_from(u).ok()?];
        Some(Self { rows, second, cone })
    }
}

/// The largest entry up to which a cone is sought.
const LARGEST_CONE: i64 = 1 << 10;

impl Arithmetic {
    /// The number of running values.
    pub(super) fn terms(&self) -> usize {
        match self {
            Self::Recurrence(recurrence) => recurrence.len(),
            Self::Matrix(_) => 2,
        }
    }

    /// The rows of M.
    pub(super) fn rows(&self) -> Vec<Vec<u32>> {
        match self {
            Self::Recurrence(recurrence) => {
                let below = (1..recurrence.len())
                    .map(|row| (0..recurrence.len()).map(|at| u32::from(at + 1 == row)).collect());
                std::iter::once(recurrence.clone()).chain(below).collect()
            }
            Self::Matrix(matrix) => matrix.rows.iter().map(|row| row.to_vec()).collect(),
        }
    }

    /// The vector of a digit.
    pub(super) fn vector(&self, digit: u8) -> Vec<u32> {
        match self {
            Self::Recurrence(recurrence) => {
                let first = recurrence.len().min(2);
                (0..recurrence.len()).map(|place| if place < first { digit.into() } else { 0 }).collect()
            }
            Self::Matrix(matrix) => {
                vec![digit.into(), matrix.second.get(usize::from(digit)).copied().unwrap_or_default()]
            }
        }
    }

    /// The values of the digits at the places 0, 1, …, as long as a digit 1 has a value below 2^64:
    /// from the digit 0 up to the first digit whose value is not below 2^64.
    pub(super) fn small_values(&self, digits: usize) -> Vec<Vec<u64>> {
        let rows = self.rows();
        let vectors: Vec<Vec<u32>> = (0..).take(digits).map(|digit| self.vector(digit)).collect();
        let mut row: Vec<u128> = (0..self.terms()).map(|place| u128::from(place == 0)).collect();
        let mut values = Vec::new();
        loop {
            // Each entry is at most 16 times as large as a value below 2^64, times the number of
            // terms.
            let value = |vector: &Vec<u32>| {
                u64::try_from(row.iter().zip(vector).map(|(w, &a)| w * u128::from(a)).sum::<u128>()).ok()
            };
            let means: Vec<u64> = vectors.iter().map_while(value).collect();
            if means.len() < 2 {
                return values;
            }
            values.push(means);
            let column = |at: usize| row.iter().zip(&rows).map(|(w, of)| w * u128::from(of[at])).sum();
            row = (0..row.len()).map(column).collect();
        }
    }

    /// Appends a digit to running values.
    pub(super) fn append(&self, values: &mut [BigUint], digit: u8) {
        match self {
            Self::Recurrence(recurrence) => {
                let longer = values.iter().zip(recurrence).map(|(value, &c)| value * c).sum();
                values.rotate_right(1);
                values[0] = longer;
            }
            Self::Matrix(matrix) => {
                let longer = matrix.rows.map(|[left, right]| &values[0] * left + &values[1] * right);
                values.clone_from_slice(&longer);
            }
        }
        for (value, added) in values.iter_mut().zip(self.vector(digit)) {
            *value += added;
        }
    }

    /// Appends a digit as [`append`](Self::append) does, for values below 2^64; `None` if a new
    /// value is not.
    pub(super) fn append_small(&self, values: &mut [u128], digit: u8) -> Option<()> {
        match self {
            Self::Recurrence(recurrence) => {
                // The sum of eight such values times sixteen is below 2^128.
                let longer = values.iter().zip(recurrence).map(|(value, &c)| value * u128::from(c)).sum();
                values.rotate_right(1);
                values[0] = longer;
                values.iter_mut().take(2).for_each(|value| *value += u128::from(digit));
            }
            Self::Matrix(matrix) => {
                let [first, second] = matrix
                    .rows
                    .map(|[left, right]| values[0] * u128::from(left) + values[1] * u128::from(right));
                values[0] = first + u128::from(digit);
                values[1] = second + u128::from(*matrix.second.get(usize::from(digit))?);
            }
        }
        values.iter().all(|&value| value <= u128::from(u64::MAX)).then_some(())
    }
}

/// The values of the digits at one place, place by place.
pub(super) struct Weights<'a> {
    arithmetic: &'a Arithmetic,
    /// The weights Uₖ, Uₖ₋₁, …, as many as a recurrence has terms; for a matrix, the first row of
    /// its k-th power.
    at: Vec<BigUint>,
}

impl<'a> Weights<'a> {
    /// The weights of the last place.
    pub(super) fn first(arithmetic: &'a Arithmetic) -> Self {
        let ones = match arithmetic {
            Arithmetic::Recurrence(_) => 2,
            Arithmetic::Matrix(_) => 1,
        };
        Self { arithmetic, at: (0..arithmetic.terms()).map(|place| u32::from(place < ones).into()).collect() }
    }

    /// The value of a digit.
    pub(super) fn value(&self, digit: u8) -> BigUint {
        match self.arithmetic {
            Arithmetic::Recurrence(_) => &self.at[0] * digit,
            Arithmetic::Matrix(matrix) => {
                let second = matrix.second.get(usize::from(digit)).copied().unwrap_or_default();
                &self.at[0] * digit + &self.at[1] * second
            }
        }
    }

    pub(super) fn up(&mut self) {
        match self.arithmetic {
            Arithmetic::Recurrence(recurrence) => {
                let next = self.at.iter().zip(recurrence).map(|(weight, &c)| weight * c).sum();
                self.at.rotate_right(1);
                self.at[0] = next;
            }
            Arithmetic::Matrix(matrix) => {
                let [[a, b], [c, d]] = matrix.rows;
                let (f, g) = (&self.at[0], &self.at[1]);
                self.at = vec![f * a + g * c, f * b + g * d];
            }
        }
    }

    /// Undoes one step up. After an equal number of both, the weights are those of the last place.
    pub(super) fn down(&mut self) {
        match self.arithmetic {
            Arithmetic::Recurrence(recurrence) => {
                // Uₙ = c₁Uₙ₋₁ + … + c_mUₙ₋ₘ gives Uₙ₋ₘ.
                let (last, others) = recurrence.split_last().expect("a recurrence has a coefficient");
                let known: BigUint = self.at[1..].iter().zip(others).map(|(weight, &c)| weight * c).sum();
                let back = (&self.at[0] - known) / *last;
                self.at.rotate_left(1);
                *self.at.last_mut().expect("as many as the recurrence has terms") = back;
            }
            Arithmetic::Matrix(matrix) => {
                // Multiply by the adjugate and divide by the determinant. Both numerators have its
                // sign.
                let [[a, b], [c, d]] = matrix.rows;
                let (f, g) = (&self.at[0], &self.at[1]);
                let pairs = [(f * d, g * c), (g * a, f * b)];
                let (plus, minus) = (a * d, b * c);
                let back = |(one, other): (BigUint, BigUint)| match plus > minus {
                    true => (one - other) / (plus - minus),
                    false => (other - one) / (minus - plus),
                };
                self.at = pairs.map(back).to_vec();
            }
        }
    }
}
