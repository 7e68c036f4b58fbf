//! Marking from lost positions agrees with looking at all options, in any order of growth of the
//! table.

use bouton_core::{ControlState, Valuation};
use bouton_rules::Game;
use bouton_solve::{LimitReached, Limits, Moves, Node, RulesetOptions, Solver, Table, Watch};
use proptest::prelude::*;

const OUTCOMES: &[Valuation] =
    &[Valuation::NormalOutcome, Valuation::MisereOutcome, Valuation::MisereOutcomeAndEnd];

/// Moves of three counters: with parameters that are determined by the position moved to, or not,
/// between bounds, under congruences, disjunctions, divisions.
fn a_move() -> impl Strategy<Value = String> {
    (0..12usize, 1u64..4, 1u64..4, 0u64..3).prop_map(|(kind, k, m, r)| match kind {
        0 => "move a -> x where x < a".to_owned(),
        1 => format!("move c -> x where {} * x < c", m + 1),
        2 => format!("move a, b -> a - s, b - t where s >= {k}, t >= {r}, s - t < {m}, t - s < {m}"),
        3 => "move a, b -> s, t where s + t < a + b".to_owned(),
        4 => format!("move b -> b div {} when b >= 1", m + 1),
        5 => format!("move a -> a - t where t >= 1, t <= {k}, t != b"),
        6 => format!("move a, c -> a - t, c - t where t >= {k} when a > c"),
        7 => format!("move b -> b - {k} when c mod {} = {}", m + 1, r.min(m)),
        8 => "move a, b -> b, a - 1 when a > b".to_owned(),
        9 => format!("move b, c -> b - {m}, c + {} when b > c or a = {r}", m - 1),
        10 => format!("move c -> c - {} * t where t >= 1, t <= a + {r}", m + 1),
        _ => format!("move a, b, c -> a - t, b - u, c - t - u where t + u >= {k}"),
    })
}

