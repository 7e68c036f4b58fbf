//! Grundy values that are proved beside a Nim heap, evaluated at many positions at once.

use bouton_core::{ControlState, Law, State};

/// A law that determines the Nim heap h that makes a position x a P-position, laid out for many
/// positions whose coordinates fit into 64 bits: h is the Grundy value of x.
///
/// The automaton is run with every choice of the digits of h at once, as in [`Law::value`]. States
/// from which no P-position can be reached are left out, so that usually only one path is followed.
///
/// ```
/// use bouton::{ControlState, Game, Goal, NimHeapBatch, Watch};
/// # use bouton::{Ending, known_or_proved};
///
/// let playable = Game::named("heaps 3; move take any from 1 heap")?.playable()?;
/// # let Ending::Proved(proved) = known_or_proved(&playable, Goal::Grundy, None, &Watch::unlimited())? else { panic!() };
/// let batch = NimHeapBatch::new(proved.theorem.law().unwrap().law()).unwrap();
/// assert_eq!(batch.read(ControlState(0), &[3, 5, 7, 1 << 63, 0, 1]), Some(vec![1, (1 << 63) + 1]));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NimHeapBatch {
    dimension: usize,
    /// For each control state, the states in which reading may begin, with the digits of h before
    /// those of x.
    starts: Vec<Vec<Way>>,
    /// The most digits that h may have before those of x.
    before: u32,
    /// The successors under a letter, `next[s << d | letter]`, for the digits 0 and 1 of h.
    next: Vec<[State; 2]>,
    lost: Vec<bool>,
}

/// A reached state, and the h that leads to it.
type Way = (State, u64);

/// The mark of a state from which no P-position can be reached.
const DEAD: State = State::MAX;

impl NimHeapBatch {
    /// Prepares the values of a law. Returns `None` if they are not proved beside a Nim heap, or if
    /// the digits are not binary.
    #[must_use]
    pub fn new(law: &Law) -> Option<Self> {
        let automaton = &law.automaton;
        if !law.nim_heap || !law.numeration().is_binary() {
            return None;
        }
        let (dimension, count) = (law.dimension(), automaton.states());
        let states = || 0..State::try_from(count).unwrap_or(DEAD);
        let lost: Vec<bool> = states().map(|state| automaton.output(state) == 0).collect();
        let mut live = lost.clone();
        loop {
            let mut grown = false;
            for state in states().rev() {
                let leads = || (0..2 << dimension).any(|letter| live[automaton.next(state, letter) as usize]);
                if !live[state as usize] && leads() {
                    live[state as usize] = true;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        let alive = |state: State| if live[state as usize] { state } else { DEAD };
        let letters = |state| (0..1usize << dimension).map(move |letter| (state, letter));
        let next = states().flat_map(letters).map(|(state, letter)| {
            [letter, letter | 1 << dimension].map(|letter| alive(automaton.next(state, letter)))
        });
        let mut batch = Self { dimension, starts: Vec::new(), before: 0, next: next.collect(), lost };
        for &start in automaton.starts() {
            let ways = batch.before(start)?;
            batch.starts.push(ways);
        }
        Some(batch)
    }

    /// Returns the states to which the digits of h before those of x lead, each with the first path
    /// to it. A path that meets a state twice could be extended without end.
    fn before(&mut self, start: State) -> Option<Vec<Way>> {
        let mut ways = vec![(start, 0, 0)];
        let mut done = 0;
        while let Some(&(state, heap, digits)) = ways.get(done) {
            for (digit, next) in (0..).zip(self.next[(state as usize) << self.dimension]) {
                if next != DEAD && ways.iter().all(|way| way.0 != next) {
                    // The law itself handles longer paths.
                    if digits >= u64::BITS / 2 {
                        return None;
                    }
                    ways.push((next, heap << 1 | digit, digits + 1));
                    self.before = self.before.max(digits + 1);
                }
            }
            done += 1;
        }
        Some(ways.into_iter().map(|(state, heap, _)| (state, heap)).collect())
    }

    /// Returns the values of positions whose coordinates are listed one after the other. `None` if
    /// a value may have more than 64 bits, or if a position does not have a value.
    ///
    /// # Panics
    ///
    /// If the control state does not exist.
    #[must_use]
    pub fn read(&self, control: ControlState, positions: &[u64]) -> Option<Vec<u64>> {
        let starts = &self.starts[control.index()];
        let (mut ways, mut following) = (Vec::new(), Vec::new());
        // The position at which each state was last reached. Of two paths into one state one is
        // kept: if both could be completed, there would be two values.
        let (mut reached, mut now) = (vec![0u64; self.lost.len()], 0);
        let rows = positions.chunks_exact(self.dimension.max(1));
        rows.map(|row| {
            let digits = u64::BITS - row.iter().fold(0, |all, number| all | number).leading_zeros();
            if digits + self.before > u64::BITS {
                return None;
            }
            ways.clone_from(starts);
            for place in (0..digits).rev() {
                let tracks = row.iter().enumerate();
                let letter = tracks.fold(0, |letter, (track, number)| {
                    letter | usize::from(number >> place & 1 == 1) << track
                });
                now += 1;
                following.clear();
                for &(state, heap) in &ways {
                    for (digit, next) in (0..).zip(self.next[(state as usize) << self.dimension | letter]) {
                        if next != DEAD && reached[next as usize] != now {
                            reached[next as usize] = now;
                            following.push((next, heap << 1 | digit));
                        }
                    }
                }
                std::mem::swap(&mut ways, &mut following);
            }
            ways.iter().find(|way| self.lost[way.0 as usize]).map(|way| way.1)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use bouton::Game;
    use bouton_core::Watch;
    use bouton_game::{Ending, prove_law};
    use bouton_prove::Goal;
    use num_bigint::BigUint;

    use super::*;

    fn law(rules: &str) -> Law {
        let playable = Game::named(rules).unwrap().playable().unwrap();
        let ending = prove_law(&playable, Goal::Grundy, None, &Watch::unlimited()).unwrap();
        let Ending::Proved(proved) = ending else { panic!("{rules}") };
        proved.theorem.law().unwrap().law().clone()
    }

    #[test]
    fn many_positions_have_the_values_of_each() {
        let games = [
            "heaps 3; move take any from 1 heap",
            "heaps 1; move take any from 1 heap; pass 1 unless empty",
            "heaps 2; move take at least 3 from 1 heap",
            "heaps 2; move take any from exactly 2 heaps",
        ];
        for rules in games {
            let law = law(rules);
            let batch = NimHeapBatch::new(&law).unwrap();
            let mut number = 12_345u64;
            let mut next = |bits: usize| {
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                number >> (64 - bits)
            };
            let positions: Vec<u64> = (0..60 * law.dimension()).map(|at| next(1 + at % 60)).collect();
            for control in (0..law.automaton.starts().len()).map(ControlState::new) {
                let rows = positions.chunks(law.dimension());
                let expected = rows.map(|row| {
                    let row: Vec<BigUint> = row.iter().copied().map(BigUint::from).collect();
                    u64::try_from(law.value(control, &row).unwrap()).unwrap()
                });
                assert_eq!(batch.read(control, &positions), Some(expected.collect()), "{rules}");
            }
        }
    }

    #[test]
    fn where_there_is_no_nim_heap_there_is_no_batch() {
        assert!(NimHeapBatch::new(&law("heaps 1; move take 1..3 from 1 heap")).is_none());
    }
}
