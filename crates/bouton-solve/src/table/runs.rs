//! Positions that differ in the smallest coordinate alone, solved together.
//!
//! Sorted positions with the same larger coordinates have consecutive numbers: they are a run. A move that takes fixed amounts
//! leads from a run into another one, to positions that have consecutive numbers as well, as long as the smallest coordinate
//! stays the smallest. So the lost options by such a move are found by comparing a list of values with 0, value by value.

use bouton_core::{Formula, LimitReached, Ruleset, Valuation, Watch};

use super::marks;
use crate::{Moves, index::Index};

/// The moves of a game whose positions are solved run by run.
#[derive(Debug)]
pub(super) struct Runs {
    valuation: Valuation,
    /// The moves that leave the larger coordinates: the counted work, and the objects that are taken.
    within: Vec<(u16, u64)>,
    /// The other moves, the last one first: the counted work, and the objects that are taken from each coordinate.
    across: Vec<(u16, Vec<u64>)>,
    /// The work of a search for a lost option where there is none.
    whole: u64,
    /// The larger coordinates of the runs.
    larger: Index,
    /// For each position of a run the work until a lost option is found, or [`NOT_LOST`].
    found: Vec<u16>,
    /// Whether each position of a run has an option.
    moving: Vec<bool>,
    /// Whether play has stopped at each position of a run.
    stopped: Vec<bool>,
    /// The options that lie in the run itself although a larger coordinate is lowered: the place of the position in the run,
    /// the number of the option, and the work.
    later: Vec<(usize, usize, u16)>,
}

/// The work of a search that has found no lost option.
const NOT_LOST: u16 = u16::MAX;

impl Runs {
    /// Returns `None` unless lost options decide the value, and all moves take fixed amounts wherever they can.
    pub(super) fn new(ruleset: &Ruleset, moves: &Moves, valuation: Valuation, index: &Index) -> Option<Self> {
        let fits = index.is_multiset()
            && ruleset.dimension() > 1
            && ruleset.controls().len() == 1
            && *ruleset.exists() == Formula::True
            && marks::lost_options_decide(valuation);
        let all = fits.then(|| moves.amounts())??;
        let is_within = |taken: &[u64]| taken[1..].iter().all(|&taken| taken == 0);
        Some(Self {
            valuation,
            within: all
                .iter()
                .filter(|(_, taken)| is_within(taken))
                .map(|(work, taken)| (*work, taken[0]))
                .collect(),
            across: all.iter().rev().filter(|(_, taken)| !is_within(taken)).cloned().collect(),
            whole: all.last().map_or(0, |(work, _)| u64::from(*work)),
            larger: Index::multiset(ruleset.dimension() - 1),
            found: Vec::new(),
            moving: Vec::new(),
            stopped: Vec::new(),
            later: Vec::new(),
        })
    }

