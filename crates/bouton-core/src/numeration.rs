//! Numerations: notations of natural numbers in digits.
//!
//! This module contains all code about digits. Code that reads a position digit by digit gets its
//! letters from a [`Numeration`]; code that builds numbers digit by digit
//! [appends](Numeration::append) to them.
//!
//! A numeration is a linear recurrence Uₙ = c₁Uₙ₋₁ + … + c_mUₙ₋ₘ with U₀ = 1, and, if m ≥ 2, U₋₁ =
//! 1 and U₋₂ = … = U₁₋ₘ = 0; digits 0, …, D; and an automaton that reads digits, most significant
//! first, and recognizes the prefixes of words. The word dₙ … d₀ means d₀U₀ + … + dₙUₙ.
//! Alternatively, it is a matrix: a digit maps two running values v to M v + a, where M is a matrix
//! and a the vector of the digit, and a word means the first running value.
//! `docs/theory/numerations.md` lists the numerations, and explains why each number has one word.

mod arithmetic;
mod name;
mod slopes;
mod words;

use std::sync::Arc;

use crate::Alphabet;

use arithmetic::{Arithmetic, Matrix};

pub use name::ParseNumerationError;
pub use words::Letters;

/// A notation of every natural number by exactly one word of digits that does not begin with 0,
/// most significant digit first. Zeros before a word change nothing, and 0 is the empty word.
///
/// A numeration with a name ([`base`](Self::base), [`bonacci`](Self::bonacci),
/// [`ostrowski`](Self::ostrowski)) has this property. For one that was read from elsewhere
/// ([`from_parts`](Self::from_parts)) this is a claim, which a checker of certificates decides.
///
/// ```
/// use bouton_core::Numeration;
///
/// let binary = Numeration::binary();
/// assert_eq!(binary.word(&6u32.into()), [1, 1, 0]);
/// assert_eq!(binary.number([1, 1, 0]), Some(6u32.into()));
/// assert_eq!(binary.append(3, 0), Some(6));
/// assert_eq!(binary.letters_of_small(&[2, 3]).collect::<Vec<_>>(), [0b11, 0b10]);
///
/// // Zeckendorf: 6 = 5 + 1, and no two digits 1 side by side.
/// let fibonacci = Numeration::fibonacci();
/// assert_eq!(fibonacci.word(&6u32.into()), [1, 0, 0, 1]);
/// assert_eq!(fibonacci.number([1, 1, 0]), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numeration(System);

/// Base 2 is separate, because it is read in bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum System {
    #[default]
    Binary,
    Linear(Arc<Linear>),
}

/// A numeration by a linear recurrence, or by a matrix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Linear {
    arithmetic: Arithmetic,
    /// For each state of the automaton of words one row: the successor under each digit, if there
    /// is one.
    words: Vec<Vec<Option<u8>>>,
    /// The value of each digit at each place, as long as it is below 2^64.
    values: Vec<Vec<u64>>,
}

/// A state of the automaton that recognizes the prefixes of words; 0 is the start state.
pub type WordState = u8;

/// The most terms of a recurrence.
pub const MAX_RECURRENCE: usize = 8;
/// The most digits of a numeration.
pub const MAX_DIGITS: usize = 16;
/// The largest coefficient of a recurrence or a matrix: the coefficient of a base with the most
/// digits.
const MAX_RECURRENCE_COEFFICIENT: u32 = 16;
/// The most states of the automaton of words.
const MAX_WORD_STATES: usize = 16;

/// An error in the data of a [`Numeration`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumerationFault {
    /// The recurrence is not of the supported kind.
    #[error(
        "a recurrence has 1 to {MAX_RECURRENCE} coefficients up to {MAX_RECURRENCE_COEFFICIENT}, the first and the last not 0, with a sum of at least 2"
    )]
    Recurrence,
    /// The matrix is not of the supported kind.
    #[error(
        "a matrix has two rows of two numbers up to {MAX_RECURRENCE_COEFFICIENT}, only the last of which may be 0, one root above 1 and the other between -1 and 1 but not 0, and a second number for each digit, 0 for the digit 0"
    )]
    Matrix,
    /// The rows of the automaton do not fit.
    #[error("words need 1 to {MAX_WORD_STATES} rows of one length between 2 and {MAX_DIGITS}")]
    Rows,
    /// A state does not exist.
    #[error("the automaton of words has no state {0}")]
    NoSuchState(WordState),
    /// A word cannot be continued, or begins with a digit 0 that changes the state.
    #[error(
        "state {0} of the automaton of words has no successor under 0, or 0 is not its own successor under 0"
    )]
    Zero(usize),
}

impl Numeration {
    /// Returns base 2.
    #[must_use]
    pub const fn binary() -> Self {
        Self(System::Binary)
    }

