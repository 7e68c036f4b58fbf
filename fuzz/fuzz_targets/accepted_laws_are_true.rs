//! A law that the checker accepts is true of every position in a box.

#![no_main]

use bouton_cert::seal;
use bouton_check::{Limits, check_with};
use bouton_core::{Position, Valuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use libfuzzer_sys::fuzz_target;

/// Coordinates go up to this.
const LARGEST: u64 = 5;

fuzz_target!(|body: &str| {
    let limits = Limits { steps: 1 << 22, states: 1 << 18, ..Limits::default() };
    let Ok(checked) = check_with(&seal(body), &limits) else { return };
    let Some(law) = checked.certificate.law() else { return };
    let ruleset = checked.game.ruleset().expect("the checker has read it");
    let dimension = ruleset.dimension();
    if dimension > 4 {
        return;
    }
    let valuation = if law.is_grundy() { Valuation::Grundy } else { Valuation::outcome(ruleset.convention()) };
    let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &Watch::unlimited());
    let side = LARGEST + 1;
    for number in 0..(0..dimension).fold(1, |count, _| count * side) {
        let coordinates: Vec<u64> = (0..dimension)
            .scan(number, |rest, _| Some(std::mem::replace(rest, *rest / side) % side))
            .collect();
        let big = Position::from_small(&coordinates).coordinates;
        for control in ruleset.control_states() {
            let truth = solver.value(&Node { coordinates: coordinates.clone(), control }).expect("no limit");
            assert_eq!(law.value(control, &big), Some(truth.into()), "{coordinates:?} {control:?}");
        }
    }
});
