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
    /// The counted work until a move is visited: ascending, each once.
    works: Vec<u16>,
    /// The moves that leave the larger coordinates: the place of the work, and the objects that are taken.
    within: Vec<(usize, u64)>,
    /// The other moves.
    across: Vec<Across>,
    /// The larger coordinates of the runs.
    larger: Index,
    /// The positions that have a lost option by moves of each work.
    found: Vec<u64>,
    /// The options that lie in the run itself although a larger coordinate is lowered: the place of the position in the run,
    /// the number of the option, and the place of the work.
    later: Vec<(usize, usize, usize)>,
}

/// A move that leads into other runs.
#[derive(Debug)]
struct Across {
    /// The place of the work.
    work: usize,
    /// The objects that are taken from each coordinate.
    taken: Vec<u64>,
    /// The larger coordinates that fall, and by how much.
    falls: Vec<(usize, u64)>,
}

impl Across {
    fn new(work: usize, taken: Vec<u64>) -> Self {
        let falls = taken.iter().copied().enumerate().skip(1).filter(|(_, taken)| *taken > 0).collect();
        Self { work, taken, falls }
    }

    /// The number of the first position of the run to which the move leads, and the least of its larger coordinates; `None` if
    /// there are too few objects. The run of the larger coordinates begins with the number `begin`.
    fn run(&self, coordinates: &[u64], begin: usize, index: &Index, to: &mut [u64]) -> Option<(usize, u64)> {
        if self.falls.iter().any(|&(place, taken)| coordinates[place - 1] < taken) {
            return None;
        }
        let (mut start, mut least) = (begin, coordinates[0]);
        for &(place, taken) in &self.falls {
            let (x, lowered) = (coordinates[place - 1], coordinates[place - 1] - taken);
            match place {
                1 => least = lowered,
                _ if lowered >= coordinates[place - 2] => {}
                // The order changes.
                _ => {
                    self.lower(coordinates, to);
                    to[0] = 0;
                    index.reduce(&mut to[1..]);
                    return Some((index.number(to), to[1]));
                }
            }
            start -= index.fall(place, x, lowered);
        }
        Some((start, least))
    }

    /// Writes the larger coordinates after the move.
    fn lower(&self, coordinates: &[u64], to: &mut [u64]) {
        for ((to, &x), &taken) in to[1..].iter_mut().zip(coordinates).zip(&self.taken[1..]) {
            *to = x - taken;
        }
    }
}

/// The number of positions that are solved at once: the bits of a word.
const AT_ONCE: usize = 64;