    /// Returns base b, for b between 2 and 16.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::base(3).unwrap().word_small(17), [1, 2, 2]);
    /// assert_eq!(Numeration::base(2), Some(Numeration::binary()));
    /// ```
    #[must_use]
    pub fn base(b: u32) -> Option<Self> {
        Self::parry(&[b])
    }

    /// Returns the numeration by sums of Fibonacci numbers 1, 2, 3, 5, … without two consecutive
    /// ones (Zeckendorf, 1972; Lekkerkerker, 1952).
    #[must_use]
    pub fn fibonacci() -> Self {
        Self::bonacci(2).expect("there are words of two neighbours")
    }

    /// Returns the numeration by sums of k-bonacci numbers, each of which is the sum of the k
    /// before it, without k consecutive ones; for k between 2 and 8. With k = 2 this is
    /// [`fibonacci`](Self::fibonacci).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// // 1, 2, 4, 7, 13: 6 = 4 + 2.
    /// assert_eq!(Numeration::bonacci(3).unwrap().word_small(6), [1, 1, 0]);
    /// ```
    #[must_use]
    pub fn bonacci(k: usize) -> Option<Self> {
        (2..=MAX_RECURRENCE).contains(&k).then(|| Self::parry(&vec![1; k])).flatten()
    }

    /// Returns the p-system of the slope [1; a, a, …] (Ostrowski, 1922; Fraenkel, *How to beat your
    /// Wythoff games' opponent on three fronts*, 1982), for a between 1 and 15. It has U = 1, a +
    /// 1, a(a + 1) + 1, …, digits up to a, and after a digit a only 0. With a = 1 this is
    /// [`fibonacci`](Self::fibonacci).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// // 1, 3, 7, 17: 6 = 2 · 3.
    /// assert_eq!(Numeration::ostrowski(2).unwrap().word_small(6), [2, 0]);
    /// ```
    #[must_use]
    pub fn ostrowski(a: u32) -> Option<Self> {
        (1..16).contains(&a).then(|| Self::parry(&[a, 1])).flatten()
    }

    /// Returns the numeration in whose words, from any digit on, the digits stay below c₁…c_m
    /// (Rényi, 1957; Parry, *On the β-expansions of real numbers*, 1960), for the recurrences that
    /// have a name above.
    fn parry(recurrence: &[u32]) -> Option<Self> {
        let first = *recurrence.first()?;
        let digits = usize::try_from(first).ok()? + usize::from(recurrence.len() > 1);
        let row = |(state, &next): (usize, &u32)| -> Vec<Option<u8>> {
            let after = |digit: u32| match digit.cmp(&next) {
                std::cmp::Ordering::Less => Some(0),
                std::cmp::Ordering::Equal if state + 1 < recurrence.len() => u8::try_from(state + 1).ok(),
                _ => None,
            };
            (0..).map(after).take(digits).collect()
        };
        Self::from_parts(recurrence.to_vec(), recurrence.iter().enumerate().map(row).collect()).ok()
    }

    /// Creates the numeration with this recurrence and this automaton of words: for each state one
    /// row, the state after each digit, or `None` if no word continues with it.
    ///
    /// This function does not decide whether each number has exactly one word.
    ///
    /// # Errors
    ///
    /// The first fault found, see [`NumerationFault`].
    pub fn from_parts(
        recurrence: Vec<u32>,
        words: Vec<Vec<Option<WordState>>>,
    ) -> Result<Self, NumerationFault> {
        let within = recurrence.iter().all(|&c| c <= MAX_RECURRENCE_COEFFICIENT);
        let ends = recurrence.first().is_some_and(|&c| c > 0) && recurrence.last().is_some_and(|&c| c > 0);
        if recurrence.len() > MAX_RECURRENCE || !within || !ends || recurrence.iter().sum::<u32>() < 2 {
            return Err(NumerationFault::Recurrence);
        }
        if recurrence == [2] && words == [vec![Some(0), Some(0)]] {
            return Ok(Self::binary());
        }
        Self::with(Arithmetic::Recurrence(recurrence), words)
    }

