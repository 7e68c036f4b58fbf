//! Detection of periodic coordinates in the values of a game.

use std::collections::BTreeMap;

use bouton_core::{ControlState, LimitReached, Ruleset, Valuation, Value, Watch};
use bouton_solve::{PeriodicCoordinate, Periods, class_of, upper_bounds};

use crate::teacher::{Exact, TableTeacher};

/// The latest beginning of a period that is used.
const MOST_PREPERIOD: u64 = 14;

/// The result of a survey.
pub(crate) enum Survey {
    /// Some coordinates seem periodic, some do not.
    Seem(Periods),
    /// The survey did not reach far enough to decide for each coordinate.
    TooSmall,
    /// No coordinate can be used.
    Nothing,
}

/// Looks for coordinates in which the values have period 1 or 2, among about `positions` positions.
/// With the periods found, a table of as many positions reaches further; so this is repeated until
/// nothing is added. A coordinate that is then not periodic everywhere may still be so within some
/// classes of the rest.
pub(crate) fn survey(
    ruleset: &Ruleset,
    valuation: Valuation,
    positions: usize,
    watch: &Watch,
) -> Result<Survey, LimitReached> {
    let (dimension, controls) = (ruleset.dimension(), ruleset.controls().len());
    // Without a rank there is no table whose coordinates could be reduced.
    if ruleset.interchangeable() || dimension < 2 || ruleset.rank().is_none() {
        return Ok(Survey::Nothing);
    }
    let mut periods = Periods::none(dimension, controls);
    // A coordinate with a bound is not reduced: beyond it there are no values.
    let bounds = upper_bounds(ruleset.exists(), dimension);
    loop {
        let exact = solved(ruleset, valuation, positions, &periods, watch)?;
        let mut seen = vec![Differences::new(ruleset.weights()); controls];
        watch.spend(8 * exact.positions().min(positions) as u64)?;
        exact.for_each_lightest(positions, &mut |coordinates, control, value| {
            seen[control.index()].add(&exact, coordinates, control, value);
        });
        watch.check()?;
        let mut found = periods.clone();
        let mut open = false;
        for (known, seen) in found.controls.iter_mut().zip(&seen) {
            let unknown =
                |(track, known): &(usize, &mut Option<_>)| known.is_none() && bounds[*track].is_none();
            for (track, known) in known.iter_mut().enumerate().filter(unknown) {
                *known = seen.period(track);
                open |= known.is_none() && seen.may_have_ended(track);
            }
        }
        let common = found.in_common();
        let partly = common.iter().any(Option::is_some) && common.iter().any(Option::is_none);
        if partly && found != periods {
            periods = found;
        } else if open {
            return Ok(Survey::TooSmall);
        } else if partly {
            periods.within = within_classes(&exact, (ruleset.weights(), &bounds), positions, &periods);
            return Ok(Survey::Seem(periods));
        } else {
            return Ok(Survey::Nothing);
        }
    }
}

/// A table of about `positions` values, which are exact if the periods are right.
fn solved(
    ruleset: &Ruleset,
    valuation: Valuation,
    positions: usize,
    periods: &Periods,
    watch: &Watch,
) -> Result<Exact, LimitReached> {
    let mut exact = TableTeacher::with_periods(ruleset, valuation, periods.clone(), watch)?.exact;
    exact.set_memory_limit(positions.saturating_mul(8) as u64);
    let open = (0..periods.controls.len()).find(|&control| !periods.is_closed(control)).unwrap_or(0);
    let control = ControlState::new(open);
    // A coordinate that is not reduced, and may be of any size.
    let bounds = upper_bounds(ruleset.exists(), ruleset.dimension());
    let common = periods.in_common();
    let track = (0..common.len()).find(|&track| common[track].is_none() && bounds[track].is_none());
    let track = track.unwrap_or(0);
    let mut probe = vec![0; ruleset.dimension()];
    // If no coordinate may be of any size, there may be fewer positions.
    let within = |x: u64| usize::try_from(x).is_ok_and(|x| x <= positions);
    while exact.positions() < positions && within(probe[track]) && exact.value(&probe, control)?.is_some() {
        probe[track] += 1 + probe[track] / 8;
    }
    Ok(exact)
}

