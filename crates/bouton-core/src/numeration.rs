//! Numerations: how a natural number is written in digits.
//!
//! This is the one place that knows a digit. Whoever reads a position digit by
//! digit asks a [`Numeration`] for its letters; whoever builds numbers digit by
//! digit [appends](Numeration::append) to them.

use std::fmt;

use num_bigint::BigUint;

use crate::Alphabet;

/// A way to write every natural number in exactly one way as a word of digits
/// that does not begin with 0, most significant digit first. Zeros before a
/// word change nothing, and 0 is the empty word.
///
/// ```
/// use bouton_core::Numeration;
///
/// let binary = Numeration::binary();
/// assert_eq!(binary.word(&6u32.into()), [1, 1, 0]);
/// assert_eq!(binary.number([1, 1, 0]), Some(6u32.into()));
/// assert_eq!(binary.append(3, 0), Some(6));
/// assert_eq!(binary.letters_of_small(&[2, 3]).collect::<Vec<_>>(), [0b11, 0b10]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numeration(System);

/// Which one. Each question below is a `match`, so that a new system is asked all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum System {
    #[default]
    Binary,
}

impl Numeration {
    /// Base 2.
    #[must_use]
    pub const fn binary() -> Self {
        Self(System::Binary)
    }

    /// How many digits there are: 0, 1, ….
    #[must_use]
    pub fn digits(&self) -> usize {
        match self.0 {
            System::Binary => 2,
        }
    }

    /// The largest digit.
    #[must_use]
    pub fn largest_digit(&self) -> u8 {
        match self.0 {
            System::Binary => 1,
        }
    }

    /// The letters of positions with this many coordinates; `None` if there are too many.
    #[must_use]
    pub fn alphabet(&self, tracks: usize) -> Option<Alphabet> {
        Alphabet::new(self.digits(), tracks)
    }

    /// The digit of a coordinate in a letter.
    #[must_use]
    pub fn digit(&self, letter: usize, track: usize) -> u8 {
        match self.0 {
            System::Binary => u8::from(track < usize::BITS as usize && letter >> track & 1 == 1),
        }
    }

    /// The letter in which one coordinate has the digit 1, and each other one 0.
    ///
    /// # Panics
    ///
    /// If no alphabet has so many coordinates.
    #[must_use]
    pub fn letter_of_one(&self, track: usize) -> usize {
        self.alphabet(track).expect("as many coordinates as an alphabet has room for").letters()
    }

    /// The sum of the digits of a letter.
    #[must_use]
    pub fn digit_sum(&self, letter: usize) -> u64 {
        match self.0 {
            System::Binary => u64::from(letter.count_ones()),
        }
    }

    /// How many digits the word of a number has; 0 for 0.
    #[must_use]
    pub fn places(&self, number: &BigUint) -> u64 {
        match self.0 {
            System::Binary => number.bits(),
        }
    }

    /// The word of a number: no leading zeros.
    #[must_use]
    pub fn word(&self, number: &BigUint) -> Vec<u8> {
        match self.0 {
            System::Binary => (0..number.bits()).rev().map(|place| u8::from(number.bit(place))).collect(),
        }
    }

    /// The word of a small number: no leading zeros.
    #[must_use]
    pub fn word_small(&self, number: u64) -> Vec<u8> {
        match self.0 {
            System::Binary => (0..u64::BITS - number.leading_zeros())
                .rev()
                .map(|place| u8::from(number >> place & 1 == 1))
                .collect(),
        }
    }

    /// The number that a word means, leading zeros allowed; `None` if it is no word of the numeration.
    #[must_use]
    pub fn number(&self, word: impl IntoIterator<Item = u8>) -> Option<BigUint> {
        match self.0 {
            System::Binary => {
                let digits: Vec<u8> = word.into_iter().collect();
                BigUint::from_radix_be(&digits, 2).or_else(|| digits.is_empty().then_some(BigUint::ZERO))
            }
        }
    }

    /// The number whose word is that of `number` followed by `digit`; `None` if that
    /// is no word of the numeration, or a number of 2^64 or more.
    #[must_use]
    pub fn append(&self, number: u64, digit: u8) -> Option<u64> {
        match self.0 {
            System::Binary => number.checked_mul(2)?.checked_add(u64::from(digit)).filter(|_| digit < 2),
        }
    }

    /// How many digits the word of a small number has; 0 for 0.
    #[must_use]
    pub fn places_small(&self, number: u64) -> u32 {
        match self.0 {
            System::Binary => u64::BITS - number.leading_zeros(),
        }
    }

