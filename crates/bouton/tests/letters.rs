//! Theorems with letters: found, checked, and compared with play for small numbers.

use std::time::Instant;

use bouton::{Goal, Watch, prove_letters, rules::Game};

/// Rules, what is proved, and the theorem.
const THEOREMS: &[(&str, Goal, &str)] = &[
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap", Goal::Outcome, ""),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap", Goal::Grundy, ""),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; play misere", Goal::Outcome, ""),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; pass 1 unless empty", Goal::Outcome, ""),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; players 3 podium", Goal::Outcome, ""),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; players 3 coalition", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap; play misere", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap", Goal::Grundy, ""),
    ("for all a, b where 1 <= a, 2 * a < b, b <= 3 * a; heaps 1; move take {a, b} from 1 heap", Goal::Grundy, ""),
    ("for all a, b where 1 <= a, a < b, b <= 3 * a; heaps 1; move take {a, b} from 1 heap", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b, a + b} from 1 heap", Goal::Outcome, ""),
    ("for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b, a + b} from 1 heap", Goal::Grundy, ""),
    ("for all a, b, c where 1 <= a, a < b, b < c, c <= 2 * a; heaps 1; move take {a, b, c} from 1 heap", Goal::Grundy, ""),
    ("for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap", Goal::Outcome, ""),
    ("for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap", Goal::Grundy, ""),
    ("for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap; pass 1 unless empty", Goal::Outcome, ""),
];

#[test]
fn theorems_are_found() {
    for (rules, goal, _) in THEOREMS {
        for cones in [false, true] {
            let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
            let started = Instant::now();
            let ending = prove_letters(&game, *goal, cones, &Watch::unlimited()).unwrap();
            println!("{rules} {goal:?} {:?}\n{}", started.elapsed(), ending.text(true));
            if let Some(theorem) = ending.theorem {
                println!("{} bytes", theorem.certificate().len());
                break;
            }
        }
    }
}
