//! Sums of games: the nim-sum of a value of each coordinate.
//!
//! If each move is in one heap, the Grundy value is the nim-sum of the heaps' values
//! (Sprague, *Über mathematische Kampfspiele*, 1935; Grundy, *Mathematics and games*, 1939). A law
//! shows by itself whether it is such a sum.

use std::cell::RefCell;

use bouton_automata::{difference, explore, is_symmetric, minimize};
use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::{
    asking::Asking,
    meaning::Meaning,
    periodic::{self, Periodic},
    prefix::{self, NUMERATION},
};

/// The most combinations of remainders and small numbers.
const MAX_STATES: usize = 100_000;
/// The most different values of one coordinate.
const MAX_LABELS: Value = 32;
/// The number of positions at which a sum is compared with the law first, and the largest number in these.
const FIRST: usize = 4096;
const MOST_FIRST: u64 = 3;
/// The bound on the small numbers: numbers below it are distinguished by their outcomes beside a
/// small number.
const SMALL: u64 = 64;

/// A law by the nim-sum of periodic values of the coordinates.
///
/// ```
/// use bouton_forms::{Form, control_laws};
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let rules = bouton_rules::Game::parse("heaps 2; move take {1,3,4} from 1 heap").unwrap();
/// let rules = rules.ruleset().unwrap();
/// let (options, watch) = (ProveOptions::default(), bouton_core::Watch::unlimited());
/// let proof = prove(&rules, Goal::Grundy, &options, &watch).unwrap();
/// let laws = control_laws(&rules, proof.law());
/// let Form::HeapSum(sum) = &laws[0].form else { panic!("{laws:?}") };
/// assert_eq!(sum.values[0].values, [0, 1, 0, 1, 2, 3, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapSumLaw {
    /// Whether the law only states if the nim-sum is 0 (then its value is 0, else 1).
    pub is_outcome: bool,
    /// The values of each coordinate; one for all if they are the same.
    pub values: Vec<Periodic>,
}

/// The sum that equals this law, if there is one; compared with the law everywhere.
pub(crate) fn find(law: &DigitAutomaton, meaning: Meaning, asking: &Asking<'_>) -> Option<HeapSumLaw> {
    let tracks = law.tracks();
    if tracks < 2 || !matches!(meaning, Meaning::Grundy | Meaning::Outcome) {
        return None;
    }
    let is_outcome = meaning == Meaning::Outcome;
    let values = (0..tracks).map(|track| periodic::find(&alone(law, track)?)).collect::<Option<Vec<_>>>();
    if let Some(found) = values.and_then(|values| verified(law, values, is_outcome)) {
        return Some(found);
    }
    // Outcomes of different coordinates may have shorter words: see `of_unlike`.
    if is_outcome && is_symmetric(law) {
        return of_unlike(law, asking).filter(|found| found.values.len() == 1);
    }
    None
}

