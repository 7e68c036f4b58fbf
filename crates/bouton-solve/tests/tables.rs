//! Tables stay exact where values, heaps and limits are unusual.

use bouton_core::{ControlState, Ruleset, StandardValuation};
use bouton_rules::Game;
use bouton_solve::{LimitReached, Limits, Node, RulesetOptions, Solver, Table, analyse};

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
    let mut table = Table::new(&ruleset, StandardValuation::Grundy, Limits::default());
    for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
        // One heap of a + b objects from which any number may be taken.
        assert_eq!(table.value(&[a, b], ControlState(0)), Ok(u32::try_from(a + b).unwrap()));
    }
}

#[test]
fn values_above_a_byte_are_kept_whole() {
    for text in ["heaps 1; move take any from 1 heap", "counters a; move a -> t where t < a"] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let mut table = Table::new(&ruleset, StandardValuation::Grundy, Limits::default());
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
        let limits = Limits { memory: 2_000, ..Limits::default() };
        let mut table = Table::new(&ruleset, StandardValuation::Grundy, limits);
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
fn widening_counts_against_the_limit() {
    // 300 values fit as bytes, but not as words.
    let ruleset = Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    let limits = Limits { memory: 1_000, ..Limits::default() };
    let mut table = Table::new(&ruleset, StandardValuation::Grundy, limits);
    assert!(matches!(table.value(&[300], ControlState(0)), Err(LimitReached::Memory { limit: 1_000, .. })));
    assert_eq!(table.value(&[255], ControlState(0)), Ok(255));
}

#[test]
fn a_position_with_too_many_options_is_refused_at_once() {
    let ruleset = Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    let position = Node { coordinates: vec![1 << 50, 5], control: ControlState(0) };
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let mut solver = Solver::new(RulesetOptions::new(&ruleset), StandardValuation::Grundy, limits);
    assert!(matches!(solver.value(&position), Err(LimitReached::Memory { .. })));
    assert!(matches!(analyse(&ruleset, &position, limits), Err(LimitReached::Memory { .. })));
}
