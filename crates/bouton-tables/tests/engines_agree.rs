//! Tests that every instruction set agrees with the reference solver.

use bouton_core::{ControlState, Limits, Ruleset, Valuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, InstructionSet, LostPairs, NumberPlan, SparsePlan};

fn ruleset(rules: &str) -> Ruleset {
    bouton_rules::resolve(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}")).ruleset().unwrap()
}

/// Compares the value of each position of a box with the reference, and its counts with the counted
/// values.
fn compare(
    solver: &mut Solver<RulesetOptions>,
    context: &str,
    last: &[u64],
    counts: &mut [Vec<u128>],
    value: &dyn Fn(&[u64], ControlState) -> Option<u32>,
) {
    let mut position = vec![0; last.len()];
    loop {
        for (control, counts) in (0u8..).zip(counts.iter_mut()) {
            let control = ControlState(control);
            let expected = solver.value(&Node { coordinates: position.clone(), control }).unwrap();
            assert_eq!(value(&position, control), Some(expected), "{context} {position:?} {control:?}");
            counts[expected as usize] = counts[expected as usize].wrapping_sub(1);
        }
        let Some(place) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else { break };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
    assert!(counts.iter().flatten().all(|&count| count == 0), "{context}");
}

/// Compares all positions of a box, and their counts.
fn agree(rules: &str, last: &[u64], threads: usize) {
    let ruleset = ruleset(rules);
    let valuation = Valuation::outcome(ruleset.convention());
    let mut solver = Solver::new(
        RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
        valuation,
        &Watch::unlimited(),
    );
    for instructions in InstructionSet::available() {
        // Panels are narrow, so that small boxes have several.
        let plan = || {
            BoxPlan::in_panels(&ruleset, valuation, last, if threads > 1 { 1 } else { 2 })
                .unwrap_or_else(|unfit| panic!("{rules}: {unfit}"))
                .with_instructions(instructions)
        };
        let watch = Watch::new(&Limits { threads, memory: u64::MAX, time: None });
        let mut counts = plan().count(&watch).unwrap();
        let table = plan().table(&watch).unwrap();
        let context = format!("{rules} {}", instructions.name());
        compare(&mut solver, &context, last, &mut counts, &|at, control| table.value(at, control));
    }
}

#[test]
fn bounded_moves() {
    agree("heaps 2; move take 1..3 from 1 heap", &[140, 131], 1);
    agree("heaps 2; move take 1..3 from 1 heap", &[3, 7], 1);
    agree("heaps 3; move take 1..2 in total from at most 2 heaps", &[20, 70, 17], 1);
    agree("two-in-total", &[11, 11, 11, 11], 1);
    agree("two-in-total", &[2, 3, 70, 5], 2);
    agree("heaps 5; move take 1..2 from 1 heap", &[4; 5], 2);
    agree("heaps 3; move take {1, 4, 66} from 1 heap", &[3, 140, 75], 2);
    agree(
        "counters a, b, c; move a, b -> a - 1, b - 2; move c -> c - 3; move a -> a - 1 when b > a",
        &[9, 70, 20],
        2,
    );
}

#[test]
fn unbounded_moves() {
    agree("wythoff", &[150, 150], 1);
    agree("heaps 3; move take any from 1 heap", &[20, 20, 20], 1);
    agree("heaps 3; move take any from 1 heap", &[3, 68, 66], 2);
    agree("heaps 3; move take any from 1 heap", &[20, 68, 19], 2);
    agree("heaps 5; move take any from 1 heap; move take the same any from 2 heaps", &[10, 2, 9, 3, 11], 2);
    agree("heaps 4; move take any from at most 2 heaps", &[7; 4], 2);
    agree("heaps 3; move take any from exactly 2 heaps", &[20, 17, 19], 2);
    agree("heaps 3; move take odd from 1 heap; move take the same any from 2 heaps", &[12, 66, 14], 1);
    agree("heaps 2; move take at least 3 from 1 heap", &[70, 70], 1);
    agree("heaps 3; move take the same any from 3 heaps; move take 1 from 1 heap", &[14, 14, 14], 2);
}

#[test]
fn guards_and_conventions() {
    agree("heaps 3; move take 1 from a largest heap", &[14, 68, 13], 1);
    agree(
        "heaps 4; move take any from 1 heap; stop when at most 1 heap is nonempty; play misere",
        &[6; 4],
        2,
    );
    agree("heaps 3; move take any from 1 heap; play misere", &[10, 67, 9], 1);
    agree("heaps 3; move take 2..3 from 1 heap; play misere", &[10, 67, 9], 1);
    agree("heaps 3; move take any from 1 heap; pass 1 unless empty", &[10, 66, 9], 2);
    agree("heaps 2; move take 1..3 from 1 heap; pass 2 unless empty; play misere", &[68, 9], 1);
    agree("heaps 3; players 3 podium; move take any from 1 heap", &[12, 66, 9], 2);
    agree("heaps 3; players 5 podium; move take 1..3 from 1 heap", &[12, 66, 9], 1);
    agree("heaps 4; players 3 coalition; move take any from 1 heap", &[6; 4], 2);
    agree("heaps 2; players 3 coalition; move take 1..4 from 1 heap", &[66, 70], 1);
}

/// With more than five interchangeable heaps, some are kept sorted, unless marks are carried along
/// them.
#[test]
fn many_heaps() {
    agree("heaps 6; move take 1..3 from 1 heap", &[4; 6], 1);
    agree("heaps 7; move take 1..2 in total from at most 2 heaps", &[2; 7], 2);
    agree("heaps 6; move take any from 1 heap", &[4; 6], 1);
    agree("heaps 7; move take any from 1 heap; stop when at most 1 heap is nonempty", &[2; 7], 2);
    agree("heaps 6; players 3 podium; move take any from at most 2 heaps", &[3; 6], 2);
    agree("heaps 6; move take odd from 1 heap; pass 1 unless empty; play misere", &[3; 6], 1);
    agree("heaps 6; players 3 coalition; move take the same any from 2 heaps", &[3; 6], 2);
}

/// Compares the Grundy values and the remoteness of all positions of a box.
fn numbers_agree(rules: &str, last: &[u64]) {
    let ruleset = ruleset(rules);
    let two = matches!(ruleset.convention(), bouton_core::Convention::Normal);
    for valuation in [Valuation::Grundy, Valuation::Remoteness].into_iter().take(1 + usize::from(two)) {
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            valuation,
            &Watch::unlimited(),
        );
        let plan =
            NumberPlan::new(&ruleset, valuation, last).unwrap_or_else(|unfit| panic!("{rules}: {unfit}"));
        let table = plan.table(&Watch::unlimited()).unwrap();
        let mut position = vec![0; last.len()];
        loop {
            for control in
                (0..ruleset.controls().len()).map(|control| ControlState(u8::try_from(control).unwrap()))
            {
                let expected = solver.value(&Node { coordinates: position.clone(), control }).unwrap();
                let found = table.value(&position, control);
                assert_eq!(found, Some(expected), "{rules} {position:?} {control:?} {valuation:?}");
            }
            let Some(place) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else {
                break;
            };
            position[place] += 1;
            position[place + 1..].fill(0);
        }
    }
}

