//! Laws evaluated at many positions at once.

mod nim_heap;

use bouton_core::{ControlState, Law};

pub use nim_heap::NimHeapBatch;

/// The automaton of a law, laid out for many positions whose coordinates fit into 64 bits.
///
/// Several positions are read side by side, so that no step waits for the preceding one. For a
/// single position, or for larger numbers, use the [`Law`] itself.
///
/// ```
/// use bouton::{Batch, ControlState, Game};
///
/// let theorem = Game::named("take-three")?.prove()?;
/// let batch = Batch::outcomes(theorem.law().unwrap().law()).unwrap();
/// assert_eq!(batch.read(ControlState(0), &[0, 1, 2, 3, 4, 5]), [0, 1, 1, 1, 0, 1]);
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch<T> {
    dimension: usize,
    starts: Vec<u32>,
    /// `next[s << d | letter]` is the successor of s, shifted by d as well.
    next: Vec<u32>,
    outputs: Vec<T>,
    /// A table from a byte to its digits, each d places after the preceding one. It turns the bytes
    /// of d numbers into 8 letters.
    spread: Vec<u64>,
}

/// The number of positions that are read side by side.
const LANES: usize = 4;
/// The most digits of a letter such that eight letters fit into a word.
const WIDEST: usize = 8;

impl Batch<u8> {
    /// Prepares the outcomes of a law, by number: 0 for P. Returns `None` if its digits are not
    /// binary, or if there are more than 256 outcomes.
    #[must_use]
    pub fn outcomes(law: &Law) -> Option<Self> {
        let outcome = |state| u8::try_from(law.outcome_at(state).number()).ok();
        Self::new(law, outcome)
    }
}

impl Batch<u32> {
    /// Prepares the values of a law whose outputs are the values. Returns `None` for Grundy values
    /// that are proved beside a Nim heap, which [`NimHeapBatch`] reads, and if the digits are not
    /// binary.
    #[must_use]
    pub fn values(law: &Law) -> Option<Self> {
        let value = |state| Some(law.valuation.coarse(law.automaton.output(state)));
        if law.nim_heap { None } else { Self::new(law, value) }
    }
}

impl<T: Copy> Batch<T> {
    fn new(law: &Law, output: impl Fn(u32) -> Option<T>) -> Option<Self> {
        let automaton = &law.automaton;
        if !automaton.numeration().is_binary() {
            return None;
        }
        let dimension = law.dimension();
        let place = |state: u32| state.checked_mul(1 << dimension);
        let states = u32::try_from(automaton.states()).ok()?;
        // The digits of a Nim heap, the last number, are all 0: the letters below 2^d.
        let letters = |state| (0..1usize << dimension).map(move |letter| automaton.next(state, letter));
        Some(Self {
            dimension,
            starts: automaton.starts().iter().map(|&start| place(start)).collect::<Option<_>>()?,
            next: (0..states).flat_map(letters).map(place).collect::<Option<_>>()?,
            outputs: (0..states).map(output).collect::<Option<_>>()?,
            spread: (0..=u8::MAX).map(|byte| spread(byte, dimension)).collect(),
        })
    }

    /// The number of coordinates of a position.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Evaluates the law at positions whose coordinates are listed one after the other.
    ///
    /// # Panics
    ///
    /// If the control state does not exist.
    #[must_use]
    pub fn read(&self, control: ControlState, positions: &[u64]) -> Vec<T> {
        let start = self.starts[control.index()];
        match self.dimension {
            1 => self.rows::<1>(start, positions),
            2 => self.rows::<2>(start, positions),
            3 => self.rows::<3>(start, positions),
            4 => self.rows::<4>(start, positions),
            5 => self.rows::<5>(start, positions),
            6 => self.rows::<6>(start, positions),
            7 => self.rows::<7>(start, positions),
            8 => self.rows::<8>(start, positions),
            _ => positions.chunks_exact(self.dimension.max(1)).map(|row| self.row(start, row)).collect(),
        }
    }

