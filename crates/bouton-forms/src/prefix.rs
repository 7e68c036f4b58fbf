//! Quantities that are updated while the digits of a position are read.
//!
//! The forms of this crate are those of laws in base 2: columns of digits, remainders and small
//! numbers that a prefix determines. Periods and [properties](crate::Property) are read in every numeration.

use bouton_core::Numeration;

/// Base 2: the numeration whose laws have forms by columns, rows and cases.
pub const NUMERATION: Numeration = Numeration::binary();

/// Pairs each item with its digit in a letter, the first track's first.
pub(crate) fn with_digits<T>(
    tracks: impl IntoIterator<Item = T>,
    letter: usize,
) -> impl Iterator<Item = (T, u8)> {
    tracks.into_iter().enumerate().map(move |(track, one)| (one, NUMERATION.digit(letter, track)))
}

/// The number after one more digit, or `bound` if it is larger.
pub(crate) fn at_most(bound: u64, number: u64, digit: u8) -> u64 {
    NUMERATION.append(number, digit).map_or(bound, |longer| longer.min(bound))
}

/// The remainder after one more digit.
pub(crate) fn remainder(modulus: u64, remainder: u64, digit: u8) -> u64 {
    NUMERATION.append_remainder(remainder, digit, modulus).expect("base 2 has remainders")
}

/// The remainder of the sum of all coordinates after one more digit of each.
pub(crate) fn remainder_of_sum(modulus: u64, before: u64, letter: usize) -> u64 {
    (remainder(modulus, before, 0) + NUMERATION.digit_sum(letter)) % modulus
}

/// The value of a linear form after one more digit of each coordinate; `added` is the value of the
/// form at these digits. Values are tracked up to a bound far below the largest number.
pub(crate) fn linear(value: i64, added: i64) -> i64 {
    NUMERATION.append_linear(value, added).expect("a small value, in base 2")
}
