//! Tests with random rulesets that every instruction set agrees with the reference solver.

use bouton_core::{ControlState, Limits, Ruleset, Valuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, InstructionSet, NumberPlan, SparsePlan};
use bouton_testdata::random::{existing_games, guarded_games, heap_games, many_heap_games, sparse_games};
use proptest::{prelude::*, sample::select};

/// Small boxes, with one side about a word long.
fn sides() -> impl Strategy<Value = (Vec<u64>, usize)> {
    let small = proptest::collection::vec(0u64..12, 5);
    (small, 0usize..5, select(&[5u64, 9, 62, 63, 64, 66][..]), 1usize..3).prop_map(
        |(mut sides, at, long, threads)| {
            // Five heaps of this size would be too many.
            sides[2] %= 6;
            sides[3..].iter_mut().for_each(|side| *side %= 4);
            sides[at] = long;
            (sides, threads)
        },
    )
}

/// Returns the box with the first `dimension` sides. Shorter ones are halved until it has at most
/// 20,000 positions, so that play by definition, in which a position may have most of the box as
/// options, ends in seconds.
fn bounded(sides: &[u64], dimension: usize) -> Vec<u64> {
    let mut last = sides[..dimension].to_vec();
    while last.iter().map(|&side| side + 1).product::<u64>() > 20_000 {
        let longest = (0..dimension).max_by_key(|&at| last[at]).expect("a coordinate");
        let next = (0..dimension).filter(|&at| at != longest).max_by_key(|&at| last[at]);
        last[next.expect("a box of one side is small")] /= 2;
    }
    last
}