#[test]
fn numbers() {
    numbers_agree("heaps 1; move take any from 1 heap", &[300]);
    numbers_agree("heaps 1; move take {2, 5, 7} from 1 heap", &[300]);
    numbers_agree("heaps 3; move take any from 1 heap", &[17; 3]);
    numbers_agree("heaps 3; move take odd from 1 heap; move take 4 from 1 heap", &[11; 3]);
    numbers_agree("heaps 3; move take any from 1 heap", &[5, 20, 9]);
    numbers_agree("wythoff", &[40, 40]);
    numbers_agree("heaps 2; move take any from 1 heap; pass 2 unless empty", &[14, 14]);
    numbers_agree(
        "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
        &[9; 3],
    );
    numbers_agree("heaps 2; move take any from 1 heap; move take 1 from 2 heaps; play misere", &[20, 17]);
    numbers_agree("heaps 3; move take any from a largest heap", &[9; 3]);
    numbers_agree(
        "counters a, b; move a, b -> a - t, b - t where t >= 1; move b -> b - 1 when a > b",
        &[20, 15],
    );
}

#[test]
fn numbers_that_rays_do_not_gather_are_refused() {
    let refused = |rules: &str| NumberPlan::new(&ruleset(rules), Valuation::Grundy, &[9, 9]).is_err();
    assert!(refused("heaps 2; move take any from at most 2 heaps"));
    assert!(refused("heaps 2; move take at least 3 from 1 heap"));
}

