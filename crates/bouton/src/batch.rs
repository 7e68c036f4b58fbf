//! A law asked at many positions at once.

use bouton_core::{ControlState, Law};

/// The automaton of a law, laid out to be read at many positions whose coordinates fit into 64 bits.
///
/// Several positions are read side by side, so that no step waits for the one before. For a
/// single position, or for larger numbers, ask the [`Law`] itself.
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
    starts: Vec<usize>,
    /// `next[s << d | letter]` is the successor of s, shifted by d as well.
    next: Vec<usize>,
    outputs: Vec<T>,
}

/// Positions that are read side by side.
const LANES: usize = 4;

impl Batch<u8> {
    /// The outcomes of a law, by number: 0 for P. `None` if its digits are not binary, or there are
    /// more than 256 outcomes.
    #[must_use]
    pub fn outcomes(law: &Law) -> Option<Self> {
        let outcome = |state| u8::try_from(law.outcome_at(state).number()).ok();
        Self::new(law, outcome)
    }
}

impl Batch<u32> {
    /// The values of a law, where its automaton puts them out: not the Grundy values that are
    /// proved beside a Nim heap. `None` for these, and if its digits are not binary.
    #[must_use]
    pub fn values(law: &Law) -> Option<Self> {
        let value = |state| Some(law.valuation.coarse(law.automaton.output(state)));
        if law.nim_heap { None } else { Self::new(law, value) }
    }
}

impl<T: Copy> Batch<T> {
    fn new(law: &Law, output: impl Fn(u32) -> Option<T>) -> Option<Self> {
        let automaton = &law.automaton;
        if automaton.alphabet().digits() != 2 {
            return None;
        }
        let dimension = law.dimension();
        let place = |state: u32| usize::try_from(state).ok().map(|state| state << dimension);
        let states = u32::try_from(automaton.states()).ok()?;
        // Of a Nim heap, the last number, all digits are 0: the letters below 2^d.
        let letters = |state| (0..1usize << dimension).map(move |letter| automaton.next(state, letter));
        Some(Self {
            dimension,
            starts: automaton.starts().iter().map(|&start| place(start)).collect::<Option<_>>()?,
            next: (0..states).flat_map(letters).map(place).collect::<Option<_>>()?,
            outputs: (0..states).map(output).collect::<Option<_>>()?,
        })
    }

    /// How many coordinates a position has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// What the law says of the positions whose coordinates stand one after the other.
    ///
    /// # Panics
    ///
    /// If there is no such control state.
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
            _ => {
                let rows = positions.chunks_exact(self.dimension.max(1));
                rows.map(|row| self.side_by_side(start, &[row])[0]).collect()
            }
        }
    }

    fn rows<const D: usize>(&self, start: usize, positions: &[u64]) -> Vec<T> {
        let (rows, _) = positions.as_chunks::<D>();
        let (blocks, rest) = rows.as_chunks::<LANES>();
        let mut read = Vec::with_capacity(rows.len());
        for block in blocks {
            read.extend(self.side_by_side(start, block));
        }
        for row in rest {
            read.extend(self.side_by_side(start, std::array::from_ref(row)));
        }
        read
    }

    #[inline]
    fn side_by_side<R: AsRef<[u64]>, const L: usize>(&self, start: usize, rows: &[R; L]) -> [T; L] {
        let digits = rows.iter().flat_map(|row| row.as_ref()).fold(0, |all, number| all | number);
        let mut states = [start; L];
        for place in (0..u64::BITS - digits.leading_zeros()).rev() {
            for (state, row) in states.iter_mut().zip(rows) {
                let digits = row.as_ref().iter().enumerate();
                let letter = digits.fold(0, |letter, (track, number)| {
                    letter | usize::from(number >> place & 1 == 1) << track
                });
                *state = self.next[*state | letter];
            }
        }
        states.map(|state| self.outputs[state >> self.dimension])
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::bundled;

    /// Every law that comes with the program, at positions of all lengths.
    #[test]
    fn many_positions_have_the_values_of_each() {
        let mut values = 0;
        for known in bundled() {
            let Ok(theorem) = crate::Theorem::check(known.text, &Default::default()) else { panic!() };
            let Some(law) = theorem.law().map(crate::CheckedLaw::law) else { continue };
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
                let outcomes = Batch::outcomes(law).unwrap().read(control, &positions);
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