/// The sum that equals this law of outcomes, where the values of the coordinates may differ.
pub(crate) fn of_unlike(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<HeapSumLaw> {
    if law.tracks() < 2 || law.outputs().iter().any(|&value| value > 1) {
        return None;
    }
    let values =
        labels(law, asking)?.iter().map(|labels| periodic::guess(labels)).collect::<Option<Vec<_>>>()?;
    verified(law, values, true)
}

/// Values of single coordinates such that an outcome law may state whether their nim-sum is 0. Two
/// values are equal if the two coordinates together are P, or make no difference to any small
/// position; a value is the nim-sum of two known ones if the three together are P; else it is the
/// next power of two, or with two coordinates the next number. The values are a guess to be
/// verified, and not always the Grundy values: outcomes of few coordinates do not determine these.
fn labels(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<Vec<Vec<Value>>> {
    let tracks = law.tracks();
    // One position for all questions.
    let position = RefCell::new(vec![0; tracks]);
    let lost = |coordinates: &[(usize, u64)]| {
        let mut position = position.borrow_mut();
        position.fill(0);
        for &(track, n) in coordinates {
            position[track] = n;
        }
        law.evaluate_small(0, &position) == 0
    };
    // The outcomes of a number beside each small number of another coordinate, a bit each.
    let beside_small = |track: usize, n: u64| -> Vec<u64> {
        let beside =
            |other: usize| (0..SMALL).fold(0, |all, k| all | u64::from(lost(&[(other, k), (track, n)])) << k);
        (0..tracks).filter(|&other| other != track).map(beside).collect()
    };
    // Coordinate, number, label: one entry for each coordinate and label.
    let mut known: Vec<(usize, u64, Value)> = Vec::new();
    // The outcomes beside small numbers of each entry.
    let mut known_beside: Vec<Vec<u64>> = Vec::new();
    let mut labels = vec![Vec::new(); tracks];
    for n in 0..periodic::WINDOW {
        if asking.is_over() {
            return None;
        }
        for (track, labels) in labels.iter_mut().enumerate() {
            let others = || known.iter().filter(|one| one.0 != track);
            let equal = others().find(|&&(other, m, _)| lost(&[(other, m), (track, n)])).map(|one| one.2);
            let mut beside = None;
            let mut same = || {
                let beside = &*beside.get_or_insert_with(|| beside_small(track, n));
                let mut own = known.iter().zip(&known_beside).filter(|(one, _)| one.0 == track);
                own.find(|&(&(_, m, _), known)| {
                    known == beside
                        && others().all(|&(other, k, _)| {
                            lost(&[(other, k), (track, n)]) == lost(&[(other, k), (track, m)])
                        })
                })
                .map(|(one, _)| one.2)
            };
            let sum = || {
                known.iter().enumerate().find_map(|(index, &(one, k, a))| {
                    let apart = |&&(other, ..): &&(usize, u64, Value)| other != one && other != track;
                    let mut earlier = known[..index].iter().filter(apart).filter(|_| one != track);
                    let (_, _, b) =
                        earlier.find(|&&(other, m, _)| lost(&[(one, k), (other, m), (track, n)]))?;
                    Some(a ^ b)
                })
            };
            let label = match equal.or_else(&mut same).or_else(sum) {
                Some(label) => label,
                None if known.is_empty() => 0,
                None => {
                    let most = known.iter().map(|one| one.2).max().unwrap_or(0);
                    if tracks == 2 { most + 1 } else { (most + 1).next_power_of_two() }
                }
            };
            if label >= MAX_LABELS {
                return None;
            }
            if !known.iter().any(|one| (one.0, one.2) == (track, label)) {
                known.push((track, n, label));
                known_beside.push(beside.take().unwrap_or_else(|| beside_small(track, n)));
            }
            labels.push(label);
        }
    }
    Some(labels)
}

/// The sum of these values, if it is the law.
fn verified(law: &DigitAutomaton, mut values: Vec<Periodic>, is_outcome: bool) -> Option<HeapSumLaw> {
    let tracks = law.tracks();
    // Most guesses are wrong at a small position, and need no automaton.
    let mut position = vec![0; tracks];
    for _ in 0..FIRST {
        let sum = position.iter().zip(&values).fold(0, |sum, (&x, values)| sum ^ values.value(x));
        let expected = if is_outcome { Value::from(sum != 0) } else { sum };
        if law.evaluate_small(0, &position) != expected {
            return None;
        }
        let Some(next) = position.iter().position(|&x| x < MOST_FIRST) else { break };
        position[next] += 1;
        position[..next].fill(0);
    }
    let reached = explore(
        tracks,
        [vec![(0u64, 0u64); tracks]],
        |state, letter| {
            prefix::with_digits(state.iter().zip(&values), letter)
                .map(|((&(small, residue), periodic), digit)| {
                    let small = prefix::at_most(&NUMERATION, periodic.preperiod, small, digit);
                    (small, prefix::remainder(periodic.period, residue, digit))
                })
                .collect()
        },
        |state| {
            let sum = state
                .iter()
                .zip(&values)
                .fold(0, |sum, (&(small, residue), periodic)| sum ^ periodic.at(small, residue));
            if is_outcome { Value::from(sum != 0) } else { sum }
        },
        MAX_STATES,
    )
    .ok()?;
    // A law of a single number is better stated by its remainder.
    let matters = values.iter().filter(|one| one.period > 1 || one.preperiod > 0).count();
    if matters < 2 || difference(law, &minimize(&reached)).is_some() {
        return None;
    }
    if values.iter().all(|one| *one == values[0]) {
        values.truncate(1);
    }
    Some(HeapSumLaw { is_outcome, values })
}

/// The law of one coordinate where all others are 0.
fn alone(law: &DigitAutomaton, track: usize) -> Option<DigitAutomaton> {
    let transitions = (0u32..)
        .zip(law.outputs())
        .flat_map(|(state, _)| [law.next(state, 0), law.next(state, NUMERATION.letter_of_one(track))])
        .collect();
    let law = DigitAutomaton::new(1, vec![law.starts()[0]], law.outputs().to_vec(), transitions).ok()?;
    Some(minimize(&law))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::table_law;

    #[test]
    fn sums_are_found_and_others_are_not() {
        // Take 1, 3 or 4: the values 0 1 0 1 2 3 2 repeat.
        let one = |n: u64| [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).unwrap()];
        let sum = |x: &[u64]| -> Value { one(x[0]) ^ one(x[1]) };
        let found =
            find(&minimize(&table_law(2, 1, |_, x| sum(x), 5).unwrap()), Meaning::Grundy, &Asking::default())
                .unwrap();
        assert_eq!(found.values.len(), 1);
        assert_eq!((found.values[0].period, found.values[0].preperiod), (7, 0));
        // From outcomes the values are recovered: 0 0 1 2 repeat.
        let few = |n: u64| [0, 0, 1, 2][usize::try_from(n % 4).unwrap()];
        let outcome = |x: &[u64]| Value::from(few(x[0]) ^ few(x[1]) ^ few(x[2]) != 0);
        let found = find(
            &minimize(&table_law(3, 1, |_, x| outcome(x), 3).unwrap()),
            Meaning::Outcome,
            &Asking::default(),
        )
        .unwrap();
        assert!(found.is_outcome);
        assert_eq!(found.values[0].values, [0, 0, 1, 2]);
        // Two different games beside each other: 0 1 2 3 and 0 1 0 1 2 3 2.
        let different = |x: &[u64]| Value::from(Value::try_from(x[0] % 4).unwrap() != one(x[1]));
        let found =
            of_unlike(&minimize(&table_law(2, 1, |_, x| different(x), 6).unwrap()), &Asking::default())
                .unwrap();
        assert_eq!(found.values[0].values, [0, 1, 2, 3]);
        assert_eq!(found.values[1].values, [0, 1, 0, 1, 2, 3, 2]);
        let other = |x: &[u64]| sum(x) ^ Value::from(x[0] == 2 && x[1] == 3);
        assert_eq!(
            find(
                &minimize(&table_law(2, 1, |_, x| other(x), 5).unwrap()),
                Meaning::Grundy,
                &Asking::default()
            ),
            None
        );
    }
}