/// Compares a list of lost pairs with the reference.
fn pairs_agree(rules: &str, upto: u64) {
    let ruleset = ruleset(rules);
    let mut solver = Solver::new(
        RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
        Valuation::NormalOutcome,
        &Watch::unlimited(),
    );
    let listed = LostPairs::new(&ruleset).unwrap_or_else(|unfit| panic!("{rules}: {unfit}"));
    let listed = listed.up_to(upto, &Watch::unlimited()).unwrap();
    let mut expected = Vec::new();
    for a in 0..=upto {
        for b in 0..=upto {
            if solver.value(&Node { coordinates: vec![a, b], control: ControlState(0) }).unwrap() == 0 {
                expected.push((a, b));
            }
        }
    }
    assert_eq!(listed, expected, "{rules}");
}

#[test]
fn lists_of_lost_pairs() {
    pairs_agree("wythoff", 100);
    pairs_agree("heaps 2; move take any from 1 heap", 70);
    pairs_agree("heaps 2; move take any from 1 heap; move take 1 from 2 heaps", 100);
    pairs_agree("heaps 2; move take any from 1 heap; move take the same odd from 2 heaps", 90);
    pairs_agree(
        "counters a, b; move b -> b - t where t >= 1; move a -> a - t where t >= 1; move a, b -> a - 1, b - 2",
        90,
    );
    pairs_agree(
        "counters a, b; move b -> b - t where t >= 1; move a, b -> a - t, b - t where t >= 1; move a -> a - 3",
        90,
    );
}

/// Compares all positions of a box whose rows have at most one lost position, and their counts.
fn sparse_agrees(rules: &str, last: &[u64]) {
    let ruleset = ruleset(rules);
    let valuation = Valuation::outcome(ruleset.convention());
    let mut solver = Solver::new(
        RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
        valuation,
        &Watch::unlimited(),
    );
    for instructions in InstructionSet::available() {
        let plan =
            SparsePlan::new(&ruleset, valuation, last).unwrap_or_else(|unfit| panic!("{rules}: {unfit}"));
        let plan = plan.with_instructions(instructions);
        let mut counts = plan.count(&Watch::unlimited()).unwrap();
        let table = plan.table(&Watch::unlimited()).unwrap();
        let context = format!("{rules} {}", instructions.name());
        compare(&mut solver, &context, last, &mut counts, &|at, control| table.value(at, control));
        let beyond: Vec<u64> = last.iter().map(|last| last + 1).collect();
        assert_eq!(table.value(&beyond, ControlState(0)), None);
    }
}

