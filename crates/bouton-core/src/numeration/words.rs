//! Conversion of numbers to words and of words to numbers.

use num_bigint::BigUint;

use super::{Linear, Numeration, System, WordState, arithmetic::Weights};
use crate::{LimitReached, Watch};

/// Counts one step of arithmetic with numbers as large as this.
fn count(watch: Option<&Watch>, number: &BigUint) -> Result<(), LimitReached> {
    const BITS_A_UNIT: u64 = 1 << 10;
    watch.map_or(Ok(()), |watch| watch.spend(1 + number.bits() / BITS_A_UNIT))
}

impl Linear {
    /// The number of digits in the word of a number; 0 for 0.
    fn places(&self, number: u64) -> usize {
        self.values.partition_point(|means| means[1] <= number)
    }

    /// The digits of a number, most significant first: the place, the digit, and the state of the
    /// automaton of words after it.
    fn digits(&self, number: u64) -> impl Iterator<Item = (usize, u8, WordState)> {
        let (mut rest, mut state) = (number, 0);
        (0..self.places(number)).rev().map(move |place| {
            let means = &self.values[place];
            let row = &self.words[usize::from(state)];
            // The largest digit that fits; every state has a successor under 0.
            let fits = |&digit: &usize| row[digit].is_some() && means[digit] <= rest;
            let found = (0..means.len()).rev().find(fits).unwrap_or_default();
            let digit = u8::try_from(found).unwrap_or_default();
            rest -= means[found];
            state = row[found].unwrap_or_default();
            (place, digit, state)
        })
    }

    /// The state of the automaton of words after the word of a number.
    fn state_after(&self, number: u64) -> WordState {
        self.digits(number).last().map_or(0, |(_, _, state)| state)
    }

    /// The number whose word is that of `number` followed by `zeros` zeros, even if the automaton
    /// of words does not allow them, and its state before these; `None` from 2^64 on.
    fn shifted(&self, number: u64, zeros: usize) -> Option<(u64, WordState)> {
        self.digits(number).try_fold((0u64, 0), |(sum, _), (place, digit, state)| {
            let added = match digit {
                0 => 0,
                _ => *self.values.get(place + zeros)?.get(usize::from(digit))?,
            };
            Some((sum.checked_add(added)?, state))
        })
    }
}

impl Numeration {
    /// The number of digits in the word of a number; 0 for 0.
    #[must_use]
    pub fn places(&self, number: &BigUint) -> u64 {
        match &self.0 {
            System::Binary => number.bits(),
            System::Linear(_) => self.word(number).len() as u64,
        }
    }

    /// The word of a number, without leading zeros.
    #[must_use]
    pub fn word(&self, number: &BigUint) -> Vec<u8> {
        // Without a watch there is no limit.
        self.word_under(number, None).unwrap_or_default()
    }

    /// The word of a number. Beyond base 2 it takes time in the square of the number of digits.
    fn word_under(&self, number: &BigUint, watch: Option<&Watch>) -> Result<Vec<u8>, LimitReached> {
        Ok(match &self.0 {
            System::Binary => (0..number.bits()).rev().map(|place| u8::from(number.bit(place))).collect(),
            System::Linear(linear) => {
                if let Ok(small) = u64::try_from(number) {
                    return Ok(self.word_small(small));
                }
                let mut weights = Weights::first(&linear.arithmetic);
                let mut places = 0usize;
                while weights.value(1) <= *number {
                    count(watch, number)?;
                    weights.up();
                    places += 1;
                }
                let (mut rest, mut state, mut word) = (number.clone(), 0, Vec::with_capacity(places));
                for _ in 0..places {
                    count(watch, number)?;
                    weights.down();
                    let (digit, next) = self.greedy(state, |digit| weights.value(digit) <= rest);
                    rest -= weights.value(digit);
                    state = next;
                    word.push(digit);
                }
                word
            }
        })
    }

    /// The word of a small number, without leading zeros.
    #[must_use]
    pub fn word_small(&self, number: u64) -> Vec<u8> {
        match &self.0 {
            System::Binary => (0..u64::BITS - number.leading_zeros())
                .rev()
                .map(|place| u8::from(number >> place & 1 == 1))
                .collect(),
            System::Linear(linear) => linear.digits(number).map(|(_, digit, _)| digit).collect(),
        }
    }

    /// Returns the largest digit that may follow and fits, and the state after it.
    fn greedy(&self, state: WordState, fits: impl Fn(u8) -> bool) -> (u8, WordState) {
        let ways = (0..=self.largest_digit()).rev();
        let found =
            ways.filter(|&digit| fits(digit)).find_map(|digit| Some((digit, self.follow(state, digit)?)));
        // Every state has a successor under 0.
        found.unwrap_or_default()
    }

    /// The number that a word means, leading zeros allowed; `None` if the digits are not a word of
    /// the numeration.
    #[must_use]
    pub fn number(&self, word: impl IntoIterator<Item = u8>) -> Option<BigUint> {
        // Without a watch there is no limit.
        self.number_under(word, None).unwrap_or_default()
    }

