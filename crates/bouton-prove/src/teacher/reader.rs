//! A law at many small positions.

use bouton_core::{ControlState, DigitAutomaton, State, Value};

/// The most coordinates whose letters fit a word, one for each of eight digits.
const MOST_TRACKS: usize = 8;

/// A law in base 2 at many small positions: the states after the first digits are computed once, and the letters of a
/// position are put together from those of the bytes of its numbers.
pub(super) struct SmallReader<'a> {
    law: &'a DigitAutomaton,
    /// The digits of each small number, one for each letter.
    letters: [u64; 1 << u8::BITS],
    /// Whether positions are read in this way.
    reads: bool,
    /// The number of digits that are read at first.
    first: usize,
    /// For each control state the states after the first digits.
    after_first: Vec<State>,
}

impl<'a> SmallReader<'a> {
    pub(super) fn new(law: &'a DigitAutomaton) -> Self {
        let tracks = law.tracks();
        let reads = law.numeration().is_binary() && (1..=MOST_TRACKS).contains(&tracks);
        let mut reader = Self { law, letters: [0; 1 << u8::BITS], reads, first: 0, after_first: Vec::new() };
        if !reads {
            return reader;
        }
        // The last digit, and the digits of the half.
        for number in 1..reader.letters.len() {
            reader.letters[number] = reader.letters[number >> 1] << tracks | (number & 1) as u64;
        }
        // There are fewer such prefixes than positions that are read.
        reader.first = ((tracks + 8).min(12) / tracks).max(1);
        for &start in law.starts() {
            let begin = reader.after_first.len();
            reader.after_first.push(start);
            for word in 1..1usize << (reader.first * tracks) {
                let before = reader.after_first[begin + (word >> tracks)];
                reader.after_first.push(law.next(before, word & (law.letters() - 1)));
            }
        }
        reader
    }

    /// The output at a position, of which the coordinates are given in order.
    #[inline]
    pub(super) fn value<'x>(
        &self,
        control: ControlState,
        coordinates: impl DoubleEndedIterator<Item = &'x u64> + Clone,
    ) -> Value {
        let (mut low, mut all) = (0, 0);
        for &number in coordinates.clone().rev() {
            low = low << 1 | self.letters[usize::from(number.to_le_bytes()[0])];
            all |= number;
        }
        if !self.reads || all > u16::MAX.into() {
            return self.law.evaluate_small(control.index(), &coordinates.copied().collect::<Vec<_>>());
        }
        if all <= u8::MAX.into() {
            return self.law.output(self.begin(control, low, all));
        }
        let upper = |&number: &u64| self.letters[usize::from(number.to_le_bytes()[1])];
        let high = coordinates.rev().map(upper).fold(0, |high, letters| high << 1 | letters);
        let state = self.begin(control, high, all >> u8::BITS);
        self.law.output(self.read(state, low, u8::BITS as usize * self.law.tracks()))
    }

    /// The state after the letters of numbers, of which `all` has the digits that are not 0 in each.
    #[inline]
    fn begin(&self, control: ControlState, word: u64, all: u64) -> State {
        let tracks = self.law.tracks();
        let digits = (u64::BITS - all.leading_zeros()) as usize;
        // The number of bits of the letters that are left.
        let left = digits.saturating_sub(self.first) * tracks;
        #[expect(clippy::cast_possible_truncation, reason = "letters are small")]
        let letters = (word >> left) as usize;
        self.read(self.after_first[(control.index() << (self.first * tracks)) + letters], word, left)
    }

    /// The state after the letters in the last bits of a word.
    #[inline]
    fn read(&self, mut state: State, word: u64, mut left: usize) -> State {
        let tracks = self.law.tracks();
        while left > 0 {
            left -= tracks;
            #[expect(clippy::cast_possible_truncation, reason = "letters are small")]
            let letters = (word >> left) as usize;
            state = self.law.next(state, letters & ((1 << tracks) - 1));
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_by_the_law() {
        for (tracks, most) in [(1, 200_000), (2, 600), (3, 40), (4, 20), (5, 9), (8, 3), (9, 2)] {
            // The state has the last letters: the output depends on all digits, and on their order.
            let letters = 1usize << tracks;
            let step = |state: usize, letter: usize| (31 * state + 7 * letter + state * letter % 5) % 101;
            let of = |state| (0..letters).map(move |letter| State::try_from(step(state, letter)).unwrap());
            let mut transitions: Vec<State> = (0..101).flat_map(of).collect();
            transitions[letters] = 1;
            let law = DigitAutomaton::new(tracks, vec![0, 1], (0..101).collect(), transitions).unwrap();
            let reader = SmallReader::new(&law);
            let mut position = vec![0; tracks];
            while let Some(place) = position.iter().position(|&x| x < most) {
                position[place] += 1 + position[place] / 16;
                position[..place].fill(0);
                let reversed: Vec<u64> = position.iter().rev().copied().collect();
                for control in [0, 1].map(ControlState) {
                    let [one, other] = [&position, &reversed].map(|x| law.evaluate_small(control.index(), x));
                    assert_eq!(reader.value(control, position.iter()), one, "{position:?}");
                    assert_eq!(reader.value(control, position.iter().rev()), other, "{reversed:?}");
                }
            }
        }
    }
}
