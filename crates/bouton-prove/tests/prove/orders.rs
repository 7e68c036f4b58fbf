//! Games whose play ends by other weights than the number of objects, or by an order of several sums:
//! their laws are proved, and their certificates name the order.

use bouton_cert::Certificate;
use bouton_check::{Step, check};
use bouton_core::{ControlState, Limits, Watch};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_rules::Game;
use bouton_solve::{Node, RulesetOptions, Solver};

/// Rules, and orders that do not end their plays.
const ORDERS: &[(&str, Goal, &str, &[&str])] = &[
    (
        "counters a, b; move b -> t where t < b; move a -> t where t < a, t >= b; move a, b -> t, t where t < b",
        Goal::Outcome,
        "0,1 then 1,0",
        &["1,0 then 0,1", "0,1", "1,1", "0,0 then 1,0", "5,1 then 1,0"],
    ),
    (
        "counters a, b; move a, b -> a - 1, 2 * b; move b -> b - 1",
        Goal::Outcome,
        "1,0 then 0,1",
        &["0,1 then 1,0", "1,0", "7,1", "1,0 then 1,0"],
    ),
    (
        "counters a, b; move a, b -> a - 1, b + 2; move b -> b - 1",
        Goal::Outcome,
        "3,1",
        &["2,1", "1,1", "0,1"],
    ),
    ("counters a, b; move a, b -> a - 1, 2 * b; move b -> b - 1", Goal::Grundy, "1,0 then 0,1", &["1,1"]),
];

#[test]
fn a_law_names_the_order_and_another_one_is_refused() {
    for &(text, goal, expected, wrong) in ORDERS {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let watch = Watch::new(&Limits::default());
        let proof =
            prove(&ruleset, goal, &ProveOptions::default(), &watch).unwrap_or_else(|e| panic!("{text}: {e}"));
        let right = proof.certificate;
        assert_eq!(right.order.as_ref().unwrap().to_string(), expected, "{text}");
        check(&right.encode()).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        // The law agrees with the definition.
        let law = right.law().unwrap();
        let valuation = if law.nim_heap { bouton_core::Valuation::Grundy } else { law.valuation };
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            valuation,
            &Watch::unlimited(),
        );
        for (a, b) in (0..7u64).flat_map(|a| (0..7u64).map(move |b| (a, b))) {
            let value = solver.value(&Node { coordinates: vec![a, b], control: ControlState(0) }).unwrap();
            let mut numbers = vec![a, b];
            numbers.extend(law.nim_heap.then_some(u64::from(value)));
            let expected = if law.nim_heap { 0 } else { value };
            assert_eq!(law.automaton.evaluate_small(0, &numbers), expected, "{text} {a},{b}");
        }
        for wrong in wrong.iter().chain(&["1,1,1", "1"]) {
            let certificate = Certificate { order: Some(wrong.parse().unwrap()), ..right.clone() };
            let refused = check(&certificate.encode()).unwrap_err();
            assert_eq!(refused.step, Step::Descent, "{text} {wrong}: {refused}");
        }
        // Without the line the reader's own order is used.
        check(&Certificate { order: None, ..right }.encode()).unwrap();
    }
}