    /// Evaluates one position, digit by digit.
    fn row(&self, start: u32, row: &[u64]) -> T {
        let digits = row.iter().fold(0, |all, number| all | number);
        let places = (0..u64::BITS - digits.leading_zeros()).rev();
        let state = places.fold(start, |state, place| {
            let digits = row.iter().enumerate();
            let letter = digits
                .fold(0, |letter, (track, number)| letter | u32::from(number >> place & 1 == 1) << track);
            self.next[(state | letter) as usize]
        });
        self.outputs[(state >> self.dimension) as usize]
    }

    fn rows<const D: usize>(&self, start: u32, positions: &[u64]) -> Vec<T> {
        let (rows, _) = positions.as_chunks::<D>();
        let (blocks, rest) = rows.as_chunks::<LANES>();
        let mut read = Vec::with_capacity(rows.len());
        for block in blocks {
            read.extend(self.side_by_side(start, block));
        }
        read.extend(rest.iter().map(|row| self.row(start, row)));
        read
    }

    /// Evaluates several positions, a byte of each number, and then its eight letters, at a time.
    /// (Leading zeros of a number change nothing.)
    #[inline]
    fn side_by_side<const D: usize>(&self, start: u32, rows: &[[u64; D]; LANES]) -> [T; LANES] {
        const { assert!(D <= WIDEST) };
        let digits = rows.iter().flatten().fold(0, |all, number| all | number);
        let mut states = [start; LANES];
        for byte in (0..(u64::BITS - digits.leading_zeros()).div_ceil(8)).rev() {
            let letters = rows.map(|row| {
                row.iter().enumerate().fold(0, |letters, (track, number)| {
                    let [digits, ..] = (number >> (8 * byte)).to_le_bytes();
                    letters | self.spread[usize::from(digits)] << track
                })
            });
            for place in (0..8).rev() {
                for (state, letters) in states.iter_mut().zip(letters) {
                    let [letter, ..] = (letters >> (place * D)).to_le_bytes();
                    let letter = u32::from(letter) & ((1 << D) - 1);
                    *state = self.next[(*state | letter) as usize];
                }
            }
        }
        states.map(|state| self.outputs[(state >> D) as usize])
    }
}

/// Spreads the digits of a byte, each `apart` places after the preceding one; a digit beyond the
/// word is left out.
fn spread(byte: u8, apart: usize) -> u64 {
    if apart > WIDEST {
        return 0;
    }
    (0..8).filter(|place| byte >> place & 1 == 1).fold(0, |word, place| word | 1 << (place * apart))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use bouton_game::bundled;

    /// Tests every bundled law that reads binary digits, at positions of all lengths.
    #[test]
    fn many_positions_have_the_values_of_each() {
        let mut values = 0;
        for known in bundled() {
            let Ok(theorem) = bouton_game::Theorem::check(known.text, &Default::default()) else { panic!() };
            let Some(law) = theorem.law().map(bouton_game::CheckedLaw::law) else { continue };
            let d = law.dimension();
            let mut number = 0x9E37_79B9_7F4A_7C15u64;
            let mut next = |bits: u32| {
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                number >> (64 - bits)
            };
            let positions: Vec<u64> =
                (0..63 * d).map(|at| next(1 + u32::try_from(at / d).unwrap())).collect();
            for control in (0..law.automaton.starts().len()).map(ControlState::new) {
                let rows = positions.chunks(d);
                let big = rows.map(|row| row.iter().copied().map(BigUint::from).collect::<Vec<_>>());
                let big: Vec<Vec<BigUint>> = big.collect();
                let Some(outcomes) = Batch::outcomes(law) else {
                    assert!(!law.numeration().is_binary(), "{}", known.name);
                    continue;
                };
                let outcomes = outcomes.read(control, &positions);
                let expected: Vec<u32> = big.iter().map(|row| law.outcome(control, row).number()).collect();
                assert_eq!(
                    outcomes.into_iter().map(u32::from).collect::<Vec<_>>(),
                    expected,
                    "{}",
                    known.name
                );
                if let Some(batch) = Batch::values(law) {
                    let read = batch.read(control, &positions).into_iter().map(BigUint::from);
                    let expected = big.iter().map(|row| law.value(control, row).unwrap());
                    assert!(read.eq(expected), "{}", known.name);
                    values += 1;
                }
            }
        }
        assert!(values > 3);
    }
}
