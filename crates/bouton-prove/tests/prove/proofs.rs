//! Whole proofs, from the rules to a certificate that the checker accepts.

use bouton_core::{Limits, Watch};
use bouton_prove::{Goal, NoLaw, Proof, ProveOptions, prove};
use std::time::Instant;

fn proved(rules: &str, goal: Goal) -> Proof {
    let game = bouton_rules::resolve(rules).unwrap();
    let started = Instant::now();
    let proof =
        prove(&game.ruleset().unwrap(), goal, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap_or_else(|e| panic!("{rules}: {e}"));
    let took = started.elapsed();
    let text = proof.certificate.encode();
    let started = Instant::now();
    bouton_check::check(&text).unwrap_or_else(|refused| panic!("{rules}: {refused}"));
    let elements: usize =
        proof.claim().unwrap().strategies.iter().map(|strategy| strategy.elements.len()).sum();
    println!(
        "{rules} {goal:?}: proved {took:?}, checked {:?}, {} states, {elements} elements, {} bytes, {:?}",
        started.elapsed(),
        proof.law().automaton.states(),
        text.len(),
        proof.statistics
    );
    proof
}

/// The numbers of states of the laws, the least ones, as they were first found; most significant
/// digit first.
#[test]
fn outcomes_of_the_classical_games() {
    for (rules, states) in [
        ("two-in-total", 93),
        ("take-three", 3),
        ("heaps 2; move take any from 1 heap", 2),
        ("heaps 3; move take any from 1 heap", 2),
        ("heaps 4; move take any from 1 heap", 2),
        ("heaps 5; move take any from 1 heap", 2),
        ("heaps 3; move take any from 1 heap; play misere", 5),
        ("heaps 3; move take any from at most 2 heaps", 2),
        ("heaps 4; move take any from at most 2 heaps", 2),
        ("heaps 2; players 3 podium; move take any from 1 heap", 4),
        ("heaps 3; players 3 podium; move take any from 1 heap", 5),
        ("heaps 4; players 3 podium; move take any from 1 heap", 13),
        ("small-pass", 14),
    ] {
        assert_eq!(proved(rules, Goal::Outcome).law().automaton.states(), states, "{rules}");
    }
}

#[test]
fn laws_beyond_the_classical_games() {
    for rules in [
        "heaps 2; players 3 podium; move take 1..2 from 1 heap",
        "heaps 3; players 4 podium; move take any from 1 heap",
        "heaps 2; move take {1,3,4} from 1 heap",
        "heaps 2; move take odd from 1 heap",
        "heaps 2; move take any from h1; move take 1..2 from h2",
        "heap sizes 1..3; move take any from 1 heap; pass 2 unless empty",
        "heap sizes 1..2; move take any from 1 heap; pass 1 each unless empty",
        "counters a; move a -> a div 2 when a >= 1; move a -> a - 1",
        "heaps 4; move take any from at most 2 heaps; play misere",
        "heaps 2; move take 1..3 from a largest heap",
        "heaps 1; move take 1 from 1 heap when heap < 0",
    ] {
        proved(rules, Goal::Outcome);
    }
}

#[test]
fn grundy_values() {
    for (rules, states) in [
        ("two-in-total", 141),
        ("heaps 2; move take any from 1 heap", 2),
        ("heaps 3; move take any from 1 heap", 2),
    ] {
        assert_eq!(proved(rules, Goal::Grundy).law().automaton.states(), states, "{rules}");
    }
    for rules in [
        "heaps 1; move take {1,3,4} from 1 heap",
        "heaps 2; move take 1..3 from 1 heap",
        "heaps 3; move take 1..3 from 1 heap",
        "heap sizes 1..4; move take any from 1 heap; pass 1 unless empty",
    ] {
        proved(rules, Goal::Grundy);
    }
}

#[test]
fn games_without_a_regular_law_end_at_a_limit() {
    let limits = Limits { time: Some(std::time::Duration::from_secs(5)), ..Limits::default() };
    for rules in [
        "counters a, b; move a -> a - t where t >= 1, t <= b; move b -> b - 1",
        "heaps 3; move take any from 1 heap; pass 1 unless empty",
    ] {
        let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
        let started = Instant::now();
        let found = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&limits));
        println!(
            "{rules}: {:?} {:?}",
            started.elapsed(),
            found.as_ref().map(|_| ()).map_err(ToString::to_string)
        );
        assert!(matches!(
            found,
            Err(NoLaw::Limit { .. }
                | NoLaw::Learn(_)
                | NoLaw::Verify(_)
                | NoLaw::Table { .. }
                | NoLaw::Rounds(_)
                | NoLaw::Numerations { .. })
        ));
    }
}