    /// What the last `places` digits of a number mean.
    #[must_use]
    pub fn ending(&self, number: u64, places: u32) -> u64 {
        match self.0 {
            System::Binary => number & 1u64.checked_shl(places).map_or(u64::MAX, |above| above - 1),
        }
    }

    /// The number whose word is that of `number`, zeros, and the word of `ending`, so that this has
    /// `places` digits with its zeros; `None` if that is no word of the numeration, or a number of 2^64 or more.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// let binary = Numeration::binary();
    /// assert_eq!(binary.join(0b101, 0b01, 2), Some(0b10101));
    /// assert_eq!(binary.ending(0b10101, 2), 0b01);
    /// ```
    #[must_use]
    pub fn join(&self, number: u64, ending: u64, places: u32) -> Option<u64> {
        match self.0 {
            _ if number == 0 => (self.places_small(ending) <= places).then_some(ending),
            System::Binary => {
                let fits =
                    self.places_small(number) + places <= u64::BITS && self.ending(ending, places) == ending;
                // No number but 0 has room for 64 digits more.
                fits.then(|| number << places | ending)
            }
        }
    }

    /// What `number` leaves when it is divided by `modulus` is `remainder`: what is left of the number whose
    /// word has one digit more. `None` if that does not follow, as it does in a base alone.
    ///
    /// # Panics
    ///
    /// If `modulus` is 0.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().append_remainder(2, 1, 3), Some(2)); // 5 and 11
    /// ```
    #[must_use]
    pub fn append_remainder(&self, remainder: u64, digit: u8, modulus: u64) -> Option<u64> {
        match self.0 {
            System::Binary => {
                let longer = 2 * u128::from(remainder) + u128::from(digit);
                u64::try_from(longer % u128::from(modulus)).ok()
            }
        }
    }

    /// The value of a linear form whose value at numbers was `value`, when each of them has one digit
    /// more, at which the form has the value `added`. `None` if that does not follow, as it does in
    /// a base alone, or is too large.
    #[must_use]
    pub fn append_linear(&self, value: i64, added: i64) -> Option<i64> {
        match self.0 {
            System::Binary => value.checked_mul(2)?.checked_add(added),
        }
    }

    /// The numbers whose words are those of `numbers`, each followed by its digit of `letter`; `None` if
    /// one of these is no word of the numeration, or a number of 2^64 or more.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().append_letter(&[2, 3], 0b10), Some(vec![4, 7]));
    /// ```
    #[must_use]
    pub fn append_letter(&self, numbers: &[u64], letter: usize) -> Option<Vec<u64>> {
        let digits = self.alphabet(numbers.len())?.digits_of(letter);
        numbers.iter().zip(digits).map(|(&number, digit)| self.append(number, digit)).collect()
    }

    /// The numbers that a word of letters means, one for each of `tracks`; `None` if one of them is no
    /// word of the numeration.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().numbers(2, [0b11, 0b10]), Some(vec![2u32.into(), 3u32.into()]));
    /// ```
    #[must_use]
    pub fn numbers(&self, tracks: usize, letters: impl IntoIterator<Item = usize>) -> Option<Vec<BigUint>> {
        let alphabet = self.alphabet(tracks)?;
        let letters: Vec<usize> = letters.into_iter().collect();
        (0..tracks)
            .map(|track| self.number(letters.iter().map(|&letter| alphabet.digit(letter, track))))
            .collect()
    }

    /// The letters of a position, most significant first: as many as the longest word has digits.
    ///
    /// # Panics
    ///
    /// If there are more coordinates than an [`Alphabet`] has room for.
    #[must_use]
    pub fn letters_of(&self, coordinates: &[BigUint]) -> Letters {
        self.zip(coordinates.iter().map(|number| self.word(number)))
    }

    /// The letters of a position of small coordinates, most significant first.
    ///
    /// # Panics
    ///
    /// As [`letters_of`](Self::letters_of).
    pub fn letters_of_small<'a>(&self, coordinates: &'a [u64]) -> impl Iterator<Item = usize> + use<'a> {
        match self.0 {
            System::Binary => {
                let bits = coordinates.iter().fold(0, |all, number| all | number);
                (0..u64::BITS - bits.leading_zeros()).rev().map(move |place| {
                    coordinates.iter().enumerate().fold(0, |letter, (track, number)| {
                        letter | usize::from(number >> place & 1 == 1) << track
                    })
                })
            }
        }
    }

    fn zip(&self, words: impl Iterator<Item = Vec<u8>>) -> Letters {
        let words: Vec<Vec<u8>> = words.collect();
        let places = words.iter().map(Vec::len).max().unwrap_or(0);
        let alphabet = self.alphabet(words.len()).expect("as many coordinates as an alphabet has room for");
        let mut letters = vec![0; places];
        let mut weight = 1;
        for word in words {
            for (letter, digit) in letters.iter_mut().rev().zip(word.into_iter().rev()) {
                *letter += weight * usize::from(digit);
            }
            weight *= alphabet.digits();
        }
        letters.into_iter()
    }
}