#[test]
fn rows_with_one_lost_position() {
    sparse_agrees("wythoff", &[150, 70]);
    sparse_agrees("heaps 3; move take any from 1 heap", &[9, 600, 12]);
    sparse_agrees("heaps 3; move take any from at most 2 heaps", &[20, 17, 19]);
    sparse_agrees("heaps 3; move take any from at most 2 heaps", &[33; 3]);
    sparse_agrees("heaps 4; move take any from 1 heap; move take the same any from 2 heaps", &[11; 4]);
    sparse_agrees("heaps 3; move take any from 1 heap; pass 1 unless empty; play misere", &[18; 3]);
    sparse_agrees("heaps 4; move take any from at most 3 heaps", &[8, 7, 9, 6]);
    sparse_agrees("heaps 3; move take any from 1 heap; move take the same any from 2 heaps", &[17, 12, 70]);
    sparse_agrees("heaps 3; move take any from 1 heap; move take the same any from 3 heaps", &[17, 12, 70]);
    sparse_agrees(
        "heaps 3; move take any from 1 heap; move take 1..2 from 2 heaps; play misere",
        &[17, 12, 20],
    );
    sparse_agrees("heaps 3; move take any from 1 heap; pass 2 unless empty", &[17, 12, 20]);
    sparse_agrees("heaps 3; move take any from 1 heap; pass 1 unless empty; play misere", &[17, 12, 20]);
    sparse_agrees("heaps 2; move take any from 1 heap; move take 1 from a largest heap", &[30, 40]);
    sparse_agrees(
        "counters a, b, c; move c -> c - t where t >= 1; move a, b -> a - 1, b - 2 when c > 3; move a -> a - 1",
        &[9, 12, 20],
    );
}

#[test]
fn rows_of_three_interchangeable_heaps() {
    let nim = |more: &str| format!("heaps 3; move take any from 1 heap{more}");
    for more in [
        "",
        "; play misere",
        "; pass 1 unless empty",
        "; move take the same any from 2 heaps; play misere",
        "; move take the same any from 3 heaps; pass 1 unless empty; play misere",
        "; move take the same any from 2 heaps; move take the same any from 3 heaps; move take 1 from a largest heap",
        "; move take any from exactly 2 heaps; move take 1 from 3 heaps",
        "; move take any from exactly 2 heaps; pass 1 unless empty; play misere",
    ] {
        sparse_agrees(&nim(more), &[0; 3]);
        sparse_agrees(&nim(more), &[21; 3]);
        sparse_agrees(&nim(more), &[33; 3]);
        same_as_bits(&nim(more), 291);
    }
}

/// Compares the lost positions of a box whose rows are several blocks of words long with those of
/// the engine of bits.
fn same_as_bits(rules: &str, last: u64) {
    let ruleset = ruleset(rules);
    let valuation = Valuation::outcome(ruleset.convention());
    let last = [last; 3];
    let bits = BoxPlan::new(&ruleset, valuation, &last).unwrap();
    let (counts, bits) = (bits.count(&Watch::unlimited()).unwrap(), bits.table(&Watch::unlimited()).unwrap());
    for instructions in InstructionSet::available() {
        let plan = SparsePlan::new(&ruleset, valuation, &last).unwrap().with_instructions(instructions);
        let context = format!("{rules} {}", instructions.name());
        assert_eq!(plan.count(&Watch::unlimited()).unwrap(), counts, "{context}");
        let mut listed = 0;
        plan.table(&Watch::unlimited()).unwrap().for_each_lost(&mut |position| {
            assert_eq!(bits.value(position, ControlState(0)), Some(0), "{context} {position:?}");
            listed += 1;
            true
        });
        assert_eq!(listed, counts[0][0], "{context}");
    }
}

#[test]
fn rows_that_may_have_several_lost_positions_are_refused() {
    let refused = |rules: &str| SparsePlan::new(&ruleset(rules), Valuation::NormalOutcome, &[9, 9]).is_err();
    assert!(refused("heaps 2; move take 1..3 from 1 heap"));
    assert!(refused("heaps 2; move take any from 1 heap; stop when at most 1 heap is nonempty"));
    assert!(refused("heaps 2; move take any from a largest heap"));
    assert!(refused("heaps 2; move take any from 1 heap; move take the same odd from 2 heaps"));
}
