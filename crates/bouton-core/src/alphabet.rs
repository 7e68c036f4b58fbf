//! Letters: one digit of each coordinate, read in step.

/// The largest number of letters of an explicit automaton.
pub const MAX_LETTERS: usize = 1 << 16;

/// The letters of an automaton with several tracks: tuples of digits, by number.
///
/// With two digits, bit i of a letter is the digit of track i. In general the letter is Σ dᵢ Dⁱ,
/// where D is the number of digits. The letter 0 has the digit 0 on every track.
///
/// ```
/// use bouton_core::Alphabet;
///
/// let pairs = Alphabet::new(2, 2).unwrap();
/// assert_eq!(pairs.letters(), 4);
/// assert_eq!(pairs.letter([1, 0]), 1);
/// assert_eq!(pairs.digits_of(2).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(Alphabet::new(3, 2).unwrap().letter([2, 1]), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alphabet {
    digits: usize,
    tracks: usize,
    letters: usize,
}

impl Alphabet {
    /// Returns the alphabet of all tuples of `tracks` digits, each less than `digits`. `None` if
    /// there are more than [`MAX_LETTERS`], or `digits` is not between 1 and 256.
    #[must_use]
    pub fn new(digits: usize, tracks: usize) -> Option<Self> {
        if !(1..=256).contains(&digits) || tracks > MAX_LETTERS {
            return None;
        }
        let mut letters = 1usize;
        for _ in 0..tracks {
            letters = letters.checked_mul(digits).filter(|letters| *letters <= MAX_LETTERS)?;
        }
        Some(Self { digits, tracks, letters })
    }

    /// The number of digits: they are 0, 1, … `digits - 1`.
    #[must_use]
    pub fn digits(self) -> usize {
        self.digits
    }

    /// The number of digits in a letter.
    #[must_use]
    pub fn tracks(self) -> usize {
        self.tracks
    }

    /// The number of letters.
    #[must_use]
    pub fn letters(self) -> usize {
        self.letters
    }

    /// The letter with these digits, that of the first track first.
    #[must_use]
    pub fn letter(self, digits: impl IntoIterator<Item = u8>) -> usize {
        let mut weight = 1;
        digits.into_iter().fold(0, |letter, digit| {
            let letter = letter + weight * usize::from(digit);
            weight *= self.digits;
            letter
        })
    }

    /// The digit of `track` in `letter`.
    #[must_use]
    pub fn digit(self, letter: usize, track: usize) -> u8 {
        let digit = if self.digits == 2 {
            letter >> track & 1
        } else {
            (0..track).fold(letter, |rest, _| rest / self.digits) % self.digits
        };
        u8::try_from(digit).unwrap_or_default()
    }

    /// The digits of `letter`, that of the first track first.
    pub fn digits_of(self, letter: usize) -> impl Iterator<Item = u8> {
        (0..self.tracks).scan(letter, move |rest, _| {
            let digit = u8::try_from(*rest % self.digits).unwrap_or_default();
            *rest /= self.digits;
            Some(digit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_belong_together() {
        for (digits, tracks) in [(2, 0), (2, 1), (2, 5), (3, 4), (10, 2)] {
            let alphabet = Alphabet::new(digits, tracks).unwrap();
            assert_eq!(alphabet.letters(), digits.pow(u32::try_from(tracks).unwrap()));
            for letter in 0..alphabet.letters() {
                let found: Vec<u8> = alphabet.digits_of(letter).collect();
                assert_eq!(alphabet.letter(found.iter().copied()), letter);
                assert!((0..tracks).all(|track| alphabet.digit(letter, track) == found[track]));
            }
        }
    }

    #[test]
    fn alphabets_are_bounded() {
        assert!(Alphabet::new(2, 16).is_some());
        assert!(Alphabet::new(2, 17).is_none());
        assert!(Alphabet::new(0, 1).is_none() && Alphabet::new(257, 1).is_none());
        assert!(Alphabet::new(1, usize::MAX).is_none());
    }
}
