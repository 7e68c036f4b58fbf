//! Tables stay exact for unusual values, heaps and limits.

use bouton_core::{ControlState, Ruleset, Valuation, ValueSet};
use bouton_rules::Game;
use bouton_solve::{
    BitTable, LimitReached, Limits, Moves, Node, PeriodicCoordinate, Periods, RulesetOptions, Solver, Table,
    Watch, exact_value,
};

/// A watch that allows these bytes beside those of the compiled moves.
fn beside_moves(ruleset: &Ruleset, bytes: u64) -> Watch {
    let moves = Moves::within(ruleset, &Watch::unlimited()).unwrap();
    Watch::new(&Limits { memory: bytes + moves.counted_bytes(), ..Limits::default() })
}

#[test]
fn a_symmetric_game_that_raises_heaps_is_solved_by_rank() {
    // From a + b objects any s + t < a + b may remain, in any shares.
    let mut parts = Game::parse("counters a, b; move a, b -> s, t where s + t < a + b")
        .unwrap()
        .ruleset()
        .unwrap()
        .into_parts();
    parts.interchangeable = true;
    let ruleset = Ruleset::new(parts).unwrap();
    let mut table = Table::new(&ruleset, Valuation::Grundy, &Watch::unlimited()).unwrap();
    for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
        // One heap of a + b objects from which any number may be taken.
        assert_eq!(table.value(&[a, b], ControlState(0)), Ok(u32::try_from(a + b).unwrap()));
    }
}

#[test]
fn values_above_a_byte_are_kept_whole() {
    for text in ["heaps 1; move take any from 1 heap", "counters a; move a -> t where t < a"] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let mut table = Table::new(&ruleset, Valuation::Grundy, &Watch::unlimited()).unwrap();
        assert_eq!(table.value(&[255], ControlState(0)), Ok(255));
        assert_eq!(table.value(&[700], ControlState(0)), Ok(700));
        assert_eq!(table.known(&[255], ControlState(0)), Some(255));
    }
}

#[test]
fn memory_is_refused_before_it_is_taken_and_what_was_solved_stays() {
    for text in [
        "heaps 3; move take any from 1 heap",
        "counters a, b, c; move a -> a - 1; move b -> b - 1; move c -> t where t < c",
    ] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let watch = &beside_moves(&ruleset, 2_000);
        let mut table = Table::new(&ruleset, Valuation::Grundy, watch).unwrap();
        let small = table.value(&[2, 3, 1], ControlState(0)).unwrap();
        let solved = table.positions();
        for far in [40, 1 << 30, 1 << 61, u64::MAX] {
            let reached = table.value(&[0, far, far], ControlState(0)).unwrap_err();
            assert!(
                matches!(reached, LimitReached::Memory { .. } | LimitReached::Coordinate(_)),
                "{reached}"
            );
        }
        assert_eq!((table.positions(), table.known(&[2, 3, 1], ControlState(0))), (solved, Some(small)));
    }
}

#[test]
fn how_many_positions_are_solved_is_known_ahead() {
    for text in [
        "heaps 3; move take any from 1 heap; pass 1 unless empty",
        "counters a, b; move a -> a - 1; move b -> t where t < b",
        "heap sizes 1..4; move take any from 1 heap; pass 1 unless empty",
    ] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let mut table = Table::new(&ruleset, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
        for most in [3, 5, 4] {
            let far: Vec<u64> = (0..ruleset.dimension() as u64).map(|track| most - track % 2).collect();
            let ahead = table.positions_for(&far);
            table.value(&far, ControlState(0)).unwrap();
            assert_eq!(ahead, table.positions() as u128, "{text}: {far:?}");
        }
        let far = vec![u64::MAX; ruleset.dimension()];
        assert!(table.positions_for(&far) > 1 << 60, "{text}");
    }
}

#[test]
fn widening_counts_against_the_limit() {
    // 300 values fit as bytes, but not as words.
    let ruleset = Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    let watch = &beside_moves(&ruleset, 1_000);
    let mut table = Table::new(&ruleset, Valuation::Grundy, watch).unwrap();
    assert!(matches!(table.value(&[300], ControlState(0)), Err(LimitReached::Memory { .. })));
    assert_eq!(table.value(&[255], ControlState(0)), Ok(255));
}

#[test]
fn a_position_with_too_many_options_is_refused_at_once() {
    let ruleset = Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    let position = Node { coordinates: vec![1 << 50, 5], control: ControlState(0) };
    let watch = &Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
    let mut solver =
        Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), Valuation::Grundy, watch);
    assert!(matches!(solver.value(&position), Err(LimitReached::Memory { .. })));
    let value = exact_value(&ruleset, Valuation::Grundy, &position, watch);
    assert!(matches!(value, Err(LimitReached::Memory { .. })));
}

