//! Linear forms read digit by digit, in any numeration.

use std::cmp::Ordering;

use crate::{MAX_RECURRENCE, Numeration};

/// Reads a linear form a₁ x₁ + … + a_k x_k while its variables are read digit by digit, most
/// significant digit first, as long as further digits can change its comparison with some numbers.
///
/// A [`ReaderState`] is the state after some digits. There are finitely many. Once the form is beyond
/// the numbers and can only move away from them (the [cone](Numeration::cone) of the numeration),
/// its state is [`ReaderState::HIGH`] or [`ReaderState::LOW`].
///
/// ```
/// use bouton_core::{LinearReader, Numeration, ReaderState};
///
/// // x - 2y, compared with 0
/// let reader = LinearReader::new(&Numeration::binary(), &[1, -2], (0, 0)).unwrap();
/// let read = |digits: &[[u8; 2]]| {
///     digits.iter().fold(reader.start(), |state, digits| reader.step(&state, digits))
/// };
/// assert_eq!(read(&[[1, 0], [0, 1]]).value(), Some(0)); // 2 - 2 · 1
/// assert_eq!(read(&[[0, 1], [0, 1], [0, 1]]), ReaderState::LOW);
/// ```
#[derive(Clone, Debug)]
pub struct LinearReader {
    coefficients: Vec<i64>,
    terms: usize,
    /// The matrix of the recurrence, row by row.
    matrix: Vec<i64>,
    /// The increase by each digit, digit by digit.
    vectors: Vec<i64>,
    cone: Vec<i64>,
    /// The largest decrease and increase of the form when each number gets a digit, in units of the
    /// largest vector of a digit.
    loss: i64,
    gain: i64,
    least: i64,
    greatest: i64,
}

/// The state of a [`LinearReader`] after some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReaderState([i64; MAX_RECURRENCE]);

impl ReaderState {
    /// The form is above all numbers that it is compared with, whatever follows.
    pub const HIGH: Self = Self([i64::MAX; MAX_RECURRENCE]);
    /// The form is below all numbers that it is compared with, whatever follows.
    pub const LOW: Self = Self([i64::MIN; MAX_RECURRENCE]);

    /// The value of the form at the digits read; `None` if only its [order](Self::order) is known.
    #[must_use]
    pub fn value(&self) -> Option<i64> {
        self.order().is_none().then_some(self.0[0])
    }

    /// The comparison of the form at the digits read with all the numbers; `None` if it depends on its
    /// [value](Self::value).
    #[must_use]
    pub fn order(&self) -> Option<Ordering> {
        match self.0[0] {
            i64::MAX | FALLING => Some(Ordering::Greater),
            i64::MIN | RISING => Some(Ordering::Less),
            _ => None,
        }
    }

    /// Returns the state of a form that is below the numbers now and above them after this number
    /// of further digits, whatever these are; or the reverse.
    fn passing(mark: i64, digits: i64) -> Self {
        let mut running = [0; MAX_RECURRENCE];
        (running[0], running[1]) = (mark, digits);
        Self(running)
    }
}

/// Marks of forms that pass the numbers after a known number of digits, upwards and downwards.
const RISING: i64 = i64::MIN + 1;
const FALLING: i64 = i64::MAX - 1;

/// The largest number with which a form is compared, and the largest sum of coefficients. Running
/// values stay below the product of either with the entries of a cone and a matrix.
const MOST: i64 = 1 << 44;

impl LinearReader {
    /// Creates the reader of a form, which is compared with numbers between `least` and `greatest`;
    /// `None` if a number is too large (2^44).
    #[must_use]
    pub fn new(numeration: &Numeration, coefficients: &[i64], (least, greatest): (i64, i64)) -> Option<Self> {
        let vectors = (0..=numeration.largest_digit()).flat_map(|digit| numeration.vector(digit));
        let sum = |sign: i64| {
            let parts = coefficients.iter().map(|&a| a.saturating_mul(sign).max(0));
            parts.fold(0i64, i64::saturating_add)
        };
        let (gain, loss) = (sum(1), sum(-1));
        let within = [gain, loss, least.saturating_abs(), greatest.saturating_abs()];
        within.iter().all(|&number| number <= MOST).then(|| Self {
            coefficients: coefficients.to_vec(),
            terms: numeration.terms(),
            matrix: numeration.matrix().into_iter().flatten().map(i64::from).collect(),
            vectors: vectors.map(i64::from).collect(),
            cone: numeration.cone().into_iter().map(i64::from).collect(),
            loss,
            gain,
            least,
            greatest,
        })
    }

    /// The state before any digit.
    #[must_use]
    pub fn start(&self) -> ReaderState {
        self.settle([0; MAX_RECURRENCE])
    }

    /// The state after one more digit of each variable.
    ///
    /// # Panics
    ///
    /// If a digit does not belong to the numeration, or one is missing.
    #[must_use]
    pub fn step(&self, running: &ReaderState, digits: &[u8]) -> ReaderState {
        match running.0[..2] {
            [RISING, 1] => return ReaderState::HIGH,
            [FALLING, 1] => return ReaderState::LOW,
            [mark @ (RISING | FALLING), digits] => return ReaderState::passing(mark, digits - 1),
            [i64::MAX | i64::MIN, ..] => return *running,
            _ => {}
        }
        self.settle(self.appended(&running.0, digits))
    }

