//! Games whose law is proved from the rules, as in `bouton emit`.

use bouton_core::{ControlState, Limits, Space, Watch};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_solve::{Node, RulesetOptions, Solver};

use crate::{
    games::{Case, cases as all_cases},
    questions,
};

/// The game of a rules text with its proved law; names begin with `proved_`.
fn proved(name: &'static str, rules: &str, goal: Goal, upto: u64) -> Case {
    proved_in(name, rules, goal, "auto", upto)
}

/// The same with a law in these digits.
fn proved_in(name: &'static str, rules: &str, goal: Goal, numeration: &str, upto: u64) -> Case {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let options = ProveOptions { numeration: numeration.parse().unwrap(), ..ProveOptions::default() };
    let proof = prove(&ruleset, goal, &options, &Watch::new(&Limits::default())).unwrap();
    let text = proof.certificate.encode();
    let certificate = text.lines().last().unwrap().strip_prefix("id ").unwrap().to_owned();
    let law = proof.law();
    Case {
        name,
        certificate,
        law: law.clone(),
        upto,
        // Moves that raise a number: counts of heaps, exchanged counters.
        may_grow: matches!(ruleset.space(), Space::HeapSizes | Space::Counters),
        ruleset,
    }
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    use Goal::{Grundy, Outcome};
    let fraenkel = "counters x, y; move x -> t where t < x; move y -> t where t < y; \
                    move x, y -> x - s, y - t where s >= 1, t >= 1, s - t < 2, t - s < 2";
    let fibonacci_nim = "counters n, q; move n, q -> n - t, 2 * t where t >= 1, t <= q";
    let misere = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";
    let podium = "heaps 1; players 3 podium; move take 1..2 from 1 heap";
    let pass = "heaps 2; move take any from 1 heap; pass 1 unless empty";
    let bounded =
        "counters x, y; positions where x <= y; move x -> t where t < x; move y -> t where t < y, t >= x";
    let nim = "heaps 3; move take any from 1 heap";
    // Its lost positions are (⌊n√3⌋, ⌊n(3 + √3)/2⌋): Duchêne and Rigo, Invariant games.
    let root_of_three = "counters x, y; move x -> t where t < x; move y -> t where t < y; \
                         move x, y -> x - t, y - t where t >= 1, t != 2; \
                         move x, y -> x - 5, y - 6; move x, y -> x - 6, y - 5";
    let small_takes = "heaps 1; move take 1..2 from 1 heap; move take 5 from 1 heap";
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
        proved("proved_pass", pass, Outcome, 9),
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
        // The nim-sum is 1, as long as the pass is available.
        proved("proved_nim_sum", "heaps 3; move take any from 1 heap; pass 1", Outcome, 6),
        proved(
            "proved_nim_sum_misere",
            "heaps 3; move take any from 1 heap; pass 1; play misere",
            Outcome,
            6,
        ),
        proved("proved_nim_sum_remainders", "heaps 3; move take 1..5 from 1 heap; pass 1", Outcome, 8),
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
        proved_in("proved_wythoff", "wythoff", Outcome, "auto", 20),
        proved_in("proved_wythoff_misere", misere, Outcome, "auto", 20),
        proved_in("proved_two_wythoff", fraenkel, Outcome, "ostrowski(2)", 14),
        Case { may_grow: true, ..proved_in("proved_fibonacci_nim", fibonacci_nim, Outcome, "auto", 20) },
        proved_in("proved_third", "counters n; move n -> n - 1; move n -> n div 3", Outcome, "auto", 200),
        proved_in("proved_third_grundy", "counters n; move n -> n - 1; move n -> n div 3", Grundy, "3", 200),
        proved_in("proved_tribonacci", "heaps 2; move take 1..2 from 1 heap", Outcome, "tribonacci", 14),
        proved_in("proved_tribonacci_pass", pass, Outcome, "tribonacci", 9),
        proved_in("proved_fibonacci_where", bounded, Outcome, "fibonacci", 20),
        proved_in("proved_ostrowski_podium", podium, Outcome, "ostrowski(3)", 60),
        proved_in("proved_root_of_three", root_of_three, Outcome, "ostrowski(1,2)", 20),
        proved_in("proved_blocks", small_takes, Outcome, "ostrowski(1,1,2)", 200),
        proved_in("proved_two_parameters", small_takes, Outcome, "fraenkel(2,1)", 200),
        proved_in("proved_blocks_pass", pass, Outcome, "fraenkel(2,1)", 9),
        proved_in("proved_blocks_where", bounded, Outcome, "fraenkel(2,2)", 12),
        // A congruence of a coordinate and a parameter, and a number that may become larger than
        // all numbers before.
        Case {
            may_grow: true,
            ..proved_in(
                "proved_blocks_growing",
                "counters a, b; move a, b -> a - t, b + 1 where t >= 1, t <= 3, (a + t) mod 3 != 1; move b -> b - 1",
                Outcome,
                "ostrowski(2,1)",
                20,
            )
        },
        Case {
            may_grow: true,
            ..proved_in(
                "proved_blocks_grundy",
                "heaps 1; move take any from 1 heap",
                Grundy,
                "ostrowski(1,2)",
                60,
            )
        },
        proved_in(
            "proved_base_five",
            "counters a; move a -> a - 2 when a mod 3 != 1; move a -> a - 1",
            Outcome,
            "5",
            60,
        ),
        // The largest number of a type is a value that may not fit.
        Case {
            may_grow: true,
            ..proved_in("proved_base_three_grundy", "heaps 1; move take any from 1 heap", Grundy, "3", 60)
        },
        Case {
            may_grow: true,
            ..proved_in(
                "proved_fibonacci_grundy",
                "heaps 1; move take any from 1 heap",
                Grundy,
                "fibonacci",
                60,
            )
        },
        proved("proved_decree_grundy", "heaps 1; move take any from 1 heap; stop when h1 <= 2", Grundy, 30),
    ]
}

/// Compares the proved laws with [`bouton_solve::Solver`].
pub(crate) fn compare_with_solver() {
    let mut compared = 0;
    for case in all_cases().iter().filter(|case| case.name.starts_with("proved_")) {
        let options = RulesetOptions::new(&case.ruleset, &Watch::unlimited()).unwrap();
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