/// Games with constant moves: one control state and several, guards, a stopping rule.
const CONSTANT_MOVES: &[&str] = &[
    "heap sizes 1..3; move take any from 1 heap",
    "heap sizes 1..4; move take any from 1 heap; pass 1 unless empty",
    "heap sizes 1..3; move take any from 1 heap; pass 2 unless empty",
    "heap sizes 1..3; move take 1..2 from 1 heap; stop when m2 > m1 + 3",
    "counters a, b; move a -> a - 1; move b -> b - 2 when a > 2; move a, b -> a - 1, b + 1 when a > b",
    "counters a; move a -> a - 1; move a -> a - 4",
];

#[test]
fn words_of_outcomes_agree_with_the_reference_solver() {
    for text in CONSTANT_MOVES {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let none = Periods::none(ruleset.dimension(), ruleset.controls().len());
        let mut bits = BitTable::new(&ruleset, &Watch::unlimited(), &none).unwrap().expect(text);
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            Valuation::NormalOutcome,
            &Watch::unlimited(),
        );
        // A growing region, so that rows are extended from where they ended.
        let sides = [3u64, 5, 8];
        for side in sides {
            let side = if ruleset.dimension() == 1 { side * 40 } else { side };
            let mut position = vec![0; ruleset.dimension()];
            'box_: loop {
                for control in 0..u8::try_from(ruleset.controls().len()).unwrap() {
                    let control = ControlState(control);
                    let node = Node { coordinates: position.clone(), control };
                    let value = solver.value(&node).unwrap();
                    assert_eq!(bits.value(&position, control), Ok(value), "{text} {position:?} {control:?}");
                    assert_eq!(bits.known(&position, control), Some(value));
                }
                let Some(place) = position.iter().position(|&x| x < side) else { break 'box_ };
                position[place] += 1;
                position[..place].fill(0);
            }
        }
        let mut seen = 0;
        bits.for_each_sample(2_000, &mut |position, control, value| {
            seen += 1;
            let node = Node { coordinates: position.to_vec(), control };
            if position.iter().sum::<u64>() < 60 {
                assert_eq!(solver.value(&node), Ok(value), "{text} {position:?}");
            }
        });
        assert!(seen > 100, "{text}: {seen}");
    }
}

#[test]
fn words_of_outcomes_that_were_solved_stay_when_work_ends() {
    let text = "heap sizes 1..4; move take any from 1 heap; pass 1 unless empty";
    let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
    let none = Periods::none(4, 2);
    let mut whole = BitTable::new(&ruleset, &Watch::unlimited(), &none).unwrap().unwrap();
    let stage = Watch::unlimited().within(0);
    let mut bits = stage.prepare(|| BitTable::new(&ruleset, &stage, &none)).unwrap().unwrap();
    let mut ends = 0;
    for size in [2, 5, 9, 14] {
        while let Err(limit) = bits.value(&[size; 4], ControlState(0)) {
            assert!(matches!(limit, LimitReached::Work { .. }), "{limit}");
            stage.grant(100);
            ends += 1;
            for position in (0..3u64.pow(4)).map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27]) {
                if let Some(known) = bits.known(&position, ControlState(0)) {
                    assert_eq!(whole.value(&position, ControlState(0)), Ok(known), "{position:?}");
                }
            }
        }
        assert_eq!(bits.value(&[size; 4], ControlState(0)), whole.value(&[size; 4], ControlState(0)));
    }
    assert!(ends > 20, "{ends}");
}