    pub(crate) fn number_under(
        &self,
        word: impl IntoIterator<Item = u8>,
        watch: Option<&Watch>,
    ) -> Result<Option<BigUint>, LimitReached> {
        Ok(match &self.0 {
            System::Binary => {
                let digits: Vec<u8> = word.into_iter().collect();
                BigUint::from_radix_be(&digits, 2).or_else(|| digits.is_empty().then_some(BigUint::ZERO))
            }
            System::Linear(linear) => {
                let mut values = vec![BigUint::ZERO; linear.arithmetic.terms()];
                let mut state = 0;
                for digit in word {
                    count(watch, &values[0])?;
                    let Some(next) = self.follow(state, digit) else { return Ok(None) };
                    state = next;
                    linear.arithmetic.append(&mut values, digit);
                }
                Some(values.swap_remove(0))
            }
        })
    }

    /// Returns the same as [`number`](Self::number), for small numbers; `None` also from 2^64 on.
    fn number_small(&self, word: impl IntoIterator<Item = u8>) -> Option<u64> {
        let System::Linear(linear) = &self.0 else {
            let mut digits = word.into_iter();
            return digits.try_fold(0, |number, digit| self.append(number, digit));
        };
        let mut values = [0u128; super::MAX_RECURRENCE];
        let values = &mut values[..linear.arithmetic.terms()];
        let mut state = 0;
        for digit in word {
            state = self.follow(state, digit)?;
            linear.arithmetic.append_small(values, digit)?;
        }
        u64::try_from(values[0]).ok()
    }

    /// The number whose word is that of `number` followed by `digit`; `None` if that is not a word
    /// of the numeration, or a number of 2^64 or more.
    #[must_use]
    pub fn append(&self, number: u64, digit: u8) -> Option<u64> {
        match &self.0 {
            System::Binary => number.checked_mul(2)?.checked_add(u64::from(digit)).filter(|_| digit < 2),
            System::Linear(linear) => {
                let (longer, state) = linear.shifted(number, 1)?;
                self.follow(state, digit)?;
                longer.checked_add(u64::from(digit))
            }
        }
    }

    /// The number of digits in the word of a small number; 0 for 0.
    #[must_use]
    pub fn places_small(&self, number: u64) -> u32 {
        match &self.0 {
            System::Binary => u64::BITS - number.leading_zeros(),
            System::Linear(linear) => u32::try_from(linear.places(number)).unwrap_or(u32::MAX),
        }
    }

    /// The number that the last `places` digits of a number mean.
    #[must_use]
    pub fn ending(&self, number: u64, places: u32) -> u64 {
        match &self.0 {
            System::Binary => number & 1u64.checked_shl(places).map_or(u64::MAX, |above| above - 1),
            System::Linear(linear) => {
                let last = linear.digits(number).filter(|&(place, _, _)| place < places as usize);
                last.map(|(place, digit, _)| linear.values[place][usize::from(digit)]).sum()
            }
        }
    }