    /// Creates the numeration in which a digit d maps the running values v of a number to M v + (d,
    /// b_d), where the number is v₀, with this matrix M by rows, these b₀, b₁, … and this automaton
    /// of words. Where M and b are those of a recurrence of two coefficients, the result is that of
    /// the [recurrence](Self::from_parts).
    ///
    /// This function does not decide whether each number has exactly one word.
    ///
    /// # Errors
    ///
    /// The first fault found, see [`NumerationFault`].
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// let root = Numeration::ostrowski_period(&[1, 2]).unwrap();
    /// assert_eq!(root.parts(), "matrix 2,3 1,2 second 0,1,1,2,2 words 0,1,0,1,0 0,1,-,-,-");
    /// ```
    pub fn from_matrix(
        matrix: [[u32; 2]; 2],
        second: Vec<u32>,
        words: Vec<Vec<Option<WordState>>>,
    ) -> Result<Self, NumerationFault> {
        let within = matrix.iter().flatten().chain(&second).all(|&entry| entry <= MAX_RECURRENCE_COEFFICIENT);
        let digits = words.first().map_or(0, Vec::len);
        if !within || second.len() != digits {
            return Err(NumerationFault::Matrix);
        }
        if let [[a, b], [1, 0]] = matrix
            && second.iter().copied().eq(0..second.len().try_into().unwrap_or(0))
        {
            return Self::from_parts(vec![a, b], words);
        }
        let matrix = Matrix::new(matrix, second).ok_or(NumerationFault::Matrix)?;
        Self::with(Arithmetic::Matrix(matrix), words)
    }

    /// Creates the numeration with these words.
    fn with(arithmetic: Arithmetic, words: Vec<Vec<Option<WordState>>>) -> Result<Self, NumerationFault> {
        let digits = words.first().map_or(0, Vec::len);
        let same = words.iter().all(|row| row.len() == digits);
        if words.len() > MAX_WORD_STATES || !(2..=MAX_DIGITS).contains(&digits) || !same {
            return Err(NumerationFault::Rows);
        }
        let missing = |state: &&WordState| usize::from(**state) >= words.len();
        if let Some(&state) = words.iter().flatten().flatten().find(missing) {
            return Err(NumerationFault::NoSuchState(state));
        }
        let zero = |(state, row): (usize, &Vec<Option<u8>>)| match row[0] {
            Some(after) => state == 0 && after != 0,
            None => true,
        };
        if let Some(state) = words.iter().enumerate().position(zero) {
            return Err(NumerationFault::Zero(state));
        }
        let values = arithmetic.small_values(digits);
        Ok(Self(System::Linear(Arc::new(Linear { arithmetic, words, values }))))
    }

