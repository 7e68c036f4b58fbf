//! The least position with an output, determined by the words of its numbers.

use std::collections::{BTreeSet, HashSet};

use bouton_automata::WordReader;
use bouton_core::{ControlState, DigitAutomaton, State};
use num_bigint::BigUint;

/// Returns the first position with output 1: with the smallest largest coordinate, then in
/// lexicographic order. Coordinates after the first `dimension` are free.
/// Words of one length are ordered as their numbers are, so the bounds are words. They have the
/// least length for which there is such a position, and each digit is the least for which there
/// still is one.
/// which there is such a position, with each digit the least for which there still is one.
pub(super) fn least(differs: &DigitAutomaton, dimension: usize) -> Option<(Vec<BigUint>, ControlState)> {
    let numeration = differs.numeration();
    let search = Search { differs, words: WordReader::new(numeration, differs.tracks()) };
    let places = search.fewest_digits()?;
    let all: Vec<usize> = (0..differs.starts().len()).collect();
    let mut bounds = vec![vec![numeration.largest_digit(); places]; dimension];
    // All coordinates are bounded together, then one after the other.
    let parts = std::iter::once(0..dimension).chain((0..dimension).map(|track| track..track + 1));
    for part in parts {
        for place in 0..places {
            let Some(known) = bounds.get(part.start).cloned() else { continue };
            for digit in 0..=known[place] {
                let mut bound = known.clone();
                bound[place] = digit;
                // The digits after a digit below the known one may be any.
                if digit < known[place] {
                    bound[place + 1..].fill(numeration.largest_digit());
                }
                part.clone().for_each(|track| bounds[track].clone_from(&bound));
                if search.is_within(&bounds, places, &all) {
                    break;
                }
            }
        }
    }
    let control = all.into_iter().find(|&control| search.is_within(&bounds, places, &[control]))?;
    let numbers = bounds.into_iter().map(|word| numeration.number(word)).collect::<Option<_>>()?;
    Some((numbers, ControlState::new(control)))
}

struct Search<'a> {
    differs: &'a DigitAutomaton,
    words: WordReader,
}

impl Search<'_> {
    /// The least number of digits of the longest coordinate of a position with output 1; `None` if
    /// there is no such position.
    fn fewest_digits(&self) -> Option<usize> {
        let mut layer: Vec<(State, u128)> = self.differs.starts().iter().map(|&start| (start, 0)).collect();
        let mut met: HashSet<(State, u128)> = layer.iter().copied().collect();
        let mut places = 0;
        while !layer.is_empty() {
            if layer.iter().any(|&(state, _)| self.differs.output(state) == 1) {
                return Some(places);
            }
            let mut following = Vec::new();
            for (state, words) in layer {
                for letter in 0..self.differs.letters() {
                    let Some(words) = self.words.follow(words, letter) else { continue };
                    let next = (self.differs.next(state, letter), words);
                    if met.insert(next) {
                        following.push(next);
                    }
                }
            }
            layer = following;
            places += 1;
        }
        None
    }

    /// Whether there is a position with output 1 in one of the control states whose words do not
    /// exceed the bounds.
    fn is_within(&self, bounds: &[Vec<u8>], places: usize, controls: &[usize]) -> bool {
        let numeration = self.differs.numeration();
        // A state, the states of the words, and a bit for each coordinate that is already below its
        // bound.
        let starts = controls.iter().map(|&control| (self.differs.starts()[control], 0u128, 0u64));
        let mut layer: BTreeSet<(State, u128, u64)> = starts.collect();
        for place in 0..places {
            let mut following = BTreeSet::new();
            for letter in 0..self.differs.letters() {
                let (mut below, mut equal) = (0u64, 0u64);
                for (track, bound) in bounds.iter().enumerate() {
                    let digit = numeration.digit(letter, track);
                    below |= u64::from(digit < bound[place]) << track;
                    equal |= u64::from(digit == bound[place]) << track;
                }
                let all = (1u64 << bounds.len()) - 1;
                for &(state, words, free) in &layer {
                    if (free | below | equal) & all != all {
                        continue;
                    }
                    if let Some(words) = self.words.follow(words, letter) {
                        following.insert((self.differs.next(state, letter), words, free | below));
                    }
                }
            }
            layer = following;
        }
        layer.iter().any(|&(state, ..)| self.differs.output(state) == 1)
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;
    use proptest::prelude::*;

    use super::*;

    /// Returns the same result, position by position.
    fn one_by_one(differs: &DigitAutomaton, upto: u64) -> Option<(Vec<u64>, usize)> {
        let controls = differs.starts().len();
        let boxes = (0..upto * upto).map(|number| vec![number / upto, number % upto]);
        let found = boxes.flat_map(|x| (0..controls).map(move |control| (x.clone(), control)));
        found
            .filter(|(x, control)| differs.evaluate_small(*control, x) == 1)
            .min_by_key(|(x, control)| (x.iter().copied().max(), x.clone(), *control))
    }

    proptest! {
        #[test]
        fn it_is_the_first_of_a_box(
            system in 0..4usize,
            transitions in prop::collection::vec(0..6u32, 6 * 16),
            last in 0..4u32,
        ) {
            let names = ["2", "3", "fibonacci", "tribonacci"];
            let numeration: Numeration = names[system].parse().unwrap();
            let letters = numeration.alphabet(2).unwrap().letters();
            let mut next: Vec<u32> =
                (0..6).flat_map(|state| transitions[state * 16..][..letters].to_vec()).collect();
            // There are two control states, which leading zeros do not leave.
            (next[0], next[letters]) = (0, 1);
            let outputs = (0..6).map(|state| u32::from(state > last + 1)).collect();
            let law = DigitAutomaton::over(&numeration, 2, vec![0, 1], outputs, next).unwrap();
            let found = least(&law, 2);
            let upto = 60;
            if let Some((x, control)) = one_by_one(&law, upto) {
                let x = x.into_iter().map(BigUint::from).collect();
                prop_assert_eq!(found, Some((x, ControlState::new(control))));
            } else if let Some((x, _)) = found {
                prop_assert!(x.into_iter().any(|number| number >= BigUint::from(upto)));
            }
        }
    }
}
