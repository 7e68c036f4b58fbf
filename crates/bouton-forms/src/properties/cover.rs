//! The shortest condition of each value in a few answers of yes and no.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::Value;

/// Some properties, each with its answer, that hold together.
pub type Term = Vec<(usize, bool)>;

/// The terms of the condition of each value but one, and the remaining value.
pub(super) type Conditions = (Vec<(Value, Vec<Term>)>, Value);

/// The most terms of the condition of a value.
const MOST_TERMS: usize = 4;
/// The number of additional answers that may be named so that the usual value has the condition.
const UNUSUAL: u32 = 3;
/// The most values.
const MOST_VALUES: usize = 4;

/// A choice of answers (`mask`), and their values (`bits`).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cube {
    mask: u32,
    bits: u32,
}

impl Cube {
    fn holds(self, answers: u32) -> bool {
        answers & self.mask == self.bits
    }

    /// The number of answers that it names, and the number of those that are denied.
    fn cost(self) -> (u32, u32) {
        (self.mask.count_ones(), (self.mask & !self.bits).count_ones())
    }
}

/// The terms of the condition of each value but one, and the remaining value: the shortest choice. `answers`
/// gives the value of each combination of answers that occurs; other combinations do not matter.
pub(super) fn cases(answers: &BTreeMap<u32, Value>, properties: usize) -> Option<Conditions> {
    let values: BTreeSet<Value> = answers.values().copied().collect();
    if values.len() > MOST_VALUES {
        return None;
    }
    let conditions: BTreeMap<Value, Vec<Cube>> =
        values.iter().filter_map(|&value| Some((value, shortest(answers, value, properties)?))).collect();
    let cost = |cubes: &[Cube]| cubes.iter().map(|cube| cube.cost().0 + 1).sum::<u32>();
    // The greatest value comes last, unless another choice is much shorter: P exactly when …, else N.
    let last = *values.last()?;
    let otherwise = *values.iter().max_by_key(|&&value| {
        let others = values.iter().filter(|&&other| other != value);
        let whole: Option<u32> = others.map(|other| conditions.get(other).map(|cubes| cost(cubes))).sum();
        let unusual = if value == last { 0 } else { UNUSUAL };
        (std::cmp::Reverse(whole.map_or(u32::MAX, |whole| whole + unusual)), value)
    })?;
    let term = |cube: &Cube| -> Term {
        let named = (0..properties).filter(|place| cube.mask >> place & 1 == 1);
        named.map(|place| (place, cube.bits >> place & 1 == 1)).collect()
    };
    let of = |&value: &Value| Some((value, conditions.get(&value)?.iter().map(term).collect()));
    let cases = values.iter().filter(|&&value| value != otherwise).map(of).collect::<Option<_>>()?;
    Some((cases, otherwise))
}

/// The fewest terms that hold where the value is taken and nowhere else.
fn shortest(answers: &BTreeMap<u32, Value>, value: Value, properties: usize) -> Option<Vec<Cube>> {
    let all = (1u32 << properties) - 1;
    let wanted: Vec<u32> = answers.iter().filter(|of| *of.1 == value).map(|of| *of.0).collect();
    let unwanted: Vec<u32> = answers.iter().filter(|of| *of.1 != value).map(|of| *of.0).collect();
    let mut cubes: Vec<Cube> = (0..=all)
        .flat_map(|mask| (0..=all).filter(move |bits| bits & !mask == 0).map(move |bits| Cube { mask, bits }))
        .filter(|cube| wanted.iter().any(|&answers| cube.holds(answers)))
        .filter(|cube| !unwanted.iter().any(|&answers| cube.holds(answers)))
        .collect();
    cubes.sort_by_key(|cube| cube.cost());
    // A term that implies a shorter one adds nothing.
    let mut prime: Vec<Cube> = Vec::new();
    for cube in cubes {
        let within =
            |other: &Cube| cube.mask & other.mask == other.mask && cube.bits & other.mask == other.bits;
        if !prime.iter().any(within) {
            prime.push(cube);
        }
    }
    let mut chosen = Vec::new();
    (1..=MOST_TERMS).find_map(|most| covered(&prime, &wanted, most, &mut chosen))
}

/// The first choice of at most this number of terms, one of which holds at each of the wanted answers.
fn covered(prime: &[Cube], wanted: &[u32], most: usize, chosen: &mut Vec<Cube>) -> Option<Vec<Cube>> {
    let Some(&open) = wanted.iter().find(|&&answers| !chosen.iter().any(|cube| cube.holds(answers))) else {
        return Some(chosen.clone());
    };
    if chosen.len() == most {
        return None;
    }
    for &cube in prime.iter().filter(|cube| cube.holds(open)) {
        chosen.push(cube);
        let found = covered(prime, wanted, most, chosen);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_condition_is_found() {
        // Both or neither; the value 0 has two terms, and so has the value 1.
        let equal = BTreeMap::from([(0b00, 0), (0b01, 1), (0b10, 1), (0b11, 0)]);
        let (found, otherwise) = cases(&equal, 2).unwrap();
        assert_eq!((found[0].1.len(), otherwise), (2, 1));
        // One combination does not occur, so that one answer suffices.
        let free = BTreeMap::from([(0b00, 1), (0b01, 1), (0b11, 0)]);
        assert_eq!(cases(&free, 2), Some((vec![(0, vec![vec![(1, true)]])], 1)));
    }
}