impl Runs {
    /// Returns `None` unless lost options decide the value, and all moves take fixed amounts wherever they can.
    pub(super) fn new(ruleset: &Ruleset, moves: &Moves, valuation: Valuation, index: &Index) -> Option<Self> {
        let fits = index.is_multiset()
            && ruleset.dimension() > 1
            && ruleset.controls().len() == 1
            && *ruleset.exists() == Formula::True
            && marks::lost_options_decide(valuation);
        let all = fits.then(|| moves.amounts())??;
        let mut works: Vec<u16> = all.iter().map(|(work, _)| *work).collect();
        works.sort_unstable();
        works.dedup();
        let place = |work: &u16| works.partition_point(|known| known < work);
        let all = all.iter().map(|(work, taken)| (place(work), taken.clone()));
        let (within, across): (Vec<_>, Vec<_>) =
            all.partition(|(_, taken)| taken[1..].iter().all(|&taken| taken == 0));
        Some(Self {
            valuation,
            within: within.into_iter().map(|(work, taken)| (work, taken[0])).collect(),
            across: across.into_iter().map(|(work, taken)| Across::new(work, taken)).collect(),
            larger: Index::multiset(ruleset.dimension() - 1),
            found: vec![0; works.len()],
            works,
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
        let Self { valuation, works, within, across, larger, found, later } = self;
        let mut batch = watch.batch();
        let dimension = moves.dimension();
        let (mut to, mut ranges) = (vec![0; dimension], vec![(0, 0); dimension]);
        let mut alike = None;
        larger.for_each_in_region(region, &mut |coordinates| {
            let (begin, least) = (values.len(), coordinates[0]);
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
            later.clear();
            for first_of in (0..=least).step_by(AT_ONCE) {
                let last_of = least.min(first_of + AT_ONCE as u64 - 1);
                let all = ones(1 + last_of - first_of);
                let stopped = match all_stopped {
                    Some(true) => all,
                    Some(false) => 0,
                    None => (first_of..=last_of).fold(0, |stopped, x| {
                        ranges[0] = (x.into(), x.into());
                        // A single position decides each condition.
                        stopped | u64::from(moves.has_stopped_on(&ranges) == Some(true)) << (x - first_of)
                    }),
                };
                found.fill(0);
                let mut moving = 0;
                for one in across.iter() {
                    let (work, first) = (one.work, one.taken[0]);
                    if first > last_of {
                        continue;
                    }
                    let Some((start, smaller)) = one.run(coordinates, begin, index, &mut to) else {
                        continue;
                    };
                    let last = last_of.min(smaller + first);
                    let from = first.max(first_of);
                    if from <= last {
                        let count = 1 + last - from;
                        found[work] |= zeros(values, start + place(from - first), count) << (from - first_of);
                        moving |= ones(count) << (from - first_of);
                    }
                    // The smallest coordinate becomes larger than another one.
                    for x in (last + 1).max(from)..=last_of {
                        one.lower(coordinates, &mut to);
                        to[0] = x - first;
                        index.reduce(&mut to);
                        moving |= 1 << (x - first_of);
                        match index.number(&to) {
                            number if number >= begin => later.push((place(x), number, work)),
                            number => found[work] |= u64::from(values[number] == 0) << (x - first_of),
                        }
                    }
                }
                let mut won = found.iter().fold(stopped, |won, found| won | found);
                for x in first_of..=last_of {
                    let bit = 1 << (x - first_of);
                    for &(work, taken) in within.iter().filter(|(_, taken)| *taken <= x) {
                        moving |= bit;
                        if values[begin + place(x - taken)] == 0 {
                            found[work] |= bit;
                            won |= bit;
                        }
                    }
                    for &(_, number, work) in later.iter().filter(|(position, ..)| *position == place(x)) {
                        if values[number] == 0 {
                            found[work] |= bit;
                            won |= bit;
                        }
                    }
                    let is_won = won & !stopped & bit != 0;
                    let is_over = (stopped | !moving) & bit != 0;
                    let value = marks::value(*valuation, is_won, || Ok(is_over))?;
                    values.push(u8::try_from(value).unwrap_or(u8::MAX));
                }
                // Each position counts until its first lost option, or counts all moves.
                let mut counted = stopped;
                let mut spent = u64::from(all.count_ones());
                for (&work, &found) in works.iter().zip(&*found) {
                    if found & !counted != 0 {
                        spent += u64::from((found & !counted).count_ones()) * u64::from(work);
                        counted |= found;
                    }
                }
                let whole = works.last().copied().unwrap_or(0);
                spent += u64::from((all & !counted).count_ones()) * u64::from(whole);
                batch.spend(spent)?;
            }
            Ok(())
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "solved regions fit memory")]
fn place(x: u64) -> usize {
    x as usize
}

/// As many ones, at most 64, from the lowest bit on.
fn ones(count: u64) -> u64 {
    u64::MAX >> (AT_ONCE as u64 - count)
}

/// The places of zeros among at most 64 values, one bit for each.
fn zeros(values: &[u8], start: usize, count: u64) -> u64 {
    let mut zeros = 0;
    for before in (0..count).step_by(8) {
        let from = start + place(before);
        let eight = values.get(from..).and_then(|values| values.first_chunk::<8>()).copied();
        let eight = eight.unwrap_or_else(|| {
            std::array::from_fn(|place| values.get(from + place).copied().unwrap_or_default())
        });
        zeros |= zeros_of(u64::from_le_bytes(eight)) << before;
    }
    zeros & ones(count)
}

/// The places of zeros among eight bytes. Without its highest bit, a byte is 0 unless 127 more set that bit; a product moves
/// the bits of all bytes to the highest byte.
fn zeros_of(eight: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let zeros = !(((eight & LOW) + LOW) | eight | LOW);
    (zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
            ("heaps 2; move take 1..3 from 1 heap; move take 2 from 2 heaps", 150),
            ("heaps 3; move take {3,5} from 1 heap; stop when total = 7", 70),
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
