//! Sums of games: the nim-sum of a value of each coordinate.
//!
//! Where moves are in one heap at a time, the Grundy value is the nim-sum of the
//! heaps' values (Sprague, *Über mathematische Kampfspiele*, 1935; Grundy,
//! *Mathematics and games*, 1939). Whether a law is such a sum is read off the law.

use bouton_automata::{difference, minimize};
use bouton_core::DigitAutomaton;
use serde::Serialize;

use crate::{
    construct::construct,
    periodic::{self, Periodic},
};

/// The most combinations of remainders and small numbers looked at.
const MAX_STATES: usize = 100_000;

/// A law that is the nim-sum of periodic values of the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapSum {
    /// The values of each coordinate; one for all if they are the same.
    pub values: Vec<Periodic>,
}

/// The sum that is this law, if it is one; compared with the law everywhere.
pub(crate) fn find(law: &DigitAutomaton) -> Option<HeapSum> {
    let tracks = law.tracks();
    if tracks < 2 {
        return None;
    }
    let mut values =
        (0..tracks).map(|track| periodic::find(&alone(law, track)?)).collect::<Option<Vec<_>>>()?;
    let reached = construct(
        tracks,
        vec![(0u64, 0u64); tracks],
        |state, letter| {
            state
                .iter()
                .zip(&values)
                .enumerate()
                .map(|(track, (&(small, residue), periodic))| {
                    let digit = letter as u64 >> track & 1;
                    ((2 * small + digit).min(periodic.preperiod), (2 * residue + digit) % periodic.period)
                })
                .collect()
        },
        |state| {
            state
                .iter()
                .zip(&values)
                .fold(0, |sum, (&(small, residue), periodic)| sum ^ periodic.at(small, residue))
        },
        MAX_STATES,
    )?;
    if difference(law, &minimize(&reached)).is_some() {
        return None;
    }
    if values.iter().all(|one| *one == values[0]) {
        values.truncate(1);
    }
    Some(HeapSum { values })
}

/// The law of one coordinate where all others are 0.
fn alone(law: &DigitAutomaton, track: usize) -> Option<DigitAutomaton> {
    let transitions = (0u32..)
        .zip(law.outputs())
        .flat_map(|(state, _)| [law.next(state, 0), law.next(state, 1 << track)])
        .collect();
    let law = DigitAutomaton::new(1, vec![law.starts()[0]], law.outputs().to_vec(), transitions).ok()?;
    Some(minimize(&law))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;
    use bouton_core::Value;

    #[test]
    fn sums_are_found_and_others_are_not() {
        // Take 1, 3 or 4: values 0 1 0 1 2 3 2, again and again.
        let one = |n: u64| [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).unwrap()];
        let sum = |x: &[u64]| -> Value { one(x[0]) ^ one(x[1]) };
        let found = find(&minimize(&table_law(2, 1, |_, x| sum(x), 5).unwrap())).unwrap();
        assert_eq!(found.values.len(), 1);
        assert_eq!((found.values[0].period, found.values[0].preperiod), (7, 0));
        let other = |x: &[u64]| sum(x) ^ Value::from(x[0] == 2 && x[1] == 3);
        assert_eq!(find(&minimize(&table_law(2, 1, |_, x| other(x), 5).unwrap())), None);
    }
}