fn rules() -> impl Strategy<Value = String> {
    let stop = prop_oneof![
        3 => Just(String::new()),
        1 => Just("\nstop when a = 0".to_owned()),
        1 => Just("\nstop when b > c + 2 or a + c = 1".to_owned()),
    ];
    (prop::collection::vec(a_move(), 1..4), stop)
        .prop_map(|(moves, stop)| format!("counters a, b, c\n{}{stop}", moves.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn marks_and_options_agree(
        text in rules(),
        asked in prop::collection::vec(prop::collection::vec(0u64..9, 3), 1..6),
    ) {
        let Ok(game) = Game::parse(&text) else { return Err(TestCaseError::reject("no game")) };
        let Ok(ruleset) = game.ruleset() else { return Err(TestCaseError::reject("no end")) };
        prop_assume!(ruleset.rank().is_some());
        for &valuation in OUTCOMES {
            let mut table = Table::new(&ruleset, valuation, &Watch::unlimited()).unwrap();
            let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &Watch::unlimited());
            for coordinates in &asked {
                let expected = solver.value(&Node { coordinates: coordinates.clone(), control: ControlState(0) });
                prop_assert_eq!(table.value(coordinates, ControlState(0)), expected, "{} {:?}", text, coordinates);
            }
        }
    }
}

/// Games with many moves to lost positions, for which marking stops early.
const MOSTLY_LOST: &[&str] = &[
    "counters a, b; move a, b -> x, y where x < a, y < b; stop when a = 0 or b <= 1",
    "heaps 3; move take any from h1; move take any from h2 when h1 > 0; stop when h3 mod 2 = 0 or h2 < 4",
];

#[test]
fn tables_go_on_without_marks() {
    for text in MOSTLY_LOST {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let dimension = ruleset.dimension();
        for &valuation in OUTCOMES {
            let mut table = Table::new(&ruleset, valuation, &Watch::unlimited()).unwrap();
            let mut solver = Solver::new(
                RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
                valuation,
                &Watch::unlimited(),
            );
            for step in 0u64..40 {
                let coordinates: Vec<u64> =
                    (0..dimension as u64).map(|i| step * (7 + 4 * i) % (20 + step)).collect();
                let expected =
                    solver.value(&Node { coordinates: coordinates.clone(), control: ControlState(0) });
                assert_eq!(table.value(&coordinates, ControlState(0)), expected, "{text} {coordinates:?}");
            }
        }
    }
}

#[test]
fn a_table_that_was_stopped_goes_on_with_whole_marks() {
    let text = "counters a, b; move a -> x where x < a; move b -> x where x < b; \
                move a, b -> a - s, b - t where s >= 1, t >= 1, s <= a, t <= b, s - t < 2, t - s < 2";
    let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
    let control = ControlState(0);
    let mut whole = Table::new(&ruleset, Valuation::MisereOutcome, &Watch::unlimited()).unwrap();
    whole.grow_to_largest(90).unwrap();
    let watch = Watch::unlimited();
    let stage = watch.within(0);
    let mut table = stage.prepare(|| Table::new(&ruleset, Valuation::MisereOutcome, &stage)).unwrap();
    let mut stops = 0;
    while let Err(limit) = table.grow_to_largest(90) {
        assert!(matches!(limit, LimitReached::Work { .. }), "{limit}");
        stops += 1;
        stage.grant(2_500);
        assert!(stops < 1_000);
    }
    assert!(stops > 10, "{stops}");
    let mut saved = Vec::new();
    table.save(&mut saved).unwrap();
    let mut restored = Table::new(&ruleset, Valuation::MisereOutcome, &Watch::unlimited()).unwrap();
    restored.restore(&mut &saved[..]).unwrap();
    for (a, b) in (0..60).flat_map(|a| (0..60).map(move |b| (a, b))) {
        let expected = whole.value(&[a, b], control);
        assert_eq!(table.value(&[a, b], control), expected, "{a}, {b}");
        assert_eq!(restored.value(&[a, b], control), expected, "{a}, {b}");
        stage.grant(1 << 20);
    }
    assert_eq!(table.positions(), restored.positions());
}

#[test]
fn without_memory_for_marks_options_are_looked_at() {
    // The 1,326 positions of a byte each and their numbering fit, but no marks.
    let text = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps";
    let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
    let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap().counted_bytes();
    let watch = Watch::new(&Limits { memory: 1_800 + moves, ..Limits::default() });
    let mut table = Table::new(&ruleset, Valuation::NormalOutcome, &watch).unwrap();
    table.grow_to_largest(50).unwrap();
    assert_eq!([[29, 47], [29, 46], [17, 28]].map(|x| table.known(&x, ControlState(0))), [0, 1, 0].map(Some));
}

/// Games of two heaps, each of which may fall to any smaller number.
const PAIRS: &[&str] = &[
    "heaps 2; move take any from 1 heap",
    "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
    "heaps 2; move take any from 1 heap; move take the same odd from 2 heaps; move take 1..2 from 1 heap",
    "heaps 2; move take any from 1 heap; move take 1..3 from exactly 2 heaps",
    "heaps 2; move take any from 1 heap; move take at most half from a largest heap; move take 1 from 2 heaps",
];

#[test]
fn lost_pairs_are_those_of_play() {
    for text in PAIRS {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        for &valuation in OUTCOMES {
            let watch = Watch::unlimited();
            let mut solver = Solver::new(RulesetOptions::new(&ruleset, &watch).unwrap(), valuation, &watch);
            let mut table = Table::new(&ruleset, valuation, &watch).unwrap();
            // Larger and larger regions, beyond 128 numbers.
            for largest in [0, 1, 5, 6, 40, 140] {
                table.grow_to_largest(largest).unwrap();
            }
            let mut lost = Vec::new();
            for (x, y) in (0..=140).flat_map(|y| (0..=y).map(move |x| (x, y))) {
                let expected =
                    solver.value(&Node { coordinates: vec![x, y], control: ControlState(0) }).unwrap();
                assert_eq!(table.known(&[y, x], ControlState(0)), Some(expected), "{text} {x} {y}");
                lost.extend((expected == 0).then_some([x, y]));
            }
            assert_eq!(table.lost_pairs(), lost, "{text}");
            let mut bytes = Vec::new();
            table.save(&mut bytes).unwrap();
            let mut again = Table::new(&ruleset, valuation, &watch).unwrap();
            again.restore(&mut &bytes[..]).unwrap();
            assert_eq!(again.lost_pairs(), lost, "{text}");
            for largest in [160, 270] {
                again.grow_to_largest(largest).unwrap();
                table.grow_to_largest(largest).unwrap();
                assert_eq!(again.lost_pairs(), table.lost_pairs(), "{text}");
            }
        }
    }
}

#[test]
fn lost_pairs_go_on_where_they_were_stopped() {
    let mut stops = 0;
    for text in PAIRS {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let (whole, valuation) = (Watch::unlimited(), Valuation::MisereOutcomeAndEnd);
        let mut expected = Table::new(&ruleset, valuation, &whole).unwrap();
        expected.grow_to_largest(300).unwrap();
        let stage = whole.within(0);
        let mut table = stage.prepare(|| Table::new(&ruleset, valuation, &stage)).unwrap();
        while let Err(limit) = table.grow_to_largest(300) {
            assert!(matches!(limit, LimitReached::Work { .. }), "{limit}");
            stops += 1;
            stage.grant(5_000);
            assert!(stops < 10_000);
        }
        assert_eq!(table.lost_pairs(), expected.lost_pairs(), "{text}");
        for (x, y) in (0..=300).flat_map(|y| (0..=y).map(move |x| (x, y))) {
            let [found, right] = [&table, &expected].map(|table| table.known(&[x, y], ControlState(0)));
            assert_eq!(found, right, "{text} {x} {y}");
        }
    }
    assert!(stops > PAIRS.len() + 5, "{stops}");
}
