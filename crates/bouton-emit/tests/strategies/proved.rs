//! Games whose law is proved from the rules, as `bouton emit` does.

use bouton_core::{ControlState, Limits, Space, Watch};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_solve::{Node, RulesetOptions, Solver};

use crate::{
    games::{Case, cases as all_cases},
    questions,
};

/// The game of a rules text with its proved law; names begin with `proved_`.
fn proved(name: &'static str, rules: &str, goal: Goal, upto: u64) -> Case {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let proof = prove(&ruleset, goal, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
    let text = proof.certificate.encode();
    let certificate = text.lines().last().unwrap().strip_prefix("id ").unwrap().to_owned();
    let law = proof.law();
    Case {
        name,
        certificate,
        law: law.clone(),
        upto,
        // Moves that make a number larger: counts of heaps, exchanged counters.
        may_grow: matches!(ruleset.space(), Space::HeapSizes | Space::Counters),
        ruleset,
    }
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    use Goal::{Grundy, Outcome};
    let nim = "heaps 3; move take any from 1 heap";
    vec![
        proved("proved_two_in_total", "two-in-total", Outcome, 4),
        proved("proved_two_in_total_grundy", "two-in-total", Grundy, 4),
        proved("proved_nim", nim, Outcome, 7),
        proved("proved_nim_grundy", nim, Grundy, 7),
        proved("proved_misere_nim", "heaps 3; move take any from 1 heap; play misere", Outcome, 7),
        proved("proved_moore", "heaps 3; move take any from at most 2 heaps", Outcome, 4),
        proved("proved_moore_misere", "misere-moore", Outcome, 2),
        proved("proved_podium", "heaps 3; players 3 podium; move take any from 1 heap", Outcome, 6),
        proved(
            "proved_podium_subtraction",
            "heaps 2; players 3 podium; move take 1..2 from 1 heap",
            Outcome,
            12,
        ),
        proved("proved_coalition", "heaps 2; players 3 coalition; move take any from 1 heap", Outcome, 8),
        proved("proved_small_pass", "small-pass", Outcome, 4),
        proved("proved_small_pass_grundy", "small-pass", Grundy, 3),
        proved("proved_pass", "heaps 2; move take any from 1 heap; pass 1 unless empty", Outcome, 9),
        // n + 1 for odd n: the largest number has a value that does not fit.
        Case {
            may_grow: true,
            ..proved(
                "proved_pass_grundy",
                "heaps 1; move take any from 1 heap; pass 1 unless empty",
                Grundy,
                30,
            )
        },
        proved("proved_sum_grundy", "heaps 2; move take {1,3,4} from 1 heap", Grundy, 16),
        proved("proved_sum", "heaps 3; move take {1,3,4} from 1 heap", Outcome, 8),
        proved("proved_take_odd", "heaps 2; move take {1,3} from 1 heap", Grundy, 12),
        proved("proved_guards", "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b", Outcome, 20),
        proved(
            "proved_exchange",
            "counters a, b; move a -> a - 1 when a > b; move b -> b - 2; move a, b -> b, a - 1 when a > b",
            Outcome,
            20,
        ),
        proved(
            "proved_congruence",
            "counters a, b; move a -> a - 2 when a > b; move b -> b - 1 when b mod 3 != 1; move a -> a - 3",
            Outcome,
            20,
        ),
        proved(
            "proved_decree",
            "heaps 2; move take any from 1 heap; stop when at most 1 heap is nonempty",
            Outcome,
            12,
        ),
        proved("proved_decree_grundy", "heaps 1; move take any from 1 heap; stop when h1 <= 2", Grundy, 30),
    ]
}

/// Compares the proved laws with [`bouton_solve::Solver`].
pub(crate) fn compare_with_solver() {
    let mut compared = 0;
    for case in all_cases().iter().filter(|case| case.name.starts_with("proved_")) {
        let options = RulesetOptions::new(&case.ruleset);
        let mut solver = Solver::new(options, case.value_of(), &Watch::unlimited());
        for (control, position) in questions::small(case) {
            let node = Node { coordinates: position.clone(), control: ControlState(control) };
            let value = solver.value(&node).unwrap();
            if case.law.nim_heap {
                let whole: Vec<u64> = position.iter().copied().chain([value.into()]).collect();
                assert_eq!(
                    case.law.automaton.evaluate_small(control.into(), &whole),
                    0,
                    "{} {position:?}",
                    case.name
                );
            } else {
                let law = case.law.automaton.evaluate_small(control.into(), &position);
                let coarse = |value| case.law.valuation.coarse(value);
                assert_eq!(coarse(law), coarse(value), "{} {control} {position:?}", case.name);
            }
            compared += 1;
        }
    }
    assert!(compared > 5000);
}
