//! A law that the checker accepts by windows, for rules that have some, is true of every position in a box.

#![no_main]

use bouton_check::{Limits, check_windows};
use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
use bouton_rules::Game;
use bouton_solve::{Node, RulesetOptions, Solver};
use libfuzzer_sys::fuzz_target;

/// Constant moves, guards, passes, stops, and any smaller number.
const RULES: [&str; 8] = [
    "heaps 1; move take {1,3} from 1 heap",
    "heaps 1; move take any from 1 heap; play misere",
    "heaps 2; move take 1 from 1 heap; move take {1,2} from 2 heaps",
    "heaps 2; move take any from 1 heap; pass 1 unless empty",
    "heaps 1; move take 1..2 from 1 heap; players 3 podium",
    "counters a; move a -> a - 2 when a is odd; move a -> a - 1 when a mod 3 = 2",
    "heap sizes 1..2; move take any from 1 heap; pass 1 unless empty",
    "heaps 2; move take 1 from 1 heap; stop when h1 = h2",
];
/// Coordinates go up to this.
const LARGEST: u64 = 15;

fuzz_target!(|bytes: (u8, u8, Vec<u8>)| {
    let (rules, states, bytes) = bytes;
    let ruleset = Game::parse(RULES[usize::from(rules) % RULES.len()]).expect("rules").ruleset().expect("written out");
    let states = usize::from(states) % 12 + 1;
    let mut bytes = bytes.into_iter();
    let mut number = |below: usize| u32::from(bytes.next().unwrap_or(0)) % u32::try_from(below).expect("few");
    let tracks = ruleset.dimension();
    let valuation = Valuation::provable(ruleset.convention());
    let count = valuation.value_count().expect("outcomes are few") as usize;
    let starts: Vec<u32> = ruleset.controls().iter().map(|_| number(states)).collect();
    let outputs = (0..states).map(|_| number(count)).collect();
    let mut transitions: Vec<u32> = (0..states << tracks).map(|_| number(states)).collect();
    for &start in &starts {
        // Leading zeros change nothing.
        transitions[(start as usize) << tracks] = start;
    }
    let automaton = DigitAutomaton::new(tracks, starts, outputs, transitions).expect("an automaton");
    let law = Law::new(valuation, automaton);
    let limits = Limits { steps: 1 << 22, states: 1 << 18, ..Limits::default() };
    if check_windows(&ruleset, &law, &limits).is_err() {
        return;
    }
    let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &Watch::unlimited());
    let side = LARGEST + 1;
    for number in 0..side.pow(u32::try_from(tracks).expect("few")) {
        let coordinates: Vec<u64> =
            (0..tracks).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / side) % side)).collect();
        for control in ruleset.control_states() {
            let truth = solver.value(&Node { coordinates: coordinates.clone(), control }).expect("no limit");
            let said = law.automaton.evaluate_small(control.index(), &coordinates);
            assert_eq!(said, truth, "{} at {coordinates:?} {control:?}", ruleset.text());
        }
    }
});
