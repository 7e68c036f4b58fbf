//! Quantities that are updated while the digits of a position are read.
//!
//! Columns of digits and Grundy values with a Nim heap are those of laws in base 2. Remainders, small numbers and
//! linear conditions, and so rows, cases and [properties](crate::Property), are read in every numeration.

use bouton_core::Numeration;

/// Base 2: the numeration whose laws have forms by columns.
pub const NUMERATION: Numeration = Numeration::binary();

/// Pairs each item with its digit in a letter, the first track's first.
pub(crate) fn with_digits<T>(
    tracks: impl IntoIterator<Item = T>,
    letter: usize,
) -> impl Iterator<Item = (T, u8)> {
    tracks.into_iter().enumerate().map(move |(track, one)| (one, NUMERATION.digit(letter, track)))
}

/// The digits of all tracks in a letter.
pub(crate) fn digits_in(numeration: &Numeration, tracks: usize, letter: usize) -> Vec<u8> {
    (0..tracks).map(|track| numeration.digit(letter, track)).collect()
}

/// The number after one more digit, or `bound` if it is larger or the digits are not a word. More digits never make
/// a number smaller.
pub(crate) fn at_most(numeration: &Numeration, bound: u64, number: u64, digit: u8) -> u64 {
    if number >= bound {
        return bound;
    }
    if numeration.is_binary() {
        return number.saturating_mul(2).saturating_add(digit.into()).min(bound);
    }
    numeration.append(number, digit).map_or(bound, |longer| longer.min(bound))
}

/// The remainder after one more digit.
pub(crate) fn remainder(modulus: u64, remainder: u64, digit: u8) -> u64 {
    NUMERATION.append_remainder(remainder, digit, modulus).expect("base 2 has remainders")
}

/// The value of a linear form after one more digit of each coordinate; `added` is the value of the
/// form at these digits. Values are tracked up to a bound far below the largest number.
pub(crate) fn linear(value: i64, added: i64) -> i64 {
    NUMERATION.append_linear(value, added).expect("a small value, in base 2")
}