#[test]
fn words_of_outcomes_take_periods_that_are_there() {
    // With the pass: m1 and m3 have preperiod 2 and period 2; used: period 2 throughout.
    let ruleset = Game::parse("heap sizes 1..4; move take any from 1 heap; pass 1 unless empty")
        .unwrap()
        .ruleset()
        .unwrap();
    let late = Some(PeriodicCoordinate { preperiod: 2, period: 2 });
    let pure = Some(PeriodicCoordinate { preperiod: 0, period: 2 });
    let controls = vec![vec![late, None, late, None], vec![pure; 4]];
    // From m1 + m3 = 2 on the parities decide (Theorem 1 of Wong Oi Lin).
    let classes = (0..4).flat_map(|m1| (0..4).map(move |m3| vec![m1, 0, m3, 0]));
    let regular = classes.filter(|class| class[0] + class[2] >= 2);
    let within = regular.map(|class| (class, vec![None, pure, None, pure])).collect();
    let common = Periods { controls: controls.clone(), ..Periods::default() };
    let mut wide = BitTable::new(&ruleset, &Watch::unlimited(), &common).unwrap().unwrap();
    let mut bits =
        BitTable::new(&ruleset, &Watch::unlimited(), &Periods { controls, within }).unwrap().unwrap();
    let mut table = Table::new(&ruleset, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    for (m1, m2) in (0..7).flat_map(|a| (0..12).map(move |b| (a, b))) {
        for (m3, m4) in (0..6).flat_map(|a| (0..10).map(move |b| (a, b))) {
            for control in [ControlState(0), ControlState(1)] {
                let position = [m1, m2, m3, m4];
                let value = table.value(&position, control);
                assert_eq!(bits.value(&position, control), value, "{position:?}");
                assert_eq!(bits.known(&position, control), value.ok());
                assert_eq!(wide.value(&position, control), value, "{position:?}");
            }
        }
    }
    assert!(wide.positions() < table.positions());
    // The rows of m3 = 2 and 3 take next to nothing. (1, e, 0, f) is lost exactly if f − e mod 3 is 2.
    for table in [&mut bits, &mut wide] {
        assert_eq!(table.value(&[1, 150, 0, 50], ControlState(0)), Ok(0));
    }
    assert!(bits.positions() * 5 < wide.positions() * 3, "{} {}", bits.positions(), wide.positions());
    bits.for_each_lightest(5_000, &mut |position, control, value| {
        assert_eq!(table.value(position, control), Ok(value), "{position:?}");
    });
    bits.for_each_sample(500, &mut |position, control, value| {
        assert_eq!(wide.value(position, control), Ok(value), "{position:?}");
    });
}

#[test]
fn words_of_outcomes_are_refused_where_they_would_be_wrong_and_keep_to_the_memory() {
    let nim = Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    assert!(BitTable::new(&nim, &Watch::unlimited(), &Periods::none(2, 1)).unwrap().is_none());
    let ruleset = Game::parse(CONSTANT_MOVES[0]).unwrap().ruleset().unwrap();
    let watch = &Watch::new(&Limits { memory: 20_000, ..Limits::default() });
    let mut bits = BitTable::new(&ruleset, watch, &Periods::none(3, 1)).unwrap().unwrap();
    let near = bits.value(&[1, 1, 1], ControlState(0)).unwrap();
    for far in [10_000, u64::MAX / 2, u64::MAX] {
        let reached = bits.value(&[0, far, far], ControlState(0)).unwrap_err();
        assert!(matches!(reached, LimitReached::Memory { .. } | LimitReached::Coordinate(_)), "{reached}");
    }
    assert_eq!(bits.known(&[1, 1, 1], ControlState(0)), Some(near));
}

#[test]
fn tables_have_no_entries_beyond_the_bounds_of_coordinates() {
    for (text, bounds, valuation) in [
        ("heaps 3; positions where h1 <= 2; move take any from 1 heap; pass 1 unless empty", [2, 9], 0),
        ("heaps 3; positions where h1 <= 1, h2 <= 3; move take any from 1 heap", [1, 3], 1),
        (
            "heaps 3; positions where h1 <= 0, 2 * h2 <= 5; move take any from 1 heap; \
             move take the same any from 2 heaps; stop when at most 1 heap is nonempty; play misere",
            [0, 2],
            2,
        ),
        (
            "counters a, b, c; positions where a <= 3, b < 2; move a -> t where t < a; move c, a -> c - 1, 3 when c > 1",
            [3, 1],
            0,
        ),
    ] {
        let valuation =
            [Valuation::NormalOutcome, Valuation::Grundy, Valuation::MisereOutcomeAndEnd][valuation];
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let mut table = Table::new(&ruleset, valuation, &Watch::unlimited()).unwrap();
        let options = RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap();
        let mut solver = Solver::new(options, valuation, &Watch::unlimited());
        let ended = valuation.value(&ValueSet::new());
        let mut existing = 0;
        for number in 0..1000 {
            let position = [number / 100, number / 10 % 10, number % 10];
            let exists = position[0] <= bounds[0] && position[1] <= bounds[1];
            existing += usize::from(exists);
            for control in ruleset.control_states() {
                // A position that does not exist has no options.
                let node = Node { coordinates: position.to_vec(), control };
                let expected = if exists { solver.value(&node).unwrap() } else { ended };
                assert_eq!(table.value(&position, control), Ok(expected), "{text} {position:?}");
                assert_eq!(table.known(&position, control), Some(expected));
                assert_eq!(table.value_within(&position, control), Ok(Some(expected)));
            }
        }
        // Twice as many lie between the box and the rank of its last position, at most.
        let controls = ruleset.controls().len();
        assert!(table.positions() <= 3 * existing * controls, "{text} {}", table.positions());
        assert_eq!(table.value(&[1 << 40, 0, 0], ControlState(0)), Ok(ended));
        assert!(table.positions_for(&[1 << 40, 9, 9]) <= (3 * existing * controls) as u128);
        let before = table.positions();
        table.grow_to_largest(9).unwrap();
        assert_eq!(table.positions(), before, "{text}");
    }
}
