//! Positions drawn uniformly from a region, from which rules are guessed. They are guesses only:
//! every statement about a law is verified for all positions.

use bouton_automata::live_states;
use bouton_core::{DigitAutomaton, Value};

/// Pseudorandom numbers, the same in each run (Marsaglia, *Xorshift RNGs*, Journal of Statistical
/// Software 8, 2003), from a seed other than 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 32).unwrap_or(0)
    }
}

/// The coordinates of a sample have as many digits as this number at most.
const LARGEST: u64 = (1 << 20) - 1;

/// Up to `count` positions whose output is accepted, drawn uniformly from those with at most as many digits as
/// 2^20 − 1, with their outputs; empty if there are no such positions. The same law always gives the same sample.
/// Only words may be accepted.
pub(crate) fn sample(
    law: &DigitAutomaton,
    accept: &dyn Fn(Value) -> bool,
    count: usize,
) -> Vec<(Vec<u64>, Value)> {
    // The letters of each state, with their successors, that lead to an accepted output after any number of letters.
    let live = live_states(law, accept);
    let rows: Vec<Vec<(usize, usize)>> = law
        .transitions()
        .chunks(law.letters())
        .map(|row| {
            let successors = row.iter().map(|&to| to as usize).enumerate();
            successors.filter(|&(_, to)| live[to]).collect()
        })
        .collect();
    // `ways[k][s]`: the number of words of k letters that lead from s to an accepted output.
    let mut ways: Vec<Vec<f64>> =
        vec![law.outputs().iter().map(|&output| f64::from(u8::from(accept(output)))).collect()];
    let numeration = law.numeration();
    let places = numeration.places_small(LARGEST) as usize;
    for length in 0..places {
        let next = rows.iter().map(|row| row.iter().map(|&(_, to)| ways[length][to]).sum()).collect();
        ways.push(next);
    }
    let start = law.starts()[0] as usize;
    if ways[places][start] == 0.0 {
        return Vec::new();
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut unit = move || f64::from(random.next()) / (f64::from(u32::MAX) + 1.0);
    // The letters that can be drawn in each state before `rest` others: most letters lead nowhere. They are listed when they
    // are needed.
    let mut possible: Vec<Option<Vec<Choice>>> = vec![None; places * rows.len()];
    let mut word = vec![0; places];
    let mut draw = || {
        let mut state = start;
        for (rest, drawn) in (0..places).rev().zip(&mut word) {
            let mut at = unit() * ways[rest + 1][state];
            let letters = possible[rest * rows.len() + state].get_or_insert_with(|| {
                let of = |&(letter, to): &(usize, usize)| Choice { letter, to, weight: ways[rest][to] };
                rows[state].iter().map(of).filter(|choice| choice.weight > 0.0).collect()
            });
            // By rounding the sum of the weights may be less than what was drawn.
            let (last, others) = letters.split_last()?;
            let mut chosen = last;
            for letter in others {
                if at < letter.weight {
                    chosen = letter;
                    break;
                }
                at -= letter.weight;
            }
            (*drawn, state) = (chosen.letter, chosen.to);
        }
        let number = |track: usize| {
            if numeration.is_binary() {
                return Some(
                    word.iter().fold(0, |number, letter| number << 1 | (letter >> track & 1) as u64),
                );
            }
            let mut digits = word.iter().map(|&letter| numeration.digit(letter, track));
            digits.try_fold(0, |number, digit| numeration.append(number, digit))
        };
        let position = (0..law.tracks()).map(number).collect::<Option<Vec<u64>>>()?;
        Some((position, law.outputs()[state]))
    };
    (0..count).filter_map(|_| draw()).collect()
}

/// A letter that can be drawn, the state after it, and the number of words from there.
#[derive(Clone)]
struct Choice {
    letter: usize,
    to: usize,
    weight: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;

    #[test]
    fn samples_lie_in_the_region() {
        let law = table_law(2, 1, |_, x| Value::from(x[0] == x[1] + 1), 4).unwrap();
        let drawn = sample(&law, &|v| v == 1, 100);
        assert_eq!(drawn.len(), 100);
        assert!(drawn.iter().all(|(x, v)| x[0] == x[1] + 1 && *v == 1));
        assert!(sample(&law, &|v| v == 2, 100).is_empty());
    }
}
