//! Random rulesets: every instruction set gives what the reference solver gives.

use bouton_core::{ControlState, Convention, Limits, Ruleset, Valuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, InstructionSet, NumberPlan, SparsePlan};
use proptest::{prelude::*, sample::select};

const MOVES: &[&str] = &[
    "move take any from 1 heap",
    "move take odd from 1 heap",
    "move take even from 1 heap",
    "move take at least 2 from 1 heap",
    "move take 1..3 from 1 heap",
    "move take {1, 4, 6} from 1 heap",
    "move take {2, 65} from 1 heap",
    "move take the same any from 2 heaps",
    "move take the same odd from 2 heaps",
    "move take any from at most 2 heaps",
    "move take any from exactly 2 heaps",
    "move take 1..2 in total from at most 2 heaps",
    "move take 1 from a largest heap",
    "move take any from a largest heap",
    "move take 2 from exactly 2 heaps",
    "move take any from h1 and h2",
    "move take any from {h1, h2}",
    "move take 1..2 in total from {h2, h3, h1}",
    "move take the same any from h2 and h1",
    "move take any from at most 2 consecutive heaps of a circle",
    "move take any from at most 2 consecutive heaps of a path",
    "move take 1..2 from at most 3 consecutive heaps of a path",
];
const ENDS: &[&str] = &["", "; stop when at most 1 heap is nonempty"];
const PASSES: &[&str] = &["", "", "; pass 1 unless empty"];
const CONVENTIONS: &[&str] =
    &["", "; play misere", "; players 3 podium", "; players 4 podium", "; players 3 coalition"];

fn rules() -> impl Strategy<Value = String> {
    let moves = proptest::collection::vec(select(MOVES), 1..4);
    (2usize..=5, moves, select(ENDS), select(PASSES), select(CONVENTIONS)).prop_map(
        |(heaps, moves, end, pass, convention)| {
            format!("heaps {heaps}; {}{end}{pass}{convention}", moves.join("; "))
        },
    )
}

/// Rules by which any amount may be taken from each heap, or from the last.
fn sparse_rules() -> impl Strategy<Value = String> {
    let first = select(
        &[
            "heaps 2; move take any from 1 heap",
            "heaps 3; move take any from 1 heap",
            "heaps 4; move take any from 1 heap",
            "counters a, b, c; move c -> c - t where t >= 1",
            "counters a, b; move b -> b - t where t >= 1; move a -> a - t where t >= 1",
        ][..],
    );
    let counters = select(
        &[
            "",
            "; move b -> b - 1",
            "; move a -> a - 2 when b > a",
            "; move a, b -> a - t, b - t where t >= 1",
        ][..],
    );
    let moves = proptest::collection::vec(select(MOVES), 0..3);
    (first, moves, counters, select(PASSES), select(&["", "; play misere"][..])).prop_map(
        |(first, moves, counters, pass, convention)| {
            if first.starts_with("counters") {
                return format!("{first}{counters}{pass}{convention}");
            }
            let moves: String = moves.iter().map(|rule| format!("; {rule}")).collect();
            format!("{first}{moves}{pass}{convention}")
        },
    )
}

/// Small boxes, with one side about a word long.
fn sides() -> impl Strategy<Value = (Vec<u64>, usize)> {
    let small = proptest::collection::vec(0u64..12, 5);
    (small, 0usize..5, select(&[5u64, 9, 62, 63, 64, 66][..]), 1usize..3).prop_map(
        |(mut sides, at, long, threads)| {
            // Five heaps of this size would be many.
            sides[2] %= 6;
            sides[3..].iter_mut().for_each(|side| *side %= 4);
            sides[at] = long;
            (sides, threads)
        },
    )
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
    let mut solver = Solver::new(RulesetOptions::new(ruleset), valuation, &Watch::unlimited());
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
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn outcomes(text in rules(), (sides, threads) in sides()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let ruleset = game.ruleset().unwrap();
        let last = &sides[..ruleset.dimension()];
        let valuation = Valuation::outcome(ruleset.convention());
        let expected = reference(&ruleset, valuation, last);
        for instructions in InstructionSet::available() {
            // One vector a panel, so that small boxes have several.
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

    #[test]
    fn rows_with_one_lost_position(text in sparse_rules(), (mut sides, _) in sides(), equal in any::<bool>()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let ruleset = game.ruleset().unwrap();
        if equal {
            // Interchangeable heaps are looked at in order.
            sides = vec![sides[0]; sides.len()];
        }
        let last = &sides[..ruleset.dimension()];
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

    #[test]
    fn numbers(text in rules(), (sides, _) in sides()) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let ruleset = game.ruleset().unwrap();
        let last = &sides[..ruleset.dimension()];
        let valuations: &[Valuation] = match ruleset.convention() {
            Convention::Normal => &[Valuation::Grundy, Valuation::Remoteness],
            _ => return Ok(()),
        };
        for &valuation in valuations {
            let Ok(plan) = NumberPlan::new(&ruleset, valuation, last) else { continue };
            let table = plan.table(&Watch::unlimited()).unwrap();
            let found = looked_up(&ruleset, last, &|position, control| table.value(position, control));
            prop_assert!(found == reference(&ruleset, valuation, last), "{text} {last:?} {valuation:?}");
        }
    }
}
