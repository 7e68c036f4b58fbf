//! Every instruction set gives what the reference solver gives.

use bouton_core::{ControlState, Limits, Ruleset, StandardValuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, InstructionSet};

fn ruleset(rules: &str) -> Ruleset {
    bouton_rules::resolve(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}")).ruleset().unwrap()
}

/// Compares all positions of a box, and their counts.
fn agree(rules: &str, last: &[u64], threads: usize) {
    let ruleset = ruleset(rules);
    let valuation = StandardValuation::outcome(ruleset.convention());
    let mut solver = Solver::new(RulesetOptions::new(&ruleset), valuation, &bouton_core::Watch::unlimited());
    for instructions in InstructionSet::available() {
        let plan = || {
            BoxPlan::new(&ruleset, valuation, last)
                .unwrap_or_else(|unfit| panic!("{rules}: {unfit}"))
                .with_instructions(instructions)
        };
        let watch = Watch::new(&Limits { threads, memory: u64::MAX, time: None });
        let mut counts = plan().count(&watch).unwrap();
        let table = plan().table(&watch).unwrap();
        let mut position = vec![0; last.len()];
        'all: loop {
            for (control, counts) in (0u8..).zip(&mut counts) {
                let control = ControlState(control);
                let expected = solver.value(&Node { coordinates: position.clone(), control }).unwrap();
                let found = table.value(&position, control);
                assert_eq!(found, Some(expected), "{rules} {position:?} {control:?} {}", instructions.name());
                counts[expected as usize] = counts[expected as usize].wrapping_sub(1);
            }
            let Some(place) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else {
                break 'all;
            };
            position[place] += 1;
            position[place + 1..].fill(0);
        }
        assert!(counts.iter().flatten().all(|&count| count == 0), "{rules} {}", instructions.name());
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