/// The letters of a position, most significant first.
pub type Letters = std::vec::IntoIter<usize>;

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            System::Binary => f.write_str("2"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbers_and_prefixes_are_appended_to() {
        let binary = Numeration::binary();
        for number in (0..300).chain([u64::MAX, 1 << 63]) {
            let word = binary.word_small(number);
            assert_ne!(word.first(), Some(&0));
            assert_eq!(word, binary.word(&number.into()));
            assert_eq!(word.len() as u64, binary.places(&number.into()));
            assert_eq!(binary.number([0, 0].into_iter().chain(word.iter().copied())), Some(number.into()));
            let read = word.iter().try_fold(0, |number, &digit| binary.append(number, digit));
            assert_eq!(read, Some(number));
            assert_eq!(word.len(), binary.places_small(number) as usize);
            for places in 0..=64 {
                let ending = binary.ending(number, places);
                let last = word.len().saturating_sub(places as usize);
                assert_eq!(binary.number(word[last..].iter().copied()), Some(ending.into()));
                let before = binary.number(word[..last].iter().copied()).unwrap();
                let before = u64::try_from(before).unwrap();
                assert_eq!(binary.join(before, ending, places), Some(number), "{number} {places}");
            }
        }
        assert_eq!(binary.append(1 << 63, 0), None);
        assert_eq!((binary.append(1, 2), binary.number([1, 2])), (None, None));
        assert_eq!((binary.join(1, 0, 64), binary.join(1 << 60, 0, 4)), (None, None));
        assert_eq!((binary.join(1, 4, 2), binary.join(0, 4, 2)), (None, None));
        assert_eq!(binary.append_letter(&[1 << 63, 0], 0), None);
    }

    #[test]
    fn letters_have_the_digits_of_their_alphabet() {
        let (binary, tracks) = (Numeration::binary(), 5);
        let alphabet = binary.alphabet(tracks).unwrap();
        for letter in 0..alphabet.letters() {
            let digits: Vec<u8> = alphabet.digits_of(letter).collect();
            assert_eq!((0..tracks).map(|track| binary.digit(letter, track)).collect::<Vec<_>>(), digits);
            assert_eq!(digits.iter().copied().map(u64::from).sum::<u64>(), binary.digit_sum(letter));
        }
        for track in 0..tracks {
            assert_eq!(
                alphabet.letter((0..tracks).map(|other| u8::from(other == track))),
                binary.letter_of_one(track)
            );
        }
    }

    #[test]
    fn remainders_and_forms_go_on_as_numbers_do() {
        let binary = Numeration::binary();
        for (number, digit) in (0..100u64).flat_map(|number| [(number, 0), (number, 1)]) {
            let longer = binary.append(number, digit).unwrap();
            for modulus in 1..9 {
                assert_eq!(binary.append_remainder(number % modulus, digit, modulus), Some(longer % modulus));
            }
            let (form, added) = (-3 * number as i64, -3 * i64::from(digit));
            assert_eq!(binary.append_linear(form, added), Some(-3 * longer as i64));
        }
        let large = u64::MAX - 1;
        assert_eq!(binary.append_remainder(large, 1, u64::MAX), Some(u64::MAX - 1));
        assert_eq!(binary.append_linear(i64::MAX, 0), None);
    }

    #[test]
    fn letters_are_read_alike_for_numbers_of_any_size() {
        let binary = Numeration::binary();
        for position in [vec![], vec![0, 0], vec![5, 0, 1], vec![1, 1023, 64, 7]] {
            let big: Vec<BigUint> = position.iter().copied().map(BigUint::from).collect();
            let letters: Vec<usize> = binary.letters_of(&big).collect();
            assert_eq!(letters, binary.letters_of_small(&position).collect::<Vec<_>>());
            assert_ne!(letters.first(), Some(&0));
            assert_eq!(binary.numbers(position.len(), letters.iter().copied()), Some(big));
            let mut read = vec![0; position.len()];
            for letter in letters {
                read = binary.append_letter(&read, letter).unwrap();
            }
            assert_eq!(read, position);
        }
    }
}