    /// Returns the running values of the form modulo `modulus` after one more digit of each
    /// variable; before any digit they are 0. The first one is the remainder of the form.
    ///
    /// # Panics
    ///
    /// As [`step`](Self::step), and if `modulus` is not positive.
    #[must_use]
    pub fn step_modulo(
        &self,
        running: &[i64; MAX_RECURRENCE],
        digits: &[u8],
        modulus: i64,
    ) -> [i64; MAX_RECURRENCE] {
        self.appended(running, digits).map(|value| value.rem_euclid(modulus))
    }

    fn appended(&self, running: &[i64; MAX_RECURRENCE], digits: &[u8]) -> [i64; MAX_RECURRENCE] {
        let mut longer = [0; MAX_RECURRENCE];
        for (value, row) in longer.iter_mut().zip(self.matrix.chunks(self.terms)) {
            *value = row.iter().zip(running).map(|(entry, value)| entry * value).sum();
        }
        assert_eq!(digits.len(), self.coefficients.len(), "a digit of each variable");
        for (coefficient, &digit) in self.coefficients.iter().zip(digits) {
            let vector = &self.vectors[usize::from(digit) * self.terms..];
            for (value, entry) in longer[..self.terms].iter_mut().zip(vector) {
                *value += coefficient * entry;
            }
        }
        longer
    }

    /// Replaces running values by a known order once it is certain. With the cone t, running values
    /// that are at least A t stay so, and the first of them does not fall.
    fn settle(&self, running: [i64; MAX_RECURRENCE]) -> ReaderState {
        let beyond = |bound: i64, sign: i64| {
            running.iter().zip(&self.cone).all(|(&value, &edge)| sign * value >= bound * edge)
        };
        match running[0] {
            value if value > self.greatest && beyond(self.loss, 1) => ReaderState::HIGH,
            value if value < self.least && beyond(self.gain, -1) => ReaderState::LOW,
            value => self.passes(value).unwrap_or(ReaderState(running)),
        }
    }

    /// Returns, in a base, the state of a form that jumps over all the numbers: no number of
    /// further digits leads to one of them. Without this state, a form that is compared with a
    /// large number would have as many states as the number.
    fn passes(&self, value: i64) -> Option<ReaderState> {
        let [base] = self.matrix[..] else { return None };
        let largest = i128::from(self.cone[0]);
        let (mut low, mut high) = (i128::from(value), i128::from(value));
        let (least, greatest) = (i128::from(self.least), i128::from(self.greatest));
        let side = |low: i128, high: i128| match () {
            () if high < least => Some(Ordering::Less),
            () if low > greatest => Some(Ordering::Greater),
            () => None,
        };
        let first = side(low, high)?;
        // Values that can still come back to the numbers at least double their distance with each
        // digit.
        for digits in 1..i64::from(i64::BITS) {
            let before = (low, high);
            // The least and the greatest value after one more digit of each variable.
            low = i128::from(base).checked_mul(low)?.checked_sub(i128::from(self.loss) * largest)?;
            high = i128::from(base).checked_mul(high)?.checked_add(i128::from(self.gain) * largest)?;
            match side(low, high)? {
                same if same == first => {}
                Ordering::Less if high <= before.1 => return Some(ReaderState::passing(FALLING, digits)),
                Ordering::Greater if low >= before.0 => return Some(ReaderState::passing(RISING, digits)),
                _ => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large number leads to few states.
    #[test]
    fn forms_pass_large_numbers() {
        let reader = LinearReader::new(&Numeration::binary(), &[1, 1], (1 << 40, 1 << 40)).unwrap();
        let (mut known, mut open) = (vec![reader.start()], vec![reader.start()]);
        while let Some(state) = open.pop() {
            for digits in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let next = reader.step(&state, &digits);
                if !known.contains(&next) {
                    known.push(next);
                    open.push(next);
                }
            }
        }
        assert!(known.len() < 300, "{} states", known.len());
    }

    /// Compares forms by their states with forms by their values, in several numerations.
    #[test]
    fn forms_are_compared_as_their_values() {
        let numerations = ["2", "3", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(1,2)"];
        let forms = [
            ([1, -1], 0, 0),
            ([2, -3], -5, 7),
            ([-1, -4], -9, 1),
            ([1, 1], 90, 90),
            ([2, -1], 41, 45),
            ([-1, 0], -57, -56),
        ];
        for numeration in numerations.map(|name| name.parse::<Numeration>().unwrap()) {
            for (coefficients, least, greatest) in forms {
                let reader = LinearReader::new(&numeration, &coefficients, (least, greatest)).unwrap();
                for (x, y) in (0..60i64).flat_map(|x| (0..60).map(move |y| (x, y))) {
                    let words = [x, y].map(|number| numeration.word_small(number.unsigned_abs()));
                    let length = words[0].len().max(words[1].len());
                    let digit = |word: &[u8], place: usize| {
                        (place + word.len()).checked_sub(length).map_or(0, |place| word[place])
                    };
                    let (mut state, mut rest) = (reader.start(), [0; MAX_RECURRENCE]);
                    for place in 0..length {
                        let digits = [digit(&words[0], place), digit(&words[1], place)];
                        state = reader.step(&state, &digits);
                        rest = reader.step_modulo(&rest, &digits, 7);
                    }
                    let value = coefficients[0] * x + coefficients[1] * y;
                    match state.value() {
                        Some(found) => assert_eq!(found, value),
                        None => {
                            let order = if value > greatest { Ordering::Greater } else { Ordering::Less };
                            assert_eq!(state.order(), Some(order));
                            assert!(value > greatest || value < least);
                        }
                    }
                    assert_eq!(rest[0], value.rem_euclid(7), "{numeration} {x} {y}");
                }
            }
        }
    }
}
