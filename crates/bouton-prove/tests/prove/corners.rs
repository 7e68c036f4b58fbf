//! Games at the limits of the rules language: proved, checked, and compared with the reference
//! solver on a box.

use bouton_core::{ControlState, Limits, Watch};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_solve::{Node, RulesetOptions, Solver, for_each_in_box};

/// Rules, and the largest coordinate of the box.
const CORNERS: &[(&str, u64)] = &[
    // No move is ever possible.
    ("heaps 1; move take 1 from 1 heap when heap < 0", 9),
    ("counters a, b; move a -> a - 1 when a < 0", 6),
    // Every position is terminal by decree.
    ("heaps 2; move take any from 1 heap; stop when at most 2 heaps are nonempty", 6),
    ("counters a; move a -> a - 1; stop when a >= 0", 9),
    // The last player loses, here and at the terminal positions by decree.
    ("heaps 1; move take any from 1 heap; play misere", 12),
    ("heaps 2; move take 1..2 from 1 heap; play misere", 9),
    ("heaps 2; move take any from 1 heap; stop when at most 1 heap is nonempty; play misere", 9),
    ("heaps 1; move take 1 from 1 heap when heap < 0; play misere", 9),
    // A coordinate that never changes, and one that only a guard reads.
    ("counters a, b; move a -> a - 1", 8),
    ("counters a, b; move a -> a - 1 when b > 2", 8),
    // The same value for all digits.
    ("counters a; move a -> 0 when a > 0; move a -> a - 1 when a < 0", 9),
    // One heap; one object.
    ("heaps 1; move take any from 1 heap", 16),
    ("heaps 1; move take 1 from 1 heap", 16),
    // Control states.
    ("heaps 1; move take any from 1 heap; pass 1", 9),
    ("heaps 1; move take any from 1 heap; pass 2 unless empty", 9),
    ("heap sizes 1..2; move take any from 1 heap; pass 1 each unless empty", 6),
    // One coordinate rises while the rank falls.
    ("counters a, b; move a, b -> b, a - 1 when a > b; move b -> b - 1", 8),
    ("counters a, b; move a -> a - 1; move a, b -> a - 1, b + 2; move b -> b - 1", 7),
    // Congruences.
    ("counters a; move a -> a - 1 when a mod 3 = 1; move a -> a - 2 when a mod 3 = 2", 15),
    // Three players, no move for the first.
    ("heaps 1; players 3 podium; move take 2 from 1 heap", 12),
    ("heaps 1; players 3 coalition; move take 1..2 from 1 heap", 12),
];

#[test]
fn corner_cases_are_proved_checked_and_right() {
    for &(rules, largest) in CORNERS {
        let ruleset =
            bouton_rules::Game::parse(rules).unwrap_or_else(|e| panic!("{rules}: {e:?}")).ruleset().unwrap();
        let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap_or_else(|e| panic!("{rules}: {e}"));
        bouton_check::check(&proof.certificate.encode()).unwrap_or_else(|e| panic!("{rules}: {e}"));
        let law = proof.law();
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            law.valuation,
            &Watch::unlimited(),
        );
        for control in 0..u8::try_from(ruleset.controls().len()).unwrap() {
            let control = ControlState(control);
            for_each_in_box(&ruleset, largest, &mut |coordinates| {
                let value = solver.value(&Node { coordinates: coordinates.to_vec(), control }).unwrap();
                assert_eq!(
                    law.automaton.evaluate_small(control.index(), coordinates),
                    value,
                    "{rules}: {coordinates:?} {control:?}"
                );
                true
            });
        }
        assert!(law.valuation.value_count().is_some());
    }
}

#[test]
fn grundy_values_of_corner_cases() {
    for rules in [
        "heaps 1; move take 1 from 1 heap when heap < 0",
        "counters a, b; move a -> a - 1",
        "heaps 1; move take any from 1 heap",
        "heaps 1; move take any from 1 heap; pass 1 unless empty",
    ] {
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&ruleset, Goal::Grundy, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap_or_else(|e| panic!("{rules}: {e}"));
        bouton_check::check(&proof.certificate.encode()).unwrap_or_else(|e| panic!("{rules}: {e}"));
    }
}

#[test]
fn there_is_no_game_without_heaps() {
    for rules in ["heaps 0; move take any from 1 heap", "heap sizes 1..0; move take any from 1 heap"] {
        assert!(bouton_rules::Game::parse(rules).is_err(), "{rules}");
    }
}
