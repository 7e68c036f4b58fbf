use bouton_core::Valuation;

use super::*;
use crate::{Periods, Table};

fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed ^ *seed >> 29
}

#[test]
fn moves_within_the_rows_of_a_team_are_looked_up() {
    let mut seed = 1;
    for (planes, back) in [(1, 0), (1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1)] {
        let mut moves = Vec::new();
        for (from, to) in (0..planes).flat_map(|from| (0..planes).map(move |to| (from, to))) {
            for drop in 0..=back {
                if random(&mut seed) & 3 == 0 && (drop > 0 || to < from)
                    || drop == back && from == to && drop > 0
                {
                    moves.push((from, to, drop));
                }
            }
        }
        let order: Vec<usize> = (0..planes).collect();
        let scan = Scan::new(planes, &moves, &order).unwrap();
        let won: Vec<Vec<u64>> = (0..planes).map(|_| (0..6).map(|_| random(&mut seed)).collect()).collect();
        let mut expected = vec![vec![0; 6]; planes];
        for place in 0..6 * 64usize {
            for plane in 0..planes {
                let bit = |of: &[Vec<u64>], plane: usize, place: usize| {
                    of[plane][place / 64] >> (place % 64) & 1 == 1
                };
                let wins = moves.iter().any(|&(from, to, drop)| {
                    from == plane && place.checked_sub(drop).is_some_and(|below| bit(&expected, to, below))
                });
                if !wins && !bit(&won, plane, place) {
                    expected[plane][place / 64] |= 1 << (place % 64);
                }
            }
        }
        // At once, and in two parts.
        for first in [0, 2] {
            let mut rows: Vec<Vec<u64>> = won.iter().map(|won| won[first..].to_vec()).collect();
            let before: Vec<u64> = match first.checked_sub(1) {
                Some(last) => expected.iter().map(|row| row[last]).collect(),
                None => Vec::new(),
            };
            scan.settle(&before, &mut rows);
            let expected: Vec<&[u64]> = expected.iter().map(|row| &row[first..]).collect();
            assert_eq!(rows, expected, "{planes} planes, {moves:?}");
        }
    }
    assert!(Scan::new(2, &[(0, 0, 3)], &[0, 1]).is_none());
}

/// A game with a pass, with the periods of all but a few classes.
fn with_pass(rules: &str, open: &[&[u64]]) -> (Ruleset, Periods) {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let of = |preperiod| Some(PeriodicCoordinate { preperiod, period: 2 });
    let dimension = ruleset.dimension();
    let odd = |track: usize| if track.is_multiple_of(2) { of(2) } else { None };
    let common: Vec<_> = (0..dimension).map(odd).collect();
    let mut within = BTreeMap::new();
    for class in 0..4u64.pow(u32::try_from(dimension.div_ceil(2)).unwrap()) {
        let mut position = vec![0; dimension];
        position.iter_mut().step_by(2).fold(class, |rest, x| {
            *x = rest % 4;
            rest / 4
        });
        let closed = !open.contains(&&position[..]);
        let long = |track: usize| if closed && track % 2 == 1 { of(12) } else { None };
        within.insert(position, (0..dimension).map(long).collect());
    }
    (ruleset, Periods { controls: vec![common, vec![of(0); dimension]], within })
}

/// Every position up to a weight, outside the classes' representatives, too.
fn for_each_position(weights: &[u64], most: u64, position: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
    let Some(&weight) = weights.get(position.len()) else { return visit(position) };
    for x in 0..=most / weight {
        position.push(x);
        for_each_position(weights, most - x * weight, position, visit);
        position.pop();
    }
}