    /// Whether this is base 2.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        matches!(self.0, System::Binary)
    }

    /// The base b, if this is base b.
    #[must_use]
    pub fn as_base(&self) -> Option<u32> {
        match &self.0 {
            System::Binary => Some(2),
            System::Linear(_) => match *self.recurrence()? {
                [b] if Self::base(b).as_ref() == Some(self) => Some(b),
                _ => None,
            },
        }
    }

    fn arithmetic(&self) -> Option<&Arithmetic> {
        match &self.0 {
            System::Binary => None,
            System::Linear(linear) => Some(&linear.arithmetic),
        }
    }

    /// The coefficients c₁, …, c_m: each weight is c₁ times the weight before it, and so on; `None`
    /// if the numeration is given by a matrix.
    #[must_use]
    pub fn recurrence(&self) -> Option<&[u32]> {
        match self.arithmetic() {
            None => Some(&[2]),
            Some(Arithmetic::Recurrence(recurrence)) => Some(recurrence),
            Some(Arithmetic::Matrix(_)) => None,
        }
    }

    /// The number of running values of a number while its word is read.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.arithmetic().map_or(1, Arithmetic::terms)
    }

    /// The rows of the matrix M: one more digit maps the running values v of a number to M v plus
    /// the [vector](Self::vector) of the digit; the first of them is the number.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().matrix(), [[2]]);
    /// assert_eq!(Numeration::fibonacci().matrix(), [[1, 1], [1, 0]]);
    /// ```
    #[must_use]
    pub fn matrix(&self) -> Vec<Vec<u32>> {
        self.arithmetic().map_or_else(|| vec![vec![2]], Arithmetic::rows)
    }

    /// The vector that a digit adds to the running values of a number; its length is
    /// [`terms`](Self::terms).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::ostrowski(2).unwrap().vector(2), [2, 2]);
    /// assert_eq!(Numeration::ostrowski_period(&[1, 2]).unwrap().vector(2), [2, 1]);
    /// ```
    #[must_use]
    pub fn vector(&self, digit: u8) -> Vec<u32> {
        self.arithmetic().map_or_else(|| vec![digit.into()], |arithmetic| arithmetic.vector(digit))
    }

    /// A vector t such that (M − I) t is at least as large in each place as each
    /// [vector](Self::vector) of a digit, where also the first row of M − I has no negative entry.
    /// Consider a linear form that loses at most A times such a vector with a digit. Once its
    /// running values are at least A t, they stay so, and the first one does not fall
    /// (`docs/certificate.md`).
    #[must_use]
    pub fn cone(&self) -> Vec<u32> {
        let largest = u32::from(self.largest_digit());
        match self.arithmetic() {
            Some(Arithmetic::Matrix(matrix)) => matrix.cone.to_vec(),
            // b t ≥ t + b − 1, and for a recurrence the first row adds at least half of the first
            // value.
            _ if self.terms() == 1 => vec![largest],
            _ => (0..self.terms()).map(|place| if place == 0 { 2 * largest } else { largest }).collect(),
        }
    }

    /// The number of digits: they are 0, 1, ….
    #[must_use]
    pub fn digits(&self) -> usize {
        match &self.0 {
            System::Binary => 2,
            System::Linear(linear) => linear.words[0].len(),
        }
    }

    /// The largest digit.
    #[must_use]
    pub fn largest_digit(&self) -> u8 {
        u8::try_from(self.digits() - 1).expect("no more digits than bytes")
    }

    /// The number of states of the automaton of words.
    #[must_use]
    pub fn word_states(&self) -> usize {
        match &self.0 {
            System::Binary => 1,
            System::Linear(linear) => linear.words.len(),
        }
    }

    /// The state of the automaton of words after one more digit; `None` if no word continues with
    /// it.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// let fibonacci = Numeration::fibonacci();
    /// let after_one = fibonacci.follow(0, 1).unwrap();
    /// assert_eq!(fibonacci.follow(after_one, 1), None);
    /// assert_eq!(fibonacci.follow(after_one, 0), Some(0));
    /// ```
    #[must_use]
    pub fn follow(&self, state: WordState, digit: u8) -> Option<WordState> {
        match &self.0 {
            System::Binary => (state == 0 && digit < 2).then_some(0),
            System::Linear(linear) => *linear.words.get(usize::from(state))?.get(usize::from(digit))?,
        }
    }

    /// Whether every sequence of digits is a word, apart from leading zeros.
    #[must_use]
    pub fn all_are_words(&self) -> bool {
        match &self.0 {
            System::Binary => true,
            System::Linear(linear) => linear.words.iter().flatten().all(Option::is_some),
        }
    }

    /// The alphabet for positions with this many coordinates; `None` if there are too many.
    #[must_use]
    pub fn alphabet(&self, tracks: usize) -> Option<Alphabet> {
        Alphabet::new(self.digits(), tracks)
    }

    /// The digit of a coordinate in a letter.
    #[must_use]
    pub fn digit(&self, letter: usize, track: usize) -> u8 {
        match &self.0 {
            System::Binary => u8::from(track < usize::BITS as usize && letter >> track & 1 == 1),
            System::Linear(linear) => {
                let digits = linear.words[0].len();
                let rest = u32::try_from(track).ok().and_then(|track| digits.checked_pow(track));
                u8::try_from(rest.map_or(0, |weight| letter / weight % digits)).unwrap_or_default()
            }
        }
    }

    /// The letter in which one coordinate has the digit 1, and all others 0.
    ///
    /// # Panics
    ///
    /// If no alphabet has this many coordinates.
    #[must_use]
    pub fn letter_of_one(&self, track: usize) -> usize {
        self.alphabet(track).expect("no more coordinates than an alphabet has tracks").letters()
    }

    /// The sum of the digits of a letter.
    #[must_use]
    pub fn digit_sum(&self, letter: usize) -> u64 {
        match &self.0 {
            System::Binary => u64::from(letter.count_ones()),
            System::Linear(linear) => {
                let digits = linear.words[0].len();
                let (mut rest, mut sum) = (letter, 0);
                while rest > 0 {
                    (rest, sum) = (rest / digits, sum + (rest % digits) as u64);
                }
                sum
            }
        }
    }

    /// Returns the remainder modulo `modulus` of a number whose word ends with `digit`, given the
    /// remainder of the number before the digit was appended. `None` if it does not follow from
    /// these; it follows only in a base.
    /// only in a base.
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().append_remainder(2, 1, 3), Some(2)); // 5 and 11
    /// assert_eq!(Numeration::fibonacci().append_remainder(2, 0, 3), None);
    /// ```
    #[must_use]
    pub fn append_remainder(&self, remainder: u64, digit: u8, modulus: u64) -> Option<u64> {
        let base = u64::from(self.as_base()?);
        // Division of machine words is faster.
        if let Some(longer) = remainder.checked_mul(base).and_then(|longer| longer.checked_add(digit.into()))
        {
            return Some(longer % modulus);
        }
        let longer = u128::from(base) * u128::from(remainder) + u128::from(digit);
        u64::try_from(longer % u128::from(modulus)).ok()
    }

    /// Returns the value of a linear form after each of its numbers gets one more digit. Its value
    /// was `value`, and it has the value `added` at the new digits. `None` if the new value does
    /// not follow from these (it does only in a base), or is too large.
    #[must_use]
    pub fn append_linear(&self, value: i64, added: i64) -> Option<i64> {
        value.checked_mul(i64::from(self.as_base()?))?.checked_add(added)
    }
}

#[cfg(test)]
mod tests;