fn for_each(last: &[u64], mut visit: impl FnMut(&[u64])) {
    let mut position = vec![0; last.len()];
    loop {
        visit(&position);
        let Some(place) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else { return };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

fn reference(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Vec<u32> {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        valuation,
        &Watch::unlimited(),
    );
    let mut values = Vec::new();
    for_each(last, |position| {
        for control in 0..ruleset.controls().len() {
            let control = ControlState(u8::try_from(control).unwrap());
            values.push(solver.value(&Node { coordinates: position.to_vec(), control }).unwrap());
        }
    });
    values
}

fn looked_up(
    ruleset: &Ruleset,
    last: &[u64],
    value: &dyn Fn(&[u64], ControlState) -> Option<u32>,
) -> Vec<u32> {
    let mut values = Vec::new();
    for_each(last, |position| {
        for control in 0..ruleset.controls().len() {
            values.push(value(position, ControlState(u8::try_from(control).unwrap())).unwrap());
        }
    });
    values
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn outcomes(text in prop_oneof![3 => heap_games(), 1 => guarded_games()], (sides, threads) in sides()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        let last = &bounded(&sides, ruleset.dimension());
        let valuation = Valuation::outcome(ruleset.convention());
        let expected = reference(&ruleset, valuation, last);
        for instructions in InstructionSet::available() {
            // One vector for each panel, so that small boxes have several panels.
            let Ok(plan) = BoxPlan::in_panels(&ruleset, valuation, last, threads) else { continue };
            let watch = Watch::new(&Limits { threads, memory: 1 << 30, time: None });
            let counts = plan.count(&watch).unwrap();
            let table = plan.with_instructions(instructions).table(&watch).unwrap();
            let found = looked_up(&ruleset, last, &|position, control| table.value(position, control));
            prop_assert!(found == expected, "{text} {last:?} {}", instructions.name());
            let mut counted = vec![vec![0u128; counts[0].len()]; counts.len()];
            for (number, &value) in expected.iter().enumerate() {
                counted[number % counts.len()][value as usize] += 1;
            }
            prop_assert_eq!(counts, counted, "{} {:?}", &text, last);
        }
    }

    /// With more than five heaps some coordinates are kept sorted.
    #[test]
    fn outcomes_of_many_heaps(text in many_heap_games(), upto in 1u64..=3, threads in 1usize..3) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        let last = &vec![upto.min(9 - ruleset.dimension() as u64); ruleset.dimension()];
        let valuation = Valuation::outcome(ruleset.convention());
        let watch = Watch::new(&Limits { threads, memory: 1 << 30, time: None });
        if BoxPlan::new(&ruleset, valuation, last).is_err() {
            return Ok(());
        }
        let expected = reference(&ruleset, valuation, last);
        let mut counted = vec![vec![0u128; 8]; ruleset.controls().len()];
        for (number, &value) in expected.iter().enumerate() {
            counted[number % ruleset.controls().len()][value as usize] += 1;
        }
        for used in [true, false] {
            let plan = BoxPlan::new(&ruleset, valuation, last).unwrap().with_symmetry(used);
            for (counts, counted) in plan.count(&watch).unwrap().iter().zip(&counted) {
                prop_assert_eq!(counts, &counted[..counts.len()], "{} {:?} {}", &text, last, used);
            }
            let table = plan.table(&watch).unwrap();
            let found = looked_up(&ruleset, last, &|position, control| table.value(position, control));
            prop_assert!(found == expected, "{text} {last:?} {used}");
        }
    }

    #[test]
    fn rows_with_one_lost_position(text in sparse_games(), (mut sides, _) in sides(), equal in any::<bool>()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        if equal {
            // Engines for interchangeable heaps visit them in order; the reference solver has to
            // visit all positions.
            let most = match ruleset.dimension() {
                0..=2 => 60,
                3 => 14,
                _ => 5,
            };
            sides = vec![sides[0].min(most); sides.len()];
        }
        let last = &bounded(&sides, ruleset.dimension());
        let valuation = Valuation::outcome(ruleset.convention());
        let Ok(plan) = SparsePlan::new(&ruleset, valuation, last) else { return Ok(()) };
        let expected = reference(&ruleset, valuation, last);
        let watch = Watch::unlimited();
        let counts = plan.count(&watch).unwrap();
        let table = plan.table(&watch).unwrap();
        let found = looked_up(&ruleset, last, &|position, control| table.value(position, control));
        prop_assert!(found == expected, "{text} {last:?}");
        let mut counted = vec![vec![0u128; 2]; counts.len()];
        for (number, &value) in expected.iter().enumerate() {
            counted[number % counts.len()][value as usize] += 1;
        }
        prop_assert_eq!(counts, counted, "{} {:?}", &text, last);
    }

    /// Grundy values and remoteness are those of the rules for any winning condition, moves,
    /// guards, stops and passes. They are counted, too.
    #[test]
    fn numbers(
        text in prop_oneof![3 => heap_games(), 2 => guarded_games()],
        (mut sides, _) in sides(),
        equal in select(&[None, Some(1), Some(3), Some(8), Some(20)][..]),
    ) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        if let Some(equal) = equal {
            // Only sorted positions of interchangeable heaps are stored; five heaps of this size
            // would be too many.
            let dimension = ruleset.dimension();
            sides = vec![if dimension > 3 { u64::min(equal, 4) } else { equal }; dimension];
        }
        let last = &bounded(&sides, ruleset.dimension());
        for valuation in [Valuation::Grundy, Valuation::Remoteness] {
            let Ok(plan) = NumberPlan::new(&ruleset, valuation, last) else { continue };
            let expected = reference(&ruleset, valuation, last);
            let counts = plan.count(&Watch::unlimited()).unwrap();
            let mut counted = vec![Vec::new(); counts.len()];
            for (number, &value) in expected.iter().enumerate() {
                let own: &mut Vec<u128> = &mut counted[number % counts.len()];
                own.resize(own.len().max(value as usize + 1), 0);
                own[value as usize] += 1;
            }
            prop_assert_eq!(counts, counted, "{} {:?} {:?}", &text, last, valuation);
            // The planned memory is enough, and with less no work begins.
            let memory = u64::try_from(plan.bytes()).unwrap();
            let of = |memory| Watch::new(&Limits { memory, ..Limits::default() });
            prop_assert!(plan.clone().table(&of(memory - 1)).is_err());
            let table = plan.table(&of(memory)).unwrap();
            let found = looked_up(&ruleset, last, &|position, control| table.value(position, control));
            prop_assert!(found == expected, "{text} {last:?} {valuation:?}");
        }
    }

    /// Where some positions do not exist, every engine that supports the rules is correct about
    /// those that do.
    #[test]
    fn positions_that_exist(text in existing_games(), sides in proptest::collection::vec(0u64..14, 3), long in any::<bool>()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        let mut last = sides[..ruleset.dimension()].to_vec();
        if long {
            last[0] = 70;
        }
        let last = &last[..];
        let watch = Watch::unlimited();
        let outcome = Valuation::outcome(ruleset.convention());
        for valuation in [outcome, Valuation::Grundy, Valuation::Remoteness] {
            let bits = BoxPlan::new(&ruleset, valuation, last).ok().map(|plan| plan.table(&watch).unwrap());
            let rows = SparsePlan::new(&ruleset, valuation, last).ok().map(|plan| plan.table(&watch).unwrap());
            let numbers = NumberPlan::new(&ruleset, valuation, last).ok().map(|plan| plan.table(&watch).unwrap());
            let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &watch);
            let mut wrong = None;
            for_each(last, |position| {
                if !ruleset.has(position) {
                    return;
                }
                for control in 0..u8::try_from(ruleset.controls().len()).unwrap() {
                    let control = ControlState(control);
                    let expected = solver.value(&Node { coordinates: position.to_vec(), control }).unwrap();
                    let found = [
                        bits.as_ref().map(|table| table.value(position, control)),
                        rows.as_ref().map(|table| table.value(position, control)),
                        numbers.as_ref().map(|table| table.value(position, control)),
                    ];
                    if found.iter().flatten().any(|found| *found != Some(expected)) {
                        wrong.get_or_insert((position.to_vec(), control, expected, found));
                    }
                }
            });
            prop_assert!(wrong.is_none(), "{text} {last:?} {valuation:?}: {wrong:?}");
        }
    }
}

/// Tests that the property above is not vacuous: some engine supports most of the random rules.
#[test]
fn random_rules_are_supported() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut taken = [0; 3];
    for _ in 0..200 {
        let text = existing_games().new_tree(&mut runner).unwrap().current();
        let Ok(game) = bouton_rules::Game::parse(&text) else { continue };
        let Ok(ruleset) = game.ruleset() else { continue };
        let last = vec![9; ruleset.dimension()];
        let outcome = Valuation::outcome(ruleset.convention());
        taken[0] += usize::from(BoxPlan::new(&ruleset, outcome, &last).is_ok());
        taken[1] += usize::from(SparsePlan::new(&ruleset, outcome, &last).is_ok());
        taken[2] += usize::from(NumberPlan::new(&ruleset, Valuation::Remoteness, &last).is_ok());
    }
    assert!(taken[0] > 50 && taken[2] > 50, "{taken:?}");
}