/// Further periods in each class of the common coordinates.
fn within_classes(
    exact: &Exact,
    (weights, bounds): (&[u64], &[Option<u64>]),
    positions: usize,
    periods: &Periods,
) -> BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>> {
    let common = periods.in_common();
    let mut classes: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    let (mut seen, mut key) = (Vec::new(), Vec::new());
    let closed: Vec<bool> = (0..periods.controls.len()).map(|control| periods.is_closed(control)).collect();
    exact.for_each_lightest(positions, &mut |coordinates, control, value| {
        if closed[control.index()] {
            return;
        }
        key.clear();
        class_of(&common, coordinates, &mut key);
        let class = classes.get(&key[..]).copied().unwrap_or_else(|| {
            classes.insert(key.clone(), seen.len());
            seen.push(Differences::new(weights));
            seen.len() - 1
        });
        seen[class].add(exact, coordinates, control, value);
    });
    let periodic = |class: &usize| -> Vec<Option<PeriodicCoordinate>> {
        let tracks = common.iter().enumerate();
        tracks
            .map(|(track, common)| match (common, bounds[track]) {
                (None, None) => seen[*class].period(track),
                _ => None,
            })
            .collect()
    };
    classes.iter().map(|(class, number)| (class.clone(), periodic(number))).collect()
}

/// The differences seen in all coordinates.
#[derive(Clone)]
struct Differences<'a> {
    weights: &'a [u64],
    tracks: Vec<Track>,
    /// The greatest rank.
    greatest: u64,
}

/// The differences seen in one coordinate.
#[derive(Clone, Copy, Default)]
struct Track {
    /// For periods 1 and 2, the last difference of values that are one period apart.
    differ: [Difference; 2],
    largest: u64,
}

/// The last of some differences.
#[derive(Clone, Copy, Default)]
struct Difference {
    /// One more than the lower value of the coordinate.
    end: u64,
    /// The least rank at which it is seen.
    rank: u64,
}

impl<'a> Differences<'a> {
    fn new(weights: &'a [u64]) -> Self {
        Self { weights, tracks: vec![Track::default(); weights.len()], greatest: 0 }
    }

    fn add(&mut self, exact: &Exact, coordinates: &[u64], control: ControlState, value: Value) {
        let rank = coordinates.iter().zip(self.weights).map(|(&x, &w)| x * w).sum();
        self.greatest = self.greatest.max(rank);
        let mut before = coordinates.to_vec();
        for (track, seen) in self.tracks.iter_mut().enumerate() {
            let here = coordinates[track];
            seen.largest = seen.largest.max(here);
            for (period, last) in (1..).zip(&mut seen.differ) {
                let Some(earlier) = here.checked_sub(period) else { continue };
                let matters = earlier >= last.end || earlier + 1 == last.end && rank < last.rank;
                before[track] = earlier;
                if matters && exact.known(&before, control).is_some_and(|known| known != value) {
                    *last = Difference { end: earlier + 1, rank };
                }
            }
            before[track] = here;
        }
    }

    /// The period of a coordinate. Some periods have to follow the last difference, and the last
    /// difference has to lie within the lower half of the ranks: otherwise it may be one of many
    /// that continue where the others are larger.
    fn period(&self, track: usize) -> Option<PeriodicCoordinate> {
        let Track { differ, largest } = self.tracks[track];
        let found = (1..).zip(differ).find(|&(period, Difference { end, rank })| {
            end <= MOST_PREPERIOD && end * 2 + 3 * period <= largest && rank <= self.greatest / 2
        });
        found.map(|(period, Difference { end, .. })| PeriodicCoordinate { preperiod: end, period })
    }

    /// Whether the differences end before the region does, so that they may have ended for good.
    fn may_have_ended(&self, track: usize) -> bool {
        let Track { differ: [_, Difference { end, .. }], largest } = self.tracks[track];
        end <= MOST_PREPERIOD && end + 3 < largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surveyed(rules: &str, positions: usize) -> Survey {
        let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
        let outcome = Valuation::NormalOutcome;
        survey(&ruleset, outcome, positions, &Watch::unlimited()).unwrap()
    }

    #[test]
    fn what_is_periodic_in_nim_with_a_pass_is_seen() {
        let Survey::Seem(periods) = surveyed("small-pass", 30_000) else { panic!("a few coordinates are") };
        let from = |preperiod| Some(PeriodicCoordinate { preperiod, period: 2 });
        assert_eq!(periods.controls, [vec![from(2), None, from(2), None], vec![from(0); 4]]);
        let open = periods.within.iter().filter(|(_, within)| within.iter().all(Option::is_none));
        let open: Vec<&[u64]> = open.map(|(class, _)| class.as_slice()).collect();
        assert_eq!(open, [[0, 0, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]]);
        assert_eq!(periods.within.len(), 16);
    }

    #[test]
    fn differences_that_go_on_along_a_diagonal_are_no_preperiod() {
        // Lost exactly if b = a + 1 or both are 0, by decree: the last difference in b lies at a + 1.
        let rules = "counters a, b; move a -> a - 1; move b -> b - 1; stop when b = a + 1 or a + b = 0";
        assert!(!matches!(surveyed(rules, 30_000), Survey::Seem(_)));
    }

    #[test]
    fn a_small_look_does_not_tell() {
        assert!(matches!(surveyed("small-pass", 300), Survey::TooSmall));
    }
}
