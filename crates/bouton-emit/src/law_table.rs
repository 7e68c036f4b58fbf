//! The law as an automaton that reads one digit at a time.
//!
//! A letter of a [`DigitAutomaton`] is one digit of *each* coordinate, so a row of its table has
//! 2^d entries in base 2. Read one digit after the other, a row is a decision diagram whose equal
//! parts are shared: the law of Nim with twelve heaps shrinks from 8192 entries to 92.

use std::collections::HashMap;

use bouton_automata::live_from;
use bouton_core::{DigitAutomaton, Value};

use crate::EmitError;

/// The law, digit by digit: place after place, most significant first, and at each place one digit
/// of each coordinate, in order. From node n the digit d leads to `next[D n + d]`, where D is the
/// number of digits. The first nodes are the states of the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LawTable {
    pub(crate) next: Vec<u32>,
}

impl LawTable {
    /// Creates the table of `law`; cost: the size of the law's own table.
    pub(crate) fn new(law: &DigitAutomaton) -> Result<Self, EmitError> {
        let (states, tracks) = (law.states(), law.tracks());
        if tracks == 0 {
            return Ok(Self { next: Vec::new() });
        }
        let digits = law.numeration().digits();
        // After all digits of a place the node is the state that the letter leads to.
        let mut below: Vec<usize> = law.transitions().iter().map(|&state| state as usize).collect();
        let mut nodes: Vec<Vec<usize>> = vec![Vec::new(); states];
        let mut part = law.transitions().len() / states.max(1);
        for level in (0..tracks).rev() {
            let whole = part;
            part /= digits;
            let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
            let mut above = Vec::with_capacity(states * part);
            for (state, row) in below.chunks(whole).enumerate() {
                for place in 0..part {
                    let after: Vec<usize> = row.iter().skip(place).step_by(part).copied().collect();
                    above.push(if level == 0 {
                        nodes[state] = after;
                        state
                    } else {
                        *known.entry(after).or_insert_with_key(|after| {
                            nodes.push(after.clone());
                            nodes.len() - 1
                        })
                    });
                }
            }
            below = above;
        }
        let count = nodes.len();
        let most = (1usize << 31) / digits;
        let narrow =
            |node: usize| u32::try_from(node).ok().filter(|_| node < most).ok_or(EmitError::LawSize(count));
        let next = nodes.into_iter().flatten().map(narrow).collect::<Result<_, _>>()?;
        Ok(Self { next })
    }
}

/// The outputs reachable from each state: bit v for the output v, bit 30 for all from 30 on. A
/// search stops where its output is not reachable.
pub(crate) fn reachable_outputs(law: &DigitAutomaton, outputs: &[Value]) -> Vec<u32> {
    let bits: Vec<u32> = outputs.iter().map(|&output| 1 << output.min(30)).collect();
    let all = bits.iter().fold(0, |all, bit| all | bit);
    let mut reach = vec![0; law.states()];
    for bit in (0..31).map(|place| 1 << place).filter(|bit| all & bit != 0) {
        let goal = bits.iter().map(|found| *found == bit).collect();
        for (reach, live) in reach.iter_mut().zip(live_from(law, goal)) {
            *reach |= if live { bit } else { 0 };
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;

    /// Nim: N (1) unless every digit occurs an even number of times.
    fn nim(heaps: usize) -> DigitAutomaton {
        let letters = 1u32 << heaps;
        let next =
            (0..letters).map(|letter| letter.count_ones() % 2).chain((0..letters).map(|_| 1)).collect();
        DigitAutomaton::new(heaps, vec![0], vec![0, 1], next).unwrap()
    }

    #[test]
    fn every_letter_leads_where_the_law_leads() {
        let law = nim(5);
        let table = LawTable::new(&law).unwrap();
        for state in 0..2u32 {
            for letter in 0..law.letters() {
                let end = (0..5).fold(state, |node, bit| table.next[2 * node as usize + (letter >> bit & 1)]);
                assert_eq!(end, law.next(state, letter));
            }
        }
    }

    #[test]
    fn every_letter_leads_where_the_law_leads_in_base_three() {
        let numeration = Numeration::base(3).unwrap();
        // The sum of all digits modulo 5, each coordinate with a weight of its own.
        let next = (0..5usize).flat_map(|state| {
            (0..27).map(move |letter| (state + letter % 3 + 2 * (letter / 3 % 3) + letter / 9) % 5)
        });
        let next = next.map(|state| u32::try_from(state).unwrap()).collect();
        let law = DigitAutomaton::over(&numeration, 3, vec![0], vec![0, 1, 2, 3, 4], next).unwrap();
        let table = LawTable::new(&law).unwrap();
        for state in 0..5u32 {
            for letter in 0..law.letters() {
                let digit = |track| u32::from(numeration.digit(letter, track));
                let end = (0..3).fold(state, |node, track| table.next[(3 * node + digit(track)) as usize]);
                assert_eq!(end, law.next(state, letter));
            }
        }
    }

    #[test]
    fn equal_parts_are_shared() {
        // Two states, and below them at each of the eleven other heaps the state
        // N, and even and odd so far (above the last heap).
        let nodes = LawTable::new(&nim(12)).unwrap().next.len() / 2;
        assert_eq!(nodes, 2 + 11 * 3);
    }

    #[test]
    fn outputs_beyond_a_sink_are_out_of_reach() {
        assert_eq!(reachable_outputs(&nim(3), &[0, 1]), [0b11, 0b10]);
        assert_eq!(reachable_outputs(&nim(3), &[7, 99]), [1 << 7 | 1 << 30, 1 << 30]);
    }

    #[test]
    fn no_tracks_no_table() {
        let law = DigitAutomaton::new(0, vec![0], vec![0], vec![0]).unwrap();
        assert!(LawTable::new(&law).unwrap().next.is_empty());
    }
}