    /// Appends the values of a region to those of all regions before it. The same work is counted as where options are visited
    /// one by one until one is lost.
    pub(super) fn solve(
        &mut self,
        region: u64,
        (moves, index): (&Moves, &Index),
        values: &mut Vec<u8>,
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        let Self { valuation, within, across, whole, larger, found, moving, stopped, later } = self;
        let mut batch = watch.batch();
        let dimension = moves.dimension();
        let (mut to, mut ranges) = (vec![0; dimension], vec![(0, 0); dimension]);
        let mut alike = None;
        larger.for_each_in_region(region, &mut |coordinates| {
            let (begin, least) = (values.len(), coordinates[0]);
            let length = usize::try_from(least).unwrap_or(usize::MAX).saturating_add(1);
            found.clear();
            found.resize(length, NOT_LOST);
            moving.clear();
            moving.resize(length, false);
            for (range, &x) in ranges[1..].iter_mut().zip(coordinates) {
                *range = (x.into(), x.into());
            }
            // Runs that differ in their least larger coordinate alone are often alike. They begin with the coordinate 0.
            if least <= 1 {
                let most = if least == 0 { 0 } else { coordinates.get(1).copied().unwrap_or(least) };
                (ranges[0], ranges[1]) = ((0, most.into()), (least.into(), most.into()));
                alike = moves.has_stopped_on(&ranges);
                ranges[1] = (least.into(), least.into());
            }
            ranges[0] = (0, i128::from(least));
            let all_stopped = alike.or_else(|| moves.has_stopped_on(&ranges));
            stopped.clear();
            stopped.resize(length, all_stopped == Some(true));
            if all_stopped.is_none() {
                for (stopped, x) in stopped.iter_mut().zip(0..) {
                    ranges[0] = (x, x);
                    // A single position decides each condition.
                    *stopped = moves.has_stopped_on(&ranges) == Some(true);
                }
            }
            later.clear();
            // The first of the lost options is written last.
            for (work, taken) in across.iter() {
                let first = taken[0];
                let mut fits = first <= least;
                for ((to, &x), &taken) in to[1..].iter_mut().zip(coordinates).zip(&taken[1..]) {
                    fits &= taken <= x;
                    *to = x.wrapping_sub(taken);
                }
                if !fits {
                    continue;
                }
                index.reduce(&mut to[1..]);
                to[0] = 0;
                let (start, last) = (index.number(&to), least.min(to[1] + first));
                let from = place(first);
                for ((found, moving), &value) in
                    found[from..=place(last)].iter_mut().zip(&mut moving[from..]).zip(&values[start..])
                {
                    *moving = true;
                    *found = if value == 0 { *work } else { *found };
                }
                // The smallest coordinate becomes larger than another one.
                for x in last + 1..=least {
                    to[0] = 0;
                    for ((to, &x), &taken) in to[1..].iter_mut().zip(coordinates).zip(&taken[1..]) {
                        *to = x - taken;
                    }
                    to[0] = x - first;
                    index.reduce(&mut to);
                    moving[place(x)] = true;
                    match index.number(&to) {
                        number if number >= begin => later.push((place(x), number, *work)),
                        number if values[number] == 0 => found[place(x)] = *work,
                        _ => {}
                    }
                }
            }
            let mut spent = 0;
            for (x, ((&found, &moving), &stopped)) in found.iter().zip(&*moving).zip(&*stopped).enumerate() {
                let (mut found, mut moving) = (found, moving);
                for &(work, taken) in within.iter().filter(|(_, taken)| *taken <= x as u64) {
                    moving = true;
                    if values[begin + x - place(taken)] == 0 {
                        found = found.min(work);
                    }
                }
                for &(_, number, work) in later.iter().filter(|(position, ..)| *position == x) {
                    if values[number] == 0 {
                        found = found.min(work);
                    }
                }
                let is_won = found != NOT_LOST && !stopped;
                spent += match (stopped, is_won) {
                    (true, _) => 1,
                    (false, true) => 1 + u64::from(found),
                    (false, false) => 1 + *whole,
                };
                let value = marks::value(*valuation, is_won, || Ok(stopped || !moving))?;
                values.push(u8::try_from(value).unwrap_or(u8::MAX));
            }
            batch.spend(spent)
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "solved regions fit memory")]
fn place(x: u64) -> usize {
    x as usize
}

#[cfg(test)]
mod tests {
    use bouton_core::ControlState;

    use super::super::Table;
    use super::*;

    /// Values and counted work are those of a table whose positions are solved one by one.
    #[test]
    fn runs_have_the_values_of_their_positions_for_the_same_work() {
        let games = [
            ("two-in-total", 17),
            ("heaps 4; move take 1..2 in total from at most 2 heaps", 12),
            ("heaps 2; move take 1..3 from 1 heap; move take 2 from 2 heaps", 40),
            ("heaps 3; move take {3,5} from 1 heap; stop when total = 7", 20),
            ("heaps 3; move take 1 from at most 2 heaps; stop when total is divisible by 5", 14),
            ("heaps 5; move take 1..3 in total from at most 3 heaps", 7),
        ];
        for (rules, largest) in games {
            let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
            for valuation in
                [Valuation::NormalOutcome, Valuation::MisereOutcome, Valuation::MisereOutcomeAndEnd]
            {
                let solved = |with_runs: bool| {
                    let watch = Watch::unlimited();
                    let mut table = Table::new(&ruleset, valuation, &watch).unwrap();
                    assert!(table.runs.is_some(), "{rules}");
                    if !with_runs {
                        table.runs = None;
                    }
                    let before = watch.work();
                    table.grow_to_largest(largest / 2).unwrap();
                    table.grow_to_largest(largest).unwrap();
                    let mut values = Vec::new();
                    table.for_each_known(&mut |position, control, value| {
                        assert_eq!(control, ControlState(0));
                        values.push((position.to_vec(), value));
                    });
                    (values, watch.work() - before)
                };
                assert_eq!(solved(true), solved(false), "{rules} {valuation:?}");
            }
        }
    }

    #[test]
    fn moves_with_other_conditions_are_not_solved_in_runs() {
        for rules in [
            "heaps 3; move take any from 1 heap",
            "heaps 3; move take 1 from 1 heap when smallest >= 2",
            "heaps 3; move take 1 from 1 heap; pass 1 unless empty",
        ] {
            let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
            let table = Table::new(&ruleset, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
            assert!(table.runs.is_none(), "{rules}");
        }
    }
}