    /// The number whose word is that of `number`, zeros, and the word of `ending`, where the zeros
    /// and the word of `ending` have `places` digits; `None` if that is not a word of the
    /// numeration, or a number of 2^64 or more.
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
        match &self.0 {
            _ if number == 0 => (self.places_small(ending) <= places).then_some(ending),
            System::Binary => {
                let fits =
                    self.places_small(number) + places <= u64::BITS && self.ending(ending, places) == ending;
                // No number but 0 can have 64 more digits.
                fits.then(|| number << places | ending)
            }
            System::Linear(linear) => {
                let (longer, state) = linear.shifted(number, places as usize)?;
                self.follow_ending(linear, state, ending, places)?;
                longer.checked_add(ending)
            }
        }
    }

    /// Whether the word of `number`, zeros, and the word of `ending`, which has `places` digits
    /// with its zeros, is a word, regardless of the size of the number.
    #[must_use]
    pub fn can_join(&self, number: u64, ending: u64, places: u32) -> bool {
        match &self.0 {
            System::Binary => true,
            System::Linear(linear) => {
                self.follow_ending(linear, linear.state_after(number), ending, places).is_some()
            }
        }
    }

    /// The state after zeros and the word of `ending`, which has `places` digits with them.
    fn follow_ending(
        &self,
        linear: &Linear,
        state: WordState,
        ending: u64,
        places: u32,
    ) -> Option<WordState> {
        let zeros = (places as usize).checked_sub(linear.places(ending))?;
        let state = (0..zeros).try_fold(state, |state, _| self.follow(state, 0))?;
        linear.digits(ending).try_fold(state, |state, (_, digit, _)| self.follow(state, digit))
    }

    /// The numbers whose words are those of `numbers`, each followed by its digit of `letter`;
    /// `None` if one of these is not a word of the numeration, or a number of 2^64 or more.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::binary().append_letter(&[2, 3], 0b10), Some(vec![4, 7]));
    /// ```
    #[must_use]
    pub fn append_letter(&self, numbers: &[u64], letter: usize) -> Option<Vec<u64>> {
        let alphabet = self.alphabet(numbers.len())?;
        if self.is_binary() {
            // Asked for each state and letter of a hypothesis.
            let mut longer = Vec::with_capacity(numbers.len());
            for (track, &number) in numbers.iter().enumerate() {
                longer.push(number.checked_mul(2)? | u64::from(letter >> track & 1 == 1));
            }
            return Some(longer);
        }
        let digits = alphabet.digits_of(letter);
        numbers.iter().zip(digits).map(|(&number, digit)| self.append(number, digit)).collect()
    }

    /// The state of the automaton of words after the word of a number.
    #[must_use]
    pub fn state_after(&self, number: u64) -> WordState {
        match &self.0 {
            System::Binary => 0,
            System::Linear(linear) => linear.state_after(number),
        }
    }

    /// The numbers that a word of letters means, one for each of `tracks`; `None` if one of them is
    /// not a word of the numeration.
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

    /// Returns the same as [`numbers`](Self::numbers), under a watch. Beyond base 2 this takes time
    /// in the square of the number of letters.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn numbers_within(
        &self,
        tracks: usize,
        letters: &[usize],
        watch: &Watch,
    ) -> Result<Option<Vec<BigUint>>, LimitReached> {
        let Some(alphabet) = self.alphabet(tracks) else { return Ok(None) };
        let word = |track| letters.iter().map(move |&letter| alphabet.digit(letter, track));
        (0..tracks).map(|track| self.number_under(word(track), Some(watch))).collect()
    }

    /// Returns the same as [`numbers`](Self::numbers), for small numbers; `None` also from 2^64 on.
    #[must_use]
    pub fn numbers_small(&self, tracks: usize, letters: &[usize]) -> Option<Vec<u64>> {
        let alphabet = self.alphabet(tracks)?;
        (0..tracks)
            .map(|track| self.number_small(letters.iter().map(|&letter| alphabet.digit(letter, track))))
            .collect()
    }

    /// The letters of a position, most significant first: as many as the longest word has digits.
    ///
    /// # Panics
    ///
    /// If there are more coordinates than an [`Alphabet`](crate::Alphabet) can have tracks.
    #[must_use]
    pub fn letters_of(&self, coordinates: &[BigUint]) -> std::vec::IntoIter<usize> {
        self.zip(coordinates.iter().map(|number| self.word(number)))
    }

    /// Returns the same as [`letters_of`](Self::letters_of), under a watch. Beyond base 2 this
    /// takes time in the square of the number of letters.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    ///
    /// # Panics
    ///
    /// As [`letters_of`](Self::letters_of).
    pub fn letters_within(
        &self,
        coordinates: &[BigUint],
        watch: &Watch,
    ) -> Result<std::vec::IntoIter<usize>, LimitReached> {
        self.letters_under(coordinates, Some(watch))
    }

    pub(crate) fn letters_under(
        &self,
        coordinates: &[BigUint],
        watch: Option<&Watch>,
    ) -> Result<std::vec::IntoIter<usize>, LimitReached> {
        let words = coordinates.iter().map(|number| self.word_under(number, watch));
        Ok(self.zip(words.collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// The letters of a position of small coordinates, most significant first.
    ///
    /// # Panics
    ///
    /// As [`letters_of`](Self::letters_of).
    pub fn letters_of_small<'a>(&self, coordinates: &'a [u64]) -> Letters<'a> {
        match &self.0 {
            System::Binary => {
                let bits = coordinates.iter().fold(0, |all, number| all | number);
                Letters(Source::Bits { coordinates, places: u64::BITS - bits.leading_zeros() })
            }
            System::Linear(linear) => {
                let places = coordinates.iter().map(|&number| linear.places(number)).max().unwrap_or(0);
                let mut letters = vec![0; places];
                for (track, &number) in coordinates.iter().enumerate() {
                    let one = self.letter_of_one(track);
                    for (place, digit, _) in linear.digits(number) {
                        letters[places - 1 - place] += one * usize::from(digit);
                    }
                }
                Letters(Source::Listed(letters.into_iter()))
            }
        }
    }

    fn zip(&self, words: impl Iterator<Item = Vec<u8>>) -> std::vec::IntoIter<usize> {
        let words: Vec<Vec<u8>> = words.collect();
        let places = words.iter().map(Vec::len).max().unwrap_or(0);
        let alphabet = self.alphabet(words.len()).expect("no more coordinates than an alphabet has tracks");
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

/// The letters of a position of small coordinates, most significant first.
#[derive(Clone, Debug)]
pub struct Letters<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    /// Base 2: the bits below `places`.
    Bits {
        coordinates: &'a [u64],
        places: u32,
    },
    Listed(std::vec::IntoIter<usize>),
}

impl Iterator for Letters<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        match &mut self.0 {
            Source::Bits { coordinates, places } => {
                *places = places.checked_sub(1)?;
                Some(coordinates.iter().enumerate().fold(0, |letter, (track, number)| {
                    letter | usize::from(number >> *places & 1 == 1) << track
                }))
            }
            Source::Listed(letters) => letters.next(),
        }
    }
}
