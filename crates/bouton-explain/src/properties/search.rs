//! The choice of few properties that tell the values of a law apart on samples.

use std::collections::BTreeSet;

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, Value};

use super::{Property, cover};
use crate::{
    asking::Asking,
    sample::{Random, sample},
};

/// About how many small positions are looked at.
const SMALL: u64 = 3_000;
/// The number of large ones.
const LARGE: usize = 600;
/// The most properties of a law.
const MOST_PROPERTIES: usize = 4;
/// The most choices that are compared with the samples.
const MOST_CHOICES: usize = 400_000;
/// The most choices of a size that are kept.
const MOST_KEPT: usize = 200;

/// Samples, and which properties hold there.
struct Samples {
    values: Vec<Value>,
    /// For each property a bit for each sample.
    bits: Vec<Vec<bool>>,
}

/// All positions below a bound, sorted ones alone if they are sorted.
fn small(tracks: usize, sorted: bool) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for bound in 2.. {
        let mut box_of: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..tracks {
            box_of = box_of
                .iter()
                .flat_map(|begun| {
                    let least = if sorted { begun.last().copied().unwrap_or(0) } else { 0 };
                    (least..bound).map(|number| [&begun[..], &[number]].concat())
                })
                .collect();
        }
        if box_of.len() as u64 > SMALL && !all.is_empty() {
            break;
        }
        all = box_of;
    }
    all
}

impl Samples {
    fn draw(law: &DigitAutomaton, pool: &[Property], sorted: bool) -> Option<(Self, Vec<usize>)> {
        let mut drawn: Vec<(Vec<u64>, Value)> = small(law.tracks(), sorted)
            .into_iter()
            .map(|x| {
                let value = law.evaluate_small(0, &x);
                (x, value)
            })
            .filter(|(_, value)| *value != OUTSIDE)
            .collect();
        if law.numeration().is_binary() {
            drawn.extend(sample(law, &|value| value != OUTSIDE, LARGE));
        }
        // Positions that differ stand beside one another, so that a choice that fails does so soon.
        let mut random = Random(0x51f1_5e1d_0b7a_33c9);
        for place in (1..drawn.len()).rev() {
            drawn.swap(place, random.next() as usize % (place + 1));
        }
        let (mut bits, mut places): (Vec<Vec<bool>>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut known = BTreeSet::new();
        for (place, property) in pool.iter().enumerate() {
            let automaton = property.in_digits_of(law)?;
            let row: Vec<bool> = drawn.iter().map(|(x, _)| automaton.evaluate_small(0, x) == 1).collect();
            let first = row.first().copied()?;
            // A property and its opposite say the same; a constant one says nothing.
            let normal: Vec<bool> = row.iter().map(|&bit| bit != first).collect();
            if normal.contains(&true) && known.insert(normal) {
                bits.push(row);
                places.push(place);
            }
        }
        Some((Self { values: drawn.into_iter().map(|(_, value)| value).collect(), bits }, places))
    }

    /// Two samples with different values that some properties do not tell apart.
    fn conflict(&self, chosen: &[usize]) -> Option<(usize, usize)> {
        let mut first: [Option<usize>; 1 << MOST_PROPERTIES] = [None; 1 << MOST_PROPERTIES];
        for (sample, &value) in self.values.iter().enumerate() {
            match &mut first[self.key(chosen, sample)] {
                Some(known) if self.values[*known] != value => return Some((*known, sample)),
                Some(_) => {}
                unknown => *unknown = Some(sample),
            }
        }
        None
    }

    fn key(&self, chosen: &[usize], sample: usize) -> usize {
        chosen.iter().enumerate().map(|(place, &of)| usize::from(self.bits[of][sample]) << place).sum()
    }

    /// The number of answers that the conditions of a choice name, and how late its properties stand in the pool.
    fn cost(&self, chosen: &[usize]) -> (usize, usize) {
        let answers = (0..self.values.len())
            .map(|sample| (u32::try_from(self.key(chosen, sample)).unwrap_or(0), self.values[sample]))
            .collect();
        let named = cover::cases(&answers, chosen.len())
            .map_or(usize::MAX, |(cases, _)| cases.iter().flat_map(|(_, terms)| terms).map(Vec::len).sum());
        (named, chosen.iter().sum())
    }
}

/// Sets of properties, by their places in the pool, that tell the values apart on samples: the fewest, the simplest
/// first.
pub(super) fn choices(
    law: &DigitAutomaton,
    pool: &[Property],
    sorted: bool,
    asking: &Asking<'_>,
) -> Vec<Vec<usize>> {
    let Some((samples, places)) = Samples::draw(law, pool, sorted) else { return Vec::new() };
    let mut tried = 0;
    for size in 1..=MOST_PROPERTIES {
        let mut found = BTreeSet::new();
        let whole = extend(&samples, &mut Vec::new(), size, &mut found, &mut tried, asking);
        if !found.is_empty() {
            let mut found: Vec<Vec<usize>> = found.into_iter().collect();
            found.sort_by_cached_key(|chosen| samples.cost(chosen));
            return found
                .into_iter()
                .map(|chosen| chosen.into_iter().map(|place| places[place]).collect())
                .collect();
        }
        if whole.is_none() {
            break;
        }
    }
    Vec::new()
}

/// Adds properties that tell two samples apart until all are; `None` if that was too much work.
fn extend(
    samples: &Samples,
    chosen: &mut Vec<usize>,
    more: usize,
    found: &mut BTreeSet<Vec<usize>>,
    tried: &mut usize,
    asking: &Asking<'_>,
) -> Option<()> {
    *tried += 1;
    if *tried > MOST_CHOICES || (*tried).is_multiple_of(4096) && asking.is_over() {
        return None;
    }
    let Some((one, other)) = samples.conflict(chosen) else {
        let mut set = chosen.clone();
        set.sort_unstable();
        found.insert(set);
        return (found.len() < MOST_KEPT).then_some(());
    };
    if more == 0 {
        return Some(());
    }
    for property in 0..samples.bits.len() {
        let bits = &samples.bits[property];
        if bits[one] != bits[other] {
            chosen.push(property);
            let went_on = extend(samples, chosen, more - 1, found, tried, asking);
            chosen.pop();
            went_on?;
        }
    }
    Some(())
}