#[test]
fn rows_of_open_classes_have_the_values_of_all_rows() {
    let four: &[&[u64]] = &[&[0, 0, 0, 0], &[1, 0, 0, 0], &[0, 0, 1, 0]];
    let six: &[&[u64]] = &[&[0; 6], &[1, 0, 0, 0, 0, 0], &[0, 0, 1, 0, 0, 0], &[0, 0, 0, 0, 1, 0]];
    let long = "heap sizes 1..6; move take any from 1 heap; pass 1 unless empty";
    for (rules, open, all, most) in [("small-pass", four, 40, 260), (long, six, 24, 230)] {
        let (ruleset, periods) = with_pass(rules, open);
        let watch = Watch::unlimited();
        let common = Periods { within: BTreeMap::new(), ..periods.clone() };
        let mut whole = BitTable::new(&ruleset, &watch, &common).unwrap().unwrap();
        let reference = Valuation::NormalOutcome;
        let mut table = Table::new(&ruleset, reference, &watch).unwrap();
        let mut apart = BitTable::new(&ruleset, &watch, &periods).unwrap().unwrap();
        let first = apart.bytes_within(apart.planes.as_ref().unwrap().representatives(), u64::MAX).unwrap();
        apart.add_planes(&ruleset, &periods, first);
        // Each position to a weight, and rows of larger ones.
        for_each_position(ruleset.weights(), all, &mut Vec::new(), &mut |position| {
            for control in [ControlState(0), ControlState(1)] {
                let value = table.value(position, control).unwrap();
                assert_eq!(apart.value(position, control), Ok(value), "{position:?}");
            }
        });
        let mut seed = 1;
        let (mut lost, mut in_planes) = (0, 0);
        for step in 0..40_000u64 {
            let largest = most * (1 + step) / 40_000;
            let mut left = random(&mut seed) % (largest + 1);
            let mut position = vec![0; ruleset.dimension()];
            let rare = !random(&mut seed).is_multiple_of(4);
            for track in (0..ruleset.dimension()).rev() {
                let weight = ruleset.weights()[track];
                let most = if track % 2 == 0 && rare { 2 } else { left / weight + 1 };
                position[track] = (random(&mut seed) >> 7) % most.min(left / weight + 1);
                left -= weight * position[track];
            }
            let value = whole.value(&position, ControlState(0)).unwrap();
            assert_eq!(apart.value(&position, ControlState(0)), Ok(value), "{position:?}");
            assert_eq!(apart.known(&position, ControlState(0)), Some(value), "{position:?}");
            lost += u64::from(value == 0);
            in_planes = apart.planes.as_ref().unwrap().positions();
        }
        assert!(lost > 1000 && in_planes > 1000 && apart.positions() < whole.positions());
        let mut seen = 0;
        apart.for_each_sample(1 << 20, &mut |position, control, value| {
            seen += 1;
            assert_eq!(whole.value(position, control), Ok(value), "{position:?}");
        });
        assert!(seen > in_planes / 2);

        // A saved table continues.
        let mut saved = Vec::new();
        apart.save(&mut saved).unwrap();
        let mut restored = BitTable::new(&ruleset, &watch, &periods).unwrap().unwrap();
        restored.add_planes(&ruleset, &periods, first);
        restored.restore(&mut &saved[..]).unwrap();
        assert_eq!(restored.positions(), apart.positions());
        let mut far = vec![0; ruleset.dimension()];
        far[1] = most;
        assert_eq!(restored.value(&far, ControlState(0)), whole.value(&far, ControlState(0)));
        assert!(restored.planes.as_ref().unwrap().complete() >= Some(2 * most));
        let mut again = BitTable::new(&ruleset, &watch, &periods).unwrap().unwrap();
        again.add_planes(&ruleset, &periods, first);
        assert!(again.restore(&mut &saved[..saved.len() - 9]).is_err());
    }
}

#[test]
fn growth_continues_after_an_interruption() {
    let six: &[&[u64]] = &[&[0; 6], &[1, 0, 0, 0, 0, 0], &[0, 0, 1, 0, 0, 0], &[0, 0, 0, 0, 1, 0]];
    let rules = "heap sizes 1..6; move take any from 1 heap; pass 1 unless empty";
    let (ruleset, periods) = with_pass(rules, six);
    let common = Periods { within: BTreeMap::new(), ..periods.clone() };
    let mut whole = BitTable::new(&ruleset, &Watch::unlimited(), &common).unwrap().unwrap();
    let stage = Watch::unlimited().within(u64::MAX);
    let mut apart = BitTable::new(&ruleset, &stage, &periods).unwrap().unwrap();
    let first = apart.bytes_within(apart.planes.as_ref().unwrap().representatives(), u64::MAX).unwrap();
    apart.add_planes(&ruleset, &periods, first);
    stage.stand((0, 0));
    let (mut seed, mut interrupted) = (1, 0);
    for step in 0..4000u64 {
        let mut left = 100 + step / 20;
        let mut position = vec![0; 6];
        for track in [5, 3, 1] {
            let weight = ruleset.weights()[track];
            position[track] = (random(&mut seed) >> 7) % (left / weight + 1);
            left -= weight * position[track];
        }
        position[[0, 2, 4][(random(&mut seed) >> 7) as usize % 3]] = random(&mut seed) >> 7 & 1;
        let mut granted = 300;
        let value = loop {
            match apart.value(&position, ControlState(0)) {
                Err(LimitReached::Work { .. }) => {
                    // Half of the later growths are for a smaller region than the one that was interrupted.
                    interrupted += 1;
                    stage.grant(granted);
                    granted *= 2;
                    if interrupted % 2 == 0 {
                        position[1] /= 2;
                    }
                }
                value => break value.unwrap(),
            }
        };
        assert_eq!(Ok(value), whole.value(&position, ControlState(0)), "{position:?}");
    }
    let planes = apart.planes.as_ref().unwrap();
    assert!(interrupted > 8 && planes.complete() > Some(200));
    assert!(planes.positions() > 1000);
}

#[test]
fn no_rows_are_apart_where_most_classes_are_open() {
    let (ruleset, periods) = with_pass("small-pass", &[]);
    let periods = Periods { within: BTreeMap::new(), ..periods };
    let table = BitTable::new(&ruleset, &Watch::unlimited(), &periods).unwrap().unwrap();
    assert!(table.planes.is_none());
}
